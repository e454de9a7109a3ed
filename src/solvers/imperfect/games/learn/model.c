#include "model.h"

#include <stdio.h>
#include <string.h>

#include <solvers/imperfect/equilibrium/hand_text.h>
#include <solvers/imperfect/games/builtin.h>
#include <solvers/imperfect/games/read/read.h>
#include <solvers/kit/text_reader.h>

bool game_model_begin(const struct reader *r, struct game_model *m, const struct game_tree *tree, int builtin,
                      const char *efg)
{
    struct nash_arena *arena = r->root->arena;
    *m = (struct game_model){.builtin = builtin, .efg = efg, .tree = tree, .table = {.arena = arena}};
    if (tree->players != 2 || !tree->constant_sum || tree->nodes > MODEL_NODES_MAX) {
        reader_fail(
            r, NASH_UNPROCESSABLE, NULL,
            "an opponent is learnt in games of two players whose payoffs sum to a constant, of at most %d nodes",
            MODEL_NODES_MAX);
        return false;
    }
    if (learn_views_init(&m->views, tree, arena) != NASH_OK || !symbols_init(&m->seen, arena, 64)) {
        reader_nomem(r);
        return false;
    }
    return true;
}

bool game_model_game(struct reader *r, struct game_model *m)
{
    struct nash_error error = {0};
    struct reader member;
    const struct game_tree *tree = NULL;
    const char *efg = NULL;
    int builtin = -1;
    if (reader_member(&member, r, "game")) {
        builtin = (int)reader_as_enum(&member, game_builtin_names, 0);
        if (reader_ok(r) && !(tree = game_builtin((unsigned)builtin, r->root->arena, &error)))
            reader_adopt(&member, &error);
    } else if (reader_member(&member, r, "efg")) {
        efg = reader_copy(&member, reader_as_string(&member, SIZE_MAX));
        tree = efg ? efg_read(&member, efg, strlen(efg)) : NULL;
    }
    return tree && reader_ok(r) && game_model_begin(r, m, tree, builtin, efg);
}

/* Reads {"hand", "period", "count"}. */
static void model_read_count(struct reader *item, struct game_model *m)
{
    char why[HAND_TEXT_WHY];
    struct learn_hand hand;
    const char *text = reader_string(item, "hand", SIZE_MAX);
    uint32_t period = (uint32_t)reader_int(item, "period", 0, UINT32_MAX - 1, 0);
    double count = reader_number(item, "count", 0, 1e15, 1);
    if (!text || !reader_ok(item))
        return;
    enum nash_status status = hand_text_read(&m->views, text, strlen(text), &hand, why, item->root->arena);
    if (status == NASH_UNPROCESSABLE)
        reader_fail(item, status, "hand", "%s", why);
    else if (status != NASH_OK || !learn_add(&m->table, &m->views, &hand, period, count))
        reader_nomem(item);
    m->hands += count;
}

void game_model_add(struct reader *r, struct game_model *m)
{
    static const char *const members[] = {"game", "efg", "hands", "counts", "seen", NULL};
    struct reader array;
    bool is_new;
    reader_only(r, members);
    const char *name = reader_string(r, "game", SIZE_MAX);
    if (name && (m->builtin < 0 || strcmp(name, game_builtin_names[m->builtin]) != 0))
        reader_fail(r, NASH_UNPROCESSABLE, "game", "the model is one of another game");
    if (reader_array(&array, r, "counts"))
        for (struct reader item = {0}; reader_ok(r) && reader_item(&item, &array);)
            model_read_count(&item, m);
    if (reader_array(&array, r, "seen"))
        for (struct reader item = {0}; reader_ok(r) && reader_item(&item, &array);) {
            const char *hash = reader_as_string(&item, 16);
            if (hash && symbols_add(&m->seen, hash, strlen(hash), &is_new) == SYMBOL_NONE)
                reader_nomem(r);
        }
}

/* Writes the 64-bit FNV-1a hash of an identifier. */
static void hash_identifier(struct text_span word, char out[static 17])
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (const char *c = word.at; c < word.end; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    snprintf(out, 17, "%016llx", (unsigned long long)hash);
}

enum game_hand game_model_hand(struct game_model *m, const char *text, size_t len, char *why)
{
    struct nash_arena *arena = m->table.arena;
    struct text_span rest = {text, text + len}, word;
    struct learn_hand hand;
    char hash[17] = "";
    bool is_new = true;
    if (len && *text == '#' && text_word(&rest, " \t", &word))
        hash_identifier(word, hash);
    if (*hash && symbols_find(&m->seen, hash, 16) != SYMBOL_NONE)
        return GAME_HAND_REPEATED;
    enum nash_status status = hand_text_read(&m->views, rest.at, text_length(rest), &hand, why, arena);
    if (status == NASH_UNPROCESSABLE)
        return GAME_HAND_REFUSED;
    if (status != NASH_OK || !learn_add(&m->table, &m->views, &hand, (uint32_t)(m->hands / MODEL_PERIOD), 1))
        return GAME_HAND_NOMEM;
    m->hands += 1;
    return !*hash || symbols_add(&m->seen, hash, 16, &is_new) != SYMBOL_NONE ? GAME_HAND_LEARNT : GAME_HAND_NOMEM;
}

void game_model_write(const struct game_model *m, struct nash_jsonw *out)
{
    struct nash_buf text = NASH_BUF_INIT(1 << 20);
    nash_jsonw_object(out);
    if (m->builtin >= 0)
        nash_jsonw_kstring(out, "game", game_builtin_names[m->builtin]);
    else
        nash_jsonw_kstring(out, "efg", m->efg);
    nash_jsonw_kdouble(out, "hands", m->hands);
    nash_jsonw_karray(out, "counts");
    for (uint32_t i = 0; i < m->table.count; i++) {
        const struct learn_count *count = &m->table.list[i];
        struct learn_hand hand = {count->terminal, count->seat, count->shown};
        nash_buf_reset(&text);
        hand_text_write(&m->views, &hand, &text);
        nash_jsonw_object(out);
        nash_jsonw_kstring(out, "hand", nash_buf_cstr(&text));
        nash_jsonw_kuint(out, "period", count->block);
        nash_jsonw_kdouble(out, "count", count->count);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
    nash_jsonw_karray(out, "seen");
    for (uint32_t i = 0; i < m->seen.count; i++)
        nash_jsonw_string(out, m->seen.name[i]);
    nash_jsonw_array_end(out);
    nash_jsonw_object_end(out);
    nash_buf_free(&text);
}
