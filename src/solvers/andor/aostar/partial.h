/* The marked partial solution graph (steps 4 and 5 of AO*). */
#ifndef ANDOR_PARTIAL_H
#define ANDOR_PARTIAL_H

#include <solvers/andor/aostar/state.h>

struct andor_partial {
    struct andor_state *state;
    uint32_t *seen; /* [room]: the turn in which a node was last come to */
    uint32_t room, turn;
    struct andor_list queue;      /* nodes in the order in which they were come to */
    struct andor_list connectors; /* followed, level by level; only of a whole walk */
    struct andor_list tips;       /* not expanded and not terminal, level by level, from left to right */
};

void andor_partial_begin(struct andor_partial *partial, struct andor_state *state);

enum andor_walk {
    ANDOR_WALK_FIRST, /* as far as the first tip, by SOLVED nodes */
    ANDOR_WALK_TIPS,  /* all tips, by SOLVED nodes */
    ANDOR_WALK_ALL    /* all connectors too */
};

/* Follows the marks from a node, level by level, successors from left to right. */
enum nash_status andor_partial_walk(struct andor_partial *partial, uint32_t from, enum andor_walk walk);

#endif
