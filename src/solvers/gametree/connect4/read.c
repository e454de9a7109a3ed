/* Reads {"game": "connect4", "moves": "4455"}, columns 1 to 7 from the empty board, or {"game": "connect4", "board":
 * six rows of seven from the top} of X, who moves first, O and '.'. The side with fewer stones moves, X if they are
 * equal. "want" is "all", "best" or "value".
 *
 * A position that no game can reach is refused: a full column, a move after a line of four, a stone without support,
 * wrong numbers of stones, a line that the last move did not make, an impossible order of colours in a column. */
#include <string.h>

#include "connect4.h"

const char *const c4_members[] = {"moves", "board", "want", NULL};
static const char *const want_names[] = {"all", "best", "value", NULL};

/* ---- moves ---- */

static void read_moves(const struct reader *r, struct c4_board *board)
{
    const char *text = cJSON_IsString(r->value) ? r->value->valuestring : NULL;
    if (!text) {
        reader_fail(r, NASH_INVALID, NULL, "must be a string of columns, for example \"4455\"");
        return;
    }
    int count = (int)strnlen(text, C4_CELLS + 1);
    if (strspn(text, "1234567") != strlen(text) || count > C4_CELLS) {
        reader_fail(r, NASH_INVALID, NULL, "must be at most %d columns from 1 to %d, for example \"4455\"", C4_CELLS,
                    C4_COLUMNS);
        return;
    }
    for (int i = 0; i < count && reader_ok(r); i++) {
        int column = text[i] - '1';
        if (c4_is_won(board))
            reader_fail(r, NASH_UNPROCESSABLE, NULL,
                        "move %d makes a line of four, which ends the game: %d more cannot be played", i, count - i);
        else if (!(c4_playable(board->all) & c4_column(column)))
            reader_fail(r, NASH_UNPROCESSABLE, NULL, "move %d goes to column %d, which is full", i + 1, column + 1);
        else
            *board = c4_play(board, column);
    }
}

/* ---- board ---- */

/* Reads a row into the cells of both sides. */
static void read_row(const struct reader *row, int height, uint64_t side[2])
{
    const char *text = cJSON_IsString(row->value) ? row->value->valuestring : "";
    if (strlen(text) != C4_COLUMNS || strspn(text, "XO.") != C4_COLUMNS) {
        reader_fail(row, NASH_INVALID, NULL, "a row is seven of X, O and '.', for example \"..XO...\"");
        return;
    }
    for (int column = 0; column < C4_COLUMNS; column++)
        if (text[column] != '.')
            side[text[column] == 'O'] |= UINT64_C(1) << (C4_STRIDE * column + height);
}

/* Requires a stone or the ground below every stone. */
static void check_ground(const struct reader *r, uint64_t all)
{
    uint64_t floating = all & ~(all << 1 | C4_BOTTOM);
    if (!floating)
        return;
    int cell = __builtin_ctzll(floating), column = cell / C4_STRIDE, row = C4_ROWS - 1 - cell % C4_STRIDE;
    reader_fail_at(r, NASH_UNPROCESSABLE, NULL, (size_t)row, "the stone in column %d has nothing below it", column + 1);
}

/* Requires that all lines belong to the side that moved last and share a stone that may be the last one. */
static void check_lines(const struct reader *r, const struct c4_board *board)
{
    uint64_t last = board->own ^ board->all, tops = board->all & ~(board->all >> 1) & last;
    if (c4_has_four(board->own))
        reader_fail(r, NASH_UNPROCESSABLE, NULL,
                    "%c has a line of four and is to move: the game was over before the last stone",
                    board->stones % 2 == 0 ? 'X' : 'O');
    for (; c4_has_four(last) && tops; tops &= tops - 1)
        if (!c4_has_four(last & ~(tops & -tops)))
            return;
    if (c4_has_four(last))
        reader_fail(r, NASH_UNPROCESSABLE, NULL,
                    "%c has a line of four that its last stone cannot have made: the game was over before",
                    board->stones % 2 == 0 ? 'O' : 'X');
}

static void read_board(struct reader *r, struct c4_board *board)
{
    uint64_t side[2] = {0, 0};
    int height = C4_ROWS;
    if (reader_count(r) != C4_ROWS || reader_is_flat(r))
        reader_fail(r, NASH_INVALID, NULL, "must be six rows from the top, each like \"..XO...\"");
    for (struct reader row = {0}; reader_item(&row, r);)
        read_row(&row, --height, side);
    if (!reader_ok(r))
        return;
    int x = __builtin_popcountll(side[0]), o = __builtin_popcountll(side[1]);
    *board = (struct c4_board){side[x != o], side[0] | side[1], x + o};
    if (x != o && x != o + 1)
        reader_fail(r, NASH_UNPROCESSABLE, NULL, "X has %d stones and O %d: X begins, so it has as many or one more", x,
                    o);
    check_ground(r, board->all);
    check_lines(r, board);
    if (reader_ok(r) && !c4_reachable(board, r))
        reader_fail(r, NASH_UNPROCESSABLE, NULL,
                    "no order of moves stacks the stones like this: X begins, and they take turns");
}

/* ---- the problem ---- */

void *c4_parse(struct reader *r)
{
    struct reader moves, board;
    bool has_moves = reader_member(&moves, r, "moves"), has_board = reader_member(&board, r, "board");
    struct c4_problem *p = READER_NEW(r, struct c4_problem, 1);
    if (!p)
        return NULL;
    if (has_moves && has_board)
        reader_fail(&board, NASH_INVALID, NULL, "give the moves or the board, not both");
    else if (has_moves)
        read_moves(&moves, &p->board);
    else if (has_board)
        read_board(&board, &p->board);
    p->want = (enum c4_want)reader_enum(r, "want", want_names, C4_ALL);
    p->over = c4_is_won(&p->board) || p->board.stones == C4_CELLS;
    return p;
}

void c4_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct c4_problem *p = problem;
    nash_sha256_u64(sha, p->board.own);
    nash_sha256_u64(sha, p->board.all);
    nash_sha256_u64(sha, p->want);
}
