/* Shared by the files that write a result. */
#ifndef ANDOR_WRITE_WRITE_H
#define ANDOR_WRITE_WRITE_H

#include <solvers/andor/solve.h>

struct andor_writer {
    const struct andor_problem *p;
    const struct andor_answer *a;
    struct nash_jsonw *out;
    struct nash_buf name;  /* buffer of the name functions */
    const uint32_t *owner; /* [connectors]: the node of each; form rules only, made on first use */
};

/* ---- names.c ---- */

/* Returns the name of a node as in the request, the number of a node of a compact graph, or the term of a rule system.
 * Valid until the next call of this or andor_connector_text(). */
const char *andor_node_text(struct andor_writer *w, uint32_t v);
/* Returns the connector's name in the request, its number in a compact graph, or "from#i". Valid as above. */
const char *andor_connector_text(struct andor_writer *w, uint32_t c);
/* Write the name as a JSON string, or in a compact graph the number. The second writes ANDOR_NONE as null. */
void andor_write_node(struct andor_writer *w, uint32_t v);
void andor_write_connector(struct andor_writer *w, uint32_t c);
/* Returns the node that a connector belongs to. */
uint32_t andor_owner(struct andor_writer *w, uint32_t c);

/* Writes a cost as a decimal number, as a string if it exceeds 2^53, or as null if it is infinite. */
void andor_write_cost(struct nash_jsonw *out, andor_wide cost, uint64_t unit);
/* Appends a finite cost as a decimal number. */
void andor_append_cost(struct nash_buf *out, andor_wide cost, uint64_t unit);

/* Returns whether the graph is small enough to be drawn and to have its connectors listed. */
static inline bool andor_is_drawable(const struct andor_graph *g)
{
    return g->nodes <= ANDOR_LIST_MAX && g->connectors <= 4 * ANDOR_LIST_MAX && g->edges <= 16 * ANDOR_LIST_MAX;
}

/* Returns the values of the nodes, or NULL if they are unknown or left out of the result. */
static inline const struct andor_values *andor_shown_values(const struct andor_writer *w)
{
    return w->a->omitted.h_star ? NULL : w->a->values;
}

/* Return whether the request asks for more nodes, or for another number of optimal graphs, than by default. */
static inline bool andor_asks_listing(const struct andor_options *options)
{
    return options->values == ANDOR_LIST_ALL || options->values == ANDOR_LIST_SOLUTION;
}

static inline bool andor_asks_graphs(const struct andor_options *options)
{
    return options->graphs > 0 && options->graphs != ANDOR_GRAPHS;
}

/* Returns whether the result lists the solution graph: it exists and is short, or was requested. */
bool andor_lists_solution(const struct andor_problem *p, const struct andor_answer *a);
/* Returns the same for the optimum that AO* missed. */
bool andor_lists_optimum(const struct andor_problem *p, const struct andor_answer *a);

/* ---- parts ---- */

void andor_write_trace(struct andor_writer *w);     /* trace.c */
void andor_write_dot(struct andor_writer *w);       /* dot.c */
void andor_write_summary(struct andor_writer *w);   /* summary.c */
void andor_write_nodes(struct andor_writer *w);     /* nodes.c: nodes, values, connectors of rules */
void andor_write_structure(struct andor_writer *w); /* questions.c */
void andor_write_check(struct andor_writer *w);     /* questions.c */
void andor_write_k_best(struct andor_writer *w);    /* questions.c */

/* Appends the check of a given solution graph and the k best ones in the text form. (questions.c) */
void andor_append_questions(struct andor_writer *w, struct nash_buf *out);

/* Writes the member "solution", the choices of a solution graph. (result.c) */
void andor_write_choices(struct andor_writer *w, const struct andor_choice *choice, uint32_t count);
/* Writes a member that is a count of 128 bits, as a string. (result.c) */
void andor_write_wide(struct nash_jsonw *out, const char *key, andor_wide value);

#endif
