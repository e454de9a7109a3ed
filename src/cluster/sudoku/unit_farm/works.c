/* The works of the Sudoku that browsers carry out too. Freestanding. */
#include "works.h"

#include <solvers/sudoku/units/luck.h>
#include <solvers/sudoku/units/proof.h>

const struct farm_work sudoku_proof_work = {
    .number = SUDOKU_PROOF_WORK, .name = "sudoku proof", .bytes = proof_bytes, .open = proof_open, .run = proof_run};

const struct farm_work sudoku_luck_work = {
    .number = SUDOKU_LUCK_WORK, .name = "sudoku luck", .bytes = luck_bytes, .open = luck_open, .run = luck_run};
