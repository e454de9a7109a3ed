/* Playouts without moves: the empty cells are divided between the sides at random. Compiled for each HEX_WORDS;
 * UCT_FAST uses PDEP with equal results. */
#ifndef HEX_UCT_PLAYOUT_H
#define HEX_UCT_PLAYOUT_H

#include <nash/rng.h>
#include <solvers/hex/uct/pairs.h>

#if UCT_FAST
#include <immintrin.h>
#endif

/* The stream of nash_rng_next(), inline: a playout needs three to six numbers. */
static inline uint64_t random_next(struct nash_rng *rng)
{
    uint64_t *s = rng->state, sum = s[0] + s[3], result = (sum << 23 | sum >> 41) + s[0], t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = s[3] << 45 | s[3] >> 19;
    return result;
}

/* Returns the n-th bit of word from below, as a mask. It has more than n bits. */
static inline uint64_t word_nth(uint64_t word, unsigned n)
{
#if UCT_FAST
    return _pdep_u64(UINT64_C(1) << n, word);
#else
    for (; n > 0; n--)
        word &= word - 1;
    return word & -word;
#endif
}

/* Removes `count` random cells from the set of `size` cells; all choices are equally likely but for 2^-25. */
static inline void set_thin(struct hex_set *set, unsigned size, unsigned count, struct nash_rng *rng)
{
    uint64_t random = 0;
    for (unsigned i = 0; i < count; i++) {
        random = i % 2 ? random << 32 : random_next(rng);
        unsigned n = (unsigned)((random >> 32) * size-- >> 32), word = 0;
        for (; word < HEX_WORDS - 1; word++) {
            unsigned here = (unsigned)__builtin_popcountll(set->word[word]);
            if (n < here)
                break;
            n -= here;
        }
        set->word[word] ^= word_nth(set->word[word], n);
    }
}

/* Returns a random subset of `size` cells: the cells of `bits` (random numbers), then random ones added or removed. */
static inline struct hex_set set_sample(struct hex_set from, struct hex_set bits, unsigned size, struct nash_rng *rng)
{
    struct hex_set in = set_and(from, bits), out = set_minus(from, bits);
    unsigned n = hex_set_count(&in);
    if (n > size) {
        set_thin(&in, n, n - size, rng);
        return in;
    }
    if (n < size)
        set_thin(&out, hex_set_count(&out), size - n, rng);
    return set_minus(from, out);
}

/* Completes the board; returns the black stones. The side to move gets one cell more if the number is odd. */
static inline struct hex_set playout_fill(const struct cells *c, struct hex_set black, struct hex_set white,
                                          enum hex_color to_move, bool keep_pairs, struct nash_rng *rng)
{
    struct hex_set empty = set_minus(c->all, set_or(black, white)), bits;
    unsigned used = (c->count + 63) / 64, left = hex_set_count(&empty);
    unsigned size = to_move == HEX_BLACK ? (left + 1) / 2 : left / 2;
    for (unsigned i = 0; i < HEX_WORDS; i++)
        bits.word[i] = i < used ? random_next(rng) : 0;
    if (keep_pairs) {
        struct pairs p;
        pairs_find(c, black, white, empty, &p);
        for (unsigned way = 0; way < 3; way++) {
            struct hex_set first = set_and(p.first[way], bits), second = set_minus(p.first[way], bits);
            black = set_or(black, set_or(first, set_up(second, p.step[way])));
        }
        empty = set_minus(empty, p.cells);
        size -= p.count;
    }
    return set_or(black, set_sample(empty, bits, size, rng));
}

#endif
