/* Every card the seat to play may play, and the tricks its side then makes. */
#include "engine.h"
#include "problem.h"

enum nash_status bridge_find_card(const struct bridge_problem *problem, struct nash_run *run,
                                  struct bridge_answer *answer, struct nash_error *error)
{
    return bridge_solve_options(&problem->position, NULL, run, &answer->options, error);
}
