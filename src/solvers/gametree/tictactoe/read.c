/* Reads a request for tic-tac-toe. */
#include <string.h>

#include <solvers/gametree/tree/read/input.h>

#include "tictactoe.h"

/* Reads "X.O......", nine cells row by row. Absent: the empty board. */
static void read_board(struct reader *r, struct board *board)
{
    const char *text = reader_string(r, "board", BOARD_CELLS);
    if (!text)
        return;
    if (strlen(text) != BOARD_CELLS || strspn(text, "XO.") != BOARD_CELLS) {
        reader_fail(r, NASH_INVALID, "board",
                    "must be nine cells row by row, each X, O or '.', for example \".O..X....\"");
        return;
    }
    for (unsigned c = 0; c < BOARD_CELLS; c++) {
        board->x |= (uint16_t)((text[c] == 'X') << c);
        board->o |= (uint16_t)((text[c] == 'O') << c);
    }
}

void *tictactoe_parse(struct reader *r)
{
    static const char *const evaluations[] = {"open_lines", NULL};
    struct tree_input input = {0};
    struct tictactoe_problem *p = READER_NEW(r, struct tictactoe_problem, 1);
    if (!p)
        return NULL;
    read_board(r, &p->board);
    p->ply = (uint32_t)reader_int(r, "ply", 1, BOARD_CELLS, 0);
    p->symmetry = reader_bool(r, "symmetry", p->ply > 0);
    p->count = reader_bool(r, "count", false);
    reader_enum(r, "eval", evaluations, 0);
    tree_read_search(r, &p->search, &input);
    tree_choose_engine(&p->search);
    int x = __builtin_popcount(p->board.x), o = __builtin_popcount(p->board.o);
    p->min = input.has_to_move ? input.root_min : x > o;
    const char *fault = board_fault(p->board, p->min);
    if (fault)
        reader_fail(r, NASH_UNPROCESSABLE, "board", "cannot come up: %s (%d X, %d O, %s to move)", fault, x, o,
                    p->min ? "MIN" : "MAX");
    return p;
}
