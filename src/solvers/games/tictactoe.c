/* Tic-tac-toe. Moves are cells, "0" to "8", row by row. */
#include <stdio.h>

#include <solvers/gametree/tictactoe/board.h>

#include "game.h"

static struct board tictactoe_of(const struct nash_play *play)
{
    return *(const struct board *)play->own;
}

static void tictactoe_start(struct reader *r, struct nash_play *play)
{
    (void)r; /* there are no settings */
    (void)play;
}

static bool tictactoe_apply(struct nash_play *play, const char *move, struct nash_error *error)
{
    struct board *board = (struct board *)play->own;
    if (move[0] < '0' || move[0] > '8' || move[1] != '\0')
        return nash_play_refuse(error, "\"%.16s\" is no cell; cells are 0 to 8, row by row", move);
    unsigned cell = (unsigned)(move[0] - '0');
    if (board_taken(*board) >> cell & 1)
        return nash_play_refuse(error, "cell %u is occupied", cell);
    *board = board_play(*board, play->to_move == 1, cell);
    if (board_has_line(play->to_move == 0 ? board->x : board->o))
        nash_play_end(play, (int)play->to_move, "line");
    else if (board_over(*board))
        nash_play_end(play, -1, "full");
    return true;
}

static void tictactoe_legal(const struct nash_play *play, unsigned most, nash_move_each *each, void *context)
{
    for (unsigned cell = 0; cell < BOARD_CELLS && most > 0; cell++)
        if (!(board_taken(tictactoe_of(play)) >> cell & 1)) {
            each(context, (const char[]){(char)('0' + cell), '\0'});
            most--;
        }
}

static void tictactoe_write(const struct nash_play *play, struct nash_jsonw *json)
{
    struct board board = tictactoe_of(play);
    nash_jsonw_karray(json, "board");
    for (unsigned row = 0; row < 3; row++) {
        char text[3];
        for (unsigned col = 0; col < 3; col++)
            text[col] = board.x >> (3 * row + col) & 1 ? 'X' : board.o >> (3 * row + col) & 1 ? 'O' : '.';
        nash_jsonw_string_n(json, text, sizeof text);
    }
    nash_jsonw_array_end(json);
}

static void tictactoe_write_problem(const struct nash_play *play, struct nash_jsonw *json)
{
    struct board board = tictactoe_of(play);
    char text[BOARD_CELLS];
    for (unsigned cell = 0; cell < BOARD_CELLS; cell++)
        text[cell] = board.x >> cell & 1 ? 'X' : board.o >> cell & 1 ? 'O' : '.';
    nash_jsonw_kstring(json, "game", "tictactoe");
    nash_jsonw_key(json, "board");
    nash_jsonw_string_n(json, text, sizeof text);
}

static bool tictactoe_read_move(struct reader *result, char move[NASH_MOVE_MAX])
{
    int best = (int)reader_int(result, "best", 0, 9, -1);
    snprintf(move, NASH_MOVE_MAX, "%d", best);
    return best >= 0;
}

const struct nash_game nash_game_tictactoe = {
    .name = "tictactoe",
    .title = "Tic-tac-toe",
    .seat = {"x", "o"},
    .settings = (const char *const[]){NULL},
    .engine_kind = "gametree",
    .has_engines = true,
    .start = tictactoe_start,
    .apply = tictactoe_apply,
    .legal = tictactoe_legal,
    .write = tictactoe_write,
    .write_problem = tictactoe_write_problem,
    .problem = (const char *const[]){"game", "board", "to_move", NULL},
    .read_move = tictactoe_read_move,
};
