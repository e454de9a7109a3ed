/* The works of the Sudoku. Numbers are never reused. */
#ifndef CLUSTER_SUDOKU_FARM_WORKS_H
#define CLUSTER_SUDOKU_FARM_WORKS_H

#include <cluster/unit_farm/work.h>

enum { SUDOKU_PROOF_WORK = 1, SUDOKU_LUCK_WORK = 2, SUDOKU_GENERATION_WORK = 3 };

extern const struct farm_work sudoku_proof_work, sudoku_luck_work, sudoku_generation_work;

#endif
