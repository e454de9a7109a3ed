/* Writes results of the form "tables". */
#ifndef IMPERFECT_WRITE_H
#define IMPERFECT_WRITE_H

#include <nash/solver.h>
#include <solvers/imperfect/inference/answer.h>

/* tables.c: the functions of the form. */
void tables_describe(const void *problem, struct nash_buf *out);
void tables_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);

/* explain.c: writes "explanation", a line for each observation and one for the decision. */
void tables_write_explanation(const struct tables_problem *p, const struct tables_answer *a, struct nash_jsonw *out);
/* corrections.c: writes "corrections", the defects of the seed's method that matter. */
void tables_write_corrections(const struct tables_problem *p, const struct tables_answer *a, struct nash_jsonw *out);

/* Returns a number rounded to 12 digits, because those behind them are noise: 27.11, not 27.10999999999999. Numbers
 * below 10^-10 or from 10^12 on stay. */
double tables_round(double value);

enum { TABLES_NUMBER = 40 };
/* Writes a number for a reader: at most two digits behind the point, or two significant ones if it is small. Returns
 * out. */
char *tables_number(double value, char out[static TABLES_NUMBER]);
/* Appends a formatted text in which each '#' stands for the next of the `count` numbers, and each '@' for the next of
 * the names. */
void tables_phrase(struct nash_buf *out, const char *format, const double *number, const char *const *name);

#endif
