/* The engine `exact`: chooses the size of the sets. */
#include <solvers/hex/engines/engine.h>

typedef enum nash_status exact_think_function(const struct hex_position *position, const struct hex_settings *settings,
                                              struct nash_run *run, struct hex_opinion *opinion,
                                              struct nash_error *error);
exact_think_function exact_think_2, exact_think_6;

static enum nash_status think(const struct hex_position *position, const struct hex_settings *settings,
                              struct nash_run *run, struct hex_opinion *opinion, struct nash_error *error)
{
    bool small = hex_cells(&position->board) <= 128;
    return (small ? exact_think_2 : exact_think_6)(position, settings, run, opinion, error);
}

const struct hex_engine hex_engine_exact = {.name = "exact", .think = think};
