/* The compact form: a graph in flat arrays of integers, as it comes in JSON.
 *
 *     {"n": 9, "root": 0, "terminals": [7, 8], "h": [n]?, "off": [n + 1], "cost": [m]?, "soff": [m + 1], "succ": [...]}
 *
 * Node v has the connectors off[v] .. off[v + 1] - 1, connector c the successors succ[soff[c]] .. succ[soff[c + 1] -
 * 1]. */
#ifndef ANDOR_COMPACT_H
#define ANDOR_COMPACT_H

#include <solvers/andor/graph.h>

/* Reads these members, and no others, into *graph (unit 1). The arrays that fit 32 bits are used where they are, in the
 * memory of the document. NASH_INVALID for what the schema forbids, NASH_UNPROCESSABLE where the arrays do not fit each
 * other (andor_graph_check() included), NASH_TOO_LARGE past ANDOR_NODES_MAX, NASH_NOMEM. */
enum nash_status andor_parse_compact(const struct nash_json *doc, struct nash_arena *arena, struct andor_graph *graph,
                                     struct nash_error *error);

#endif
