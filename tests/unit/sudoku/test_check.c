/* The task "check": its result agrees with brute force, its conflicts exist, and it does not show a solution. */
#include <cjson/cJSON.h>

#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/stops.h>

#include "harness/boards.h"
#include "harness/harness.h"

enum { ARENA_BYTES = 32 << 20 };

#define SOLVED "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

static cJSON *answer_of(const char *body, bool final)
{
    struct nash_answer answer;
    if (nash_solve("sudoku", body, strlen(body), NULL, &answer) != NASH_OK)
        fail_msg("%s: %s", body, answer.error.detail);
    cJSON *root = cJSON_Parse(answer.json);
    assert_int_equal(answer.final, final);
    nash_answer_free(&answer);
    return root;
}

static void expect_text(const cJSON *root, const char *name, const char *text)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(root, name);
    if (!cJSON_IsString(item) || strcmp(item->valuestring, text) != 0)
        fail_msg("%s is %s, not %s", name, cJSON_IsString(item) ? item->valuestring : "no text", text);
}

/* ---- what is named ---- */

static const struct {
    const char *body, *verdict;
    bool complete, completable;
    const char *conflicts; /* JSON of the conflicts */
} cases[] = {
    {"{\"check\":true,\"puzzle\":\"" SOLVED "\"}", "solved", true, true, "[]"},
    {"{\"check\":true,\"puzzle\":\"1...............\"}", "completable", false, true, "[]"},
    {"{\"check\":true,\"puzzle\":\"12.....3........\"}", "unsatisfiable", false, false, "[]"},
    {"{\"check\":true,\"puzzle\":\"12....12........\"}", "completable", false, true, "[]"},
    {"{\"check\":true,\"puzzle\":\"12......3.......\"}", "completable", false, true, "[]"},
    {"{\"check\":true,\"puzzle\":\"123....4........\"}", "unsatisfiable", false, false, "[]"},
    {"{\"check\":true,\"puzzle\":\"1234341221434322\"}", "contradiction", true, false,
     "[{\"unit\":\"row 4\",\"value\":\"2\",\"cells\":[[4,3],[4,4]]},{\"unit\":\"column 4\",\"value\":\"2\",\"cells\":"
     "[[2,4],[4,4]]},{\"unit\":\"box 4\",\"value\":\"2\",\"cells\":[[4,3],[4,4]]}]"},
    {"{\"check\":true,\"puzzle\":\"1....1....1....1\",\"diagonal\":true}", "contradiction", false, false,
     "[{\"unit\":\"box 1\",\"value\":\"1\",\"cells\":[[1,1],[2,2]]},{\"unit\":\"box "
     "4\",\"value\":\"1\",\"cells\":[[3,3],"
     "[4,4]]},{\"unit\":\"diagonal 1\",\"value\":\"1\",\"cells\":[[1,1],[2,2],[3,3],[4,4]]}]"},
    {"{\"check\":true,\"puzzle\":\"...3.....2......\",\"diagonal\":true}", "completable", false, true, "[]"},
    {"{\"check\":true,\"puzzle\":\"...3........3...\",\"diagonal\":true}", "contradiction", false, false,
     "[{\"unit\":\"diagonal 2\",\"value\":\"3\",\"cells\":[[1,4],[4,1]]}]"},
    {"{\"check\":true,\"puzzle\":\".4...........4..\",\"disjoint\":true,\"diagonal\":true}", "contradiction", false,
     false, "[{\"unit\":\"column 2\",\"value\":\"4\",\"cells\":[[1,2],[4,2]]}]"},
    {"{\"check\":true,\"puzzle\":\"4.........4.....\",\"disjoint\":true}", "contradiction", false, false,
     "[{\"unit\":\"group 1\",\"value\":\"4\",\"cells\":[[1,1],[3,3]]}]"},
    {"{\"check\":true,\"puzzle\":\"5........5...............\",\"regions\":\"aaabbaacbbdcccbddceeddeee\"}",
     "completable", false, true, "[]"},
    {"{\"check\":true,\"puzzle\":\"5........................\",\"regions\":\"aaabbaacbbdcccbddceeddeee\",\"cages\":[{"
     "\"sum\":9,"
     "\"cells\":[[1,2],[1,1]]},{\"sum\":8,\"cells\":[[5,5],[4,4],[3,3]]}]}",
     "completable", false, true, "[]"},
    {"{\"check\":true,\"puzzle\":\"5........................\",\"regions\":\"aaabbaacbbdcccbddceeddeee\",\"cages\":[{"
     "\"sum\":11,"
     "\"cells\":[[1,2],[1,1]]},{\"sum\":13,\"cells\":[[5,5],[4,4],[3,3]]}]}",
     "contradiction", false, false,
     "[{\"unit\":\"cage 1\",\"sum\":11,\"cells\":[[1,1],[1,2]]},{\"unit\":\"cage "
     "2\",\"sum\":13,\"cells\":[[3,3],[4,4],[5,5]]}]"},
    {"{\"check\":true,\"puzzle\":\"1....1..........\",\"regions\":\"aabbaabbccddccdd\",\"cages\":[{\"sum\":2,\"cells\":"
     "[[2,2],[1,1]]}]}",
     "contradiction", false, false,
     "[{\"unit\":\"box 1\",\"value\":\"1\",\"cells\":[[1,1],[2,2]]},{\"unit\":\"cage "
     "1\",\"value\":\"1\",\"cells\":[[1,1],[2,2]]}]"},
    {"{\"check\":true,\"cages\":[{\"sum\":10,\"cells\":[[1,1]]}]}", "contradiction", false, false,
     "[{\"unit\":\"cage 1\",\"sum\":10,\"cells\":[[1,1]]}]"},
};

static void conflicts_are_named(void **state)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cJSON *root = answer_of(cases[i].body, true);
        char *conflicts = cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(root, "conflicts"));
        const cJSON *verdict = cJSON_GetObjectItemCaseSensitive(root, "verdict");
        if (strcmp(conflicts, cases[i].conflicts) != 0 || strcmp(verdict->valuestring, cases[i].verdict) != 0)
            fail_msg("%s gave %s %s", cases[i].body, verdict->valuestring, conflicts);
        assert_int_equal(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(root, "complete")), cases[i].complete);
        assert_int_equal(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(root, "completable")), cases[i].completable);
        cJSON_free(conflicts);
        cJSON_Delete(root);
    }
}

/* ---- against brute force ---- */

static void random_grids_agree_with_brute_force(void **state)
{
    static struct sudoku_cage cage[36];
    static uint16_t cell[36];
    unsigned seen[5] = {0};
    struct nash_rng rng;
    nash_rng_seed(&rng, 31);
    for (unsigned k = 0; k < 600; k++) {
        unsigned tall = 2, wide = 2 + k % 2, n = tall * wide;
        uint8_t grid[36];
        board_full(&rng, tall, wide, grid);
        size_t cages = k % 3 ? 0 : board_cages(&rng, n, grid, 3, 60, cage, cell);
        if (k % 7)
            board_uniform(&rng, n, (unsigned)nash_rng_below(&rng, n * n), grid);
        if (k % 2)
            grid[nash_rng_below(&rng, n * n)] = (uint8_t)(1 + nash_rng_below(&rng, n));
        struct sudoku_problem p = board_problem(tall, wide, grid, 1);
        p.task = SUDOKU_CHECK;
        p.cages = cages;
        p.cage = cage;
        p.diagonal = k % 5 == 0;
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct solved s = {.run = {.arena = arena}};
        solve(&p, &s);
        bool can = brute_count(&p, 1);
        enum sudoku_verdict verdict = s.answer->verdict;
        if ((can && verdict != (p.clues == n * n ? SUDOKU_SOLVED : SUDOKU_COMPLETABLE)) ||
            (!can && verdict != SUDOKU_UNSATISFIABLE && verdict != SUDOKU_CONTRADICTION)) {
            show(&p);
            fail_msg("verdict %d", verdict);
        }
        assert_true(s.result.final);
        seen[verdict]++;
        nash_arena_free(arena);
    }
    for (unsigned verdict = 0; verdict < 5; verdict++)
        assert_true(verdict == SUDOKU_TIMEOUT || seen[verdict] > 10);
}

/* ---- nothing is given away ---- */

static const char *open_25x25(struct nash_buf *body)
{
    nash_buf_puts(body, "{\"check\":true,\"puzzle\":\"");
    for (unsigned cell = 0; cell < 625; cell++)
        nash_buf_putc(body, cell ? '.' : 'A');
    nash_buf_puts(body, "\"}");
    return nash_buf_cstr(body);
}

static void no_solution_is_shown(void **state)
{
    static const char *const hidden[] = {"solution", "other_solution", "partial", "count", "unique"};
    struct nash_buf body = NASH_BUF_INIT(0);
    cJSON *root = answer_of(open_25x25(&body), true);
    expect_text(root, "verdict", "completable");
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        assert_null(cJSON_GetObjectItemCaseSensitive(root, hidden[i]));
    expect_text(root, "summary", "25x25, 1 clue: completable");
    for (const cJSON *item = root->child->next; item; item = item->next)
        assert_true(!cJSON_IsString(item) || strlen(item->valuestring) <= 25);
    cJSON_Delete(root);
    nash_buf_free(&body);
}

static void hear(struct nash_run *run, const char *json, size_t len)
{
    unsigned *reports = run->host;
    assert_null(memmem(json, len, "best", 4));
    ++*reports;
}

/* If the run is stopped before the result, the result is null; progress reports show no grid. */
static void time_may_end_before_it_is_known(void **state)
{
    struct nash_rng rng;
    static uint8_t grid[625];
    unsigned reports = 0;
    nash_rng_seed(&rng, 8);
    board_full(&rng, 5, 5, grid);
    board_balanced(&rng, 5, 5, 14, grid);
    for (unsigned k = 0; k < 2; k++) {
        struct nash_arena *arena = nash_arena_new(256 << 20);
        struct sudoku_problem p = board_problem(5, 5, grid, 1);
        p.task = SUDOKU_CHECK;
        struct solved s = {.run = {.arena = arena,
                                   .force_check = k ? SUDOKU_CHECK_ROOT : 0,
                                   .node_limit = 2000,
                                   .progress = hear,
                                   .host = &reports}};
        struct nash_buf out = NASH_BUF_INIT(0);
        struct nash_jsonw json = NASH_JSONW(&out);
        solve(&p, &s);
        nash_solver_sudoku.write(&p, &s.result, &json);
        bool known = s.answer->verdict != SUDOKU_TIMEOUT;
        assert_true(!known || !k);
        assert_int_equal(s.result.final, known);
        assert_int_equal(strstr(nash_buf_cstr(&out), "\"completable\":null") != NULL, !known);
        nash_buf_free(&out);
        nash_arena_free(arena);
    }
    assert_true(reports > 0);
}

/* ---- lies ---- */

static void verify_catches_lies(void **state)
{
    static const uint16_t cells[] = {0, 1}, three[] = {0, 1, 2};
    static uint8_t clue[16] = {1, 2}, wrong[16] = {1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 2};
    struct sudoku_cage cage[] = {{.sum = 4, .count = 2, .cell = cells}, {.sum = 8, .count = 3, .cell = three}};
    struct sudoku_problem p = board_problem(2, 2, clue, 1);
    struct nash_error error;
    p.task = SUDOKU_CHECK;
    p.cage = cage;
    p.cages = 1;
    struct sudoku_conflict sum = {.unit = 12, .count = 2, .cell = cells}; /* a real conflict: 1 + 2 is not 4 */
    struct sudoku_answer a = {.verdict = SUDOKU_CONTRADICTION, .conflict = &sum, .conflicts = 1, .complete = true};
    struct nash_result result = {.final = true, .answer = &a};
    assert_int_equal(nash_solver_sudoku.verify(&p, &result, &error), NASH_OK);
    sum.unit = 13; /* there is no such cage */
    assert_int_equal(nash_solver_sudoku.verify(&p, &result, &error), NASH_INTERNAL);
    sum.unit = 0; /* a row has no sum */
    assert_int_equal(nash_solver_sudoku.verify(&p, &result, &error), NASH_INTERNAL);
    sum = (struct sudoku_conflict){.unit = 12, .count = 3, .cell = three}; /* 1 + 2 + 4 can be 7, not 8 */
    p.cage = cage + 1;
    assert_int_equal(nash_solver_sudoku.verify(&p, &result, &error), NASH_OK);
    cage[1].sum = 7;
    assert_int_equal(nash_solver_sudoku.verify(&p, &result, &error), NASH_INTERNAL);
    a = (struct sudoku_answer){.verdict = SUDOKU_COMPLETABLE, .count = 1, .solution = wrong};
    p.cages = 0;
    assert_int_equal(nash_solver_sudoku.verify(&p, &result, &error), NASH_INTERNAL);
    wrong[15] = 1;
    assert_int_equal(nash_solver_sudoku.verify(&p, &result, &error), NASH_OK);
    a.verdict = SUDOKU_SOLVED; /* wrong: the grid is not full */
    assert_int_equal(nash_solver_sudoku.verify(&p, &result, &error), NASH_INTERNAL);
    p.diagonal = true;
    a.verdict = SUDOKU_COMPLETABLE; /* the diagonal of wrong holds 1, 4, 4, 1 */
    assert_int_equal(nash_solver_sudoku.verify(&p, &result, &error), NASH_INTERNAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conflicts_are_named),  cmocka_unit_test(random_grids_agree_with_brute_force),
        cmocka_unit_test(no_solution_is_shown), cmocka_unit_test(time_may_end_before_it_is_known),
        cmocka_unit_test(verify_catches_lies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
