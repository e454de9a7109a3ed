/* The methods by name, and what each may be asked for. */
#ifndef WHIST_METHODS_H
#define WHIST_METHODS_H

#include "problem.h"

enum { WHIST_PLAY_ORDER = 1000 }; /* largest order whose games are looked at */

/* Largest orders up to which a method makes each list; above them the lists are left out, the value never is. A list
 * takes as many values as it has entries, and a line as many as it has tricks and more. */
struct whist_reach {
    uint32_t leads, replies, line, play;
};
const struct whist_reach *whist_method_reach(enum whist_method method);

#endif
