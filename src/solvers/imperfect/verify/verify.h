/* Checks answers of the form "tables". */
#ifndef IMPERFECT_VERIFY_H
#define IMPERFECT_VERIFY_H

#include <nash/solver.h>

enum nash_status tables_verify(const void *problem, const struct nash_result *result, struct nash_error *error);

#endif
