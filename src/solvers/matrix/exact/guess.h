/* The dictionary of table.h in floating point: quick, and never believed. It guides a search; what it says is proved in
 * integers by proof.h, or looked up in an exact table.
 *
 * Payoffs are brought to 0..1 first: slacks and v here are those of table.h less `least`, over `range`. */
#ifndef MATRIX_EXACT_GUESS_H
#define MATRIX_EXACT_GUESS_H

#include "table.h"

struct guess {
    struct nash_run *run;
    uint32_t own, other;
    uint32_t rows, cols; /* as in table.h; the value is in column cols, v in row rows */
    uint32_t stride;     /* doubles from row to row */
    int64_t least;       /* of the payoffs */
    double range;        /* how much more the greatest is, or 1 */
    size_t size;         /* bytes at cell that a copy must have, all arrays below included */
    double *cell;        /* [(rows + 1) * stride], 64-byte aligned */
    uint32_t *basic, *nonbasic, *place;
    uint8_t *fixed;
    uint64_t pivots;
};

enum guess_answer { GUESS_ZERO, GUESS_POSITIVE, GUESS_LOST };

/* False: the arena is spent. Each pivot polls the run's stop; what pivots more than once then ends early, with
 * GUESS_LOST or false. */
bool guess_init(struct guess *guess, const struct answers *answers, struct nash_run *run);

/* The vertex where `choice` is played alone; nothing is fixed. */
void guess_start(struct guess *guess, const struct answers *answers, uint32_t choice);

/* The same vertex as an exact table's, with the same variables fixed. */
void guess_load(struct guess *guess, const struct table *table);

void guess_pivot(struct guess *guess, uint32_t row, uint32_t column);

/* The row that first keeps a column's variable from growing, or TABLE_NONE; of two that do so alike the one with the
 * larger entry. */
uint32_t guess_ratio(const struct guess *guess, uint32_t column);

/* A variable's value, 0 when it is not basic or all but 0. */
double guess_value(const struct guess *guess, uint32_t variable);

/* No step from here makes the variable smaller, and it is positive: as far as this dictionary goes it cannot be 0. */
bool guess_blocked(const struct guess *guess, uint32_t variable);

/* Fixes a variable at 0. GUESS_POSITIVE: it seems that it cannot be 0; its row then has no negative entry that may
 * move. GUESS_LOST: no answer in reasonable time. */
enum guess_answer guess_fix(struct guess *guess, uint32_t variable);

/* Does the variable seem to be 0 on all of the face? Pivots. */
bool guess_flat(struct guess *guess, uint32_t variable);

/* Pivots until v is least; false: stopped, or no end in reasonable time. */
bool guess_least(struct guess *guess);

#endif
