/* Compares the deals that bridge_dealing_deal() makes from numbers with enumerated ones. For few remaining cards, every
 * deal is made by giving each card to each hand in turn; the numbers must give exactly these deals, each once, so that
 * random numbers give uniform deals. A chi-square test compares whole deals with the hypergeometric distribution, and
 * constraints must hold in every deal. */
#include <stdio.h>
#include <string.h>

#include <nash/arena.h>
#include <solvers/bridge/single_dummy/dealing.h>

#include "../../base/test.h"

typedef bridge_ranks hands[BRIDGE_HIDDEN_MAX][BRIDGE_SUITS];

enum { SMALL = 9, DEALS_MAX = 20000 };

static void say(const struct bridge_dealing_rules *r, char out[700])
{
    size_t n = 0;
    for (unsigned s = 0; s < BRIDGE_SUITS; s++)
        n += (size_t)snprintf(out + n, 700 - n, "%x ", r->pool[s]);
    for (unsigned h = 0; h < r->hands; h++) {
        const struct bridge_hidden *x = &r->hand[h];
        n += (size_t)snprintf(out + n, 700 - n, "| %u cards, %u-%u points", x->cards, x->hcp[0], x->hcp[1]);
        for (unsigned s = 0; s < BRIDGE_SUITS; s++)
            n += (size_t)snprintf(out + n, 700 - n, ", %u-%u of %x", x->length[s][0], x->length[s][1], x->may[s]);
    }
}

static bool obeys(const struct bridge_dealing_rules *r, hands hand)
{
    static const unsigned value[BRIDGE_RANKS] = {[9] = 1, [10] = 2, [11] = 3, [12] = 4};
    for (unsigned s = 0; s < BRIDGE_SUITS; s++)
        if ((hand[0][s] | hand[1][s] | hand[2][s]) != r->pool[s] || (hand[0][s] & hand[1][s]) ||
            (hand[0][s] & hand[2][s]) || (hand[1][s] & hand[2][s]))
            return false;
    for (unsigned h = 0; h < r->hands; h++) {
        unsigned cards = 0, points = 0;
        for (unsigned s = 0; s < BRIDGE_SUITS; s++) {
            unsigned len = (unsigned)__builtin_popcount(hand[h][s]);
            if (len < r->hand[h].length[s][0] || len > r->hand[h].length[s][1] || (hand[h][s] & ~r->hand[h].may[s]))
                return false;
            cards += len;
            for (unsigned rank = 0; rank < BRIDGE_RANKS; rank++)
                points += hand[h][s] >> rank & 1 ? value[rank] : 0;
        }
        if (cards != r->hand[h].cards || points < r->hand[h].hcp[0] || points > r->hand[h].hcp[1])
            return false;
    }
    return true;
}

/* ---- enumeration ---- */

static hands found[DEALS_MAX], numbered[DEALS_MAX];
static unsigned found_count;

static void give(const struct bridge_dealing_rules *r, unsigned card, hands hand)
{
    while (card < BRIDGE_CARDS && !(r->pool[card / 13] >> card % 13 & 1))
        card++;
    if (card == BRIDGE_CARDS) {
        if (obeys(r, hand)) {
            assert_true(found_count < DEALS_MAX);
            memcpy(found[found_count++], hand, sizeof(hands));
        }
        return;
    }
    for (unsigned h = 0; h < r->hands; h++) {
        hand[h][card / 13] ^= (bridge_ranks)(1u << card % 13);
        give(r, card + 1, hand);
        hand[h][card / 13] ^= (bridge_ranks)(1u << card % 13);
    }
}

static int by_cards(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(hands));
}

/* Returns rules without limits on points and lengths. sizes: cards of each hand; pool: the cards to be dealt. */
static struct bridge_dealing_rules free_rules(unsigned hand_count, const unsigned *sizes,
                                              const bridge_ranks pool[BRIDGE_SUITS])
{
    struct bridge_dealing_rules r = {.hands = hand_count};
    memcpy(r.pool, pool, sizeof r.pool);
    for (unsigned h = 0; h < hand_count; h++) {
        r.hand[h] = (struct bridge_hidden){.cards = (uint8_t)sizes[h], .hcp = {0, 37}};
        for (unsigned s = 0; s < BRIDGE_SUITS; s++) {
            r.hand[h].length[s][1] = 13;
            r.hand[h].may[s] = 0x1fff;
        }
    }
    return r;
}

static void draw_pool(struct nash_rng *rng, unsigned cards, bridge_ranks pool[BRIDGE_SUITS])
{
    memset(pool, 0, BRIDGE_SUITS * sizeof *pool);
    while (cards > 0) {
        unsigned card = (unsigned)nash_rng_below(rng, BRIDGE_CARDS);
        unsigned rank =
            nash_rng_below(rng, 2) ? card % 13 : 9 + card % 4; /* half are jacks to aces, which have points */
        bridge_ranks bit = (bridge_ranks)(1u << rank);
        cards -= !(pool[card / 13] & bit);
        pool[card / 13] |= bit;
    }
}

static void draw_limits(struct nash_rng *rng, struct bridge_dealing_rules *r)
{
    for (unsigned h = 0; h < r->hands; h++) {
        struct bridge_hidden *x = &r->hand[h];
        if (nash_rng_below(rng, 3) == 0) {
            x->hcp[0] = (uint8_t)nash_rng_below(rng, 6);
            x->hcp[1] = (uint8_t)(x->hcp[0] + nash_rng_below(rng, 10));
        }
        for (unsigned s = 0; s < BRIDGE_SUITS; s++) {
            if (nash_rng_below(rng, 10) == 0) {
                x->length[s][0] = (uint8_t)nash_rng_below(rng, 2);
                x->length[s][1] = (uint8_t)(x->length[s][0] + nash_rng_below(rng, 3));
            }
            if (nash_rng_below(rng, 8) == 0)
                x->may[s] &= (bridge_ranks) ~(1u << nash_rng_below(rng, 13));
        }
    }
}

static void test_every_deal_once(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(32 << 20);
    unsigned with = 0, without = 0;
    for (unsigned round = 0; round < 400; round++) {
        unsigned hand_count = 1 + (unsigned)nash_rng_below(&rng, 3), cards = 0, sizes[3] = {0};
        bridge_ranks pool[BRIDGE_SUITS];
        for (unsigned h = 0; h < hand_count; h++)
            cards += sizes[h] = (unsigned)nash_rng_below(&rng, SMALL / hand_count + 1);
        draw_pool(&rng, cards, pool);
        struct bridge_dealing_rules rules = free_rules(hand_count, sizes, pool);
        if (round % 4)
            draw_limits(&rng, &rules);
        char text[700];
        hands hand = {{0}};
        say(&rules, text);
        found_count = 0;
        give(&rules, 0, hand);
        nash_arena_reset(arena, 32 << 20);
        struct bridge_dealing *dealing = bridge_dealing_new(&rules, arena);
        assert_non_null(dealing);
        if (bridge_dealing_count(dealing) != found_count)
            fail_msg("%s: %llu deals counted, %u found", text, (unsigned long long)bridge_dealing_count(dealing),
                     found_count);
        for (unsigned i = 0; i < found_count; i++)
            bridge_dealing_deal(dealing, i, numbered[i]);
        qsort(found, found_count, sizeof(hands), by_cards);
        qsort(numbered, found_count, sizeof(hands), by_cards);
        if (memcmp(found, numbered, found_count * sizeof(hands)) != 0)
            fail_msg("%s: the numbers do not give each of %u deals once", text, found_count);
        with += found_count > 0;
        without += found_count == 0;
    }
    assert_true(with > 200 && without > 10);
    nash_arena_free(arena);
}

/* ---- whole hands ---- */

static uint64_t choose(unsigned n, unsigned k)
{
    uint64_t c = 1;
    for (unsigned i = 0; i < k; i++)
        c = c * (n - i) / (i + 1);
    return k > n ? 0 : c;
}

static void test_counts_of_whole_hands(void **state)
{
    struct nash_arena *arena = nash_arena_new(32 << 20);
    const unsigned sizes[3] = {13, 13, 13};
    const bridge_ranks two[BRIDGE_SUITS] = {0x1fff, 0x1fff}, three[BRIDGE_SUITS] = {0x1fff, 0x1fff, 0x1fff};
    struct bridge_dealing_rules rules = free_rules(2, sizes, two);
    assert_int_equal(bridge_dealing_count(bridge_dealing_new(&rules, arena)), choose(26, 13));
    rules = free_rules(3, sizes, three);
    assert_int_equal(bridge_dealing_count(bridge_dealing_new(&rules, arena)), choose(39, 13) * choose(26, 13));
    rules.hand[0].length[0][0] = 5;
    uint64_t longer = 0;
    for (unsigned len = 5; len <= 13; len++)
        longer += choose(13, len) * choose(26, 13 - len);
    assert_int_equal(bridge_dealing_count(bridge_dealing_new(&rules, arena)), longer * choose(26, 13));
    nash_arena_free(arena);
}

/* If 26 cards are dealt to two hands, the length of one suit in a hand has the hypergeometric distribution. */
static void test_lengths_are_hypergeometric(void **state)
{
    enum { DEALS = 20000, CELLS = 6 };
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(32 << 20);
    const unsigned sizes[3] = {13, 13, 0};
    const bridge_ranks pool[BRIDGE_SUITS] = {0x0ff, 0x3f8, 0x07f, 0x00f};
    struct bridge_dealing_rules rules = free_rules(2, sizes, pool);
    struct bridge_dealing *dealing = bridge_dealing_new(&rules, arena);
    unsigned seen[CELLS + 3] = {0};
    for (unsigned i = 0; i < DEALS; i++) {
        hands hand;
        bridge_dealing_deal(dealing, nash_rng_below(&rng, bridge_dealing_count(dealing)), hand);
        assert_true(obeys(&rules, hand));
        seen[__builtin_popcount(hand[0][0])]++;
    }
    double chi = 0; /* over five cells: lengths 0 to 2, 3, 4, 5, 6 to 8 */
    for (unsigned len = 2; len <= 6; len++) {
        double share = 0, count = 0;
        for (unsigned l = len == 2 ? 0 : len; l <= (len == 6 ? 8 : len); l++) {
            share += (double)(choose(8, l) * choose(18, 13 - l)) / (double)choose(26, 13);
            count += seen[l];
        }
        chi += (count - share * DEALS) * (count - share * DEALS) / (share * DEALS);
    }
    if (chi > 27.9) /* with four degrees of freedom, the probability is 1 in 75,000 */
        fail_msg("chi-square %g", chi);
    nash_arena_free(arena);
}

/* A chi-square test: random numbers give every deal of few remaining cards equally often. */
static void test_draws_are_uniform(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(32 << 20);
    const unsigned sizes[3] = {3, 2, 3};
    const bridge_ranks pool[BRIDGE_SUITS] = {0x1800, 0x1100, 0x0c00, 0x0101};
    for (unsigned limited = 0; limited < 2; limited++) {
        struct bridge_dealing_rules rules = free_rules(3, sizes, pool);
        if (limited) {
            rules.hand[0].hcp[0] = 4;
            rules.hand[1].hcp[1] = 5;
            rules.hand[2].length[0][0] = 1;
        }
        struct bridge_dealing *dealing = bridge_dealing_new(&rules, arena);
        hands hand = {{0}};
        found_count = 0;
        give(&rules, 0, hand);
        qsort(found, found_count, sizeof(hands), by_cards);
        unsigned *seen = calloc(found_count, sizeof *seen), draws = 100 * found_count;
        for (unsigned i = 0; i < draws; i++) {
            bridge_dealing_deal(dealing, nash_rng_below(&rng, bridge_dealing_count(dealing)), hand);
            hands *at = bsearch(hand, found, found_count, sizeof(hands), by_cards);
            assert_non_null(at);
            seen[at - found]++;
        }
        double chi = 0, degrees = found_count - 1;
        for (unsigned i = 0; i < found_count; i++)
            chi += (seen[i] - 100.0) * (seen[i] - 100.0) / 100;
        double off =
            (chi - degrees) * (chi - degrees) / (2 * degrees); /* square of its distance in standard deviations */
        if (off > 25)
            fail_msg("%u deals, chi-square %g", found_count, chi);
        free(seen);
    }
    nash_arena_free(arena);
}

static void test_limits_hold(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(32 << 20);
    unsigned dealt = 0;
    const unsigned rounds = test_length(30, 30);
    for (unsigned round = 0; round < rounds; round++) {
        const unsigned sizes[3] = {13, 13, 13};
        bridge_ranks pool[BRIDGE_SUITS];
        draw_pool(&rng, 39, pool);
        struct bridge_dealing_rules rules = free_rules(3, sizes, pool);
        for (unsigned h = 0; h < 3; h++) {
            rules.hand[h].hcp[0] = (uint8_t)nash_rng_below(&rng, 10);
            rules.hand[h].hcp[1] = (uint8_t)(rules.hand[h].hcp[0] + 6 + nash_rng_below(&rng, 8));
            unsigned s = (unsigned)nash_rng_below(&rng, 4);
            rules.hand[h].length[s][0] = (uint8_t)nash_rng_below(&rng, 6);
            rules.hand[h].may[s] &= (bridge_ranks) ~(1u << nash_rng_below(&rng, 13));
        }
        nash_arena_reset(arena, 32 << 20);
        struct bridge_dealing *dealing = bridge_dealing_new(&rules, arena);
        assert_non_null(dealing);
        for (unsigned i = 0; i < 50 && bridge_dealing_count(dealing) > 0; i++, dealt++) {
            hands hand;
            char text[700];
            bridge_dealing_deal(dealing, nash_rng_below(&rng, bridge_dealing_count(dealing)), hand);
            say(&rules, text);
            if (!obeys(&rules, hand))
                fail_msg("a deal breaks its rules: %s", text);
        }
    }
    assert_true(dealt > 16 * rounds);
    nash_arena_free(arena);
}

static void test_a_small_arena_says_so(void **state)
{
    const unsigned sizes[3] = {13, 13, 0};
    const bridge_ranks pool[BRIDGE_SUITS] = {0x1fff, 0x1fff};
    struct bridge_dealing_rules rules = free_rules(2, sizes, pool);
    struct nash_arena *whole = nash_arena_new(32 << 20);
    assert_non_null(bridge_dealing_new(&rules, whole));
    for (size_t cap = 4096; cap < nash_arena_peak(whole); cap += cap / 3) {
        struct nash_arena *arena = nash_arena_new(cap);
        assert_null(bridge_dealing_new(&rules, arena));
        nash_arena_free(arena);
    }
    nash_arena_free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_deal_once),
        cmocka_unit_test(test_counts_of_whole_hands),
        cmocka_unit_test(test_lengths_are_hypergeometric),
        cmocka_unit_test(test_draws_are_uniform),
        cmocka_unit_test(test_limits_hold),
        cmocka_unit_test(test_a_small_arena_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
