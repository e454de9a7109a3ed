/* A state seen for the first time: is it decided, and which moves can win? */
#include <string.h>

#include <solvers/hex/connections/connections.h>

#include "exact.h"

static void entry_solve(struct exact_entry *entry, bool won, unsigned best, struct hex_set carrier)
{
    entry->phi = won ? 0 : EXACT_INFINITE;
    entry->delta = won ? EXACT_INFINITE : 0;
    entry->best = (uint16_t)best;
    entry->set = carrier;
}

void exact_expand(struct exact *exact, const struct exact_state *state, struct exact_entry *entry)
{
    unsigned cells = exact->rings.cells, key;
    struct connections *c = exact->connections;
    enum hex_color other = hex_other(state->to_move);
    struct hex_set carrier = {0};
    struct hex_board board;
    memset(entry, 0, sizeof *entry);
    entry->key[0] = state->key[0];
    entry->key[1] = state->key[1];
    entry->phi = entry->delta = 1;
    entry->best = exact->rings.cells;
    hex_board_init(&board, exact->rings.rows, exact->rings.cols);
    memcpy(board.cell, state->filled.cell, cells);
    enum hex_color winner = hex_winner(&board);
    if (winner != HEX_EMPTY) {
        entry_solve(entry, winner == state->to_move, cells, carrier);
        return;
    }
    entry->work = 1;
    exact->nodes++;
    exact->run->nodes++;
    connections_build_until(c, &board, state->to_move, CONNECTIONS_SEMI);
    if (connections_won(c, &carrier)) {
        entry_solve(entry, true, cells, carrier);
        return;
    }
    if (connections_semi_won(c, &key, &carrier)) {
        entry_solve(entry, true, key, carrier);
        return;
    }
    connections_build_until(c, &board, other, CONNECTIONS_FULL);
    if (connections_won(c, &carrier)) {
        entry_solve(entry, false, cells, carrier);
        return;
    }
    struct hex_set inferior = hex_inferior_moves(&exact->rings, &state->filled, state->to_move);
    struct hex_set must_play = connections_must_play(c);
    entry->base = connections_joint(c);
    entry->set = hex_set_minus(must_play, &inferior);
}
