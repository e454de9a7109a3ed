/* A node of the tree: the counts of its moves, and the choice of a move. Compiled for each HEX_WORDS. */
#ifndef HEX_UCT_NODE_H
#define HEX_UCT_NODE_H

#include <solvers/hex/uct/bits.h>
#include <solvers/hex/uct/uct.h>

enum {
    LANES = 64 * HEX_WORDS, /* cells of a node, rounded up for vectors */
    RAVE_HALVE = 32768,     /* playouts counted in the 16-bit RAVE counts before they are halved */
    WINS_CLOSED = -(1 << 30)
};

/* A position of the tree. All counts are from the view of its side to move. */
struct node {
    _Alignas(64) struct hex_set open; /* moves that may be played: empty cells without those that lose */
    uint32_t visits, rave_total;
    bool connected;                    /* virtual connections were looked for */
    _Alignas(64) int32_t count[LANES]; /* visits of each move */
    int32_t wins[LANES];               /* of those visits; WINS_CLOSED: the move is not open */
    uint16_t rave_count[LANES], rave_wins[LANES];
    uint32_t child[LANES];
    float prior[LANES]; /* probability of each move by its shape */
};

/* Returns the natural logarithm of n > 0, linear between powers of two: no library function decides. */
static inline float log_of(uint32_t n)
{
    unsigned whole = 31 - (unsigned)__builtin_clz(n);
    float part = (float)(n - (UINT32_C(1) << whole)) / (float)(UINT32_C(1) << whole);
    return ((float)whole + part) * 0.6931472f;
}

/* Returns the open move with the largest value, the first of equals:
 *     (wins * d + rave_wins) / (count * d + rave_count) + exploration * sqrt(log(visits) / (count + 1)),
 * d = 1 + rave_bias * rave_count: the mean of both rates with Gelly and Silver's weights, by one division. */
static inline unsigned node_select(const struct node *node, const struct hex_uct_options *options, unsigned cells)
{
    union {
        float value[LANES];
        int32_t order[LANES]; /* positive floats have the order of their bits */
    } score;
    unsigned lanes = (cells + 15) / 16 * 16; /* at least 16 */
    float bias = options->rave_bias;
    float explore = options->exploration * __builtin_sqrtf(log_of(node->visits + 1));
    float puct = options->prior_weight * __builtin_sqrtf((float)(node->visits + 1));
    for (unsigned i = 0; i < lanes; i++) {
        float n = (float)node->count[i], rave_n = (float)node->rave_count[i], d = 1 + bias * rave_n;
        float rate = ((float)node->wins[i] * d + (float)node->rave_wins[i]) / (n * d + rave_n);
        score.value[i] = rate + explore / __builtin_sqrtf(n + 1) + puct * node->prior[i] / (n + 1);
    }
    int32_t best = score.order[0];
    for (unsigned i = 0; i < lanes; i++)
        best = score.order[i] > best ? score.order[i] : best;
    unsigned move = 0;
    while (move < lanes && score.order[move] != best)
        move++;
    return move;
}

typedef uint16_t lanes16 __attribute__((vector_size(32)));

/* Counts a playout for every cell of `own`, the final stones of the side to move. */
static inline void node_count_rave(struct node *node, const struct hex_set *own, bool won, unsigned cells)
{
    const lanes16 bit = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
    const uint16_t win = won ? 0xffff : 0;
    for (unsigned i = 0; i < cells; i += 16) {
        lanes16 in = (bit & (uint16_t)(own->word[i / 64] >> i % 64)) == bit;
        lanes16 *count = (lanes16 *)(void *)&node->rave_count[i], *wins = (lanes16 *)(void *)&node->rave_wins[i];
        *count -= in;
        *wins -= in & win;
    }
    if (++node->rave_total == RAVE_HALVE) {
        for (unsigned i = 0; i < LANES; i++) {
            node->rave_count[i] = (uint16_t)((node->rave_count[i] + 1) / 2);
            node->rave_wins[i] /= 2;
        }
        node->rave_total /= 2;
    }
}

/* Removes a move that loses. */
static inline void node_close(struct node *node, unsigned move)
{
    hex_set_remove(&node->open, move);
    node->wins[move] = WINS_CLOSED;
}

#endif
