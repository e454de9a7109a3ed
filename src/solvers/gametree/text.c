/* The text form, one problem per line: a tree in brackets, "((3 5) (2 9))" (tree/read/text.c), or a game and its
 * position:
 *
 *     tictactoe .O..X....    connect4 44455    grundy 7 3    nim 3 4 5    grundy misere 7    nim take 3 misere 5
 *
 * The answer is the value, in misere play "win" or "loss" of the player to move, and a best move: a child's index, a
 * cell, a column, "7->2+5" or "5->1"; "-" without a move, "timeout" without a value. */
#include "text.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include <solvers/gametree/tree/read/text.h>
#include <solvers/kit/beside_text.h>
#include <solvers/kit/text_answer.h>
#include <solvers/kit/text_reader.h>

#include "games.h"

enum { MEMBERS_MAX = 16 }; /* members of a game, besides "game" */

/* The members that a text describes. */
static const char *const described[] = {"board", "moves", "piles"};
enum { DESCRIBED = sizeof described / sizeof *described };

static const char spaces[] = " \t\n\v\f\r", separators[] = ", \t\n\v\f\r";

/* ---- problems ---- */

static const struct gametree_game *find_game(struct text_span word)
{
    for (unsigned i = 1; gametree_games[i]; i++)
        if (text_is(word, gametree_games[i]->name))
            return gametree_games[i];
    return NULL;
}

/* Refuses members that the game does not have, or that the text describes. */
static void check_members(const struct reader *r, const struct gametree_game *game)
{
    const char *names[MEMBERS_MAX + 1] = {0};
    size_t count = 0;
    for (const char *const *name = game ? game->members : tree_text_members; *name; name++) {
        bool in_text = false;
        for (size_t i = 0; i < DESCRIBED; i++)
            in_text = in_text || strcmp(*name, described[i]) == 0;
        if (!in_text)
            names[count++] = *name;
    }
    reader_only(r, names);
}

static void fail_form(const struct reader *r)
{
    reader_fail(
        r, NASH_INVALID, NULL,
        "write a tree, as in ((3 5) (2 9)), MIN ((3 5) 4) or (<1/3:3 2/3:6> 4), or a game and its position, as "
        "in tictactoe .O..X...., connect4 44455, grundy 7 3, nim 3 4 5, grundy misere 7 or nim take 3 misere 5");
}

/* Writes the first word of a text, if there is one, as a member. Returns false if more follows. */
static bool write_string(struct nash_jsonw *out, const char *member, struct text_span text)
{
    struct text_span word;
    if (text_word(&text, spaces, &word)) {
        nash_jsonw_key(out, member);
        nash_jsonw_string_n(out, word.at, text_length(word));
    }
    return text.at == text.end;
}

/* Refuses a value of "take" that JSON does not have, either. */
static void check_take(const struct reader *r, int64_t take)
{
    if (take < 1 || take > UINT32_MAX)
        reader_fail(r, NASH_INVALID, NULL, "take is an integer from 1 to %" PRIu32 ", not %" PRId64, UINT32_MAX, take);
}

/* Refuses an option of the text that stands beside the text, too. */
static void check_option(const struct reader *r, const char *name)
{
    if (reader_has(r, name))
        reader_fail(r, NASH_UNPROCESSABLE, name, "the text says it, too: leave it out here or there");
}

/* Writes the options, which stand before or after the piles: "misere", and of nim "take 3". */
static bool write_options(const struct reader *r, struct nash_jsonw *out, bool nim, struct text_span text)
{
    struct text_span word;
    int64_t take;
    while (text_word(&text, separators, &word)) {
        if (text_is(word, "misere")) {
            nash_jsonw_kbool(out, "misere", true);
            check_option(r, "misere");
        } else if (nim && text_is(word, "take")) {
            if (!text_word(&text, separators, &word) || !text_int(word, &take))
                return false;
            nash_jsonw_kint(out, "take", take);
            check_take(r, take);
            check_option(r, "take");
        }
    }
    return true;
}

/* Writes the member "piles" from integers apart by spaces or commas. Returns false if a word is no integer and belongs
 * to no option. */
static bool write_piles(struct nash_jsonw *out, bool nim, struct text_span text)
{
    struct text_span word;
    int64_t pile;
    bool valid = true;
    nash_jsonw_karray(out, "piles");
    while (valid && text_word(&text, separators, &word)) {
        if (nim && text_is(word, "take"))
            text_word(&text, separators, &word);
        else if (!text_is(word, "misere") && (valid = text_int(word, &pile)))
            nash_jsonw_int(out, pile);
    }
    nash_jsonw_array_end(out);
    return valid;
}

/* Writes the members beside the text, without the braces around them. */
static void write_members(struct nash_jsonw *out, const struct nash_json *members)
{
    if (!members || !members->root->child)
        return;
    const char *begin = (const char *)memchr(members->text, '{', members->len) + 1;
    const char *end = memrchr(members->text, '}', members->len);
    if (out->out->data[out->out->len - 1] != '{')
        nash_buf_putc(out->out, ',');
    nash_buf_add(out->out, begin, (size_t)(end - begin));
}

/* Moves an error in a member that the text describes to the text itself. */
static void move_error(const struct reader *r)
{
    struct nash_error *error = r->root->error;
    for (size_t i = 0; error && !reader_ok(r) && i < DESCRIBED; i++)
        if (error->pointer[0] == '/' && strncmp(error->pointer + 1, described[i], strlen(described[i])) == 0)
            error->pointer[0] = '\0';
}

/* Reads a position by way of its JSON form. */
static void *parse_game(const struct gametree_game *game, struct reader *r, struct text_span text)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    struct nash_json doc = {0};
    void *own = NULL;
    bool valid;
    nash_jsonw_object(&out);
    if (game == &gametree_connect4 && !reader_has(r, "want"))
        nash_jsonw_kstring(&out, "want", "best"); /* the answer is the value and a best move */
    if (game == &gametree_tictactoe || game == &gametree_connect4)
        valid = write_string(&out, game == &gametree_tictactoe ? "board" : "moves", text);
    else
        valid = write_options(r, &out, game == &gametree_nim, text) && write_piles(&out, game == &gametree_nim, text);
    write_members(&out, r->doc);
    nash_jsonw_object_end(&out);
    if (!valid)
        fail_form(r);
    else if (buf.failed)
        reader_nomem(r);
    if (reader_ok(r) && nash_json_parse(&doc, buf.data, buf.len, r->arena, NULL) != NASH_OK)
        fail_form(r); /* a NUL, or a number that JSON does not have */
    if (reader_ok(r)) {
        reader_root(r, &doc, r->arena, r->error);
        own = game->parse(r);
        move_error(r);
    }
    nash_json_free(&doc);
    nash_buf_free(&buf);
    return own;
}

/* Returns whether a text begins with the player of a tree. */
static bool begins_with_player(struct text_span text)
{
    return text_length(text) >= 3 && (memcmp(text.at, "MAX", 3) == 0 || memcmp(text.at, "MIN", 3) == 0);
}

/* Reads a problem. */
static struct gametree_problem *parse_problem(struct reader *r, const char *text, size_t len)
{
    struct text_span all = text_trim((struct text_span){text, text + len}), rest = all, word;
    text_word(&rest, spaces, &word);
    const struct gametree_game *game = find_game(word);
    if (!game && text_length(word) && isalpha((unsigned char)*word.at) && !begins_with_player(all))
        fail_form(r);
    check_members(r, game);
    struct gametree_problem *p = READER_NEW(r, struct gametree_problem, 1);
    if (!reader_ok(r))
        return NULL;
    p->game = game ? game : gametree_games[0];
    p->own = game ? parse_game(game, r, text_trim(rest)) : tree_parse_text(r, all.at, text_length(all));
    return p;
}

/* Checks members without a problem: a game or a tree has to take them. Reports the fault of the game that has all of
 * them, or else of a tree. */
static enum nash_status check_members_alone(const struct nash_json *members, struct nash_arena *arena,
                                            struct nash_error *error)
{
    static const char *const samples[] = {"(1 2)", "tictactoe .........", "connect4 4", "grundy 3", "nim 1"};
    struct nash_error found = {0};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        struct nash_error fault = {0};
        struct reader r;
        reader_beside_text(&r, members, arena, &fault);
        parse_problem(&r, samples[i], strlen(samples[i]));
        if (reader_ok(&r))
            return NASH_OK;
        if (i == 0 || (strcmp(found.type, "unknown-member") == 0 && strcmp(fault.type, "unknown-member") != 0))
            found = fault;
    }
    *error = found;
    return found.status;
}

/* Changes the error of a member that another game has to NASH_UNPROCESSABLE: the schema does not know the game of a
 * text, so it allows what any of them has. */
static enum nash_status allow_other_games(const struct nash_json *members, struct nash_arena *arena,
                                          struct nash_error *error)
{
    struct nash_error alone;
    if (error->pointer[0] == '\0' || check_members_alone(members, arena, &alone) == NASH_INVALID)
        return NASH_INVALID;
    error->type[0] = '\0';
    return error->status = NASH_UNPROCESSABLE;
}

enum nash_status gametree_parse_text(const char *text, size_t len, const struct nash_json *members,
                                     struct nash_arena *arena, void **problem, struct nash_error *error)
{
    struct reader r;
    if (!text)
        return check_members_alone(members, arena, error);
    reader_beside_text(&r, members, arena, error);
    *problem = parse_problem(&r, text, len);
    enum nash_status status = reader_status(&r);
    return status == NASH_INVALID && error ? allow_other_games(members, arena, error) : status;
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

/* Appends the move {"pile", "into"} as "7->2+5", or {"pile", "to"} as "5->1". */
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

/* Appends the value, or in misere play the result of the player to move. Returns false if there is none. */
static bool put_value(const cJSON *result, struct nash_buf *out)
{
    const cJSON *value = nash_json_get(result, "value"), *winner = nash_json_get(result, "winner");
    bool misere = cJSON_IsTrue(nash_json_get(result, "misere"));
    if (misere ? !winner : !value || cJSON_IsNull(value))
        return false;
    if (misere)
        nash_buf_puts(out, cJSON_Compare(winner, nash_json_get(result, "to_move"), true) ? "win" : "loss");
    else
        put_plain(value, out);
    return true;
}

/* Remarks that the value is only a bound, or what bounds there are without a value. */
static void remark_bounds(const cJSON *result, struct nash_buf *out)
{
    const cJSON *bound = nash_json_get(result, "bound"), *bounds = nash_json_get(result, "bounds");
    if (cJSON_IsString(bound))
        text_remark(out, strcmp(bound->valuestring, "upper") == 0 ? "the value is an upper bound"
                                                                  : "the value is a lower bound");
    if (cJSON_IsArray(bounds))
        text_remark(out, "the value is from %.0f to %.0f", cJSON_GetArrayItem(bounds, 0)->valuedouble,
                    cJSON_GetArrayItem(bounds, 1)->valuedouble);
}

/* Remarks the scores of the columns and the line of connect four, "columns: 1 -4, 2 -3..1, 3 18" and "line: 3 4 6". */
static void remark_columns(const cJSON *result, struct nash_buf *out)
{
    struct nash_buf columns = NASH_BUF_INIT(0), line = NASH_BUF_INIT(0);
    const cJSON *item, *bounds;
    cJSON_ArrayForEach(item, nash_json_get(result, "moves"))
    {
        nash_buf_printf(&columns, "%s%.0f ", columns.len > 0 ? ", " : "", text_member_number(item, "move"));
        if ((bounds = nash_json_get(item, "bounds")))
            nash_buf_printf(&columns, "%d..%d", bounds->child->valueint, bounds->child->next->valueint);
        else
            nash_buf_printf(&columns, "%.0f", text_member_number(item, "value"));
    }
    cJSON_ArrayForEach(item, nash_json_get(result, "line")) nash_buf_printf(&line, " %d", item->valueint);
    if (columns.len > 0)
        text_remark(out, "columns: %s", nash_buf_cstr(&columns));
    if (line.len > 0)
        text_remark(out, "line:%s", nash_buf_cstr(&line));
    nash_buf_free(&columns);
    nash_buf_free(&line);
}

void gametree_text_of(const cJSON *result, struct nash_buf *out)
{
    static const struct text_part parts[] = {{"trace", "trace", false},
                                             {"compare", "engines", false},
                                             {"count", "counts", false},
                                             {"tree", "states", false}};
    const cJSON *best = nash_json_get(result, "best");
    text_remark_parts(result, parts, sizeof parts / sizeof *parts, out);
    remark_bounds(result, out);
    if (strcmp(text_member_string(result, "game"), "connect4") == 0)
        remark_columns(result, out);
    if (!put_value(result, out)) {
        nash_buf_puts(out, "timeout");
        return;
    }
    nash_buf_putc(out, ' ');
    if (cJSON_IsObject(best))
        put_move(best, out);
    else if (best && !cJSON_IsNull(best))
        put_plain(best, out);
    else
        nash_buf_putc(out, '-');
}
