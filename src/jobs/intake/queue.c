/* From the arrival of a large body to the worker's report. Everything here runs under the core's lock.
 *
 * One reading goes on whatever else waits. Further ones use workers that would be idle, but the last of these, which is
 * kept for small problems. A problem whose worker dies is read once more, since the worker may have been killed from
 * outside. */
#include <stdlib.h>
#include <string.h>

#include <jobs/dispatch/slices.h>
#include <jobs/state.h>

/* ---- lists ---- */

static void list_init(struct intake_list *list)
{
    list->first = NULL;
    list->end = &list->first;
}

static void list_add(struct intake_list *list, struct intake *intake)
{
    intake->next = NULL;
    *list->end = intake;
    list->end = &intake->next;
}

static struct intake *list_pop(struct intake_list *list)
{
    struct intake *first = list->first;
    if (first == NULL)
        return NULL;
    list->first = first->next;
    if (list->first == NULL)
        list->end = &list->first;
    return first;
}

static void list_remove(struct intake_list *list, struct intake *intake)
{
    struct intake **at = &list->first;
    while (*at != intake)
        at = &(*at)->next;
    *at = intake->next;
    if (*at == NULL)
        list->end = at;
}

static void wait_for_worker(struct intake *intake)
{
    struct intakes *intakes = &intake->core->intakes;
    intake->state = INTAKE_WAITS;
    list_add(&intakes->waiting, intake);
    intakes->waiting_count++;
    jobs_defer(intake->core, DISPATCH_WORK);
}

void intake_enqueue(struct intake *intake)
{
    struct intakes *intakes = &intake->core->intakes;
    intake->next_all = intakes->all;
    intake->link_all = &intakes->all;
    if (intake->next_all != NULL)
        intake->next_all->link_all = &intake->next_all;
    intakes->all = intake;
    wait_for_worker(intake);
}

struct intake *intake_pop_read(struct intakes *intakes)
{
    struct intake *intake = list_pop(&intakes->read);
    if (intake != NULL)
        intake->state = INTAKE_DECIDING;
    return intake;
}

/* ---- the end ---- */

static void intake_free(struct intake *intake)
{
    *intake->link_all = intake->next_all;
    if (intake->next_all != NULL)
        intake->next_all->link_all = intake->link_all;
    job_unref(intake->job);
    tempfile_unref(intake->request.file);
    free(intake);
}

/* Frees the intake if it has an outcome, and its owner and the executor refer to it no longer. */
static void free_unused(struct intake *intake)
{
    if (intake->ended && intake->state == INTAKE_DONE && !intake->in_executor)
        intake_free(intake);
}

void intake_settle(struct intake *intake)
{
    intake->state = INTAKE_DONE;
    if (!intake->ended)
        intake->wake(intake->context);
    free_unused(intake);
}

/* Requests that the worker stops. A parser does not poll: the process is killed after the grace period. */
static void intake_cancel(struct intake *intake)
{
    struct executor *executor = intake->core->pool.executor;
    executor->cancel(executor, &intake->work);
}

void intake_give_up(struct intake *intake)
{
    struct intakes *intakes = &intake->core->intakes;
    intake->ended = true;
    if (intake->state == INTAKE_WAITS) {
        list_remove(&intakes->waiting, intake);
        intakes->waiting_count--;
        intake->state = INTAKE_DONE;
    } else if (intake->state == INTAKE_READING) {
        intake_cancel(intake);
    }
    free_unused(intake);
}

void intakes_init(struct intakes *intakes)
{
    list_init(&intakes->waiting);
    list_init(&intakes->read);
}

void intakes_release(struct intakes *intakes)
{
    while (intakes->all != NULL)
        intake_free(intakes->all);
}

static void refuse_draining(struct intake *intake)
{
    nash_fail_type(&intake->error, NASH_BUSY, "draining", "", "The server is shutting down and takes no new jobs.");
    intake->result = SUBMIT_REFUSED;
    intake_settle(intake);
}

/* ---- to a worker ---- */

static bool may_read_another(const struct jobs *jobs)
{
    unsigned reading = jobs->intakes.reading_count;
    return reading < READING_SLOTS || jobs->pool.started - jobs->express_started + reading < jobs->options.workers;
}

void intakes_dispatch(struct jobs *jobs)
{
    struct executor *executor = jobs->pool.executor;
    struct intakes *intakes = &jobs->intakes;
    for (struct intake *next; !jobs->draining && may_read_another(jobs) && (next = intakes->waiting.first) != NULL;) {
        next->in_executor = executor->start(executor, &next->work);
        if (!next->in_executor)
            return;
        list_pop(&intakes->waiting);
        next->state = INTAKE_READING;
        intakes->waiting_count--;
        intakes->reading_count++;
    }
}

void intakes_drain(struct jobs *jobs)
{
    for (struct intake *intake; (intake = list_pop(&jobs->intakes.waiting)) != NULL;) {
        jobs->intakes.waiting_count--;
        refuse_draining(intake);
    }
}

void intakes_cancel(struct jobs *jobs)
{
    for (struct intake *intake = jobs->intakes.all; intake != NULL; intake = intake->next_all)
        if (intake->state == INTAKE_READING)
            intake_cancel(intake);
}

/* ---- from a worker ---- */

void intake_was_read(struct intake *intake, const struct work_reading *reading)
{
    struct intakes *intakes = &intake->core->intakes;
    intake->parsed = (struct parsed_request){.key = reading->key,
                                             .timeout_ms = reading->timeout_ms,
                                             .priority = reading->priority,
                                             .seed = reading->seed,
                                             .fresh = reading->fresh,
                                             .traits = {.distributed = reading->distributed,
                                                        .resumable = reading->resumable,
                                                        .background = reading->background}};
    if (reading->webhook != NULL)
        memcpy(intake->parsed.webhook, reading->webhook, reading->webhook_len);
    if (reading->tags != NULL)
        memcpy(intake->parsed.tags, reading->tags, reading->tags_len);
    intake->fingerprint = reading->fingerprint;
    intake->state = INTAKE_READ;
    list_add(&intakes->read, intake);
    pthread_cond_signal(&intakes->decide);
}

void intake_was_released(struct intake *intake)
{
    intake->in_executor = false;
    intake->core->intakes.reading_count--;
}

/* Returns true when another worker may read the problem: the first one died for a reason that need not be the problem.
 */
static bool deserves_retry(const struct intake *intake, const struct work_result *result)
{
    return !intake->retried && !intake->ended && !intake->core->draining &&
           (result->killed || strcmp(result->error.type, "worker-crashed") == 0);
}

void intake_worker_done(struct intake *intake, const struct work_result *result)
{
    struct jobs *jobs = intake->core;
    intake_was_released(intake);
    if (intake->state == INTAKE_DONE) {
        free_unused(intake);
    } else if (intake->state != INTAKE_READING) {
        /* It was read, so the worker's death changes nothing: the job is queued. */
    } else if (deserves_retry(intake, result)) {
        intake->retried = true;
        jobs->intakes.retried++;
        wait_for_worker(intake);
    } else if (jobs->draining && result->status == NASH_STOPPED) {
        refuse_draining(intake);
    } else {
        intake->error = result->error;
        intake->result = SUBMIT_REFUSED;
        intake_settle(intake);
    }
}
