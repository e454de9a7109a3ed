/* What the files that write the result share. Strategies go by their names, payoffs by the units of the request. */
#ifndef MATRIX_WRITE_H
#define MATRIX_WRITE_H

#include "problem.h"

/* num / den as a JSON number where it is whole and below 2^53, else as a string "1/3". */
void matrix_write_ratio(struct nash_jsonw *out, __int128 num, __int128 den);

/* The names of those that are marked, under a key. */
void matrix_write_marked(struct nash_jsonw *out, const char *key, const char *const *name, const bool *marked,
                         uint32_t count);

/* "row": …, "by": … or {name: weight, …}, "strict": into an open object; the strategy goes under `key`. */
void matrix_write_dominator(struct nash_jsonw *out, const char *key, const char *const *name,
                            const struct matrix_dominator *why);

/* A matrix of integers over a denominator, by rows. */
void matrix_write_table(struct nash_jsonw *out, const char *key, const int64_t *entry, uint32_t rows, uint32_t cols,
                        int64_t scale);

/* brief.c */
void matrix_write_brief(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out);
/* write_equilibria.c: equilibria, one, value, optimal */
void matrix_write_equilibria(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out);
/* write_analysis.c: everything else of a game, in the order of the README */
void matrix_write_pure(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out);
void matrix_write_analysis(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out);
/* write_decision.c */
void matrix_write_decision(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out);

/* Was it asked for, and is it there? */
static inline bool matrix_has(const struct matrix_problem *p, const struct matrix_answer *a, enum matrix_want what)
{
    return p->want >> what & a->found >> what & 1;
}

#endif
