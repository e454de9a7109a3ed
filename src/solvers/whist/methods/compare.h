/* Several methods on one deal: the trials of a comparison, and the confirmation of a value by another method. */
#ifndef WHIST_COMPARE_H
#define WHIST_COMPARE_H

#include "methods.h"

struct whist_problem;
struct whist_answer;

/* The run of one method. */
struct whist_trial {
    enum whist_method method;
    uint32_t tricks;    /* tricks of the leader, if finished */
    bool ran;           /* false: the order of the deal is too large for the method */
    bool finished;      /* false: the time or the memory ran out */
    bool out_of_memory; /* the memory ran out */
    struct whist_work work;
    uint64_t ns;      /* duration of the run */
    uint64_t fill_ns; /* time to fill missing orders of the table before the run */
};

/* The value by another method. */
struct whist_confirmation {
    enum whist_method by; /* WHIST_AUTO: no other method accepts this order */
    bool agrees;          /* false: the other method did not finish; a disagreement is an error */
    bool out_of_memory;   /* the memory ran out */
    uint64_t nodes;       /* positions searched or looked up */
};

/* Runs every method that accepts the order, cheap ones first. Returns NASH_INTERNAL if two methods disagree, or
 * NASH_NOMEM. */
enum nash_status whist_compare(const struct whist_problem *problem, struct nash_run *run, struct whist_answer *answer,
                               struct nash_error *error);

/* Computes the value by another method. Returns NASH_INTERNAL if the methods disagree, or NASH_NOMEM. */
enum nash_status whist_confirm(const struct whist_problem *problem, struct nash_run *run, struct whist_answer *answer,
                               struct nash_error *error);

#endif
