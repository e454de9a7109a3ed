/* AO* (Nilsson 1980; lecture notes, p. 25-29): grow the marked partial solution graph from the root, revise costs
 * upwards.
 *
 * This is the printed loop with its open points decided: a dead end has infinite cost, an infinite q(root) ends the
 * search (unsolvable), the first connector wins a tie, a SOLVED node is never revised again, and revision goes up
 * through marked connectors only. If the search graph has a cycle, step 10 may find no node without a descendant in S;
 * then all marked ancestors of the expanded node are revised together by Knuth's algorithm, so the search ends and its
 * values are right. With an admissible h the solution is optimal. With any h it is a complete solution graph, and
 * q(root) is its cost.
 *
 * A stop by the run or by the step limit returns NASH_OK with neither solved nor unsolvable set. If expand() of an
 * implicit graph fails, its status is returned and the search holds what was found so far. The node budget of the run
 * counts expansions. */
#ifndef ANDOR_AOSTAR_AOSTAR_H
#define ANDOR_AOSTAR_AOSTAR_H

#include <solvers/andor/graph.h>

/* The tip of the marked partial solution graph to expand: the first that a walk along the marks reaches. */
enum andor_tip {
    ANDOR_TIP_SHALLOWEST, /* breadth first: the least distance from the root, and of these the leftmost */
    ANDOR_TIP_LEFTMOST,   /* depth first, successors from left to right */
    ANDOR_TIP_RIGHTMOST,  /* depth first, successors from right to left */
};

/* One revision of a cost (step 11). Costs have 128 bits; ANDOR_WIDE_INF is infinite. */
struct andor_revision {
    uint32_t node, mark_before, mark; /* connectors, or ANDOR_NONE */
    andor_wide q_before, q;
    bool solved; /* newly SOLVED */
};

/* One turn of the outer loop. */
struct andor_cycle {
    uint32_t expanded;
    const uint32_t *partial; /* connectors of the marked partial solution graph before the cycle, by the walk's order */
    uint32_t partials;       /* length of partial */
    const uint32_t *tips;    /* leaves of that graph, neither expanded nor terminal, by the walk's order */
    uint32_t tip_count;
    const uint32_t *fresh; /* nodes new in the search graph; the terminals among them are SOLVED at once */
    uint32_t fresh_count;
    const struct andor_revision *revisions;
    uint32_t revision_count;
    andor_wide q_root; /* after the cycle */
};

/* The trace to record: cycles from .. from + count - 1 (counted from 1; count 0: none), in at most bytes_max bytes. A
 * NULL pointer to the trace: nothing is recorded. The search ends after steps_max steps, one for each edge it reads (0:
 * no limit), and so in the same cycle whichever cycles are recorded. */
struct andor_trace {
    uint32_t from, count;
    size_t bytes_max;
    uint64_t steps_max;
    struct andor_cycle *cycles; /* out: [kept] */
    uint32_t kept;
    const andor_wide *q;  /* out: [nodes] costs at the start of cycle `from`; NULL: not reached */
    const uint32_t *mark; /* out: [nodes] the marks at the same time */
    uint32_t nodes;       /* out: number of nodes at the start of cycle `from` */
    uint64_t played;      /* out: number of cycles */
    bool cut;             /* out: bytes_max ended the recording */
    bool ended;           /* out: steps_max or a budget ended the search */
};

struct andor_search {
    bool solved, unsolvable;                      /* neither: a budget or steps_max ended it */
    andor_wide cost;                              /* q(root): a lower bound if h is admissible */
    andor_wide *q;                                /* [graph->nodes]; infinite outside the search graph */
    uint32_t *mark;                               /* [graph->nodes]: a connector or ANDOR_NONE */
    uint64_t *is_solved, *is_known, *is_expanded; /* one bit per node */
    uint64_t cycles, expanded, revised;
};

/* Runs the printed algorithm. It is slow on large graphs: a cycle takes time proportional to its partial solution
 * graph. */
enum nash_status andor_ao_star(struct andor_graph *graph, enum andor_tip tip, struct nash_run *run,
                               struct andor_trace *trace, struct andor_search *search, struct nash_error *error);

/* Finds the same optimum depth first, revising costs on return. For large and implicit graphs; records no trace. */
enum nash_status andor_ao_star_depth_first(struct andor_graph *graph, struct nash_run *run, struct andor_search *search,
                                           struct nash_error *error);

/* ---- the audit of h (audit.c) ---- */

struct andor_violation {
    uint32_t node, connector; /* connector: ANDOR_NONE if h(node) > h*(node) */
    andor_wide h, bound;      /* bound: h*(node), or the connector's cost plus h of its successors */
};

struct andor_audit {
    bool admissible, monotone;
    struct andor_violation *violations; /* [kept] */
    uint32_t kept;
    uint64_t found; /* number of all violations */
};

struct andor_values;
/* Checks h at every reachable node. At most `max` violations are kept. */
enum nash_status andor_audit_h(const struct andor_graph *graph, const struct andor_values *values, uint32_t max,
                               struct nash_arena *arena, struct andor_audit *audit);

#endif
