#include "suits_cards.h"

#include <stdio.h>
#include <string.h>

#include <nash/arena.h>

struct suits_deal deal_random(struct nash_rng *rng, unsigned order, unsigned suits, unsigned ranks, int trump)
{
    struct suits_deal deal = {.trump = trump};
    unsigned cards = suits * ranks;
    uint8_t deck[WHIST_SUITS * 64];
    for (unsigned i = 0; i < cards; i++)
        deck[i] = (uint8_t)i;
    for (unsigned i = 0; i < 2 * order; i++) {
        unsigned k = i + (unsigned)nash_rng_below(rng, cards - i);
        uint8_t card = deck[k];
        deck[k] = deck[i];
        struct suits_suit *suit = &deal.suit[card / ranks];
        *(i < order ? &suit->leader : &suit->other) |= 1ull << card % ranks;
    }
    return deal;
}

unsigned deal_order(const struct suits_deal *deal)
{
    int cards = 0;
    for (unsigned s = 0; s < WHIST_SUITS; s++)
        cards += __builtin_popcountll(deal->suit[s].leader);
    return (unsigned)cards;
}

const char *deal_text(const struct suits_deal *deal)
{
    static char text[WHIST_SUITS * 70 + 40];
    size_t at = 0;
    for (unsigned s = 0; s < WHIST_SUITS; s++) {
        for (unsigned r = 64; r--;)
            if ((deal->suit[s].leader | deal->suit[s].other) >> r & 1)
                text[at++] = deal->suit[s].leader >> r & 1 ? 'l' : 'o';
        text[at++] = s < 3 ? '/' : ' ';
    }
    snprintf(text + at, sizeof text - at, "trump %d (l: the leader's, from the highest)", deal->trump);
    return text;
}

/* ---- minimax ---- */

struct hand {
    unsigned count;
    struct suits_card card[WHIST_SUITS_CARDS];
};

static struct hand hand_of(const struct suits_deal *deal, bool other)
{
    struct hand hand = {0};
    for (unsigned s = 0; s < WHIST_SUITS; s++)
        for (unsigned r = 0; r < 64; r++)
            if ((other ? deal->suit[s].other : deal->suit[s].leader) >> r & 1)
                hand.card[hand.count++] = (struct suits_card){(uint8_t)s, (uint8_t)r};
    return hand;
}

static struct hand without(const struct hand *hand, unsigned i)
{
    struct hand left = *hand;
    left.card[i] = left.card[--left.count];
    return left;
}

static bool holds_suit(const struct hand *hand, unsigned suit)
{
    for (unsigned i = 0; i < hand->count; i++)
        if (hand->card[i].suit == suit)
            return true;
    return false;
}

static int best(const struct hand *leader, const struct hand *other, int trump);

/* Returns the leader's tricks after the lead of card number i of the leader's hand. */
static int led(const struct hand *leader, const struct hand *other, int trump, unsigned i)
{
    struct suits_card lead = leader->card[i];
    struct hand a = without(leader, i);
    bool follow = holds_suit(other, lead.suit);
    int least = (int)leader->count;
    for (unsigned k = 0; k < other->count; k++) {
        struct suits_card reply = other->card[k];
        if (follow && reply.suit != lead.suit)
            continue;
        struct hand b = without(other, k);
        bool lost = reply.suit == lead.suit ? reply.rank > lead.rank : reply.suit == trump;
        int tricks = lost ? (int)a.count - best(&b, &a, trump) : 1 + best(&a, &b, trump);
        least = tricks < least ? tricks : least;
    }
    return least;
}

static int best(const struct hand *leader, const struct hand *other, int trump)
{
    int most = 0;
    for (unsigned i = 0; i < leader->count; i++) {
        int tricks = led(leader, other, trump, i);
        most = tricks > most ? tricks : most;
    }
    return most;
}

int brute_tricks(const struct suits_deal *deal, const struct suits_card *lead)
{
    struct hand leader = hand_of(deal, false), other = hand_of(deal, true);
    if (!lead)
        return best(&leader, &other, deal->trump);
    for (unsigned i = 0; i < leader.count; i++)
        if (leader.card[i].suit == lead->suit && leader.card[i].rank == lead->rank)
            return led(&leader, &other, deal->trump, i);
    return -1;
}

/* ---- the solver ---- */

struct solved deal_solve(const struct suits_deal *deal, unsigned force_check, size_t memory)
{
    struct solved solved = {0};
    struct nash_arena *arena = nash_arena_new(memory);
    struct nash_run run = {.arena = arena, .force_check = force_check};
    solved.status = suits_solve(deal, &run, &solved.answer, &solved.low, &solved.high);
    solved.stopped = run.stopped;
    if (solved.status == NASH_OK && solved.answer.lead) {
        memcpy(solved.lead, solved.answer.lead, solved.answer.leads * sizeof *solved.lead);
        memcpy(solved.line, solved.answer.line, solved.answer.line_count * sizeof *solved.line);
    }
    nash_arena_free(arena);
    return solved;
}
