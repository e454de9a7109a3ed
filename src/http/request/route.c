/* The route table as a trie.
 *
 * A node has a list of literal children and at most one parameter child. A node has at most a dozen literal children,
 * so a list compared by length and bytes is faster than hashing. The depth is at most HTTP_SEGMENTS. */
#include "route.h"

#include <stdlib.h>
#include <string.h>

struct http_routes {
    size_t count;
    struct http_node root;
    struct http_path *path; /* one per route */
};

static const struct {
    enum http_method method;
    const char *name;
} method_names[HTTP_METHODS] = {
    {HTTP_GET, "GET"}, {HTTP_POST, "POST"}, {HTTP_DELETE, "DELETE"}, {HTTP_PUT, "PUT"}, {HTTP_PATCH, "PATCH"}};

unsigned http_method_of(const char *name, bool *is_head, bool *is_options)
{
    *is_head = strcmp(name, "HEAD") == 0;
    *is_options = strcmp(name, "OPTIONS") == 0;
    if (*is_head)
        return HTTP_GET;
    for (size_t i = 0; i < HTTP_METHODS; i++)
        if (strcmp(name, method_names[i].name) == 0)
            return method_names[i].method;
    return 0;
}

char *http_allow(unsigned methods, char out[HTTP_ALLOW_MAX])
{
    char *at = out;
    for (size_t i = 0; i < HTTP_METHODS; i++) {
        if ((methods & method_names[i].method) == 0)
            continue;
        at = stpcpy(stpcpy(at, method_names[i].name), ", ");
        if (method_names[i].method == HTTP_GET)
            at = stpcpy(at, "HEAD, ");
    }
    strcpy(at, "OPTIONS");
    return out;
}

static struct http_node *node_new(const char *literal, size_t len)
{
    struct http_node *node = calloc(1, sizeof *node);
    if (node != NULL) {
        node->literal = literal;
        node->len = len;
        for (size_t i = 0; i < HTTP_METHODS; i++)
            node->route[i] = -1;
    }
    return node;
}

static struct http_node *literal_child(struct http_node *node, const char *text, size_t len)
{
    for (struct http_node *child = node->child; child != NULL; child = child->sibling)
        if (child->len == len && memcmp(child->literal, text, len) == 0)
            return child;
    struct http_node *child = node_new(text, len);
    if (child != NULL) {
        child->sibling = node->child;
        node->child = child;
    }
    return child;
}

static struct http_node *parameter_child(struct http_node *node)
{
    if (node->parameter == NULL)
        node->parameter = node_new(NULL, 0);
    return node->parameter;
}

/* Returns the node of a path, which is added if missing; *path gets its parameters. NULL: malformed, or out of
 * memory. */
static struct http_node *node_add_path(struct http_node *node, const char *text, struct http_path *path)
{
    if (text[0] != '/')
        return NULL;
    if (text[1] == '\0')
        return node;
    for (unsigned segment = 0; *text == '/' && node != NULL; segment++) {
        size_t len = strcspn(++text, "/");
        if (len == 0 || segment == HTTP_SEGMENTS)
            return NULL;
        if (text[0] == '{' && len > 2 && text[len - 1] == '}') {
            path->parameter[path->count].name = text + 1;
            path->parameter[path->count].len = len - 2;
            path->parameter[path->count++].segment = segment;
            node = parameter_child(node);
        } else {
            node = literal_child(node, text, len);
        }
        text += len;
    }
    return node;
}

static bool add_route(struct http_routes *table, const struct http_route *route, int index, struct nash_error *error)
{
    struct http_node *node = node_add_path(&table->root, route->path, &table->path[index]);
    if (node == NULL || __builtin_popcount(route->method) != 1 || route->method >= 1u << HTTP_METHODS ||
        route->handle == NULL) {
        nash_fail(error, NASH_INTERNAL, "", "route %s is malformed", route->path);
        return false;
    }
    int method = __builtin_ctz(route->method);
    if (node->route[method] >= 0) {
        nash_fail(error, NASH_INTERNAL, "", "route %s is in the table twice", route->path);
        return false;
    }
    node->route[method] = index;
    node->methods |= route->method;
    return true;
}

struct http_routes *http_routes_new(const struct http_route *routes, size_t count, struct nash_error *error)
{
    struct http_routes *table = calloc(1, sizeof *table);
    struct http_path *path = calloc(count + 1, sizeof *path);
    if (table == NULL || path == NULL) {
        free(table);
        free(path);
        nash_fail(error, NASH_NOMEM, "", "out of memory for the route table");
        return NULL;
    }
    table->path = path;
    table->count = count;
    for (size_t i = 0; i < HTTP_METHODS; i++)
        table->root.route[i] = -1;
    for (size_t i = 0; i < count; i++) {
        if (!add_route(table, &routes[i], (int)i, error)) {
            http_routes_free(table);
            return NULL;
        }
    }
    return table;
}

static void free_below(struct http_node *node)
{
    for (struct http_node *child = node->child, *next; child != NULL; child = next) {
        next = child->sibling;
        free_below(child);
        free(child);
    }
    if (node->parameter != NULL)
        free_below(node->parameter);
    free(node->parameter);
}

void http_routes_free(struct http_routes *table)
{
    if (table == NULL)
        return;
    free_below(&table->root);
    free(table->path);
    free(table);
}

static const struct http_node *node_find(const struct http_node *node, const char *const *segment, unsigned count)
{
    if (count == 0)
        return node->methods != 0 ? node : NULL;
    size_t len = strlen(segment[0]);
    for (const struct http_node *child = node->child; child != NULL; child = child->sibling) {
        if (child->len != len || memcmp(child->literal, segment[0], len) != 0)
            continue;
        const struct http_node *found = node_find(child, segment + 1, count - 1);
        if (found != NULL)
            return found;
        break; /* no other literal child matches */
    }
    return node->parameter != NULL ? node_find(node->parameter, segment + 1, count - 1) : NULL;
}

const struct http_node *http_routes_find(const struct http_routes *table, const char *const *segment, unsigned count)
{
    return node_find(&table->root, segment, count);
}

const struct http_path *http_routes_path(const struct http_routes *table, int route)
{
    return &table->path[route];
}
