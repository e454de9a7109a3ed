/* The report of work in units: answer->units, written as the member "farm". */
#ifndef SUDOKU_UNITS_REPORT_H
#define SUDOKU_UNITS_REPORT_H

#include <stdint.h>

#include <nash/arena.h>
#include <nash/jsonw.h>

struct sudoku_unit_member {
    const char *member, *why;
};

struct sudoku_unit_report {
    const char *work;        /* "proof", "luck", "generation" */
    const char *credit_unit; /* what steps are: "nodes", "moves" */
    uint64_t units, steps;   /* units whose answers are in the result, and their steps */
    /* Only where members shared the work: */
    const char *credit;        /* JSON, an array; NULL: one process worked alone */
    uint64_t answered, proved; /* units with an answer; of these, by a thread of the hub or computed again by one */
    uint64_t audits, dropped, reissued, restored, messages, bytes;
    double critical_ms; /* the longest path from a unit to its last descendant */
    unsigned quarantines;
    const struct sudoku_unit_member *quarantine;
};

/* Returns a report of one process in the arena; NULL when it is exhausted. */
struct sudoku_unit_report *sudoku_units_alone(struct nash_arena *arena, const char *work, const char *credit_unit,
                                              uint64_t units, uint64_t steps);

/* Writes the member "farm". */
void sudoku_units_write(const struct sudoku_unit_report *report, struct nash_jsonw *out);

#endif
