/* A tree as text: a node is a number, or its children between brackets, "((3 5) (2 9))"; MAX and MIN alternate, and MAX
 * begins unless MIN stands in front. As deep as you like. */
#include "text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Nodes in the order of the text, which is that of the children of each. */
struct written {
    uint32_t *parent;
    double *number;
    uint32_t count, inner; /* nodes so far; the node whose bracket is open, UINT32_MAX: none */
    bool *childless;       /* an open bracket that holds nothing yet */
};

static bool is_space(char c)
{
    return memchr(" \t\r\n,", c, 5) != NULL;
}

/* A number ends before it. */
static bool ends_number(char c)
{
    return is_space(c) || c == '(' || c == ')';
}

/* Open brackets and numbers, or what stands where one should. */
static size_t count_nodes(const char *text, const char *end)
{
    size_t count = 0;
    bool apart = true;
    for (const char *c = text; c < end; c++) {
        count += *c == '(' || (apart && !ends_number(*c));
        apart = ends_number(*c);
    }
    return count;
}

static bool take_room(struct written *w, size_t nodes, struct nash_arena *arena)
{
    w->inner = UINT32_MAX;
    w->parent = NASH_NEW(arena, uint32_t, nodes);
    w->number = NASH_NEW(arena, double, nodes);
    w->childless = NASH_NEW(arena, bool, nodes);
    return w->parent && w->number && w->childless;
}

/* A finite decimal number; false: the text at `from` is none. */
static bool read_number(const char *from, size_t len, double *number)
{
    char copy[64];
    const char *c = copy + (*from == '-');
    if (len >= sizeof copy)
        return false;
    memcpy(copy, from, len);
    copy[len] = '\0';
    if (!isdigit((unsigned char)*c) || copy + len != c + strspn(c, "0123456789.eE+-"))
        return false;
    char *end;
    *number = strtod(copy, &end);
    return !*end && isfinite(*number);
}

static void add(struct written *w, double number)
{
    if (w->inner != UINT32_MAX)
        w->childless[w->inner] = false;
    w->parent[w->count] = w->inner;
    w->number[w->count++] = number;
}

/* What is wrong with the character at c; NULL: *c is now behind what has been read. */
static const char *take(struct written *w, const char **c, const char *end)
{
    const char *from = *c;
    double number;
    if (*from != ')' && w->count && w->inner == UINT32_MAX)
        return "begins a second tree: put both between brackets";
    ++*c;
    if (*from == '(') {
        add(w, 0);
        w->inner = w->count - 1;
        w->childless[w->inner] = true;
        return NULL;
    }
    if (*from == ')') {
        if (w->inner == UINT32_MAX)
            return "closes a bracket that is not open";
        if (w->childless[w->inner])
            return "closes a node without children";
        w->inner = w->parent[w->inner];
        return NULL;
    }
    while (*c < end && !ends_number(**c))
        ++*c;
    if (!read_number(from, (size_t)(*c - from), &number))
        return "begins neither a number nor a bracket, as in ((3 5) (2 9))";
    add(w, number);
    return NULL;
}

static enum nash_status make(const struct written *w, bool min, struct nash_arena *arena, struct tree_problem *p,
                             struct nash_error *error)
{
    uint32_t node;
    struct stored_draft draft = {.nodes = w->count, .parent = w->parent, .number = w->number, .root_min = min};
    if (stored_make(&p->tree, &draft, arena, &node) != NASH_OK)
        return nash_fail(error, NASH_NOMEM, "", "the tree does not fit into the memory of this job");
    return NASH_OK;
}

enum nash_status tree_parse_text(const char *text, size_t len, struct nash_arena *arena, void **problem,
                                 struct nash_error *error)
{
    struct tree_problem *p = NASH_NEW(arena, struct tree_problem, 1);
    struct written w = {0};
    const char *end = text + len, *c = text;
    bool min = len >= 3 && strncmp(text, "MIN", 3) == 0, max = len >= 3 && strncmp(text, "MAX", 3) == 0;
    c += min || max ? 3 : 0;
    size_t nodes = count_nodes(c, end);
    if (nodes > STORED_NODES_MAX)
        return nash_fail(error, NASH_INVALID, "", "a tree has at most %d nodes, this one %zu", STORED_NODES_MAX, nodes);
    if (!p || !take_room(&w, nodes, arena))
        return nash_fail(error, NASH_NOMEM, "", "the tree does not fit into the memory of this job");
    while (c < end) {
        const char *from = c, *what = NULL;
        if (is_space(*c))
            c++;
        else
            what = take(&w, &c, end);
        if (what)
            return nash_fail(error, NASH_INVALID, "", "character %zu %s", (size_t)(from - text) + 1, what);
    }
    if (!w.count)
        return nash_fail(error, NASH_INVALID, "", "there is no tree: write one as ((3 5) (2 9))");
    if (w.inner != UINT32_MAX)
        return nash_fail(error, NASH_INVALID, "", "a bracket is left open at the end");
    *problem = p;
    return make(&w, min, arena, p, error);
}
