/* Arithmetic on numbers of any size, which travel as text: "0", "1/3", "-17/3". It stands on GMP, as exact/ does, and
 * is for the worker alone: what it cannot do for lack of memory ends the process. */
#ifndef MATRIX_NUMBERS_H
#define MATRIX_NUMBERS_H

#include "problem.h"

/* Writes text / scale as a JSON number where that is whole and below 2^53, else as a string; scale > 0. */
void numbers_write(struct nash_jsonw *out, const char *text, int64_t scale);

/* The same as plain text. */
void numbers_put(struct nash_buf *out, const char *text, int64_t scale);

/* Are these the weights of a mixture: none negative, all together 1? */
bool numbers_is_mixture(const struct matrix_mix *mix);

/* A mixture held against a level: its weights over one common denominator, so that many means of it cost no division.
 */
struct numbers_mean;
/* On the heap; NULL when that is spent. */
struct numbers_mean *numbers_mean_new(const struct matrix_mix *mix, const char *level);
void numbers_mean_free(struct numbers_mean *mean); /* NULL is fine */

/* Holds it against another level. */
void numbers_mean_level(struct numbers_mean *mean, int64_t level);

/* sum of weight[i] * pay[i * step] compared with the level: -1, 0, 1. */
int numbers_mean_compare(struct numbers_mean *mean, const int64_t *pay, size_t step);

/* Is this text zero? */
static inline bool numbers_is_zero(const char *text)
{
    return text[0] == '0' && !text[1];
}

#endif
