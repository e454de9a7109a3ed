/* Checks a review: neighbouring positions agree, better moves are legal, and positions with few empty cells are decided
 * by trying all moves. */
#include <solvers/hex/verify/brute.h>

#include "review.h"

static const char *rules_fault(const struct hex_history *history, const struct hex_review_answer *a, unsigned i)
{
    const struct hex_reviewed *position = &a->position[i];
    const struct hex_board *board = &a->play[i].position.board;
    enum hex_color mover = a->play[i].position.to_move, rules = hex_review_rules(history, a, i);
    if (rules != HEX_EMPTY && position->winner != rules)
        return "a position has another winner than the rules say";
    if (i == history->record->moves)
        return position->better == HEX_BETTER_NONE ? NULL : "the last position has a better move";
    const struct hex_move *move = &history->record->move[i];
    if (hex_review_is_plain(move) && position->winner == hex_other(mover) && position[1].winner == move->color)
        return "a move turns a lost game into a won one";
    if (position->better == HEX_BETTER_NONE)
        return NULL;
    if (!hex_review_is_mistake(history, a, i))
        return "a move that lost nothing has a better one";
    if (position->better == HEX_BETTER_SWAP)
        return hex_review_may_swap(history, a, i) ? NULL : "a swap is against the rules";
    return position->better < hex_cells(board) && board->cell[position->better] == HEX_EMPTY
               ? NULL
               : "a better move goes to a cell that is not empty";
}

/* Returns whether trying all moves says that `to_move` does not have this result. */
static bool is_refuted(struct hex_brute *brute, enum hex_color to_move, enum hex_color winner)
{
    enum hex_color found = brute->work ? hex_brute_winner(brute, to_move) : HEX_EMPTY;
    return found != HEX_EMPTY && found != winner;
}

static const char *claims_fault(const struct hex_history *history, const struct hex_review_answer *a, unsigned i,
                                struct hex_brute *brute)
{
    const struct hex_reviewed *position = &a->position[i];
    enum hex_color mover = a->play[i].position.to_move;
    bool by_rules = hex_review_rules(history, a, i) != HEX_EMPTY;
    if (!by_rules && position->winner != HEX_EMPTY && is_refuted(brute, mover, (enum hex_color)position->winner))
        return "a position has the wrong winner";
    if (position->better == HEX_BETTER_SWAP && is_refuted(brute, mover, hex_other(mover)))
        return "a swap is said to win, and loses";
    if (position->better >= HEX_BETTER_SWAP)
        return NULL;
    hex_board_set(&brute->board, position->better, mover);
    return is_refuted(brute, hex_other(mover), mover) ? "a better move loses" : NULL;
}

enum nash_status hex_review_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct hex_history *history = problem;
    const struct hex_review_answer *a = result->answer;
    const char *fault = NULL;
    struct hex_brute brute;
    bool ready = false;
    for (unsigned i = 0; i <= history->record->moves && !fault; i++)
        fault = rules_fault(history, a, i);
    for (unsigned i = history->record->moves; !fault; i--) { /* from the end, where the work is little */
        const struct hex_board *board = &a->play[i].position.board;
        ready = ready ? hex_brute_reset(&brute, board) : hex_brute_init(&brute, board, a->arena);
        if (!ready)
            break;
        fault = claims_fault(history, a, i, &brute);
        if (i == 0)
            break;
    }
    return fault ? nash_fail(error, NASH_INTERNAL, "", "the check of the review failed: %s", fault) : NASH_OK;
}
