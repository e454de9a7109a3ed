/* The marked partial solution graph (steps 4 and 5 of AO*). */
#ifndef ANDOR_AOSTAR_PARTIAL_H
#define ANDOR_AOSTAR_PARTIAL_H

#include <solvers/andor/aostar/state.h>

struct andor_partial {
    struct andor_state *state;
    uint32_t *seen; /* [room]: the turn in which a node was last enqueued */
    uint32_t room, turn;
    struct andor_list queue;      /* nodes reached, breadth first */
    struct andor_list connectors; /* marked connectors followed, by level; ANDOR_WALK_ALL only */
    struct andor_list tips;       /* nodes neither expanded nor terminal; by level, then from left to right */
};

void andor_partial_begin(struct andor_partial *partial, struct andor_state *state);

enum andor_walk {
    ANDOR_WALK_FIRST, /* up to the first tip, not below SOLVED nodes */
    ANDOR_WALK_TIPS,  /* all tips, not below SOLVED nodes */
    ANDOR_WALK_ALL    /* all connectors and tips */
};

/* Follows the marks from a node breadth first, successors from left to right. */
enum nash_status andor_partial_walk(struct andor_partial *partial, uint32_t from, enum andor_walk walk);

#endif
