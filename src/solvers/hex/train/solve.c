/* Trains alone, in a worker: one piece of work after the other. */
#include "course.h"

enum nash_status hex_train_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                                 struct nash_error *error)
{
    struct nash_error own = {0};
    enum hex_train_event event = HEX_TRAIN_WORKED;
    struct hex_course *course = hex_course_begin(problem, run, &own);
    while (course && !hex_course_ends(event))
        event = hex_course_work(course, &own);
    if (course)
        result->answer = hex_course_end(course, event);
    /* A job that took the answer of another would have no checkpoints of its own. */
    result->final = false;
    if (error && own.status != NASH_OK)
        *error = own;
    return own.status;
}
