/* The outcome of every combo on one board, by sorting and prefix sums.
 *
 * In ascending order of strength, let T be the weight of all combos so far and C[x] that of those with the card x. The
 * hero's combo {a, b} beats the weight T - C[a] - C[b] of weaker combos that share no card with it, since no weaker one
 * has both cards. Including the equal ones, only the hero's own combo has both, and is subtracted twice but added once.
 */
#include <solvers/holdem/evaluate/evaluate.h>
#include <solvers/kit/collections/sort.h>

#include "blocks.h"

/* What is below the place that the sweep has reached. */
struct sweep {
    double card[CARD_DECK];
    double total;
    double mask[CARD_RANKS][CARD_SUITS]; /* the times the board counts, 0 for a known card */
    unsigned flush;                      /* the suit of the board's flush; CARD_SUITS: none */
};

/* Combos outside their blocks: those of the suit of a flush. */
struct alone {
    unsigned count;
    uint16_t strength[ALONE_MAX];
    uint8_t high[ALONE_MAX], low[ALONE_MAX]; /* cards, by ascending strength */
};

static void sweep_begin(struct sweep *s, const struct blocks *b, double times, unsigned flush)
{
    for (unsigned card = 0; card < CARD_DECK; card++)
        s->card[card] = 0;
    for (unsigned rank = 0; rank < CARD_RANKS; rank++)
        for (unsigned suit = 0; suit < CARD_SUITS; suit++)
            s->mask[rank][suit] = times * b->alive[rank][suit];
    s->total = 0;
    s->flush = flush;
}

/* Adds what each combo of a block beats now to its entry of `sum`. */
static inline void sweep_credit(const struct sweep *s, unsigned block, double sum[restrict static BLOCK_COMBOS])
{
    const unsigned high = block_high[block], low = block_low[block];
    const double *below_low = &s->card[CARD_SUITS * low], *mask_low = s->mask[low];
    for (unsigned i = 0; i < CARD_SUITS; i++) {
        const double below = s->total - s->card[CARD_SUITS * high + i];
        if (s->mask[high][i] == 0)
            continue;
        const double kept = i == s->flush ? sum[CARD_SUITS * i + i] : 0;
        for (unsigned j = 0; j < CARD_SUITS; j++)
            sum[CARD_SUITS * i + j] += mask_low[j] * (below - below_low[j]);
        if (i == s->flush)
            sum[CARD_SUITS * i + i] = kept;
    }
}

/* Adds a block to what is below, but for its combo of the flush's suit. */
static inline void sweep_pass(struct sweep *s, const struct blocks *b, unsigned block)
{
    const struct block_sums *sums = &b->sums[block];
    double *card_high = &s->card[CARD_SUITS * block_high[block]], *card_low = &s->card[CARD_SUITS * block_low[block]];
    for (unsigned i = 0; i < CARD_SUITS; i++)
        card_high[i] += sums->high[i];
    for (unsigned i = 0; i < CARD_SUITS; i++)
        card_low[i] += sums->low[i];
    s->total += sums->total;
    if (s->flush == CARD_SUITS)
        return;
    const unsigned f = s->flush;
    const double alone = b->weight[block][CARD_SUITS * f + f] * b->alive[block_high[block]][f] *
                         b->alive[block_low[block]][f];
    card_high[f] -= alone;
    card_low[f] -= alone;
    s->total -= alone;
}

/* Passes the blocks order[from..to), which are equally strong. */
static void sweep_blocks(struct sweep *s, struct blocks *b, const struct rank_order *order, unsigned from, unsigned to)
{
    for (unsigned k = from; k < to; k++)
        sweep_credit(s, order->block[k], b->win[order->block[k]]);
    for (unsigned k = from; k < to; k++)
        sweep_pass(s, b, order->block[k]);
    for (unsigned k = from; k < to; k++)
        sweep_credit(s, order->block[k], b->held[order->block[k]]);
}

/* ---- single combos ---- */

/* The entry of a combo in an array of blocks. */
static inline double *entry_of(double table[BLOCKS][BLOCK_COMBOS], unsigned high, unsigned low)
{
    return &table[block_of(card_rank(high), card_rank(low))][CARD_SUITS * card_suit(high) + card_suit(low)];
}

static inline void sweep_credit_combo(const struct sweep *s, double table[BLOCKS][BLOCK_COMBOS], unsigned high,
                                      unsigned low)
{
    *entry_of(table, high, low) +=
        s->mask[card_rank(high)][card_suit(high)] * (s->total - s->card[high] - s->card[low]);
}

static inline void sweep_pass_combo(struct sweep *s, struct blocks *b, unsigned high, unsigned low)
{
    const double weight = *entry_of(b->weight, high, low);
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

/* Lists the combos of two cards of the suit that are alive, sorted by insertion. */
static void alone_find(struct alone *alone, const struct blocks *b, uint64_t board, unsigned suit)
{
    const struct holdem_hand hand = board_hand(board);
    alone->count = 0;
    for (unsigned high = 1; high < CARD_RANKS; high++) {
        if (b->alive[high][suit] == 0)
            continue;
        const struct holdem_hand with_high = holdem_hand_add(hand, card_make(high, suit));
        for (unsigned low = 0; low < high; low++) {
            if (b->alive[low][suit] == 0)
                continue;
            const uint16_t strength = holdem_hand_strength(holdem_hand_add(with_high, card_make(low, suit)));
            unsigned at = alone->count++;
            for (; at > 0 && alone->strength[at - 1] > strength; at--) {
                alone->strength[at] = alone->strength[at - 1];
                alone->high[at] = alone->high[at - 1];
                alone->low[at] = alone->low[at - 1];
            }
            alone->strength[at] = strength;
            alone->high[at] = card_make(high, suit);
            alone->low[at] = card_make(low, suit);
        }
    }
}

static void sweep_alone(struct sweep *s, struct blocks *b, const struct alone *alone, unsigned from, unsigned to)
{
    for (unsigned k = from; k < to; k++)
        sweep_credit_combo(s, b->win, alone->high[k], alone->low[k]);
    for (unsigned k = from; k < to; k++)
        sweep_pass_combo(s, b, alone->high[k], alone->low[k]);
    for (unsigned k = from; k < to; k++)
        sweep_credit_combo(s, b->held, alone->high[k], alone->low[k]);
}

/* ---- boards ---- */

/* A board with at most three cards of a suit: blocks, merged with the combos of that suit. Their strengths differ. */
static void showdown_blocks(struct blocks *b, const struct rank_order *order, const struct alone *alone,
                            struct sweep *s)
{
    unsigned block = 0, single = 0;
    while (block < order->count || single < alone->count) {
        const unsigned next = block < order->count ? order->strength[order->block[block]] : UINT16_MAX + 1;
        unsigned to;
        if (single < alone->count && alone->strength[single] < next) {
            for (to = single + 1; to < alone->count && alone->strength[to] == alone->strength[single];)
                to++;
            sweep_alone(s, b, alone, single, to);
            single = to;
        } else {
            for (to = block + 1; to < order->count && order->strength[order->block[to]] == next;)
                to++;
            sweep_blocks(s, b, order, block, to);
            block = to;
        }
    }
}

/* A board with four or five cards of a suit: all combos one by one. */
static void showdown_combos(struct blocks *b, uint64_t board, struct sweep *s)
{
    const struct holdem_hand hand = board_hand(board);
    uint32_t keys[HOLDEM_COMBOS], scratch[HOLDEM_COMBOS];
    unsigned count = 0;
    for (unsigned high = 1; high < CARD_DECK; high++) {
        if (s->mask[card_rank(high)][card_suit(high)] == 0)
            continue;
        const struct holdem_hand with_high = holdem_hand_add(hand, high);
        for (unsigned low = 0; low < high; low++)
            if (s->mask[card_rank(low)][card_suit(low)] != 0)
                keys[count++] = (uint32_t)holdem_hand_strength(holdem_hand_add(with_high, low)) << 11 | combo_of(high, low);
    }
    const uint32_t *sorted = radix_sort_u32(keys, scratch, count);
    for (unsigned from = 0, to; from < count; from = to) {
        for (to = from; to < count && sorted[to] >> 11 == sorted[from] >> 11; to++)
            sweep_credit_combo(s, b->win, holdem_combo_high[sorted[to] & 2047], holdem_combo_low[sorted[to] & 2047]);
        for (unsigned k = from; k < to; k++)
            sweep_pass_combo(s, b, holdem_combo_high[sorted[k] & 2047], holdem_combo_low[sorted[k] & 2047]);
        for (unsigned k = from; k < to; k++)
            sweep_credit_combo(s, b->held, holdem_combo_high[sorted[k] & 2047], holdem_combo_low[sorted[k] & 2047]);
    }
}

bool blocks_showdown(struct blocks *b, uint64_t board, double times)
{
    struct sweep s;
    struct alone alone = {.count = 0};
    unsigned cards[CARD_SUITS] = {0}, flush = CARD_SUITS, most = 0;
    for (uint64_t rest = board; rest; rest &= rest - 1)
        cards[card_suit((unsigned)__builtin_ctzll(rest))]++;
    for (unsigned suit = 0; suit < CARD_SUITS; suit++)
        if (cards[suit] >= 3) {
            flush = suit;
            most = cards[suit];
        }
    sweep_begin(&s, b, times, flush);
    if (most > 3) {
        showdown_combos(b, board, &s);
        return true;
    }
    const struct rank_order *order = blocks_order(b, board);
    if (!order)
        return false;
    if (flush < CARD_SUITS)
        alone_find(&alone, b, board, flush);
    showdown_blocks(b, order, &alone, &s);
    return true;
}
