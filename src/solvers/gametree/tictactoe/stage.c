/* Builds the tree below a board, level by level. */
#include "tictactoe.h"

int32_t tictactoe_score(const struct tictactoe_problem *p, struct board b)
{
    int32_t won = p->ply ? TICTACTOE_WON : 1;
    if (board_has_line(b.x))
        return won;
    if (board_has_line(b.o))
        return -won;
    return p->ply ? (int32_t)board_open(b.o) - (int32_t)board_open(b.x) : 0;
}

/* Returns an upper bound of the number of nodes, as if no game ended early and symmetry removed no move. */
static uint32_t max_nodes(const struct tictactoe_problem *p)
{
    uint32_t level = 1, nodes = 1;
    uint32_t left = BOARD_CELLS - (uint32_t)__builtin_popcount(board_taken(p->board));
    for (uint32_t ply = 0; left && (!p->ply || ply < p->ply); ply++) {
        level *= left--;
        nodes += level;
    }
    return nodes;
}

/* Returns whether one of the nodes first .. end - 1 is equal to the board by symmetry. */
static bool is_symmetric_repeat(const struct tictactoe_stage *s, uint32_t first, uint32_t end, struct board b)
{
    unsigned canonical = board_canonical(b);
    for (uint32_t c = first; c < end; c++)
        if (board_canonical(s->board[c]) == canonical)
            return true;
    return false;
}

static uint32_t add_children(struct tictactoe_stage *s, const struct tictactoe_problem *p, uint32_t node, uint32_t end)
{
    struct board b = s->board[node];
    uint32_t first = end;
    for (unsigned cell = 0; cell < BOARD_CELLS; cell++) {
        struct board next = board_play(b, stored_min(s->tree, node), cell);
        if (board_taken(b) >> cell & 1 || (p->symmetry && is_symmetric_repeat(s, first, end, next)))
            continue;
        s->board[end] = next;
        s->cell[end++] = (uint8_t)cell;
    }
    return end;
}

enum nash_status tictactoe_build(struct tictactoe_stage *s, const struct tictactoe_problem *p, struct nash_arena *arena)
{
    uint32_t most = max_nodes(p), end = 1;
    struct stored_tree *tree = s->tree = stored_new(most, arena);
    s->board = NASH_NEW(arena, struct board, most);
    s->cell = NASH_NEW(arena, uint8_t, most);
    if (!tree || !s->board || !s->cell || !(tree->level = NASH_NEW(arena, uint32_t, BOARD_CELLS + 2)))
        return NASH_NOMEM;
    s->board[0] = p->board;
    tree->won = p->ply ? TICTACTOE_WON : 0;
    for (uint32_t v = 0, depth = 0, next = 1; v < end; v++) {
        if (v == next) {
            tree->level[++depth] = v;
            next = end;
        }
        bool min = p->min != (depth % 2 == 1), leaf = board_over(s->board[v]) || (p->ply && depth == p->ply);
        tree->first[v] = end;
        tree->leaves += leaf;
        tree->score[v] = tictactoe_score(p, s->board[v]);
        tree->depth = depth;
        if (leaf)
            continue;
        tree->min[v / 64] |= (uint64_t)min << (v % 64);
        end = add_children(s, p, v, end);
    }
    tree->nodes = tree->first[end] = tree->level[tree->depth + 1] = end;
    return NASH_OK;
}
