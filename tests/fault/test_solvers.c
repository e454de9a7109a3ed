/* The real solvers inside the sandbox: they and their libraries make no forbidden system call, also when they run long,
 * count, are stopped by the clock or are cancelled. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../unit/base/test.h"
#include "../unit/sudoku/harness/boards.h"
#include "attempt.h"

enum { ROUNDS = 3 };

static void write_problem(char *out, size_t room, unsigned box_rows, unsigned box_cols, const uint8_t *grid,
                          unsigned solutions)
{
    unsigned size = box_rows * box_cols;
    struct sudoku_problem p = board_problem(box_rows, box_cols, grid, 2);
    struct nash_buf text = NASH_BUF_INIT(0);
    nash_buf_printf(&text, "{\"box\":[%u,%u],\"solutions\":%u,\"puzzle\":\"", box_rows, box_cols, solutions);
    for (unsigned cell = 0; cell < size * size; cell++)
        nash_buf_putc(&text, grid[cell] != 0 ? p.symbols[grid[cell] - 1] : '.');
    nash_buf_puts(&text, "\"}");
    assert_true(text.len < room);
    strcpy(out, nash_buf_cstr(&text));
    nash_buf_free(&text);
}

/* Checks that the work has an answer or was stopped. On a busy machine or in a slow build, it may also have been killed
 * after its time limit or grace period. */
static void expect_answer(struct attempt *attempt, const char *problem)
{
    enum nash_status status = attempt->result.status;
    if (status != NASH_OK && status != NASH_STOPPED && strcmp(attempt->result.error.type, "runaway") != 0)
        fail_msg("%s: %s\n%s", attempt->result.error.type, attempt->result.error.detail, problem);
}

/* Solves a problem to its end or time limit, and again with a cancel after cancel_us. */
static void solve(const char *problem, uint32_t timeout_ms, long cancel_us)
{
    struct attempt attempt;
    attempt_run(&attempt, "sudoku", problem, timeout_ms);
    expect_answer(&attempt, problem);
    attempt_prepare(&attempt, "sudoku", problem, 60000);
    attempt_start(&attempt);
    nanosleep(&(struct timespec){.tv_nsec = cancel_us * 1000}, NULL);
    pool->cancel(pool, &attempt.x);
    attempt_finish(&attempt);
    expect_answer(&attempt, problem);
}

static void test_sudoku(void **state)
{
    static const struct {
        unsigned box_rows, box_cols, holes; /* holes: empty cells in each unit; 0 = no clue at all */
    } sets[] = {{2, 2, 2}, {3, 3, 5}, {3, 4, 7}, {4, 4, 10}, {5, 5, 14}, {5, 5, 16}, {5, 5, 0}, {6, 6, 0}, {7, 7, 0}};
    static char problem[4096];
    struct nash_rng rng = test_rng();
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        for (int round = 0; round < ROUNDS; round++) {
            uint8_t grid[SUDOKU_CELLS_MAX] = {0};
            if (sets[i].holes > 0) {
                board_full(&rng, sets[i].box_rows, sets[i].box_cols, grid);
                board_balanced(&rng, sets[i].box_rows, sets[i].box_cols, sets[i].holes, grid);
            }
            write_problem(problem, sizeof problem, sets[i].box_rows, sets[i].box_cols, grid,
                          round % 2 == 0 ? 2 : 1000000);
            solve(problem, 20 + (uint32_t)nash_rng_below(&rng, 300), (long)nash_rng_below(&rng, 200000));
        }
    struct executor_stats stats;
    pool->stats(pool, &stats);
    assert_int_equal(stats.sandbox_violations, 0);
    assert_int_equal(stats.crashes, 0);
}

int main(int argc, char **argv)
{
    zygote_enter(argc, argv);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sudoku)};
    return cmocka_run_group_tests(tests, pool_setup, pool_teardown);
}
