/* Which card to try first.
 *
 * A good first card is most of a fast search. Leading: winners of the own side, suits that the partner tops or ruffs,
 * no suit that the other side ruffs. Following: take the trick as cheaply as it can be taken for good, else play low.
 * Discarding: low from length. */
#include "search.h"

/* What following depends on, once for all cards. */
struct follow {
    bool ours;   /* the partner is winning the trick */
    bool safe;   /* and nobody after us can beat that */
    bool ruffed; /* one of the other side after us can ruff the suit led */
    int to_beat; /* rank in the suit led that wins so far; -1: a ruff does */
    int threat;  /* highest rank of the suit led after us; -1: none */
    int trumps;  /* highest trump after us of one who may ruff; -1: none */
};

static bool tops(const struct ending *e, unsigned seat, unsigned suit)
{
    return e->all.of[suit] && e->hand[seat][suit] >> highest(e->all.of[suit]);
}

static bool ruffs(const struct ending *e, unsigned seat, unsigned suit)
{
    return !e->hand[seat][suit] && e->hand[seat][e->strain];
}

static int lead_weight(const struct ending *e, unsigned seat, unsigned s, unsigned rank)
{
    unsigned left = (seat + 1) % 4, partner = (seat + 2) % 4, right = (seat + 3) % 4;
    bool top = rank == highest(e->all.of[s]), side = e->strain != BRIDGE_NOTRUMP && s != e->strain;
    if (side && (ruffs(e, left, s) || ruffs(e, right, s)))
        return -40;
    if (top)
        return 40 + (int)length_of(e, seat, s);
    int weight = -(int)rank - (s == e->strain ? 4 : 0);
    if (tops(e, partner, s))
        return weight + 50;
    if (side && ruffs(e, partner, s))
        return weight + 45;
    return weight + (tops(e, right, s) ? -5 : 5);
}

static struct follow look_round(const struct ending *e, unsigned ply, unsigned seat, unsigned best)
{
    struct bridge_card so_far = e->trick.card[best];
    unsigned led = e->trick.card[0].suit;
    bool trumps = e->strain != BRIDGE_NOTRUMP && led != e->strain;
    struct follow f = {.ours = (ply - best) % 2 == 0, .threat = -1, .trumps = -1};
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

static int follow_weight(const struct follow *f, unsigned ply, int rank)
{
    if (f->to_beat < 0 || rank < f->to_beat)
        return -rank;
    if (f->ours && f->safe)
        return -rank - 20;
    if (!f->ruffed && rank > f->threat)
        return 60 - rank;
    return ply == 1 ? -rank - 2 : 5 + rank;
}

static int discard_weight(const struct ending *e, const struct follow *f, unsigned seat, unsigned best, unsigned s,
                          int rank)
{
    if (s != e->strain)
        return (int)length_of(e, seat, s) - rank - (tops(e, seat, s) ? 6 : 0) - 10;
    bool over = f->to_beat >= 0 || rank > (int)e->trick.card[best].rank;
    if (!over)
        return -rank - 30;
    if (f->ours && f->safe)
        return -rank - 28;
    return rank > f->trumps ? 52 - rank : 13 + rank;
}

static unsigned add(struct move move[], unsigned count, unsigned suit, unsigned rank, int weight)
{
    unsigned at = count;
    for (; at > 0 && move[at - 1].weight < weight; at--)
        move[at] = move[at - 1];
    move[at] = (struct move){{(uint8_t)suit, (uint8_t)rank}, (int16_t)weight};
    return count + 1;
}

/* The highest of the lowest row of equals in `own`, which loses the row. */
static unsigned take_row(uint16_t *own, uint16_t others)
{
    unsigned lowest = *own & -(unsigned)*own, above = others & -lowest; /* others' cards above it */
    unsigned row = above ? *own & ((above & -above) - 1) : *own;
    *own ^= (uint16_t)row;
    return highest((uint16_t)row);
}

unsigned ending_moves(const struct ending *e, unsigned ply, unsigned seat, unsigned best, struct bridge_card hint,
                      struct move move[BRIDGE_RANKS])
{
    unsigned count = 0, led = e->trick.card[0].suit;
    if (ply > 0 && e->hand[seat][led]) {
        uint16_t own = e->hand[seat][led], others = e->all.of[led] ^ own;
        unsigned rank = take_row(&own, others);
        if (!own)
            return add(move, 0, led, rank, 0);
        struct follow f = look_round(e, ply, seat, best);
        count = add(move, 0, led, rank, follow_weight(&f, ply, (int)rank));
        while (own) {
            rank = take_row(&own, others);
            count = add(move, count, led, rank, follow_weight(&f, ply, (int)rank));
        }
        return count;
    }
    struct follow f = {0};
    if (ply > 0)
        f = look_round(e, ply, seat, best);
    for (unsigned s = 0; s < BRIDGE_SUITS; s++) {
        uint16_t own = e->hand[seat][s], others = e->all.of[s] ^ own;
        while (own) {
            unsigned rank = take_row(&own, others);
            int weight = ply == 0 ? lead_weight(e, seat, s, rank) : discard_weight(e, &f, seat, best, s, (int)rank);
            if (hint.suit == s)
                weight += hint.rank == rank ? 200 : 50;
            count = add(move, count, s, rank, weight);
        }
    }
    return count;
}
