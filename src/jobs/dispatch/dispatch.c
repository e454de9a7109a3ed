/* Chooses the work that is started next. The pool serves jobs and batches in turns; the executor of several machines
 * serves jobs only, from a queue of its own, so that neither waits for the other. */
#include "dispatch.h"

#include <base/clock.h>
#include <jobs/state.h>

/* While jobs and batches both wait, every eighth start is that of a batch's chunk. */
enum { BATCH_TURN = 8 };

static void dispatch_distributed(struct jobs *jobs)
{
    struct executor *executor = jobs->distributed.executor;
    for (struct execution *next; !jobs->draining && (next = queue_first(&jobs->distributed.queue)) != NULL;) {
        if (!executor->start(executor, &next->work))
            return;
        execution_started(jobs, next);
    }
}

static void dispatch_pool(struct jobs *jobs)
{
    struct executor *executor = jobs->pool.executor;
    for (;;) {
        struct execution *execution = jobs->draining ? NULL : queue_first(&jobs->pool.queue);
        struct chunk *chunk = startable_chunk(jobs);
        if (chunk != NULL && execution != NULL && jobs->turn % BATCH_TURN != 0)
            chunk = NULL;
        struct work *work = chunk != NULL ? chunk_prepare(chunk) : execution != NULL ? &execution->work : NULL;
        if (work == NULL || !executor->start(executor, work))
            return;
        jobs->turn++;
        if (chunk != NULL)
            chunk_started(chunk);
        else
            execution_started(jobs, execution);
    }
}

void dispatch(struct jobs *jobs)
{
    dispatch_pool(jobs);
    dispatch_distributed(jobs);
}
