/* Arithmetic on rationals of any size in text form: "0", "1/3", "-17/3". It uses GMP, which ends the process when
 * memory runs out, so it runs in workers only. */
#ifndef MATRIX_NUMBERS_H
#define MATRIX_NUMBERS_H

#include <nash/solver.h>

#include "game.h"

/* Writes text / scale as a JSON number if it is an integer below 2^53, else as a string. scale > 0. */
void numbers_write(struct nash_jsonw *out, const char *text, int64_t scale);

/* Returns whether the weights are a probability distribution: none negative, their sum 1. */
bool numbers_is_mixture(const struct matrix_mix *mix);

/* The mean of payoffs under a mixture, compared with a level. The weights have one common denominator, so a comparison
 * costs no division. */
struct numbers_mean;
/* Allocates on the heap. Returns NULL without memory. */
struct numbers_mean *numbers_mean_new(const struct matrix_mix *mix, const char *level);
void numbers_mean_free(struct numbers_mean *mean); /* NULL is allowed */

/* Replaces the level. */
void numbers_mean_level(struct numbers_mean *mean, int64_t level);

/* Compares sum of weight[i] * pay[i * step] with the level. Returns -1, 0 or 1. */
int numbers_mean_compare(struct numbers_mean *mean, const int64_t *pay, size_t step);

/* Returns whether the text is zero. */
static inline bool numbers_is_zero(const char *text)
{
    return text[0] == '0' && !text[1];
}

#endif
