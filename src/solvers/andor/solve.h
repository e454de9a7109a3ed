/* The steps of a solve that have files of their own. */
#ifndef ANDOR_SOLVE_H
#define ANDOR_SOLVE_H

#include "problem.h"

enum {
    ANDOR_LIST_MOST = 2000,          /* nodes that are listed unasked */
    ANDOR_PRINTED_MOST = 2000,       /* nodes up to which the printed AO* runs unasked */
    ANDOR_PRINTED_ASKED = 20000,     /* and when AO* is asked for, without a trace */
    ANDOR_COMPARED_EDGES = 50000,    /* edges up to which all engines run unasked */
    ANDOR_SOLUTION_EDGES = 2000000,  /* edges up to which the solution graph is followed unasked */
    ANDOR_OPTIMA_NODES = 20000,      /* nodes up to which optimal solution graphs are counted */
    ANDOR_OPTIMA_STATES = 200000,    /* sets of nodes counted on the way, at most */
    ANDOR_OPTIMA_CHOICES = 100000,   /* connectors of all those that are listed, about */
    ANDOR_VIOLATIONS_MOST = 100,     /* of h, listed */
    ANDOR_TRACE_BYTES = 96 << 20,    /* of a trace in memory */
    ANDOR_PRINTED_STEPS = 100000000, /* edges after which the printed AO* ends */
};

/* ---- engines.c ---- */

extern const char andor_no_time[];                        /* why something was left out */
enum nash_status andor_no_room(struct nash_error *error); /* always NASH_NOMEM */

/* The passes: values, and whose they are. NASH_OK also when the run had to stop: a->values stays NULL then. */
enum nash_status andor_run_passes(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                  struct nash_error *error);
/* AO*: printed (with the trace where it is wanted) or quick; a->limit tells when the rules made too many nodes, and
 * a->search what was known by then, as when a budget ended it. */
enum nash_status andor_run_ao_star(const struct andor_problem *p, struct nash_run *run, bool quick,
                                   struct andor_answer *a, struct nash_error *error);
/* Why the trace does not go on to the last cycle of the search; NULL: it does. */
const char *andor_trace_end(const struct andor_trace *trace, bool stopped);
/* Every engine that applies, timed; NASH_INTERNAL when two disagree that may not. */
enum nash_status andor_run_all(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                               struct nash_error *error);

/* ---- solution.c ---- */

/* The nodes and connectors of the solution graph that the marks make, from the root, depth first. NASH_INTERNAL when it
 * is none: a node without a mark. */
enum nash_status andor_follow_marks(const struct andor_graph *graph, const uint32_t *mark, struct nash_arena *arena,
                                    const struct andor_choice **solution, uint32_t *count, struct nash_error *error);
/* What a solution graph costs by the recursive model, added up from its leaves; shared: each connector once.
 * NASH_INTERNAL when it is no solution graph: a node without a connector, a cycle, a connector of another node. */
enum nash_status andor_price_solution(const struct andor_graph *graph, const struct andor_choice *solution,
                                      uint32_t count, bool shared, struct nash_arena *arena, andor_wide *cost,
                                      struct nash_error *error);

#endif
