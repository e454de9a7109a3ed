/* Games too large for brute force: one equilibrium, values and dominance, certified or checked by definition; counts
 * compared with lrsnash if it is installed; a forced stop at every check. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../base/test.h"
#include "brute.h"
#include "cauchy.h"

enum { SIDE = 120 };

struct suite {
    struct nash_arena *arena;
    struct nash_rng rng;
    int64_t a[SIDE * SIDE], b[SIDE * SIDE];
};

static struct suite suite;

static struct nash_run fresh(void)
{
    nash_arena_reset(suite.arena, 256 << 20);
    return (struct nash_run){.arena = suite.arena};
}

static void random_game(struct matrix_game *game, uint32_t rows, uint32_t cols, uint64_t payoffs)
{
    *game = (struct matrix_game){.rows = rows, .cols = cols, .a = suite.a, .b = suite.b};
    for (uint32_t k = 0; k < rows * cols; k++) {
        suite.a[k] = (int64_t)nash_rng_below(&suite.rng, payoffs) - (int64_t)payoffs / 2;
        suite.b[k] = (int64_t)nash_rng_below(&suite.rng, payoffs) - (int64_t)payoffs / 2;
    }
}

/* Returns whether the equilibrium was found by linear programming. */
static bool solve_one(const struct matrix_game *game)
{
    struct matrix_one one;
    struct nash_error error = {0};
    struct nash_run run = fresh();
    if (matrix_one_equilibrium(game, &run, &one, &error) != NASH_OK ||
        matrix_check_equilibrium(game, &one.equilibrium, &error) != NASH_OK)
        fail_msg("%u by %u: %s", game->rows, game->cols, error.detail);
    int64_t sum;
    bool program = !strcmp(one.by, "linear_program");
    if (strcmp(one.by, "pure") != 0 && (program ? !matrix_opposed(game) : matrix_constant_sum(game, &sum)))
        fail_msg("%u by %u was solved by %s", game->rows, game->cols, one.by);
    assert_true(program ? one.label == MATRIX_NO_LABEL : one.label < game->rows + game->cols);
    return program || strcmp(one.by, "pure") == 0;
}

static void one_of_many_sizes(void **state)
{
    struct matrix_game game;
    static const uint64_t payoffs[] = {2, 3, 10, 1000, 1000000, (uint64_t)1 << 62};
    for (uint32_t round = 0; round < test_length(30, 120); round++) {
        random_game(&game, 1 + (uint32_t)nash_rng_below(&suite.rng, 40), 1 + (uint32_t)nash_rng_below(&suite.rng, 40),
                    payoffs[round % 6]);
        solve_one(&game);
    }
    for (uint32_t round = 0; round < 6; round++) {
        random_game(&game, SIDE - round, SIDE - 20 + round, payoffs[round]);
        solve_one(&game);
    }
}

/* A game with a constant sum is solved as a linear program; a change of one payoff leads to Lemke and Howson. */
static void one_of_constant_sums(void **state)
{
    struct matrix_game game;
    static const uint64_t payoffs[] = {2, 3, 1000, (uint64_t)1 << 61};
    for (uint32_t round = 0; round < test_length(40, 200); round++) {
        random_game(&game, 1 + (uint32_t)nash_rng_below(&suite.rng, 40), 1 + (uint32_t)nash_rng_below(&suite.rng, 40),
                    payoffs[round % 4]);
        int64_t sum = round % 3 ? (int64_t)nash_rng_below(&suite.rng, payoffs[round % 4]) : 0;
        for (uint32_t k = 0; k < game.rows * game.cols; k++)
            suite.b[k] = sum - suite.a[k];
        solve_one(&game);
        suite.b[nash_rng_below(&suite.rng, (uint64_t)game.rows * game.cols)]++;
        solve_one(&game);
    }
}

/* So is a game whose sum is constant once one player counts in another unit. */
static void one_of_other_units(void **state)
{
    struct matrix_game game;
    uint32_t rounds = test_length(40, 200), programs = 0;
    static const uint64_t payoffs[] = {2, 3, 1000, (uint64_t)1 << 55};
    for (uint32_t round = 0; round < rounds; round++) {
        random_game(&game, 1 + (uint32_t)nash_rng_below(&suite.rng, 40), 1 + (uint32_t)nash_rng_below(&suite.rng, 40),
                    payoffs[round % 4]);
        int64_t c = 1 + (int64_t)nash_rng_below(&suite.rng, 30), d = (int64_t)nash_rng_below(&suite.rng, 99);
        for (uint32_t k = 0; k < game.rows * game.cols; k++) {
            suite.b[k] = d - c * suite.a[k];
            suite.a[k] *= 1 + round % 7;
        }
        programs += solve_one(&game);
        for (uint32_t k = 0; k < game.rows * game.cols; k++)
            suite.b[k] = -suite.b[k]; /* common interests */
        assert_false(matrix_opposed(&game));
        solve_one(&game);
    }
    assert_true(programs * 10 >= rounds * 9); /* rounding errors may mislead a few */
}

/* Cauchy games are hard: the length of their Lemke-Howson paths grows exponentially, and none of their equilibria has a
 * small support (Savani and von Stengel 2006 use the same polytopes). */
static void one_of_cyclic_polytopes(void **state)
{
    struct matrix_game game;
    for (uint32_t d = 2; d <= CAUCHY_SIDE; d += 2) {
        cauchy_game(&game, d, suite.a, suite.b);
        solve_one(&game);
    }
}

/* Rock-paper-scissors with n choices, where each choice beats half of the others. In equilibrium, both players mix all
 * choices equally, although floating point has to break many ties. */
static void rock_paper_scissors(void **state)
{
    for (uint32_t n = 3; n <= 41; n += 2) {
        struct matrix_game game = {.rows = n, .cols = n, .a = suite.a, .b = suite.b};
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n; j++) {
                uint32_t ahead = (i + n - j) % n;
                suite.a[i * n + j] = ahead == 0 ? 0 : ahead <= n / 2 ? 1 : -1;
                suite.b[i * n + j] = -suite.a[i * n + j];
            }
        solve_one(&game);
        struct matrix_value value;
        struct nash_error error = {0};
        struct nash_run run = fresh();
        assert_int_equal(matrix_zero_sum(n, n, suite.a, &run, &value, &error), NASH_OK);
        assert_string_equal(value.value, "0");
        char even[16];
        snprintf(even, sizeof even, "1/%u", n);
        for (uint32_t i = 0; i < n; i++)
            assert_string_equal(value.row.weight[i], even);
    }
}

/* Makes a zero-sum game of n by n with small payoffs, and adds a choice for each player that pays its owner so little
 * that doubles cannot distinguish the other payoffs. */
static void lopsided_game(struct matrix_game *game, uint32_t n, uint64_t payoffs)
{
    *game = (struct matrix_game){.rows = n + 1, .cols = n + 1, .a = suite.a, .b = suite.b};
    for (uint32_t i = 0; i <= n; i++)
        for (uint32_t j = 0; j <= n; j++) {
            int64_t pay = (int64_t)nash_rng_below(&suite.rng, payoffs), low = -((int64_t)1 << 61);
            suite.a[i * (n + 1) + j] = i == n ? low : pay;
            suite.b[i * (n + 1) + j] = j == n ? low : -pay;
        }
}

static void lopsided(void **state)
{
    struct matrix_game game;
    uint32_t exactly = 0, rounds = test_length(32, 60);
    for (uint32_t round = 0; round < rounds; round++) {
        struct matrix_one one;
        struct matrix_equilibria found;
        struct nash_error error = {0};
        lopsided_game(&game, 2 + round % 5, round % 2 ? 3 : 1000);
        struct nash_run run = fresh();
        if (matrix_one_equilibrium(&game, &run, &one, &error) != NASH_OK ||
            matrix_check_equilibrium(&game, &one.equilibrium, &error) != NASH_OK ||
            matrix_all_equilibria(&game, UINT32_MAX, &run, &found, &error) != NASH_OK)
            fail_msg("%s\n%s", error.detail, brute_text(&game));
        /* without the last row and column, the game has the same equilibria and the same value */
        int64_t small[SIDE], minus[SIDE];
        uint32_t n = game.rows - 1;
        for (uint32_t k = 0; k < n * n; k++) {
            small[k] = suite.a[k / n * (n + 1) + k % n];
            minus[k] = -small[k];
        }
        struct matrix_game inner = {.rows = n, .cols = n, .a = small, .b = minus};
        struct matrix_equilibria within;
        assert_int_equal(matrix_all_equilibria(&inner, UINT32_MAX, &run, &within, &error), NASH_OK);
        if (found.count != within.count)
            fail_msg("%u equilibria, without what nobody plays %u:\n%s", found.count, within.count, brute_text(&game));
        for (uint32_t k = 0; k < found.count; k++) {
            assert_int_equal(matrix_check_equilibrium(&game, &found.list[k], &error), NASH_OK);
            assert_string_equal(found.list[k].row_value, one.equilibrium.row_value);
        }
        run = fresh();
        run.force_check = 2;
        enum nash_status status = matrix_one_equilibrium(&game, &run, &one, &error);
        assert_int_equal(status, run.stopped == NASH_STOP_NONE ? NASH_OK : NASH_STOPPED);
        exactly += status == NASH_STOPPED;
    }
    assert_true(exactly > rounds / 10);
}

static void large_values(void **state)
{
    struct matrix_game game;
    static const uint64_t payoffs[] = {2, 3, 10, 1000000, (uint64_t)1 << 62};
    for (uint32_t round = 0; round < test_length(15, 60); round++) {
        uint32_t most = round < 50 ? 30 : 80;
        random_game(&game, 1 + (uint32_t)nash_rng_below(&suite.rng, most),
                    1 + (uint32_t)nash_rng_below(&suite.rng, most), payoffs[round % 5]);
        for (uint32_t k = 0; k < game.rows * game.cols; k++)
            suite.b[k] = -suite.a[k];
        struct matrix_value value;
        struct nash_error error = {0};
        struct nash_run run = fresh();
        if (matrix_zero_sum(game.rows, game.cols, game.a, &run, &value, &error) != NASH_OK)
            fail_msg("%s", error.detail);
        char loss[4096];
        bool negative = value.value[0] == '-', zero = strcmp(value.value, "0") == 0;
        snprintf(loss, sizeof loss, "%s%s", negative || zero ? "" : "-", value.value + negative);
        struct matrix_equilibrium saddle = {
            .row = value.row, .col = value.col, .row_value = value.value, .col_value = loss};
        if (matrix_check_equilibrium(&game, &saddle, &error) != NASH_OK)
            fail_msg("%u by %u, payoffs %lu: %s", game.rows, game.cols, (unsigned long)payoffs[round % 5],
                     error.detail);
    }
}

/* Dominance of a row that equals a mixture of other rows, then is a little less everywhere, then equal but for one
 * entry that is less. */
static void large_dominance(void **state)
{
    struct matrix_game game;
    bool alive[SIDE];
    memset(alive, true, sizeof alive);
    for (uint32_t round = 0; round < 45; round++) {
        uint32_t rows = 12 + round / 5, cols = 80 + round % 7, r = round % rows;
        random_game(&game, rows, cols, (uint64_t)1 << (10 + round));
        for (uint32_t j = 0; j < cols; j++) {
            int64_t *cell = suite.a + j, sum = 0;
            for (uint32_t k = 1; k <= 4; k++)
                sum += cell[(r + k) % rows * cols] / 4;
            for (uint32_t k = 1; k <= 4; k++) /* make these entries multiples of 4, so that the mixture is exact */
                cell[(r + k) % rows * cols] -= cell[(r + k) % rows * cols] % 4;
            cell[(size_t)r * cols] = sum - (round % 3 == 1 ? 1 : round % 3 == 2 && j == 3);
        }
        bool strictly, weakly;
        struct matrix_mix by;
        struct nash_error error = {0};
        struct nash_run run = fresh();
        assert_int_equal(matrix_dominated(rows, cols, suite.a, alive, alive, r, true, &run, &strictly, &by, &error),
                         NASH_OK);
        assert_int_equal(matrix_dominated(rows, cols, suite.a, alive, alive, r, false, &run, &weakly, &by, &error),
                         NASH_OK);
        if (strictly != (round % 3 == 1) || weakly != (round % 3 != 0))
            fail_msg("round %u: strictly %d, weakly %d", round, strictly, weakly);
    }
}

static uint32_t count_all(const struct matrix_game *game)
{
    struct matrix_equilibria found;
    struct nash_error error = {0};
    struct nash_run run = fresh();
    assert_int_equal(matrix_all_equilibria(game, UINT32_MAX, &run, &found, &error), NASH_OK);
    assert_true(found.complete);
    for (uint32_t k = 0; k < found.count; k++)
        if (matrix_check_equilibrium(game, &found.list[k], &error) != NASH_OK)
            fail_msg("%s", error.detail);
    return found.count;
}

static void write_lrs(const struct matrix_game *game, const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%u %u\n", game->rows, game->cols);
    for (uint32_t k = 0; k < 2 * game->rows * game->cols; k++) {
        uint32_t cells = game->rows * game->cols;
        fprintf(file, "%s%ld", k % game->cols ? " " : "\n", (long)(k < cells ? game->a[k] : game->b[k - cells]));
    }
    fputc('\n', file);
    assert_int_equal(fclose(file), 0);
}

static uint32_t count_by_lrs(const struct matrix_game *game)
{
    char path[] = "/tmp/nash_game_XXXXXX", command[128], line[4096];
    int made = mkstemp(path);
    assert_true(made >= 0);
    close(made);
    write_lrs(game, path);
    snprintf(command, sizeof command, "lrsnash %s 2>/dev/null", path);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    uint32_t count = UINT32_MAX;
    while (fgets(line, sizeof line, pipe))
        sscanf(line, "*Number of equilibria found: %u", &count);
    pclose(pipe);
    unlink(path);
    return count;
}

static void as_many_as_lrsnash(void **state)
{
    if (system("command -v lrsnash >/dev/null 2>&1") != 0) {
        print_message("lrsnash (Debian: lrslib) is not installed: its counts are not compared\n");
        skip();
    }
    struct matrix_game game;
    static const uint64_t payoffs[] = {2, 3, 10, 100, 100000};
    for (uint32_t round = 0; round < test_length(15, 60); round++) {
        random_game(&game, 2 + (uint32_t)nash_rng_below(&suite.rng, 8), 2 + (uint32_t)nash_rng_below(&suite.rng, 8),
                    payoffs[round % 5]);
        uint32_t found = count_all(&game), by_lrs = count_by_lrs(&game);
        if (found != by_lrs)
            fail_msg("%u equilibria, lrsnash %u:\n%s", found, by_lrs, brute_text(&game));
    }
}

/* Stops each engine at each of its stop checks, when it first reaches the check. Check 2 is in the exact path, which
 * only ill-conditioned games reach. */
static void every_stop(void **state)
{
    struct matrix_game game;
    uint32_t seen = 0;
    for (uint32_t round = 0; round < test_length(20, 40); round++) {
        random_game(&game, 7, 7, round % 2 ? 3 : 1000);
        for (unsigned check = 1; check <= 7; check++) {
            struct matrix_equilibria found;
            struct matrix_one one;
            struct matrix_value value;
            struct nash_error error = {0};
            struct nash_run run = fresh();
            run.force_check = check;
            assert_int_equal(matrix_all_equilibria(&game, UINT32_MAX, &run, &found, &error), NASH_OK);
            assert_int_equal(found.complete, run.stopped == NASH_STOP_NONE);
            for (uint32_t k = 0; k < found.count; k++)
                assert_int_equal(matrix_check_equilibrium(&game, &found.list[k], &error), NASH_OK);
            seen |= (uint32_t)(run.stopped == NASH_STOP_TEST) << check;
            run = fresh();
            run.force_check = check;
            enum nash_status status = matrix_one_equilibrium(&game, &run, &one, &error);
            assert_int_equal(status, run.stopped == NASH_STOP_NONE ? NASH_OK : NASH_STOPPED);
            seen |= (uint32_t)(run.stopped == NASH_STOP_TEST) << check;
            run = fresh();
            run.force_check = check;
            status = matrix_zero_sum(game.rows, game.cols, game.a, &run, &value, &error);
            assert_int_equal(status, run.stopped == NASH_STOP_NONE ? NASH_OK : NASH_STOPPED);
            seen |= (uint32_t)(run.stopped == NASH_STOP_TEST) << check;
        }
    }
    assert_int_equal(seen, 1u << 1 | 1u << 3 | 1u << 4 | 1u << 5 | 1u << 6 | 1u << 7);
}

/* A constant added to all payoffs changes no result, even though the last bit of a double near 2^62 is worth 512. */
static void far_from_zero(void **state)
{
    struct matrix_game game;
    static const int64_t far[] = {((int64_t)1 << 62) - 1000, -((int64_t)1 << 62) + 1000};
    for (uint32_t round = 0; round < 6; round++) {
        struct matrix_equilibria near, found;
        struct matrix_value value, moved;
        struct nash_error error = {0};
        struct nash_run run = fresh();
        random_game(&game, 9, 8, 100);
        assert_int_equal(matrix_all_equilibria(&game, UINT32_MAX, &run, &near, &error), NASH_OK);
        assert_int_equal(matrix_zero_sum(9, 8, game.a, &run, &value, &error), NASH_OK);
        for (uint32_t k = 0; k < 9 * 8; k++) {
            suite.a[k] += far[round % 2];
            suite.b[k] += far[round / 2 % 2];
        }
        assert_int_equal(matrix_all_equilibria(&game, UINT32_MAX, &run, &found, &error), NASH_OK);
        if (found.count != near.count || found.pivots != near.pivots)
            fail_msg("%u equilibria after %llu pivots, near 0 %u after %llu:\n%s", found.count,
                     (unsigned long long)found.pivots, near.count, (unsigned long long)near.pivots, brute_text(&game));
        for (uint32_t k = 0; k < found.count; k++)
            assert_int_equal(matrix_check_equilibrium(&game, &found.list[k], &error), NASH_OK);
        run.force_check = 5; /* the check in the exact tableau: a stop there would show that it is used */
        assert_int_equal(matrix_zero_sum(9, 8, game.a, &run, &moved, &error), NASH_OK);
        assert_int_equal(run.stopped, NASH_STOP_NONE);
        for (uint32_t k = 0; k < 9; k++)
            assert_string_equal(moved.row.weight[k], value.row.weight[k]);
    }
}

/* If the column player is indifferent, every vertex of a large face is an equilibrium. The engine visits no more of
 * them than it lists. */
static void no_more_than_asked(void **state)
{
    struct matrix_game game;
    struct matrix_equilibria found;
    struct nash_error error = {0};
    struct nash_run run = fresh();
    random_game(&game, 16, 16, 1000);
    memset(suite.b, 0, sizeof suite.b);
    assert_int_equal(matrix_all_equilibria(&game, 100, &run, &found, &error), NASH_OK);
    assert_int_equal(found.count, 100);
    assert_true(!found.complete && found.degenerate && !found.component);
    assert_true(found.vertices < 1000);
    for (uint32_t k = 0; k < found.count; k++)
        assert_int_equal(matrix_check_equilibrium(&game, &found.list[k], &error), NASH_OK);
}

/* A stop on a large face keeps the equilibria found there. */
static void stopped_on_a_face(void **state)
{
    struct matrix_game game;
    struct matrix_equilibria found;
    struct nash_error error = {0};
    struct nash_run run = fresh();
    random_game(&game, 8, 8, 1000);
    memset(suite.b, 0, sizeof suite.b);
    run.force_check = 1; /* the check in the walk over the vertices of a face */
    assert_int_equal(matrix_all_equilibria(&game, UINT32_MAX, &run, &found, &error), NASH_OK);
    assert_int_equal(run.stopped, NASH_STOP_TEST);
    assert_true(!found.complete && found.count > 0);
}

/* An engine whose arena is too small returns NASH_NOMEM. */
static void little_memory(void **state)
{
    struct matrix_game game;
    random_game(&game, 9, 9, 3);
    for (size_t cap = 512; cap < 200000; cap += cap / 9) {
        struct matrix_equilibria found;
        struct matrix_one one;
        struct nash_error error = {0};
        struct nash_run run = {.arena = nash_arena_new(cap)};
        enum nash_status status = matrix_all_equilibria(&game, UINT32_MAX, &run, &found, &error);
        assert_true(status == NASH_NOMEM || status == NASH_OK);
        assert_true(status == NASH_OK ? found.complete : !found.count && !found.list);
        nash_arena_reset(run.arena, cap);
        status = matrix_one_equilibrium(&game, &run, &one, &error);
        assert_true(status == NASH_NOMEM || status == NASH_OK);
        nash_arena_free(run.arena);
    }
}

static int set_up(void **state)
{
    suite.arena = nash_arena_new(256 << 20);
    suite.rng = test_rng();
    return suite.arena ? 0 : -1;
}

static int tear_down(void **state)
{
    nash_arena_free(suite.arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_of_many_sizes),
        cmocka_unit_test(one_of_constant_sums),
        cmocka_unit_test(one_of_other_units),
        cmocka_unit_test(one_of_cyclic_polytopes),
        cmocka_unit_test(rock_paper_scissors),
        cmocka_unit_test(large_values),
        cmocka_unit_test(lopsided),
        cmocka_unit_test(large_dominance),
        cmocka_unit_test(as_many_as_lrsnash),
        cmocka_unit_test(every_stop),
        cmocka_unit_test(far_from_zero),
        cmocka_unit_test(no_more_than_asked),
        cmocka_unit_test(stopped_on_a_face),
        cmocka_unit_test(little_memory),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
