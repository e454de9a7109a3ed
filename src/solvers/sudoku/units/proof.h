/* Carries out units of a proof (proof_wire.h): counts the solutions of a part of a search within a budget of nodes, and
 * names what is left. The answer follows from task and unit alone. Freestanding. */
#ifndef SUDOKU_UNITS_PROOF_H
#define SUDOKU_UNITS_PROOF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The functions of a struct farm_work (cluster/unit_farm/work.h). */
size_t proof_bytes(void);
bool proof_open(void *memory, const uint8_t *task, size_t len);
size_t proof_run(void *memory, const uint8_t *unit, size_t len, uint8_t *answer);

/* Calls stop() every few milliseconds during proof_run(), which ends with PROOF_SPENT, before its budget, when it
 * returns true. Only for answers that nobody compares. NULL: no stop; proof_open() sets it so. */
void proof_on_stop(void *memory, bool (*stop)(void *context), void *context);

#endif
