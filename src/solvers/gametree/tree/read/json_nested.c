/* Reads a tree written as nested arrays: ["MAX", ["MIN", 3, 5], 4], without the player where the two alternate; a node
 * may also be {"name", "player", "children" | "value", "eval"}. Nodes are read level by level, as they are stored. */
#include <string.h>

#include <solvers/kit/reader_rational.h>
#include <solvers/kit/text_reader.h>

#include "input.h"

/* A node, read or to be read. */
struct entry {
    const cJSON *item; /* its JSON value; NULL: an element of an array of integers, already read */
    double value;
    bool valued; /* it has a value or an evaluation */
    uint8_t player;
    uint8_t step;                     /* STEP_*: where the node's children are in the document */
    uint32_t parent, child, children; /* indices of the parent, of the node itself and of its first child */
    const char *name;
};
enum { STEP_ARRAY, STEP_PLAYER /* an array that begins with the player */, STEP_OBJECT };

struct nested {
    struct reader *r;
    struct entry *entry;
    uint32_t count, room;
    bool named, chances; /* some node has a name, is a chance node or has a probability */
};

/* ---- the place of a node in the document ---- */

struct place {
    struct reader chain[2 * NASH_JSON_DEPTH + 2]; /* readers from the member "tree" to the node */
    size_t length;
};

static void place_add(struct place *place, struct reader *r, const char *name, size_t index)
{
    struct reader *last = &place->chain[place->length];
    last->root = r->root;
    last->parent = place->length ? last - 1 : r;
    last->name = name;
    last->index = index;
    place->length++;
}

/* Builds the chain of readers from the root to a node. Returns the reader of the node. */
static struct reader *place_of(const struct nested *n, uint32_t node, struct place *place)
{
    uint32_t path[NASH_JSON_DEPTH + 1], depth = 0;
    for (uint32_t v = node; v; v = n->entry[v].parent)
        path[depth++] = v;
    place->length = 0;
    place_add(place, n->r, "tree", 0);
    while (depth-- > 0) {
        const struct entry *e = &n->entry[path[depth]], *parent = &n->entry[e->parent];
        if (parent->step == STEP_OBJECT)
            place_add(place, n->r, "children", 0);
        place_add(place, n->r, NULL, e->child - parent->children + (parent->step == STEP_PLAYER));
    }
    struct reader *last = &place->chain[place->length - 1];
    last->value = n->entry[node].item;
    return last;
}

static void nested_fail(const struct nested *n, uint32_t node, const char *what)
{
    struct place place;
    reader_fail(place_of(n, node, &place), NASH_INVALID, NULL, "%s", what);
}

/* ---- nodes ---- */

static void nested_add(struct nested *n, struct entry entry)
{
    if (n->count == STORED_NODES_MAX) {
        reader_fail(n->r, NASH_UNPROCESSABLE, "tree", "a tree has at most %d nodes", STORED_NODES_MAX);
        return;
    }
    entry.child = n->count;
    n->entry[n->count++] = entry;
}

/* Returns the number of nodes below an item, or more: strings that name a player are counted as well. The document is
 * at most NASH_JSON_DEPTH levels deep. */
static uint64_t nested_count(const struct nested *n, const cJSON *item)
{
    uint64_t count = 0;
    const cJSON *list = cJSON_IsObject(item) ? nash_json_get(item, "children") : item;
    const struct nash_json_flat *flat = cJSON_IsArray(list) ? nash_json_flat_at(n->r->doc, list) : NULL;
    if (flat)
        return flat->count;
    for (const cJSON *child = cJSON_IsArray(list) ? list->child : NULL; child; child = child->next)
        count += 1 + (child->child || cJSON_IsArray(child) ? nested_count(n, child) : 0);
    return count;
}

/* Allocates the nodes at once: in an arena, each block that an array leaves when it grows stays in use. */
static void nested_begin(struct nested *n, const cJSON *root)
{
    uint64_t count = 1 + nested_count(n, root);
    n->room = count < STORED_NODES_MAX ? (uint32_t)count : STORED_NODES_MAX;
    n->entry = nash_arena_alloc_raw(n->r->arena, n->room * sizeof *n->entry, _Alignof(struct entry));
    if (!n->entry)
        reader_fail(
            n->r, NASH_NOMEM, "tree",
            "%u nested nodes do not fit into the memory of this job; flat arrays (\"parent\", \"value\") need less",
            n->room);
    else
        nested_add(n, (struct entry){.item = root});
}

/* Adds the elements of an array of integers, which is not part of the cJSON tree. */
static void nested_add_ints(struct nested *n, uint32_t node, const struct nash_json_flat *flat)
{
    for (size_t i = 0; i < flat->count && reader_ok(n->r); i++) {
        int64_t value = flat->narrow ? flat->narrow[i] : flat->wide[i];
        nested_add(n, (struct entry){.value = (double)value, .valued = true, .parent = node});
    }
}

/* Adds the children of a node from the array `item`. */
static void nested_read_array(struct nested *n, uint32_t node, const cJSON *item)
{
    const struct nash_json_flat *flat = nash_json_flat_at(n->r->doc, item);
    n->entry[node].children = n->count;
    if (flat) {
        nested_add_ints(n, node, flat);
        return;
    }
    const cJSON *child = item->child;
    if (child && cJSON_IsString(child)) {
        if (n->entry[node].step == STEP_OBJECT || !tree_read_player(child, &n->entry[node].player)) {
            nested_fail(n, node,
                        "a node is a number, or an array of nodes that may begin with \"MAX\", \"MIN\" or \"CHANCE\"");
            return;
        }
        n->entry[node].step = STEP_PLAYER;
        child = child->next;
    }
    if (!child)
        nested_fail(n, node, "an inner node has at least one child");
    for (; child && reader_ok(n->r); child = child->next)
        nested_add(n, (struct entry){.item = child, .parent = node});
}

static void nested_read_number(struct reader *object, const char *name, struct entry *e)
{
    struct reader number;
    e->valued = reader_member(&number, object, name);
    if (e->valued && !cJSON_IsNumber(number.value))
        reader_fail(&number, NASH_INVALID, NULL, "must be a number");
    else if (e->valued)
        e->value = number.value->valuedouble;
}

static void nested_read_name(struct reader *object, struct entry *e)
{
    size_t characters = 0;
    const char *name = reader_string(object, "name", SIZE_MAX);
    if (!name)
        return;
    text_utf8_length((struct text_span){name, name + strlen(name)}, &characters);
    if (characters > TREE_NAME_MAX)
        reader_fail(object, NASH_INVALID, NULL, "\"name\" has at most %d characters", TREE_NAME_MAX);
    e->name = name;
}

static void nested_read_object(struct nested *n, uint32_t node)
{
    static const char *const names[] = {"name", "player", "p", "children", "value", "eval", NULL};
    struct place place;
    struct reader *object = place_of(n, node, &place);
    struct entry *e = &n->entry[node];
    const cJSON *children = nash_json_get(e->item, "children"), *player = nash_json_get(e->item, "player");
    const cJSON *p = nash_json_get(e->item, "p");
    bool evaluated = reader_has(object, "eval");
    reader_only(object, names);
    nested_read_name(object, e);
    if (player && !tree_read_player(player, &e->player))
        reader_fail(object, NASH_INVALID, NULL, "\"player\" is \"MAX\", \"MIN\" or \"CHANCE\"");
    if (p && rational_of_json(p, &(struct rational){0}) == RATIONAL_WRONG)
        reader_fail(object, NASH_INVALID, "p", "must be a number from 0 to 1, or a string such as \"1/3\"");
    n->chances = n->chances || p;
    if (!children == !nash_json_get(e->item, "value"))
        reader_fail(object, NASH_INVALID, NULL, "a node has either \"children\" or a \"value\"");
    if (!children && evaluated)
        reader_fail(object, NASH_INVALID, NULL,
                    "\"eval\" is the static evaluation of an inner node: a leaf has its \"value\"");
    if (children && !cJSON_IsArray(children))
        reader_fail(object, NASH_INVALID, NULL, "\"children\" is an array of nodes");
    nested_read_number(object, children ? "eval" : "value", e);
    if (children && reader_ok(object)) {
        e->step = STEP_OBJECT;
        nested_read_array(n, node, children);
    }
}

static void nested_read_node(struct nested *n, uint32_t node)
{
    struct entry *e = &n->entry[node];
    const cJSON *item = e->item;
    e->player = STORED_OTHER;
    e->children = n->count;
    if (!item)
        return;
    if (cJSON_IsNumber(item)) {
        e->value = item->valuedouble;
        e->valued = true;
    } else if (cJSON_IsArray(item)) {
        nested_read_array(n, node, item);
    } else if (cJSON_IsObject(item)) {
        nested_read_object(n, node);
    } else {
        nested_fail(n, node,
                    "a node is a number, or an array of nodes that may begin with \"MAX\", \"MIN\" or \"CHANCE\"");
    }
    n->named = n->named || n->entry[node].name;
    n->chances = n->chances || n->entry[node].player == STORED_CHANCE;
}

/* ---- the tree ---- */

/* Reads the probability of a node, if it has one. Its bounds are checked here, because a malformed member of any node
 * is reported first. */
static void nested_read_probability(const struct nested *n, uint32_t node, struct rational *p)
{
    struct place place;
    struct reader share;
    if (reader_member(&share, place_of(n, node, &place), "p"))
        reader_as_share(&share, p);
}

static struct stored_tree *nested_build(const struct nested *n, const struct tree_input *input)
{
    struct reader *r = n->r;
    uint32_t *parent = READER_NEW(r, uint32_t, n->count), node;
    double *number = READER_NEW(r, double, n->count);
    uint8_t *player = READER_NEW(r, uint8_t, n->count);
    const char **name = READER_NEW(r, const char *, n->count);
    struct rational *p = n->chances ? READER_NEW(r, struct rational, n->count) : NULL;
    struct stored_tree *tree = NULL;
    struct chance_fault fault;
    bool evaluated = true;
    if (!parent || !number || !player || !name || (n->chances && !p))
        return NULL;
    for (uint32_t v = 0; v < n->count; v++) {
        const struct entry *e = &n->entry[v];
        parent[v] = v ? e->parent : UINT32_MAX;
        number[v] = e->value;
        player[v] = e->player;
        name[v] = reader_copy(r, e->name);
        if (p && cJSON_IsObject(e->item))
            nested_read_probability(n, v, &p[v]);
        evaluated = evaluated && (e->valued || v == 0); /* no search ends at the root */
    }
    if (input->has_to_move && player[0] < STORED_OTHER && (player[0] == STORED_MIN) != input->root_min)
        reader_fail(r, NASH_UNPROCESSABLE, "to_move", "the tree itself says that %s moves first: leave it out",
                    input->root_min ? "MAX" : "MIN");
    struct stored_input nodes = {.nodes = n->count,
                                 .parent = parent,
                                 .number = number,
                                 .player = player,
                                 .p = p,
                                 .name = n->named ? name : NULL,
                                 .evaluated = evaluated,
                                 .root_min = input->root_min,
                                 .extra = input->extra,
                                 .extras = input->extras};
    if (p && reader_ok(r) && !tree_complete_chances(r, &nodes, p, &fault)) {
        struct place place;
        reader_fail(place_of(n, fault.node, &place), NASH_UNPROCESSABLE, NULL, "%s", fault.what);
    }
    if (reader_ok(r))
        tree_build(r, &nodes, &tree, &node);
    return tree;
}

struct stored_tree *tree_read_nested(struct reader *r, const struct tree_input *input)
{
    struct nested n = {.r = r};
    nested_begin(&n, nash_json_get(r->value, "tree"));
    for (uint32_t v = 0; v < n.count && reader_ok(r); v++)
        nested_read_node(&n, v);
    return reader_ok(r) ? nested_build(&n, input) : NULL;
}
