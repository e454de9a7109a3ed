/* The grid in nine vectors of 256 bits, one a digit: four quads of four words, a quad for each band of boxes, its last
 * word and the last quad empty. Sums over the digits are sums over the vectors. Neighbours in a band are words of one
 * quad, neighbours in a stack are other quads: both one instruction of AVX2, and two or three of any machine whose
 * vectors have 128 bits, or of none, since the compiler splits the vectors. */
#ifndef SUDOKU_NINE_LAYOUT_NARROW_H
#define SUDOKU_NINE_LAYOUT_NARROW_H

#ifdef __AVX2__
#include <immintrin.h>
#endif
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef uint16_t vec __attribute__((vector_size(32)));
typedef int16_t signed_vec __attribute__((vector_size(32)));
typedef uint64_t quads __attribute__((vector_size(32)));

enum { VECS = 9, LANES = 16 };

#define WORD_OF(digit)   ((digit)*LANES)
#define WORD_OF_BOX(box) ((box) / 3 * 4 + (box) % 3)
enum { BOX_WORDS = 16 };

/* all ones in the lanes in use */
static const vec used = {0xffff, 0xffff, 0xffff, 0, 0xffff, 0xffff, 0xffff, 0, 0xffff, 0xffff, 0xffff, 0};

/* ---- bit by bit ---- */

static inline vec v_or3(vec a, vec b, vec c)
{
    return a | b | c;
}

static inline vec v_and3(vec a, vec b, vec c)
{
    return a & b & c;
}

static inline vec v_majority(vec a, vec b, vec c)
{
    return (a & b) | ((a ^ b) & c);
}

static inline vec v_select(vec mask, vec yes, vec no)
{
    return (yes & mask) | (no & ~mask);
}

/* a & ~(b | c) */
static inline vec v_without(vec a, vec b, vec c)
{
    return a & ~(b | c);
}

/* (a | b) & mask */
static inline vec v_either(vec a, vec b, vec mask)
{
    return (a | b) & mask;
}

/* a | (b & mask) */
static inline vec v_or_part(vec a, vec b, vec mask)
{
    return a | (b & mask);
}

/* a | (~b & mask) */
static inline vec v_or_rest(vec a, vec b, vec mask)
{
    return a | (~b & mask);
}

/* a | (b ^ c) */
static inline vec v_or_change(vec a, vec b, vec c)
{
    return a | (b ^ c);
}

/* a + b + c, bit by bit, as sum and carry */
static inline void v_add3(vec a, vec b, vec c, vec *sum, vec *carry)
{
    *sum = a ^ b ^ c;
    *carry = v_majority(a, b, c);
}

/* ---- word by word ---- */

/* All ones in the lanes where a & b is 0, else 0. gcc 12 takes a comparison it must split apart lane by lane, but no
 * shift. */
static inline vec v_disjoint(vec a, vec b)
{
    vec both = a & b;
#ifdef __AVX2__
    return (vec)(both == 0);
#else
    return ~(vec)((signed_vec)(both | -both) >> 15);
#endif
}

/* x in the lanes where a & b is 0, else 0 */
static inline vec v_unless(vec a, vec b, vec x)
{
    return x & v_disjoint(a, b);
}

/* all ones in the lanes where a & b is 0, else x */
static inline vec v_ones_unless(vec a, vec b, vec x)
{
    return x | v_disjoint(a, b);
}

/* The four top bits of every word in its three lower nibbles, where the lower bits of x are 0. */
static inline vec v_top_down(vec x)
{
#ifdef __AVX2__
    return (vec)_mm256_mulhi_epu16((__m256i)x, _mm256_set1_epi16(0x1110));
#else
    return x >> 4 | x >> 8 | x >> 12;
#endif
}

static inline bool v_any(vec x)
{
#ifdef __AVX2__
    return !_mm256_testz_si256((__m256i)x, (__m256i)x);
#else
    quads q = (quads)x;
    return (q[0] | q[1] | q[2] | q[3]) != 0;
#endif
}

static inline vec v_min(vec a, vec b)
{
#ifdef __AVX2__
    return (vec)_mm256_min_epi16((__m256i)a, (__m256i)b);
#else
    vec less = a - b; /* both are below 0x8000 */
    return b + (less & (vec)((signed_vec)less >> 15));
#endif
}

/* ---- lanes ---- */

#ifdef __AVX2__

static inline vec band_next(vec x)
{
    return __builtin_shufflevector(x, x, 1, 2, 0, 3, 5, 6, 4, 7, 9, 10, 8, 11, 12, 13, 14, 15);
}

static inline vec band_last(vec x)
{
    return __builtin_shufflevector(x, x, 2, 0, 1, 3, 6, 4, 5, 7, 10, 8, 9, 11, 12, 13, 14, 15);
}

static inline vec stack_next(vec x)
{
    return (vec)__builtin_shufflevector((quads)x, (quads)x, 1, 2, 0, 3);
}

static inline vec stack_last(vec x)
{
    return (vec)__builtin_shufflevector((quads)x, (quads)x, 2, 0, 1, 3);
}

#else

/* Each of the two may stand for the other: they are only used together. */
static inline vec band_next(vec x)
{
    return (vec)((quads)x >> 16 | (quads)x << 32) & used;
}

static inline vec band_last(vec x)
{
    return (vec)((quads)x << 16 | (quads)x >> 32) & used;
}

/* gcc 12 takes a permutation of more than a register apart as well, so that it is told how. */
typedef uint64_t half_quads __attribute__((vector_size(16)));
union halves {
    vec whole;
    half_quads half[2];
};

static inline vec stack_next(vec x)
{
    union halves from = {.whole = x}, to;
    to.half[0] = __builtin_shufflevector(from.half[0], from.half[1], 1, 2);
    to.half[1] = __builtin_shufflevector(from.half[0], from.half[1], 0, 3);
    return to.whole;
}

static inline vec stack_last(vec x)
{
    union halves from = {.whole = x}, to;
    to.half[0] = __builtin_shufflevector(from.half[0], from.half[1], 2, 0);
    to.half[1] = __builtin_shufflevector(from.half[0], from.half[1], 1, 3);
    return to.whole;
}

#endif

/* The words of nine boxes, each at WORD_OF_BOX, in the lanes of every digit. */
static inline vec in_boxes(const uint16_t word[BOX_WORDS])
{
    vec lanes;
    memcpy(&lanes, word, sizeof lanes);
    return lanes;
}

/* ---- over the digits ---- */

/* How many of the nine digits have a bit set, in every lane of its box: ones + 2 (twos + more_twos) + 4 fours. */
struct sums {
    vec ones, twos, more_twos, fours;
};

static inline struct sums count_digits(const vec x[VECS])
{
    struct sums of;
    vec sum[3], carry[3];
    for (unsigned k = 0; k < 3; k++)
        v_add3(x[3 * k], x[3 * k + 1], x[3 * k + 2], &sum[k], &carry[k]);
    v_add3(sum[0], sum[1], sum[2], &of.ones, &of.twos);
    v_add3(carry[0], carry[1], carry[2], &of.more_twos, &of.fours);
    return of;
}

/* The sum of words over the nine digits. */
static inline vec add_digits(const vec x[VECS])
{
    vec sum = x[0];
    for (unsigned k = 1; k < VECS; k++)
        sum += x[k];
    return sum;
}

/* The index of the first word that is least; its value into *word. Below 0x8000. */
static inline unsigned least_word(const vec x[VECS], uint16_t *word)
{
    vec least = x[0];
    for (unsigned k = 1; k < VECS; k++)
        least = v_min(least, x[k]);
    *word = least[0];
    for (unsigned lane = 1; lane < LANES; lane++)
        *word = least[lane] < *word ? least[lane] : *word;
    for (unsigned k = 0;; k++) {
        vec same = v_unless(x[k] ^ *word, x[k] ^ *word, used);
        for (unsigned lane = 0; v_any(same); lane++)
            if (same[lane])
                return k * LANES + lane;
    }
}

#endif
