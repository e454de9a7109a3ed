/* Chooses the work that is started next. The pool serves jobs and batches in turns; the executor of several machines
 * serves jobs only, from a queue of its own, so that neither waits for the other. Background work, which takes hours,
 * has a queue of its own too: it waits there while it occupies all workers but one. */
#include "dispatch.h"

#include <base/clock.h>
#include <jobs/intake/intake.h>
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

/* Returns true when one of two executions is to be started before the other. */
static bool goes_first(const struct execution *one, const struct execution *other)
{
    return one->priority != other->priority ? one->priority > other->priority : one->arrival < other->arrival;
}

/* Returns the execution that the pool is to start next, or NULL. */
static struct execution *first_execution(const struct jobs *jobs)
{
    unsigned workers = jobs->options.workers, most = workers > 1 ? workers - 1 : 1;
    struct execution *usual = queue_first(&jobs->pool.queue);
    struct execution *background = jobs->background_started < most ? queue_first(&jobs->background.queue) : NULL;
    return usual == NULL || (background != NULL && goes_first(background, usual)) ? background : usual;
}

static void dispatch_pool(struct jobs *jobs)
{
    struct executor *executor = jobs->pool.executor;
    for (;;) {
        struct execution *execution = jobs->draining ? NULL : first_execution(jobs);
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

bool dispatch_reading(struct jobs *jobs, struct work *reading, struct execution *execution)
{
    struct executor *executor = jobs->pool.executor;
    bool may_start = !jobs->draining && execution->executor_queue->executor == executor &&
                     jobs->executions_started + jobs->chunks_started < jobs->options.workers &&
                     first_execution(jobs) == execution && startable_chunk(jobs) == NULL;
    if (!may_start || !executor->reading->adopt(executor, reading, &execution->work))
        return false;
    intake_was_released((struct intake *)reading);
    jobs->turn++;
    execution_started(jobs, execution);
    return true;
}

void dispatch(struct jobs *jobs)
{
    intakes_dispatch(jobs);
    dispatch_pool(jobs);
    dispatch_distributed(jobs);
}
