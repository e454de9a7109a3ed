/* A solution graph that a request gives, checked by the definition and priced.
 *
 * By the lecture notes (p. 10-14), the solution graph from a terminal is that node alone (rule 1); from another node it
 * is the node, one of its connectors, and the solution graphs of all its successors (rule 2); otherwise there is none
 * (rule 3). It has no cycle. Its price is k(n, N) = 0 for a terminal n, else the cost of the connector plus k of all
 * successors. */
#ifndef ANDOR_CANDIDATE_CANDIDATE_H
#define ANDOR_CANDIDATE_CANDIDATE_H

#include <nash/solver.h>
#include <solvers/andor/graph.h>

/* A choice as the request names it. */
struct andor_named_choice {
    const char *node; /* NULL: not stated */
    const char *connector;
};

struct andor_candidate {
    struct andor_named_choice *choice;
    uint32_t count;
};

enum andor_fault_type {
    ANDOR_FAULT_UNKNOWN_NODE,
    ANDOR_FAULT_UNKNOWN_CONNECTOR,
    ANDOR_FAULT_AMBIGUOUS_CONNECTOR, /* the label of a rule that makes several connectors */
    ANDOR_FAULT_FOREIGN_CONNECTOR,   /* a connector of another node than is stated */
    ANDOR_FAULT_TERMINAL_CONNECTOR,
    ANDOR_FAULT_SEVERAL_CONNECTORS,
    ANDOR_FAULT_NO_CONNECTOR,
    ANDOR_FAULT_DEAD_END, /* no connector, and the graph has none */
    ANDOR_FAULT_CYCLE,
    ANDOR_FAULT_NOT_REACHED,
    ANDOR_FAULTS
};

struct andor_fault {
    enum andor_fault_type type;
    uint32_t choice;          /* the choice of the candidate, for the types that have one */
    uint32_t node, connector; /* or ANDOR_NONE */
    uint32_t other;           /* several: the connector chosen first; foreign: the owner */
    const uint32_t *path;     /* cycle: its nodes, the first one again at the end */
    uint32_t path_count;
};

/* Names of the candidate as numbers: a node or connector, ANDOR_NONE, or ANDOR_SEVERAL for an ambiguous label. */
struct andor_named_numbers {
    uint32_t node, connector, owner; /* owner: the node of the connector */
};

#define ANDOR_SEVERAL (ANDOR_NONE - 1)

struct andor_check {
    bool valid;
    bool overflow;                /* valid, but a price passes 2^127 - 1 */
    andor_wide recursive, shared; /* prices in both models, if valid and not overflow */
    const struct andor_fault *faults;
    uint32_t kept;
    uint32_t found;       /* number of all faults */
    const uint32_t *step; /* [steps] nodes that have a price, each after its successors */
    uint32_t steps;
    const uint32_t *chosen;  /* [nodes]: connector or ANDOR_NONE */
    const andor_wide *price; /* [nodes]: recursive, of the nodes in `step` */
};

/* Checks a candidate; numbers: its choices. At most `max` faults are kept. Returns false if the arena is full. */
bool andor_check_candidate(const struct andor_graph *graph, const struct andor_candidate *candidate,
                           const struct andor_named_numbers *numbers, uint32_t max, struct nash_arena *arena,
                           struct andor_check *check);

#endif
