/* The tree of UCT: memory of its nodes, and proofs. Compiled for each HEX_WORDS. */
#ifndef HEX_UCT_TREE_H
#define HEX_UCT_TREE_H

#include <solvers/hex/uct/node.h>

enum { CHUNK_NODES = 64, NO_NODE = 0 /* the root is no child */ };

struct step {
    struct node *node;
    unsigned move;
};

struct uct {
    struct cells cells;
    struct hex_uct_options options;
    struct nash_arena *arena;
    struct node **chunk; /* [chunk_limit] */
    uint32_t nodes, chunks, chunk_limit;
    bool full;
    struct step path[HEX_CELLS_MAX + 1];
    unsigned depth;
    enum hex_proof proof; /* of the root */
    int winning_move;
};

static inline struct node *tree_node(const struct uct *u, uint32_t id)
{
    return &u->chunk[id / CHUNK_NODES][id % CHUNK_NODES];
}

/* Returns the id of a new node with no counts; NO_NODE, and sets u->full, if the memory is used up. */
static inline uint32_t tree_add(struct uct *u)
{
    if (u->nodes == u->chunks * CHUNK_NODES) {
        struct node *chunk = NULL;
        if (u->chunks < u->chunk_limit)
            chunk = nash_arena_alloc_raw(u->arena, CHUNK_NODES * sizeof *chunk, 64);
        if (!chunk) {
            u->full = true;
            return NO_NODE;
        }
        u->chunk[u->chunks++] = chunk;
    }
    return u->nodes++;
}

/* Backs up that the side to move after the first `depth` moves of the path wins or loses. */
static inline void tree_prove(struct uct *u, unsigned depth, enum hex_proof proof)
{
    while (depth > 0) {
        struct step *step = &u->path[--depth];
        if (proof == HEX_LOSES) {
            proof = HEX_WINS;
            if (depth == 0)
                u->winning_move = (int)step->move;
        } else {
            node_close(step->node, step->move);
            if (!hex_set_is_empty(&step->node->open))
                return;
            proof = HEX_LOSES;
        }
    }
    u->proof = proof;
}

#endif
