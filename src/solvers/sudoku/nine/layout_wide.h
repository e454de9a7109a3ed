/* The grid in three registers of 512 bits: register k holds digits 3k, 3k + 1 and 3k + 2, each as the words of its nine
 * boxes one after the other; five lanes stay empty. Sums over the digits start register by register and end with two
 * rotations by nine lanes; neighbours of a box are a permutation of the lanes. AVX-512 F, BW and VL. */
#ifndef SUDOKU_NINE_LAYOUT_WIDE_H
#define SUDOKU_NINE_LAYOUT_WIDE_H

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef uint16_t vec __attribute__((vector_size(64)));

enum { VECS = 3, LANES = 32 };

#define WORD_OF(digit)   ((digit) / 3 * LANES + (digit) % 3 * 9)
#define WORD_OF_BOX(box) (box)
enum { BOX_WORDS = 9 };

/* all ones in the lanes in use */
#define ONES_3 0xffff, 0xffff, 0xffff
#define ONES_9 ONES_3, ONES_3, ONES_3
static const vec used = {ONES_9, ONES_9, ONES_9};

/* ---- bit by bit ---- */

#define TERNARY(a, b, c, table) ((vec)_mm512_ternarylogic_epi64((__m512i)(a), (__m512i)(b), (__m512i)(c), table))

static inline vec v_or3(vec a, vec b, vec c)
{
    return TERNARY(a, b, c, 0xfe);
}

static inline vec v_and3(vec a, vec b, vec c)
{
    return TERNARY(a, b, c, 0x80);
}

static inline vec v_majority(vec a, vec b, vec c)
{
    return TERNARY(a, b, c, 0xe8);
}

static inline vec v_select(vec mask, vec yes, vec no)
{
    return TERNARY(mask, yes, no, 0xca);
}

/* a & ~(b | c) */
static inline vec v_without(vec a, vec b, vec c)
{
    return TERNARY(a, b, c, 0x10);
}

/* (a | b) & mask */
static inline vec v_either(vec a, vec b, vec mask)
{
    return TERNARY(a, b, mask, 0xa8);
}

/* a | (b & mask) */
static inline vec v_or_part(vec a, vec b, vec mask)
{
    return TERNARY(a, b, mask, 0xf8);
}

/* a | (~b & mask) */
static inline vec v_or_rest(vec a, vec b, vec mask)
{
    return TERNARY(a, b, mask, 0xf2);
}

/* a | (b ^ c) */
static inline vec v_or_change(vec a, vec b, vec c)
{
    return TERNARY(a, b, c, 0xf6);
}

/* a + b + c, bit by bit, as sum and carry */
static inline void v_add3(vec a, vec b, vec c, vec *sum, vec *carry)
{
    *sum = TERNARY(a, b, c, 0x96);
    *carry = v_majority(a, b, c);
}

/* ---- word by word ---- */

/* x in the lanes where a & b is 0, else 0 */
static inline vec v_unless(vec a, vec b, vec x)
{
    return (vec)_mm512_maskz_mov_epi16(_mm512_testn_epi16_mask((__m512i)a, (__m512i)b), (__m512i)x);
}

/* all ones in the lanes where a & b is 0, else x */
static inline vec v_ones_unless(vec a, vec b, vec x)
{
    const __m512i ones = _mm512_set1_epi16(-1);
    return (vec)_mm512_mask_mov_epi16((__m512i)x, _mm512_testn_epi16_mask((__m512i)a, (__m512i)b), ones);
}

/* The four top bits of every word in its three lower nibbles, where the lower bits of x are 0. */
static inline vec v_top_down(vec x)
{
    return (vec)_mm512_mulhi_epu16((__m512i)x, _mm512_set1_epi16(0x1110));
}

static inline bool v_any(vec x)
{
    return _mm512_test_epi16_mask((__m512i)x, (__m512i)x) != 0;
}

static inline vec v_min(vec a, vec b)
{
    return (vec)_mm512_min_epi16((__m512i)a, (__m512i)b);
}

/* ---- lanes ---- */

/* Nine lanes from `from` on, as three times three; a digit's nine boxes with their columns (stacks) or rows (bands) in
 * another order. */
#define THREE(a, b, c, from)   (a) + (from), (b) + (from), (c) + (from)
#define IN_BAND(a, b, c, from) THREE(a, b, c, from), THREE(a, b, c, (from) + 3), THREE(a, b, c, (from) + 6)
#define IN_STACK(a, b, c, from)                                                                                        \
    THREE(3 * (a), 3 * (a) + 1, 3 * (a) + 2, from), THREE(3 * (b), 3 * (b) + 1, 3 * (b) + 2, from),                    \
        THREE(3 * (c), 3 * (c) + 1, 3 * (c) + 2, from)
#define LANES_OF(x, first, second, third) __builtin_shufflevector(x, x, first, second, third, 27, 28, 29, 30, 31)

static inline vec band_next(vec x)
{
    return LANES_OF(x, IN_BAND(1, 2, 0, 0), IN_BAND(1, 2, 0, 9), IN_BAND(1, 2, 0, 18));
}

static inline vec band_last(vec x)
{
    return LANES_OF(x, IN_BAND(2, 0, 1, 0), IN_BAND(2, 0, 1, 9), IN_BAND(2, 0, 1, 18));
}

static inline vec stack_next(vec x)
{
    return LANES_OF(x, IN_STACK(1, 2, 0, 0), IN_STACK(1, 2, 0, 9), IN_STACK(1, 2, 0, 18));
}

static inline vec stack_last(vec x)
{
    return LANES_OF(x, IN_STACK(2, 0, 1, 0), IN_STACK(2, 0, 1, 9), IN_STACK(2, 0, 1, 18));
}

static inline vec digit_next(vec x)
{
    return LANES_OF(x, IN_BAND(0, 1, 2, 9), IN_BAND(0, 1, 2, 18), IN_BAND(0, 1, 2, 0));
}

static inline vec digit_last(vec x)
{
    return LANES_OF(x, IN_BAND(0, 1, 2, 18), IN_BAND(0, 1, 2, 0), IN_BAND(0, 1, 2, 9));
}

/* The words of nine boxes, each at WORD_OF_BOX, in the lanes of every digit. */
static inline vec in_boxes(const uint16_t word[BOX_WORDS])
{
    union {
        vec v;
        uint16_t word[LANES];
    } lanes = {.v = {0}};
    for (unsigned digit = 0; digit < 3; digit++)
        memcpy(lanes.word + WORD_OF(digit), word, BOX_WORDS * sizeof *word);
    return lanes.v;
}

/* ---- over the digits ---- */

/* How many of the nine digits have a bit set, in every lane of its box: ones + 2 (twos + more_twos) + 4 fours. */
struct sums {
    vec ones, twos, more_twos, fours;
};

static inline struct sums count_digits(const vec x[VECS])
{
    struct sums of;
    vec sum, carry;
    v_add3(x[0], x[1], x[2], &sum, &carry);
    v_add3(sum, digit_next(sum), digit_last(sum), &of.ones, &of.twos);
    v_add3(carry, digit_next(carry), digit_last(carry), &of.more_twos, &of.fours);
    return of;
}

/* The sum of words over the nine digits. */
static inline vec add_digits(const vec x[VECS])
{
    vec sum = x[0] + x[1] + x[2];
    return sum + digit_next(sum) + digit_last(sum);
}

/* The index of the first word that is least; its value into *word. Below 0x8000. */
static inline unsigned least_word(const vec x[VECS], uint16_t *word)
{
    __m512i least = (__m512i)v_min(v_min(x[0], x[1]), x[2]);
    __m256i half = _mm256_min_epi16(_mm512_castsi512_si256(least), _mm512_extracti64x4_epi64(least, 1));
    __m128i place = _mm_minpos_epu16(_mm_min_epi16(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1)));
    least = _mm512_broadcastw_epi16(place);
    *word = (uint16_t)_mm_extract_epi16(place, 0);
    uint64_t in_first = _mm512_cmpeq_epi16_mask(least, (__m512i)x[0]);
    uint64_t in_second = _mm512_cmpeq_epi16_mask(least, (__m512i)x[1]);
    uint64_t found = in_first | in_second << LANES;
    return found ? (unsigned)__builtin_ctzll(found)
                 : 2 * LANES + (unsigned)__builtin_ctz(_mm512_cmpeq_epi16_mask(least, (__m512i)x[2]));
}

#endif
