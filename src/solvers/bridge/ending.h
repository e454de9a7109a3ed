/* Double dummy for endings of up to 8 cards a hand: a search of our own, which stops when it is asked to. */
#ifndef BRIDGE_ENDING_H
#define BRIDGE_ENDING_H

#include "library.h"

enum { BRIDGE_ENDING_MAX = 8 }; /* cards in the hand that is to play */

/* Every legal card, best first, as bridge_library_options() gives them. The position has passed bridge_position_check()
 * and is small enough. Adds the positions looked at to run->nodes; checks nash_stop() at 65. */
enum nash_status bridge_ending_options(const struct bridge_position *position, struct nash_run *run,
                                       struct bridge_options *options, struct nash_error *error);

#endif
