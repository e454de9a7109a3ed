/* AO* (Nilsson 1980; seed 001, p. 25-29): grow the marked partial solution graph from the root, revise costs upwards.
 *
 * The printed loop, with what it leaves open settled: a dead end is infinite, q(root) infinite ends the search
 * (unsolvable), ties go to the first connector, a SOLVED node is never revised again, revision goes upwards through
 * marked connectors only. Where the search graph has a cycle step 10 may find no node without a descendant in S: all
 * marked ancestors of the expanded node are then revised together by Knuth's algorithm, so that it ends and its values
 * are right. With admissible h the solution is the best one and q(root) its cost; with any h it is a whole solution
 * graph and q(root) its cost.
 *
 * A stop by the run, or by the limit of a trace, is NASH_OK, with neither solved nor unsolvable; a node limit of an
 * implicit graph is what expand() said, with the search filled in as far as it came. The node budget of the run counts
 * expansions. */
#ifndef ANDOR_AOSTAR_H
#define ANDOR_AOSTAR_H

#include <solvers/andor/graph.h>

/* The first or the last of the tips, which come level by level from the root, on each from left to right. */
enum andor_tip { ANDOR_TIP_LEFTMOST, ANDOR_TIP_RIGHTMOST };

/* A node whose cost was revised (step 11), in the order of revision. Costs are in 128 bits, infinite as there. */
struct andor_revision {
    uint32_t node, mark_before, mark; /* connectors or ANDOR_NONE */
    andor_wide q_before, q;
    bool solved; /* became so now */
};

/* One turn of the outer loop. */
struct andor_cycle {
    uint32_t expanded;
    const uint32_t *partial; /* the marked partial solution graph before it: connectors, level by level */
    uint32_t partials;
    const uint32_t *tips; /* its leaves, not expanded and not terminal: nearest the root first, then left to right */
    uint32_t tip_count;
    const uint32_t *fresh; /* nodes that came into the search graph; terminals among them are SOLVED at once */
    uint32_t fresh_count;
    const struct andor_revision *revisions;
    uint32_t revision_count;
    andor_wide q_root; /* after it */
};

/* What is wanted of the trace: cycles from .. from + count - 1 (from 1; count 0: none), bytes at most. NULL: none. The
 * search ends after steps_most steps, edges looked at (0: no such end), in the same cycle whatever page is kept. */
struct andor_trace {
    uint32_t from, count;
    size_t bytes_most;
    uint64_t steps_most;
    struct andor_cycle *cycles; /* out: [kept] */
    uint32_t kept;
    const andor_wide *q;  /* out: [nodes], as cycle `from` found them; NULL: it was not come to */
    const uint32_t *mark; /* out: [nodes] */
    uint32_t nodes;       /* out: that there were then */
    uint64_t played;      /* out: cycles there were */
    bool cut;             /* out: bytes_most ended it */
    bool ended;           /* out: steps_most or a budget ended the search */
};

struct andor_search {
    bool solved, unsolvable;                      /* neither: a budget or the steps of a trace ended it */
    andor_wide cost;                              /* q(root): a lower bound when h is admissible */
    andor_wide *q;                                /* [graph->nodes]; what is not in the search graph: infinite */
    uint32_t *mark;                               /* [graph->nodes] or ANDOR_NONE */
    uint64_t *is_solved, *is_known, *is_expanded; /* bits */
    uint64_t cycles, expanded, revised;
};

/* The printed algorithm. Slow on large graphs: a cycle costs what its partial solution graph does. */
enum nash_status andor_ao_star(struct andor_graph *graph, enum andor_tip tip, struct nash_run *run,
                               struct andor_trace *trace, struct andor_search *search, struct nash_error *error);

/* The same optimum, for large and implicit graphs: depth first, costs revised on return (no cycles of the trace). */
enum nash_status andor_ao_star_quick(struct andor_graph *graph, struct nash_run *run, struct andor_search *search,
                                     struct nash_error *error);

/* ---- the audit of h (audit.c) ---- */

struct andor_violation {
    uint32_t node, connector; /* connector: ANDOR_NONE where h(node) > h*(node) */
    andor_wide h, bound;      /* bound: h*(node), or cost + sum of h of the successors */
};

struct andor_audit {
    bool admissible, monotone;
    struct andor_violation *violations; /* [kept] */
    uint32_t kept;
    uint64_t found;
};

struct andor_values;
/* Over the nodes that can be reached. At most `most` violations are kept. */
enum nash_status andor_audit_h(const struct andor_graph *graph, const struct andor_values *values, uint32_t most,
                               struct nash_arena *arena, struct andor_audit *audit);

#endif
