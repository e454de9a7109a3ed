/* What the files that read the JSON forms share. */
#ifndef ANDOR_READER_H
#define ANDOR_READER_H

#include <solvers/andor/compact.h>
#include <solvers/andor/names.h>
#include <solvers/andor/problem.h>

struct andor_reader {
    const struct nash_json *doc;
    struct nash_arena *arena;
    struct nash_error *error;
};

/* Always NASH_NOMEM. */
enum nash_status andor_reader_full(const struct andor_reader *r);

/* What is not said. */
void andor_options_default(struct andor_options *options);

/* ---- amount.c: costs and values of h ---- */

/* A number as it was written: mantissa / 10^decimals. */
struct andor_amount {
    uint64_t mantissa; /* up to 2^53 */
    uint8_t decimals;  /* 0..6, as few as can be */
};

enum { ANDOR_DECIMALS = 6 };

/* A number from 0 to 2^53 - 1; NASH_INVALID otherwise, NASH_UNPROCESSABLE with more than six decimals. */
enum nash_status andor_read_amount(const cJSON *item, const char *at, struct andor_amount *amount,
                                   struct nash_error *error);

/* Amounts in units of 1 / 10^decimals, as graph.h wants them: in 32 bits, or in 64 where one does not fit.
 * NASH_UNPROCESSABLE with the index of one that does not fit 64 bits then. */
enum nash_status andor_scale_amounts(const struct andor_reader *r, const struct andor_amount *amount, uint32_t count,
                                     unsigned decimals, const uint32_t **narrow, const uint64_t **wide,
                                     uint32_t *fault);

/* ---- the forms: the members of their own; the options are read ---- */

enum nash_status andor_parse_verbose(const struct andor_reader *r, struct andor_problem *p);
enum nash_status andor_parse_rules(const struct andor_reader *r, struct andor_problem *p);

#endif
