/* A request for tic-tac-toe. */
#include <string.h>

#include "../tree/reader.h"
#include "tictactoe.h"

/* "X.O......", nine cells row by row; absent: the empty board. */
static enum nash_status read_board(const struct tree_reader *r, struct board *board)
{
    const char *text = ".........";
    enum nash_status status = nash_json_string(r->doc->root, "", "board", BOARD_CELLS, &text, r->error);
    if (status != NASH_OK)
        return status;
    if (strlen(text) != BOARD_CELLS || strspn(text, "XO.") != BOARD_CELLS)
        return nash_fail(r->error, NASH_INVALID, "/board",
                         "must be nine cells row by row, each X, O or '.', for example \".O..X....\"");
    for (unsigned c = 0; c < BOARD_CELLS; c++) {
        board->x |= (uint16_t)((text[c] == 'X') << c);
        board->o |= (uint16_t)((text[c] == 'O') << c);
    }
    return NASH_OK;
}

static enum nash_status read_members(struct tree_reader *r, struct tictactoe_problem *p)
{
    const cJSON *root = r->doc->root, *eval = nash_json_get(root, "eval");
    int64_t ply = 0;
    enum nash_status status = read_board(r, &p->board);
    if (status == NASH_OK)
        status = nash_json_int(root, "", "ply", 1, BOARD_CELLS, &ply, r->error);
    p->ply = (uint32_t)ply;
    p->symmetry = ply > 0;
    if (status == NASH_OK)
        status = nash_json_bool(root, "", "symmetry", &p->symmetry, r->error);
    if (status == NASH_OK)
        status = nash_json_bool(root, "", "count", &p->count, r->error);
    if (status == NASH_OK && eval && !(cJSON_IsString(eval) && strcmp(eval->valuestring, "open_lines") == 0))
        return nash_fail(r->error, NASH_INVALID, "/eval", "must be open_lines");
    return status == NASH_OK ? tree_read_search(r, &p->search) : status;
}

enum nash_status tictactoe_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                                 struct nash_error *error)
{
    struct tree_reader r = {.doc = doc, .arena = arena, .error = error};
    struct tictactoe_problem *p = NASH_NEW(arena, struct tictactoe_problem, 1);
    if (!p)
        return tree_reader_full(&r, "");
    enum nash_status status = read_members(&r, p);
    if (status != NASH_OK)
        return status;
    int x = __builtin_popcount(p->board.x), o = __builtin_popcount(p->board.o);
    p->min = r.min_said ? r.root_min : x > o;
    const char *fault = board_fault(p->board, p->min);
    if (fault)
        return nash_fail(error, NASH_UNPROCESSABLE, "/board", "cannot come up: %s (%d X, %d O, %s to move)", fault, x,
                         o, p->min ? "MIN" : "MAX");
    *problem = p;
    return NASH_OK;
}
