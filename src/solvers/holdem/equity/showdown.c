/* The outcome of every combo on one board, by sorting and prefix sums.
 *
 * In ascending order of strength, let T be the weight of all combos so far and C[x] that of those with the card x. The
 * hero's combo {a, b} beats the weight T - C[a] - C[b] of weaker combos that share no card with it, since no weaker one
 * has both cards. Including the equal ones, only the hero's own combo has both, and is subtracted twice but added once.
 */
#include <string.h>

#include <solvers/holdem/evaluate/evaluate.h>

#include "blocks.h"

/* What is below the place that the sweep has reached. */
struct sweep {
    double card[CARD_DECK];
    double total;
    double mask[CARD_RANKS][CARD_SUITS];  /* the times the board counts, 0 for a known card */
    double block[CARD_RANKS][CARD_SUITS]; /* the same for the cards of blocks */
    unsigned flush;                       /* the suit whose combos of two cards are in no block; CARD_SUITS: none */
};

/* Combos outside their blocks, by ascending strength: those with cards of the suit of a flush. */
struct alone {
    unsigned count;
    uint16_t strength[ALONE_MAX];
    uint8_t high[ALONE_MAX], low[ALONE_MAX]; /* cards; low CARD_NONE: the combos of high and any card of another suit */
};

/* suited: no card of the flush's suit is in a block. */
static void sweep_begin(struct sweep *s, const struct blocks *b, double times, unsigned flush, bool suited)
{
    for (unsigned card = 0; card < CARD_DECK; card++)
        s->card[card] = 0;
    for (unsigned rank = 0; rank < CARD_RANKS; rank++)
        for (unsigned suit = 0; suit < CARD_SUITS; suit++) {
            s->mask[rank][suit] = times * b->alive[rank][suit];
            s->block[rank][suit] = suited && suit == flush ? 0 : s->mask[rank][suit];
        }
    s->total = 0;
    s->flush = suited ? CARD_SUITS : flush;
}

/* Four doubles, one a suit, at any address. */
typedef double four_suits __attribute__((vector_size(32), aligned(8), may_alias));

/* Adds what each combo of a block beats now to its entry of `sum`. */
static inline void sweep_credit(const struct sweep *s, unsigned block, double sum[restrict static BLOCK_COMBOS])
{
    const unsigned high = block_high[block], low = block_low[block];
    const four_suits below_low = *(const four_suits *)&s->card[CARD_SUITS * low];
    const four_suits mask_low = *(const four_suits *)s->block[low];
    for (unsigned i = 0; i < CARD_SUITS; i++) {
        const double below = s->total - s->card[CARD_SUITS * high + i];
        const double kept = sum[CARD_SUITS * i + i];
        if (s->block[high][i] == 0)
            continue;
        *(four_suits *)&sum[CARD_SUITS * i] += mask_low * (below - below_low);
        if (i == s->flush)
            sum[CARD_SUITS * i + i] = kept;
    }
}

/* Adds a block to what is below, but for its combo of the flush's suit. */
static inline void sweep_pass(struct sweep *s, const struct blocks *b, unsigned block)
{
    const struct block_sums *sums = &b->sums[block];
    double *card_high = &s->card[CARD_SUITS * block_high[block]], *card_low = &s->card[CARD_SUITS * block_low[block]];
    *(four_suits *)card_high += *(const four_suits *)sums->high;
    *(four_suits *)card_low += *(const four_suits *)sums->low;
    s->total += sums->total;
    if (s->flush == CARD_SUITS)
        return;
    const unsigned f = s->flush;
    const double alone =
        b->weight[block][CARD_SUITS * f + f] * b->alive[block_high[block]][f] * b->alive[block_low[block]][f];
    card_high[f] -= alone;
    card_low[f] -= alone;
    s->total -= alone;
}

/* ---- single combos ---- */

static inline void sweep_credit_combo(const struct sweep *s, double table[BLOCKS][BLOCK_COMBOS], unsigned high,
                                      unsigned low)
{
    *block_entry(table, high, low) +=
        s->mask[card_rank(high)][card_suit(high)] * (s->total - s->card[high] - s->card[low]);
}

static inline void sweep_pass_combo(struct sweep *s, struct blocks *b, unsigned high, unsigned low)
{
    const double weight = *block_entry(b->weight, high, low);
    s->total += weight;
    s->card[high] += weight;
    s->card[low] += weight;
}

static struct holdem_hand board_hand(uint64_t board)
{
    struct holdem_hand hand = holdem_hand_empty();
    for (; board; board &= board - 1)
        hand = holdem_hand_add(hand, (unsigned)__builtin_ctzll(board));
    return hand;
}

/* Inserts a combo in the order of strength. */
static void alone_add(struct alone *alone, uint16_t strength, unsigned high, unsigned low)
{
    unsigned at = alone->count++;
    for (; at > 0 && alone->strength[at - 1] > strength; at--) {
        alone->strength[at] = alone->strength[at - 1];
        alone->high[at] = alone->high[at - 1];
        alone->low[at] = alone->low[at - 1];
    }
    alone->strength[at] = strength;
    alone->high[at] = (uint8_t)high;
    alone->low[at] = (uint8_t)low;
}

/* Lists the combos of two cards of the suit that are alive; with `single`, also those of one card, whose strength does
 * not depend on the other card. */
static void alone_find(struct alone *alone, const struct blocks *b, uint64_t board, unsigned suit, bool single)
{
    const struct holdem_hand hand = board_hand(board);
    alone->count = 0;
    for (unsigned high = 0; high < CARD_RANKS; high++) {
        if (b->alive[high][suit] == 0)
            continue;
        const struct holdem_hand with_high = holdem_hand_add(hand, card_make(high, suit));
        if (single)
            alone_add(alone, holdem_hand_strength(with_high), card_make(high, suit), CARD_NONE);
        for (unsigned low = 0; low < high; low++)
            if (b->alive[low][suit] != 0)
                alone_add(alone, holdem_hand_strength(holdem_hand_add(with_high, card_make(low, suit))),
                          card_make(high, suit), card_make(low, suit));
    }
}

/* What to do with a combo at a place of the sweep. */
enum step { CREDIT_WIN, PASS, CREDIT_HELD };

static inline void sweep_combo(struct sweep *s, struct blocks *b, enum step step, unsigned high, unsigned low)
{
    if (step == PASS)
        sweep_pass_combo(s, b, high, low);
    else
        sweep_credit_combo(s, step == CREDIT_WIN ? b->win : b->held, high, low);
}

static void sweep_alone_step(struct sweep *s, struct blocks *b, enum step step, unsigned card, unsigned low)
{
    if (low != CARD_NONE) {
        sweep_combo(s, b, step, card, low);
        return;
    }
    for (unsigned other = 0; other < CARD_DECK; other++)
        if (card_suit(other) != card_suit(card) && s->mask[card_rank(other)][card_suit(other)] != 0)
            sweep_combo(s, b, step, other > card ? other : card, other > card ? card : other);
}

static void sweep_alone(struct sweep *s, struct blocks *b, enum step step, const struct alone *alone,
                        const unsigned run[2])
{
    for (unsigned k = run[0]; k < run[1]; k++)
        sweep_alone_step(s, b, step, alone->high[k], alone->low[k]);
}

/* Passes the blocks order[block..block_to) and the combos alone[single..single_to), all equally strong. */
static void sweep_run(struct sweep *s, struct blocks *b, const struct rank_order *order, const unsigned block[2],
                      const struct alone *alone, const unsigned single[2])
{
    for (unsigned k = block[0]; k < block[1]; k++)
        sweep_credit(s, order->block[k], b->win[order->block[k]]);
    if (single[0] < single[1])
        sweep_alone(s, b, CREDIT_WIN, alone, single);
    for (unsigned k = block[0]; k < block[1]; k++)
        sweep_pass(s, b, order->block[k]);
    if (single[0] < single[1])
        sweep_alone(s, b, PASS, alone, single);
    for (unsigned k = block[0]; k < block[1]; k++)
        sweep_credit(s, order->block[k], b->held[order->block[k]]);
    if (single[0] < single[1])
        sweep_alone(s, b, CREDIT_HELD, alone, single);
}

/* Sweeps the blocks, merged with the combos outside them. */
static void sweep_all(struct sweep *s, struct blocks *b, const struct rank_order *order, const struct alone *alone)
{
    unsigned block[2] = {0, 0}, single[2] = {0, 0};
    while (block[0] < order->count || single[0] < alone->count) {
        const unsigned next = block[0] < order->count ? order->strength[order->block[block[0]]] : UINT32_MAX;
        const unsigned other = single[0] < alone->count ? alone->strength[single[0]] : UINT32_MAX;
        const unsigned least = next < other ? next : other;
        while (block[1] < order->count && order->strength[order->block[block[1]]] == least)
            block[1]++;
        while (single[1] < alone->count && alone->strength[single[1]] == least)
            single[1]++;
        sweep_run(s, b, order, block, alone, single);
        block[0] = block[1];
        single[0] = single[1];
    }
}

/* ---- boards ---- */

/* A board with three cards of a suit or fewer: the combos of that suit stand alone. */
static bool showdown_blocks(struct blocks *b, uint64_t board, double times, unsigned flush)
{
    struct sweep s;
    struct alone alone = {.count = 0};
    const struct rank_order *order = blocks_order(b, board);
    if (!order)
        return false;
    if (flush < CARD_SUITS)
        alone_find(&alone, b, board, flush, false);
    sweep_begin(&s, b, times, flush, false);
    sweep_all(&s, b, order, &alone);
    return true;
}

/* A board with four or five cards of a suit: the blocks have no card of that suit. On five, they all play the board. */
static bool showdown_suited(struct blocks *b, uint64_t board, double times, unsigned flush, bool five)
{
    struct sweep s;
    struct alone alone;
    struct rank_order tie = {.count = BLOCKS};
    struct block_sums sums[BLOCKS];
    double alive[CARD_RANKS];
    const struct rank_order *order = five ? &tie : blocks_order(b, board);
    if (!order)
        return false;
    for (unsigned block = 0; block < BLOCKS && five; block++) {
        tie.block[block] = (uint8_t)block;
        tie.strength[block] = holdem_hand_strength(board_hand(board));
    }
    alone_find(&alone, b, board, flush, true);
    sweep_begin(&s, b, times, flush, true);
    memcpy(sums, b->sums, sizeof sums);
    for (unsigned rank = 0; rank < CARD_RANKS; rank++) {
        alive[rank] = b->alive[rank][flush];
        b->alive[rank][flush] = 0;
    }
    for (unsigned block = 0; block < BLOCKS; block++)
        blocks_sum(b, block);
    sweep_all(&s, b, order, &alone);
    for (unsigned rank = 0; rank < CARD_RANKS; rank++)
        b->alive[rank][flush] = alive[rank];
    memcpy(b->sums, sums, sizeof sums);
    return true;
}

bool blocks_showdown(struct blocks *b, uint64_t board, double times)
{
    unsigned cards[CARD_SUITS] = {0}, flush = CARD_SUITS;
    for (uint64_t rest = board; rest; rest &= rest - 1)
        cards[card_suit((unsigned)__builtin_ctzll(rest))]++;
    for (unsigned suit = 0; suit < CARD_SUITS; suit++)
        flush = cards[suit] >= 3 ? suit : flush;
    if (flush < CARD_SUITS && cards[flush] > 3)
        return showdown_suited(b, board, times, flush, cards[flush] == HOLDEM_BOARD);
    return showdown_blocks(b, board, times, flush);
}
