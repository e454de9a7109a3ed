/* Compares libdds (dds.h) with plain minimax: endgames of every shape, tricks in progress, and similar positions in
 * succession, for which libdds reuses its tables. */
#include <stdio.h>
#include <string.h>

#include <solvers/bridge/double_dummy/dds.h>
#include <solvers/bridge/notation/notation.h>

#include "../../base/test.h"
#include "../harness/minimax.h"

static int open_library(void **state)
{
    return bridge_dds_open() ? 0 : -1;
}

static void good(enum nash_status status, const struct nash_error *error, const struct bridge_position *position)
{
    if (status != NASH_OK)
        fail_msg("%s: %s", minimax_name(position), error->detail);
}

/* Returns a random number of cards a hand. 5 is rare, since minimax takes a hundred times as long for 5 as for 4. */
static unsigned some_size(struct nash_rng *rng)
{
    return nash_rng_below(rng, 150) == 0 ? 5 : 1 + (unsigned)nash_rng_below(rng, 4);
}

/* ---- every legal card ---- */

static void agree_options(const struct bridge_position *position, const struct bridge_options *options)
{
    bridge_ranks legal[BRIDGE_SUITS], seen[BRIDGE_SUITS] = {0};
    bridge_legal(position, legal);
    for (unsigned i = 0; i < options->count; i++) {
        const struct bridge_option *option = &options->option[i];
        unsigned suit = option->card.suit, cards = option->equals | 1u << option->card.rank;
        if (i > 0 && option->tricks > option[-1].tricks)
            fail_msg("%s: not best first", minimax_name(position));
        if (seen[suit] & cards || option->equals >> option->card.rank)
            fail_msg("%s: a card twice, or equals above it", minimax_name(position));
        seen[suit] = (bridge_ranks)(seen[suit] | cards);
        for (unsigned rank = 0; rank < BRIDGE_RANKS; rank++) {
            struct bridge_card card = {(uint8_t)suit, (uint8_t)rank};
            if ((cards >> rank & 1) && minimax_after(position, card) != option->tricks)
                fail_msg("%s: %c%c makes %u, not %u", minimax_name(position), bridge_strain_letter(suit),
                         card_rank_letter(rank), minimax_after(position, card), option->tricks);
        }
    }
    if (memcmp(legal, seen, sizeof legal) != 0)
        fail_msg("%s: not exactly the legal cards", minimax_name(position));
}

static void check_options(const struct bridge_position *position)
{
    struct nash_run run = {0};
    struct nash_error error;
    struct bridge_options options;
    good(bridge_dds_options(position, &run, &options, &error), &error, position);
    agree_options(position, &options);
}

static void options_of_endings(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 1000; i++) {
        struct bridge_position position;
        minimax_position(&rng, some_size(&rng), i % BRIDGE_SEATS, &position);
        check_options(&position);
    }
}

/* Solves similar deals in succession: one card moved, another strain, another leader, one trick later. */
static void options_of_neighbours(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 60; i++) {
        struct bridge_position position;
        minimax_position(&rng, 4, 0, &position);
        for (unsigned size = 4; size > 0; size = bridge_hand_size(&position.deal, bridge_to_play(&position))) {
            struct bridge_position other = position;
            check_options(&position);
            other.strain = (uint8_t)nash_rng_below(&rng, BRIDGE_STRAINS);
            other.leader = (uint8_t)nash_rng_below(&rng, BRIDGE_SEATS);
            if (other.played == 0)
                check_options(&other);
            bridge_play(&position, minimax_any(&rng, &position));
        }
    }
}

/* ---- the best, and so many ---- */

static void best_and_targets(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 600; i++) {
        struct nash_run run = {0};
        struct nash_error error;
        struct bridge_position position;
        struct bridge_card card;
        int tricks, makes;
        unsigned size = 1 + (unsigned)nash_rng_below(&rng, 4);
        minimax_position(&rng, size, i % BRIDGE_SEATS, &position);
        unsigned right = minimax_tricks(&position);
        good(bridge_dds_best(&position, &run, &card, &tricks, &error), &error, &position);
        if (tricks != (int)right || minimax_after(&position, card) != right)
            fail_msg("%s: %d, not %u", minimax_name(&position), tricks, right);
        for (unsigned target = 0; target <= size; target++) {
            good(bridge_dds_makes(&position, target, &run, &card, &makes, &error), &error, &position);
            if (makes != (right >= target) || (makes > 0 && minimax_after(&position, card) < target))
                fail_msg("%s: %u tricks are made: %d", minimax_name(&position), target, makes);
        }
    }
}

/* Returns a seat's cards of a suit, moved to the lowest ranks: the k cards of this suit in the deal become the k
 * lowest, in the same order. */
static bridge_ranks lowest_of_all(const struct bridge_deal *deal, unsigned seat, unsigned suit)
{
    unsigned all = 0, moved = 0, at = 0;
    for (unsigned other = 0; other < BRIDGE_SEATS; other++)
        all |= deal->hand[other][suit];
    for (unsigned rank = 0; rank < BRIDGE_RANKS; rank++)
        if (all >> rank & 1)
            moved |= (deal->hand[seat][suit] >> rank & 1u) << at++;
    return (bridge_ranks)moved;
}

/* Solves an endgame of an ace and two low cards a hand, then its aces alone in another strain, and then the whole
 * endgame in that strain. Without bridge_dds's precautions, libdds answers some of the last with results of the first.
 */
static void last_tricks_spoil_nothing(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 600; i++) {
        struct bridge_deal low;
        struct bridge_position high = {.leader = (uint8_t)nash_rng_below(&rng, BRIDGE_SEATS)};
        struct bridge_card card;
        struct nash_run run = {0};
        struct nash_error error;
        int tricks;
        minimax_deal(&rng, 2, &low);
        for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
            high.deal.hand[seat][(seat + i) % BRIDGE_SUITS] = 1 << (BRIDGE_RANKS - 1);
        struct bridge_position whole = high;
        for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
            for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++)
                whole.deal.hand[seat][suit] =
                    (bridge_ranks)(whole.deal.hand[seat][suit] | lowest_of_all(&low, seat, suit));
        whole.strain = (uint8_t)nash_rng_below(&rng, BRIDGE_STRAINS);
        high.strain = (uint8_t)((whole.strain + 1 + nash_rng_below(&rng, BRIDGE_STRAINS - 1)) % BRIDGE_STRAINS);
        good(bridge_dds_best(&whole, &run, &card, &tricks, &error), &error, &whole);
        good(bridge_dds_best(&high, &run, &card, &tricks, &error), &error, &high);
        whole.strain = high.strain;
        good(bridge_dds_best(&whole, &run, &card, &tricks, &error), &error, &whole);
        if (tricks != (int)minimax_tricks(&whole))
            fail_msg("%s: %d, not %u", minimax_name(&whole), tricks, minimax_tricks(&whole));
    }
}

/* ---- tables ---- */

static void agree_strain(const struct bridge_deal *deal, unsigned strain)
{
    struct nash_run run = {0};
    struct nash_error error;
    struct bridge_position position = {.deal = *deal, .strain = (uint8_t)strain};
    uint8_t tricks[BRIDGE_SEATS];
    bool whole;
    good(bridge_dds_strain(deal, strain, &run, tricks, &whole, &error), &error, &position);
    assert_true(whole);
    for (unsigned declarer = 0; declarer < BRIDGE_SEATS; declarer++) {
        position.leader = (uint8_t)((declarer + 1) % BRIDGE_SEATS);
        unsigned right = bridge_hand_size(deal, declarer) - minimax_tricks(&position);
        if (tricks[declarer] != right)
            fail_msg("%s: declarer makes %u, not %u", minimax_name(&position), tricks[declarer], right);
    }
}

static void strains_of_endings(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 100; i++) {
        struct bridge_deal deal;
        minimax_deal(&rng, 1 + i % 4, &deal);
        for (unsigned strain = 0; strain < BRIDGE_STRAINS; strain++)
            agree_strain(&deal, strain);
    }
}

/* Each hand holds one whole suit. With trumps, the side that holds them makes all tricks; in notrump, the leader's side
 * does. */
static void strains_of_four_suits(void **state)
{
    struct nash_run run = {0};
    struct nash_error error;
    struct bridge_deal deal;
    uint8_t tricks[BRIDGE_SEATS];
    bool whole;
    static const char text[] = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432";
    assert_int_equal(bridge_pbn_read(text, strlen(text), "", &deal, &error), NASH_OK);
    for (unsigned strain = 0; strain < BRIDGE_STRAINS; strain++) {
        assert_int_equal(bridge_dds_strain(&deal, strain, &run, tricks, &whole, &error), NASH_OK);
        for (unsigned declarer = 0; declarer < BRIDGE_SEATS; declarer++) {
            bool all = strain != BRIDGE_NOTRUMP && strain % 2 == declarer % 2;
            assert_int_equal(tricks[declarer], all ? BRIDGE_RANKS : 0);
        }
    }
    assert_true(run.nodes > 0);
}

/* ---- a played hand ---- */

/* Returns the tricks of a side (seat % 2) in the whole hand: `made` so far and, with best play, those to come. */
static unsigned opponents(const struct bridge_position *position, unsigned made, unsigned side)
{
    unsigned all = bridge_hand_size(&position->deal, (position->leader + BRIDGE_SEATS - 1u) % BRIDGE_SEATS);
    unsigned mine = all > 0 ? minimax_tricks(position) : 0;
    return made + (bridge_to_play(position) % 2 == side ? mine : all - mine);
}

static void traces(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 200; i++) {
        struct nash_run run = {0};
        struct nash_error error;
        struct bridge_position start, now;
        struct bridge_card play[BRIDGE_CARDS];
        uint8_t right[BRIDGE_CARDS + 1], tricks[BRIDGE_CARDS + 1];
        unsigned size = 1 + (unsigned)nash_rng_below(&rng, 4), made = 0, known;
        minimax_position(&rng, size, i % BRIDGE_SEATS, &start);
        unsigned count = (unsigned)nash_rng_below(&rng, 4 * size - start.played + 1), side = (start.leader + 1u) % 2;
        now = start;
        right[0] = (uint8_t)opponents(&now, made, side);
        for (unsigned k = 0; k < count; k++) {
            play[k] = minimax_any(&rng, &now);
            int winner = bridge_play(&now, play[k]);
            made += winner >= 0 && (unsigned)winner % 2 == side;
            right[k + 1] = (uint8_t)opponents(&now, made, side);
        }
        good(bridge_dds_trace(&start, play, count, &run, tricks, &known, &error), &error, &start);
        assert_int_equal(known, count + 1);
        for (unsigned k = 0; k <= count; k++)
            if (tricks[k] != right[k])
                fail_msg("%s: %u after %u cards, not %u", minimax_name(&start), tricks[k], k, right[k]);
    }
}

static void is_missed_where_it_is_not_loaded(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_run run = {0};
    struct nash_error error;
    struct bridge_position position;
    struct bridge_card card;
    int tricks;
    minimax_position(&rng, 5, 0, &position);
    assert_int_equal(bridge_dds_best(&position, &run, &card, &tricks, &error), NASH_INTERNAL);
    assert_non_null(strstr(error.detail, "libdds0"));
    assert_string_equal(bridge_dds_name(), "libdds");
}

int main(void)
{
    const struct CMUnitTest before[] = {cmocka_unit_test(is_missed_where_it_is_not_loaded)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_of_endings),
        cmocka_unit_test(options_of_neighbours),
        cmocka_unit_test(best_and_targets),
        cmocka_unit_test(last_tricks_spoil_nothing),
        cmocka_unit_test(strains_of_endings),
        cmocka_unit_test(strains_of_four_suits),
        cmocka_unit_test(traces),
    };
    int failed = cmocka_run_group_tests(before, NULL, NULL);
    return failed + cmocka_run_group_tests(tests, open_library, NULL);
}
