/* Chooses the size of the sets of the exact engine. */
#include "prover.h"

struct hex_prover {
    void *exact;
    bool small;
};

struct hex_prover *hex_prover_new(const struct hex_board *board, struct nash_run *run)
{
    struct hex_prover *prover = NASH_NEW(run->arena, struct hex_prover, 1);
    if (!prover)
        return NULL;
    prover->small = hex_cells(board) <= 128;
    prover->exact = (prover->small ? prove_new_2 : prove_new_6)(board->rows, board->cols, run);
    return prover->exact ? prover : NULL;
}

struct hex_proved hex_prover_solve(struct hex_prover *prover, const struct hex_position *position, uint64_t nodes)
{
    return (prover->small ? prove_solve_2 : prove_solve_6)(prover->exact, position, nodes);
}

uint64_t hex_prover_nodes(const struct hex_prover *prover)
{
    return (prover->small ? prove_nodes_2 : prove_nodes_6)(prover->exact);
}
