/* The engine "auto": iterative deepening with MTD(+infinity). */
#ifndef GAMETREE_TREE_SEARCH_MTD_H
#define GAMETREE_TREE_SEARCH_MTD_H

#include "search.h"

/* The work of the last search, and of the shallower ones before it. A leaf counts once per search. */
struct stored_effort {
    struct stored_count last, before;
    uint64_t evaluations; /* static evaluations of inner nodes for the move ordering, each once */
    uint32_t searches;    /* iterations of the deepening, including the last */
    uint32_t passes;      /* passes in all iterations */
};

/* Computes the value of the root inside the window, or a bound outside. Returns NASH_OK, NASH_STOPPED or NASH_NOMEM. */
enum nash_status stored_mtd(const struct stored_tree *tree, struct stored_window window, struct nash_run *run,
                            struct stored_effort *effort, int32_t *value);

#endif
