/* Move generation and ordering.
 *
 * Most of the speed comes from a good first card. Leading: winners of the own side, suits in which the partner has
 * the top card or can ruff, no suit that the opponents can ruff. Following: win the trick as cheaply as possible if
 * it cannot be overtaken, else play low. Discarding: low from length. */
#include "search.h"

/* The state of a trick that the weights of following cards depend on. */
struct trick_state {
    bool ours;   /* the partner is winning the trick */
    bool safe;   /* no later opponent can beat the card that wins so far */
    bool ruffed; /* a later opponent can ruff the suit led */
    int to_beat; /* rank in the suit led that wins so far; -1: a ruff wins */
    int threat;  /* highest rank of the suit led in a later opponent's hand; -1: none */
    int trumps;  /* highest trump of a later opponent that may ruff; -1: none */
};

static bool has_top_card(const struct endgame *e, unsigned seat, unsigned suit)
{
    return e->all.of[suit] && e->hand[seat][suit] >> highest(e->all.of[suit]);
}

static bool can_ruff(const struct endgame *e, unsigned seat, unsigned suit)
{
    return !e->hand[seat][suit] && e->hand[seat][e->strain];
}

static int lead_weight(const struct endgame *e, unsigned seat, unsigned s, unsigned rank)
{
    unsigned left = (seat + 1) % 4, partner = (seat + 2) % 4, right = (seat + 3) % 4;
    bool top = rank == highest(e->all.of[s]), side = e->strain != BRIDGE_NOTRUMP && s != e->strain;
    if (side && (can_ruff(e, left, s) || can_ruff(e, right, s)))
        return -40;
    if (top)
        return 40 + (int)length_of(e, seat, s);
    int weight = -(int)rank - (s == e->strain ? 4 : 0);
    if (has_top_card(e, partner, s))
        return weight + 50;
    if (side && can_ruff(e, partner, s))
        return weight + 45;
    return weight + (has_top_card(e, right, s) ? -5 : 5);
}

static struct trick_state examine_trick(const struct endgame *e, unsigned ply, unsigned seat, unsigned best)
{
    struct bridge_card so_far = e->trick.card[best];
    unsigned led = e->trick.card[0].suit;
    bool trumps = e->strain != BRIDGE_NOTRUMP && led != e->strain;
    struct trick_state f = {.ours = (ply - best) % 2 == 0, .threat = -1, .trumps = -1};
    f.to_beat = so_far.suit == led ? (int)so_far.rank : -1;
    for (unsigned after = 1; ply + after < BRIDGE_SEATS; after += 2) {
        unsigned other = (seat + after) % BRIDGE_SEATS;
        if (e->hand[other][led])
            f.threat = (int)highest(e->hand[other][led]);
        else if (trumps && e->hand[other][e->strain])
            f.trumps = (int)highest(e->hand[other][e->strain]);
    }
    f.ruffed = f.trumps >= 0;
    f.safe = so_far.suit == led ? !f.ruffed && f.threat < f.to_beat : f.trumps < (int)so_far.rank;
    return f;
}

static int follow_weight(const struct trick_state *f, unsigned ply, int rank)
{
    if (f->to_beat < 0 || rank < f->to_beat)
        return -rank;
    if (f->ours && f->safe)
        return -rank - 20;
    if (!f->ruffed && rank > f->threat)
        return 60 - rank;
    return ply == 1 ? -rank - 2 : 5 + rank;
}

static int discard_weight(const struct endgame *e, const struct trick_state *f, unsigned seat, unsigned best,
                          unsigned s, int rank)
{
    if (s != e->strain)
        return (int)length_of(e, seat, s) - rank - (has_top_card(e, seat, s) ? 6 : 0) - 10;
    bool over = f->to_beat >= 0 || rank > (int)e->trick.card[best].rank;
    if (!over)
        return -rank - 30;
    if (f->ours && f->safe)
        return -rank - 28;
    return rank > f->trumps ? 52 - rank : 13 + rank;
}

static unsigned insert_move(struct move move[], unsigned count, unsigned suit, unsigned rank, int weight)
{
    unsigned at = count;
    for (; at > 0 && move[at - 1].weight < weight; at--)
        move[at] = move[at - 1];
    move[at] = (struct move){{(uint8_t)suit, (uint8_t)rank}, (int16_t)weight};
    return count + 1;
}

/* Removes the lowest row of equivalent cards from `own`. Returns its highest card. */
static unsigned remove_lowest_row(uint16_t *own, uint16_t others)
{
    unsigned lowest = *own & -(unsigned)*own, above = others & -lowest; /* cards of the other hands above it */
    unsigned row = above ? *own & ((above & -above) - 1) : *own;
    *own ^= (uint16_t)row;
    return highest((uint16_t)row);
}

unsigned endgame_moves(const struct endgame *e, unsigned ply, unsigned seat, unsigned best, struct bridge_card hint,
                       struct move move[BRIDGE_RANKS])
{
    unsigned count = 0, led = e->trick.card[0].suit;
    if (ply > 0 && e->hand[seat][led]) {
        uint16_t own = e->hand[seat][led], others = e->all.of[led] ^ own;
        unsigned rank = remove_lowest_row(&own, others);
        if (!own)
            return insert_move(move, 0, led, rank, 0);
        struct trick_state f = examine_trick(e, ply, seat, best);
        count = insert_move(move, 0, led, rank, follow_weight(&f, ply, (int)rank));
        while (own) {
            rank = remove_lowest_row(&own, others);
            count = insert_move(move, count, led, rank, follow_weight(&f, ply, (int)rank));
        }
        return count;
    }
    struct trick_state f = {0};
    if (ply > 0)
        f = examine_trick(e, ply, seat, best);
    for (unsigned s = 0; s < BRIDGE_SUITS; s++) {
        uint16_t own = e->hand[seat][s], others = e->all.of[s] ^ own;
        while (own) {
            unsigned rank = remove_lowest_row(&own, others);
            int weight = ply == 0 ? lead_weight(e, seat, s, rank) : discard_weight(e, &f, seat, best, s, (int)rank);
            if (hint.suit == s)
                weight += hint.rank == rank ? 200 : 50;
            count = insert_move(move, count, s, rank, weight);
        }
    }
    return count;
}
