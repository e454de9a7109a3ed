/* The work that only servers carry out: it needs solvers that are not freestanding. */
#include <solvers/sudoku/units/generation.h>

#include "works.h"

const struct farm_work sudoku_generation_work = {.number = SUDOKU_GENERATION_WORK,
                                                 .name = "sudoku generation",
                                                 .bytes = generation_bytes,
                                                 .open = generation_open,
                                                 .run = generation_run,
                                                 .on_stop = generation_on_stop};
