/* The bounds of the search for endgames, compared with a plain search: all endgames of two cards a hand, and random
 * ones of three, whose hands are unbalanced, so that a hand often has only trumps. */
#include <string.h>

#include <solvers/bridge/endgame/search.h>

#include "../../base/test.h"
#include "../harness/minimax.h"
#include "../harness/random_position.h"

enum { PAIRS = 8, ROUNDS = 20000 };

/* Returns the endgame as the search has it before a trick: ranks are places among the cards of the suit. */
static struct endgame endgame_of(const struct bridge_position *position)
{
    struct endgame e = {.strain = position->strain};
    for (unsigned s = 0; s < BRIDGE_SUITS; s++)
        for (unsigned rank = 0, place = 0; rank < BRIDGE_RANKS; rank++)
            for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
                if (position->deal.hand[seat][s] >> rank & 1) {
                    e.hand[seat][s] |= (uint16_t)(1u << place);
                    e.all.of[s] |= (uint16_t)(1u << place++);
                    e.shape += shape_unit(seat, s);
                }
    return e;
}

/* Checks both bounds for each number of tricks at which counting may end. */
static void check_bounds(const struct bridge_position *position, unsigned size)
{
    char text[200];
    struct endgame e = endgame_of(position);
    unsigned tricks = minimax_tricks(position);
    for (unsigned enough = 1; enough <= size; enough++) {
        union suits relevant = {.bits = 0};
        unsigned quick = endgame_quick_tricks(&e, position->leader, size, enough, &relevant);
        unsigned later = endgame_later_tricks(&e, position->leader, size, enough, &relevant);
        if (quick > tricks || later > size - tricks)
            fail_msg("%s: the leader makes %u of %u, bounds %u and %u", say_position(position, text), tricks, size,
                     quick, later);
    }
}

/* Deals the cards that are left to the seats from `seat` on in every way. */
static void deal_pairs(struct bridge_position *position, const struct bridge_card card[PAIRS], unsigned left,
                       unsigned seat)
{
    if (seat == BRIDGE_SEATS) {
        check_bounds(position, 2);
        return;
    }
    for (unsigned one = 0; one < PAIRS; one++)
        for (unsigned two = 0; two < one; two++) {
            unsigned pair = 1u << one | 1u << two;
            if ((left & pair) != pair)
                continue;
            bridge_ranks *hand = position->deal.hand[seat];
            memset(hand, 0, sizeof position->deal.hand[seat]);
            hand[card[one].suit] |= (bridge_ranks)(1u << card[one].rank);
            hand[card[two].suit] |= (bridge_ranks)(1u << card[two].rank);
            deal_pairs(position, card, left & ~pair, seat + 1);
        }
}

/* Side suits are numbered from the longest on, since their order does not matter. */
static void every_pair(unsigned strain)
{
    for (unsigned a = 0; a <= PAIRS; a++)
        for (unsigned b = 0; a + b <= PAIRS; b++)
            for (unsigned c = 0; c <= b && a + b + c <= PAIRS; c++) {
                unsigned length[BRIDGE_SUITS] = {a, b, c, PAIRS - a - b - c}, count = 0;
                struct bridge_card card[PAIRS];
                struct bridge_position position = {.strain = (uint8_t)strain, .leader = BRIDGE_NORTH};
                if (length[3] > c || (strain == BRIDGE_NOTRUMP && b > a))
                    continue;
                for (unsigned s = 0; s < BRIDGE_SUITS; s++)
                    for (unsigned rank = 0; rank < length[s]; rank++)
                        card[count++] = (struct bridge_card){(uint8_t)s, (uint8_t)rank};
                deal_pairs(&position, card, (1u << PAIRS) - 1, 0);
            }
}

static void two_cards(void **state)
{
    every_pair(BRIDGE_SPADES);
    every_pair(BRIDGE_NOTRUMP);
}

static void three_cards(void **state)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 151);
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct bridge_position position;
        draw_lopsided(&rng, 3, 0, &position);
        check_bounds(&position, 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_cards), cmocka_unit_test(three_cards)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
