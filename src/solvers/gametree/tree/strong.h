/* The strong search of a stored tree: see strong.c. */
#ifndef GAMETREE_STRONG_H
#define GAMETREE_STRONG_H

#include "stored.h"

/* What it looked at, the last search apart from the shallower ones before it. A leaf counts once a search, however
 * often it is met. */
struct stored_effort {
    struct stored_count last, before;
    uint64_t evaluations; /* of inner nodes, for their order; each once */
    uint32_t searches;    /* iterations of deepening, with the last */
    uint32_t passes;      /* of null windows, all iterations together */
};

/* The value of the root inside the window, or a bound beyond it. NASH_STOPPED, NASH_NOMEM. */
enum nash_status stored_strong(const struct stored_tree *tree, struct stored_window window, struct nash_run *run,
                               struct stored_effort *effort, int32_t *value);

#endif
