/* Null-window search: can North and South make `target` tricks? Each result has a set of relevant cards.
 *
 * The relevant cards are those whose rank matters (search.h). A card that wins a trick against another card of its
 * suit is relevant. If a card succeeds, the relevant cards of that move are those of the result. If no card succeeds,
 * they are the relevant cards of all moves together, and equivalent cards: a move stands for a row of equals, so if
 * one card of the row is relevant, the cards below it in the row are too. */
#include "search.h"

static unsigned side_of(unsigned seat)
{
    return seat % 2; /* 0: North and South */
}

/* Adds the cards of the hand that are equivalent to the lowest relevant card and below it. */
static void add_equals(const struct endgame *e, unsigned seat, union suits *relevant)
{
    for (unsigned s = 0; s < BRIDGE_SUITS && relevant->bits; s++) {
        unsigned lowest = relevant->of[s] & -(unsigned)relevant->of[s];
        if (!(e->hand[seat][s] & lowest))
            continue;
        uint16_t below = (uint16_t)(e->all.of[s] & (lowest - 1));
        while (below && e->hand[seat][s] >> highest(below) & 1) {
            lowest = 1u << highest(below);
            below &= (uint16_t)(lowest - 1);
        }
        relevant->of[s] |= (uint16_t)lowest;
    }
}

/* Finishes a complete trick and searches the next. */
static bool search_next_trick(struct endgame *e, unsigned best, unsigned left, unsigned leader, int target,
                              union suits *relevant)
{
    struct trick trick = e->trick;
    union suits all = e->all;
    uint64_t shape = e->shape;
    unsigned winner = (leader + best) % BRIDGE_SEATS, same = 0;
    struct bridge_card won = trick.card[best];
    for (unsigned i = 0; i < BRIDGE_SEATS; i++) {
        e->all.of[trick.card[i].suit] ^= (uint16_t)(1u << trick.card[i].rank);
        e->shape -= shape_unit((leader + i) % BRIDGE_SEATS, trick.card[i].suit);
        same += trick.card[i].suit == won.suit;
    }
    bool makes = endgame_makes(e, left - 1, winner, target - (side_of(winner) == 0), relevant);
    if (same > 1)
        relevant->of[won.suit] |= (uint16_t)(1u << won.rank);
    e->trick = trick;
    e->all = all;
    e->shape = shape;
    return makes;
}

static bool card_wins(const struct endgame *e, struct bridge_card card, struct bridge_card best)
{
    return card.suit == best.suit ? card.rank > best.rank : card.suit == e->strain;
}

/* Returns the place of the winning card among n cards in the trick. */
static unsigned winning_place(const struct endgame *e, unsigned n)
{
    unsigned best = 0;
    for (unsigned i = 1; i < n; i++)
        if (card_wins(e, e->trick.card[i], e->trick.card[best]))
            best = i;
    return best;
}

/* Returns whether the second or the fourth hand wins the trick with the highest card of the suit and then cashes
 * enough tricks with its partner, as if it had led the suit itself. The third hand must follow suit, since else it
 * may ruff or shorten a suit. */
static bool second_hand_cashes(const struct endgame *e, unsigned leader, unsigned left, int need, union suits *relevant)
{
    unsigned led = e->trick.card[0].suit, top = highest(e->all.of[led]);
    unsigned second = (leader + 1) % BRIDGE_SEATS, third = (leader + 2) % BRIDGE_SEATS;
    unsigned owner = e->hand[second][led] >> top & 1 ? second : (leader + 3) % BRIDGE_SEATS;
    if (!(e->hand[owner][led] >> top & 1))
        return false;
    if (e->strain != BRIDGE_NOTRUMP && !e->hand[third][led] && e->hand[third][e->strain])
        return false;
    relevant->bits = 0;
    relevant->of[led] = (uint16_t)(1u << top);
    return need <= 1 || (int)endgame_quick_tricks(e, owner, left, (unsigned)need, relevant) >= need;
}

/* Searches card n of the trick, 0 to 3; `best`: place of the card that wins so far. Returns whether North and South
 * make `target`. *hint: the card tried first; set to the card that succeeds. */
static bool search_ply(struct endgame *e, unsigned n, unsigned best, unsigned left, unsigned leader, int target,
                       struct bridge_card *hint, union suits *relevant)
{
    struct move move[BRIDGE_RANKS];
    unsigned seat = (leader + n) % BRIDGE_SEATS, count = endgame_moves(e, n, seat, best, *hint, move);
    bool wanted = side_of(seat) == 0;
    *relevant = (union suits){.bits = 0};
    for (unsigned i = 0; i < count && !e->stopped; i++) {
        struct bridge_card card = move[i].card, none = {BRIDGE_SUITS, 0};
        union suits why;
        uint16_t *hand = &e->hand[seat][card.suit];
        unsigned now = n == 0 || card_wins(e, card, e->trick.card[best]) ? n : best;
        e->trick.card[n] = card;
        *hand ^= (uint16_t)(1u << card.rank);
        bool makes;
        if (n == BRIDGE_SEATS - 1)
            makes = search_next_trick(e, now, left, leader, target, &why);
        else if (n == 0 && second_hand_cashes(e, leader, left, wanted ? (int)left - target + 1 : target, &why))
            makes = !wanted;
        else
            makes = search_ply(e, n + 1, now, left, leader, target, &none, &why);
        *hand ^= (uint16_t)(1u << card.rank);
        if (makes == wanted) {
            *relevant = why;
            *hint = card;
            return makes;
        }
        relevant->bits |= why.bits;
    }
    add_equals(e, seat, relevant);
    return !wanted;
}

/* Evaluates the last trick, in which no hand has a choice. */
static bool evaluate_last_trick(struct endgame *e, unsigned leader, int target, union suits *relevant)
{
    unsigned best = 0, same = 0;
    for (unsigned i = 0; i < BRIDGE_SEATS; i++) {
        unsigned seat = (leader + i) % BRIDGE_SEATS, s = 0;
        while (!e->hand[seat][s])
            s++;
        e->trick.card[i] = (struct bridge_card){(uint8_t)s, (uint8_t)highest(e->hand[seat][s])};
        if (i > 0 && card_wins(e, e->trick.card[i], e->trick.card[best]))
            best = i;
    }
    struct bridge_card won = e->trick.card[best];
    for (unsigned i = 0; i < BRIDGE_SEATS; i++)
        same += e->trick.card[i].suit == won.suit;
    if (same > 1)
        relevant->of[won.suit] = (uint16_t)(1u << won.rank);
    return (side_of((leader + best) % BRIDGE_SEATS) == 0) >= target;
}

/* Returns 1 or 0 if a bound decides the position, else -1. */
static int decide_by_bounds(const struct endgame *e, unsigned left, unsigned leader, int target, union suits *relevant)
{
    int against = (int)left - target + 1; /* tricks that East and West need */
    int need = side_of(leader) == 0 ? target : against, other = side_of(leader) == 0 ? against : target;
    union suits why = {.bits = 0};
    if ((int)endgame_quick_tricks(e, leader, left, (unsigned)need, &why) >= need) {
        *relevant = why;
        return side_of(leader) == 0;
    }
    why = (union suits){.bits = 0};
    if ((int)endgame_later_tricks(e, leader, left, (unsigned)other, &why) >= other) {
        *relevant = why;
        return side_of(leader) != 0;
    }
    return -1;
}

bool endgame_makes(struct endgame *e, unsigned left, unsigned leader, int target, union suits *relevant)
{
    *relevant = (union suits){.bits = 0};
    if (target <= 0 || target > (int)left)
        return target <= 0;
    if (left == 1)
        return evaluate_last_trick(e, leader, target, relevant);
    e->run->nodes++;
    if (nash_stop(e->run, 65)) {
        e->stopped = true;
        return false;
    }
    struct bridge_card hint;
    int known = transpositions_find(e, leader, target, relevant, &hint);
    if (known < 0)
        known = decide_by_bounds(e, left, leader, target, relevant);
    if (known >= 0)
        return known;
    bool makes = search_ply(e, 0, 0, left, leader, target, &hint, relevant);
    if (!e->stopped)
        transpositions_store(e, leader, target, makes, relevant, hint);
    return makes;
}

unsigned endgame_first_moves(const struct endgame *e, unsigned n, unsigned seat, struct move move[BRIDGE_RANKS])
{
    return endgame_moves(e, n, seat, winning_place(e, n), (struct bridge_card){BRIDGE_SUITS, 0}, move);
}

bool endgame_makes_from(struct endgame *e, unsigned n, unsigned left, unsigned leader, int target,
                        struct bridge_card *hint, union suits *relevant)
{
    unsigned best = winning_place(e, n);
    *relevant = (union suits){.bits = 0};
    if (target <= 0 || target > (int)left)
        return target <= 0;
    return n == BRIDGE_SEATS ? search_next_trick(e, best, left, leader, target, relevant)
                             : search_ply(e, n, best, left, leader, target, hint, relevant);
}
