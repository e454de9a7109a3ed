/* Executions in order: highest priority first, first come first served within one priority. A treap whose nodes lie
 * inside the executions: adding, removing, and finding the first and the place of one take O(log n). Not locked. */
#ifndef JOBS_DISPATCH_ORDER_H
#define JOBS_DISPATCH_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct order_node {
    struct order_node *left, *right, *up; /* up: NULL at the root */
    unsigned size;                        /* nodes of its subtree; 0: in no order */
    uint64_t weight;                      /* random; not above that of `up` */
    uint64_t arrival;                     /* unique */
    int priority;
};

struct order {
    struct order_node *root;
};

/* Adds a node that is in no order; its arrival and priority are set and do not change while it is in. */
void order_add(struct order *order, struct order_node *node);
void order_remove(struct order *order, struct order_node *node);
struct order_node *order_first(const struct order *order); /* NULL: empty */
/* Returns how many nodes of an order go before this one, which may be in another. */
unsigned order_count_before(const struct order *order, const struct order_node *node);

static inline unsigned order_count(const struct order *order)
{
    return order->root != NULL ? order->root->size : 0;
}

/* Returns true when one node goes before the other. */
static inline bool order_is_before(const struct order_node *one, const struct order_node *other)
{
    return one->priority != other->priority ? one->priority > other->priority : one->arrival < other->arrival;
}

#endif
