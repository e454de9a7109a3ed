#include "../../solvers/kind_case.h"

extern const struct nash_solver nash_solver_bridge;
const struct nash_solver *const kind_solver = &nash_solver_bridge;
