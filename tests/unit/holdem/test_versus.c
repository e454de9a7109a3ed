/* Range against range for all combos at once, compared with dealing hands and boards one by one. */
#include <math.h>
#include <string.h>

#include <nash/nash.h>
#include <solvers/holdem/equity/equity.h>
#include <solvers/holdem/evaluate/evaluate.h>
#include <solvers/holdem/range/range.h>

#include "../base/test.h"

enum { RIVERS = 700, TURNS = 280, FLOPS = 40, HEROES = 4, ARENA_BYTES = 16 << 20 };

static struct holdem_range range_of(const char *text)
{
    struct holdem_range range;
    struct range_fault fault;
    if (!range_read((struct text_span){text, text + strlen(text)}, &range, &fault))
        fail_msg("%s: %s", text, fault.detail);
    return range;
}

/* Sums over boards and hands, in the most direct way. */
struct count {
    double win, tie, all;
};

static void count_boards(const struct holdem_range *range, uint64_t board, uint64_t known, uint64_t hero,
                         unsigned below, struct count *count)
{
    if (__builtin_popcountll(board) < HOLDEM_BOARD) {
        for (unsigned card = 0; card < below; card++)
            if (!((known | hero | board) >> card & 1))
                count_boards(range, board | card_bit(card), known, hero, card, count);
        return;
    }
    const uint16_t own = holdem_set_strength(board | hero);
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        if (range->weight[i] <= 0 || combo_mask(i) & (board | known | hero))
            continue;
        const uint16_t other = holdem_set_strength(board | combo_mask(i));
        count->all += (double)range->weight[i];
        count->win += own > other ? (double)range->weight[i] : 0;
        count->tie += own == other ? (double)range->weight[i] : 0;
    }
}

/* Deals a card that is not used, half of the time of hearts, so that flushes are frequent. */
static uint64_t random_card(struct nash_rng *rng, uint64_t used)
{
    for (;;) {
        const unsigned card = nash_rng_below(rng, 2) ? (unsigned)nash_rng_below(rng, CARD_DECK)
                                                     : card_make((unsigned)nash_rng_below(rng, CARD_RANKS), 2);
        if (!(used >> card & 1))
            return card_bit(card);
    }
}

static void random_range(struct nash_rng *rng, struct holdem_range *range)
{
    const uint64_t kind = nash_rng_below(rng, 4), of = 1 + nash_rng_below(rng, 20);
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        range->weight[i] = kind == 0 ? 1 : nash_rng_below(rng, of) ? 0 : kind == 1 ? 1 : (float)nash_rng_unit(rng);
}

static void check_spot(struct nash_rng *rng, struct nash_arena *arena, unsigned cards)
{
    struct holdem_range range;
    struct holdem_versus versus;
    struct holdem_spot spot = {0, 0};
    struct nash_run run = {.arena = arena};
    random_range(rng, &range);
    for (unsigned i = 0; i < cards; i++)
        spot.board |= random_card(rng, spot.board);
    for (uint64_t dead = nash_rng_below(rng, 3); dead > 0; dead--)
        spot.dead |= random_card(rng, spot.board | spot.dead);
    assert_int_equal(holdem_equity_range_v_range(&range, &spot, &run, &versus), NASH_OK);
    for (unsigned k = 0; k < HEROES; k++) {
        const uint64_t one = random_card(rng, 0), hero = one | random_card(rng, one);
        const unsigned combo = combo_of((unsigned)__builtin_ctzll(hero), 63 - (unsigned)__builtin_clzll(hero));
        struct count count = {0, 0, 0};
        if (!(hero & (spot.board | spot.dead)))
            count_boards(&range, spot.board, spot.dead, hero, CARD_DECK, &count);
        const double slack = 1e-9 * (count.all > 1 ? count.all : 1);
        if (fabs(count.all - versus.all[combo]) > slack || fabs(count.win - versus.win[combo]) > slack ||
            fabs(count.tie - versus.tie[combo]) > slack)
            fail_msg("board %llx dead %llx hero %llx: %.12g %.12g of %.12g, not %.12g %.12g of %.12g",
                     (unsigned long long)spot.board, (unsigned long long)spot.dead, (unsigned long long)hero,
                     versus.win[combo], versus.tie[combo], versus.all[combo], count.win, count.tie, count.all);
    }
}

static void test_random_spots(void **state)
{
    struct nash_rng rng;
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    nash_rng_seed(&rng, 1326);
    for (unsigned i = 0; i < RIVERS; i++)
        check_spot(&rng, arena, 5);
    for (unsigned i = 0; i < TURNS; i++)
        check_spot(&rng, arena, 4);
    for (unsigned i = 0; i < FLOPS; i++)
        check_spot(&rng, arena, 3);
    nash_arena_free(arena);
}

/* The table against the sweep over all boards, which shares nothing with it. */
static void test_preflop(void **state)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_run run = {.arena = arena};
    const struct holdem_spot spot = {0, 0};
    const struct holdem_range hero = range_of("random"), range = range_of("22+,A2s+:0.5,KQo,98s:0.25");
    struct holdem_versus table, sweep;
    holdem_equity_preflop(&hero, &range, &table);
    assert_int_equal(holdem_equity_range_v_range(&range, &spot, &run, &sweep), NASH_OK);
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        assert_true(fabs(table.all[i] - sweep.all[i]) <= 1e-9 * table.all[i]);
        assert_true(fabs(table.win[i] - sweep.win[i]) <= 1e-9 * table.all[i]);
        assert_true(fabs(table.tie[i] - sweep.tie[i]) <= 1e-9 * table.all[i]);
    }
    nash_arena_free(arena);
}

/* What holds for every range: the two players' equities add up to 1, a factor changes nothing, a dead card is the same
 * as no hand with it and one card less in the deck. */
static void test_properties(void **state)
{
    struct nash_rng rng;
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_run run = {.arena = arena};
    nash_rng_seed(&rng, 52);
    for (unsigned n = 0; n < 100; n++) {
        struct holdem_range a, b;
        struct holdem_versus va, vb, half;
        struct holdem_spot spot = {0, 0};
        random_range(&rng, &a);
        random_range(&rng, &b);
        for (unsigned i = 0; i < 4; i++)
            spot.board |= random_card(&rng, spot.board);
        range_remove(&a, spot.board);
        range_remove(&b, spot.board);
        assert_int_equal(holdem_equity_range_v_range(&b, &spot, &run, &va), NASH_OK);
        assert_int_equal(holdem_equity_range_v_range(&a, &spot, &run, &vb), NASH_OK);
        const double one = holdem_versus_range_equity(&va, &a), two = holdem_versus_range_equity(&vb, &b);
        assert_true((isnan(one) && isnan(two)) || fabs(one + two - 1) < 1e-9);
        for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
            b.weight[i] /= 2;
        assert_int_equal(holdem_equity_range_v_range(&b, &spot, &run, &half), NASH_OK);
        for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
            assert_true(fabs(half.win[i] - va.win[i] / 2) <= 1e-9 * va.all[i]);
            assert_true(va.win[i] >= 0 && va.tie[i] >= 0 && va.win[i] + va.tie[i] <= va.all[i] * (1 + 1e-9));
            if (combo_mask(i) & spot.board)
                assert_true(va.all[i] == 0);
        }
    }
    nash_arena_free(arena);
}

static void test_stopped(void **state)
{
    static const _Atomic int cancel = 1;
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES), *small = nash_arena_new(1 << 12);
    struct nash_run run = {.arena = arena, .cancel = &cancel}, tight = {.arena = small};
    const struct holdem_range range = range_of("random");
    const struct holdem_spot spot = {card_bit(1) | card_bit(20) | card_bit(30), 0};
    struct holdem_versus versus;
    assert_int_equal(holdem_equity_range_v_range(&range, &spot, &run, &versus), NASH_STOPPED);
    assert_int_equal(holdem_equity_range_v_range(&range, &spot, &tight, &versus), NASH_NOMEM);
    nash_arena_free(small);
    nash_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_spots),
        cmocka_unit_test(test_preflop),
        cmocka_unit_test(test_properties),
        cmocka_unit_test(test_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
