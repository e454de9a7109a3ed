/* The second try of work whose worker died. Called under the core's lock. */
#ifndef JOBS_DISPATCH_RETRY_H
#define JOBS_DISPATCH_RETRY_H

#include <jobs/executor/executor.h>

struct execution;

/* Returns true when another worker may solve what this one has not: it was killed from outside, or has crashed. */
static inline bool retry_may_help(const struct work_result *result)
{
    return result->killed || result->crashed;
}

/* Returns true when the execution gets another try: its worker died for the first time; if it is resumable, a worker
 * that was killed counts only when there was no progress since the last one. An execution that is cancelled gets none:
 * it has a single job. */
bool retry_is_due(const struct execution *execution, const struct work_result *result);

/* Keeps the failure of the first try in *first, which must be freed; a later one is not kept. */
void retry_note_failure(struct nash_error **first, const struct nash_error *error);
/* Writes to *whole the error of the last try, with the reasons of both. first: that of the first try, or NULL. */
void retry_explain(struct nash_error *whole, const struct nash_error *error, const struct nash_error *first);

#endif
