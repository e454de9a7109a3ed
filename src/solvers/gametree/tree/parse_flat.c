/* A tree written as flat arrays: the parent of every node, or its first child and how many it has. Big arrays of
 * integers never become nodes of cJSON (nash_json_flat); decimals and null do. First all arrays are read, then they are
 * held together. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "reader.h"

struct flat {
    const struct tree_reader *r;
    uint32_t nodes;
    struct nash_json_flat parents, first, children, players, values; /* count 0: not said */
    const cJSON *mixed;                                              /* values that are not all integers */
    uint32_t *parent;
    struct stored_draft draft;
};

static inline int64_t element_of(const struct nash_json_flat *flat, size_t i)
{
    return flat->narrow ? flat->narrow[i] : flat->wide[i];
}

/* What the arrays say together makes no sense. */
__attribute__((format(printf, 4, 5))) static enum nash_status clash(const struct flat *f, const char *member,
                                                                    size_t index, const char *format, ...)
{
    char at[48], array[32], text[256];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    nash_pointer(array, sizeof array, "", member);
    return nash_fail(f->r->error, NASH_UNPROCESSABLE, nash_pointer_index(at, sizeof at, array, index), "%s", text);
}

/* ---- reading ---- */

static enum nash_status read_integers(const struct flat *f, const char *member, int64_t lo, int64_t hi,
                                      struct nash_json_flat *ints)
{
    char at[32], element[48];
    struct nash_error *error = f->r->error;
    const cJSON *item = nash_json_get(f->r->doc->root, member);
    if (!item)
        return NASH_OK;
    nash_pointer(at, sizeof at, "", member);
    enum nash_status status = nash_json_flat(f->r->doc, item, at, f->r->arena, ints, error);
    if (status == NASH_OK && (!ints->count || ints->count > STORED_NODES_MAX))
        return nash_fail(error, NASH_INVALID, at, "a tree has 1 to %d nodes, not %zu", STORED_NODES_MAX, ints->count);
    for (size_t i = 0; status == NASH_OK && i < ints->count; i++)
        if (element_of(ints, i) < lo || element_of(ints, i) > hi)
            return nash_fail(error, NASH_INVALID, nash_pointer_index(element, sizeof element, at, i),
                             "must lie between %lld and %lld", (long long)lo, (long long)hi);
    return status;
}

static enum nash_status check_count(const struct flat *f)
{
    if (f->values.count <= STORED_NODES_MAX)
        return NASH_OK;
    return nash_fail(f->r->error, NASH_INVALID, "/value", "a tree has at most %d nodes", STORED_NODES_MAX);
}

static enum nash_status read_values(struct flat *f)
{
    char at[48];
    size_t i = 0;
    const cJSON *array = nash_json_get(f->r->doc->root, "value");
    if (!array)
        return nash_fail(f->r->error, NASH_INVALID, "",
                         "the member \"value\" is missing: the value of each leaf, and of each inner node its static "
                         "evaluation or null");
    if (!cJSON_IsArray(array) || !array->child)
        return nash_fail(f->r->error, NASH_INVALID, "/value", "must be an array of numbers, one for each node");
    if (nash_json_flat(f->r->doc, array, "", f->r->arena, &f->values, NULL) == NASH_OK)
        return check_count(f);
    f->mixed = array;
    for (const cJSON *item = array->child; item; item = item->next, i++)
        if (!cJSON_IsNumber(item) && !cJSON_IsNull(item))
            return nash_fail(f->r->error, NASH_INVALID, nash_pointer_index(at, sizeof at, "/value", i),
                             "must be a number, or null at an inner node without evaluation");
    f->values.count = i;
    return check_count(f);
}

static enum nash_status read_arrays(struct flat *f)
{
    enum nash_status status = read_integers(f, "parent", -1, STORED_NODES_MAX, &f->parents);
    if (status == NASH_OK)
        status = read_integers(f, "first_child", -1, STORED_NODES_MAX, &f->first);
    if (status == NASH_OK)
        status = read_integers(f, "children", 0, STORED_NODES_MAX, &f->children);
    if (status == NASH_OK)
        status = read_integers(f, "player", 0, 1, &f->players);
    return status == NASH_OK ? read_values(f) : status;
}

static enum nash_status check_lengths(struct flat *f)
{
    const struct {
        const char *at;
        size_t count;
    } arrays[] = {{"/parent", f->parents.count},
                  {"/first_child", f->first.count},
                  {"/children", f->children.count},
                  {"/player", f->players.count},
                  {"/value", f->values.count}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        if (arrays[i].count && f->nodes && arrays[i].count != f->nodes)
            return nash_fail(f->r->error, NASH_UNPROCESSABLE, arrays[i].at, "has %zu elements, but the tree %u nodes",
                             arrays[i].count, f->nodes);
        f->nodes = arrays[i].count ? (uint32_t)arrays[i].count : f->nodes;
    }
    f->parent = nash_arena_alloc_raw(f->r->arena, f->nodes * sizeof(uint32_t), sizeof(uint32_t));
    return f->parent ? NASH_OK : tree_reader_full(f->r, "");
}

/* ---- parents ---- */

static enum nash_status take_parents(struct flat *f)
{
    uint32_t root = UINT32_MAX;
    for (uint32_t v = 0; v < f->nodes; v++) {
        int64_t parent = element_of(&f->parents, v);
        if (parent >= f->nodes)
            return clash(f, "parent", v, "there is no node %lld: nodes are 0 to %u", (long long)parent, f->nodes - 1);
        if (parent < 0 && root != UINT32_MAX)
            return clash(f, "parent", v, "node %u is the root already: one node has the parent -1", root);
        root = parent < 0 ? v : root;
        f->parent[v] = parent < 0 ? UINT32_MAX : (uint32_t)parent;
    }
    if (root == UINT32_MAX)
        return nash_fail(f->r->error, NASH_UNPROCESSABLE, "/parent", "no node is the root: it has the parent -1");
    return NASH_OK;
}

/* ---- children ---- */

/* Node v has the children from .. to - 1. */
static enum nash_status adopt(struct flat *f, const char *member, uint32_t v, int64_t from, int64_t to)
{
    if (from < 1 || to > f->nodes || from > to)
        return clash(f, member, v, "the children %lld to %lld of node %u are not among the nodes 1 to %u",
                     (long long)from, (long long)to - 1, v, f->nodes - 1);
    for (int64_t c = from; c < to; c++) {
        if (f->parent[c] != UINT32_MAX)
            return clash(f, member, v, "node %lld is a child of node %u already", (long long)c, f->parent[c]);
        f->parent[c] = v;
    }
    return NASH_OK;
}

/* With the number of children of each: theirs begin at first, or, without it, where those of the node before end. */
static enum nash_status adopt_counted(struct flat *f, const struct nash_json_flat *first,
                                      const struct nash_json_flat *children)
{
    const char *member = first->count ? "first_child" : "children";
    enum nash_status status = NASH_OK;
    int64_t next = 1;
    for (uint32_t v = 0; v < f->nodes && status == NASH_OK; v++) {
        int64_t from = first->count ? element_of(first, v) : next;
        int64_t count = element_of(children, v);
        if (count)
            status = adopt(f, member, v, from, from + count);
        next += count;
    }
    return status;
}

/* Without: they end where those of the next node that has any begin, the last ones with the last node. */
static enum nash_status adopt_ranges(struct flat *f, const struct nash_json_flat *first)
{
    enum nash_status status = NASH_OK;
    int64_t end = f->nodes;
    for (uint32_t v = f->nodes; v-- > 0 && status == NASH_OK;) {
        int64_t from = element_of(first, v);
        if (from < 0)
            continue;
        if (from == end)
            return clash(f, "first_child", v, "leaves node %u without children: a leaf has -1", v);
        status = adopt(f, "first_child", v, from, end);
        end = from;
    }
    return status;
}

static enum nash_status take_children(struct flat *f)
{
    const char *member = f->first.count ? "first_child" : "children";
    enum nash_status status;
    memset(f->parent, 0xff, f->nodes * sizeof(uint32_t));
    if (f->children.count)
        status = adopt_counted(f, &f->first, &f->children);
    else
        status = adopt_ranges(f, &f->first);
    for (uint32_t v = 1; v < f->nodes && status == NASH_OK; v++)
        if (f->parent[v] == UINT32_MAX)
            return clash(f, member, v, "node %u is nobody's child", v);
    return status;
}

/* ---- values and players ---- */

/* Numbers and, at inner nodes, null. */
static enum nash_status take_mixed(struct flat *f)
{
    double *number = NASH_NEW(f->r->arena, double, f->nodes);
    uint8_t *inner = NASH_NEW(f->r->arena, uint8_t, f->nodes);
    uint32_t v = 0;
    if (!number || !inner)
        return nash_fail(f->r->error, NASH_NOMEM, "/value",
                         "so many decimals do not fit into the memory of this job: whole numbers, all values times ten "
                         "say, take a tenth of theirs");
    for (uint32_t c = 0; c < f->nodes; c++)
        if (f->parent[c] != UINT32_MAX)
            inner[f->parent[c]] = 1;
    for (const cJSON *item = f->mixed->child; item; item = item->next, v++) {
        if (cJSON_IsNumber(item))
            number[v] = item->valuedouble;
        else if (inner[v])
            f->draft.evaluated = false;
        else
            return clash(f, "value", v, "node %u is a leaf and needs a value", v);
    }
    f->draft.number = number;
    return NASH_OK;
}

static enum nash_status take_players(struct flat *f)
{
    if (!f->players.count)
        return NASH_OK;
    uint8_t *player = NASH_NEW(f->r->arena, uint8_t, f->nodes);
    if (!player)
        return tree_reader_full(f->r, "/player");
    for (uint32_t v = 0; v < f->nodes; v++)
        player[v] = element_of(&f->players, v) ? STORED_MIN : STORED_MAX;
    f->draft.player = player;
    if (f->r->min_said)
        return nash_fail(f->r->error, NASH_UNPROCESSABLE, "/to_move", "\"player\" says who moves: leave it out");
    return NASH_OK;
}

static enum nash_status make(struct flat *f, struct stored_tree **tree)
{
    const char *member = f->parents.count ? "parent" : f->first.count ? "first_child" : "children";
    uint32_t node = 0;
    f->draft.nodes = f->nodes;
    f->draft.parent = f->parent;
    f->draft.root_min = f->r->root_min;
    f->draft.also = f->r->also;
    f->draft.also_count = f->r->also_count;
    enum nash_status status = stored_make(tree, &f->draft, f->r->arena, &node);
    if (status == NASH_UNPROCESSABLE)
        return clash(f, member, node, "node %u lies on a cycle: the root does not reach it", node);
    return status == NASH_NOMEM ? tree_reader_full(f->r, "") : status;
}

enum nash_status tree_read_flat(const struct tree_reader *r, struct stored_tree **tree)
{
    struct flat f = {.r = r, .draft.evaluated = true};
    enum nash_status status = read_arrays(&f);
    if (status == NASH_OK)
        status = check_lengths(&f);
    if (status == NASH_OK)
        status = f.parents.count ? take_parents(&f) : take_children(&f);
    f.draft.narrow = f.values.narrow;
    f.draft.wide = f.values.wide;
    if (status == NASH_OK && f.mixed)
        status = take_mixed(&f);
    if (status == NASH_OK)
        status = take_players(&f);
    return status == NASH_OK ? make(&f, tree) : status;
}
