/* Reads the JSON form of a problem: exactly what schema/kinds/andor.request.json allows. This file finds out which of
 * the three forms it has and reads the options; json_verbose.c, json_compact.c and json_rules.c read the graph.
 *
 * What the schema forbids is NASH_INVALID; what depends on the whole request (an unknown name, offsets that fall, a
 * rule that cannot be parsed) is NASH_UNPROCESSABLE. */
#include "input.h"

enum { TRACE_COUNT = 200, TRACE_COUNT_MAX = 10000, TRACE_FROM_MAX = 1000000000, GRAPHS_MAX = 1000 };

const char *const andor_form_names[] = {"verbose", "compact", "rules", NULL};
const char *const andor_method_names[] = {"auto", "ao_star", "dp", "knuth", NULL};
const char *const andor_listing_names[] = {"auto", "all", "solution", "none", NULL};
const char *const andor_model_names[] = {"recursive", "shared", NULL};
const char *const andor_tip_names[] = {"shallowest", "leftmost", "rightmost", NULL};

/* ---- the form ---- */

#define OPTIONS "cost_model", "engine", "tip", "trace", "values", "graphs", "dot", "compare", "k_best", "solution_graph"

static const char *const verbose_members[] = {"root", "terminals", "nodes", "connectors", "strict", OPTIONS, NULL};
static const char *const compact_members[] = {"n",    "root", "terminals", "h",     "off",
                                              "cost", "soff", "succ",      OPTIONS, NULL};
static const char *const rules_members[] = {"start", "goals", "rules", "cost", "h", "node_limit", OPTIONS, NULL};
static const char *const *const members[] = {verbose_members, compact_members, rules_members};

static bool has_any(const struct reader *r, const char *const names[])
{
    for (; *names; names++)
        if (reader_has(r, *names))
            return true;
    return false;
}

/* Each form has members that no other form has. */
static enum andor_form form_of(const struct reader *r)
{
    static const char *const of_rules[] = {"start", "goals", "rules", NULL};
    static const char *const of_compact[] = {"n", "off", "soff", "succ", NULL};
    return has_any(r, of_rules) ? ANDOR_RULES : has_any(r, of_compact) ? ANDOR_COMPACT : ANDOR_VERBOSE;
}

/* ---- options ---- */

static void options_default(struct andor_options *options)
{
    *options = (struct andor_options){.trace_from = 1, .trace_count = TRACE_COUNT, .graphs = ANDOR_GRAPHS};
}

/* Reads "trace": true, false or {"from": 1, "count": 100}. */
static void read_trace(struct reader *r, struct andor_options *o)
{
    static const char *const names[] = {"from", "count", NULL};
    struct reader trace;
    if (!reader_member(&trace, r, "trace"))
        return;
    o->trace = !cJSON_IsFalse(trace.value);
    if (cJSON_IsBool(trace.value))
        return;
    if (!cJSON_IsObject(trace.value)) {
        reader_fail(&trace, NASH_INVALID, NULL, "must be true, false, or which cycles: {\"from\": 1, \"count\": %d}",
                    TRACE_COUNT);
        return;
    }
    reader_only(&trace, names);
    o->trace_from = (uint32_t)reader_int(&trace, "from", 1, TRACE_FROM_MAX, o->trace_from);
    o->trace_count = (uint32_t)reader_int(&trace, "count", 1, TRACE_COUNT_MAX, o->trace_count);
}

static void read_options(struct reader *r, struct andor_options *o)
{
    options_default(o);
    o->engine = (enum andor_method)reader_enum(r, "engine", andor_method_names, o->engine);
    o->model = (enum andor_model)reader_enum(r, "cost_model", andor_model_names, o->model);
    o->values = (enum andor_listing)reader_enum(r, "values", andor_listing_names, o->values);
    o->tip = (enum andor_tip)reader_enum(r, "tip", andor_tip_names, o->tip);
    o->strict = reader_bool(r, "strict", o->strict);
    o->dot = reader_bool(r, "dot", o->dot);
    o->compare = reader_bool(r, "compare", o->compare);
    read_trace(r, o);
    o->graphs = (uint32_t)reader_int(r, "graphs", 0, GRAPHS_MAX, o->graphs);
    o->k_best = (uint32_t)reader_int(r, "k_best", 0, ANDOR_K_BEST_MAX, o->k_best);
}

/* ---- the whole problem ---- */

static void validate_options(const struct reader *r, const struct andor_options *o)
{
    if (o->model == ANDOR_SHARED && o->engine != ANDOR_AUTO)
        reader_fail(r, NASH_UNPROCESSABLE, "engine",
                    "counts a shared part each time it is reached: leave it out beside cost_model \"shared\"");
}

void andor_read_beside_text(struct reader *r, struct andor_problem *p, uint32_t *node_limit)
{
    static const char *const names[] = {OPTIONS, "node_limit", NULL};
    reader_only(r, names);
    read_options(r, &p->options);
    andor_read_candidate(r, p);
    validate_options(r, &p->options);
    *node_limit = (uint32_t)reader_int(r, "node_limit", 1, ANDOR_NODES_MAX, ANDOR_NODE_LIMIT);
}

enum nash_status andor_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                             struct nash_error *error)
{
    struct reader r;
    reader_root(&r, doc, arena, error);
    struct andor_problem *p = READER_NEW(&r, struct andor_problem, 1);
    if (!p)
        return reader_status(&r);
    p->form = form_of(&r);
    p->graph.unit = 1;
    reader_only(&r, members[p->form]);
    read_options(&r, &p->options);
    if (p->form == ANDOR_VERBOSE)
        andor_read_verbose(&r, p);
    else if (p->form == ANDOR_COMPACT)
        andor_read_compact(&r, p);
    else
        andor_read_rules(&r, p);
    andor_read_candidate(&r, p);
    validate_options(&r, &p->options);
    *problem = p;
    return reader_status(&r);
}
