/* The steps of andor_solve() that have files of their own, and the limits of a solve. */
#ifndef ANDOR_SOLVE_H
#define ANDOR_SOLVE_H

#include "answer.h"

enum {
    ANDOR_LIST_MAX = 2000,               /* nodes that are listed by default */
    ANDOR_PRINTED_AUTO_MAX = 2000,       /* nodes up to which the printed AO* runs without being requested */
    ANDOR_PRINTED_MAX = 20000,           /* nodes up to which AO* requested without a trace is the printed one */
    ANDOR_COMPARED_EDGES_MAX = 50000,    /* edges up to which all engines run by default */
    ANDOR_SOLUTION_EDGES_MAX = 2000000,  /* edges up to which the solution graph is extracted by default */
    ANDOR_OPTIMA_NODES_MAX = 20000,      /* nodes up to which optimal solution graphs are counted */
    ANDOR_OPTIMA_STATES_MAX = 200000,    /* node sets stored while counting */
    ANDOR_OPTIMA_CHOICES = 100000,       /* approximate number of connectors of all listed optimal graphs */
    ANDOR_VIOLATIONS_MAX = 100,          /* listed violations of h */
    ANDOR_FAULTS_MAX = 100,              /* listed faults of a candidate */
    ANDOR_TRACE_BYTES_MAX = 96 << 20,    /* bytes of a trace in memory */
    ANDOR_PRINTED_STEPS_MAX = 100000000, /* edges after which the printed AO* ends */
};

/* ---- engines.c ---- */

extern const char andor_reason_timeout[];               /* message: the time budget ended first */
enum nash_status andor_nomem(struct nash_error *error); /* returns NASH_NOMEM */

/* Runs the requested pass and stores its values. If the run is stopped, returns NASH_OK and leaves a->values NULL. */
enum nash_status andor_run_passes(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                  struct nash_error *error);
/* Runs AO*, depth first or as printed (with the trace if requested). If the rules make too many nodes, a->limit
 * receives the reason; in this case, and after a stop, a->search holds what was found so far. */
enum nash_status andor_run_ao_star(const struct andor_problem *p, struct nash_run *run, bool depth_first,
                                   struct andor_answer *a, struct nash_error *error);
/* Returns why the trace ends before the last cycle of the search, or NULL if it does not. */
const char *andor_trace_end(const struct andor_trace *trace, bool stopped);
/* Runs and times every engine that applies. NASH_INTERNAL: two of them contradict each other. */
enum nash_status andor_run_all_engines(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                       struct nash_error *error);

/* ---- questions.c ---- */

/* Computes the structure of a small graph, checks the candidate, and finds the k best solution graphs. */
enum nash_status andor_answer_questions(const struct andor_problem *p, struct nash_run *run, struct andor_answer *a,
                                        struct nash_error *error);

/* ---- solution.c ---- */

/* Lists the nodes and connectors of the solution graph given by the marks, depth first from the root. NASH_INTERNAL: a
 * node has no mark. */
enum nash_status andor_extract_solution(const struct andor_graph *graph, const uint32_t *mark, struct nash_arena *arena,
                                        const struct andor_choice **solution, uint32_t *count,
                                        struct nash_error *error);
/* Computes the cost of a solution graph from its leaves by the recursive model; shared: each connector counts once.
 * NASH_INTERNAL: it is no solution graph, because a node has no connector or one of another node, or there is a cycle.
 */
enum nash_status andor_price_solution(const struct andor_graph *graph, const struct andor_choice *solution,
                                      uint32_t count, bool shared, struct nash_arena *arena, andor_wide *cost,
                                      struct nash_error *error);

#endif
