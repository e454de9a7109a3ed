#include "order.h"

#include <base/intrusive_hash.h>

static unsigned size_of(const struct order_node *node)
{
    return node != NULL ? node->size : 0;
}

static void update_size(struct order_node *node)
{
    node->size = size_of(node->left) + 1 + size_of(node->right);
}

/* Puts `with` in the place of `node` below the parent of `node`. */
static void order_replace(struct order *order, struct order_node *node, struct order_node *with)
{
    struct order_node *up = node->up;
    if (up == NULL)
        order->root = with;
    else if (up->left == node)
        up->left = with;
    else
        up->right = with;
    if (with != NULL)
        with->up = up;
}

/* Rotates a node above its parent. */
static void order_rotate(struct order *order, struct order_node *node)
{
    struct order_node *parent = node->up, *middle;
    order_replace(order, parent, node);
    if (parent->left == node) {
        middle = node->right;
        parent->left = middle;
        node->right = parent;
    } else {
        middle = node->left;
        parent->right = middle;
        node->left = parent;
    }
    if (middle != NULL)
        middle->up = parent;
    parent->up = node;
    update_size(parent);
    update_size(node);
}

void order_add(struct order *order, struct order_node *node)
{
    struct order_node **at = &order->root, *up = NULL;
    while (*at != NULL) {
        up = *at;
        up->size++;
        at = order_is_before(node, up) ? &up->left : &up->right;
    }
    node->left = node->right = NULL;
    node->up = up;
    node->size = 1;
    node->weight = keyed_hash(0, &node->arrival, sizeof node->arrival); /* no client can choose the shape of the tree */
    *at = node;
    while (node->up != NULL && node->up->weight < node->weight)
        order_rotate(order, node);
}

void order_remove(struct order *order, struct order_node *node)
{
    while (node->left != NULL && node->right != NULL)
        order_rotate(order, node->left->weight > node->right->weight ? node->left : node->right);
    order_replace(order, node, node->left != NULL ? node->left : node->right);
    for (struct order_node *up = node->up; up != NULL; up = up->up)
        up->size--;
    node->left = node->right = node->up = NULL;
    node->size = 0;
}

struct order_node *order_first(const struct order *order)
{
    struct order_node *node = order->root;
    while (node != NULL && node->left != NULL)
        node = node->left;
    return node;
}

unsigned order_count_before(const struct order *order, const struct order_node *node)
{
    unsigned count = 0;
    for (const struct order_node *at = order->root; at != NULL;) {
        bool before = order_is_before(at, node);
        count += before ? size_of(at->left) + 1 : 0;
        at = before ? at->right : at->left;
    }
    return count;
}
