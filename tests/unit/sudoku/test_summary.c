/* The summary of a result: its phrases for every outcome, and its agreement with the other members of the result. */
#include <cjson/cJSON.h>

#include <solvers/sudoku/stops.h>

#include "harness/boards.h"
#include "harness/harness.h"

#define EASY   "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
#define SOLVED "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
#define CAGES  ",\"cages\":[{\"sum\":9,\"cells\":[[1,2],[1,1]]}]"

/* Solves a problem and returns the result as JSON. forced: number of the stop check that is forced to fire, 0 = none.
 */
static cJSON *result_of(const char *body, unsigned forced)
{
    struct nash_arena *arena = nash_arena_new(256 << 20);
    struct nash_run run = {.arena = arena, .force_check = forced};
    struct nash_buf out = NASH_BUF_INIT(0);
    struct nash_error error;
    bool final;
    if (nash_solve_run(&nash_solver_sudoku, NASH_FORMAT_JSON, body, strlen(body), false, &run, &out, &final, &error) !=
        NASH_OK)
        fail_msg("%s: %s", body, error.detail);
    cJSON *root = cJSON_Parse(nash_buf_cstr(&out));
    assert_non_null(root);
    nash_buf_free(&out);
    nash_arena_free(arena);
    return root;
}

/* Checks the form of the summary and returns it. */
static const char *summary_in(const cJSON *root)
{
    const cJSON *first = root->child;
    assert_string_equal(first->string, "summary");
    assert_true(cJSON_IsString(first));
    assert_in_range(strlen(first->valuestring), 1, NASH_SUMMARY_MAX);
    for (const char *c = first->valuestring; *c; c++)
        assert_true(*c >= ' ' && *c <= '~' && *c != '"' && *c != '\\');
    return first->valuestring;
}

static const struct {
    const char *body;
    unsigned forced;
    const char *summary;
} cases[] = {
    {"{\"puzzle\":\"" EASY "\"}", 0, "9x9, 30 clues: unique"},
    {"{\"puzzle\":\"1...............\"}", 0, "4x4, 1 clue: 2 or more solutions"},
    {"{\"puzzle\":\"1...............\",\"solutions\":1}", 0, "4x4, 1 clue: solved"},
    {"{\"puzzle\":\"1...............\",\"solutions\":99}", 0, "4x4, 1 clue: 72 solutions"},
    {"{\"puzzle\":\"11..............\"}", 0, "4x4, 2 clues: conflicts"},
    {"{\"puzzle\":\"12.....3........\"}", 0, "4x4, 3 clues: no solution"},
    {"{\"puzzle\":\"................\"}", SUDOKU_CHECK_ROOT, "4x4, 0 clues: timeout"},
    {"{\"check\":true,\"puzzle\":\"" EASY "\"}", 0, "9x9, 30 clues: completable"},
    {"{\"check\":true,\"puzzle\":\"" SOLVED "\"}", 0, "9x9, 81 clues: finished"},
    {"{\"check\":true,\"puzzle\":\"12.....3........\"}", 0, "4x4, 3 clues: no solution"},
    {"{\"puzzle\":\"1...............\",\"diagonal\":true,\"disjoint\":true}", 0,
     "4x4, diagonal, disjoint groups, 1 clue: 2 or more solutions"},
    {"{\"puzzle\":\"5........................\",\"regions\":\"aaabbaacbbdcccbddceeddeee\"" CAGES "}", 0,
     "5x5, irregular, killer, 1 clue: 2 or more solutions"},
    {"{\"puzzle\":\"" EASY "\",\"explain\":true}", 0, "9x9: explained, 51 steps, rating 1.2, hidden single in box"},
    {"{\"puzzle\":\"" SOLVED "\",\"explain\":true}", 0, "9x9: explained, 0 steps"},
    {"{\"puzzle\":\"1...............\",\"explain\":true}", 0, "4x4, 1 clue: 2 or more solutions"},
    {"{\"puzzle\":\"11..............\",\"explain\":true}", 0, "4x4, 2 clues: conflicts"},
    {"{\"puzzle\":\"" EASY "\",\"explain\":true}", SUDOKU_CHECK_EXPLAIN, "9x9: explained in part, 0 steps"},
    {"{\"puzzle\":\"" EASY "\",\"hint\":true}", 0, "9x9: hint, hidden single in box"},
    {"{\"puzzle\":\"" SOLVED "\",\"hint\":true}", 0, "9x9: no hint"},
    {"{\"generate\":{\"size\":4,\"clues\":6}}", 0, "4x4: made, 6 clues, easy"},
    {"{\"generate\":{\"size\":9,\"clues\":40,\"difficulty\":\"easy\"}}", 0, "9x9: made, 40 clues, easy"},
    {"{\"puzzle\":\"1...............\",\"method\":\"sap\"}", 0, "4x4, 1 clue: solved by sap"},
    {"{\"puzzle\":\"1...............\",\"method\":\"tabu\"}", 0, "4x4, 1 clue: solved by tabu"},
    {"{\"puzzle\":\"" EASY "\",\"method\":\"tabu\"}", 0, "9x9, 30 clues: unique"},
    {"{\"puzzle\":\"................\",\"method\":\"tabu\",\"updates\":1,\"restarts\":0}", 0,
     "4x4, 0 clues: unsolved, potential "},
    {"{\"puzzle\":\"12.....3........\",\"method\":\"sap\",\"propagate\":false,\"updates\":400}", 0,
     "4x4, 3 clues: unsolved, potential "},
    {"{\"puzzle\":\"................\",\"method\":\"sap\"}", SUDOKU_CHECK_GAME, "4x4, 0 clues: timeout"},
    {"{\"generate\":{\"size\":16}}", SUDOKU_CHECK_GENERATE, "16x16: none made, timeout"},
};

static double number_in(const cJSON *root, const char *name)
{
    return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(root, name));
}

static void words_of_each_outcome(void **state)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cJSON *root = result_of(cases[i].body, cases[i].forced);
        char want[NASH_SUMMARY_MAX + 1];
        const cJSON *game = cJSON_GetObjectItemCaseSensitive(root, "game");
        snprintf(want, sizeof want, "%s", cases[i].summary);
        if (want[strlen(want) - 1] == ' ') /* the expected text ends with the potential of the final grid */
            snprintf(want + strlen(want), sizeof want - strlen(want), "%d", (int)number_in(game, "potential"));
        if (strcmp(summary_in(root), want) != 0)
            fail_msg("%s: \"%s\", not \"%s\"", cases[i].body, summary_in(root), want);
        cJSON_Delete(root);
    }
}

/* Builds the expected summary from the other members of the result. */
static void words_of(char *out, size_t size, const cJSON *root)
{
    const char *verdict = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, "verdict"));
    int n = (int)number_in(root, "size"), clues = (int)number_in(root, "clues"), count = (int)number_in(root, "count");
    bool all = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(root, "count_complete"));
    char what[40];
    if (strcmp(verdict, "solved") != 0)
        snprintf(what, sizeof what, "%s", strcmp(verdict, "contradiction") == 0 ? "conflicts" : "no solution");
    else if (count == 1)
        snprintf(what, sizeof what, "%s", all ? "unique" : "solved");
    else
        snprintf(what, sizeof what, "%d %ssolutions", count, all ? "" : "or more ");
    snprintf(out, size, "%dx%d, %d clue%s: %s", n, n, clues, clues == 1 ? "" : "s", what);
}

static void words_agree_with_the_rest(void **state)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 5);
    for (int i = 0; i < 2000; i++) {
        char body[80] = "{\"puzzle\":\"................\",\"solutions\":", want[NASH_SUMMARY_MAX];
        for (uint64_t k = nash_rng_below(&rng, 10); k > 0; k--)
            body[11 + nash_rng_below(&rng, 16)] = (char)('1' + nash_rng_below(&rng, 4));
        snprintf(body + strlen(body), sizeof body - strlen(body), "%u}", 1 + (unsigned)nash_rng_below(&rng, 20));
        cJSON *root = result_of(body, 0);
        words_of(want, sizeof want, root);
        if (strcmp(summary_in(root), want) != 0)
            fail_msg("%s: \"%s\", not \"%s\"", body, summary_in(root), want);
        cJSON_Delete(root);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_each_outcome),
        cmocka_unit_test(words_agree_with_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
