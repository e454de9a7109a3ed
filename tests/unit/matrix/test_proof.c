/* A floating-point result is used only with an exact proof from its row of multipliers. No row, right or wrong, may
 * prove that a nonempty face is empty; a right row must suffice to prove that an empty face is empty. */
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

static struct polyhedron random_polyhedron(uint64_t payoffs)
{
    struct polyhedron polyhedron = {.own = 2 + (uint32_t)nash_rng_below(&suite.rng, SIDE - 1),
                                    .other = 2 + (uint32_t)nash_rng_below(&suite.rng, SIDE - 1),
                                    .pay = suite.pay};
    for (uint32_t k = 0; k < polyhedron.own * polyhedron.other; k++)
        suite.pay[k] = (int64_t)nash_rng_below(&suite.rng, payoffs) - (int64_t)payoffs / 2;
    return polyhedron;
}

static double any_double(void)
{
    static const double odd[] = {0, -0.0, 1, -1, NAN, INFINITY, -INFINITY, 1e300, -1e300, 1e-300, 0x1p45, -0x1p62};
    uint64_t pick = nash_rng_below(&suite.rng, 40);
    if (pick < sizeof odd / sizeof *odd)
        return odd[pick];
    return ldexp((double)nash_rng_below(&suite.rng, 1u << 20) - (1u << 19), -(int)nash_rng_below(&suite.rng, 40));
}

/* Takes a few steps along edges of the face. */
static void wander(struct tableau *tableau)
{
    for (uint64_t steps = nash_rng_below(&suite.rng, 6); steps; steps--) {
        uint32_t column = (uint32_t)nash_rng_below(&suite.rng, tableau->cols), row = tableau_ratio(tableau, column);
        if (row != TABLEAU_NONE && !tableau->fixed[tableau->nonbasic[column]])
            tableau_pivot(tableau, row, column);
    }
}

/* Wrong rows. Some zero variables of a vertex are fixed, so the vertex is on this face, and the face is not empty. At
 * another vertex of the face, a row that is wrong in all or some entries must not prove it empty. */
static void liars(void **state)
{
    static const uint64_t payoffs[] = {2, 100, 1000000000000, (uint64_t)1 << 62};
    for (uint32_t round = 0; round < test_length(20000, 100000); round++) {
        struct polyhedron polyhedron = random_polyhedron(payoffs[round % 4]);
        struct nash_run run = fresh();
        struct float_tableau approx;
        struct tableau tableau;
        assert_true(float_tableau_init(&approx, &polyhedron, &run) && tableau_init(&tableau, &polyhedron, &run));
        tableau_start(&tableau, (uint32_t)nash_rng_below(&suite.rng, polyhedron.own));
        wander(&tableau);
        uint32_t variable = tableau.nonbasic[nash_rng_below(&suite.rng, tableau.cols)];
        for (uint32_t column = 0; column < tableau.cols; column++)
            tableau.fixed[tableau.nonbasic[column]] =
                tableau.nonbasic[column] != variable && nash_rng_below(&suite.rng, 3) == 0;
        wander(&tableau);
        float_tableau_load(&approx, &tableau);
        if (tableau_row(&tableau, variable) == TABLEAU_NONE)
            approx.place[variable] = (uint32_t)nash_rng_below(&suite.rng, approx.rows);
        double *row = approx.cell + (size_t)approx.place[variable] * approx.stride;
        for (uint32_t e = 0; e < approx.cols; e++)
            if (round % 8 == 0)
                row[e] = any_double();
            else if (nash_rng_below(&suite.rng, 3))
                row[e] = (double)nash_rng_below(&suite.rng, 9) - 4;
        if (proof_empty(&approx, &polyhedron, variable))
            fail_msg("round %u: a face with a vertex was said to be empty", round);
        tableau_clear(&tableau);
    }
}

/* Right rows. Fixes variables one by one until no more can be fixed. If floating point finds a face empty, this is
 * proved in nearly all cases. */
static void honest_hints(void **state)
{
    uint32_t proved = 0, asked = 0, rounds = test_length(1000, 4000);
    static const uint64_t payoffs[] = {1000, 1000000, 1000000000000, (uint64_t)1 << 62};
    for (uint32_t round = 0; round < rounds; round++) {
        struct polyhedron polyhedron = random_polyhedron(payoffs[round % 4]);
        struct nash_run run = fresh();
        struct float_tableau approx;
        struct tableau tableau;
        assert_true(float_tableau_init(&approx, &polyhedron, &run) && tableau_init(&tableau, &polyhedron, &run));
        float_tableau_start(&approx, &polyhedron, 0);
        tableau_start(&tableau, 0);
        for (uint32_t step = 0; step < polyhedron.own + polyhedron.other; step++) {
            uint32_t variable = (uint32_t)nash_rng_below(&suite.rng, polyhedron.own + polyhedron.other);
            if (approx.fixed[variable])
                continue;
            enum float_answer answer = float_tableau_fix_zero(&approx, variable);
            bool zero = tableau_fix_zero(&tableau, variable);
            if (answer == FLOAT_POSITIVE) {
                bool empty = proof_empty(&approx, &polyhedron, variable);
                asked++;
                proved += empty;
                assert_false(empty && zero);
            }
            if (zero != (answer == FLOAT_ZERO))
                break; /* floating point and the exact tableau differ; the exact one is right */
        }
        tableau_clear(&tableau);
    }
    if (asked < rounds / 4 || proved < asked - asked / 100)
        fail_msg("%u of %u proved", proved, asked);
}

static int set_up(void **state)
{
    suite.arena = nash_arena_new(64 << 20);
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
        cmocka_unit_test(liars),
        cmocka_unit_test(honest_hints),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
