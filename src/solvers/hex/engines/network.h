/* The board as seen by one side: its stones are joined into groups, the stones of the other side are absent. Used by
 * the engine "resistance" and by two-distances. */
#ifndef HEX_ENGINES_NETWORK_H
#define HEX_ENGINES_NETWORK_H

#include <solvers/hex/board/board.h>
#include <solvers/hex/board/set.h>

enum {
    HEX_NETWORK_NODES = HEX_CELLS_MAX + 2, /* all cells, then the two edges of the side */
    HEX_LINKS_MAX = HEX_NEIGHBOURS + 2
};

/* A node is an empty cell, or a group of stones and edges, whose number is that of its first cell or edge. */
struct hex_network {
    unsigned cells;
    uint16_t node[HEX_NETWORK_NODES]; /* of a cell or edge; HEX_NETWORK_NODES: a stone of the other side */
    uint16_t edge[2];                 /* nodes of the edges: top and bottom, or left and right */
    uint8_t links[HEX_CELLS_MAX];     /* of an empty cell: number of different nodes it touches */
    uint16_t link[HEX_CELLS_MAX][HEX_LINKS_MAX];
    struct hex_set empty;
};

void hex_network_of(const struct hex_board *board, enum hex_color side, struct hex_network *network);

/* Returns whether a stone on this empty cell joins both edges. */
bool hex_network_joins(const struct hex_network *network, unsigned cell);

/* Two-distances (van Rijswijck, 2000). A cell has the distance 1 to an edge it touches, itself or by a group of the
 * side; else one more than the second smallest distance of its neighbours, because the other side blocks the best.
 * Writes for each empty cell the sum of the squares of its distances to both edges of the side, HEX_FAR if one is
 * infinite. Squares, since on an empty board the sums are all the same. */
enum { HEX_FAR = 10000 };
void hex_two_distances(const struct hex_network *network, uint16_t sum[HEX_CELLS_MAX]);

/* Writes the share of the current that flows through each empty cell, 0..1, when each empty cell is a resistor, a group
 * has no resistance and a voltage is applied to the edges (Anshelevich, 2002). Returns the conductance between the
 * edges: 0 if no current can flow; then all shares are 0. The edges are not joined yet. */
double hex_currents(const struct hex_network *network, double share[HEX_CELLS_MAX]);

#endif
