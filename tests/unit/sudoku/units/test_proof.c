/* Proofs in units against one search: counts, lists in order, uniqueness; whatever the cut, the budgets and the order.
 */
#include <cjson/cJSON.h>

#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/exact/search.h>
#include <solvers/sudoku/nine/part.h>

#include "forest.h"

extern const struct nash_solver nash_solver_sudoku;

enum { KEEP = 5, COUNT_MAX = 3000, NODES_MAX = 20000 };

struct sample {
    struct sudoku_problem problem;
    uint8_t clue[SUDOKU_CELLS_MAX], region[SUDOKU_CELLS_MAX];
    uint64_t allowed[SUDOKU_CELLS_MAX];
    struct sudoku_cage cage[SUDOKU_CELLS_MAX];
    uint16_t cage_cell[SUDOKU_CELLS_MAX];
};

static const struct {
    unsigned size, box_rows, box_cols, clues, weight; /* clues: least share in per cent; weight: share of the boards */
} shapes[] = {{4, 2, 2, 0, 4},   {6, 2, 3, 15, 6},  {6, 3, 2, 15, 3},  {7, 0, 0, 30, 3},
              {8, 2, 4, 33, 3},  {9, 3, 3, 28, 12}, {10, 2, 5, 38, 2}, {12, 3, 4, 44, 2},
              {13, 0, 0, 52, 1}, {16, 4, 4, 50, 2}, {25, 5, 5, 62, 1}, {36, 6, 6, 70, 1}};

static unsigned shape_of(struct nash_rng *rng)
{
    unsigned total = 0, i = 0;
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        total += shapes[k].weight;
    unsigned pick = (unsigned)nash_rng_below(rng, total);
    while (pick >= shapes[i].weight)
        pick -= shapes[i++].weight;
    return i;
}

/* Makes a random board: any size and variant, some without a solution. Returns false if no grid was found. */
static bool make_sample(struct nash_rng *rng, struct sample *s)
{
    unsigned i = shape_of(rng), n = shapes[i].size, cells = n * n, rules = (unsigned)nash_rng_below(rng, 32);
    bool regions = !shapes[i].box_rows || (n <= 12 && rules & 4), plain = n > 16 || rules >= 16;
    memset(s, 0, sizeof *s);
    board_regions(rng, n, shapes[i].box_rows, shapes[i].box_cols, 1 + (unsigned)nash_rng_below(rng, 4), s->region);
    s->problem = (struct sudoku_problem){.size = n,
                                         .box_rows = regions ? 0 : shapes[i].box_rows,
                                         .box_cols = regions ? 0 : shapes[i].box_cols,
                                         .diagonal = !plain && rules & 1,
                                         .disjoint = !plain && !regions && rules & 2,
                                         .region = regions ? s->region : NULL,
                                         .limit = 2,
                                         .clue = s->clue};
    memset(s->problem.symbols, '?', n);
    if (plain && !regions)
        board_full(rng, shapes[i].box_rows, shapes[i].box_cols, s->clue);
    else if (!board_of(rng, &s->problem, s->clue))
        return false;
    unsigned percent = shapes[i].clues + (unsigned)nash_rng_below(rng, 12);
    if (!plain && n <= 9 && rules & 8) {
        s->problem.cages =
            board_cages(rng, n, s->clue, 2 + (unsigned)nash_rng_below(rng, 3), 60, s->cage, s->cage_cell);
        s->problem.cage = s->cage;
        percent /= 2;
    }
    board_uniform(rng, n, cells * percent / 100, s->clue);
    if (!nash_rng_below(rng, 8))
        s->clue[nash_rng_below(rng, cells)] = (uint8_t)(1 + nash_rng_below(rng, n));
    if (!nash_rng_below(rng, 6)) { /* pencilmarks */
        for (unsigned cell = 0; cell < cells; cell++)
            s->allowed[cell] = nash_rng_below(rng, 9) ? (UINT64_C(1) << n) - 1 : (nash_rng_next(rng) | 1) % (1ULL << n);
        s->problem.allowed = s->allowed;
    }
    for (unsigned cell = 0; cell < cells; cell++)
        s->problem.clues += s->clue[cell] != 0;
    return true;
}

static int compare_grids(const void *a, const void *b, void *cells)
{
    return memcmp(a, b, *(unsigned *)cells);
}

/* Counts by one search and writes all solutions, in lexicographic order. Returns -1 if there are too many. */
static int count_plainly(const struct sudoku_problem *p, uint8_t *all, struct nash_arena *arena)
{
    unsigned cells = p->size * p->size;
    int count = 0;
    struct sudoku_board *board = sudoku_board_new(arena, sudoku_geometry_new(arena, p));
    if (!sudoku_board_load(board, p) || !sudoku_board_propagate(board))
        return 0;
    struct sudoku_search *search = sudoku_search_new(arena, board);
    enum sudoku_outcome outcome;
    while ((outcome = sudoku_search_next(search, NODES_MAX)) == SUDOKU_FOUND && count < COUNT_MAX)
        sudoku_board_grid(board, all + (size_t)cells * (unsigned)count++);
    qsort_r(all, (size_t)count, cells, compare_grids, &cells);
    return outcome == SUDOKU_EXHAUSTED ? count : -1;
}

static bool is_among(const uint8_t *grid, const uint8_t *all, unsigned count, unsigned cells)
{
    for (unsigned i = 0; i < count; i++)
        if (memcmp(grid, all + (size_t)i * cells, cells) == 0)
            return true;
    return false;
}

static void check_count(struct nash_rng *rng, const struct sudoku_problem *p, int expected, const uint8_t *all,
                        bool least)
{
    static struct forest f;
    unsigned cells = p->size * p->size;
    if (!forest_begin(&f, p, rng, KEEP, least, 0)) {
        assert_int_equal(expected, 0);
        forest_end(&f);
        return;
    }
    f.any_budget = nash_rng_below(rng, 4);
    if (nash_rng_below(rng, 2))
        assert_true(proof_job_cut(&f.job, 1 + (unsigned)nash_rng_below(rng, 20), forest_add, &f));
    else
        proof_job_try(&f.job, forest_add, &f);
    forest_run_all(&f);
    forest_merge(&f);
    assert_true(f.job.complete && !f.job.enough);
    assert_int_equal((int)f.job.count, expected);
    assert_int_equal(f.job.kept, expected < KEEP ? expected : KEEP);
    for (unsigned i = 0; i < f.job.kept; i++) {
        const uint8_t *grid = f.job.solution + (size_t)i * cells;
        if (least)
            assert_memory_equal(grid, all + (size_t)i * cells, cells);
        else
            assert_true(is_among(grid, all, (unsigned)expected, cells));
    }
    forest_end(&f);
}

/* A limit: the first solutions in the order of the tree, whatever the order of the answers. */
static void check_limit(struct nash_rng *rng, const struct sudoku_problem *p, int expected)
{
    static struct forest f;
    uint8_t first[2][SUDOKU_CELLS_MAX];
    unsigned cells = p->size * p->size, limit = 1 + (unsigned)nash_rng_below(rng, 4);
    for (unsigned turn = 0; turn < 2; turn++) {
        if (forest_begin(&f, p, rng, 2, false, limit)) {
            assert_true(proof_job_cut(&f.job, 8, forest_add, &f));
            forest_run_all(&f);
            forest_merge(&f);
            unsigned count = expected < (int)limit ? (unsigned)expected : limit;
            assert_int_equal((int)f.job.count, (int)count);
            assert_int_equal(f.job.enough, expected >= (int)limit);
            assert_int_equal(f.job.complete, expected < (int)limit);
            for (unsigned i = 0; i < f.job.kept && turn; i++)
                assert_memory_equal(first[i], f.job.solution + (size_t)i * cells, cells);
            for (unsigned i = 0; i < f.job.kept; i++)
                memcpy(first[i], f.job.solution + (size_t)i * cells, cells);
        }
        forest_end(&f);
    }
}

static void units_count_as_one_search(void **state)
{
    static struct sample s;
    struct nash_rng rng = test_rng();
    unsigned none = 0, one = 0, several = 0, wanted = test_length(160, 10000);
    for (unsigned k = 0; k < wanted; k++) {
        if (!make_sample(&rng, &s))
            continue;
        struct nash_arena *arena = nash_arena_new(256 << 20);
        uint8_t *all = nash_arena_alloc_raw(arena, (size_t)COUNT_MAX * s.problem.size * s.problem.size, 1);
        int count = count_plainly(&s.problem, all, arena);
        if (count >= 0) {
            check_count(&rng, &s.problem, count, all, nash_rng_below(&rng, 2));
            if (k % 4 == 0)
                check_limit(&rng, &s.problem, count);
            none += count == 0;
            one += count == 1;
            several += count > 1;
        }
        nash_arena_free(arena);
    }
    print_message("%u without, %u with one, %u with several solutions\n", none, one, several);
    assert_true(none > wanted / 20 && one > wanted / 20 && several > wanted / 5);
}

/* The paths of the 9x9 engine make the same guesses, so that answers are the same on every machine. */
static void paths_of_nine_agree(void **state)
{
    struct nash_rng rng = test_rng();
    uint8_t clue[NINE_CELLS];
    uint16_t marks[NINE_CELLS];
    for (unsigned k = 0; k < test_length(100, 3000); k++) {
        static struct sudoku_nine_part first, part;
        uint64_t budget = 1 + nash_rng_below(&rng, 300);
        board_full(&rng, 3, 3, clue);
        board_uniform(&rng, 9, 22 + (unsigned)nash_rng_below(&rng, 8), clue);
        for (unsigned cell = 0; cell < NINE_CELLS; cell++)
            marks[cell] = (uint16_t)(clue[cell] ? 1U << (clue[cell] - 1) : NINE_ALL);
        first = (struct sudoku_nine_part){.budget = budget};
        enum sudoku_nine_ending ending = sudoku_nine_part_path(0)(marks, &first);
        for (unsigned path = 1; sudoku_nine_part_path(path); path++) {
            part = (struct sudoku_nine_part){.budget = budget};
            assert_int_equal(sudoku_nine_part_path(path)(marks, &part), ending);
            assert_int_equal(part.count, first.count);
            assert_int_equal(part.nodes, first.nodes);
            assert_int_equal(part.steps, first.steps);
            assert_memory_equal(part.path, first.path, first.steps * sizeof *first.path);
        }
    }
}

/* The answer of a unit does not depend on the units before it. */
static void runners_keep_nothing(void **state)
{
    static struct sample s;
    static struct forest f, g;
    struct nash_rng rng = test_rng();
    for (unsigned k = 0; k < test_length(30, 600); k++) {
        if (!make_sample(&rng, &s))
            continue;
        if (!forest_begin(&f, &s.problem, &rng, KEEP, k % 2, 0)) {
            forest_end(&f);
            continue;
        }
        assert_true(forest_begin(&g, &s.problem, &rng, KEEP, k % 2, 0));
        f.any_budget = true;
        assert_true(proof_job_cut(&f.job, 6, forest_add, &f));
        for (size_t i = 0; i < f.units && i < 60; i++)
            forest_run(&f, i);
        for (size_t i = f.units < 60 ? f.units : 60; i-- > 0;) {
            size_t len = proof_run(g.runner, f.unit[i].bytes, f.unit[i].len, g.answer);
            assert_int_equal(len, f.unit[i].answer_len);
            assert_memory_equal(g.answer, f.unit[i].answer, len);
        }
        forest_end(&f);
        forest_end(&g);
    }
}

static void largest_tasks_fit(void **state)
{
    static struct sample s;
    static struct forest f;
    struct nash_rng rng = test_rng();
    s.problem = (struct sudoku_problem){
        .size = 49, .box_rows = 7, .box_cols = 7, .diagonal = true, .disjoint = true, .limit = 2, .clue = s.clue};
    static uint8_t grid[SUDOKU_CELLS_MAX];
    board_full(&rng, 7, 7, grid);
    s.problem.cages = board_cages(&rng, 49, grid, 5, 100, s.cage, s.cage_cell);
    s.problem.cage = s.cage;
    s.problem.diagonal = s.problem.disjoint = false; /* the grid obeys neither; the tables are as large with one */
    assert_true(forest_begin(&f, &s.problem, &rng, proof_keep_max(49), true, 0));
    proof_job_try(&f.job, forest_add, &f);
    bytes_put(f.unit[0].bytes, 8, 3);
    forest_run(&f, 0);
    forest_end(&f);
    s.problem.cages = 0;
    s.problem.diagonal = s.problem.disjoint = true;
    assert_true(forest_begin(&f, &s.problem, &rng, proof_keep_max(49), true, 0));
    proof_job_try(&f.job, forest_add, &f);
    bytes_put(f.unit[0].bytes, 8, 3);
    forest_run(&f, 0);
    forest_end(&f);
}

/* A count that is stopped anywhere is a lower bound and is not called complete. An empty 25x25 is one unit at first. */
static void stopped_counts_are_incomplete(void **state)
{
    static const char nine[] = ".1.7..6....3.82..5..5.....31...37............2.716.....2..743......26.....6....5.";
    enum { NINE_SOLUTIONS = 9962 };
    const unsigned part = test_length(4, 8);
    char empty[25 * 25 + 1] = {0}, request[1024];
    memset(empty, '.', 25 * 25);
    for (unsigned i = 0; i < 2; i++) {
        snprintf(request, sizeof request, "{\"puzzle\":\"%s\",\"solutions\":\"all\"}", i ? empty : nine);
        for (uint64_t limit = 1; limit < 100000; limit += 1 + limit / part) {
            struct nash_arena *arena = nash_arena_new(64 << 20);
            struct nash_run run = {.arena = arena, .node_limit = limit};
            struct nash_buf out = NASH_BUF_INIT(0);
            struct nash_error error = {0};
            bool final;
            assert_int_equal(nash_solve_run(&nash_solver_sudoku, NASH_FORMAT_JSON, request, strlen(request), false,
                                            &run, &out, &final, &error),
                             NASH_OK);
            cJSON *result = cJSON_Parse(nash_buf_cstr(&out));
            bool complete = cJSON_IsTrue(cJSON_GetObjectItem(result, "count_complete"));
            double count = cJSON_GetObjectItem(result, "count")->valuedouble;
            if (complete != final || (complete && (i > 0 || count != NINE_SOLUTIONS)))
                fail_msg("%u, %llu nodes: %s", i, (unsigned long long)limit, nash_buf_cstr(&out));
            cJSON_Delete(result);
            nash_buf_free(&out);
            nash_arena_free(arena);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stopped_counts_are_incomplete),
        cmocka_unit_test(units_count_as_one_search),
        cmocka_unit_test(paths_of_nine_agree),
        cmocka_unit_test(runners_keep_nothing),
        cmocka_unit_test(largest_tasks_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
