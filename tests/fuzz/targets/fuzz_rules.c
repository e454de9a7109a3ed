/* Fuzzes the language of rules. The first character of each line selects its meaning: 'g' a goal, 'c' the cost, 'h' the
 * heuristic, 's' the start; any other line is a rule.
 *
 * A refusal must have a reason and a place. For an accepted system, a few nodes are generated, and the name of each
 * must be read as the same node. */
#include <string.h>

#include <solvers/andor/rules/rules.h>

#include "fuzz.h"

enum { ARENA_BYTES = 64 << 20, LINES = 64, NODES = 200, POLLS = 2000 };

/* Cuts a text at its line ends into the parts of an input. */
static void cut(char *text, struct andor_rules_input *input, const char **rules, const char **goals)
{
    *input = (struct andor_rules_input){.start = "1", .rules = rules, .goals = goals, .node_limit = NODES};
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (*line == 'g' && input->goal_count < LINES)
            goals[input->goal_count++] = line + 1;
        else if (*line == 'c')
            input->cost = line + 1;
        else if (*line == 's')
            input->start = line + 1;
        else if (*line == 'h') {
            input->h = ANDOR_H_EXPRESSION;
            input->h_text = line + 1;
        } else if (input->rule_count < LINES)
            rules[input->rule_count++] = line;
    }
}

/* Checks that the name of node v, read as a start, gives the same node. */
static void check_name(const struct andor_graph *graph, uint32_t v, struct nash_arena *arena)
{
    struct nash_buf name = NASH_BUF_INIT(0), again = NASH_BUF_INIT(0);
    struct nash_error error = {0};
    struct andor_rules *rules;
    struct andor_graph other;
    andor_rules_node_name(graph, v, &name);
    struct andor_rules_input input = {.start = nash_buf_cstr(&name), .node_limit = 1};
    if (andor_rules_read(&input, arena, &rules, &error) != NASH_OK ||
        andor_rules_begin(rules, arena, NULL, &other, &error) != NASH_OK)
        fuzz_fail("a name cannot be read", nash_buf_cstr(&name));
    andor_rules_node_name(&other, 0, &again);
    if (strcmp(nash_buf_cstr(&name), nash_buf_cstr(&again)) != 0)
        fuzz_fail("a name changes when it is read", nash_buf_cstr(&name));
    nash_buf_free(&name);
    nash_buf_free(&again);
}

static void expand(const struct andor_rules *rules, struct nash_arena *arena)
{
    struct nash_error error = {0};
    struct andor_graph graph;
    _Atomic int cancel = 1; /* takes effect when the clock is first read, after POLLS polls */
    struct nash_run run = {.arena = arena, .cancel = &cancel, .clock_in = POLLS};
    bool complete;
    enum nash_status status = andor_rules_begin(rules, arena, &run, &graph, &error);
    if (status == NASH_OK)
        status = andor_rules_expand_all(&graph, UINT32_MAX, &run, &complete, &error);
    if (status != NASH_OK && !*error.detail)
        fuzz_fail("a failure without a reason", nash_status_name(status));
    if (status != NASH_OK)
        return;
    if (graph.nodes > NODES || graph.to[graph.connectors] != graph.edges)
        fuzz_fail("a graph is not in order", "");
    for (uint32_t e = 0; e < graph.edges; e++)
        if (graph.succ[e] >= graph.nodes)
            fuzz_fail("a successor is no node", "");
    for (uint32_t v = 0; v < graph.nodes && v < 20; v++)
        check_name(&graph, v, arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *rules_of[LINES], *goals_of[LINES];
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_error error = {0};
    struct andor_rules_input input;
    struct andor_rules *rules;
    char *text = nash_arena_strndup(arena, (const char *)data, size);
    cut(text, &input, rules_of, goals_of);
    enum nash_status status = andor_rules_read(&input, arena, &rules, &error);
    if (status == NASH_OK)
        expand(rules, arena);
    else if (status != NASH_NOMEM && (!*error.pointer || !*error.detail))
        fuzz_fail("a refusal without a place", error.detail);
    nash_arena_free(arena);
    return 0;
}
