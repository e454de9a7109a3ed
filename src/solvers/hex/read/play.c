/* The rules of a game of Hex, one word at a time. */
#include <stdio.h>

#include "input.h"

static const char *const side_names[] = {"nobody", "Black", "White"};

bool hex_play_may_swap(const struct hex_play *play)
{
    const struct hex_board *board = &play->position.board;
    return play->swap && play->standard && !play->swapped && play->moves == 1 && board->stones == 1 &&
           board->rows == board->cols && play->winner == HEX_EMPTY;
}

static bool refuse(char why[HEX_WHY_MAX], const char *text)
{
    snprintf(why, HEX_WHY_MAX, "%s", text);
    return false;
}

/* Refuses a swap, with the reason. */
static bool refuse_swap(const struct hex_play *play, char why[HEX_WHY_MAX])
{
    const struct hex_board *board = &play->position.board;
    if (!play->swap)
        return refuse(why, "a swap needs the swap rule: give \"swap\": true");
    if (play->swapped)
        return refuse(why, "there was a swap already: a game has at most one");
    if (board->rows != board->cols)
        return refuse(why, "a swap needs a square board");
    return refuse(why, "a swap is White's first move, the answer to the first stone of Black on an empty board");
}

/* Takes the only stone off and sets one of White on its mirror image in the diagonal from a1. */
static void swap_pieces(struct hex_play *play)
{
    struct hex_board *board = &play->position.board;
    unsigned cell = 0, size = board->rows;
    while (board->cell[cell] == HEX_EMPTY)
        cell++;
    hex_board_set(board, cell, HEX_EMPTY);
    hex_board_set(board, cell % size * size + cell / size, HEX_WHITE);
}

static bool play_cell(struct hex_play *play, struct text_span word, char why[HEX_WHY_MAX])
{
    struct hex_board *board = &play->position.board;
    unsigned cell = 0;
    size_t len = text_length(word);
    if (hex_cell_read(board, word.at, len, &cell) != len) {
        snprintf(why, HEX_WHY_MAX, "\"%.*s\" is no cell of a board of %u column%s (a to %c) and %u row%s",
                 (int)(len < HEX_WORD_MAX ? len : HEX_WORD_MAX), word.at, board->cols, &"s"[board->cols == 1],
                 'a' + board->cols - 1, board->rows, &"s"[board->rows == 1]);
        return false;
    }
    if (board->cell[cell] != HEX_EMPTY) {
        char name[HEX_NAME_MAX];
        snprintf(why, HEX_WHY_MAX, "%s has a %s stone already", hex_cell_name(board, cell, name),
                 board->cell[cell] == HEX_BLACK ? "black" : "white");
        return false;
    }
    hex_board_set(board, cell, play->position.to_move);
    play->winner = hex_winner(board);
    return true;
}

bool hex_play_word(struct hex_play *play, struct text_span word, char why[HEX_WHY_MAX])
{
    enum hex_color side = play->position.to_move;
    if (play->winner != HEX_EMPTY) {
        snprintf(why, HEX_WHY_MAX, "the game is over: %s has won", side_names[play->winner]);
        return false;
    }
    bool pieces = text_is_nocase(word, "swap") || text_is_nocase(word, "swap-pieces");
    bool sides = text_is_nocase(word, "swap-sides");
    if (pieces || sides) {
        if (!hex_play_may_swap(play))
            return refuse_swap(play, why);
        if (pieces)
            swap_pieces(play);
        play->swapped = true;
        side = pieces ? side : hex_other(side); /* after swap-sides, White's stones belong to the other player, who is
                                                   to move */
    } else if (text_is_nocase(word, "resign")) {
        play->winner = hex_other(side);
        play->resigned = true;
    } else if (!text_is_nocase(word, "pass") && !play_cell(play, word, why)) {
        return false;
    }
    play->position.to_move = hex_other(side);
    play->moves++;
    return true;
}
