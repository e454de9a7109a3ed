/* Sorts children: by insertion if they are few, else by heapsort. */
#include "move_ordering.h"

enum {
    INSERTION_MAX = 48,
    POLL = 16
}; /* POLL: nodes between two stop checks; a step in a large heap misses the cache at every level, 1.5 us */

/* The order: largest guess ^ mask first, then by number. */
struct key {
    const int32_t *guess;
    int32_t mask;
};

static inline bool ranks_before(const struct key *k, uint32_t a, uint32_t b)
{
    int32_t x = k->guess[a] ^ k->mask, y = k->guess[b] ^ k->mask;
    return x > y || (x == y && a < b);
}

static void insertion_sort(uint32_t *node, size_t count, const struct key *k)
{
    for (size_t i = 1; i < count; i++) {
        uint32_t x = node[i];
        size_t at = i;
        for (; at && ranks_before(k, x, node[at - 1]); at--)
            node[at] = node[at - 1];
        node[at] = x;
    }
}

/* Restores the heap below a place. The top of the heap is the last in the order. */
static void heap_sift_down(uint32_t *node, size_t count, size_t at, const struct key *k)
{
    uint32_t x = node[at];
    for (size_t below; (below = 2 * at + 1) < count; at = below) {
        if (below + 1 < count && ranks_before(k, node[below], node[below + 1]))
            below++;
        if (!ranks_before(k, x, node[below]))
            break;
        node[at] = node[below];
    }
    node[at] = x;
}

static bool is_sorted(const uint32_t *node, size_t count, const struct key *k)
{
    for (size_t i = 1; i < count; i++)
        if (ranks_before(k, node[i], node[i - 1]))
            return false;
    return true;
}

/* Sorts by heapsort. Returns false if stopped: ten million children take more than a second. */
static bool heap_sort(uint32_t *node, size_t count, const struct key *k, struct nash_run *run, unsigned check)
{
    for (size_t i = count / 2; i-- > 0;) {
        if (i % POLL == 0 && nash_stop(run, check))
            return false;
        heap_sift_down(node, count, i, k);
    }
    for (size_t end = count - 1; end > 0; end--) {
        if (end % POLL == 0 && nash_stop(run, check))
            return false;
        uint32_t last = node[0];
        node[0] = node[end];
        node[end] = last;
        heap_sift_down(node, end, 0, k);
    }
    return true;
}

bool sort_best_first(uint32_t *node, size_t count, const int32_t *guess, int32_t mask, struct nash_run *run,
                     unsigned check)
{
    struct key k = {guess, mask};
    if (count <= INSERTION_MAX) {
        insertion_sort(node, count, &k);
        return true;
    }
    return is_sorted(node, count, &k) || heap_sort(node, count, &k, run, check);
}
