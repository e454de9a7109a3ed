/* The works of units.wasm. Generation is not among them, because it needs solvers that are not freestanding. */
#include <cluster/sudoku/unit_farm/works.h>

#include "units.h"

const struct farm_work *const unit_works[] = {&sudoku_proof_work, &sudoku_luck_work, NULL};
