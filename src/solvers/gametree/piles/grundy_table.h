/* The table of Grundy values, 0 to GRUNDY_PILE_MAX: nine bits each, in the file "grundy.table" of the data directory,
 * mapped shared before the workers fork (kit/table_file.h). It is filled from the bottom, in pieces of GRUNDY_PIECE
 * values, by the worker that needs them first. */
#ifndef GAMETREE_PILES_GRUNDY_TABLE_H
#define GAMETREE_PILES_GRUNDY_TABLE_H

#include <nash/solver.h>

#include "mex.h"

enum {
    GRUNDY_PILE_MAX = 10000000, /* the largest pile */
    GRUNDY_PIECE = 4096,        /* values filled together: 2 to 8 ms */
    GRUNDY_CHECK_FILL = 40      /* number of the stop check */
};

/* Maps the file, or anonymous memory if data_dir is NULL or has no room. Called once per process, before workers fork
 * and threads start; otherwise grundy_table_fill() maps anonymous memory. */
enum nash_status grundy_table_open(const char *data_dir, struct nash_error *error);

/* Fills the table up to `max` <= GRUNDY_PILE_MAX. Returns NASH_STOPPED, NASH_NOMEM (the run's arena has no 64 KB, which
 * are released at the end) or NASH_INTERNAL. Reports progress. */
enum nash_status grundy_table_fill(uint32_t max, struct nash_run *run, struct nash_error *error);

/* Returns how many of the values 0 .. max - 1 are present, from 0 upward without a gap. Fills nothing. */
uint32_t grundy_table_verified(uint32_t max);

/* Returns all values; they are correct as far as the table was filled. The table must be open. */
struct mex_values grundy_table(void);

#endif
