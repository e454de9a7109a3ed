#include "retry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/utf8.h>
#include <jobs/state.h>

bool retry_is_due(const struct execution *execution, const struct work_result *result)
{
    if (!retry_may_help(result) || execution->jobs == NULL || execution->jobs->cancelling)
        return false;
    if (!execution->resumable)
        return execution->work.kills == 0;
    /* A crash right after the blob from which the work continues would repeat for ever. */
    return result->crashed ? execution->crashes == 0 : execution->stored || execution->setbacks < ATTEMPTS_MAX;
}

void retry_note_failure(struct nash_error **first, const struct nash_error *error)
{
    if (*first != NULL)
        return;
    *first = malloc(sizeof **first); /* without memory, only the last reason is reported */
    if (*first != NULL)
        **first = *error;
}

/* Returns the length of the beginning of a detail that is quoted. */
static int quoted_len(const char *detail)
{
    enum { QUOTED_MAX = 225 }; /* so that two fit */
    size_t len = strnlen(detail, QUOTED_MAX);
    return (int)utf8_span(detail, len);
}

void retry_explain(struct nash_error *whole, const struct nash_error *error, const struct nash_error *first)
{
    *whole = *error;
    if (first != NULL)
        snprintf(whole->detail, sizeof whole->detail, "It failed twice. First (%s): %.*s Then: %.*s",
                 nash_error_type(first), quoted_len(first->detail), first->detail, quoted_len(error->detail),
                 error->detail);
}
