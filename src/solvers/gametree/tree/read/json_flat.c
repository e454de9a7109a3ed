/* Reads a tree written as flat arrays: the parent of every node, or its first child and the number of its children. All
 * arrays are read before they are compared. Arrays of integers never become nodes of cJSON; decimals and null do.
 *
 * Functions that loop over nodes return false after reporting an error. */
#include <string.h>

#include <solvers/kit/reader_rational.h>

#include "input.h"

struct flat {
    struct reader *r;
    const struct tree_input *input;
    uint32_t count;
    struct nash_json_flat parents, first, children, players, values; /* count 0: absent */
    const cJSON *mixed;                                              /* values that are not all integers, or NULL */
    uint32_t *parent;                                                /* [count]; UINT32_MAX: none */
    struct rational *p;                                              /* [p_count]: probabilities; den 0: none */
    size_t p_count;
    struct stored_input nodes;
};

static inline int64_t flat_element(const struct nash_json_flat *flat, size_t i)
{
    return flat->narrow ? flat->narrow[i] : flat->wide[i];
}

/* Reports a contradiction at the element `index` of a member. The result is false. */
#define flat_fail(f, member, index, ...)                                                                               \
    (reader_fail_at((f)->r, NASH_UNPROCESSABLE, (member), (index), __VA_ARGS__) == NASH_OK)

/* ---- arrays ---- */

static struct nash_json_flat read_ints(struct reader *r, const char *member, int64_t lo, int64_t hi)
{
    struct nash_json_flat ints = {0};
    if (!reader_has(r, member))
        return ints;
    ints = reader_flat(r, member);
    if (!ints.count || ints.count > STORED_NODES_MAX)
        reader_fail(r, NASH_INVALID, member, "a tree has 1 to %d nodes, not %zu", STORED_NODES_MAX, ints.count);
    for (size_t i = 0; i < ints.count; i++)
        if (flat_element(&ints, i) < lo || flat_element(&ints, i) > hi) {
            reader_fail_at(r, NASH_INVALID, member, i, "must lie between %lld and %lld", (long long)lo, (long long)hi);
            break;
        }
    return ints;
}

/* Counts the elements of an array of numbers and null. */
static size_t count_mixed(const struct reader *array)
{
    size_t count = 0;
    for (const cJSON *item = array->value->child; item; item = item->next, count++)
        if (!cJSON_IsNumber(item) && !cJSON_IsNull(item)) {
            reader_fail_at(array, NASH_INVALID, NULL, count,
                           "must be a number, or null at an inner node without evaluation");
            break;
        }
    return count;
}

static void flat_read_values(struct flat *f)
{
    struct reader array;
    if (!reader_member(&array, f->r, "value")) {
        reader_fail(f->r, NASH_INVALID, NULL,
                    "the member \"value\" is missing: the value of each leaf, and of each inner node its static "
                    "evaluation or null");
        return;
    }
    if (!reader_count(&array)) {
        reader_fail(&array, NASH_INVALID, NULL, "must be an array of numbers, one for each node");
        return;
    }
    if (reader_is_flat(&array)) {
        f->values = reader_as_flat(&array);
    } else {
        f->mixed = array.value;
        f->values.count = count_mixed(&array);
    }
    if (f->values.count > STORED_NODES_MAX)
        reader_fail(&array, NASH_INVALID, NULL, "a tree has at most %d nodes", STORED_NODES_MAX);
}

static void flat_read_probabilities(struct flat *f)
{
    struct reader array, item = {0};
    if (!reader_array(&array, f->r, "p"))
        return;
    f->p_count = reader_count(&array);
    if (!f->p_count || f->p_count > CHANCE_NODES_MAX)
        reader_fail(&array, NASH_INVALID, NULL, "a tree with chance nodes has 1 to %d nodes, not %zu", CHANCE_NODES_MAX,
                    f->p_count);
    f->p = reader_ok(f->r) ? READER_NEW(f->r, struct rational, f->p_count) : NULL;
    for (size_t i = 0; f->p && reader_item(&item, &array); i++)
        if (!cJSON_IsNull(item.value))
            reader_as_share(&item, &f->p[i]);
}

static bool flat_check_lengths(struct flat *f)
{
    const struct {
        const char *name;
        size_t count;
    } arrays[] = {{"parent", f->parents.count}, {"first_child", f->first.count}, {"children", f->children.count},
                  {"player", f->players.count}, {"value", f->values.count},      {"p", f->p_count}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        if (arrays[i].count && f->count && arrays[i].count != f->count)
            reader_fail(f->r, NASH_UNPROCESSABLE, arrays[i].name, "has %zu elements, but the tree %u nodes",
                        arrays[i].count, f->count);
        f->count = arrays[i].count ? (uint32_t)arrays[i].count : f->count;
    }
    return reader_ok(f->r);
}

/* ---- parents ---- */

static bool flat_set_parents(struct flat *f)
{
    uint32_t root = UINT32_MAX;
    for (uint32_t v = 0; v < f->count; v++) {
        int64_t parent = flat_element(&f->parents, v);
        if (parent >= f->count)
            return flat_fail(f, "parent", v, "there is no node %lld: nodes are 0 to %u", (long long)parent,
                             f->count - 1);
        if (parent < 0 && root != UINT32_MAX)
            return flat_fail(f, "parent", v, "node %u is the root already: one node has the parent -1", root);
        root = parent < 0 ? v : root;
        f->parent[v] = parent < 0 ? UINT32_MAX : (uint32_t)parent;
    }
    if (root == UINT32_MAX)
        reader_fail(f->r, NASH_UNPROCESSABLE, "parent", "no node is the root: it has the parent -1");
    return root != UINT32_MAX;
}

/* ---- children ---- */

/* Makes the nodes from .. to - 1 the children of v. */
static bool flat_adopt(struct flat *f, const char *member, uint32_t v, int64_t from, int64_t to)
{
    if (from < 1 || to > f->count || from > to)
        return flat_fail(f, member, v, "the children %lld to %lld of node %u are not among the nodes 1 to %u",
                         (long long)from, (long long)to - 1, v, f->count - 1);
    for (int64_t c = from; c < to; c++) {
        if (f->parent[c] != UINT32_MAX)
            return flat_fail(f, member, v, "node %lld is a child of node %u already", (long long)c, f->parent[c]);
        f->parent[c] = v;
    }
    return true;
}

/* Assigns children by the number of children of each node. They begin at first_child or, without it, after the children
 * of the node before. */
static bool flat_adopt_counted(struct flat *f, const char *member)
{
    int64_t next = 1;
    for (uint32_t v = 0; v < f->count; v++) {
        int64_t from = f->first.count ? flat_element(&f->first, v) : next;
        int64_t count = flat_element(&f->children, v);
        if (count && !flat_adopt(f, member, v, from, from + count))
            return false;
        next += count;
    }
    return true;
}

/* Assigns children by first_child alone: the children of a node end where those of the next inner node begin, and those
 * of the last inner node end with the last node. */
static bool flat_adopt_ranges(struct flat *f, const char *member)
{
    int64_t end = f->count;
    for (uint32_t v = f->count; v-- > 0;) {
        int64_t from = flat_element(&f->first, v);
        if (from < 0)
            continue;
        if (from == end)
            return flat_fail(f, member, v, "leaves node %u without children: a leaf has -1", v);
        if (!flat_adopt(f, member, v, from, end))
            return false;
        end = from;
    }
    return true;
}

static bool flat_set_children(struct flat *f)
{
    const char *member = f->first.count ? "first_child" : "children";
    memset(f->parent, 0xff, f->count * sizeof(uint32_t));
    if (!(f->children.count ? flat_adopt_counted(f, member) : flat_adopt_ranges(f, member)))
        return false;
    for (uint32_t v = 1; v < f->count; v++)
        if (f->parent[v] == UINT32_MAX)
            return flat_fail(f, member, v, "no node has node %u as a child", v);
    return true;
}

/* ---- values and players ---- */

/* Sets the values from numbers and, at inner nodes, null. */
static bool flat_set_mixed(struct flat *f)
{
    struct nash_arena *arena = f->r->arena;
    double *number = NASH_NEW(arena, double, f->count);
    uint8_t *inner = NASH_NEW(arena, uint8_t, f->count);
    uint32_t v = 0;
    if (!number || !inner) {
        reader_fail(f->r, NASH_NOMEM, "value",
                    "so many decimals do not fit into the memory of this job: whole numbers, all values times ten say, "
                    "take a tenth of theirs");
        return false;
    }
    for (uint32_t c = 0; c < f->count; c++)
        if (f->parent[c] != UINT32_MAX)
            inner[f->parent[c]] = 1;
    for (const cJSON *item = f->mixed->child; item; item = item->next, v++) {
        if (cJSON_IsNumber(item))
            number[v] = item->valuedouble;
        else if (inner[v])
            f->nodes.evaluated = f->nodes.evaluated && f->parent[v] == UINT32_MAX; /* no search ends at the root */
        else
            return flat_fail(f, "value", v, "node %u is a leaf and needs a value", v);
    }
    f->nodes.number = number;
    return true;
}

static bool flat_set_players(struct flat *f)
{
    static const uint8_t said[] = {STORED_MAX, STORED_MIN, STORED_CHANCE};
    uint8_t *player = READER_NEW(f->r, uint8_t, f->count);
    for (uint32_t v = 0; player && v < f->count; v++)
        player[v] = said[flat_element(&f->players, v)];
    f->nodes.player = player;
    if (f->input->has_to_move)
        reader_fail(f->r, NASH_UNPROCESSABLE, "to_move", "\"player\" says who moves: leave it out");
    return reader_ok(f->r);
}

/* Completes the probabilities if a node is a chance node or has one. */
static bool flat_set_chances(struct flat *f)
{
    struct chance_fault fault;
    bool chances = f->p != NULL;
    for (uint32_t v = 0; v < f->players.count && !chances; v++)
        chances = f->nodes.player[v] == STORED_CHANCE;
    if (!chances)
        return true;
    if (!f->p)
        f->p = READER_NEW(f->r, struct rational, f->count);
    if (!f->nodes.player)
        return flat_fail(f, "p", 0, "there are no chance nodes: \"player\" is 2 at a chance node");
    f->nodes.p = f->p;
    if (f->p && !tree_complete_chances(f->r, &f->nodes, f->p, &fault))
        return flat_fail(f, "player", fault.node, "%s", fault.what);
    return reader_ok(f->r);
}

/* ---- the tree ---- */

static struct stored_tree *flat_build(struct flat *f)
{
    const char *member = f->parents.count ? "parent" : f->first.count ? "first_child" : "children";
    struct stored_tree *tree = NULL;
    uint32_t node = 0;
    if (!tree_build(f->r, &f->nodes, &tree, &node) && reader_ok(f->r))
        reader_fail_at(f->r, NASH_UNPROCESSABLE, member, node, "node %u lies on a cycle: the root does not reach it",
                       node);
    return tree;
}

struct stored_tree *tree_read_flat(struct reader *r, const struct tree_input *input)
{
    struct flat f = {.r = r, .input = input};
    f.parents = read_ints(r, "parent", -1, STORED_NODES_MAX);
    f.first = read_ints(r, "first_child", -1, STORED_NODES_MAX);
    f.children = read_ints(r, "children", 0, STORED_NODES_MAX);
    f.players = read_ints(r, "player", 0, 2);
    flat_read_values(&f);
    flat_read_probabilities(&f);
    if (!reader_ok(r) || !flat_check_lengths(&f))
        return NULL;
    f.parent = nash_arena_alloc_raw(r->arena, f.count * sizeof(uint32_t), sizeof(uint32_t));
    if (!f.parent) {
        reader_nomem(r);
        return NULL;
    }
    f.nodes = (struct stored_input){.nodes = f.count,
                                    .parent = f.parent,
                                    .narrow = f.values.narrow,
                                    .wide = f.values.wide,
                                    .evaluated = true,
                                    .root_min = input->root_min,
                                    .extra = input->extra,
                                    .extras = input->extras};
    bool valid = (f.parents.count ? flat_set_parents(&f) : flat_set_children(&f)) && (!f.mixed || flat_set_mixed(&f)) &&
                 (!f.players.count || flat_set_players(&f)) && flat_set_chances(&f);
    return valid ? flat_build(&f) : NULL;
}
