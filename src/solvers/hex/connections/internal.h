/* The lists of one build. */
#ifndef HEX_CONNECTIONS_INTERNAL_H
#define HEX_CONNECTIONS_INTERNAL_H

#include "connections.h"

/* Limits, chosen by measurement: README.md. */
enum {
    FULLS_MAX = 10,      /* full connections of two ends */
    SEMIS_MAX = 20,      /* semi connections of two ends */
    EDGE_SEMIS_MAX = 64, /* of the two edges */
    OR_MAX = 4,          /* semi connections that one OR joins */
    OPEN_MAX = 8,        /* cells in a carrier between two empty ends */
    NODES_MAX = HEX_CELLS_MAX + 2,
    CHUNK = 14
};

enum { FIRST_EDGE, LAST_EDGE }; /* nodes; groups follow, then empty cells */

/* A connection: waiting in a bucket, or found and in the list of its pair. */
struct link {
    struct hex_set carrier;
    uint32_t next; /* of its bucket, its list or the free ones; 0 is the end */
    uint16_t x, y; /* nodes, x < y */
    uint16_t key;  /* cell; semi only */
    uint16_t size; /* of the carrier */
    bool full;
};

struct pair {
    uint32_t full, semi;           /* first of its lists, smallest carriers first */
    uint32_t full_last, semi_last; /* 0: the list is empty */
    uint16_t fulls, semis;
};

/* Full connections that begin at one node, in the order found, copied for a scan without pointers. */
struct chunk {
    uint32_t next, count;
    struct ray {
        struct hex_set mask; /* carrier, and the other end if it is empty */
        uint16_t node;       /* the other end */
        uint16_t size;       /* of the carrier */
    } ray[CHUNK];
};

struct fan {
    uint32_t first, last; /* chunks */
};

struct connections {
    unsigned rows, cols, cells, nodes, solids; /* nodes below `solids` are edges and groups */
    bool joined;                               /* stones join the edges */
    bool reached;                              /* the goal */
    enum connections_goal goal;
    struct hex_set empty;
    struct hex_set common, joint; /* of the edges' semi connections: common cells; union of those that reduced them */
    uint16_t node[HEX_CELLS_MAX]; /* of each cell; the opponent's cells have none: UINT16_MAX */
    uint16_t cell[NODES_MAX];     /* of empty nodes */
    struct hex_set captured[NODES_MAX]; /* by a stone on an empty node */
    struct fan to_solid[NODES_MAX], to_empty[NODES_MAX];
    uint32_t bucket[HEX_CELLS_MAX + 1]; /* waiting links by the size of the carrier */
    unsigned size;                      /* bucket in work */
    struct link *link;                  /* [links]; link 0 is not used */
    uint32_t links, links_used, link_free;
    struct chunk *chunk; /* [chunks]; chunk 0 is not used */
    uint32_t chunks, chunks_used;
    struct pair *pair; /* [nodes * (nodes - 1) / 2] */
};

#define connections_capture HEX_SIZED(connections_capture)
#define connections_graph   HEX_SIZED(connections_graph)
#define connections_push    HEX_SIZED(connections_push)
#define connections_or      HEX_SIZED(connections_or)

static inline struct pair *pair_of(struct connections *c, unsigned x, unsigned y)
{
    return x < y ? &c->pair[y * (y - 1) / 2 + x] : &c->pair[x * (x - 1) / 2 + y];
}

/* Numbers the groups and the empty cells of a side. */
void connections_graph(struct connections *c, const struct hex_board *board, enum hex_color side);

/* Finds the cells that a stone on each empty node captures. */
void connections_capture(struct connections *c, const struct hex_board *board, enum hex_color side);

/* Puts a connection in its bucket, by the number of cells in its carrier, unless one with a smaller carrier makes it
 * useless. The key counts for semi ones. */
void connections_push(struct connections *c, unsigned x, unsigned y, const struct hex_set *carrier, unsigned size,
                      bool full, unsigned key);

/* The OR rule: pushes the full connections that a semi connection gives together with those listed before it. */
void connections_or(struct connections *c, const struct pair *pair, const struct link *semi);

#endif
