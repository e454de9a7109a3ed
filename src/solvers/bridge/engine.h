/* Who solves a position: the own search where it is faster, the library otherwise. */
#ifndef BRIDGE_ENGINE_H
#define BRIDGE_ENGINE_H

#include "library.h"

/* Every legal card, best first; count 0 when stopped. */
enum nash_status bridge_solve_options(const struct bridge_position *position, struct nash_run *run,
                                      struct bridge_options *options, struct nash_error *error);

/* Only the tricks of the side to play, and a card that makes them; *tricks < 0 when stopped. */
enum nash_status bridge_solve_best(const struct bridge_position *position, struct nash_run *run,
                                   struct bridge_card *card, int *tricks, struct nash_error *error);

#endif
