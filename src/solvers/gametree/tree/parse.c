/* A request for a stored tree: the options, then the tree in one of its forms. What the schema forbids is refused
 * before anything that only the whole can show. */
#include <string.h>

#include "reader.h"

const char *const tree_engine_names[TREE_ENGINES] = {"auto", "minimax", "alphabeta"};
const char *const tree_values_names[STORED_VALUES] = {"random", "incremental", "best_first", "equal"};

enum nash_status tree_reader_full(const struct tree_reader *r, const char *at)
{
    return nash_fail(r->error, NASH_NOMEM, at, "the tree does not fit into the memory of this job");
}

bool tree_read_player(const cJSON *item, uint8_t *player)
{
    if (!cJSON_IsString(item))
        return false;
    *player = strcmp(item->valuestring, "MIN") == 0 ? STORED_MIN : STORED_MAX;
    return *player == STORED_MIN || strcmp(item->valuestring, "MAX") == 0;
}

/* ---- members ---- */

/* One of a few words; absent: *index is left as it is. */
static enum nash_status read_word(const struct tree_reader *r, const cJSON *object, const char *above,
                                  const char *member, const char *const name[], unsigned count, unsigned *index)
{
    char at[48], words[96], *end = words;
    const cJSON *item = nash_json_get(object, member);
    if (!item)
        return NASH_OK;
    for (unsigned i = 0; i < count; i++) {
        if (cJSON_IsString(item) && strcmp(item->valuestring, name[i]) == 0) {
            *index = i;
            return NASH_OK;
        }
        end = stpcpy(stpcpy(end, i ? ", " : ""), name[i]);
    }
    return nash_fail(r->error, NASH_INVALID, nash_pointer(at, sizeof at, above, member), "must be one of %s", words);
}

/* true, false, or the steps wanted: {"from": 1.., "count": 1..}. */
static enum nash_status read_trace(const struct tree_reader *r, struct tree_problem *p)
{
    static const char *const names[] = {"from", "count", NULL};
    const cJSON *item = nash_json_get(r->doc->root, "trace");
    int64_t from = 1, count = TREE_TRACE_MAX;
    enum nash_status status = NASH_OK;
    if (!item)
        return NASH_OK;
    p->trace = !cJSON_IsFalse(item);
    if (!cJSON_IsBool(item) && !cJSON_IsObject(item))
        return nash_fail(r->error, NASH_INVALID, "/trace", "must be true, false or {\"from\": 1, \"count\": 100}");
    if (cJSON_IsObject(item))
        status = nash_json_only(item, "/trace", names, r->error);
    if (status == NASH_OK)
        status = nash_json_int(item, "/trace", "from", 1, INT64_C(1) << 53, &from, r->error);
    if (status == NASH_OK)
        status = nash_json_int(item, "/trace", "count", 1, TREE_TRACE_MAX, &count, r->error);
    p->trace_from = (uint64_t)from - 1;
    p->trace_count = (uint32_t)count;
    return status;
}

static enum nash_status read_bound(struct tree_reader *r, const cJSON *item, const char *at, bool *has, double *value)
{
    if (cJSON_IsNull(item))
        return NASH_OK;
    if (!cJSON_IsNumber(item))
        return nash_fail(r->error, NASH_INVALID, at, "must be a number, or null for infinity");
    *has = true;
    *value = item->valuedouble;
    return NASH_OK;
}

/* [alpha, beta]. */
static enum nash_status read_window(struct tree_reader *r, struct tree_problem *p)
{
    static const char what[] = "must be [alpha, beta], each a number or null for infinity";
    const cJSON *item = nash_json_get(r->doc->root, "window");
    struct nash_json_ints ints;
    if (!item)
        return NASH_OK;
    if (!cJSON_IsArray(item) || !item->child)
        return nash_fail(r->error, NASH_INVALID, "/window", what);
    enum nash_status status = NASH_OK;
    if (nash_json_ints(r->doc, item, "", r->arena, &ints, NULL) == NASH_OK) {
        if (ints.count != 2)
            return nash_fail(r->error, NASH_INVALID, "/window", what);
        p->has_alpha = p->has_beta = true;
        p->alpha = (double)ints.value[0];
        p->beta = (double)ints.value[1];
    } else if (!item->child->next || item->child->next->next) {
        return nash_fail(r->error, NASH_INVALID, "/window", what);
    } else {
        status = read_bound(r, item->child, "/window/0", &p->has_alpha, &p->alpha);
        if (status == NASH_OK)
            status = read_bound(r, item->child->next, "/window/1", &p->has_beta, &p->beta);
    }
    if (p->has_alpha)
        r->also[r->also_count++] = p->alpha;
    if (p->has_beta)
        r->also[r->also_count++] = p->beta;
    return status;
}

static enum nash_status read_generate(const struct tree_reader *r, struct tree_problem *p)
{
    static const char *const names[] = {"branching", "depth", "values", "seed", NULL};
    const cJSON *item = nash_json_get(r->doc->root, "generate");
    int64_t branching = 0, depth = 0, seed = 1;
    unsigned values = STORED_RANDOM;
    if (!cJSON_IsObject(item))
        return nash_fail(r->error, NASH_INVALID, "/generate",
                         "must be an object such as {\"branching\": 5, \"depth\": 4}");
    enum nash_status status = nash_json_only(item, "/generate", names, r->error);
    if (status == NASH_OK)
        status = nash_json_int(item, "/generate", "branching", 1, STORED_NODES_MAX, &branching, r->error);
    if (status == NASH_OK)
        status = nash_json_int(item, "/generate", "depth", 1, STORED_NODES_MAX, &depth, r->error);
    if (status == NASH_OK)
        status = nash_json_int(item, "/generate", "seed", 0, INT64_C(1) << 53, &seed, r->error);
    if (status == NASH_OK)
        status = read_word(r, item, "/generate", "values", tree_values_names, STORED_VALUES, &values);
    if (status == NASH_OK && (!branching || !depth))
        return nash_fail(r->error, NASH_INVALID, "/generate", "the member \"%s\" is missing",
                         branching ? "depth" : "branching");
    p->shape = (struct stored_shape){.branching = (uint32_t)branching,
                                     .depth = (uint32_t)depth,
                                     .values = values,
                                     .seed = (uint64_t)seed,
                                     .root_min = r->root_min};
    return status;
}

enum nash_status tree_read_search(struct tree_reader *r, struct tree_problem *p)
{
    static const char *const players[] = {"MAX", "MIN"};
    unsigned engine = TREE_AUTO, player = 0;
    const cJSON *root = r->doc->root;
    enum nash_status status = read_word(r, root, "", "engine", tree_engine_names, TREE_ENGINES, &engine);
    if (status == NASH_OK)
        status = nash_json_bool(root, "", "compare", &p->compare, r->error);
    if (status == NASH_OK)
        status = read_trace(r, p);
    if (status == NASH_OK)
        status = read_word(r, root, "", "to_move", players, 2, &player);
    p->engine = engine;
    r->min_said = nash_json_get(root, "to_move") != NULL;
    r->root_min = player == 1;
    return status;
}

static enum nash_status read_options(struct tree_reader *r, struct tree_problem *p)
{
    int64_t depth = 0;
    enum nash_status status = tree_read_search(r, p);
    if (status == NASH_OK)
        status = nash_json_int(r->doc->root, "", "depth", 1, STORED_NODES_MAX, &depth, r->error);
    if (status == NASH_OK)
        status = read_window(r, p);
    p->depth = (uint32_t)depth;
    return status;
}

/* ---- the whole ---- */

static enum nash_status check(const struct tree_reader *r, const struct tree_problem *p)
{
    if (p->has_alpha && p->has_beta && p->alpha >= p->beta)
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/window", "is empty: alpha must be below beta");
    if (!p->tree && !stored_shape_nodes(p->shape.branching, p->shape.depth))
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/generate", "a tree has at most %d nodes", STORED_NODES_MAX);
    uint32_t depth = p->tree ? p->tree->depth : p->shape.depth;
    bool evaluated = p->tree ? p->tree->evaluated : p->shape.values != STORED_RANDOM;
    if (p->depth && p->depth < depth && !evaluated)
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/depth",
                         "a search that ends inside the tree needs the static evaluation of its inner nodes: give "
                         "\"eval\", or their \"value\" in the flat forms");
    if (p->trace && (p->depth && p->depth < depth ? p->depth : depth) > TREE_PATH_MAX)
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/trace",
                         "steps are told of trees of at most %d moves' depth: leave it out, or give \"depth\"",
                         TREE_PATH_MAX);
    return NASH_OK;
}

enum nash_status tree_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                            struct nash_error *error)
{
    struct tree_reader r = {.doc = doc, .arena = arena, .error = error};
    struct tree_problem *p = NASH_NEW(arena, struct tree_problem, 1);
    if (!p)
        return tree_reader_full(&r, "");
    enum nash_status status = read_options(&r, p);
    if (status != NASH_OK)
        return status;
    if (nash_json_get(doc->root, "tree"))
        status = tree_read_nested(&r, &p->tree);
    else if (nash_json_get(doc->root, "generate"))
        status = read_generate(&r, p);
    else
        status = tree_read_flat(&r, &p->tree);
    if (status == NASH_OK)
        status = check(&r, p);
    *problem = p;
    return status;
}
