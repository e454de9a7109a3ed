/* No member of a result contradicts another: random graphs (trees, acyclic, cyclic) with each sort of h, by each engine
 * and cost model in each form. Costs are compared with an enumeration of all solution graphs. */
#include "all_graphs.h"
#include "kind.h"

enum { ROUNDS = 20000, ARENA_BYTES = 8 << 20 };

static const char *const engines[] = {"auto", "ao_star", "dp", "knuth", "shared"};

/* One question and what is known about its graph. */
struct question {
    struct andor_graph graph;
    struct all_graphs all;
    const andor_wide *star; /* [graph.nodes] */
    enum andor_form form;
    const char *engine;
    bool compare, trace, rank, cyclic, inadmissible;
    struct nash_buf text;
    struct kind_case c;
};

static void contradict(const struct question *q, const char *what)
{
    char *result = cJSON_Print(q->c.json);
    fail_msg("%s\n%s\n%s", what, nash_buf_cstr((struct nash_buf *)&q->text), result);
}

#define AGREE(q, condition, what)                                                                                      \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            contradict((q), what);                                                                                     \
    } while (0)

/* ---- reading the result ---- */

static const cJSON *find(const struct question *q, const char *path)
{
    return kind_find(&q->c, path);
}

static andor_wide cost_of(const cJSON *cost)
{
    return cJSON_IsNumber(cost) ? (andor_wide)cost->valuedouble : ANDOR_WIDE_INF;
}

static uint32_t node_of(const struct question *q, const cJSON *id)
{
    unsigned v = UINT32_MAX;
    if (q->form == ANDOR_COMPACT)
        return (uint32_t)id->valueint;
    sscanf(id->valuestring, "n(%u)", &v);
    return v;
}

static uint32_t connector_of(const struct question *q, const char *name, int number)
{
    unsigned v, i;
    if (!name)
        return (uint32_t)number;
    if (sscanf(name, "n(%u)#%u", &v, &i) != 2 || v >= q->graph.nodes)
        return ANDOR_NONE;
    return q->graph.first[v] + i - 1;
}

/* Reads a solution graph into marks. Returns its number of choices. */
static int read_choices(const struct question *q, const cJSON *choices, uint32_t *mark)
{
    const cJSON *item;
    for (uint32_t v = 0; v < ALL_NODES; v++)
        mark[v] = ANDOR_NONE;
    cJSON_ArrayForEach(item, choices)
    {
        unsigned v = UINT32_MAX;
        if (q->form == ANDOR_COMPACT)
            v = (unsigned)cJSON_GetArrayItem(item, 0)->valueint;
        else
            sscanf(item->string, "n(%u)", &v);
        AGREE(q, v < q->graph.nodes && mark[v] == ANDOR_NONE, "a choice of no node, or a second one");
        mark[v] = q->form == ANDOR_COMPACT ? connector_of(q, NULL, cJSON_GetArrayItem(item, 1)->valueint)
                                           : connector_of(q, item->valuestring, 0);
    }
    return cJSON_GetArraySize(choices);
}

static andor_wide price(const struct question *q, const cJSON *choices)
{
    uint32_t mark[ALL_NODES];
    read_choices(q, choices, mark);
    andor_wide cost = naive_marked_cost(&q->graph, mark, q->graph.root, q->graph.nodes);
    return cost != ANDOR_WIDE_INF && strcmp(q->engine, "shared") == 0 ? shared_cost(&q->graph, mark) : cost;
}

static bool warns(const struct question *q, const char *type)
{
    const cJSON *warning;
    cJSON_ArrayForEach(warning, find(q, "warnings")) if (strcmp(cJSON_GetObjectItem(warning, "type")->valuestring,
                                                                type) == 0) return true;
    return false;
}

/* ---- the members ---- */

static void check_cost(const struct question *q, andor_wide best)
{
    const cJSON *optimum = find(q, "optimum"), *bound = find(q, "lower_bound");
    const char *summary = find(q, "summary")->valuestring;
    andor_wide cost = cost_of(find(q, "cost"));
    bool proved = cJSON_IsTrue(find(q, "proved_optimal"));
    char text[80];
    AGREE(q, cJSON_IsTrue(find(q, "solvable")) == (best != ANDOR_WIDE_INF), "solvable");
    AGREE(q, (cost == ANDOR_WIDE_INF) == (best == ANDOR_WIDE_INF), "cost and solvable");
    AGREE(q, proved == (cost == best), "proved_optimal");
    AGREE(q, !optimum == proved && !bound == proved, "optimum is present without need, or missing");
    AGREE(q, !strstr(summary, "not optimal") == proved && !strstr(summary, "not proved"), "summary");
    if (cost == ANDOR_WIDE_INF)
        return;
    AGREE(q, price(q, find(q, "solution")) == cost, "the solution graph has another cost");
    AGREE(q, find(q, "size/solution")->valueint == cJSON_GetArraySize(find(q, "solution")), "size.solution");
    if (proved)
        return;
    snprintf(text, sizeof text, "cost %llu, not optimal, optimum %llu", (unsigned long long)cost,
             (unsigned long long)best);
    AGREE(q, strstr(summary, text), "the summary does not state the optimum");
    AGREE(q, cost_of(find(q, "optimum/cost")) == best && cost_of(bound) == best, "optimum.cost");
    AGREE(q, price(q, find(q, "optimum/solution")) == best, "optimum.solution");
    AGREE(q, strcmp(find(q, "engine")->valuestring, "ao_star") == 0 && q->inadmissible, "only AO* misses the optimum");
}

static void check_nodes(const struct question *q)
{
    const cJSON *node;
    bool shared = strcmp(q->engine, "shared") == 0;
    cJSON_ArrayForEach(node, find(q, "nodes"))
    {
        uint32_t v = node_of(q, cJSON_GetObjectItem(node, "id"));
        const cJSON *star = cJSON_GetObjectItem(node, "h_star"), *best = cJSON_GetObjectItem(node, "best");
        bool reachable = !cJSON_GetObjectItem(node, "reachable");
        AGREE(q, (star != NULL) == (reachable && !shared), "h_star");
        AGREE(q, !star || cost_of(star) == q->star[v], "h_star of a node");
        if (best) {
            uint32_t c = connector_of(q, best->valuestring, best->valueint);
            andor_wide sum = andor_cost(&q->graph, c);
            for (uint32_t e = q->graph.to[c]; e < q->graph.to[c + 1]; e++)
                sum += q->star[q->graph.succ[e]];
            AGREE(q, sum == q->star[v], "best does not cost h_star");
        }
        if (v == q->graph.root && strcmp(q->engine, "ao_star") == 0)
            AGREE(q, cost_of(cJSON_GetObjectItem(node, "q")) == cost_of(find(q, "cost")), "q(root) and cost");
    }
}

static void check_optima(const struct question *q)
{
    const cJSON *graph, *optima = find(q, "optimal_graphs");
    bool expected = strcmp(q->engine, "shared") != 0 && q->all.best != ANDOR_WIDE_INF;
    AGREE(q, (optima != NULL) == expected, "optimal_graphs");
    if (!optima)
        return;
    AGREE(q, strtoull(find(q, "optimal_graphs/count")->valuestring, NULL, 10) == q->all.optimal, "their number");
    cJSON_ArrayForEach(graph, find(q, "optimal_graphs/graphs"))
        AGREE(q, price(q, graph) == q->all.best, "an optimal graph is not optimal");
}

/* The ranked graphs begin with the optimum of the cost model, whatever AO* found. */
static void check_k_best(const struct question *q, andor_wide best)
{
    const cJSON *graph, *ranked = find(q, "k_best");
    andor_wide before = best;
    AGREE(q, (ranked != NULL) == q->rank, "k_best");
    if (!ranked)
        return;
    AGREE(q,
          !cJSON_IsTrue(find(q, "k_best/complete")) ||
              strtoull(find(q, "k_best/count")->valuestring, NULL, 10) == q->all.count,
          "the number of solution graphs");
    AGREE(q, !find(q, "k_best/graphs/0") == (best == ANDOR_WIDE_INF), "k_best and solvable");
    cJSON_ArrayForEach(graph, find(q, "k_best/graphs"))
    {
        andor_wide cost = cost_of(cJSON_GetObjectItem(graph, "cost"));
        AGREE(q, price(q, cJSON_GetObjectItem(graph, "solution")) == cost, "a ranked graph has another cost");
        AGREE(q, graph->prev->next ? cost >= before : cost == best, "the order of the ranked graphs");
        before = cost;
    }
}

static void check_engines(const struct question *q)
{
    const cJSON *trial, *last = NULL, *step;
    bool ran = strcmp(q->engine, "ao_star") == 0 || (q->trace && strcmp(q->engine, "shared") != 0);
    cJSON_ArrayForEach(trial, find(q, "engines"))
    {
        const char *name = cJSON_GetObjectItem(trial, "engine")->valuestring;
        andor_wide cost = cost_of(cJSON_GetObjectItem(trial, "cost"));
        bool ao_star = strncmp(name, "ao_star", 7) == 0;
        ran |= ao_star;
        if (!cJSON_IsTrue(cJSON_GetObjectItem(trial, "finished")))
            AGREE(q, strcmp(name, "dp") == 0 && q->cyclic, "an engine does not finish");
        else
            AGREE(q, cost == q->all.best || (ao_star && q->inadmissible && cost > q->all.best), "cost of an engine");
        if (strcmp(name, q->engine) == 0)
            AGREE(q, cost == cost_of(find(q, "cost")), "the engine of the answer");
    }
    AGREE(q, warns(q, "heuristic-inadmissible") == (ran && q->inadmissible), "the warning of an inadmissible h");
    if (find(q, "heuristic"))
        AGREE(q, cJSON_IsFalse(find(q, "heuristic/admissible")) == q->inadmissible, "heuristic.admissible");
    cJSON_ArrayForEach(step, find(q, "trace/steps")) last = step;
    if (last && strcmp(q->engine, "ao_star") == 0)
        AGREE(q, cost_of(cJSON_GetObjectItem(last, "q_root")) == cost_of(find(q, "cost")), "the end of the trace");
}

/* The text form of the answer and that made from its JSON are equal, and state the optimum if the cost is not it. */
static void check_text(const struct question *q)
{
    struct nash_buf text = NASH_BUF_INIT(0), again = NASH_BUF_INIT(0);
    nash_solver_andor.write_text(q->c.problem, &q->c.result, &text);
    nash_solver_andor.text_of(q->c.json, &again);
    AGREE(q, strcmp(nash_buf_cstr(&text), nash_buf_cstr(&again)) == 0, nash_buf_cstr(&again));
    AGREE(q, !strstr(nash_buf_cstr(&text), "not optimal") == !find(q, "optimum"), nash_buf_cstr(&text));
    nash_buf_free(&text);
    nash_buf_free(&again);
}

/* Asks the question. Returns whether the answer misses the optimum. */
static bool ask(struct question *q)
{
    char more[160];
    bool shared = strcmp(q->engine, "shared") == 0;
    snprintf(more, sizeof more, ",\"%s\":\"%s\"%s%s%s", shared ? "cost_model" : "engine", q->engine,
             q->compare ? ",\"compare\":true" : "", q->trace ? ",\"trace\":true" : "", q->rank ? ",\"k_best\":4" : "");
    kind_print(&q->graph, q->form, more, &q->text);
    kind_solve(&q->c, NASH_FORMAT_JSON, nash_buf_cstr(&q->text));
    check_cost(q, shared ? q->all.shared : q->all.best);
    check_nodes(q);
    check_optima(q);
    check_k_best(q, shared ? q->all.shared : q->all.best);
    check_engines(q);
    check_text(q);
    bool missed = find(q, "optimum") != NULL;
    nash_buf_free(&q->text);
    kind_free(&q->c);
    return missed;
}

/* ---- the graphs ---- */

/* Draws the parameters of a graph: 0: the successors of a node are near it, 1: acyclic, 2: with cycles. */
static struct draw draw_shape(struct nash_rng *rng, unsigned shape)
{
    struct draw draw = draw_tied(rng);
    draw.nodes = 4 + (uint32_t)nash_rng_below(rng, 8);
    draw.connectors = 2 + (uint32_t)nash_rng_below(rng, 3);
    draw.cyclic = shape == 2;
    draw.cost = nash_rng_below(rng, 4) ? 9 : draw.cost;
    draw.terminal = 12;
    draw.dead = 5;
    draw.reach = shape == 0 ? 2 : 0;
    return draw;
}

static bool has_cycle(const struct andor_graph *g, struct nash_arena *arena)
{
    const uint64_t *reached = andor_reach(g, arena);
    uint32_t degree[ALL_NODES] = {0}, open[ALL_NODES], count = 0, done = 0, all = 0;
    for (uint32_t v = 0; v < g->nodes; v++)
        for (uint32_t e = g->to[g->first[v]]; reached[0] >> v & 1 && !andor_is_terminal(g, v) && e < g->to[g->last[v]];
             e++)
            degree[g->succ[e]]++;
    for (uint32_t v = 0; v < g->nodes; v++) {
        all += (uint32_t)(reached[0] >> v & 1);
        if (reached[0] >> v & 1 && !degree[v])
            open[count++] = v;
    }
    while (done < count) {
        uint32_t v = open[done++];
        for (uint32_t e = g->to[g->first[v]]; !andor_is_terminal(g, v) && e < g->to[g->last[v]]; e++)
            if (!--degree[g->succ[e]])
                open[count++] = g->succ[e];
    }
    return done < all;
}

static bool is_inadmissible(const struct andor_graph *g, const andor_wide *star, struct nash_arena *arena)
{
    const uint64_t *reached = andor_reach(g, arena);
    for (uint32_t v = 0; v < g->nodes; v++)
        if (reached[0] >> v & 1 && andor_h(g, v) > star[v])
            return true;
    return false;
}

static void test_no_contradiction(void **state)
{
    static const enum draw_h hs[] = {DRAW_H_ZERO, DRAW_H_EXACT, DRAW_H_MONOTONE, DRAW_H_ADMISSIBLE,
                                     DRAW_H_ANY,  DRAW_H_ANY,   DRAW_H_ANY};
    struct nash_rng rng = test_rng();
    unsigned missed = 0, inadmissible = 0, cyclic = 0;
    unsigned rounds = test_length(1500, ROUNDS);
    for (unsigned i = 0; i < rounds; i++) {
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        struct question q = {.form = (enum andor_form)(i % ANDOR_FORMS), .text = NASH_BUF_INIT(0)};
        struct draw draw = draw_shape(&rng, (unsigned)nash_rng_below(&rng, 3));
        draw_graph(&q.graph, &draw, &rng, arena);
        andor_wide *star = NASH_NEW(arena, andor_wide, q.graph.nodes);
        naive_values(&q.graph, star);
        draw_h(&q.graph, hs[nash_rng_below(&rng, 7)], star, &rng, arena);
        for (uint32_t v = 0; q.graph.wide_h && i % 2 && v < q.graph.nodes; v++)
            ((uint64_t *)q.graph.wide_h)[v] *= nash_rng_below(&rng, 4);
        q.star = star;
        q.all = all_graphs(&q.graph);
        q.cyclic = has_cycle(&q.graph, arena);
        q.inadmissible = is_inadmissible(&q.graph, star, arena);
        for (unsigned e = 0; q.all.whole && e < sizeof engines / sizeof *engines; e++) {
            q.engine = engines[e];
            q.compare = nash_rng_below(&rng, 3) == 0;
            q.trace = nash_rng_below(&rng, 3) == 0;
            q.rank = nash_rng_below(&rng, 3) == 0;
            if (q.cyclic && strcmp(q.engine, "dp") == 0)
                continue; /* refused */
            q.text = (struct nash_buf)NASH_BUF_INIT(0);
            q.c = (struct kind_case){0};
            missed += ask(&q);
        }
        inadmissible += q.inadmissible;
        cyclic += q.cyclic;
        nash_arena_free(arena);
    }
    assert_true(inadmissible > rounds / 8 && cyclic > rounds / 8 && missed > rounds / 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_contradiction)};
    return cmocka_run_group_tests_name("andor-members", tests, NULL, NULL);
}
