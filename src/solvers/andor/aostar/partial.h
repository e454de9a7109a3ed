/* The marked partial solution graph (steps 4 and 5 of AO*). */
#ifndef ANDOR_AOSTAR_PARTIAL_H
#define ANDOR_AOSTAR_PARTIAL_H

#include <solvers/andor/aostar/state.h>

struct andor_partial {
    struct andor_state *state;
    uint32_t *seen; /* [room]: the turn in which a node was last enqueued or, depth first, visited */
    uint32_t room, turn;
    struct andor_list open;       /* breadth first: a queue, the nodes reached; depth first: a stack */
    uint32_t taken;               /* breadth first: number of nodes taken from the queue */
    struct andor_list connectors; /* marked connectors followed, in the order of the walk; ANDOR_WALK_ALL only */
    struct andor_list tips;       /* nodes neither expanded nor terminal, in the order of the walk */
};

void andor_partial_begin(struct andor_partial *partial, struct andor_state *state);

enum andor_walk {
    ANDOR_WALK_FIRST, /* up to the first tip, not below SOLVED nodes */
    ANDOR_WALK_TIPS,  /* all tips, not below SOLVED nodes */
    ANDOR_WALK_ALL    /* all connectors and tips */
};

/* Follows the marks from a node, each node once, in the order that reaches the tip to expand first. */
enum nash_status andor_partial_walk(struct andor_partial *partial, uint32_t from, enum andor_tip order,
                                    enum andor_walk walk);

#endif
