/* Connect four. Moves are columns, "1" to "7". */
#include <stdio.h>

#include <solvers/gametree/connect4/connect4.h>

#include "game.h"

struct connect4_play {
    struct c4_board board;
    char moves[C4_CELLS + 1]; /* columns */
};

static const struct connect4_play *connect4_of(const struct nash_play *play)
{
    return (const struct connect4_play *)play->own;
}

static void connect4_start(struct reader *r, struct nash_play *play)
{
    (void)r; /* there are no settings */
    (void)play;
}

static bool connect4_apply(struct nash_play *play, const char *move, struct nash_error *error)
{
    struct connect4_play *own = (struct connect4_play *)play->own;
    if (move[0] < '1' || move[0] > '0' + C4_COLUMNS || move[1] != '\0')
        return nash_play_refuse(error, "\"%.16s\" is no column; columns are 1 to %d", move, C4_COLUMNS);
    int column = move[0] - '1';
    if (!(c4_playable(own->board.all) & c4_column(column)))
        return nash_play_refuse(error, "column %d is full", column + 1);
    own->moves[own->board.stones] = move[0];
    own->board = c4_play(&own->board, column);
    if (c4_is_won(&own->board))
        nash_play_end(play, (int)play->to_move, "line");
    else if (own->board.stones == C4_CELLS)
        nash_play_end(play, -1, "full");
    return true;
}

static void connect4_legal(const struct nash_play *play, unsigned most, nash_move_each *each, void *context)
{
    for (int column = 0; column < C4_COLUMNS && most > 0; column++)
        if (c4_playable(connect4_of(play)->board.all) & c4_column(column)) {
            each(context, (const char[]){(char)('1' + column), '\0'});
            most--;
        }
}

static void connect4_write(const struct nash_play *play, struct nash_jsonw *json)
{
    const struct c4_board *board = &connect4_of(play)->board;
    uint64_t x = c4_side(board, true);
    nash_jsonw_karray(json, "board"); /* six rows from the top, of X, O and '.' */
    for (int row = C4_ROWS - 1; row >= 0; row--) {
        char text[C4_COLUMNS];
        for (int column = 0; column < C4_COLUMNS; column++) {
            int bit = column * C4_STRIDE + row;
            text[column] = !(board->all >> bit & 1) ? '.' : x >> bit & 1 ? 'X' : 'O';
        }
        nash_jsonw_string_n(json, text, sizeof text);
    }
    nash_jsonw_array_end(json);
}

static void connect4_write_problem(const struct nash_play *play, struct nash_jsonw *json)
{
    nash_jsonw_kstring(json, "game", "connect4");
    nash_jsonw_kstring(json, "moves", connect4_of(play)->moves);
    nash_jsonw_kstring(json, "want", "best");
}

static bool connect4_read_move(struct reader *result, char move[NASH_MOVE_MAX])
{
    int best = (int)reader_int(result, "best", 0, 9, -1);
    snprintf(move, NASH_MOVE_MAX, "%d", best);
    return best >= 0;
}

const struct nash_game nash_game_connect4 = {
    .name = "connect4",
    .title = "Connect four",
    .seat = {"x", "o"},
    .settings = (const char *const[]){NULL},
    .engine_kind = "gametree",
    .start = connect4_start,
    .apply = connect4_apply,
    .legal = connect4_legal,
    .write = connect4_write,
    .write_problem = connect4_write_problem,
    .problem = (const char *const[]){"game", "moves", "board", "want", NULL},
    .read_move = connect4_read_move,
};
