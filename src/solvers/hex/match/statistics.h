/* Statistics of wins and losses. They use + - * / and square roots only, so that results are the same on every machine;
 * libm's logarithms are not. */
#ifndef HEX_MATCH_STATISTICS_H
#define HEX_MATCH_STATISTICS_H

#include <stdbool.h>

/* An interval; low and high are infinite where a score of 0 or 1 has no Elo difference. */
struct hex_interval {
    double low, high;
};

/* Returns the interval of Wilson (1927) for the win rate, with 95 % confidence. games > 0. */
struct hex_interval hex_wilson(unsigned wins, unsigned games);

/* Returns the Elo difference of an expected score, 400 log10(score / (1 - score)); infinite for 0 and 1. */
double hex_elo(double score);

/* Wald's sequential probability ratio test of an Elo difference of elo0 against elo1 > elo0, for games without draws.
 * alpha: rate of accepting elo1 when elo0 is true; beta: the reverse. */
struct hex_sprt {
    double elo0, elo1, alpha, beta;
};

enum hex_sprt_decision { HEX_SPRT_CONTINUE, HEX_SPRT_REJECT, HEX_SPRT_ACCEPT };
extern const char *const hex_sprt_names[]; /* "continue", "reject" (elo0 stands), "accept" (elo1) */

struct hex_sprt_state {
    double llr;          /* logarithm of the likelihood ratio */
    double lower, upper; /* bounds: reject at or below, accept at or above */
    enum hex_sprt_decision decision;
};

/* Returns the state after so many wins and losses. */
struct hex_sprt_state hex_sprt(const struct hex_sprt *test, unsigned wins, unsigned losses);

#endif
