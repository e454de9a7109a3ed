/* Writes the result as JSON: schema/kinds/andor.result.json. */
#include "write.h"

/* ---- the solution ---- */

static void write_pairs(struct andor_writer *w, const struct andor_choice *choice, uint32_t count)
{
    nash_jsonw_array(w->out);
    for (uint32_t i = 0; i < count; i++) {
        nash_jsonw_array(w->out);
        andor_write_node(w, choice[i].node);
        andor_write_connector(w, choice[i].connector);
        nash_jsonw_array_end(w->out);
    }
    nash_jsonw_array_end(w->out);
}

static void write_choice(struct andor_writer *w, uint32_t v, uint32_t c)
{
    nash_jsonw_key(w->out, andor_node_text(w, v));
    andor_write_connector(w, c);
}

static bool lists_choices(const struct andor_problem *p, const struct andor_choice *choice, uint32_t count)
{
    enum andor_listing values = p->options.values;
    return choice && (count <= ANDOR_LIST_MAX || values == ANDOR_LIST_ALL || values == ANDOR_LIST_SOLUTION);
}

bool andor_lists_solution(const struct andor_problem *p, const struct andor_answer *a)
{
    return lists_choices(p, a->solution, a->solution_count);
}

bool andor_lists_optimum(const struct andor_problem *p, const struct andor_answer *a)
{
    return lists_choices(p, a->optimum, a->optimum_count);
}

void andor_write_choices(struct andor_writer *w, const struct andor_choice *choice, uint32_t count)
{
    nash_jsonw_key(w->out, "solution");
    if (w->p->form == ANDOR_COMPACT) {
        write_pairs(w, choice, count);
        return;
    }
    nash_jsonw_object(w->out);
    for (uint32_t i = 0; i < count; i++)
        write_choice(w, choice[i].node, choice[i].connector);
    nash_jsonw_object_end(w->out);
}

/* Writes the solution graph of the answer, and the optimum if AO* missed it. */
static void write_solution(struct andor_writer *w)
{
    const struct andor_answer *a = w->a;
    if (andor_lists_solution(w->p, a))
        andor_write_choices(w, a->solution, a->solution_count);
    if (!a->missed)
        return;
    nash_jsonw_kobject(w->out, "optimum");
    nash_jsonw_key(w->out, "cost");
    andor_write_cost(w->out, andor_value(a->values, a->graph->root), a->graph->unit);
    if (andor_lists_optimum(w->p, a))
        andor_write_choices(w, a->optimum, a->optimum_count);
    nash_jsonw_object_end(w->out);
}

void andor_write_wide(struct nash_jsonw *out, const char *key, andor_wide value)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    andor_append_cost(&text, value, 1);
    nash_jsonw_key(out, key);
    nash_jsonw_string_n(out, text.data, text.len);
    nash_buf_free(&text);
}

static void write_graph_of(struct andor_writer *w, const uint32_t *connectors)
{
    if (w->p->form == ANDOR_COMPACT)
        nash_jsonw_array(w->out);
    else
        nash_jsonw_object(w->out);
    for (; *connectors != ANDOR_NONE; connectors++)
        if (w->p->form == ANDOR_COMPACT) {
            nash_jsonw_array(w->out);
            nash_jsonw_uint(w->out, andor_owner(w, *connectors));
            nash_jsonw_uint(w->out, *connectors);
            nash_jsonw_array_end(w->out);
        } else {
            write_choice(w, andor_owner(w, *connectors), *connectors);
        }
    if (w->p->form == ANDOR_COMPACT)
        nash_jsonw_array_end(w->out);
    else
        nash_jsonw_object_end(w->out);
}

static void write_optima(struct andor_writer *w)
{
    const struct andor_optima *optima = w->a->optima;
    if (!optima)
        return;
    nash_jsonw_kobject(w->out, "optimal_graphs");
    andor_write_wide(w->out, "count", optima->count);
    nash_jsonw_kbool(w->out, "complete", optima->complete);
    nash_jsonw_karray(w->out, "graphs");
    for (uint32_t i = 0; i < optima->listed; i++)
        write_graph_of(w, optima->graphs[i]);
    nash_jsonw_array_end(w->out);
    nash_jsonw_object_end(w->out);
}

/* ---- h ---- */

static void write_violation(struct andor_writer *w, const struct andor_violation *v)
{
    uint64_t unit = w->a->graph->unit;
    nash_jsonw_object(w->out);
    nash_jsonw_key(w->out, "node");
    andor_write_node(w, v->node);
    if (v->connector != ANDOR_NONE) {
        nash_jsonw_key(w->out, "connector");
        andor_write_connector(w, v->connector);
    }
    nash_jsonw_key(w->out, "h");
    andor_write_cost(w->out, v->h, unit);
    nash_jsonw_key(w->out, v->connector == ANDOR_NONE ? "h_star" : "bound");
    andor_write_cost(w->out, v->bound, unit);
    nash_jsonw_object_end(w->out);
}

static void write_audit(struct andor_writer *w)
{
    const struct andor_audit *audit = w->a->audit;
    if (!audit)
        return;
    nash_jsonw_kobject(w->out, "heuristic");
    nash_jsonw_kbool(w->out, "admissible", audit->admissible);
    nash_jsonw_kbool(w->out, "monotone", audit->monotone);
    nash_jsonw_karray(w->out, "violations");
    for (uint32_t i = 0; i < audit->kept; i++)
        write_violation(w, &audit->violations[i]);
    nash_jsonw_array_end(w->out);
    nash_jsonw_kuint(w->out, "violations_found", audit->found);
    nash_jsonw_object_end(w->out);
}

/* ---- engines, warnings, omitted parts ---- */

static void write_trials(struct andor_writer *w)
{
    const struct andor_answer *a = w->a;
    if (!a->trials)
        return;
    nash_jsonw_karray(w->out, "engines");
    for (uint32_t i = 0; i < a->trials; i++) {
        const struct andor_trial *trial = &a->trial[i];
        nash_jsonw_object(w->out);
        nash_jsonw_kstring(w->out, "engine", trial->engine);
        nash_jsonw_kbool(w->out, "finished", trial->finished);
        if (trial->finished) {
            nash_jsonw_key(w->out, "cost");
            andor_write_cost(w->out, trial->cost, a->graph->unit);
            nash_jsonw_kuint(w->out, "expanded", trial->expanded);
            nash_jsonw_kuint(w->out, "us", trial->us);
        } else {
            nash_jsonw_kstring(w->out, "why", trial->why);
        }
        nash_jsonw_object_end(w->out);
    }
    nash_jsonw_array_end(w->out);
}

static void write_warning(struct nash_jsonw *out, const char *type, const char *at, const char *detail)
{
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "type", type);
    nash_jsonw_kstring(out, "detail", detail);
    if (*at)
        nash_jsonw_kstring(out, "at", at);
    nash_jsonw_object_end(out);
}

static const char *inadmissible_detail(const struct andor_answer *a)
{
    return a->missed ? "h is more than h* somewhere: AO* ends with a solution graph that is not optimal; \"optimum\" is"
           : a->engine == ANDOR_AO_STAR
               ? "h is more than h* somewhere: AO* may miss the optimum, but the passes show that it did not"
               : "h is more than h* somewhere: AO*, which ran beside the engine of this answer, may miss the optimum";
}

static void write_warnings(struct andor_writer *w)
{
    static const struct {
        const char *type, *one, *more;
    } texts[ANDOR_WARNINGS] = {
        {"dead-end", "a node is only named as a successor: it is taken as a dead end with h = 0",
         "%u nodes are only named as successors: they are taken as dead ends with h = 0"},
        {"zero-cost",
         "a connector costs nothing, where the definition asks for more than 0: a solution graph never has a cycle",
         "%u connectors cost nothing, where the definition asks for more than 0: a solution graph never has a cycle"},
        {"terminal-connectors", "a terminal has a connector, which is never needed: a terminal is solved at once",
         "%u connectors belong to terminals and are never needed: a terminal is solved at once"},
        {"heuristic-terminal", "a terminal has an h above 0: it is taken as 0",
         "%u terminals have an h above 0: it is taken as 0"},
    };
    char detail[160];
    nash_jsonw_karray(w->out, "warnings");
    for (unsigned i = 0; i < ANDOR_WARNINGS; i++) {
        const struct andor_warning *warning = &w->p->warning[i];
        if (!warning->count)
            continue;
        struct nash_buf text = NASH_BUF_INIT(sizeof detail);
        if (warning->count == 1)
            nash_buf_puts(&text, texts[i].one);
        else
            nash_buf_printf(&text, "%u%s", warning->count, texts[i].more + 2);
        write_warning(w->out, texts[i].type, warning->at, nash_buf_cstr(&text));
        nash_buf_free(&text);
    }
    if (w->a->audit && !w->a->audit->admissible && w->a->ao_star_ran)
        write_warning(w->out, "heuristic-inadmissible", "", inadmissible_detail(w->a));
    if (w->a->limit)
        write_warning(w->out, "node-limit", "", w->a->limit);
    if (w->a->overflow)
        write_warning(w->out, "cost-overflow", "",
                      "a node costs more than 2^127 - 1, which the root does not need: values of h*, the number of "
                      "optimal graphs and the audit of h are left out");
    nash_jsonw_array_end(w->out);
}

static void write_omitted(struct andor_writer *w)
{
    const struct andor_problem *p = w->p;
    const struct andor_answer *a = w->a;
    static const char many[] = "there are more than 2000: ask for them with \"values\"";
    const struct {
        const char *name, *why;
    } parts[] = {
        {"solution", a->omitted.solution                          ? a->omitted.solution
                     : a->solution && !andor_lists_solution(p, a) ? many
                                                                  : NULL},
        {"h_star", a->omitted.h_star},
        {"engines", a->omitted.engines},
        {"nodes", p->options.values == ANDOR_LIST_AUTO && a->graph->nodes > ANDOR_LIST_MAX ? many : NULL},
        {"optimal_graphs", a->omitted.optimal_graphs},
        {"solution_graph", a->omitted.solution_graph},
        {"k_best", a->omitted.k_best},
        {"dot", p->options.dot && !andor_is_drawable(a->graph) ? "the graph is too large to be drawn" : NULL},
        {"trace", a->omitted.trace ? a->omitted.trace
                  : p->options.trace && !a->trace
                      ? a->timeout ? andor_reason_timeout : "the printed AO* was not run: ask for engine \"ao_star\""
                      : NULL},
    };
    bool any = false;
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!parts[i].why)
            continue;
        if (!any) {
            nash_jsonw_kobject(w->out, "omitted");
        }
        any = true;
        nash_jsonw_kstring(w->out, parts[i].name, parts[i].why);
    }
    if (any)
        nash_jsonw_object_end(w->out);
}

static void write_size(struct andor_writer *w)
{
    const struct andor_answer *a = w->a;
    nash_jsonw_kobject(w->out, "size");
    nash_jsonw_kuint(w->out, "nodes", a->graph->nodes);
    nash_jsonw_kuint(w->out, "connectors", a->graph->connectors);
    nash_jsonw_kuint(w->out, "edges", a->graph->edges);
    if (a->values) {
        nash_jsonw_kuint(w->out, "reachable", a->values->reachable);
        nash_jsonw_kbool(w->out, "cyclic", a->values->cyclic);
    }
    if (w->p->form == ANDOR_RULES)
        nash_jsonw_kbool(w->out, "complete", a->complete);
    if (a->solution)
        nash_jsonw_kuint(w->out, "solution", a->solution_count);
    nash_jsonw_object_end(w->out);
}

static void write_statistics(struct andor_writer *w)
{
    const struct andor_answer *a = w->a;
    nash_jsonw_kobject(w->out, "statistics");
    nash_jsonw_kuint(w->out, "solve_us", a->solve_us);
    if (a->values) {
        nash_jsonw_kuint(w->out, "settled", a->work.settled);
        nash_jsonw_kuint(w->out, "edges", a->work.edges);
    }
    if (a->work.heap || a->work.components) {
        nash_jsonw_kuint(w->out, "heap", a->work.heap);
        nash_jsonw_kuint(w->out, "components", a->work.components);
    }
    if (a->search) {
        nash_jsonw_kuint(w->out, "cycles", a->search->cycles);
        nash_jsonw_kuint(w->out, "expanded", a->search->expanded);
        nash_jsonw_kuint(w->out, "revised", a->search->revised);
    }
    if (a->shared)
        nash_jsonw_kuint(w->out, "branched", a->shared->branched);
    nash_jsonw_object_end(w->out);
}

/* Writes solvable and cost, or what is known if a budget ended the search. */
static void write_value(struct andor_writer *w)
{
    const struct andor_answer *a = w->a;
    nash_jsonw_key(w->out, "solvable");
    if (a->known)
        nash_jsonw_bool(w->out, a->solvable);
    else
        nash_jsonw_null(w->out);
    nash_jsonw_key(w->out, "cost");
    andor_write_cost(w->out, a->known ? a->cost : ANDOR_WIDE_INF, a->graph->unit);
    if (!a->proved) {
        nash_jsonw_key(w->out, "lower_bound");
        andor_write_cost(w->out, a->bound, a->graph->unit);
    }
    nash_jsonw_kstring(w->out, "engine", a->shared ? "branch_and_bound" : andor_method_names[a->engine]);
    nash_jsonw_kbool(w->out, "proved_optimal", a->proved);
    nash_jsonw_kstring(w->out, "cost_model", andor_model_names[w->p->options.model]);
}

/* Writes what was asked for, which the text form names: engines, nodes and optimal graphs are there without it, too. */
static void write_asked(struct andor_writer *w)
{
    const struct andor_options *o = &w->p->options;
    if (o->compare)
        nash_jsonw_kbool(w->out, "compare", true);
    if (andor_asks_listing(o))
        nash_jsonw_kstring(w->out, "listing", andor_listing_names[o->values]);
    if (andor_asks_graphs(o))
        nash_jsonw_kuint(w->out, "graphs", o->graphs);
}

void andor_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct andor_problem *p = problem;
    const struct andor_answer *a = result->answer;
    struct andor_writer w = {.p = p, .a = a, .out = out, .name = NASH_BUF_INIT(0)};
    nash_jsonw_object(out);
    andor_write_summary(&w);
    nash_jsonw_kstring(out, "form", andor_form_names[p->form]);
    write_value(&w);
    write_size(&w);
    write_solution(&w);
    andor_write_check(&w);
    andor_write_k_best(&w);
    andor_write_structure(&w);
    andor_write_nodes(&w);
    write_optima(&w);
    write_audit(&w);
    write_asked(&w);
    write_trials(&w);
    andor_write_trace(&w);
    write_warnings(&w);
    write_omitted(&w);
    if (p->options.dot)
        andor_write_dot(&w);
    if (a->timeout)
        nash_jsonw_kbool(out, "timeout", true);
    write_statistics(&w);
    nash_jsonw_object_end(out);
    nash_buf_free(&w.name);
}
