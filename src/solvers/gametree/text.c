/* The text form, a line a problem: a tree in brackets, "((3 5) (2 9))" (tree/text.c), or a game and its position:
 *
 *     tictactoe .O..X....    connect4 44455    grundy 7 3    nim 3 4 5
 *
 * The answer is the value and a best move: a child's index, a cell, a column, "7->2+5" or "5->1"; "-" where there is no
 * move, "timeout" where there was no time. */
#include "text.h"

#include <ctype.h>
#include <string.h>

#include "games.h"
#include "tree/text.h"

/* ---- problems ---- */

static size_t word_length(const char *text, size_t len)
{
    size_t count = 0;
    while (count < len && !isspace((unsigned char)text[count]))
        count++;
    return count;
}

static const struct gametree_game *find_game(const char *word, size_t len)
{
    for (unsigned i = 1; gametree_games[i]; i++)
        if (strlen(gametree_games[i]->name) == len && memcmp(gametree_games[i]->name, word, len) == 0)
            return gametree_games[i];
    return NULL;
}

static enum nash_status put_string(struct nash_jsonw *out, const char *member, const char *text, size_t len)
{
    size_t count = word_length(text, len);
    if (count < len)
        return NASH_INVALID;
    if (count) {
        nash_jsonw_key(out, member);
        nash_jsonw_string_n(out, text, count);
    }
    return NASH_OK;
}

/* Piles stand apart by spaces or commas. */
static enum nash_status put_piles(struct nash_jsonw *out, const char *text, size_t len)
{
    enum nash_status status = NASH_OK;
    nash_jsonw_key(out, "piles");
    nash_jsonw_array(out);
    while (len && status == NASH_OK) {
        size_t count = word_length(text, len);
        const char *comma = memchr(text, ',', count);
        int64_t pile;
        count = comma ? (size_t)(comma - text) : count;
        if (nash_parse_int64(text, count, &pile))
            nash_jsonw_int(out, pile);
        else if (count)
            status = NASH_INVALID;
        text += count + (count < len);
        len -= count + (count < len);
    }
    nash_jsonw_array_end(out);
    return status;
}

static enum nash_status refuse(enum nash_status status, struct nash_error *error)
{
    return nash_fail(error, status, "",
                     "write a tree, as in ((3 5) (2 9)) or MIN ((3 5) 4), or a game and its position, as in tictactoe "
                     ".O..X...., connect4 44455, grundy 7 3 or nim 3 4 5");
}

/* A position as the JSON form has it, which then reads it. */
static enum nash_status parse_game(const struct gametree_game *game, const char *text, size_t len,
                                   struct nash_arena *arena, void **own, struct nash_error *error)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    struct nash_json doc = {0};
    enum nash_status status;
    nash_jsonw_object(&out);
    if (game == &gametree_tictactoe || game == &gametree_connect4)
        status = put_string(&out, game == &gametree_tictactoe ? "board" : "moves", text, len);
    else
        status = put_piles(&out, text, len);
    nash_jsonw_object_end(&out);
    if (status != NASH_OK)
        refuse(status, error);
    else if (buf.failed)
        status = nash_fail(error, NASH_NOMEM, "", "the problem does not fit into memory");
    if (status == NASH_OK)
        status = nash_json_parse(&doc, buf.data, buf.len, arena, error);
    if (status == NASH_OK)
        status = game->parse(&doc, arena, own, error);
    nash_json_free(&doc);
    nash_buf_free(&buf);
    return status;
}

/* A tree may begin with who moves. */
static bool names_player(const char *text, size_t len)
{
    return len >= 3 && (memcmp(text, "MAX", 3) == 0 || memcmp(text, "MIN", 3) == 0);
}

enum nash_status gametree_parse_text(const char *text, size_t len, struct nash_arena *arena, void **problem,
                                     struct nash_error *error)
{
    while (len && isspace((unsigned char)text[len - 1]))
        len--;
    while (len && isspace((unsigned char)*text)) {
        text++;
        len--;
    }
    size_t word = word_length(text, len);
    const struct gametree_game *game = find_game(text, word);
    if (!game && word && isalpha((unsigned char)*text) && !names_player(text, len))
        return refuse(NASH_INVALID, error);
    struct gametree_problem *p = NASH_NEW(arena, struct gametree_problem, 1);
    if (!p)
        return nash_fail(error, NASH_NOMEM, "", "the problem does not fit into the memory of this job");
    p->game = game ? game : gametree_games[0];
    *problem = p;
    if (!game)
        return tree_parse_text(text, len, arena, &p->own, error);
    while (word < len && isspace((unsigned char)text[word]))
        word++;
    return parse_game(game, text + word, len - word, arena, &p->own, error);
}

/* ---- answers ---- */

static void put_plain(const cJSON *item, struct nash_buf *out)
{
    struct nash_jsonw w = NASH_JSONW(out);
    if (cJSON_IsString(item))
        nash_buf_puts(out, item->valuestring);
    else
        nash_jsonw_double(&w, item->valuedouble);
}

/* {"pile", "into"} or {"pile", "to"}. */
static void put_move(const cJSON *move, struct nash_buf *out)
{
    const cJSON *into = nash_json_get(move, "into"), *to = nash_json_get(move, "to");
    put_plain(nash_json_get(move, "pile"), out);
    nash_buf_puts(out, "->");
    put_plain(into ? into->child : to, out);
    if (into) {
        nash_buf_putc(out, '+');
        put_plain(into->child->next, out);
    }
}

void gametree_text_of(const cJSON *result, struct nash_buf *out)
{
    const cJSON *value = nash_json_get(result, "value"), *best = nash_json_get(result, "best");
    if (!value || cJSON_IsNull(value)) {
        nash_buf_puts(out, "timeout");
        return;
    }
    put_plain(value, out);
    nash_buf_putc(out, ' ');
    if (cJSON_IsObject(best))
        put_move(best, out);
    else if (best && !cJSON_IsNull(best))
        put_plain(best, out);
    else
        nash_buf_putc(out, '-');
}

void gametree_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out)
{
    const struct gametree_problem *p = problem;
    struct nash_buf json = NASH_BUF_INIT(0);
    struct nash_jsonw w = NASH_JSONW(&json);
    p->game->write(p->own, result, &w);
    cJSON *root = json.failed ? NULL : cJSON_ParseWithLength(json.data, json.len);
    if (root)
        gametree_text_of(root, out);
    out->failed = out->failed || !root;
    cJSON_Delete(root);
    nash_buf_free(&json);
}
