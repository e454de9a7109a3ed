/* The works of the Sudoku that browsers carry out too. Freestanding. */
#include "works.h"

#include <solvers/sudoku/units/luck.h>
#include <solvers/sudoku/units/proof.h>

static bool is_set(void *stop)
{
    return *(const _Atomic int *)stop != 0;
}

static void proof_stops(void *memory, _Atomic int *stop)
{
    proof_on_stop(memory, is_set, stop);
}

static void luck_stops(void *memory, _Atomic int *stop)
{
    luck_on_stop(memory, is_set, stop);
}

const struct farm_work sudoku_proof_work = {.number = SUDOKU_PROOF_WORK,
                                            .name = "sudoku proof",
                                            .bytes = proof_bytes,
                                            .open = proof_open,
                                            .run = proof_run,
                                            .on_stop = proof_stops};

const struct farm_work sudoku_luck_work = {.number = SUDOKU_LUCK_WORK,
                                           .name = "sudoku luck",
                                           .bytes = luck_bytes,
                                           .open = luck_open,
                                           .run = luck_run,
                                           .on_stop = luck_stops};
