/* What the rules of Hex and of the swap say of the positions of a game. */
#include "review.h"

bool hex_review_may_swap(const struct hex_history *history, const struct hex_review_answer *answer, unsigned i)
{
    return history->swap && hex_play_can_swap(&answer->play[i], answer->play[i].position.to_move);
}

/* Returns whether the next move places the only stone, which the other side may take over. */
static bool first_stone_is_offered(const struct hex_history *history, const struct hex_play *play)
{
    const struct hex_board *board = &play->position.board;
    bool wins_at_once = (play->position.to_move == HEX_BLACK ? board->rows : board->cols) == 1;
    return history->swap && !play->made && !board->stones && !wins_at_once;
}

enum hex_color hex_review_rules(const struct hex_history *history, const struct hex_review_answer *answer, unsigned i)
{
    const struct hex_play *play = &answer->play[i];
    enum hex_color mover = play->position.to_move;
    if (play->over)
        return play->winner;
    if (hex_review_may_swap(history, answer, i))
        return mover; /* either the position or the swapped one is won */
    /* a pass does not help: the other side then has the first stone */
    return first_stone_is_offered(history, play) ? hex_other(mover) : HEX_EMPTY;
}

enum hex_color hex_review_color_after(const struct hex_move *move)
{
    enum hex_color color = (enum hex_color)move->color;
    return move->action == HEX_SWAP_SIDES ? hex_other(color) : color;
}

bool hex_review_is_plain(const struct hex_move *move)
{
    return move->action == HEX_PLACE || move->action == HEX_PASS;
}

bool hex_review_is_mistake(const struct hex_history *history, const struct hex_review_answer *answer, unsigned i)
{
    enum hex_color after = (enum hex_color)answer->position[i + 1].winner;
    return answer->position[i].winner == history->record->move[i].color && after != HEX_EMPTY &&
           after != hex_review_color_after(&history->record->move[i]);
}

unsigned hex_review_proved_from(const struct hex_history *history, const struct hex_review_answer *answer)
{
    unsigned from = history->record->moves + 1;
    while (from > 0 && answer->position[from - 1].winner != HEX_EMPTY)
        from--;
    return from;
}
