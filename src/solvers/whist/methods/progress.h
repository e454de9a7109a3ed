/* Progress of a long search: the method and the number of positions searched. */
#ifndef WHIST_PROGRESS_H
#define WHIST_PROGRESS_H

#include "engine.h"

enum { WHIST_PROGRESS_NODES = 4096 }; /* positions between two reports */

/* Sends a progress report if one is due. */
void whist_progress_report(const struct whist_work *work, const char *engine);

/* Called at each position, after work->nodes is incremented. */
static inline void whist_progress(const struct whist_work *work, const char *engine)
{
    if (__builtin_expect(work->nodes % WHIST_PROGRESS_NODES == 0, 0))
        whist_progress_report(work, engine);
}

#endif
