/* Finds every legal card of the seat to play, and the tricks that its side then makes. */
#include <solvers/bridge/problem.h>

#include "engine.h"

enum nash_status bridge_find_card(const struct bridge_problem *problem, struct nash_run *run,
                                  struct bridge_answer *answer, struct nash_error *error)
{
    return bridge_solve_options(&problem->position, NULL, run, &answer->options, error);
}
