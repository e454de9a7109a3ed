/* The search: its defaults, its memory, and the choice of the size of its sets. */
#include <nash/arena.h>
#include <solvers/hex/engines/player.h>

#include "internal.h"

struct hex_puct_options hex_puct_defaults(void)
{
    return (struct hex_puct_options){
        .simulations = 400, .exploration = 1.5f, .reduction = 0.2f, .noise_alpha = 10, .connect = 100};
}

static bool is_small(unsigned rows, unsigned cols)
{
    return rows * cols <= 128;
}

/* Each simulation adds a node and an edge. A block of edges has at most twice as many as are used, and all blocks that
 * were outgrown are together smaller than it. */
static size_t pool_bytes(unsigned cells, uint32_t simulations)
{
    uint64_t bytes = (uint64_t)simulations * (puct_node_bytes(cells) + 4 * PUCT_EDGE_BYTES);
    return (size_t)(bytes < PUCT_POOL_MAX ? bytes : PUCT_POOL_MAX) + puct_pool_spare(cells);
}

size_t hex_puct_memory(const struct hex_net_shape *shape, unsigned rows, unsigned cols, uint32_t simulations)
{
    return sizeof(struct hex_puct) + hex_player_workspace(shape, rows, cols) + pool_bytes(rows * cols, simulations) +
           (is_small(rows, cols) ? connections_bytes_2 : connections_bytes_6)(rows, cols) + HEX_ARENA_SPARE;
}

struct hex_puct *hex_puct_new(struct nash_arena *arena, const struct hex_play_net *net, unsigned rows, unsigned cols,
                              uint32_t simulations)
{
    struct hex_puct *puct = NASH_NEW(arena, struct hex_puct, 1);
    if (!puct)
        return NULL;
    puct->net = net;
    puct->rows = (uint8_t)rows;
    puct->cols = (uint8_t)cols;
    puct->workspace = nash_arena_alloc_raw(arena, hex_player_workspace(hex_play_net_shape(net), rows, cols), 64);
    puct->connections = (is_small(rows, cols) ? connections_new_2 : connections_new_6)(arena, rows, cols);
    puct->pool_bytes = pool_bytes(rows * cols, simulations);
    puct->pool = nash_arena_alloc_raw(arena, puct->pool_bytes, 64);
    return puct->workspace && puct->connections && puct->pool ? puct : NULL;
}

void hex_puct_search(struct hex_puct *puct, const struct hex_position *position, const struct hex_puct_options *options,
                     struct nash_rng *rng, struct nash_run *run, unsigned check, struct hex_opinion *opinion)
{
    (is_small(puct->rows, puct->cols) ? puct_search_2 : puct_search_6)(puct, position, options, rng, run, check,
                                                                       opinion);
}
