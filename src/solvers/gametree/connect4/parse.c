/* {"game": "connect4", "moves": "4455"}: columns 1 to 7 from the empty board; or {"game": "connect4", "board": six rows
 * of seven from the top}: X who moves first, O, and '.'. Whoever has fewer stones is to move, X where they have as
 * many.
 *
 * A position that no game can come to is refused: a full column, a move after a line of four, stones in the air, wrong
 * numbers, a line that is not the last move's, colours stacked so that no order of moves makes them. */
#include <string.h>

#include "connect4.h"

const char *const c4_members[] = {"moves", "board", NULL};

/* ---- moves ---- */

static enum nash_status read_moves(const cJSON *item, struct c4_board *board, struct nash_error *error)
{
    const char *text = item->valuestring;
    if (!cJSON_IsString(item))
        return nash_fail(error, NASH_INVALID, "/moves", "must be a string of columns, for example \"4455\"");
    if (strspn(text, "1234567") != strlen(text) || strlen(text) > C4_CELLS)
        return nash_fail(error, NASH_INVALID, "/moves", "must be at most %d columns from 1 to %d, for example \"4455\"",
                         C4_CELLS, C4_COLUMNS);
    for (int i = 0; text[i]; i++) {
        int column = text[i] - '1';
        if (c4_is_won(board))
            return nash_fail(error, NASH_UNPROCESSABLE, "/moves",
                             "move %d makes a line of four, which ends the game: %d more cannot be played", i,
                             (int)strlen(text) - i);
        if (!(c4_playable(board->all) & c4_column(column)))
            return nash_fail(error, NASH_UNPROCESSABLE, "/moves", "move %d goes to column %d, which is full", i + 1,
                             column + 1);
        *board = c4_play(board, column);
    }
    return NASH_OK;
}

/* ---- board ---- */

/* A row that the schema allows, into the sides' cells. */
static bool read_row(const cJSON *row, int height, uint64_t side[2])
{
    if (!cJSON_IsString(row) || strlen(row->valuestring) != C4_COLUMNS || strspn(row->valuestring, "XO.") != C4_COLUMNS)
        return false;
    for (int column = 0; column < C4_COLUMNS; column++) {
        char c = row->valuestring[column];
        if (c != '.')
            side[c == 'O'] |= UINT64_C(1) << (C4_STRIDE * column + height);
    }
    return true;
}

/* Every stone lies on another or on the ground. */
static enum nash_status check_ground(uint64_t all, struct nash_error *error)
{
    char at[32];
    uint64_t floating = all & ~(all << 1 | C4_BOTTOM);
    if (!floating)
        return NASH_OK;
    int cell = __builtin_ctzll(floating), column = cell / C4_STRIDE, row = C4_ROWS - 1 - cell % C4_STRIDE;
    return nash_fail(error, NASH_UNPROCESSABLE, nash_pointer_index(at, sizeof at, "/board", (size_t)row),
                     "the stone in column %d has nothing below it", column + 1);
}

/* Lines belong to the side that moved last and all run through one stone that may have been the last. */
static enum nash_status check_lines(const struct c4_board *board, struct nash_error *error)
{
    uint64_t last = board->own ^ board->all, tops = board->all & ~(board->all >> 1) & last;
    if (c4_has_four(board->own))
        return nash_fail(error, NASH_UNPROCESSABLE, "/board",
                         "%c has a line of four and is to move: the game was over before the last stone",
                         board->stones % 2 == 0 ? 'X' : 'O');
    for (; c4_has_four(last) && tops; tops &= tops - 1)
        if (!c4_has_four(last & ~(tops & -tops)))
            return NASH_OK;
    if (c4_has_four(last))
        return nash_fail(error, NASH_UNPROCESSABLE, "/board",
                         "%c has a line of four that its last stone cannot have made: the game was over before",
                         board->stones % 2 == 0 ? 'O' : 'X');
    return NASH_OK;
}

static enum nash_status check_order(const struct c4_board *board, struct nash_arena *arena, struct nash_error *error)
{
    bool reachable = false;
    enum nash_status status = c4_reachable(board, arena, &reachable, error);
    if (status == NASH_OK && !reachable)
        return nash_fail(error, NASH_UNPROCESSABLE, "/board",
                         "no order of moves stacks the stones like this: X begins, and they take turns");
    return status;
}

static enum nash_status read_board(const cJSON *item, struct nash_arena *arena, struct c4_board *board,
                                   struct nash_error *error)
{
    char at[32];
    uint64_t side[2] = {0, 0};
    int height = C4_ROWS;
    const cJSON *row;
    if (!cJSON_IsArray(item) || cJSON_GetArraySize(item) != C4_ROWS)
        return nash_fail(error, NASH_INVALID, "/board", "must be six rows from the top, each like \"..XO...\"");
    cJSON_ArrayForEach(row, item) if (!read_row(row, --height, side)) return nash_fail(
        error, NASH_INVALID, nash_pointer_index(at, sizeof at, "/board", (size_t)(C4_ROWS - 1 - height)),
        "a row is seven of X, O and '.', for example \"..XO...\"");
    int x = __builtin_popcountll(side[0]), o = __builtin_popcountll(side[1]);
    if (x != o && x != o + 1)
        return nash_fail(error, NASH_UNPROCESSABLE, "/board",
                         "X has %d stones and O %d: X begins, so it has as many or one more", x, o);
    *board = (struct c4_board){side[x != o], side[0] | side[1], x + o};
    enum nash_status status = check_ground(board->all, error);
    if (status == NASH_OK)
        status = check_lines(board, error);
    return status == NASH_OK ? check_order(board, arena, error) : status;
}

/* ---- the whole ---- */

enum nash_status c4_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                          struct nash_error *error)
{
    const cJSON *moves = nash_json_get(doc->root, "moves"), *board = nash_json_get(doc->root, "board");
    struct c4_problem *p = NASH_NEW(arena, struct c4_problem, 1);
    enum nash_status status = NASH_OK;
    if (!p)
        return nash_fail(error, NASH_NOMEM, "", "no memory for the problem");
    *problem = p;
    if (moves && board)
        return nash_fail(error, NASH_INVALID, "/board", "give the moves or the board, not both");
    if (moves)
        status = read_moves(moves, &p->board, error);
    else if (board)
        status = read_board(board, arena, &p->board, error);
    p->over = c4_is_won(&p->board) || p->board.stones == C4_CELLS;
    return status;
}

void c4_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct c4_problem *p = problem;
    nash_sha256_u64(sha, p->board.own);
    nash_sha256_u64(sha, p->board.all);
}
