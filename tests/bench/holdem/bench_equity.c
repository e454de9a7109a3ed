/* Equities, in CPU time of this process, least of several rounds, since the machine is shared:
 *
 * - range against range for all 1326 combos, on a flop, a turn and a river, beside dealing every pair of hands on every
 *   board with the same evaluator (all pairs of a random subset of heroes, scaled to all);
 * - one hand against a range on a flop, and before the flop from the table;
 * - three hands before the flop, exactly; Monte Carlo with three random hands.
 *
 * Exits with status 1 if the two methods differ. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nash/arena.h>
#include <nash/rng.h>
#include <solvers/holdem/equity/table.h>
#include <solvers/holdem/evaluate/evaluate.h>
#include <solvers/holdem/range/range.h>

#include "../cost.h"

enum { ROUNDS = 7, ARENA = 64 << 20, HEROES = 40 };

static struct nash_run run;
static struct holdem_range weighted;
static struct holdem_versus versus;

static void fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static uint64_t cards_of(const char *text)
{
    uint8_t card[HOLDEM_BOARD];
    unsigned count = 0;
    uint64_t set = 0;
    struct range_fault fault;
    if (!range_read_cards((struct text_span){text, text + strlen(text)}, card, HOLDEM_BOARD, &count, &fault))
        fail(fault.detail);
    for (unsigned i = 0; i < count; i++)
        set |= card_bit(card[i]);
    return set;
}

static struct holdem_range range_of(const char *text)
{
    struct holdem_range range;
    struct range_fault fault;
    if (!range_read((struct text_span){text, text + strlen(text)}, &range, &fault))
        fail(fault.detail);
    return range;
}

/* ---- all combos ---- */

static double sweep_us(const struct holdem_spot *spot, unsigned repeats)
{
    double best = INFINITY;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const double begin = cpu_us();
        for (unsigned i = 0; i < repeats; i++)
            if (holdem_equity_range_v_range(&weighted, spot, &run, &versus) != NASH_OK)
                fail("the sweep failed");
        best = fmin(best, (cpu_us() - begin) / repeats);
    }
    return best;
}

/* Adds the outcomes of one hero on one board. */
static void deal_board(uint64_t board, uint64_t hero, double *share, double *all)
{
    struct holdem_hand hand = holdem_hand_empty();
    for (uint64_t rest = board; rest; rest &= rest - 1)
        hand = holdem_hand_add(hand, (unsigned)__builtin_ctzll(rest));
    const uint16_t own = holdem_set_strength(board | hero);
    for (unsigned high = 1; high < CARD_DECK; high++) {
        if ((board | hero) >> high & 1)
            continue;
        const struct holdem_hand with_high = holdem_hand_add(hand, high);
        for (unsigned low = 0; low < high; low++) {
            if ((board | hero) >> low & 1)
                continue;
            const double weight = (double)weighted.weight[combo_of(high, low)];
            const uint16_t other = holdem_hand_strength(holdem_hand_add(with_high, low));
            *all += weight;
            *share += own > other ? weight : own == other ? weight / 2 : 0;
        }
    }
}

static void deal_boards(uint64_t board, uint64_t hero, unsigned below, double *share, double *all)
{
    if (__builtin_popcountll(board) == HOLDEM_BOARD) {
        deal_board(board, hero, share, all);
        return;
    }
    for (unsigned card = 0; card < below; card++)
        if (!((board | hero) >> card & 1))
            deal_boards(board | card_bit(card), hero, card, share, all);
}

/* Returns the time of all combos, from that of a few; compares their equities with the last sweep. */
static double dealing_us(const struct holdem_spot *spot, unsigned heroes)
{
    struct nash_rng rng;
    double combos = 0, us = 0;
    nash_rng_seed(&rng, 4);
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        combos += !(combo_mask(i) & spot->board);
    for (unsigned done = 0; done < heroes;) {
        const unsigned combo = (unsigned)nash_rng_below(&rng, HOLDEM_COMBOS);
        double share = 0, all = 0;
        if (combo_mask(combo) & spot->board)
            continue;
        const double begin = cpu_us();
        deal_boards(spot->board, combo_mask(combo), CARD_DECK, &share, &all);
        us += cpu_us() - begin;
        if (fabs(share / all - holdem_versus_equity(&versus, combo)) > 1e-9)
            fail("the equities differ");
        done++;
    }
    return us / heroes * combos;
}

static void bench_all(const char *name, const char *board, unsigned repeats)
{
    const struct holdem_spot spot = {cards_of(board), 0};
    const double sweep = sweep_us(&spot, repeats), dealing = dealing_us(&spot, HEROES);
    printf("%-28s %10.1f us  dealing %12.0f us  ratio %8.0f\n", name, sweep, dealing, dealing / sweep);
}

/* ---- tables ---- */

static void bench_table(const char *name, const char *const ranges[], unsigned players, const char *board,
                        enum holdem_method method, uint64_t samples)
{
    struct holdem_table *table = calloc(1, sizeof *table);
    struct holdem_outcome outcome;
    double best = INFINITY;
    if (!table)
        fail("out of memory");
    table->players = players;
    table->spot.board = cards_of(board);
    for (unsigned i = 0; i < players; i++) {
        table->range[i] = range_of(ranges[i]);
        range_remove(&table->range[i], table->spot.board);
    }
    for (unsigned round = 0; round < ROUNDS; round++) {
        nash_arena_reset(run.arena, ARENA);
        const double begin = cpu_us();
        if (holdem_table_solve(table, method, samples, &run, &outcome) != NASH_OK)
            fail("a table failed");
        best = fmin(best, cpu_us() - begin);
    }
    printf("%-28s %10.1f us  equity %.9f", name, best, outcome.seat[0].equity);
    if (method == HOLDEM_MONTE_CARLO)
        printf(" +- %.6f, %.1f M samples/s", outcome.seat[0].error, (double)outcome.samples / best);
    printf("\n");
    free(table);
}

int main(void)
{
    struct nash_rng rng;
    run.arena = nash_arena_new(ARENA);
    nash_rng_seed(&rng, 1);
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        weighted.weight[i] = (float)nash_rng_unit(&rng);
    bench_all("all combos, flop, rainbow", "Qh7s2d", 5);
    bench_all("all combos, flop, two suits", "Qh7h2d", 5);
    bench_all("all combos, flop, one suit", "Qh7h2h", 5);
    bench_all("all combos, turn", "Qh7s2d9c", 200);
    bench_all("all combos, turn, one suit", "Qh7h2h9h", 200);
    bench_all("all combos, river", "Qh7s2d9c3c", 5000);
    bench_all("all combos, river, flush", "Qh7h2h9c3c", 5000);
    bench_all("all combos, river, one suit", "Qh7h2h9h3h", 5000);
    bench_table("AhKs v random, flop", (const char *const[]){"AhKs", "random"}, 2, "Qh7s2d", HOLDEM_EXACT, 0);
    bench_table("AhAs v random, table", (const char *const[]){"AhAs", "random"}, 2, "", HOLDEM_PREFLOP_TABLE, 0);
    bench_table("random v random, table", (const char *const[]){"random", "random"}, 2, "", HOLDEM_PREFLOP_TABLE, 0);
    bench_table("AhAs v KdKc v QhQs, exact", (const char *const[]){"AhAs", "KdKc", "QhQs"}, 3, "", HOLDEM_EXACT, 0);
    bench_table("AA v QQ v AKo, exact", (const char *const[]){"AA", "QQ", "AKo"}, 3, "", HOLDEM_EXACT, 0);
    bench_table("AA v KK v random, sampled", (const char *const[]){"AA", "KK", "random"}, 3, "", HOLDEM_MONTE_CARLO,
                1000000);
    bench_table("three random, sampled", (const char *const[]){"random", "random", "random"}, 3, "", HOLDEM_MONTE_CARLO,
                1000000);
    nash_arena_free(run.arena);
    return 0;
}
