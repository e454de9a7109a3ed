/* Cells that a stone would capture. Two neighbours of an empty cell are captured by a stone on it if, whichever of them
 * the opponent takes, a stone on the other one makes the opponent's stone dead: no path needs it. Both then count as
 * own stones. The most frequent case is a stone on the second row, which captures the two edge cells below it.
 *
 * The AND rule uses them: two carriers that meet only in cells captured by the key do not disturb each other. */
#include <string.h>

#include "internal.h"

enum { UNSEEN, OWN, THEIRS }; /* empty, or beyond a corner, which is of no side */

/* The six directions in turn. */
static const int8_t turn[HEX_NEIGHBOURS][2] = {{-1, 0}, {-1, 1}, {0, 1}, {1, 0}, {1, -1}, {0, -1}};

struct view {
    const struct hex_board *board;
    enum hex_color side;
};

static bool on_board(const struct hex_board *board, int row, int col)
{
    return row >= 0 && row < board->rows && col >= 0 && col < board->cols;
}

/* Returns what stands at a place, which may be an edge. */
static int view_at(const struct view *v, int row, int col)
{
    const struct hex_board *b = v->board;
    if (on_board(b, row, col)) {
        unsigned color = b->cell[row * b->cols + col];
        return color == HEX_EMPTY ? UNSEEN : color == v->side ? OWN : THEIRS;
    }
    bool above = row < 0 || row >= b->rows, beside = col < 0 || col >= b->cols;
    return above && beside ? UNSEEN : above == (v->side == HEX_BLACK) ? OWN : THEIRS;
}

/* Returns whether a cell with these neighbours is dead: four in turn of one side; three, and the other side opposite;
 * or two of each side, facing each other. */
static bool is_dead(const int seen[HEX_NEIGHBOURS])
{
    for (unsigned i = 0; i < HEX_NEIGHBOURS; i++) {
        int side = seen[i], other = OWN + THEIRS - side;
        if (side == UNSEEN || seen[(i + 1) % 6] != side)
            continue;
        if (seen[(i + 2) % 6] == side && (seen[(i + 3) % 6] == side || seen[(i + 4) % 6] == other))
            return true;
        if (seen[(i + 3) % 6] == other && seen[(i + 4) % 6] == other)
            return true;
    }
    return false;
}

/* Returns whether a cell is dead if own stones stand on two of its neighbours. */
static bool dead_with(const struct view *v, const int at[2], const int a[2], const int b[2])
{
    int seen[HEX_NEIGHBOURS];
    for (unsigned i = 0; i < HEX_NEIGHBOURS; i++) {
        int row = at[0] + turn[i][0], col = at[1] + turn[i][1];
        bool own = (row == a[0] && col == a[1]) || (row == b[0] && col == b[1]);
        seen[i] = own ? OWN : view_at(v, row, col);
    }
    return is_dead(seen);
}

void connections_capture(struct connections *c, const struct hex_board *board, enum hex_color side)
{
    struct view v = {board, side};
    for (unsigned x = c->solids; x < c->nodes; x++) {
        struct hex_set *captured = &c->captured[x];
        memset(captured, 0, sizeof *captured);
        int at[2] = {c->cell[x] / board->cols, c->cell[x] % board->cols};
        for (unsigned i = 0, k = 1; i < HEX_NEIGHBOURS; i++, k = (i + 1) % HEX_NEIGHBOURS) {
            int p[2] = {at[0] + turn[i][0], at[1] + turn[i][1]}, q[2] = {at[0] + turn[k][0], at[1] + turn[k][1]};
            if (!on_board(board, p[0], p[1]) || !on_board(board, q[0], q[1]))
                continue;
            unsigned first = (unsigned)(p[0] * board->cols + p[1]), second = (unsigned)(q[0] * board->cols + q[1]);
            if (board->cell[first] != HEX_EMPTY || board->cell[second] != HEX_EMPTY)
                continue;
            if (hex_set_has(captured, first) || hex_set_has(captured, second)) /* pairs have no cell in common */
                continue;
            if (dead_with(&v, p, at, q) && dead_with(&v, q, at, p)) {
                hex_set_add(captured, first);
                hex_set_add(captured, second);
            }
        }
    }
}
