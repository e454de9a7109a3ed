/* A tree written as nested arrays: ["MAX", ["MIN", 3, 5], 4], the player left out where the two alternate; a node may
 * also be {"name", "player", "children" | "value", "eval"}. Nodes are read level by level, as they will be stored. */
#include <string.h>

#include "reader.h"

/* A node read or waiting to be. */
struct entry {
    const cJSON *item; /* NULL: a number of an integer array, read already */
    double value;
    bool valued; /* it has a value, or an evaluation */
    uint8_t player;
    uint8_t step; /* of the JSON pointer to its children: an array, one with a player in front, an object's */
    uint32_t parent, child, children;
    const char *name;
};
enum { STEP_ARRAY, STEP_PLAYER, STEP_OBJECT };

struct nested {
    const struct tree_reader *r;
    struct entry *entry;
    uint32_t count, room;
    bool named;
};

/* ---- where a node stands in the request ---- */

enum { POINTER_BYTES = 208 };

static void point(const struct nested *n, uint32_t node, char at[POINTER_BYTES])
{
    uint32_t chain[NASH_JSON_DEPTH + 1], depth = 0;
    char above[POINTER_BYTES];
    for (uint32_t v = node; v; v = n->entry[v].parent)
        chain[depth++] = v;
    strcpy(at, "/tree");
    while (depth-- > 0) {
        const struct entry *e = &n->entry[chain[depth]], *parent = &n->entry[e->parent];
        strcpy(above, at);
        if (parent->step == STEP_OBJECT)
            nash_pointer(above, sizeof above, at, "children");
        nash_pointer_index(at, POINTER_BYTES, above, e->child - parent->children + (parent->step == STEP_PLAYER));
    }
}

static enum nash_status refuse(const struct nested *n, uint32_t node, const char *what)
{
    char at[POINTER_BYTES];
    point(n, node, at);
    return nash_fail(n->r->error, NASH_INVALID, at, "%s", what);
}

/* ---- reading ---- */

static enum nash_status add(struct nested *n, struct entry entry)
{
    if (n->count == STORED_NODES_MAX)
        return nash_fail(n->r->error, NASH_UNPROCESSABLE, "/tree", "a tree has at most %d nodes", STORED_NODES_MAX);
    if (n->count == n->room) {
        uint32_t room = n->room ? 2 * n->room : 64;
        struct entry *more = nash_arena_alloc_raw(n->r->arena, room * sizeof *more, _Alignof(struct entry));
        if (!more)
            return tree_reader_full(n->r, "/tree");
        if (n->count)
            memcpy(more, n->entry, n->count * sizeof *more);
        n->entry = more;
        n->room = room;
    }
    entry.child = n->count;
    n->entry[n->count++] = entry;
    return NASH_OK;
}

/* The nodes from `child` on are children of this one; at least one. */
static enum nash_status add_children(struct nested *n, uint32_t node, const cJSON *child)
{
    enum nash_status status = NASH_OK;
    if (!child)
        return refuse(n, node, "an inner node has at least one child");
    for (; child && status == NASH_OK; child = child->next)
        status = add(n, (struct entry){.item = child, .parent = node});
    return status;
}

/* An array of nothing but integers, which the tree of cJSON does not hold. */
static enum nash_status add_integers(struct nested *n, uint32_t node, const struct nash_json_ints *ints)
{
    enum nash_status status = NASH_OK;
    for (size_t i = 0; i < ints->count && status == NASH_OK; i++)
        status = add(n, (struct entry){.value = (double)ints->value[i], .valued = true, .parent = node});
    return status;
}

/* Children of a node from the array `item`. */
static enum nash_status read_array(struct nested *n, uint32_t node, const cJSON *item)
{
    struct nash_json_ints ints;
    struct nash_arena_mark mark = nash_arena_mark(n->r->arena);
    n->entry[node].children = n->count;
    if (item->child && nash_json_ints(n->r->doc, item, "", n->r->arena, &ints, NULL) == NASH_OK)
        return add_integers(n, node, &ints);
    nash_arena_release(n->r->arena, mark);
    const cJSON *child = item->child;
    if (child && cJSON_IsString(child)) {
        if (n->entry[node].step == STEP_OBJECT || !tree_read_player(child, &n->entry[node].player))
            return refuse(n, node, "a node is a number, or an array of nodes that may begin with \"MAX\" or \"MIN\"");
        n->entry[node].step = STEP_PLAYER;
        child = child->next;
    }
    return add_children(n, node, child);
}

static enum nash_status read_number(const struct nested *n, struct entry *e, const char *name, const char *at)
{
    char pointer[POINTER_BYTES];
    const cJSON *number = nash_json_get(e->item, name);
    if (!cJSON_IsNumber(number))
        return nash_fail(n->r->error, NASH_INVALID, nash_pointer(pointer, sizeof pointer, at, name),
                         "must be a number");
    e->valued = true;
    e->value = number->valuedouble;
    return NASH_OK;
}

/* Characters of UTF-8. */
static size_t length(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

static enum nash_status read_object(struct nested *n, uint32_t node)
{
    static const char *const names[] = {"name", "player", "children", "value", "eval", NULL};
    struct entry *e = &n->entry[node];
    const cJSON *item = e->item, *children = nash_json_get(item, "children"), *player = nash_json_get(item, "player");
    char at[POINTER_BYTES];
    point(n, node, at);
    enum nash_status status = nash_json_only(item, at, names, n->r->error);
    if (status == NASH_OK)
        status = nash_json_string(item, at, "name", SIZE_MAX, &e->name, n->r->error);
    if (status != NASH_OK)
        return status;
    if (e->name && length(e->name) > TREE_NAME_MAX)
        return refuse(n, node, "\"name\" has at most 200 characters");
    if (player && !tree_read_player(player, &e->player))
        return refuse(n, node, "\"player\" is \"MAX\" or \"MIN\"");
    if (!children == !nash_json_get(item, "value"))
        return refuse(n, node, "a node has either \"children\" or a \"value\"");
    if (!children && nash_json_get(item, "eval"))
        return refuse(n, node, "\"eval\" is the static evaluation of an inner node: a leaf has its \"value\"");
    if (!children)
        return read_number(n, e, "value", at);
    if (!cJSON_IsArray(children))
        return refuse(n, node, "\"children\" is an array of nodes");
    if (nash_json_get(item, "eval"))
        status = read_number(n, e, "eval", at);
    e->step = STEP_OBJECT;
    return status == NASH_OK ? read_array(n, node, children) : status;
}

static enum nash_status read_node(struct nested *n, uint32_t node)
{
    struct entry *e = &n->entry[node];
    const cJSON *item = e->item;
    e->children = n->count;
    if (!item)
        return NASH_OK;
    if (cJSON_IsNumber(item)) {
        e->value = item->valuedouble;
        e->valued = true;
        return NASH_OK;
    }
    if (cJSON_IsArray(item))
        return read_array(n, node, item);
    if (cJSON_IsObject(item))
        return read_object(n, node);
    return refuse(n, node, "a node is a number, or an array of nodes that may begin with \"MAX\" or \"MIN\"");
}

/* ---- the whole ---- */

static enum nash_status make(const struct nested *n, struct stored_tree **tree)
{
    const struct tree_reader *r = n->r;
    uint32_t *parent = NASH_NEW(r->arena, uint32_t, n->count);
    double *number = NASH_NEW(r->arena, double, n->count);
    uint8_t *player = NASH_NEW(r->arena, uint8_t, n->count);
    const char **name = NASH_NEW(r->arena, const char *, n->count);
    bool evaluated = true;
    uint32_t offender;
    if (!parent || !number || !player || !name)
        return tree_reader_full(r, "/tree");
    for (uint32_t v = 0; v < n->count; v++) {
        const struct entry *e = &n->entry[v];
        parent[v] = v ? e->parent : UINT32_MAX;
        number[v] = e->value;
        player[v] = e->player;
        name[v] = e->name ? nash_arena_strndup(r->arena, e->name, strlen(e->name)) : NULL;
        evaluated = evaluated && e->valued;
    }
    if (r->min_said && player[0] != STORED_OTHER && (player[0] == STORED_MIN) != r->root_min)
        return nash_fail(r->error, NASH_UNPROCESSABLE, "/to_move",
                         "the tree itself says that %s moves first: leave it out", r->root_min ? "MAX" : "MIN");
    struct stored_draft draft = {.nodes = n->count,
                                 .parent = parent,
                                 .number = number,
                                 .player = player,
                                 .name = n->named ? name : NULL,
                                 .evaluated = evaluated,
                                 .root_min = r->root_min,
                                 .also = r->also,
                                 .also_count = r->also_count};
    enum nash_status status = stored_make(tree, &draft, r->arena, &offender);
    return status == NASH_NOMEM ? tree_reader_full(r, "/tree") : status;
}

enum nash_status tree_read_nested(const struct tree_reader *r, struct stored_tree **tree)
{
    struct nested n = {.r = r};
    enum nash_status status = add(&n, (struct entry){.item = nash_json_get(r->doc->root, "tree")});
    for (uint32_t v = 0; v < n.count && status == NASH_OK; v++) {
        n.entry[v].player = STORED_OTHER;
        status = read_node(&n, v);
        n.named = n.named || n.entry[v].name;
    }
    return status == NASH_OK ? make(&n, tree) : status;
}
