/* The route table, compiled once into a trie over path segments. */
#ifndef HTTP_ROUTE_H
#define HTTP_ROUTE_H

#include <http/http.h>

enum { HTTP_METHODS = 5, HTTP_ALLOW_MAX = 48 };

struct http_routes;

/* A node of the trie. */
struct http_node {
    const char *literal; /* the segment of the edge to this node; NULL: a parameter (or the root) */
    size_t len;
    struct http_node *sibling, *child, *parameter; /* next literal sibling, first literal child, parameter child */
    unsigned methods;        /* bits of enum http_method that have a route here; 0: no path ends here */
    int route[HTTP_METHODS]; /* index into the table by bit number of the method, or -1 */
};

/* The parameters of a route, in the order of the path. */
struct http_path {
    unsigned count;
    struct {
        const char *name; /* into the route's path, not terminated */
        size_t len;
        unsigned segment; /* index of the path segment */
    } parameter[HTTP_SEGMENTS];
};

/* Compiles the table. Returns NULL with *error when a path is malformed or occurs twice with the same method. routes
 * must outlive the result. */
struct http_routes *http_routes_new(const struct http_route *routes, size_t count, struct nash_error *error);
void http_routes_free(struct http_routes *table);

/* Returns the node for these segments, or NULL. At each segment, from the left, a literal is tried before a
 * parameter. */
const struct http_node *http_routes_find(const struct http_routes *table, const char *const *segment, unsigned count);
/* Returns the parameters of the route with this index. */
const struct http_path *http_routes_path(const struct http_routes *table, int route);

/* Writes "GET, HEAD, OPTIONS" for Allow and Access-Control-Allow-Methods. Returns out. */
char *http_allow(unsigned methods, char out[HTTP_ALLOW_MAX]);

/* Returns the method of this (case-sensitive) name, or 0. HEAD counts as GET. */
unsigned http_method_of(const char *name, bool *is_head, bool *is_options);

#endif
