/* Grundy's game: filling the table with each instruction set, alternating; reading it; positions of many piles. */
#include <stdio.h>
#include <stdlib.h>

#include <nash/rng.h>
#include <solvers/gametree/piles/piles.h>

#include "../cost.h"

enum { SHORT = 1 << 20, ROUNDS = 3, ASKED = 20000000, PILES = 1000000 };

static double fill_short(const struct mex_loops *loops, struct nash_arena *arena)
{
    struct nash_error error;
    nash_arena_reset(arena, 4 << 20);
    struct mex *mex = NASH_NEW(arena, struct mex, 1);
    struct mex_values values = {nash_arena_array(arena, SHORT, 1), nash_arena_array(arena, SHORT / 8, 1)};
    double start = cpu_us();
    if (!mex || !values.large || mex_begin(mex, values, 0, &error) != NASH_OK)
        abort();
    mex->loops = loops;
    for (uint32_t pile = 0; pile < SHORT; pile += MEX_LANES)
        if (mex_block(mex, pile, &error) != NASH_OK)
            abort();
    return cpu_us() - start;
}

static void bench_loops(struct nash_arena *arena)
{
    const struct mex_loops *loops[3] = {&mex_plain};
    double best[3] = {1e300, 1e300, 1e300};
    size_t count = 1;
#if defined __x86_64__
    if (__builtin_cpu_supports("avx2"))
        loops[count++] = &mex_avx2;
    if (mex_loops_best() == &mex_avx512)
        loops[count++] = &mex_avx512;
#endif
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < count; i++) {
            double spent = fill_short(loops[i], arena);
            best[i] = spent < best[i] ? spent : best[i];
        }
    for (size_t i = 0; i < count; i++)
        printf("values to 2^20, %-6s: %7.3f s, %6.0f ns a value, %4.2fx of plain\n", loops[i]->name, best[i] / 1e6,
               best[i] * 1e3 / SHORT, best[i] / best[0]);
}

static void fill_to(uint32_t most, struct nash_arena *arena)
{
    struct nash_run run = {.arena = arena};
    struct nash_error error;
    double start = cpu_us();
    if (grundy_table_fill(most, &run, &error) != NASH_OK)
        abort();
    printf("table to %u: %.4f s\n", most, (cpu_us() - start) / 1e6);
}

/* Computes the first value past 255 by the plain mex of all splits. */
static void check_first_large(void)
{
    enum { FIRST = 7250049 };
    struct mex_values values = grundy_table();
    for (uint32_t pile = 0; pile <= GRUNDY_PILE_MAX; pile++)
        if ((mex_value(&values, pile) > 255) != (pile == FIRST))
            abort();
}

static void bench_asking(void)
{
    struct nash_rng rng;
    struct mex_values values = grundy_table();
    uint32_t sum = 0, pile = 1;
    nash_rng_seed(&rng, 1);
    double start = cpu_us();
    for (int i = 0; i < ASKED; i++) { /* each pile depends on the last answer, so the whole latency counts */
        pile = (uint32_t)((pile * UINT64_C(6364136223846793005) + 1442695040888963407 + sum) % GRUNDY_PILE_MAX);
        sum += mex_value(&values, pile);
    }
    printf("a value asked at random, each after the last: %.1f ns (%u)\n", (cpu_us() - start) * 1e3 / ASKED, sum % 2);
}

static void bench_position(struct nash_arena *arena)
{
    struct nash_rng rng;
    nash_arena_reset(arena, 64 << 20);
    struct piles_problem p = {.count = PILES, .pile = nash_arena_array(arena, PILES, sizeof(uint32_t))};
    struct nash_run run = {.arena = arena};
    struct nash_result result = {0};
    struct nash_error error;
    nash_rng_seed(&rng, 1);
    for (size_t i = 0; i < PILES; i++)
        p.pile[i] = 1 + (uint32_t)nash_rng_below(&rng, GRUNDY_PILE_MAX);
    double start = cpu_us();
    if (gametree_grundy.solve(&p, &run, &result, &error) != NASH_OK)
        abort();
    printf("a position of %d piles: %.1f ns a pile\n", PILES, (cpu_us() - start) * 1e3 / PILES);
}

int main(void)
{
    struct nash_arena *arena = nash_arena_new(4 << 20);
    bench_loops(arena);
    fill_to(10000, arena);
    fill_to(1000000, arena);
    fill_to(GRUNDY_PILE_MAX, arena);
    check_first_large();
    bench_asking();
    bench_position(arena);
    nash_arena_free(arena);
    return 0;
}
