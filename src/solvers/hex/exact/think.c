/* From a position to an opinion: solve it, then each move if asked. */
#include <string.h>

#include <solvers/hex/connections/connections.h>

#include "child.h"

enum { ROUND_FIRST = 250, ROUND_GROWTH = 4 }; /* positions for each move */

/* What is proved of a board: the winner, and a carrier on that board. */
struct proof {
    enum hex_color winner; /* HEX_EMPTY: unknown */
    unsigned move;         /* wins, or if unknown is the most promising; `cells`: none */
    struct hex_set carrier;
};

static void solve_board(struct exact *exact, const struct hex_board *board, enum hex_color to_move, struct proof *proof)
{
    struct exact_state state;
    struct exact_entry entry;
    unsigned cells = exact->rings.cells;
    memset(proof, 0, sizeof *proof);
    proof->move = cells;
    exact_state_root(exact, board, to_move, &state);
    exact_search(exact, &state, EXACT_INFINITE, EXACT_INFINITE, exact->children, &entry);
    if (entry.best < cells)
        proof->move = state.turned ? cells - 1u - entry.best : entry.best;
    if (!exact_is_solved(&entry))
        return;
    proof->winner = entry.phi == 0 ? to_move : hex_other(to_move);
    proof->carrier = hex_set_or(entry.set, &state.filled.captured[proof->winner]);
    if (state.turned)
        proof->carrier = exact_set_turn(exact, &proof->carrier);
}

static void write_connection(const struct hex_board *board, struct hex_opinion *opinion, enum hex_color side,
                             struct hex_set carrier, const struct hex_set *captured)
{
    carrier = hex_set_or(carrier, captured);
    opinion->connected = side;
    for (unsigned cell = 0; cell < hex_cells(board); cell++)
        opinion->connection[cell] = board->cell[cell] == HEX_EMPTY && hex_set_has(&carrier, cell);
}

/* Writes the virtual connection that decides the game, or else the moves that can avoid a loss. */
static void write_connections(struct exact *exact, const struct hex_position *position, struct hex_opinion *opinion)
{
    enum hex_color mover = position->to_move, other = hex_other(mover), winner;
    struct connections *c = exact->connections;
    struct hex_board board = position->board;
    struct hex_filled filled;
    struct hex_set carrier = {0};
    unsigned key;
    hex_filled_init(&exact->rings, &board, &filled);
    memcpy(board.cell, filled.cell, exact->rings.cells);
    winner = hex_winner(&board);
    if (winner == HEX_EMPTY) {
        connections_build_until(c, &board, mover, CONNECTIONS_SEMI);
        winner = connections_won(c, &carrier) || connections_semi_won(c, &key, &carrier) ? mover : HEX_EMPTY;
    }
    if (winner == HEX_EMPTY) {
        connections_build_until(c, &board, other, CONNECTIONS_FULL);
        winner = connections_won(c, &carrier) ? other : HEX_EMPTY;
    }
    if (winner != HEX_EMPTY) {
        write_connection(&position->board, opinion, winner, carrier, &filled.captured[winner]);
        return;
    }
    /* A move in a pair that the other side has captured is answered there and changes nothing, so it may win. */
    struct hex_set must_play = connections_must_play(c), joint = connections_joint(c);
    must_play = hex_set_or(must_play, &filled.captured[other]);
    opinion->has_must_play = !hex_set_is_empty(&joint);
    for (unsigned cell = 0; cell < exact->rings.cells; cell++) {
        if (!opinion->has_must_play || position->board.cell[cell] != HEX_EMPTY)
            continue;
        opinion->must_play[cell] = hex_set_has(&must_play, cell);
        if (!opinion->must_play[cell])
            opinion->proof[cell] = HEX_LOSES;
    }
}

/* Writes the moves that a search without a result has proved. One that wins is a result after all. */
static void write_children(const struct exact *exact, const struct hex_position *position, struct hex_opinion *opinion,
                           struct proof *proof)
{
    struct exact_state state, child;
    unsigned cells = exact->rings.cells;
    exact_state_root(exact, &position->board, position->to_move, &state);
    for (unsigned at = 0; at < cells; at++) {
        unsigned move = state.turned ? cells - 1 - at : at;
        if (state.filled.cell[move] != HEX_EMPTY)
            continue;
        exact_state_play(exact, &state, move, &child);
        const struct exact_entry *known = exact_find(exact, child.key);
        if (!known || !exact_is_solved(known))
            continue;
        opinion->proof[at] = known->delta == 0 ? HEX_WINS : HEX_LOSES;
        if (known->delta == 0) {
            proof->winner = position->to_move;
            proof->move = at;
        }
    }
}

/* A move loses: so do moves outside the carrier that refutes it, moves that it dominates, and moves that change
 * nothing, because they are as good as a pass. */
static void write_loss(const struct exact *exact, const struct hex_position *position, const struct hex_filled *filled,
                       unsigned move, const struct hex_set *carrier, struct hex_opinion *opinion)
{
    enum hex_color mover = position->to_move;
    struct hex_filled after = *filled;
    if (filled->cell[move] == HEX_EMPTY)
        hex_filled_play(&exact->rings, &after, move, mover);
    for (unsigned cell = 0; cell < exact->rings.cells; cell++) {
        if (position->board.cell[cell] != HEX_EMPTY)
            continue;
        bool dominated = filled->cell[cell] == HEX_EMPTY && after.cell[cell] == mover;
        bool pass = hex_set_has(&filled->dead, cell) || hex_set_has(&filled->captured[mover], cell);
        if (opinion->proof[cell] == HEX_UNKNOWN && (dominated || pass || !hex_set_has(carrier, cell)))
            opinion->proof[cell] = HEX_LOSES;
    }
}

/* Tries to prove one move. */
static void prove_move(struct exact *exact, const struct hex_position *position, const struct hex_filled *filled,
                       unsigned move, struct hex_opinion *opinion)
{
    struct hex_board board = position->board;
    struct proof proof;
    hex_board_set(&board, move, position->to_move);
    solve_board(exact, &board, hex_other(position->to_move), &proof);
    if (proof.winner == position->to_move)
        opinion->proof[move] = HEX_WINS;
    if (proof.winner == hex_other(position->to_move)) {
        opinion->proof[move] = HEX_LOSES;
        write_loss(exact, position, filled, move, &proof.carrier, opinion);
    }
}

/* Proves each move. Rounds with growing budgets come first to the moves that are easy to refute, whose carriers spare
 * others. Inferior moves come last, since most of them follow from those that dominate them. */
static void prove_moves(struct exact *exact, const struct hex_position *position, bool essential,
                        struct hex_opinion *opinion)
{
    struct hex_filled filled;
    unsigned cells = exact->rings.cells;
    bool any_wins = false; /* of those that are not inferior */
    hex_filled_init(&exact->rings, &position->board, &filled);
    struct hex_set inferior = hex_inferior_moves(&exact->rings, &filled, position->to_move);
    for (unsigned phase = 0; phase < 2 && !(essential && any_wins); phase++) {
        bool left = true;
        for (uint64_t budget = ROUND_FIRST; left; budget *= ROUND_GROWTH) {
            left = false;
            for (unsigned move = 0; move < cells; move++) {
                bool late = filled.cell[move] != HEX_EMPTY || hex_set_has(&inferior, move);
                any_wins |= !late && opinion->proof[move] == HEX_WINS;
                if (opinion->proof[move] != HEX_UNKNOWN || position->board.cell[move] != HEX_EMPTY || late > phase)
                    continue;
                exact->stopped |= nash_stop(exact->run, HEX_STOP_EXACT_MOVE);
                exact->pause = exact->nodes + budget;
                if (!exact->stopped)
                    prove_move(exact, position, &filled, move, opinion);
                if (exact->stopped)
                    return;
                left |= opinion->proof[move] == HEX_UNKNOWN;
                any_wins |= !late && opinion->proof[move] == HEX_WINS;
            }
        }
    }
}

/* Writes the move, then follows the best moves of solved positions. */
static void write_line(const struct exact *exact, const struct hex_position *position, struct hex_opinion *opinion)
{
    struct exact_state state, child;
    unsigned cells = exact->rings.cells, move = cells;
    bool turned;
    exact_state_root(exact, &position->board, position->to_move, &state);
    turned = state.turned;
    if (opinion->move >= 0)
        move = turned ? cells - 1 - (unsigned)opinion->move : (unsigned)opinion->move;
    while (move < cells && opinion->line_count < HEX_LINE_MAX) {
        opinion->line[opinion->line_count++] = (uint16_t)(turned ? cells - 1 - move : move);
        if (state.filled.cell[move] != HEX_EMPTY) /* the game is decided without it */
            return;
        exact_state_play(exact, &state, move, &child);
        state = child;
        turned ^= child.turned;
        const struct exact_entry *known = exact_find(exact, state.key);
        move = known && exact_is_solved(known) ? known->best : cells;
    }
}

/* Returns the move to play when none is known to win. */
static int best_guess(const struct exact *exact, const struct hex_position *position, const struct proof *proof)
{
    uint8_t cell[HEX_CELLS_MAX + 2];
    uint32_t score[HEX_CELLS_MAX];
    unsigned cells = exact->rings.cells, best = cells;
    if (proof->winner == HEX_EMPTY && proof->move < cells)
        return (int)proof->move;
    memcpy(cell, position->board.cell, cells);
    cell[cells] = HEX_BLACK;
    cell[cells + 1] = HEX_WHITE;
    exact_evaluate(&exact->rings, cell, score);
    for (unsigned at = 0; at < cells; at++)
        if (cell[at] == HEX_EMPTY && (best == cells || score[at] > score[best]))
            best = at;
    return best < cells ? (int)best : -1;
}

/* Writes what the proof of the whole board says of its moves. */
static void write_winner(const struct hex_position *position, const struct proof *proof, struct hex_opinion *opinion)
{
    unsigned cells = hex_cells(&position->board);
    bool won = proof->winner == position->to_move, any = proof->move >= cells;
    opinion->winner = proof->winner;
    opinion->move = -1;
    for (unsigned cell = 0; cell < cells && proof->winner != HEX_EMPTY; cell++) {
        if (position->board.cell[cell] != HEX_EMPTY || (won && !any && cell != proof->move))
            continue;
        /* Won without a move, the side to move wins after any move; it plays where the other side could try. */
        opinion->proof[cell] = won ? HEX_WINS : HEX_LOSES;
        if (won && (opinion->move < 0 ||
                    (hex_set_has(&proof->carrier, cell) && !hex_set_has(&proof->carrier, (unsigned)opinion->move))))
            opinion->move = (int)cell;
    }
}

/* Solves the position, and each move if asked. */
static void think(struct exact *exact, const struct hex_position *position, const struct hex_settings *settings,
                  struct hex_opinion *opinion)
{
    struct proof proof;
    write_connections(exact, position, opinion);
    solve_board(exact, &position->board, position->to_move, &proof);
    if (proof.winner == HEX_EMPTY)
        write_children(exact, position, opinion, &proof);
    write_winner(position, &proof, opinion);
    if (settings->win_lines && !exact->stopped)
        prove_moves(exact, position, settings->win_essential, opinion);
    if (opinion->move < 0)
        opinion->move = best_guess(exact, position, &proof);
    write_line(exact, position, opinion);
    opinion->nodes = exact->nodes;
}

enum nash_status exact_think(const struct hex_position *position, const struct hex_settings *settings,
                             struct nash_run *run, struct hex_opinion *opinion, struct nash_error *error)
{
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    struct exact *exact = NASH_NEW(run->arena, struct exact, 1);
    bool enough = exact && exact_init(exact, position->board.rows, position->board.cols, run);
    if (enough) {
        exact->node_limit = settings->nodes;
        think(exact, position, settings, opinion);
    }
    nash_arena_release(run->arena, mark); /* the table takes what it can get; the answer needs memory too */
    return enough ? NASH_OK : nash_fail(error, NASH_NOMEM, "", "the exact engine needs more memory");
}
