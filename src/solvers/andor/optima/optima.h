/* Optimal solution graphs: their number and the first of them.
 *
 * A solution graph has one connector for each of its nodes, so two nodes that share a successor share its choice, and
 * the count is not a product. Nodes are decided in topological order. The undecided nodes form a set, and equal sets
 * have equal counts, so each set is counted once. Where cycles of cost 0 could be chosen, only acyclic graphs count. */
#ifndef ANDOR_OPTIMA_OPTIMA_H
#define ANDOR_OPTIMA_OPTIMA_H

#include <solvers/andor/bottom_up/bottom_up.h>

struct andor_optima {
    andor_wide count; /* exact if complete, else a lower bound */
    bool complete;
    uint32_t **graphs; /* [listed]: connectors of each graph, ended by ANDOR_NONE; earlier connectors first */
    uint32_t listed;
};

/* Counts and lists the optimal solution graphs. list: maximum number of listed graphs. states: maximum number of sets;
 * beyond it complete is false. */
enum nash_status andor_count_optima(const struct andor_graph *graph, const struct andor_values *values, uint32_t list,
                                    uint32_t states, struct nash_run *run, struct andor_optima *optima,
                                    struct nash_error *error);

#endif
