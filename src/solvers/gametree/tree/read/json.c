/* Reads a request for a stored tree: the options, then the tree in one of its forms. Faults of the schema are reported
 * before faults that involve several members. */
#include <string.h>

#include "input.h"

const char *const tree_engine_names[TREE_ENGINES + 1] = {"auto", "minimax", "alphabeta", "open_closed",
                                                         "expectiminimax"};
const char *const tree_values_names[STORED_VALUES + 1] = {"random", "incremental", "best_first", "equal"};

bool tree_read_player(const cJSON *item, uint8_t *player)
{
    if (!cJSON_IsString(item))
        return false;
    static const struct {
        const char *name;
        uint8_t player;
    } players[] = {{"MAX", STORED_MAX}, {"MIN", STORED_MIN}, {"CHANCE", STORED_CHANCE}};
    for (size_t i = 0; i < sizeof players / sizeof *players; i++)
        if (strcmp(item->valuestring, players[i].name) == 0) {
            *player = players[i].player;
            return true;
        }
    return false;
}

bool tree_complete_chances(const struct reader *r, const struct stored_input *nodes, struct rational *p,
                           struct chance_fault *fault)
{
    *fault = (struct chance_fault){.what = "does not fit into memory"};
    enum nash_status status = chance_complete(nodes, p, r->root->arena, fault);
    if (status == NASH_NOMEM)
        reader_nomem(r);
    return status == NASH_OK;
}

bool tree_build(const struct reader *r, const struct stored_input *nodes, struct stored_tree **tree, uint32_t *node)
{
    enum nash_status status = stored_build(tree, nodes, r->root->arena, node);
    if (status == NASH_NOMEM)
        reader_fail(r->root, NASH_NOMEM, NULL, "the tree does not fit into the memory of this job");
    return status == NASH_OK;
}

/* ---- options ---- */

/* Reads true, false, or the range of the steps: {"from": 1.., "count": 1..}. */
static void read_trace(struct reader *r, struct tree_problem *p)
{
    static const char *const names[] = {"from", "count", NULL};
    struct reader trace;
    if (!reader_member(&trace, r, "trace"))
        return;
    if (cJSON_IsObject(trace.value))
        reader_only(&trace, names);
    else if (!cJSON_IsBool(trace.value))
        reader_fail(&trace, NASH_INVALID, NULL, "must be true, false or {\"from\": 1, \"count\": 100}");
    p->trace = !cJSON_IsFalse(trace.value);
    p->trace_from = (uint64_t)reader_int(&trace, "from", 1, INT64_C(1) << 53, 1) - 1;
    p->trace_count = (uint32_t)reader_int(&trace, "count", 1, TREE_TRACE_MAX, TREE_TRACE_MAX);
}

void tree_read_search(struct reader *r, struct tree_problem *p, struct tree_input *input)
{
    static const char *const players[] = {"MAX", "MIN", NULL};
    p->engine = reader_enum(r, "engine", tree_engine_names, TREE_AUTO);
    p->compare = reader_bool(r, "compare", false);
    read_trace(r, p);
    input->has_to_move = reader_has(r, "to_move");
    input->root_min = reader_enum(r, "to_move", players, 0) == 1;
}

void tree_choose_engine(struct tree_problem *p)
{
    if (p->engine == TREE_AUTO && p->tree && p->tree->chance)
        p->engine = TREE_EXPECTIMINIMAX;
    else if (p->engine == TREE_AUTO && p->trace)
        p->engine = TREE_ALPHABETA;
}

static void read_bound(const struct reader *r, struct tree_input *input, bool *has, double *value)
{
    if (cJSON_IsNull(r->value))
        return;
    if (!cJSON_IsNumber(r->value))
        reader_fail(r, NASH_INVALID, NULL, "must be a number, or null for infinity");
    *has = true;
    *value = input->extra[input->extras++] = r->value->valuedouble;
}

/* Reads [alpha, beta]. */
static void read_window(struct reader *r, struct tree_problem *p, struct tree_input *input)
{
    struct reader window, item = {0};
    if (!reader_member(&window, r, "window"))
        return;
    if (reader_count(&window) != 2)
        reader_fail(&window, NASH_INVALID, NULL, "must be [alpha, beta], each a number or null for infinity");
    if (reader_item(&item, &window))
        read_bound(&item, input, &p->has_alpha, &p->alpha);
    if (reader_item(&item, &window))
        read_bound(&item, input, &p->has_beta, &p->beta);
}

static void read_generate(struct reader *r, struct tree_problem *p, bool root_min)
{
    static const char *const names[] = {"branching", "depth", "values", "seed", NULL};
    static const char *const required[] = {"branching", "depth", NULL};
    struct reader rule;
    if (!reader_member(&rule, r, "generate"))
        return;
    if (!cJSON_IsObject(rule.value))
        reader_fail(&rule, NASH_INVALID, NULL, "must be an object such as {\"branching\": 5, \"depth\": 4}");
    reader_only(&rule, names);
    p->shape.branching = (uint32_t)reader_int(&rule, "branching", 1, STORED_NODES_MAX, 0);
    p->shape.depth = (uint32_t)reader_int(&rule, "depth", 1, STORED_NODES_MAX, 0);
    p->shape.seed = (uint64_t)reader_int(&rule, "seed", 0, INT64_C(1) << 53, 1);
    p->shape.values = reader_enum(&rule, "values", tree_values_names, STORED_RANDOM);
    p->shape.root_min = root_min;
    reader_require(&rule, required);
}

/* ---- the problem ---- */

/* Refuses what a tree with chance nodes does not have. */
static void check_chance(const struct reader *r, const struct tree_problem *p)
{
    if (p->engine != TREE_EXPECTIMINIMAX && p->engine != TREE_OPEN_CLOSED)
        reader_fail(r, NASH_UNPROCESSABLE, "engine",
                    "a tree with chance nodes is solved by expectiminimax or open_closed, not by %s",
                    tree_engine_names[p->engine]);
    if (p->compare)
        reader_fail(r, NASH_UNPROCESSABLE, "compare",
                    "a tree with chance nodes has no engines to compare: leave it out");
    if (p->has_alpha || p->has_beta)
        reader_fail(r, NASH_UNPROCESSABLE, "window",
                    "a tree with chance nodes is solved without a window: leave it out");
}

void tree_read_options(struct reader *r, struct tree_problem *p, struct tree_input *input)
{
    tree_read_search(r, p, input);
    p->depth = (uint32_t)reader_int(r, "depth", 1, STORED_NODES_MAX, 0);
    read_window(r, p, input);
}

static void validate(const struct reader *r, const struct tree_problem *p)
{
    if (p->has_alpha && p->has_beta && p->alpha >= p->beta)
        reader_fail(r, NASH_UNPROCESSABLE, "window", "is empty: alpha must be below beta");
    if (!p->tree && !stored_shape_nodes(p->shape.branching, p->shape.depth))
        reader_fail(r, NASH_UNPROCESSABLE, "generate", "a tree has at most %d nodes", STORED_NODES_MAX);
    uint32_t depth = p->tree ? p->tree->depth : p->shape.depth;
    bool evaluated = p->tree ? p->tree->evaluated : p->shape.values != STORED_RANDOM;
    if (p->depth && p->depth < depth && !evaluated)
        reader_fail(r, NASH_UNPROCESSABLE, "depth",
                    "a search that ends inside the tree needs the static evaluation of all inner nodes but the root: give "
                    "\"eval\", or their \"value\" in the flat forms");
    if (p->trace && (p->depth && p->depth < depth ? p->depth : depth) > TREE_PATH_MAX)
        reader_fail(r, NASH_UNPROCESSABLE, "trace",
                    "steps are listed for trees of at most %d levels: leave it out, or give \"depth\"", TREE_PATH_MAX);
}

void tree_check(const struct reader *r, struct tree_problem *p)
{
    tree_choose_engine(p);
    if (p->tree && p->tree->chance)
        check_chance(r, p);
    if (reader_ok(r))
        validate(r, p);
}

void *tree_parse(struct reader *r)
{
    struct tree_input input = {0};
    struct tree_problem *p = READER_NEW(r, struct tree_problem, 1);
    if (!p)
        return NULL;
    tree_read_options(r, p, &input);
    if (reader_has(r, "tree"))
        p->tree = tree_read_nested(r, &input);
    else if (reader_has(r, "generate"))
        read_generate(r, p, input.root_min);
    else if (reader_ok(r))
        p->tree = tree_read_flat(r, &input);
    tree_check(r, p);
    return p;
}
