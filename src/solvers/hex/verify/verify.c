/* Checks an answer against its problem: the move is legal, the line alternates legal moves, values stand at empty cells
 * only, proofs agree with each other. Positions with few empty cells are decided by trying all moves, and so is the
 * claim of a virtual connection with few cells, where the other side gets all other empty cells. */
#include <solvers/hex/answer.h>
#include <solvers/hex/verify/brute.h>

static bool is_empty(const struct hex_board *board, int cell)
{
    return cell >= 0 && (unsigned)cell < hex_cells(board) && board->cell[cell] == HEX_EMPTY;
}

static bool is_share(float value)
{
    return value >= 0 && value <= 1;
}

/* ---- what the rules say ---- */

static const char *line_fault(const struct hex_problem *p, const struct hex_opinion *o)
{
    struct hex_board board = p->position.board;
    enum hex_color side = p->position.to_move;
    if (o->line_count > hex_cells(&board))
        return "the line is longer than the board";
    if (o->line_count && o->line[0] != o->move)
        return "the line does not begin with the move";
    for (unsigned i = 0; i < o->line_count; i++, side = hex_other(side)) {
        if (!is_empty(&board, o->line[i]))
            return "the line has a move to a cell that is not empty";
        if (hex_winner(&board) != HEX_EMPTY)
            return "the line goes on after the end";
        hex_board_set(&board, o->line[i], side);
    }
    return NULL;
}

static const char *cells_fault(const struct hex_problem *p, const struct hex_opinion *o)
{
    const struct hex_board *board = &p->position.board;
    for (unsigned cell = 0; cell < hex_cells(board); cell++) {
        if (board->cell[cell] != HEX_EMPTY &&
            (o->value[cell] >= 0 || o->visits[cell] || o->proof[cell] || o->must_play[cell] || o->connection[cell]))
            return "a stone has a value";
        if (!(o->value[cell] < 0) && (!is_share(o->value[cell]) || o->measure == HEX_MEASURE_NONE))
            return "a value is not from 0 to 1";
    }
    return o->win_rate < 0 || is_share(o->win_rate) ? NULL : "the rate of wins is not from 0 to 1";
}

/* The proofs of the moves and of the position agree. */
static const char *proofs_fault(const struct hex_problem *p, const struct hex_opinion *o)
{
    enum hex_color side = p->position.to_move;
    unsigned wins = 0, losses = 0, must = 0, empty = hex_cells(&p->position.board) - p->position.board.stones;
    for (unsigned cell = 0; cell < hex_cells(&p->position.board); cell++) {
        wins += o->proof[cell] == HEX_WINS;
        losses += o->proof[cell] == HEX_LOSES;
        must += o->must_play[cell];
        if (o->has_must_play && !o->must_play[cell] && o->proof[cell] == HEX_WINS)
            return "a move outside the must-play region is said to win";
    }
    if (wins && o->winner != side)
        return "a move is said to win, but not its side";
    if (o->winner == side && o->move >= 0 && o->proof[o->move] == HEX_LOSES)
        return "the winner plays a move that is said to lose";
    if ((losses == empty || (o->has_must_play && !must)) && o->winner != hex_other(side))
        return "all moves are said to lose, but not their side";
    return NULL;
}

/* ---- what trying all moves says ---- */

/* Returns whether the claim that `winner` wins after `cell` (-1: no move) is refuted. */
static bool is_refuted(struct hex_brute *brute, enum hex_color to_move, int cell, enum hex_color winner)
{
    if (cell >= 0) {
        hex_board_set(&brute->board, (unsigned)cell, to_move);
        to_move = hex_other(to_move);
    }
    enum hex_color found = hex_brute_winner(brute, to_move);
    if (cell >= 0)
        hex_board_set(&brute->board, (unsigned)cell, HEX_EMPTY);
    return found != HEX_EMPTY && found != winner;
}

static const char *claims_fault(const struct hex_problem *p, const struct hex_opinion *o, struct hex_brute *brute)
{
    enum hex_color side = p->position.to_move, other = hex_other(side);
    if (o->winner != HEX_EMPTY && is_refuted(brute, side, -1, o->winner))
        return "the other side wins";
    if (o->winner == side && o->move >= 0 && is_refuted(brute, side, o->move, side))
        return "the move of the winner loses";
    for (unsigned i = 0; i < brute->empties && brute->work; i++) {
        unsigned cell = brute->empty[i];
        if (o->proof[cell] && is_refuted(brute, side, (int)cell, o->proof[cell] == HEX_WINS ? side : other))
            return "the proof of a move is wrong";
        if (o->has_must_play && !o->must_play[cell] && is_refuted(brute, side, (int)cell, other))
            return "a move outside the must-play region wins";
    }
    return NULL;
}

/* Writes the board on which a connection is all that its side has: cells that are not in it belong to the other side,
 * those in it to `inside`. */
static struct hex_board board_around(const struct hex_problem *p, const struct hex_opinion *o, enum hex_color inside)
{
    struct hex_board board = p->position.board;
    for (unsigned cell = 0; cell < hex_cells(&board); cell++)
        if (board.cell[cell] == HEX_EMPTY)
            hex_board_set(&board, cell, o->connection[cell] ? inside : hex_other(o->connected));
    return board;
}

static const char *connection_fault(const struct hex_problem *p, const struct hex_opinion *o, struct hex_brute *brute)
{
    struct hex_board filled = board_around(p, o, o->connected), open = board_around(p, o, HEX_EMPTY);
    if (hex_winner(&filled) != o->connected)
        return "the cells of a connection do not join the edges";
    if (o->winner == hex_other(o->connected))
        return "a side is said to be joined and to lose";
    if (brute->table && brute->work && hex_brute_reset(brute, &open) &&
        is_refuted(brute, p->position.to_move, -1, o->connected))
        return "a connection can be cut";
    return NULL;
}

static const char *opinion_fault(const struct hex_problem *p, const struct hex_answer *a)
{
    const struct hex_opinion *o = &a->opinion;
    struct hex_brute brute;
    if (o->move >= 0 && !is_empty(&p->position.board, o->move))
        return "the move goes to a cell that is not empty";
    if (a->swaps && !p->may_swap)
        return "a swap is against the rules here";
    const char *fault = line_fault(p, o);
    fault = fault ? fault : cells_fault(p, o);
    fault = fault ? fault : proofs_fault(p, o);
    if (!fault && (o->winner != HEX_EMPTY || o->has_must_play || o->connected != HEX_EMPTY) &&
        hex_brute_init(&brute, &p->position.board, a->arena))
        fault = claims_fault(p, o, &brute);
    if (!fault && o->connected != HEX_EMPTY)
        fault = connection_fault(p, o, &brute);
    return fault;
}

enum nash_status hex_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct hex_problem *p = problem;
    const struct hex_answer *a = result->answer;
    const char *fault = NULL;
    if (p->winner == HEX_EMPTY)
        fault = opinion_fault(p, a);
    else if (a->opinion.move >= 0 || a->swaps)
        fault = "the game is over, but there is a move";
    return fault ? nash_fail(error, NASH_INTERNAL, "", "the check of the answer failed: %s", fault) : NASH_OK;
}
