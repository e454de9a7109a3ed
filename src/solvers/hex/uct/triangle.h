/* The winner of a full board, by reducing a board of Y. Compiled for each HEX_WORDS. */
#ifndef HEX_UCT_TRIANGLE_H
#define HEX_UCT_TRIANGLE_H

#include <solvers/hex/uct/bits.h>

/* The board of Y around a board of Hex. A board of Y is a triangle of rows 0..n-1 with n, n - 1, ... 1 cells; both
 * sides want to join its three edges. Hex on rows by cols is Y on n = rows + cols - 1 with a triangle of black cells
 * below and one of white cells at the right. Replacing each three cells (r, c) (r, c + 1) (r + 1, c) by their majority
 * gives a board of n - 1 with the same winner (van Rijswijck 2002), so that n - 1 steps leave the winner.
 *
 * `lanes` rows share a word: row r is lane r / words of word r % words, and lanes are n bits wide. The bits that a
 * shift brings in from the next lane lie outside of the triangle. */
struct triangle {
    unsigned n, words;
    uint64_t base[2 * HEX_SIZE_MAX]; /* the black cells outside of the board of Hex */
};

static inline void triangle_init(struct triangle *t, unsigned rows, unsigned cols)
{
    unsigned n = rows + cols - 1, lanes = 64 / n;
    *t = (struct triangle){.n = n, .words = (n + lanes - 1) / lanes};
    for (unsigned r = rows; r < n; r++)
        t->base[r % t->words] |= ((UINT64_C(1) << (n - r)) - 1) << r / t->words * n;
}

static inline uint64_t majority(uint64_t a, uint64_t b, uint64_t c)
{
    return (a & b) | (c & (a | b));
}

/* Reduces the triangle; returns whether Black wins. `words` is a constant where speed matters. */
static inline __attribute__((always_inline)) bool triangle_reduce(uint64_t *w, unsigned n, unsigned words)
{
    for (unsigned size = n - 1; size >= words; size--) {
        uint64_t first = w[0];
#pragma GCC unroll 8
        for (unsigned i = 0; i < words - 1; i++)
            w[i] = majority(w[i], w[i] >> 1, w[i + 1]);
        w[words - 1] = majority(w[words - 1], w[words - 1] >> 1, first >> n);
    }
    for (unsigned size = n - 1 < words ? n - 1 : words - 1; size > 0; size--)
        for (unsigned i = 0; i < size; i++)
            w[i] = majority(w[i], w[i] >> 1, w[i + 1]);
    return w[0] & 1;
}

static inline bool black_wins(const struct cells *c, const struct triangle *t, const struct hex_set *black)
{
    uint64_t w[2 * HEX_SIZE_MAX], row_mask = (UINT64_C(1) << c->cols) - 1;
    for (unsigned i = 0; i < t->words; i++)
        w[i] = t->base[i];
    for (unsigned r = 0, at = 0, word = 0, lane = 0; r < c->rows; r++, at += c->cols) {
        uint64_t row = black->word[at / 64] >> at % 64;
        if (at / 64 + 1 < HEX_WORDS)
            row |= black->word[at / 64 + 1] << 1 << (63 - at % 64);
        w[word] |= (row & row_mask) << lane;
        if (++word == t->words) {
            word = 0;
            lane += t->n;
        }
    }
    switch (t->words) {
    case 4:
        return triangle_reduce(w, t->n, 4); /* 7x7 */
    case 5:
        return triangle_reduce(w, t->n, 5); /* 8x8 */
    case 6:
        return triangle_reduce(w, t->n, 6); /* 9x9 */
    case 7:
        return triangle_reduce(w, t->n, 7); /* 10x10, 11x11 */
    default:
        return triangle_reduce(w, t->n, t->words);
    }
}

#endif
