/* Chooses the work that is started next. Flows are served by the time that their work has used (flow.h). Within a flow,
 * jobs go by priority and order of arrival, and batches get every eighth start while both wait. Background work, which
 * takes hours, waits while it occupies all workers but one. The executor of several machines serves jobs only, and
 * counts its time apart, so that neither waits for the other. */
#include "dispatch.h"

#include <base/clock.h>
#include <jobs/dispatch/slices.h>
#include <jobs/intake/intake.h>
#include <jobs/state.h>

/* While jobs and batches of a flow both wait, every eighth start is that of a batch's chunk. */
enum { BATCH_TURN = 8 };

static struct execution *execution_of(struct order_node *node)
{
    return node != NULL ? (struct execution *)((char *)node - offsetof(struct execution, order)) : NULL;
}

static struct execution *first_of_class(const struct flow *flow, enum flow_class class)
{
    return flow != NULL ? execution_of(order_first(&flow->waiting[class])) : NULL;
}

static void dispatch_distributed(struct jobs *jobs)
{
    struct executor *executor = jobs->distributed.executor;
    struct execution *next;
    while ((next = first_of_class(flows_first(&jobs->flows, HEAP_DISTRIBUTED), CLASS_DISTRIBUTED)) != NULL) {
        if (!executor->start(executor, &next->work))
            return;
        execution_started(jobs, next);
    }
}

/* Returns that of two executions of a flow which goes first; each may be NULL. */
static struct execution *earlier_of(struct execution *one, struct execution *other)
{
    if (one == NULL || other == NULL)
        return one != NULL ? one : other;
    return order_is_before(&one->order, &other->order) ? one : other;
}

/* Returns the flow whose background work may start, or NULL. */
static struct flow *first_background(const struct jobs *jobs)
{
    unsigned workers = jobs->options.workers, most = workers > 1 ? workers - 1 : 1;
    return jobs->background_started < most ? flows_first(&jobs->flows, HEAP_BACKGROUND) : NULL;
}

/* What the pool is to start next; both NULL: nothing. */
struct choice {
    struct execution *execution;
    struct chunk *chunk;
};

static struct choice choose_next(struct jobs *jobs)
{
    struct flow *flow = flows_first(&jobs->flows, HEAP_POOL), *background = first_background(jobs);
    bool usual = flow != NULL && (background == NULL || flow->used_ns[CLOCK_POOL] <= background->used_ns[CLOCK_POOL]);
    bool both = flow != NULL && background != NULL && flow->used_ns[CLOCK_POOL] == background->used_ns[CLOCK_POOL];
    struct choice choice = {0};
    if (usual) {
        choice.execution = earlier_of(first_of_class(flow, CLASS_SHORT), first_of_class(flow, CLASS_LONG));
        choice.chunk = startable_chunk(flow);
    }
    if (!usual || both)
        choice.execution = earlier_of(choice.execution, first_of_class(background, CLASS_BACKGROUND));
    if (choice.chunk != NULL && choice.execution != NULL && flow->turn % BATCH_TURN != 0)
        choice.chunk = NULL;
    if (choice.chunk != NULL)
        choice.execution = NULL;
    return choice;
}

static bool has_free_worker(const struct jobs *jobs)
{
    return jobs->pool.started - jobs->express_started < jobs->options.workers;
}

static void dispatch_pool(struct jobs *jobs)
{
    struct executor *executor = jobs->pool.executor;
    while (has_free_worker(jobs)) {
        struct choice choice = choose_next(jobs);
        struct work *work = choice.chunk != NULL       ? chunk_prepare(choice.chunk)
                            : choice.execution != NULL ? &choice.execution->work
                                                       : NULL;
        if (work == NULL && flows_first(&jobs->flows, HEAP_POOL) == NULL && first_background(jobs) == NULL)
            return;
        if (work == NULL)
            continue; /* the flow's batches had nothing to start, and have left the list */
        if (!executor->start(executor, work))
            return;
        if (choice.chunk != NULL)
            chunk_started(choice.chunk);
        else
            execution_started(jobs, choice.execution);
    }
}

/* Gives problems that may be short a slice, while all workers are busy. */
static void dispatch_express(struct jobs *jobs)
{
    struct executor *executor = jobs->pool.executor;
    while (jobs->express_started < EXPRESS_SLOTS && !has_free_worker(jobs)) {
        struct execution *next = first_of_class(flows_first(&jobs->flows, HEAP_EXPRESS), CLASS_SHORT);
        if (next == NULL)
            return;
        next->work.slice_ms = SLICE_MS;
        if (!executor->start(executor, &next->work)) {
            next->work.slice_ms = 0;
            return;
        }
        execution_started(jobs, next);
    }
}

bool dispatch_reading(struct jobs *jobs, struct work *reading, struct execution *execution)
{
    struct executor *executor = jobs->pool.executor;
    if (jobs->draining || execution->load != &jobs->pool || !has_free_worker(jobs))
        return false;
    struct choice choice = choose_next(jobs);
    if (choice.execution != execution || !executor->reading->adopt(executor, reading, &execution->work))
        return false;
    intake_was_released((struct intake *)reading);
    execution_started(jobs, execution);
    return true;
}

void dispatch(struct jobs *jobs)
{
    intakes_dispatch(jobs);
    if (jobs->draining)
        return;
    charge_running(jobs, clock_mono_ns());
    dispatch_pool(jobs);
    dispatch_express(jobs);
    dispatch_distributed(jobs);
}
