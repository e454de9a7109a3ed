/* Generates the graph of a rule system node by node: a term becomes a node when it is first met (terms.h), and its
 * connectors are made when it is expanded. */
#include <string.h>

#include "maker.h"

enum {
    STOP_COMBINATIONS = 301, /* numbers of the stop checks */
    STOP_NODES,
    COMBINATIONS_PER_POLL = 16, /* combinations of for-variables between two stop checks */
    PROGRESS_EVERY = 1024       /* nodes between two checks whether progress is due */
};

static enum nash_status rules_nomem(struct nash_error *error)
{
    return nash_fail(error, NASH_NOMEM, "", "the graph that the rules make does not fit into the memory of a job");
}

/* ---- errors ---- */

static enum nash_status node_fail(const struct maker *m, const char *pointer, uint32_t v, const char *what,
                                  const char *why, struct nash_error *error)
{
    struct nash_buf name = NASH_BUF_INIT(0);
    rules_append_term(m->rules, &m->terms, v, &name);
    nash_fail(error, NASH_UNPROCESSABLE, pointer, "%s at the node %.200s %s", what, nash_buf_cstr(&name), why);
    nash_buf_free(&name);
    return NASH_UNPROCESSABLE;
}

static enum nash_status rule_fail(const struct maker *m, uint32_t rule, uint32_t v, const char *what, const char *why,
                                  struct nash_error *error)
{
    char pointer[40];
    return node_fail(m, nash_pointer_index(pointer, sizeof pointer, "/rules", rule), v, what, why, error);
}

/* ---- nodes ---- */

static enum nash_status is_goal(const struct maker *m, uint32_t v, bool *goal, struct nash_error *error)
{
    const struct andor_rules *rules = m->rules;
    const struct rule_finder *finder = &rules->goal_finder;
    uint32_t functor = m->terms.functor[v];
    const int64_t *argument = terms_arguments(&m->terms, v);
    *goal = finder->ground.count &&
            terms_find(&finder->ground, functor, argument, rules->functor[functor].arity) != ANDOR_NONE;
    for (uint32_t i = finder->of_functor.off[functor]; !*goal && i < finder->of_functor.off[functor + 1]; i++) {
        const struct rule_pattern *p = &rules->goal[finder->of_functor.list[i]];
        int64_t env[CODE_VARIABLES], holds = 1;
        const char *why = rules_match(rules, p, argument, env, goal);
        if (!why && *goal && !code_is_empty(p->condition))
            why = code_value(&rules->code, p->condition, env, &holds);
        char pointer[40];
        if (why)
            return node_fail(m, nash_pointer_index(pointer, sizeof pointer, "/goals", finder->of_functor.list[i]), v,
                             "the goal", why, error);
        *goal &= holds != 0;
    }
    return NASH_OK;
}

static enum nash_status value_of_h(const struct maker *m, uint32_t v, int64_t *h, struct nash_error *error)
{
    const struct andor_rules *rules = m->rules;
    uint32_t functor = m->terms.functor[v], arity = rules->functor[functor].arity;
    const int64_t *argument = terms_arguments(&m->terms, v);
    int64_t env[TERM_ARGUMENTS + 1] = {0};
    *h = 0;
    if (rules->h == ANDOR_H_TABLE) {
        uint32_t known = terms_find(&rules->h_terms, functor, argument, arity);
        *h = known == ANDOR_NONE ? 0 : (int64_t)rules->h_values[known];
    } else if (rules->h == ANDOR_H_VALUE) {
        *h = functor == TERM_INTEGER && argument[0] > 0 ? argument[0] : 0;
    } else if (rules->h == ANDOR_H_EXPRESSION) {
        for (uint32_t i = 0; i < arity; i++)
            env[i] = argument[i];
        env[TERM_ARGUMENTS] = env[0];
        const char *why = code_value(&rules->code, rules->h_code, env, h);
        if (!why && *h < 0)
            why = "is negative: h is 0 or more, max(0, ..) helps";
        if (why)
            return node_fail(m, "/h", v, "h", why, error);
    }
    return NASH_OK;
}

static enum nash_status set_h(struct maker *m, struct andor_graph *g, uint32_t v, int64_t h, struct nash_error *error)
{
    if (m->h && h > UINT32_MAX) {
        if (!maker_widen(m, &m->h, &m->wide_h, v, m->node_room))
            return rules_nomem(error);
        maker_publish(m, g);
    }
    if (m->wide_h)
        m->wide_h[v] = (uint64_t)h;
    else if (m->h)
        m->h[v] = (uint32_t)h;
    return NASH_OK;
}

/* Adds node v, the newest term. */
static enum nash_status add_node(struct maker *m, struct andor_graph *g, uint32_t v, struct nash_error *error)
{
    bool goal = false;
    int64_t h = 0;
    if (v == m->node_room && !maker_grow_nodes(m, g))
        return rules_nomem(error);
    g->nodes = v + 1;
    m->first[v] = m->last[v] = 0;
    enum nash_status status = is_goal(m, v, &goal, error);
    if (status == NASH_OK && goal)
        m->terminal[v >> 6] |= UINT64_C(1) << (v & 63);
    else if (status == NASH_OK && m->rules->h != ANDOR_H_ZERO)
        status = value_of_h(m, v, &h, error);
    return status == NASH_OK ? set_h(m, g, v, h, error) : status;
}

static enum nash_status find_node(struct maker *m, struct andor_graph *g, uint32_t functor, const int64_t *argument,
                                  uint32_t *v, struct nash_error *error)
{
    bool fresh;
    *v = terms_add(&m->terms, functor, argument, m->rules->functor[functor].arity, m->rules->node_limit, &fresh);
    if (*v == ANDOR_NONE && fresh)
        return nash_fail_type(error, NASH_TOO_LARGE, "node-limit", "/node_limit",
                              "the rules make more than %u nodes: raise node_limit, or ask for AO* with an h",
                              m->rules->node_limit);
    if (*v == ANDOR_NONE)
        return rules_nomem(error);
    return fresh ? add_node(m, g, *v, error) : NASH_OK;
}

/* ---- connectors ---- */

static enum nash_status set_cost(struct maker *m, struct andor_graph *g, const struct rule *rule, int64_t *env,
                                 uint32_t v, struct nash_error *error)
{
    uint32_t c = g->connectors, number = (uint32_t)(rule - m->rules->rule);
    int64_t cost = rule->items;
    env[rule->k] = rule->items;
    const char *why = code_is_empty(rule->cost) ? NULL : code_value(&m->rules->code, rule->cost, env, &cost);
    if (!why && cost < 0)
        why = "is negative: costs are 0 or more";
    if (why)
        return rule_fail(m, number, v, "the cost", why, error);
    if (m->cost && cost > UINT32_MAX) {
        if (!maker_widen(m, &m->cost, &m->wide_cost, c, m->connector_room))
            return rules_nomem(error);
        maker_publish(m, g);
    }
    if (m->wide_cost)
        m->wide_cost[c] = (uint64_t)cost;
    else
        m->cost[c] = (uint32_t)cost;
    return NASH_OK;
}

static enum nash_status add_edge(struct maker *m, struct andor_graph *g, const struct rule_item *item,
                                 const int64_t *env, uint32_t number, uint32_t v, struct nash_error *error)
{
    int64_t argument[TERM_ARGUMENTS];
    uint32_t node;
    for (uint32_t i = 0; i < item->arity; i++) {
        const char *why = code_value(&m->rules->code, item->argument[i], env, &argument[i]);
        if (why)
            return rule_fail(m, number, v, "the right side", why, error);
    }
    enum nash_status status = find_node(m, g, item->functor, argument, &node, error);
    if (status != NASH_OK)
        return status;
    if (g->edges == m->edge_room && !maker_grow_edges(m, g))
        return rules_nomem(error);
    m->succ[g->edges++] = node;
    return NASH_OK;
}

/* Adds one connector of v for the current values of the variables. */
static enum nash_status add_connector(struct maker *m, struct andor_graph *g, const struct rule *rule, int64_t *env,
                                      uint32_t v, struct nash_error *error)
{
    uint32_t number = (uint32_t)(rule - m->rules->rule), c = g->connectors;
    int64_t holds = 1;
    const char *why =
        code_is_empty(rule->left.condition) ? NULL : code_value(&m->rules->code, rule->left.condition, env, &holds);
    if (why)
        return rule_fail(m, number, v, "the condition", why, error);
    if (!holds)
        return NASH_OK;
    if (c == m->connector_room && !maker_grow_connectors(m, g))
        return rules_nomem(error);
    enum nash_status status = set_cost(m, g, rule, env, v, error);
    for (uint32_t i = 0; i < rule->items && status == NASH_OK; i++)
        status = add_edge(m, g, &rule->item[i], env, number, v, error);
    if (status != NASH_OK)
        return status;
    m->rule[c] = number;
    for (uint32_t i = 0; m->bound && i < rule->ranges; i++)
        m->bound[(size_t)c * RULE_FORS + i] = env[rule->range[i].variable];
    g->connectors = c + 1;
    m->to[c + 1] = g->edges;
    return NASH_OK;
}

/* Sets the variables of "for" from the i-th on to their first values, and to[] to their last ones. *stuck: index of the
 * first one with an empty range, or rule->ranges. Returns NULL, or a text that says what failed. */
static const char *begin_ranges(const struct maker *m, const struct rule *rule, uint32_t i, int64_t *env, int64_t *to,
                                uint32_t *stuck)
{
    const char *why = NULL;
    *stuck = rule->ranges;
    for (; i < rule->ranges && !why; i++) {
        int64_t *value = &env[rule->range[i].variable];
        why = code_value(&m->rules->code, rule->range[i].from, env, value);
        if (!why)
            why = code_value(&m->rules->code, rule->range[i].to, env, &to[i]);
        if (!why && *value > to[i]) {
            *stuck = i;
            return NULL;
        }
    }
    return why;
}

/* Adds all connectors of one rule for v: the last "for" varies fastest. */
static enum nash_status apply_rule(struct maker *m, struct andor_graph *g, const struct rule *rule, int64_t *env,
                                   uint32_t v, struct nash_error *error)
{
    int64_t to[RULE_FORS];
    uint32_t from = 0, stuck;
    if (!rule->ranges)
        return add_connector(m, g, rule, env, v, error);
    for (;;) {
        const char *why = begin_ranges(m, rule, from, env, to, &stuck);
        if (why)
            return rule_fail(m, (uint32_t)(rule - m->rules->rule), v, "the range", why, error);
        enum nash_status status = stuck == rule->ranges ? add_connector(m, g, rule, env, v, error) : NASH_OK;
        if (status != NASH_OK)
            return status;
        if (++m->steps % COMBINATIONS_PER_POLL == 0 && m->run && nash_stop(m->run, STOP_COMBINATIONS))
            return NASH_STOPPED;
        while (stuck-- > 0 && env[rule->range[stuck].variable] == to[stuck])
            ;
        if (stuck == UINT32_MAX)
            return NASH_OK;
        env[rule->range[stuck].variable]++;
        from = stuck + 1;
    }
}

/* Applies all rules that may match v in their order: those found by its term and those found by its functor, merged. */
static enum nash_status apply_rules(struct maker *m, struct andor_graph *g, uint32_t v, struct nash_error *error)
{
    const struct andor_rules *rules = m->rules;
    const struct rule_finder *finder = &rules->rule_finder;
    uint32_t functor = m->terms.functor[v], arity = rules->functor[functor].arity;
    int64_t argument[TERM_ARGUMENTS];
    memcpy(argument, terms_arguments(&m->terms, v),
           arity * sizeof *argument); /* terms may move while nodes are added */
    uint32_t ground = finder->ground.count ? terms_find(&finder->ground, functor, argument, arity) : ANDOR_NONE;
    uint32_t a = 0, a_end = 0, b = finder->of_functor.off[functor], b_end = finder->of_functor.off[functor + 1];
    if (ground != ANDOR_NONE) {
        a = finder->of_ground.off[ground];
        a_end = finder->of_ground.off[ground + 1];
    }
    enum nash_status status = NASH_OK;
    while (status == NASH_OK && (a < a_end || b < b_end)) {
        bool exact = b == b_end || (a < a_end && finder->of_ground.list[a] < finder->of_functor.list[b]);
        uint32_t number = exact ? finder->of_ground.list[a++] : finder->of_functor.list[b++];
        int64_t env[CODE_VARIABLES];
        bool fits = true;
        const char *why = exact ? NULL : rules_match(rules, &rules->rule[number].left, argument, env, &fits);
        if (why)
            return rule_fail(m, number, v, "the left side", why, error);
        if (fits)
            status = apply_rule(m, g, &rules->rule[number], env, v, error);
    }
    return status;
}

static enum nash_status expand(struct andor_graph *graph, uint32_t v, struct nash_error *error)
{
    struct maker *m = graph->maker;
    uint32_t connectors = graph->connectors, edges = graph->edges;
    if (m->expanded[v >> 6] >> (v & 63) & 1 || andor_is_terminal(graph, v))
        return NASH_OK;
    enum nash_status status = apply_rules(m, graph, v, error);
    if (status != NASH_OK) { /* undoes all but the new nodes */
        graph->connectors = connectors;
        graph->edges = edges;
        return status;
    }
    m->expanded[v >> 6] |= UINT64_C(1) << (v & 63);
    m->first[v] = connectors;
    m->last[v] = graph->connectors;
    return NASH_OK;
}

/* ---- the whole graph ---- */

static bool has_ranges(const struct andor_rules *rules)
{
    for (uint32_t i = 0; i < rules->rules; i++)
        if (rules->rule[i].ranges)
            return true;
    return false;
}

enum nash_status andor_rules_begin(const struct andor_rules *rules, struct nash_arena *arena, struct nash_run *run,
                                   struct andor_graph *graph, struct nash_error *error)
{
    struct maker *m = NASH_NEW(arena, struct maker, 1);
    uint32_t root;
    if (!m)
        return rules_nomem(error);
    *m = (struct maker){.rules = rules, .arena = arena, .run = run};
    *graph = (struct andor_graph){.unit = 1, .expand = expand, .maker = m};
    m->cost = NASH_NEW(arena, uint32_t, 1); /* not NULL, so that the first growth allocates it; as h, bound */
    m->h = rules->h == ANDOR_H_ZERO ? NULL : NASH_NEW(arena, uint32_t, 1);
    m->bound = has_ranges(rules) ? NASH_NEW(arena, int64_t, 1) : NULL;
    if (!m->cost || !terms_init(&m->terms, arena, rules->stride, 256) || !maker_grow_nodes(m, graph) ||
        !maker_grow_connectors(m, graph) || !maker_grow_edges(m, graph))
        return rules_nomem(error);
    m->to[0] = 0;
    return find_node(m, graph, rules->start_functor, rules->start, &root, error);
}

static void report_progress(struct nash_run *run, uint32_t expanded, uint32_t nodes)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&text);
    nash_jsonw_object(&out);
    nash_jsonw_kstring(&out, "engine", "rules");
    nash_jsonw_kuint(&out, "expanded", expanded);
    nash_jsonw_kuint(&out, "nodes", nodes);
    nash_jsonw_object_end(&out);
    nash_progress_send(run, &text);
}

enum nash_status andor_rules_expand_all(struct andor_graph *graph, uint32_t max, struct nash_run *run, bool *complete,
                                        struct nash_error *error)
{
    *complete = false;
    for (uint32_t v = 0; v < graph->nodes; v++) {
        if (graph->nodes > max || nash_stop(run, STOP_NODES))
            return NASH_OK;
        enum nash_status status = expand(graph, v, error);
        if (status == NASH_TOO_LARGE && strcmp(error->type, "node-limit") == 0) {
            *error = (struct nash_error){0};
            return NASH_OK;
        }
        if (status != NASH_OK)
            return status == NASH_STOPPED ? NASH_OK : status;
        run->nodes++;
        if (v % PROGRESS_EVERY == 0 && nash_progress_due(run))
            report_progress(run, v, graph->nodes);
    }
    *complete = true;
    graph->expand = NULL;
    return NASH_OK;
}

/* ---- names ---- */

void rules_append_term(const struct andor_rules *rules, const struct terms *terms, uint32_t v, struct nash_buf *out)
{
    const struct functor *functor = &rules->functor[terms->functor[v]];
    const int64_t *argument = terms_arguments(terms, v);
    if (terms->functor[v] == TERM_INTEGER) {
        nash_buf_i64(out, argument[0]);
        return;
    }
    nash_buf_puts(out, functor->name);
    for (uint32_t i = 0; i < functor->arity; i++) {
        nash_buf_putc(out, i ? ',' : '(');
        nash_buf_i64(out, argument[i]);
    }
    if (functor->arity)
        nash_buf_putc(out, ')');
}

void andor_rules_node_name(const struct andor_graph *graph, uint32_t v, struct nash_buf *out)
{
    const struct maker *m = graph->maker;
    rules_append_term(m->rules, &m->terms, v, out);
}

void andor_rules_connector_name(const struct andor_graph *graph, uint32_t c, struct nash_buf *out)
{
    const struct maker *m = graph->maker;
    const struct rule *rule = &m->rules->rule[m->rule[c]];
    const char *name = rule->names;
    if (rule->label)
        nash_buf_puts(out, rule->label);
    else
        nash_buf_printf(out, "R%u", m->rule[c] + 1);
    for (uint32_t i = 0; i < rule->ranges; i++, name += strlen(name) + 1) {
        nash_buf_printf(out, " %s=", name);
        nash_buf_i64(out, m->bound[(size_t)c * RULE_FORS + i]);
    }
}
