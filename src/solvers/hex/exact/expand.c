/* A state seen for the first time: is it decided, and which moves can win? */
#include <string.h>

#include "exact.h"

/* Returns the side that joins its edges on a filled board, or HEX_EMPTY. */
static enum hex_color filled_winner(const struct exact *exact, const struct hex_filled *filled)
{
    struct hex_board board;
    hex_board_init(&board, exact->rings.rows, exact->rings.cols);
    memcpy(board.cell, filled->cell, exact->rings.cells);
    return hex_winner(&board);
}

static void entry_solve(struct exact_entry *entry, bool won, unsigned best, struct hex_set carrier)
{
    entry->phi = won ? 0 : EXACT_INFINITE;
    entry->delta = won ? EXACT_INFINITE : 0;
    entry->best = (uint16_t)best;
    entry->set = carrier;
}

void exact_expand(struct exact *exact, const struct exact_state *state, struct exact_entry *entry)
{
    struct hex_set none = {0};
    memset(entry, 0, sizeof *entry);
    entry->key[0] = state->key[0];
    entry->key[1] = state->key[1];
    entry->phi = entry->delta = 1;
    entry->best = exact->rings.cells;
    enum hex_color winner = filled_winner(exact, &state->filled);
    if (winner != HEX_EMPTY) {
        entry_solve(entry, winner == state->to_move, exact->rings.cells, none);
        return;
    }
    entry->work = 1;
    exact->nodes++;
    exact->run->nodes++;
    struct hex_set inferior = hex_inferior_moves(&exact->rings, &state->filled, state->to_move);
    for (unsigned cell = 0; cell < exact->rings.cells; cell++)
        if (state->filled.cell[cell] == HEX_EMPTY && !hex_set_has(&inferior, cell))
            hex_set_add(&entry->set, cell);
}
