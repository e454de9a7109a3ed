/* Carries out units of luck: one run of local search each, with its own seed. Freestanding.
 *
 *   task    u8 size, u8 box_rows, u8 box_cols (0, 0: regions), u8 enum luck_method, u32 0
 *           [size^2] strategies of a cell, (size + 7) / 8 bytes each, bit v for value v (from 0)
 *           without boxes [size^2] u8 region of a cell
 *   unit    u64 seed, u64 moves (sap: updates) at most, u32 beta in 1 / BETA_ONE (tabu: 0)
 *   answer  u64 moves, u64 changes, u32 conflicts at the end, u32 fewest conflicts seen, [size^2] u8 values at the end
 *
 * A run begins at chain_start_values() of its seed. The answer follows from task and unit alone. */
#ifndef SUDOKU_UNITS_LUCK_H
#define SUDOKU_UNITS_LUCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum luck_method { LUCK_SAP = 1, LUCK_TABU = 2 };

enum {
    LUCK_TASK_HEAD = 8,
    LUCK_UNIT = 20,
    LUCK_ANSWER_HEAD = 24,
    LUCK_MOVES_MAX = 1 << 22,  /* moves of a unit of tabu, some seconds */
    LUCK_CHANGES_MAX = 1 << 22 /* a unit of sap ends after so many changes, also some seconds */
};
static const uint64_t luck_updates_max = UINT64_C(1) << 32; /* updates of a unit of sap */

/* The functions of a struct farm_work (cluster/unit_farm/work.h). */
size_t luck_bytes(void);
bool luck_open(void *memory, const uint8_t *task, size_t len);
size_t luck_run(void *memory, const uint8_t *unit, size_t len, uint8_t *answer);

/* As proof_on_stop(): the run ends early when stop() returns true. */
void luck_on_stop(void *memory, bool (*stop)(void *context), void *context);

#endif
