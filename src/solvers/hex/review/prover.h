/* The exact engine as a prover of positions, with one table for all positions of a board. */
#ifndef HEX_REVIEW_PROVER_H
#define HEX_REVIEW_PROVER_H

#include <nash/run.h>
#include <solvers/hex/board/board.h>

struct hex_prover;

/* What is proved of a position. */
struct hex_proved {
    enum hex_color winner; /* HEX_EMPTY: unknown */
    bool any;              /* the winner is to move, and any move wins */
    int move;              /* of the winner, if it is to move, else -1 */
};

/* Returns NULL if memory does not suffice. The table takes most of the memory that the arena has left. */
struct hex_prover *hex_prover_new(const struct hex_board *board, struct nash_run *run);
/* Expands up to `nodes` positions; 0: no limit. */
struct hex_proved hex_prover_solve(struct hex_prover *prover, const struct hex_position *position, uint64_t nodes);
/* Returns the positions expanded so far. */
uint64_t hex_prover_nodes(const struct hex_prover *prover);

/* ---- review/prove.c: for each HEX_WORDS ---- */

#define HEX_PROVE_DECLARE(words)                                                                                       \
    void *prove_new_##words(unsigned rows, unsigned cols, struct nash_run *run);                                       \
    struct hex_proved prove_solve_##words(void *exact, const struct hex_position *position, uint64_t nodes);           \
    uint64_t prove_nodes_##words(const void *exact);

HEX_PROVE_DECLARE(2)
HEX_PROVE_DECLARE(6)

#endif
