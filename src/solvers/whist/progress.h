/* What people see of a long search: which method, and how many positions it has looked at. */
#ifndef WHIST_PROGRESS_H
#define WHIST_PROGRESS_H

#include "engine.h"

enum { WHIST_PROGRESS_NODES = 4096 }; /* between two looks at the clock */

void whist_progress_tell(const struct whist_work *work, const char *engine);

/* Called at each position, after it is counted. */
static inline void whist_progress(const struct whist_work *work, const char *engine)
{
    if (__builtin_expect(work->nodes % WHIST_PROGRESS_NODES == 0, 0))
        whist_progress_tell(work, engine);
}

#endif
