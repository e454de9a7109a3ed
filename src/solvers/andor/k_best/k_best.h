/* The k best solution graphs, by Lawler's partition (E. L. Lawler, Management Science 18, 1972; K. G. Murty 1968).
 *
 * The set of all solution graphs is divided by the choices in which a graph differs from one that is known: the i-th
 * part has the same connectors at the first i - 1 nodes of that graph, and another one at the i-th. The best graph of a
 * part waits in a heap until no other part can have a better one. */
#ifndef ANDOR_K_BEST_K_BEST_H
#define ANDOR_K_BEST_K_BEST_H

#include <solvers/andor/bottom_up/bottom_up.h>

/* A node of a solution graph and its connector. */
struct andor_choice {
    uint32_t node, connector;
};

struct andor_ranked {
    const struct andor_choice *choice; /* a node comes after one that leads to it */
    uint32_t count;
    andor_wide cost; /* by the model that was asked for */
};

struct andor_k_best {
    struct andor_ranked *graphs; /* [found], ascending by cost */
    uint32_t found;
    const char *ended; /* why fewer graphs than k were found although there are more, or NULL */
    andor_wide count;  /* number of all solution graphs; a lower bound unless complete */
    bool complete;
};

/* Finds the k best solution graphs. shared: a connector counts once. states: limit of the count of all graphs, as in
 * optima/optima.h. After a stop, what was found so far is correct. */
enum nash_status andor_k_best_find(const struct andor_graph *graph, const struct andor_values *values, bool shared,
                                   uint32_t k, uint32_t states, struct nash_run *run, struct andor_k_best *best,
                                   struct nash_error *error);

#endif
