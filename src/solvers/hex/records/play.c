/* Replay of records: the rules of Hex with the swap rule. */
#include <string.h>

#include "record.h"

void hex_play_begin(struct hex_play *play, const struct hex_record *record)
{
    *play = (struct hex_play){.any_order = play->any_order, .position.to_move = record->first};
    struct hex_board *board = &play->position.board;
    hex_board_init(board, record->rows, record->cols);
    for (unsigned i = 0; i < hex_cells(board); i++)
        if (record->setup[i] != HEX_EMPTY)
            hex_board_set(board, i, record->setup[i]);
    play->winner = hex_winner(board);
    play->over = play->winner != HEX_EMPTY;
}

static const char *color_name(enum hex_color color)
{
    return color == HEX_BLACK ? "black" : "white";
}

static enum nash_status play_fail(const struct hex_play *play, struct hex_move move, const char *why,
                                  struct nash_error *error)
{
    char name[HEX_MOVE_NAME_MAX] = "";
    if (move.action != HEX_PLACE || move.cell < hex_cells(&play->position.board))
        hex_move_name(&play->position.board, move, name);
    return nash_fail(error, NASH_UNPROCESSABLE, "", "move %u (%s %s): %s", play->made + 1, color_name(move.color), name,
                     why);
}

/* Returns the only stone's cell, or -1 if there are more or none. */
static int single_stone(const struct hex_board *board)
{
    for (unsigned i = 0; i < hex_cells(board) && board->stones == 1; i++)
        if (board->cell[i] != HEX_EMPTY)
            return (int)i;
    return -1;
}

bool hex_play_can_swap(const struct hex_play *play, enum hex_color color)
{
    int stone = single_stone(&play->position.board);
    return !play->swapped && !play->over && play->made <= 1 && stone >= 0 &&
           play->position.board.cell[stone] == hex_other(color);
}

/* Returns why the move is illegal, or NULL. */
static const char *move_fault(const struct hex_play *play, struct hex_move move)
{
    const struct hex_board *board = &play->position.board;
    bool swap = move.action == HEX_SWAP_PIECES || move.action == HEX_SWAP_SIDES;
    if (play->over)
        return "the game is over";
    if (move.color != play->position.to_move && !play->any_order && move.action != HEX_RESIGN &&
        move.action != HEX_FORFEIT)
        return move.color == HEX_BLACK ? "it is white's turn" : "it is black's turn";
    if (move.action == HEX_PLACE && move.cell >= hex_cells(board))
        return "the cell is not on the board";
    if (move.action == HEX_PLACE && board->cell[move.cell] != HEX_EMPTY)
        return "the cell is occupied";
    if (swap && play->swapped)
        return "there was a swap before";
    if (swap && !hex_play_can_swap(play, move.color))
        return "a swap can only answer the first stone";
    if (move.action == HEX_SWAP_PIECES && board->rows != board->cols)
        return "swap-pieces needs a square board; swap-sides does not";
    return NULL;
}

enum nash_status hex_play_move(struct hex_play *play, struct hex_move move, struct nash_error *error)
{
    struct hex_board *board = &play->position.board;
    const char *fault = move_fault(play, move);
    if (fault != NULL)
        return play_fail(play, move, fault, error);
    play->made++;
    play->position.to_move = hex_other(move.color);
    if (move.action == HEX_PLACE) {
        hex_board_set(board, move.cell, move.color);
        play->winner = hex_winner(board);
    } else if (move.action == HEX_SWAP_PIECES) {
        unsigned stone = (unsigned)single_stone(board);
        hex_board_set(board, stone, HEX_EMPTY);
        hex_board_set(board, stone % board->cols * board->cols + stone / board->cols, move.color);
        play->winner = hex_winner(board);
    } else if (move.action == HEX_SWAP_SIDES) {
        play->position.to_move = move.color;
    } else if (move.action != HEX_PASS) {
        play->winner = hex_other(move.color);
    }
    play->swapped |= move.action == HEX_SWAP_PIECES || move.action == HEX_SWAP_SIDES;
    play->over = play->winner != HEX_EMPTY;
    return NASH_OK;
}

enum nash_status hex_replay(const struct hex_record *record, unsigned count, struct hex_play *play,
                            struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    hex_play_begin(play, record);
    for (unsigned i = 0; i < record->moves && i < count && status == NASH_OK; i++)
        status = hex_play_move(play, record->move[i], error);
    return status;
}
