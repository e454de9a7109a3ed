/* The answer to a problem of the kind "andor", in the arena of the run. */
#ifndef ANDOR_ANSWER_H
#define ANDOR_ANSWER_H

#include <solvers/andor/k_best/k_best.h>
#include <solvers/andor/optima/optima.h>
#include <solvers/andor/problem.h>
#include <solvers/andor/shared/shared.h>
#include <solvers/andor/structure.h>

/* The result of one engine. */
struct andor_trial {
    const char *engine; /* "ao_star", "ao_star_quick", "dp", "knuth" */
    andor_wide cost;    /* ANDOR_WIDE_INF: unsolvable */
    uint64_t expanded;  /* nodes settled by a pass or expanded by AO* */
    uint64_t us;
    bool finished; /* false: a budget ended the engine, or it does not apply; `why` gives the reason */
    const char *why;
};

enum { ANDOR_TRIALS = 4 };

/* For each part of the result: why it was left out, or NULL if it was not. */
struct andor_omitted {
    const char *solution, *optimal_graphs, *h_star, *trace, *engines, *solution_graph, *k_best;
};

struct andor_answer {
    struct andor_graph *graph; /* the graph of the problem, or as much of it as the rules have made */
    bool complete;             /* all reachable nodes and connectors exist */
    const char *limit;         /* rules: the limit that ended the generation of the graph, or NULL */
    bool overflow;             /* the value of a node passes 2^127 - 1, so `values` is NULL */
    enum andor_method engine;  /* the engine that found the cost */
    bool depth_first;          /* AO*: the depth-first search ran last, not the printed one */
    bool known, proved;        /* known: `solvable` and `cost` are valid; proved: `cost` is optimal */
    bool solvable;
    andor_wide cost;                     /* cost of the solution graph; infinite if there is none */
    andor_wide bound;                    /* lower bound of the optimal cost; 0 if none is known */
    const struct andor_choice *solution; /* depth first from the root */
    uint32_t solution_count;
    bool missed;                        /* AO* missed the optimum, which is the value of the root */
    const struct andor_choice *optimum; /* missed: the optimal solution graph, or NULL if the graph is large */
    uint32_t optimum_count;
    const struct andor_values *values; /* NULL if they were not computed */
    struct andor_work work;
    bool ao_star_ran;                  /* AO* ran, for the answer, for the trace or to be compared */
    const struct andor_search *search; /* the search of AO*, or NULL */
    uint32_t search_nodes;             /* length of the arrays of `search`: nodes that existed at its end */
    const struct andor_trace
        *trace; /* of the printed AO*: the requested cycles, possibly none; NULL if it was not run */
    const struct andor_audit *audit;         /* check of h, or NULL */
    const struct andor_optima *optima;       /* the optimal solution graphs, or NULL */
    const struct andor_shared *shared;       /* result of cost model "shared", or NULL */
    const struct andor_structure *structure; /* or NULL: the graph is large */
    const struct andor_check *check;         /* of the candidate, or NULL */
    const struct andor_k_best *k_best;       /* or NULL */
    struct andor_trial trial[ANDOR_TRIALS];
    uint32_t trials;
    struct andor_omitted omitted;
    bool timeout;
    uint64_t solve_us;
    struct nash_arena *arena; /* the run's arena, for verify and write */
};

#endif
