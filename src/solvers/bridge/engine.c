/* The choice is by size alone: see bridge_ending_wins(). */
#include "engine.h"

#include "ending.h"

enum nash_status bridge_solve_options(const struct bridge_position *position, struct nash_run *run,
                                      struct bridge_options *options, struct nash_error *error)
{
    return bridge_ending_wins(position) ? bridge_ending_options(position, run, options, error)
                                        : bridge_library_options(position, run, options, error);
}

enum nash_status bridge_solve_best(const struct bridge_position *position, struct nash_run *run,
                                   struct bridge_card *card, int *tricks, struct nash_error *error)
{
    return bridge_ending_wins(position) ? bridge_ending_best(position, run, card, tricks, error)
                                        : bridge_library_best(position, run, card, tricks, error);
}
