/* Requests for puzzles: which are refused, with the pointer of the error; which have different keys; which numbers of
 * clues a symmetry allows. */
#include <string.h>

#include <solvers/sudoku/generate/generate.h>

#include "../harness/boards.h"
#include "../harness/harness.h"

static void keys_tell_orders_apart(void **state)
{
    static const struct sudoku_spec orders[] = {
        {.unique = true},
        {.unique = true, .clues = 30},
        {.unique = false, .clues = 30},
        {.unique = true, .minimal = true},
        {.unique = true, .symmetry = SUDOKU_FULL},
        {.unique = true, .level = SUDOKU_HARD},
    };
    struct nash_hash key[2 * sizeof orders / sizeof *orders];
    static const uint8_t empty[81];
    for (unsigned i = 0; i < sizeof key / sizeof *key; i++) {
        const struct sudoku_problem p = {.task = SUDOKU_GENERATE,
                                         .spec = &orders[i / 2],
                                         .size = 9,
                                         .box_rows = 3,
                                         .box_cols = 3,
                                         .limit = 2,
                                         .symbols = "123456789",
                                         .clue = empty};
        key[i] = nash_canonical_key(&nash_solver_sudoku, &p, i % 2);
        struct nash_hash again = nash_canonical_key(&nash_solver_sudoku, &p, i % 2);
        assert_memory_equal(&key[i], &again, sizeof again);
        for (unsigned other = 0; other < i; other++)
            assert_memory_not_equal(&key[i], &key[other], sizeof *key);
    }
}

static void bad_orders_are_refused(void **state)
{
    static const struct {
        const char *body, *pointer;
        enum nash_status status;
    } bad[] = {
        {"{\"generate\": 9}", "/generate", NASH_INVALID},
        {"{\"generate\": {}, \"puzzle\": \"1...............\"}", "/generate", NASH_INVALID},
        {"{\"generate\": {\"sizes\": 9}}", "/generate/sizes", NASH_INVALID},
        {"{\"generate\": {\"size\": 3}}", "/generate/size", NASH_INVALID},
        {"{\"generate\": {\"size\": 50}}", "/generate/size", NASH_INVALID},
        {"{\"generate\": {\"size\": \"9\"}}", "/generate/size", NASH_INVALID},
        {"{\"generate\": {\"box\": [3]}}", "/generate/box", NASH_INVALID},
        {"{\"generate\": {\"box\": [1, 4]}}", "/generate/box", NASH_INVALID},
        {"{\"generate\": {\"box\": [3, 3.5]}}", "/generate/box/1", NASH_INVALID},
        {"{\"generate\": {\"clues\": 0}}", "/generate/clues", NASH_INVALID},
        {"{\"generate\": {\"clues\": \"few\"}}", "/generate/clues", NASH_INVALID},
        {"{\"generate\": {\"clues\": null}}", "/generate/clues", NASH_INVALID},
        {"{\"generate\": {\"unique\": 1}}", "/generate/unique", NASH_INVALID},
        {"{\"generate\": {\"symmetry\": \"radial\"}}", "/generate/symmetry", NASH_INVALID},
        {"{\"generate\": {\"difficulty\": \"any\"}}", "/generate/difficulty", NASH_INVALID},
        {"{\"generate\": {\"size\": 11}}", "/generate/size", NASH_UNPROCESSABLE},
        {"{\"generate\": {\"size\": 9, \"box\": [2, 3]}}", "/generate/box", NASH_UNPROCESSABLE},
        {"{\"generate\": {\"size\": 9}, \"size\": 16}", "/size", NASH_UNPROCESSABLE},
        {"{\"generate\": {\"size\": 6}, \"box\": [2, 3]}", "/box", NASH_UNPROCESSABLE},
        {"{\"generate\": {}, \"check\": true}", "/generate", NASH_UNPROCESSABLE},
        {"{\"generate\": {}, \"solutions\": 3}", "/solutions", NASH_UNPROCESSABLE},
        {"{\"generate\": {}, \"cages\": [{\"sum\": 3, \"cells\": [[1, 1], [1, 2]]}]}", "/generate", NASH_INVALID},
        {"{\"generate\": {}, \"symbols\": \"abcde\"}", "/symbols", NASH_UNPROCESSABLE},
        {"{\"generate\": {\"clues\": 82}}", "/generate/clues", NASH_UNPROCESSABLE},
        {"{\"generate\": {\"clues\": 16}}", "/generate/clues", NASH_UNPROCESSABLE},
        {"{\"generate\": {\"size\": 4, \"clues\": 3}}", "/generate/clues", NASH_UNPROCESSABLE},
        {"{\"generate\": {\"size\": 16, \"clues\": 14}}", "/generate/clues", NASH_UNPROCESSABLE},
        {"{\"generate\": {\"size\": 16, \"clues\": 101, \"symmetry\": \"rotational\"}}", "/generate/clues",
         NASH_UNPROCESSABLE},
        {"{\"generate\": {\"clues\": 30, \"symmetry\": \"quarter\"}}", "/generate/clues", NASH_UNPROCESSABLE},
        {"{\"generate\": {\"clues\": \"minimal\", \"unique\": false}}", "/generate/clues", NASH_UNPROCESSABLE},
        {"{\"generate\": {\"difficulty\": \"hard\", \"size\": 26}}", "/generate/difficulty", NASH_UNPROCESSABLE},
        {"{\"generate\": {\"difficulty\": \"hard\", \"unique\": false}}", "/generate/difficulty", NASH_UNPROCESSABLE},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct nash_answer answer;
        nash_solve("sudoku", bad[i].body, strlen(bad[i].body), NULL, &answer);
        if (answer.status != bad[i].status || strcmp(answer.error.pointer, bad[i].pointer) != 0)
            fail_msg("%s: %s at \"%s\": %s", bad[i].body, nash_status_name(answer.status), answer.error.pointer,
                     answer.error.detail);
        nash_answer_free(&answer);
    }
}

/* The numbers of clues that a symmetry allows, compared with the sizes of all unions of its orbits, for 4x4 and 5x5. */
static void sums_of_orbits(void **state)
{
    for (unsigned n = 4; n <= 5; n++) {
        for (unsigned symmetry = 0; symmetry < SUDOKU_SYMMETRIES; symmetry++) {
            struct sudoku_orbits orbits;
            bool possible[26] = {true};
            unsigned cells = 0;
            struct nash_arena *arena = nash_arena_new(1 << 20);
            assert_true(sudoku_orbits_init(&orbits, arena, n, (enum sudoku_symmetry)symmetry));
            struct sudoku_orbit_sizes sizes = sudoku_orbit_sizes(n, (enum sudoku_symmetry)symmetry);
            for (unsigned i = 0; i < orbits.count; i++) {
                cells += orbits.orbit[i].count;
                for (unsigned sum = n * n; sum >= orbits.orbit[i].count; sum--)
                    possible[sum] |= possible[sum - orbits.orbit[i].count];
            }
            assert_int_equal(cells, n * n);
            for (unsigned sum = 0; sum <= n * n; sum++)
                assert_int_equal(sudoku_orbits_sum(&sizes, sum), possible[sum]);
            nash_arena_free(arena);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_tell_orders_apart),
        cmocka_unit_test(bad_orders_are_refused),
        cmocka_unit_test(sums_of_orbits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
