/* Solves a position by the search for endgames where that is faster, and by libdds otherwise. */
#ifndef BRIDGE_ENGINE_H
#define BRIDGE_ENGINE_H

#include "dds.h"

/* Returns "own" or the name of libdds: the engine for the position and all that follow from it. */
const char *bridge_engine_name(const struct bridge_position *position);

struct bridge_endgame_table;

/* Do the same as the functions of dds.h. table: results of similar deals (endgame.h), or NULL. */
enum nash_status bridge_solve_options(const struct bridge_position *position, struct bridge_endgame_table *table,
                                      struct nash_run *run, struct bridge_options *options, struct nash_error *error);
enum nash_status bridge_solve_best(const struct bridge_position *position, struct nash_run *run,
                                   struct bridge_card *card, int *tricks, struct nash_error *error);
enum nash_status bridge_solve_makes(const struct bridge_position *position, unsigned target, struct nash_run *run,
                                    struct bridge_card *card, int *makes, struct nash_error *error);
enum nash_status bridge_solve_strain(const struct bridge_deal *deal, unsigned strain, struct nash_run *run,
                                     uint8_t tricks[BRIDGE_SEATS], bool *whole, struct nash_error *error);
enum nash_status bridge_solve_trace(const struct bridge_position *position, const struct bridge_card *play,
                                    unsigned count, struct nash_run *run, uint8_t *tricks, unsigned *known,
                                    struct nash_error *error);

#endif
