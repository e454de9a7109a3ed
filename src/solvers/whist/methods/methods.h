/* The methods by name, and the largest deals that each accepts. */
#ifndef WHIST_METHODS_H
#define WHIST_METHODS_H

#include "engine.h"

enum whist_method {
    WHIST_AUTO, /* the formula; for several suits the search */
    WHIST_NAIVE,
    WHIST_SEED,
    WHIST_TABLE,
    WHIST_SEARCH,
    WHIST_FORMULA,
    WHIST_METHODS
};

enum { WHIST_PLAY_ORDER_MAX = 1000 }; /* largest order of a played game that is analysed */

extern const char *const whist_method_names[WHIST_METHODS + 1]; /* NULL-terminated */

/* Returns the engine of a method other than WHIST_AUTO. */
const struct whist_engine *whist_method_engine(enum whist_method method);

/* Largest orders up to which a method makes each list; above them the list is left out, never the value. A list
 * takes as many values as it has entries, a line at least as many as it has tricks. */
struct whist_reach {
    uint32_t leads, replies, line, play;
};
const struct whist_reach *whist_method_reach(enum whist_method method);

#endif
