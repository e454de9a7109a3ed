/* Hashes what determines an answer: the form (the result uses its names), the graph with its names, and the options
 * that change the answer. */
#include "problem.h"

static void add_array(struct nash_sha256 *sha, const void *array, size_t count, size_t size)
{
    nash_sha256_u64(sha, array ? count : UINT64_MAX);
    if (array)
        nash_sha256_add(sha, array, count * size);
}

static void add_graph(struct nash_sha256 *sha, const struct andor_graph *g)
{
    nash_sha256_u64(sha, g->nodes);
    nash_sha256_u64(sha, g->connectors);
    nash_sha256_u64(sha, g->root);
    nash_sha256_u64(sha, g->unit);
    add_array(sha, g->first, g->nodes, sizeof *g->first);
    add_array(sha, g->last, g->nodes, sizeof *g->last);
    add_array(sha, g->to, (size_t)g->connectors + 1, sizeof *g->to);
    add_array(sha, g->succ, g->edges, sizeof *g->succ);
    add_array(sha, g->cost, g->connectors, sizeof *g->cost);
    add_array(sha, g->wide_cost, g->connectors, sizeof *g->wide_cost);
    add_array(sha, g->h, g->nodes, sizeof *g->h);
    add_array(sha, g->wide_h, g->nodes, sizeof *g->wide_h);
    add_array(sha, g->terminal, (size_t)g->nodes / 64 + 1, sizeof *g->terminal);
}

static void add_options(struct nash_sha256 *sha, const struct andor_options *o)
{
    nash_sha256_u64(sha, o->engine);
    nash_sha256_u64(sha, o->model);
    nash_sha256_u64(sha, o->values);
    nash_sha256_u64(sha, o->tip);
    nash_sha256_u64(sha, o->compare);
    nash_sha256_u64(sha, o->dot);
    nash_sha256_u64(sha, o->graphs);
    nash_sha256_u64(sha, o->k_best);
    nash_sha256_u64(sha, o->trace ? o->trace_from : 0);
    nash_sha256_u64(sha, o->trace ? o->trace_count : 0);
}

static void add_candidate(struct nash_sha256 *sha, const struct andor_candidate *candidate)
{
    nash_sha256_u64(sha, candidate ? candidate->count : UINT64_MAX);
    for (uint32_t i = 0; candidate && i < candidate->count; i++) {
        nash_sha256_u64(sha, candidate->choice[i].node != NULL);
        if (candidate->choice[i].node)
            nash_sha256_string(sha, candidate->choice[i].node);
        nash_sha256_string(sha, candidate->choice[i].connector);
    }
}

void andor_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct andor_problem *p = problem;
    nash_sha256_u64(sha, p->form);
    add_options(sha, &p->options);
    add_candidate(sha, p->candidate);
    if (p->form == ANDOR_RULES)
        andor_rules_canon(p->rules, sha);
    else
        add_graph(sha, &p->graph);
    for (uint32_t v = 0; p->name && v < p->graph.nodes; v++)
        nash_sha256_string(sha, p->name[v]);
    for (uint32_t c = 0; p->connector_name && c < p->graph.connectors; c++)
        nash_sha256_string(sha, p->connector_name[c]);
    for (unsigned i = 0; i < ANDOR_WARNINGS; i++) { /* warnings carry pointers into the request */
        nash_sha256_u64(sha, p->warning[i].count);
        nash_sha256_string(sha, p->warning[i].at);
    }
}
