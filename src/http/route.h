/* The route table, compiled once into a trie over path segments. */
#ifndef HTTP_ROUTE_H
#define HTTP_ROUTE_H

#include "http.h"

enum { HTTP_METHODS = 5, HTTP_ALLOW_MAX = 48 };

struct http_routes;

/* A place in the trie where a path ends. */
struct http_node {
    const char *literal; /* the segment that leads here; NULL: a parameter (or the root) */
    size_t len;
    struct http_node *sibling, *child, *parameter;
    unsigned methods;        /* bits of enum http_method with a route here; 0: no path ends here */
    int route[HTTP_METHODS]; /* index into the table by bit number of the method, or -1 */
};

/* Where a route's parameters stand. */
struct http_path {
    unsigned count;
    struct {
        const char *name; /* into the route's path, not terminated */
        size_t len;
        unsigned segment;
    } parameter[HTTP_SEGMENTS];
};

/* NULL with *error when a path is malformed or given twice for a method. routes must outlive the result. */
struct http_routes *http_routes_new(const struct http_route *routes, size_t count, struct nash_error *error);
void http_routes_free(struct http_routes *table);

/* The node for these segments, or NULL. A literal beats a parameter segment by segment, from the left; where the
 * literal leads nowhere, the parameter is tried. */
const struct http_node *http_routes_find(const struct http_routes *table, const char *const *segment, unsigned count);
const struct http_path *http_routes_path(const struct http_routes *table, int route);

/* "GET, HEAD, OPTIONS" for Allow and Access-Control-Allow-Methods. Returns out. */
char *http_allow(unsigned methods, char out[HTTP_ALLOW_MAX]);

/* The method of that (case-sensitive) name, or 0. HEAD counts as GET. */
unsigned http_method_of(const char *name, bool *is_head, bool *is_options);

#endif
