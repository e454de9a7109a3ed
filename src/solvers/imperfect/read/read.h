/* Reads a request of the form "tables". */
#ifndef IMPERFECT_READ_H
#define IMPERFECT_READ_H

#include <solvers/imperfect/inference/tables.h>
#include <solvers/kit/collections/symbols.h>
#include <solvers/kit/reader.h>

/* tables.c: reads the whole request into a struct tables_problem. Faults of single values are NASH_INVALID; those of
 * several together (lengths, unknown names, sums) NASH_UNPROCESSABLE. */
void tables_read(struct reader *r, void **problem);

/* vector.c: returns an array of `count` numbers from lo to hi, in the arena; NULL after reporting an error. */
double *tables_read_vector(struct reader *r, uint32_t count, double lo, double hi);
/* Returns the number at r for each of `count` entries, or the array at r. */
double *tables_read_spread(struct reader *r, uint32_t count, double lo, double hi);
/* Reports a name that does not have 1 to TABLES_NAME_MAX characters. */
void tables_check_name(const struct reader *r, const char *name);
/* Returns a name of 1 to TABLES_NAME_MAX characters. */
const char *tables_read_name(const struct reader *r);

/* actions.c: reads "actions", "outcome" and the responses of the model. */
void tables_read_actions(struct reader *r, const struct symbols *hidden, struct tables_problem *p);

#endif
