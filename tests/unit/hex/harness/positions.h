/* Random positions for tests of engines. */
#ifndef TESTS_HEX_POSITIONS_H
#define TESTS_HEX_POSITIONS_H

#include <nash/rng.h>
#include <solvers/hex/board/board.h>

/* Returns a board with up to `stones` random stones, of which none joins two edges. */
struct hex_position random_position(struct nash_rng *rng, unsigned rows, unsigned cols, unsigned stones);

#endif
