/* Nodes of a build: edges, groups of stones, empty cells. */
#include <string.h>

#include "internal.h"

/* Gives a node to a stone and to all stones joined to it. Returns whether one of them touches the last edge. */
static bool flood(struct connections *c, const struct hex_board *board, enum hex_color side, unsigned cell,
                  unsigned node)
{
    uint16_t stack[HEX_CELLS_MAX], next[HEX_NEIGHBOURS];
    unsigned waiting = 0;
    bool touches = false;
    c->node[cell] = (uint16_t)node;
    stack[waiting++] = (uint16_t)cell;
    while (waiting) {
        cell = stack[--waiting];
        touches |= side == HEX_BLACK ? cell / c->cols == c->rows - 1 : cell % c->cols == c->cols - 1;
        unsigned n = hex_neighbours(board, cell, next);
        for (unsigned i = 0; i < n; i++)
            if (board->cell[next[i]] == side && c->node[next[i]] == UINT16_MAX) {
                c->node[next[i]] = (uint16_t)node;
                stack[waiting++] = next[i];
            }
    }
    return touches;
}

/* Floods from the stones of one edge's line. */
static bool flood_edge(struct connections *c, const struct hex_board *board, enum hex_color side, unsigned edge)
{
    unsigned count = side == HEX_BLACK ? c->cols : c->rows, step = side == HEX_BLACK ? 1 : c->cols;
    unsigned first = edge == FIRST_EDGE ? 0 : side == HEX_BLACK ? (c->rows - 1) * c->cols : c->cols - 1;
    bool touches = false;
    for (unsigned i = 0; i < count; i++) {
        unsigned cell = first + i * step;
        if (board->cell[cell] == side && c->node[cell] == UINT16_MAX)
            touches |= flood(c, board, side, cell, edge);
    }
    return touches;
}

void connections_graph(struct connections *c, const struct hex_board *board, enum hex_color side)
{
    memset(c->node, 0xff, sizeof c->node);
    memset(&c->empty, 0, sizeof c->empty);
    c->joined = flood_edge(c, board, side, FIRST_EDGE);
    flood_edge(c, board, side, LAST_EDGE);
    c->nodes = LAST_EDGE + 1;
    for (unsigned cell = 0; cell < c->cells; cell++)
        if (board->cell[cell] == side && c->node[cell] == UINT16_MAX)
            flood(c, board, side, cell, c->nodes++);
    c->solids = c->nodes;
    for (unsigned cell = 0; cell < c->cells; cell++)
        if (board->cell[cell] == HEX_EMPTY) {
            hex_set_add(&c->empty, cell);
            c->cell[c->nodes] = (uint16_t)cell;
            c->node[cell] = (uint16_t)c->nodes++;
        }
}
