/* Tables of several players: the exact engines against each other and against a count in the most direct way, and
 * Monte Carlo within its error. */
#include <math.h>
#include <string.h>

#include <nash/nash.h>
#include <solvers/holdem/equity/table.h>
#include <solvers/holdem/evaluate/evaluate.h>
#include <solvers/holdem/range/range.h>

#include "../base/test.h"

enum { TABLES = 1000, DUELS = 100, SAMPLES = 4000, ARENA_BYTES = 64 << 20 };

static struct holdem_range range_of(const char *text)
{
    struct holdem_range range;
    struct range_fault fault;
    if (!range_read((struct text_span){text, text + strlen(text)}, &range, &fault))
        fail_msg("%s: %s", text, fault.detail);
    return range;
}

/* Makes a table on a turn or a river: `players` with about `combos` hands each, many of which share cards. */
static void random_table(struct nash_rng *rng, unsigned players, unsigned combos, struct holdem_table *table)
{
    do {
        *table = (struct holdem_table){.players = players};
        while (__builtin_popcountll(table->spot.board) < (nash_rng_below(rng, 2) ? 4 : 5))
            table->spot.board |= card_bit((unsigned)nash_rng_below(rng, CARD_DECK));
        for (uint64_t dead = nash_rng_below(rng, 4); dead > 0; dead--)
            table->spot.dead |= card_bit((unsigned)nash_rng_below(rng, CARD_DECK)) & ~table->spot.board;
        for (unsigned player = 0; player < players; player++) {
            for (unsigned n = 0; n < combos; n++) {
                const unsigned one = (unsigned)nash_rng_below(rng, 8), two = (unsigned)nash_rng_below(rng, CARD_DECK);
                if (one + 44 != two)
                    table->range[player].weight[combo_of(one + 44, two)] = (float)(1 - nash_rng_unit(rng));
            }
            range_remove(&table->range[player], table->spot.board | table->spot.dead);
        }
    } while (!holdem_table_possible(table));
}

/* ---- a direct count ---- */

struct count {
    const struct holdem_table *table;
    unsigned combo[HOLDEM_PLAYERS_MAX];
    double share[HOLDEM_PLAYERS_MAX], win[HOLDEM_PLAYERS_MAX], tie[HOLDEM_PLAYERS_MAX], all;
};

static void count_board(struct count *c, uint64_t board, double weight)
{
    uint16_t strength[HOLDEM_PLAYERS_MAX], best = 0;
    unsigned winners = 0;
    for (unsigned i = 0; i < c->table->players; i++) {
        strength[i] = holdem_set_strength(board | combo_mask(c->combo[i]));
        best = strength[i] > best ? strength[i] : best;
    }
    for (unsigned i = 0; i < c->table->players; i++)
        winners += strength[i] == best;
    c->all += weight;
    for (unsigned i = 0; i < c->table->players; i++) {
        c->share[i] += strength[i] == best ? weight / winners : 0;
        c->win[i] += strength[i] == best && winners == 1 ? weight : 0;
        c->tie[i] += strength[i] == best && winners > 1 ? weight : 0;
    }
}

/* Deals the hands of the players from `player` on, then the missing card. */
static void count_deals(struct count *c, unsigned player, uint64_t used, double weight)
{
    if (player < c->table->players) {
        for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
            if (c->table->range[player].weight[i] <= 0 || combo_mask(i) & used)
                continue;
            c->combo[player] = i;
            count_deals(c, player + 1, used | combo_mask(i), weight * (double)c->table->range[player].weight[i]);
        }
        return;
    }
    if (__builtin_popcountll(c->table->spot.board) == HOLDEM_BOARD)
        count_board(c, c->table->spot.board, weight);
    for (unsigned card = 0; card < CARD_DECK && __builtin_popcountll(c->table->spot.board) < HOLDEM_BOARD; card++)
        if (!(used >> card & 1))
            count_board(c, c->table->spot.board | card_bit(card), weight);
}

/* ---- tests ---- */

static void solve(const struct holdem_table *table, enum holdem_method method, struct nash_arena *arena,
                  struct holdem_outcome *out)
{
    struct nash_run run = {.arena = arena, .seed = 9};
    assert_int_equal(holdem_table_solve(table, method, SAMPLES, &run, out), NASH_OK);
}

static void test_random_tables(void **state)
{
    struct nash_rng rng;
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    nash_rng_seed(&rng, 9);
    for (unsigned n = 0; n < TABLES; n++) {
        struct holdem_table table;
        struct holdem_outcome exact, sampled;
        const unsigned players = 2 + (unsigned)nash_rng_below(&rng, 3);
        random_table(&rng, players, players == 4 ? 4 : 8, &table);
        struct count count = {.table = &table};
        count_deals(&count, 0, table.spot.board | table.spot.dead, 1);
        solve(&table, HOLDEM_EXACT, arena, &exact);
        solve(&table, HOLDEM_MONTE_CARLO, arena, &sampled);
        for (unsigned i = 0; i < players; i++) {
            if (fabs(exact.seat[i].equity - count.share[i] / count.all) > 1e-9 ||
                fabs(exact.seat[i].win - count.win[i] / count.all) > 1e-9 ||
                fabs(exact.seat[i].tie - count.tie[i] / count.all) > 1e-9)
                fail_msg("table %u, player %u: %.12f, not %.12f", n, i, exact.seat[i].equity,
                         count.share[i] / count.all);
            /* an outcome of less than about 10 in SAMPLES may be missing from the sample */
            const double slack = 4 * sampled.seat[i].error + 10.0 / SAMPLES;
            if (fabs(exact.seat[i].equity - sampled.seat[i].equity) > slack)
                fail_msg("table %u, player %u: %f, sampled %f +- %f", n, i, exact.seat[i].equity,
                         sampled.seat[i].equity, sampled.seat[i].error);
        }
        nash_arena_reset(arena, ARENA_BYTES);
    }
    nash_arena_free(arena);
}

/* Two players by both exact engines, combo by combo. */
static void test_engines_agree(void **state)
{
    struct nash_rng rng;
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    nash_rng_seed(&rng, 10);
    for (unsigned n = 0; n < DUELS; n++) {
        struct holdem_table table;
        struct holdem_outcome out[2] = {{.samples = 0}};
        struct nash_run run = {.arena = arena};
        random_table(&rng, 2, 30, &table);
        for (unsigned k = 0; k < 2; k++)
            for (unsigned i = 0; i < 2; i++) {
                out[k].seat[i].share = NASH_NEW(arena, double, HOLDEM_COMBOS);
                out[k].seat[i].all = NASH_NEW(arena, double, HOLDEM_COMBOS);
            }
        assert_int_equal(holdem_deals_solve(&table, &run, &out[0]), NASH_OK);
        assert_int_equal(holdem_duel_solve(&table, false, &run, &out[1]), NASH_OK);
        assert_true(out[0].showdowns == out[1].showdowns);
        for (unsigned i = 0; i < 2; i++)
            for (unsigned combo = 0; combo < HOLDEM_COMBOS; combo++) {
                const double all = out[0].seat[i].all[combo];
                assert_true(fabs(all - out[1].seat[i].all[combo]) <= 1e-9 * (1 + all));
                assert_true(fabs(out[0].seat[i].share[combo] - out[1].seat[i].share[combo]) <= 1e-9 * (1 + all));
            }
        nash_arena_reset(arena, ARENA_BYTES);
    }
    nash_arena_free(arena);
}

/* Wide ranges that clash often: all deals are too many to list, so that whole deals are drawn again. */
static void test_clashes(void **state)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct holdem_table table = {.players = 3};
    struct holdem_outcome exact, sampled;
    table.spot.board = card_bit(0) | card_bit(17) | card_bit(26) | card_bit(35) | card_bit(40);
    table.range[0] = range_of("A2s+,A2o+,22+:0.2");
    table.range[1] = range_of("AKs,AKo,AQ,AJ:0.9,A2o+:0.1,K2o+:0.05,QTo+");
    table.range[2] = range_of("A2+,KQo,22+,54s:0.4,QTo+:0.3");
    for (unsigned i = 0; i < 3; i++)
        range_remove(&table.range[i], table.spot.board);
    struct nash_run run = {.arena = arena, .seed = 3};
    solve(&table, HOLDEM_EXACT, arena, &exact);
    assert_int_equal(holdem_table_solve(&table, HOLDEM_MONTE_CARLO, 400000, &run, &sampled), NASH_OK);
    for (unsigned i = 0; i < 3; i++)
        assert_true(fabs(exact.seat[i].equity - sampled.seat[i].equity) < 4 * sampled.seat[i].error);
    nash_arena_free(arena);
}

static void test_response(void **state)
{
    const struct holdem_range hero = range_of("AhKs"), opponent = range_of("AA,QQ"), fold = range_of("QQ:0.5,AhAd");
    struct holdem_range rest;
    /* three pairs of aces without the ace of hearts remain beside six pairs of queens, half of which fold */
    assert_true(fabs(holdem_response(&hero, &opponent, &fold, &rest) - 3.0 / 9) < 1e-12);
    assert_int_equal(range_count(&rest), 11);
    assert_true(holdem_response(&hero, &opponent, &opponent, &rest) == 1);
    assert_int_equal(range_count(&rest), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_tables),
        cmocka_unit_test(test_engines_agree),
        cmocka_unit_test(test_clashes),
        cmocka_unit_test(test_response),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
