/* The plug-in "gametree": each function calls that of the game in the request. */
#include <string.h>

#include "games.h"
#include "text.h"

enum { MEMBERS_MAX = 32 }; /* members of a game's request besides "game" */

/* ---- the game of a request ---- */

static const struct gametree_game *find_game(const cJSON *item)
{
    for (unsigned i = 1; item && gametree_games[i]; i++)
        if (cJSON_IsString(item) && strcmp(item->valuestring, gametree_games[i]->name) == 0)
            return gametree_games[i];
    return item ? NULL : gametree_games[0];
}

static void fail_game(const struct reader *r)
{
    char words[128] = "", *end = words;
    for (unsigned i = 1; gametree_games[i]; i++)
        end = stpcpy(stpcpy(end, i > 1 ? ", " : ""), gametree_games[i]->name);
    reader_fail(r, NASH_INVALID, "game", "must be one of %s; for a tree of your own leave it out", words);
}

/* Refuses members that the game does not have. */
static void check_members(const struct reader *r, const struct gametree_game *game)
{
    const char *names[MEMBERS_MAX + 1] = {"game"};
    for (unsigned i = 0; game->members[i]; i++)
        names[i + 1] = game->members[i];
    reader_only(r, names);
}

/* Requires exactly one form of a tree. */
static void check_form(const struct reader *r)
{
    static const char *const forms[] = {"tree", "parent", "first_child", "children", "generate"};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (!reader_has(r, forms[i]))
            continue;
        if (found && !(i == 3 && strcmp(found, "first_child") == 0))
            reader_fail(r, NASH_INVALID, NULL, "\"%s\" and \"%s\" are two trees: give one of them", found, forms[i]);
        found = forms[i];
    }
    if (!found)
        reader_fail(
            r, NASH_INVALID, NULL,
            "there is no tree: give \"tree\", for example {\"tree\": [\"MAX\", [\"MIN\", 3, 5], [\"MIN\", 2, 9]]}, "
            "or \"first_child\", \"parent\", \"generate\", or \"game\"");
}

static enum nash_status parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error)
{
    struct reader r;
    reader_root(&r, doc, arena, error);
    if (!cJSON_IsObject(doc->root))
        return reader_fail(&r, NASH_INVALID, NULL, "must be an object");
    const struct gametree_game *game = find_game(nash_json_get(doc->root, "game"));
    if (!game) {
        fail_game(&r);
        return reader_status(&r);
    }
    check_members(&r, game);
    if (game == gametree_games[0])
        check_form(&r);
    struct gametree_problem *p = READER_NEW(&r, struct gametree_problem, 1);
    if (reader_ok(&r))
        *p = (struct gametree_problem){.game = game, .own = game->parse(&r)};
    *problem = p;
    return reader_status(&r);
}

/* ---- calls ---- */

static void canon(const void *problem, struct nash_sha256 *sha)
{
    const struct gametree_problem *p = problem;
    nash_sha256_string(sha, p->game->name);
    p->game->canon(p->own, sha);
}

static enum nash_status solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error)
{
    const struct gametree_problem *p = problem;
    return p->game->solve(p->own, run, result, error);
}

static enum nash_status verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct gametree_problem *p = problem;
    return p->game->verify(p->own, result, error);
}

static void write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct gametree_problem *p = problem;
    p->game->write(p->own, result, out);
}

static void describe(const void *problem, struct nash_buf *out)
{
    const struct gametree_problem *p = problem;
    nash_buf_puts(out, p->game->name);
}

const struct nash_solver nash_solver_gametree = {
    .kind = "gametree",
    .title = "Game trees: minimax, alpha-beta, and four games",
    .version = "2",
    .limits = {.body_bytes = 160 << 20, /* ten million nodes in flat arrays */
               .memory_bytes = 1 << 30,
               .result_bytes = 16 << 20,
               .time_ms_default = 10000,
               .time_ms_max = 600000},
    .prepare = gametree_prepare,
    .parse = parse,
    .parse_text = gametree_parse_text,
    .canon = canon,
    .solve = solve,
    .verify = verify,
    .describe = describe,
    .write = write,
    .text_of = gametree_text_of,
};
