/* What floating point says is believed only with a proof, so a liar must not be believed: faces that are not empty,
 * with whatever numbers in the row that hints at a proof. And honest hints are enough to prove what is empty. */
#include <math.h>
#include <string.h>

#include <solvers/matrix/exact/proof.h>

#include "../base/test.h"

enum { SIDE = 7 };

struct suite {
    struct nash_arena *arena;
    struct nash_rng rng;
    int64_t pay[SIDE * SIDE];
};

static struct suite suite;

static struct nash_run fresh(void)
{
    nash_arena_reset(suite.arena, 64 << 20);
    return (struct nash_run){.arena = suite.arena};
}

static struct answers random_answers(uint64_t payoffs)
{
    struct answers answers = {.own = 2 + (uint32_t)nash_rng_below(&suite.rng, SIDE - 1),
                              .other = 2 + (uint32_t)nash_rng_below(&suite.rng, SIDE - 1),
                              .pay = suite.pay};
    for (uint32_t k = 0; k < answers.own * answers.other; k++)
        suite.pay[k] = (int64_t)nash_rng_below(&suite.rng, payoffs) - (int64_t)payoffs / 2;
    return answers;
}

static double any_double(void)
{
    static const double odd[] = {0, -0.0, 1, -1, NAN, INFINITY, -INFINITY, 1e300, -1e300, 1e-300, 0x1p45, -0x1p62};
    uint64_t pick = nash_rng_below(&suite.rng, 40);
    if (pick < sizeof odd / sizeof *odd)
        return odd[pick];
    return ldexp((double)nash_rng_below(&suite.rng, 1u << 20) - (1u << 19), -(int)nash_rng_below(&suite.rng, 40));
}

/* A few steps along edges of the face. */
static void wander(struct table *table)
{
    for (uint64_t steps = nash_rng_below(&suite.rng, 6); steps; steps--) {
        uint32_t column = (uint32_t)nash_rng_below(&suite.rng, table->cols), row = table_ratio(table, column);
        if (row != TABLE_NONE && !table->fixed[table->nonbasic[column]])
            table_pivot(table, row, column);
    }
}

/* A vertex is on the face where any of its zero variables are fixed. From there to another vertex of that face; one of
 * the first one's zero variables is taken for basic, with a row that is wrong in all entries or in some. */
static void liars(void **state)
{
    (void)state;
    static const uint64_t payoffs[] = {2, 100, 1000000000000, (uint64_t)1 << 62};
    for (uint32_t round = 0; round < 100000; round++) {
        struct answers answers = random_answers(payoffs[round % 4]);
        struct nash_run run = fresh();
        struct guess guess;
        struct table table;
        assert_true(guess_init(&guess, &answers, &run) && table_open(&table, &answers, &run));
        table_start(&table, (uint32_t)nash_rng_below(&suite.rng, answers.own));
        wander(&table);
        uint32_t variable = table.nonbasic[nash_rng_below(&suite.rng, table.cols)];
        for (uint32_t column = 0; column < table.cols; column++)
            table.fixed[table.nonbasic[column]] =
                table.nonbasic[column] != variable && nash_rng_below(&suite.rng, 3) == 0;
        wander(&table);
        guess_load(&guess, &table);
        if (table_row(&table, variable) == TABLE_NONE)
            guess.place[variable] = (uint32_t)nash_rng_below(&suite.rng, guess.rows);
        double *row = guess.cell + (size_t)guess.place[variable] * guess.stride;
        for (uint32_t e = 0; e < guess.cols; e++)
            if (round % 8 == 0)
                row[e] = any_double();
            else if (nash_rng_below(&suite.rng, 3))
                row[e] = (double)nash_rng_below(&suite.rng, 9) - 4;
        if (proof_empty(&guess, &answers, variable))
            fail_msg("round %u: a face with a vertex was said to be empty", round);
        table_clear(&table);
    }
}

/* Fixing variables one by one until no more can be: where floating point says so it is proved, but for close calls. */
static void honest_hints(void **state)
{
    (void)state;
    uint32_t proved = 0, asked = 0;
    static const uint64_t payoffs[] = {1000, 1000000, 1000000000000, (uint64_t)1 << 62};
    for (uint32_t round = 0; round < 4000; round++) {
        struct answers answers = random_answers(payoffs[round % 4]);
        struct nash_run run = fresh();
        struct guess guess;
        struct table table;
        assert_true(guess_init(&guess, &answers, &run) && table_open(&table, &answers, &run));
        guess_start(&guess, &answers, 0);
        table_start(&table, 0);
        for (uint32_t step = 0; step < answers.own + answers.other; step++) {
            uint32_t variable = (uint32_t)nash_rng_below(&suite.rng, answers.own + answers.other);
            if (guess.fixed[variable])
                continue;
            enum guess_answer answer = guess_fix(&guess, variable);
            bool zero = table_fix(&table, variable);
            if (answer == GUESS_POSITIVE) {
                bool empty = proof_empty(&guess, &answers, variable);
                asked++;
                proved += empty;
                assert_false(empty && zero);
            }
            if (zero != (answer == GUESS_ZERO))
                break; /* they part here; what is proved was right */
        }
        table_clear(&table);
    }
    if (asked < 1000 || proved < asked - asked / 100)
        fail_msg("%u of %u proved", proved, asked);
}

static int set_up(void **state)
{
    (void)state;
    suite.arena = nash_arena_new(64 << 20);
    suite.rng = test_rng();
    return suite.arena ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    nash_arena_free(suite.arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(liars),
        cmocka_unit_test(honest_hints),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
