/* The nodes and edges of PUCT.
 *
 * A node has its moves in the order in which they are tried: among moves without a visit the one with the largest
 * prior is next, as all have the same value. Only tried moves have an edge, so a node takes few bytes. Nodes and blocks
 * of edges lie in one pool; a place is an offset in units of 8 bytes. */
#ifndef HEX_PUCT_NODE_H
#define HEX_PUCT_NODE_H

#include "internal.h"

enum {
    PLACE_UNIT = 8,
    NO_NODE = UINT32_MAX,
    NO_EDGE = PUCT_EDGES_MAX,
    PRIOR_UNIT = 65535,
    BLOCKS = 10,
    EDGE_CLOSED = -1
};

struct edge {
    float sum; /* of the values of its visits, for the side that moves here */
    uint32_t visits;
    uint32_t node; /* place; NO_NODE: the position has none */
    float prior;   /* EDGE_CLOSED: the move is proved to lose */
};
_Static_assert(sizeof(struct edge) == PUCT_EDGE_BYTES, "edges of the pool");

struct node {
    uint32_t visits;       /* simulations, its own evaluation included */
    float sum;             /* of their values, for its side to move: -1 to 1 */
    uint32_t edge;         /* place of its edges, if it has any */
    uint16_t moves, tried; /* all moves, and those with an edge */
    uint16_t open;         /* moves that are not proved to lose */
    uint16_t winning;      /* the edge that is proved to win, or NO_EDGE */
    uint8_t proof;         /* enum hex_proof, of its side to move */
    uint8_t block;         /* its edges have room for 1 << block; 0: there are none */
    bool connected;        /* virtual connections were looked for */
    uint32_t move[]; /* [moves] prior << 16 | 0xffff - cell: tried ones, the one with the largest prior, the rest */
};
_Static_assert(sizeof(struct node) <= PUCT_NODE_BYTES, "nodes of the pool");

struct step {
    struct node *node;
    unsigned edge;
};

struct tree {
    uint8_t *pool;
    size_t used, bytes;
    uint32_t
        unused[BLOCKS]; /* places of blocks of edges that were outgrown, by their size; each begins with the next */
    struct step path[HEX_CELLS_MAX + 1];
    unsigned depth;
};

static inline void *tree_at(const struct tree *t, uint32_t place)
{
    return t->pool + (size_t)place * PLACE_UNIT;
}

static inline struct edge *node_edges(const struct tree *t, const struct node *node)
{
    return tree_at(t, node->edge);
}

static inline unsigned node_cell(const struct node *node, unsigned i)
{
    return 0xffff - (node->move[i] & 0xffff);
}

static inline float node_prior(const struct node *node, unsigned i)
{
    return (float)(node->move[i] >> 16) * (1.0f / PRIOR_UNIT);
}

/* Makes the move with the largest prior the next one to try. */
static inline void node_sort_next(struct node *node)
{
    unsigned best = node->tried;
    uint32_t most = 0;
    for (unsigned i = node->tried; i < node->moves; i++)
        most = node->move[i] > most ? node->move[i] : most;
    while (best < node->moves && node->move[best] != most)
        best++;
    if (best < node->moves) {
        node->move[best] = node->move[node->tried];
        node->move[node->tried] = most;
    }
}

#endif
