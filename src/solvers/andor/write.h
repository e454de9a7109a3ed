/* What the files that write a result share. */
#ifndef ANDOR_WRITE_H
#define ANDOR_WRITE_H

#include "solve.h"

struct andor_writer {
    const struct andor_problem *p;
    const struct andor_answer *a;
    struct nash_jsonw *out;
    struct nash_buf name;  /* scratch */
    const uint32_t *owner; /* [connectors]: its node, where that cannot be looked up; made when first needed */
};

/* ---- names.c of the result: write_names.c ---- */

/* The text of a name: as in the request, the number of a compact graph, the term of a rule system. */
const char *andor_node_text(struct andor_writer *w, uint32_t v);
/* "from#i", or as the request calls it. */
const char *andor_connector_text(struct andor_writer *w, uint32_t c);
/* As values: a string, or the number of a compact graph. */
void andor_write_node(struct andor_writer *w, uint32_t v);
void andor_write_connector(struct andor_writer *w, uint32_t c); /* ANDOR_NONE: null */
/* The node a connector belongs to. */
uint32_t andor_owner(struct andor_writer *w, uint32_t c);

/* A cost in units as a decimal, a string where JSON numbers are not exact; infinite: null. */
void andor_write_cost(struct nash_jsonw *out, andor_wide cost, uint64_t unit);
void andor_put_cost(struct nash_buf *out, andor_wide cost, uint64_t unit);

/* Is the graph small enough to be drawn, and listed connector by connector? */
static inline bool andor_is_drawn(const struct andor_graph *g)
{
    return g->nodes <= ANDOR_LIST_MOST && g->connectors <= 4 * ANDOR_LIST_MOST && g->edges <= 16 * ANDOR_LIST_MOST;
}

/* Is the solution graph there, and short enough to be told or asked for? */
bool andor_tells_solution(const struct andor_problem *p, const struct andor_answer *a);

/* ---- parts ---- */

void andor_write_trace(struct andor_writer *w); /* write_trace.c */
void andor_write_dot(struct andor_writer *w);   /* dot.c */
void andor_write_brief(struct andor_writer *w); /* brief.c */
void andor_write_nodes(struct andor_writer *w); /* write_nodes.c: nodes, values, connectors of rules */

#endif
