/* The arrays behind a graph that is generated during the search. */
#ifndef ANDOR_RULES_MAKER_H
#define ANDOR_RULES_MAKER_H

#include <solvers/andor/rules/system.h>

struct maker {
    const struct andor_rules *rules;
    struct nash_arena *arena;
    struct nash_run *run;
    struct terms terms; /* node v is term v */
    uint32_t node_room, connector_room, edge_room;
    uint32_t *first, *last, *to, *succ, *cost, *h, *rule; /* rule[c]: the rule that made connector c */
    uint64_t *wide_cost, *wide_h, *terminal, *expanded;   /* expanded: one bit per node */
    int64_t *bound; /* [connectors * RULE_FORS]: values of the for-variables; NULL if no rule has any */
    uint32_t steps; /* combinations of for-variables tried so far */
};

/* Double the room, and update the graph's pointers. Return false if the arena is full. */
bool maker_grow_nodes(struct maker *m, struct andor_graph *g);
bool maker_grow_connectors(struct maker *m, struct andor_graph *g);
bool maker_grow_edges(struct maker *m, struct andor_graph *g);
/* Moves `count` numbers from 32 bits to 64, with capacity `room`, once one does not fit. Call maker_publish()
 * afterwards. */
bool maker_widen(struct maker *m, uint32_t **narrow, uint64_t **wide, uint32_t count, uint32_t room);
/* Copies the current array pointers into the graph. */
void maker_publish(const struct maker *m, struct andor_graph *g);

#endif
