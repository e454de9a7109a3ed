/* Fuzzes the forms of AND/OR graphs, and solves accepted problems briefly.
 *
 * An accepted graph must be consistent: offsets rise, successors are below the number of nodes, no connector is empty,
 * each node and connector has a name. verify() certifies the values and computes the cost of the solution graph. */
#include <string.h>
#include <time.h>

#include <nash/nash.h>
#include <solvers/andor/problem.h>

#include "fuzz_kind.h"

enum { ARENA_BYTES = 256 << 20, SOLVED_EDGES = 3000, MILLISECONDS = 20, NS = 1000000 };

extern const struct nash_solver nash_solver_andor;

static void check_graph(const struct andor_problem *p)
{
    const struct andor_graph *g = &p->graph;
    if (g->root >= g->nodes || g->to[0] || g->to[g->connectors] != g->edges)
        fuzz_fail("a graph is not in order", "");
    for (uint32_t v = 0; v < g->nodes; v++)
        if (g->first[v] > g->last[v] || g->last[v] > g->connectors || (p->name && !*p->name[v]))
            fuzz_fail("a node is not in order", "");
    for (uint32_t c = 0; c < g->connectors; c++)
        if (g->to[c] >= g->to[c + 1] || (p->connector_name && !*p->connector_name[c]))
            fuzz_fail("a connector is not in order", "");
    for (uint32_t e = 0; e < g->edges; e++)
        if (g->succ[e] >= g->nodes)
            fuzz_fail("a successor is no node", "");
}

/* Checks that the text form made from the answer equals that made from the answer's JSON. */
static void check_text(const struct andor_problem *p, const struct nash_result *result, const struct nash_buf *json)
{
    struct nash_buf text = NASH_BUF_INIT(0), again = NASH_BUF_INIT(0);
    cJSON *root = cJSON_ParseWithLength(json->data, json->len);
    nash_solver_andor.write_text(p, result, &text);
    nash_solver_andor.text_of(root, &again);
    if (strcmp(nash_buf_cstr(&text), nash_buf_cstr(&again)) != 0)
        fuzz_fail("the texts of one answer differ", nash_buf_cstr(&again));
    cJSON_Delete(root);
    nash_buf_free(&text);
    nash_buf_free(&again);
}

/* Solves a problem briefly. A time limit ends endless rules; an error of a rule while it is applied is valid. */
static void solve(struct andor_problem *p, struct nash_arena *arena)
{
    struct timespec now;
    struct nash_result result = {0};
    struct nash_error error = {0};
    struct nash_buf json = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&json);
    clock_gettime(CLOCK_MONOTONIC, &now);
    struct nash_run run = {.arena = arena,
                           .deadline_ns = (int64_t)now.tv_sec * 1000 * NS + now.tv_nsec + (int64_t)MILLISECONDS * NS};
    enum nash_status status = nash_solver_andor.solve(p, &run, &result, &error);
    if (status == NASH_OK)
        status = nash_solver_andor.verify(p, &result, &error);
    if (status == NASH_INTERNAL || (status != NASH_OK && !*error.detail))
        fuzz_fail("the answer does not hold", error.detail);
    if (status == NASH_OK) {
        nash_solver_andor.write(p, &result, &out);
        if (json.failed || nash_json_check(json.data, json.len, &error) != NASH_OK)
            fuzz_fail("the answer is no JSON", error.detail);
        check_text(p, &result, &json);
    }
    nash_buf_free(&json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct andor_problem *p = fuzz_parse(&nash_solver_andor, data, size, arena);
    if (p && p->form != ANDOR_RULES)
        check_graph(p);
    if (p && p->graph.edges <= SOLVED_EDGES)
        solve(p, arena);
    nash_arena_free(arena);
    return 0;
}
