/* What stands behind a graph that is made as it is searched: its arrays, with room to grow. */
#ifndef ANDOR_RULES_MAKER_H
#define ANDOR_RULES_MAKER_H

#include <solvers/andor/rules/system.h>

struct maker {
    const struct andor_rules *rules;
    struct nash_arena *arena;
    struct nash_run *run;
    struct terms terms; /* node v is term v */
    uint32_t node_room, connector_room, edge_room;
    uint32_t *first, *last, *to, *succ, *cost, *h, *rule; /* rule[c]: the one that connector c is of */
    uint64_t *wide_cost, *wide_h, *terminal, *expanded;
    int64_t *bound; /* [connectors * RULE_FORS]: its for-variables; NULL: no rule has any */
    uint32_t steps; /* combinations looked at, for polling */
};

/* Room for at least one more, twice what there was; graph sees the new arrays. false: no memory. */
bool maker_grow_nodes(struct maker *m, struct andor_graph *g);
bool maker_grow_connectors(struct maker *m, struct andor_graph *g);
bool maker_grow_edges(struct maker *m, struct andor_graph *g);
/* Numbers that no longer fit 32 bits move to 64; count of them, room for more. maker_show() has to follow. */
bool maker_widen(struct maker *m, uint32_t **narrow, uint64_t **wide, uint32_t count, uint32_t room);
/* Gives the graph the arrays as they stand. */
void maker_show(const struct maker *m, struct andor_graph *g);

#endif
