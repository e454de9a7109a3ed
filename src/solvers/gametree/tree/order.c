/* Sorting children: by insertion where they are few, else by a heap. */
#include "order.h"

#include <stdbool.h>

enum { FEW = 48 };

struct key {
    const int32_t *guess;
    int32_t mask;
};

static inline bool before(const struct key *k, uint32_t a, uint32_t b)
{
    int32_t x = k->guess[a] ^ k->mask, y = k->guess[b] ^ k->mask;
    return x > y || (x == y && a < b);
}

static void insert(uint32_t *node, size_t count, const struct key *k)
{
    for (size_t i = 1; i < count; i++) {
        uint32_t x = node[i];
        size_t at = i;
        for (; at && before(k, x, node[at - 1]); at--)
            node[at] = node[at - 1];
        node[at] = x;
    }
}

/* Lets the node at a place sink: the last of all stands on top of the heap. */
static void sink(uint32_t *node, size_t count, size_t at, const struct key *k)
{
    uint32_t x = node[at];
    for (size_t below; (below = 2 * at + 1) < count; at = below) {
        if (below + 1 < count && before(k, node[below], node[below + 1]))
            below++;
        if (!before(k, x, node[below]))
            break;
        node[at] = node[below];
    }
    node[at] = x;
}

void order_best_first(uint32_t *node, size_t count, const int32_t *guess, int32_t mask)
{
    struct key k = {guess, mask};
    if (count <= FEW) {
        insert(node, count, &k);
        return;
    }
    for (size_t i = count / 2; i-- > 0;)
        sink(node, count, i, &k);
    for (size_t end = count - 1; end > 0; end--) {
        uint32_t last = node[0];
        node[0] = node[end];
        node[end] = last;
        sink(node, end, 0, &k);
    }
}
