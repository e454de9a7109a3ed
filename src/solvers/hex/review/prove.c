/* Proves positions with the search of exact/. The table stays, because the positions of a game have their ends in
 * common. Compiled for each HEX_WORDS. */
#include <solvers/hex/exact/exact.h>

#include "prover.h"

#define prove_new   HEX_SIZED(prove_new)
#define prove_solve HEX_SIZED(prove_solve)
#define prove_nodes HEX_SIZED(prove_nodes)

void *prove_new(unsigned rows, unsigned cols, struct nash_run *run)
{
    struct exact *exact = NASH_NEW(run->arena, struct exact, 1);
    return exact && exact_init(exact, rows, cols, run) ? exact : NULL;
}

/* Returns an empty cell, if possible one that the winner needs. */
static int any_move(const struct exact *exact, const struct hex_board *board, const struct exact_state *state,
                    const struct exact_entry *entry)
{
    struct hex_set carrier = hex_set_or(entry->set, &state->filled.captured[state->to_move]);
    int move = -1;
    if (state->turned)
        carrier = exact_set_turn(exact, &carrier);
    for (unsigned cell = 0; cell < hex_cells(board); cell++)
        if (board->cell[cell] == HEX_EMPTY && (move < 0 || hex_set_has(&carrier, cell)))
            move = (int)cell;
    return move;
}

struct hex_proved prove_solve(void *prover, const struct hex_position *position, uint64_t nodes)
{
    struct exact *exact = prover;
    struct hex_proved proof = {.winner = HEX_EMPTY, .move = -1};
    struct exact_state state;
    struct exact_entry entry;
    unsigned cells = exact->rings.cells;
    exact->stopped = exact->run->stopped != NASH_STOP_NONE;
    exact->node_limit = nodes ? exact->nodes + nodes : 0;
    exact_state_root(exact, &position->board, position->to_move, &state);
    exact_search(exact, &state, EXACT_INFINITE, EXACT_INFINITE, exact->children, &entry);
    if (!exact_is_solved(&entry))
        return proof;
    proof.winner = entry.phi == 0 ? position->to_move : hex_other(position->to_move);
    if (entry.phi != 0)
        return proof;
    proof.any = entry.best >= cells;
    if (proof.any)
        proof.move = any_move(exact, &position->board, &state, &entry);
    else
        proof.move = (int)(state.turned ? cells - 1u - entry.best : entry.best);
    return proof;
}

uint64_t prove_nodes(const void *prover)
{
    return ((const struct exact *)prover)->nodes;
}
