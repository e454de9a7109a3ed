/* Functions shared by the files that write the result. Strategies are written by name, payoffs in the units of the
 * request. */
#ifndef MATRIX_WRITE_WRITE_H
#define MATRIX_WRITE_WRITE_H

#include <solvers/matrix/answer.h>

/* Writes num / den as a JSON number if it is an integer below 2^53, else as a string "1/3". */
void matrix_write_rational(struct nash_jsonw *out, __int128 num, __int128 den);

/* Writes the names of the marked strategies under a key. */
void matrix_write_marked(struct nash_jsonw *out, const char *key, const char *const *name, const bool *marked,
                         uint32_t count);

/* Writes "by" and "strict" into an open object, and the strategy under `key`. */
void matrix_write_dominator(struct nash_jsonw *out, const char *key, const char *const *name,
                            const struct matrix_dominator *why);

/* Writes a matrix of integers over a denominator, by rows. */
void matrix_write_table(struct nash_jsonw *out, const char *key, const int64_t *entry, uint32_t rows, uint32_t cols,
                        int64_t scale);

/* summary.c */
void matrix_write_summary(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out);
/* equilibria.c: equilibria, one, value, optimal */
void matrix_write_equilibria(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out);
/* analysis.c: all other parts of a game, in the order of the README */
void matrix_write_pure(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out);
void matrix_write_analysis(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out);
/* decision.c */
void matrix_write_decision(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out);

#endif
