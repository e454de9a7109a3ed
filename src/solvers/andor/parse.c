/* The JSON form of a problem: exactly what schema/kinds/andor.request.json allows, and nothing more. Here which of its
 * three forms it has, and the options, which are the same in all; parse_verbose.c, parse_compact.c and parse_rules.c
 * read the graph.
 *
 * What the schema forbids is NASH_INVALID and is looked for first; what only the whole can show (a name that stands for
 * nothing, offsets that fall, a rule that cannot be read) is NASH_UNPROCESSABLE. */
#include <string.h>

#include "reader.h"

enum { TRACE_COUNT = 200, TRACE_COUNT_MAX = 10000, TRACE_FROM_MAX = 1000000000, GRAPHS = 10, GRAPHS_MAX = 1000 };

const char *const andor_form_names[] = {"verbose", "compact", "rules", NULL};
const char *const andor_method_names[] = {"auto", "ao_star", "dp", "knuth", NULL};
const char *const andor_listing_names[] = {"auto", "all", "solution", "none", NULL};
const char *const andor_model_names[] = {"recursive", "shared", NULL};
const char *const andor_tip_names[] = {"leftmost", "rightmost", NULL};

enum nash_status andor_reader_full(const struct andor_reader *r)
{
    return nash_fail(r->error, NASH_NOMEM, "", "the graph does not fit into the memory of a job of this kind");
}

/* ---- which form ---- */

#define OPTIONS "cost_model", "engine", "tip", "trace", "values", "graphs", "dot", "compare"

static const char *const verbose_members[] = {"root", "terminals", "nodes", "connectors", "strict", OPTIONS, NULL};
static const char *const compact_members[] = {"n",    "root", "terminals", "h",     "off",
                                              "cost", "soff", "succ",      OPTIONS, NULL};
static const char *const rules_members[] = {"start", "goals", "rules", "cost", "h", "node_limit", OPTIONS, NULL};
static const char *const *const members[] = {verbose_members, compact_members, rules_members};

static bool any(const cJSON *root, const char *const names[])
{
    for (; *names; names++)
        if (nash_json_get(root, *names))
            return true;
    return false;
}

/* By the members that only one form has. */
static enum andor_form form_of(const cJSON *root)
{
    static const char *const of_rules[] = {"start", "goals", "rules", NULL};
    static const char *const of_compact[] = {"n", "off", "soff", "succ", NULL};
    return any(root, of_rules) ? ANDOR_RULES : any(root, of_compact) ? ANDOR_COMPACT : ANDOR_VERBOSE;
}

/* ---- options ---- */

void andor_options_default(struct andor_options *options)
{
    *options = (struct andor_options){.trace_from = 1, .trace_count = TRACE_COUNT, .graphs = GRAPHS};
}

/* One of the few words in `name` (NULL-terminated), or absent: *index is left as it is then. */
static enum nash_status read_word(const struct andor_reader *r, const char *member, const char *const name[],
                                  unsigned *index)
{
    char at[32], words[96], *end = words;
    const cJSON *item = nash_json_get(r->doc->root, member);
    if (!item)
        return NASH_OK;
    for (unsigned i = 0; name[i]; i++) {
        if (cJSON_IsString(item) && strcmp(item->valuestring, name[i]) == 0) {
            *index = i;
            return NASH_OK;
        }
        end = stpcpy(stpcpy(end, i ? ", " : ""), name[i]);
    }
    return nash_fail(r->error, NASH_INVALID, nash_pointer(at, sizeof at, "", member), "must be one of %s", words);
}

static enum nash_status read_words(const struct andor_reader *r, struct andor_options *o)
{
    unsigned engine = o->engine, model = o->model, values = o->values, tip = o->tip;
    enum nash_status status = read_word(r, "engine", andor_method_names, &engine);
    if (status == NASH_OK)
        status = read_word(r, "cost_model", andor_model_names, &model);
    if (status == NASH_OK)
        status = read_word(r, "values", andor_listing_names, &values);
    if (status == NASH_OK)
        status = read_word(r, "tip", andor_tip_names, &tip);
    o->engine = (enum andor_method)engine;
    o->model = (enum andor_model)model;
    o->values = (enum andor_listing)values;
    o->tip = (enum andor_tip)tip;
    return status;
}

static enum nash_status read_flags(const struct andor_reader *r, struct andor_options *o)
{
    enum nash_status status = nash_json_bool(r->doc->root, "", "strict", &o->strict, r->error);
    if (status == NASH_OK)
        status = nash_json_bool(r->doc->root, "", "dot", &o->dot, r->error);
    if (status == NASH_OK)
        status = nash_json_bool(r->doc->root, "", "compare", &o->compare, r->error);
    return status;
}

/* true, false or {"from": 1, "count": 100}. */
static enum nash_status read_trace(const struct andor_reader *r, struct andor_options *o)
{
    static const char *const names[] = {"from", "count", NULL};
    const cJSON *item = nash_json_get(r->doc->root, "trace");
    int64_t from = o->trace_from, count = o->trace_count;
    if (!item)
        return NASH_OK;
    if (!cJSON_IsBool(item) && !cJSON_IsObject(item))
        return nash_fail(r->error, NASH_INVALID, "/trace",
                         "must be true, false, or which cycles: {\"from\": 1, \"count\": %d}", TRACE_COUNT);
    enum nash_status status = cJSON_IsObject(item) ? nash_json_only(item, "/trace", names, r->error) : NASH_OK;
    if (status == NASH_OK && cJSON_IsObject(item))
        status = nash_json_int(item, "/trace", "from", 1, TRACE_FROM_MAX, &from, r->error);
    if (status == NASH_OK && cJSON_IsObject(item))
        status = nash_json_int(item, "/trace", "count", 1, TRACE_COUNT_MAX, &count, r->error);
    o->trace = !cJSON_IsFalse(item);
    o->trace_from = (uint32_t)from;
    o->trace_count = (uint32_t)count;
    return status;
}

static enum nash_status read_options(const struct andor_reader *r, struct andor_options *o)
{
    andor_options_default(o);
    int64_t graphs = o->graphs;
    enum nash_status status = read_words(r, o);
    if (status == NASH_OK)
        status = read_flags(r, o);
    if (status == NASH_OK)
        status = read_trace(r, o);
    if (status == NASH_OK)
        status = nash_json_int(r->doc->root, "", "graphs", 0, GRAPHS_MAX, &graphs, r->error);
    o->graphs = (uint32_t)graphs;
    return status;
}

/* ---- the whole ---- */

/* Of the compact form, the arrays one by one, before they are held against each other. */
static enum nash_status check_arrays(const struct andor_reader *r)
{
    static const struct {
        const char *name;
        bool optional;
    } arrays[] = {{"terminals", false}, {"off", false}, {"soff", false}, {"succ", false}, {"cost", true}, {"h", true}};
    enum nash_status status = NASH_OK;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays && status == NASH_OK; i++) {
        char at[16];
        bool negative = false;
        struct nash_json_flat array = {.count = 0};
        const cJSON *item = nash_json_get(r->doc->root, arrays[i].name);
        if (!item && arrays[i].optional)
            continue;
        if (!item)
            return nash_fail(r->error, NASH_INVALID, "",
                             "the member \"%s\" is missing: a compact graph has n, root, "
                             "terminals, off, soff and succ",
                             arrays[i].name);
        nash_pointer(at, sizeof at, "", arrays[i].name);
        status = nash_json_flat(r->doc, item, at, r->arena, &array, r->error);
        for (size_t k = 0; status == NASH_OK && k < array.count; k++)
            negative |= array.narrow ? array.narrow[k] < 0 : array.wide[k] < 0;
        if (negative)
            return nash_fail(r->error, NASH_INVALID, at, "holds a number below 0");
    }
    return status;
}

/* What the compact form deserves a warning for; the verbose one finds its own while it reads. */
static void find_warnings(struct andor_problem *p)
{
    const struct andor_graph *g = &p->graph;
    for (uint32_t c = 0; (g->cost || g->wide_cost) && c < g->connectors; c++)
        p->warning[ANDOR_WARN_ZERO_COST].count += !andor_cost(g, c);
    for (uint32_t word = 0; word < g->nodes / 64 + 1; word++)
        for (uint64_t bits = g->terminal[word]; bits; bits &= bits - 1) {
            uint32_t v = word * 64 + (uint32_t)__builtin_ctzll(bits);
            p->warning[ANDOR_WARN_TERMINAL_CONNECTORS].count += g->last[v] - g->first[v];
            p->warning[ANDOR_WARN_TERMINAL_H].count += (g->h && g->h[v]) || (g->wide_h && g->wide_h[v]);
        }
}

static enum nash_status parse_graph(const struct andor_reader *r, struct andor_problem *p)
{
    if (p->form == ANDOR_VERBOSE)
        return andor_parse_verbose(r, p);
    if (p->form == ANDOR_RULES)
        return andor_parse_rules(r, p);
    enum nash_status status = check_arrays(r);
    if (status == NASH_OK)
        status = andor_parse_compact(r->doc, r->arena, &p->graph, r->error);
    if (status == NASH_OK)
        find_warnings(p);
    return status;
}

/* What does not go together. */
static enum nash_status check_company(const struct andor_reader *r, const struct andor_problem *p)
{
    const struct andor_options *o = &p->options;
    if (o->model == ANDOR_SHARED && o->engine != ANDOR_AUTO)
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/engine",
                         "counts a shared part each time it is reached: leave it out beside cost_model \"shared\"");
    return NASH_OK;
}

enum nash_status andor_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                             struct nash_error *error)
{
    const struct andor_reader r = {doc, arena, error};
    struct andor_problem *p = NASH_NEW(arena, struct andor_problem, 1);
    if (!p)
        return andor_reader_full(&r);
    if (!cJSON_IsObject(doc->root))
        return nash_fail(error, NASH_INVALID, "", "must be a JSON object");
    p->form = form_of(doc->root);
    p->graph.unit = 1;
    enum nash_status status = nash_json_only(doc->root, "", members[p->form], error);
    if (status == NASH_OK)
        status = read_options(&r, &p->options);
    if (status == NASH_OK)
        status = parse_graph(&r, p);
    if (status == NASH_OK)
        status = check_company(&r, p);
    *problem = p;
    return status;
}
