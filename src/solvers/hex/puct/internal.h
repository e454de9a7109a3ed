/* The memory of a search, and its variants for two sizes of sets. */
#ifndef HEX_PUCT_INTERNAL_H
#define HEX_PUCT_INTERNAL_H

#include "puct.h"

enum {
    PUCT_POOL_MAX = 128 << 20, /* bytes of the tree; when it is full, the search ends */
    PUCT_EDGES_MAX = 512,      /* the largest block of edges */
    PUCT_NODE_BYTES = 32,
    PUCT_EDGE_BYTES = 16
};

struct hex_puct {
    const struct hex_play_net *net;
    uint8_t rows, cols;
    void *workspace;
    struct connections *connections;
    uint8_t *pool; /* [pool_bytes] */
    size_t pool_bytes;
};

/* Returns the bytes that one simulation takes of the pool before its edges, and those that must be left for one more
 * simulation: a node, and the block of edges that grows. */
static inline size_t puct_node_bytes(unsigned cells)
{
    return PUCT_NODE_BYTES + (cells + 1) / 2 * 2 * sizeof(uint32_t);
}
static inline size_t puct_pool_spare(unsigned cells)
{
    return puct_node_bytes(cells) + PUCT_EDGES_MAX * PUCT_EDGE_BYTES;
}

typedef void puct_search_function(struct hex_puct *puct, const struct hex_position *position,
                                  const struct hex_puct_options *options, struct nash_rng *rng, struct nash_run *run,
                                  unsigned check, struct hex_opinion *opinion);
puct_search_function puct_search_2, puct_search_6;

/* Connections of a size of sets: connections/connections.h. */
struct nash_arena;
struct connections *connections_new_2(struct nash_arena *arena, unsigned rows, unsigned cols);
struct connections *connections_new_6(struct nash_arena *arena, unsigned rows, unsigned cols);
size_t connections_bytes_2(unsigned rows, unsigned cols);
size_t connections_bytes_6(unsigned rows, unsigned cols);

/* noise.c: writes `count` positive numbers with the sum 1, drawn from a symmetric Dirichlet distribution. */
void puct_dirichlet(struct nash_rng *rng, float alpha, unsigned count, float *share);

#endif
