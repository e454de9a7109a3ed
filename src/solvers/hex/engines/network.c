/* The nodes of a side and what they touch. */
#include "network.h"

#include <string.h>

static unsigned find_root(uint16_t *root, unsigned node)
{
    while (root[node] != node)
        node = root[node] = root[root[node]];
    return node;
}

static void join_nodes(uint16_t *root, unsigned a, unsigned b)
{
    unsigned x = find_root(root, a), y = find_root(root, b);
    root[x > y ? x : y] = (uint16_t)(x < y ? x : y);
}

/* Writes the edges of the side that a cell touches, as numbers behind the cells; returns how many. */
static unsigned edges_of(const struct hex_board *board, enum hex_color side, unsigned cell, uint16_t out[2])
{
    unsigned at = side == HEX_BLACK ? cell / board->cols : cell % board->cols;
    unsigned last = (side == HEX_BLACK ? board->rows : board->cols) - 1U, n = 0;
    if (at == 0)
        out[n++] = (uint16_t)hex_cells(board);
    if (at == last)
        out[n++] = (uint16_t)(hex_cells(board) + 1);
    return n;
}

static unsigned touches_of(const struct hex_board *board, enum hex_color side, unsigned cell,
                           uint16_t out[HEX_LINKS_MAX])
{
    unsigned n = hex_neighbours(board, cell, out);
    return n + edges_of(board, side, cell, out + n);
}

static void add_links(struct hex_network *network, unsigned cell, const uint16_t *touched, unsigned count)
{
    uint16_t *link = network->link[cell];
    unsigned n = 0;
    for (unsigned i = 0; i < count; i++) {
        uint16_t node = network->node[touched[i]];
        bool present = node == HEX_NETWORK_NODES;
        for (unsigned k = 0; k < n && !present; k++)
            present = link[k] == node;
        if (!present)
            link[n++] = node;
    }
    network->links[cell] = (uint8_t)n;
}

void hex_network_of(const struct hex_board *board, enum hex_color side, struct hex_network *network)
{
    unsigned cells = hex_cells(board), n;
    uint16_t touched[HEX_LINKS_MAX];
    memset(network, 0, sizeof *network);
    network->cells = cells;
    for (unsigned i = 0; i < cells + 2; i++)
        network->node[i] = (uint16_t)i;
    for (unsigned cell = 0; cell < cells; cell++) {
        if (board->cell[cell] != side)
            continue;
        n = touches_of(board, side, cell, touched);
        for (unsigned i = 0; i < n; i++)
            if (touched[i] >= cells || board->cell[touched[i]] == side)
                join_nodes(network->node, cell, touched[i]);
    }
    for (unsigned i = 0; i < cells + 2; i++)
        network->node[i] = i < cells && board->cell[i] == hex_other(side) ? (uint16_t)HEX_NETWORK_NODES
                                                                          : (uint16_t)find_root(network->node, i);
    network->edge[0] = network->node[cells];
    network->edge[1] = network->node[cells + 1];
    for (unsigned cell = 0; cell < cells; cell++) {
        if (board->cell[cell] != HEX_EMPTY)
            continue;
        hex_set_add(&network->empty, cell);
        n = touches_of(board, side, cell, touched);
        add_links(network, cell, touched, n);
    }
}

bool hex_network_joins(const struct hex_network *network, unsigned cell)
{
    bool met[2] = {false, false};
    for (unsigned i = 0; i < network->links[cell]; i++) {
        met[0] = met[0] || network->link[cell][i] == network->edge[0];
        met[1] = met[1] || network->link[cell][i] == network->edge[1];
    }
    return met[0] && met[1];
}
