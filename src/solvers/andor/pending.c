/* Until optima.c and shared.c come. */
#include "problem.h"

enum nash_status andor_count_optima(const struct andor_graph *graph, const struct andor_values *values, uint32_t list,
                                    uint32_t states, struct nash_run *run, struct andor_optima *optima,
                                    struct nash_error *error)
{
    (void)graph, (void)values, (void)list, (void)states, (void)run, (void)optima, (void)error;
    return NASH_STOPPED;
}

enum nash_status andor_solve_shared(const struct andor_graph *graph, const struct andor_values *values,
                                    struct nash_run *run, struct andor_shared *shared, struct nash_error *error)
{
    (void)graph, (void)values, (void)run, (void)shared, (void)error;
    return NASH_STOPPED;
}
