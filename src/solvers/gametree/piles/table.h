/* The table of Grundy values, 0 to GRUNDY_MOST: nine bits each, in one file "grundy.table" of the data directory,
 * mapped shared before the workers are forked. It is filled in pieces of GRUNDY_PIECE values, from the bottom, by
 * whoever first needs them; workers that fill the same piece at the same time write the same bytes. A piece is believed
 * when its mark and checksum hold; what is damaged is computed again. */
#ifndef GAMETREE_PILES_TABLE_H
#define GAMETREE_PILES_TABLE_H

#include <nash/solver.h>

#include "mex.h"

enum {
    GRUNDY_MOST = 10000000, /* the largest pile */
    GRUNDY_PIECE = 4096,    /* values filled together: 2 to 8 ms */
    GRUNDY_CHECK_FILL = 40  /* nash_stop() */
};

/* Maps the file, or memory without a name where data_dir is NULL or has no room; never fails for want of a file. Once
 * per process, before any worker is forked and before threads; grundy_table_fill() does it in memory where that was not
 * done. */
enum nash_status grundy_table_open(const char *data_dir, struct nash_error *error);

/* All values up to `most` <= GRUNDY_MOST are there afterwards. NASH_STOPPED, NASH_NOMEM (of the run's arena: 64 KB,
 * given back at the end) or NASH_INTERNAL. Reports progress. */
enum nash_status grundy_table_fill(uint32_t most, struct nash_run *run, struct nash_error *error);

/* Of the values 0 .. most - 1, those that are there already, from 0 upward without a gap: how many. Fills nothing. */
uint32_t grundy_table_believe(uint32_t most);

/* All values, right as far as they were filled. Only after the table was opened. */
struct mex_values grundy_table(void);

#endif
