/* Start and stop of the core. */
#include <stdlib.h>
#include <time.h>

#include <jobs/dispatch/dispatch.h>
#include <jobs/job/index.h>
#include <jobs/limits.h>
#include <jobs/state.h>

const struct jobs_options jobs_defaults = {
    .workers = 2,
    .queue_max = 1024,
    .memory_bytes = 16 << 20,
    .event_bytes = 16 << 20,
    .queue_bytes = UINT64_C(4) << 30,
    .grace_ms = 1000,
    .runaway_ms = 2000,
    .retention = {.max_age_ms = INT64_C(30) * 86400 * 1000},
};

/* bytes: 0: no limit */
static void set_queue_bytes(struct jobs *jobs, uint64_t bytes)
{
    jobs->options.queue_bytes = bytes;
    atomic_store(&jobs->queue_bytes.max, bytes != 0 ? bytes : UINT64_MAX);
}

void jobs_set_limits(struct jobs *jobs, const struct jobs_options *options)
{
    jobs_lock(jobs);
    jobs->options.queue_max = options->queue_max;
    jobs->options.memory_bytes = options->memory_bytes;
    atomic_store(&jobs->kept_bytes.max, options->memory_bytes);
    jobs->options.retention = options->retention;
    jobs->options.min_free_bytes = options->min_free_bytes;
    set_queue_bytes(jobs, options->queue_bytes);
    jobs_unlock(jobs);
}

/* ---- making the state ---- */

static void init_conditions(struct jobs *jobs)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&jobs->lock, NULL);
    pthread_cond_init(&jobs->changed, &monotonic);
    pthread_cond_init(&jobs->tick, &monotonic);
    pthread_cond_init(&jobs->deliver, &monotonic);
    pthread_cond_init(&jobs->intakes.decide, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

/* Makes one entry for each kind, and a last one for unknown kinds. */
static void init_kinds(struct jobs *jobs)
{
    size_t count;
    const struct nash_solver *const *kinds = nash_kinds(&count);
    for (size_t i = 0; i < count && jobs->kinds + 1 < JOBS_KINDS_MAX; i++)
        jobs->kind[jobs->kinds++].solver = kinds[i];
    jobs->kinds++;
}

static bool init_tables(struct jobs *jobs)
{
    enum { SLOTS = 1024 };
    return hash_table_init(&jobs->by_id, SLOTS) && hash_table_init(&jobs->by_key, SLOTS) &&
           hash_table_init(&jobs->by_body, SLOTS) && hash_table_init(&jobs->by_idempotency, SLOTS) &&
           hash_table_init(&jobs->in_flight, SLOTS) && flows_init(&jobs->flows);
}

static struct jobs *jobs_new(const struct jobs_options *options, struct executor *executor, struct store *store)
{
    struct jobs *jobs = calloc(1, sizeof *jobs);
    if (jobs == NULL)
        return NULL;
    jobs->options = *options;
    atomic_init(&jobs->kept_bytes.max, options->memory_bytes);
    atomic_init(&jobs->event_bytes.max, options->event_bytes);
    jobs->pool.executor = executor;
    jobs->distributed.executor = options->distributed;
    jobs->client = completion_client;
    jobs->client.context = jobs;
    jobs->store = store;
    set_queue_bytes(jobs, options->queue_bytes);
    jobs->deliverable.end = &jobs->deliverable.first;
    init_conditions(jobs);
    init_kinds(jobs);
    feed_init(&jobs->feed);
    intakes_init(&jobs->intakes);
    return jobs;
}

/* ---- freeing it ---- */

static void drop_execution(struct execution *execution)
{
    while (execution->jobs != NULL)
        execution_detach(execution->jobs);
    execution_free(execution);
}

/* Every execution that waits is in flight; a running one may have been unlisted. */
static void free_executions(struct jobs *jobs)
{
    for (struct execution *execution = jobs->running, *next; execution != NULL; execution = next) {
        next = execution->next;
        execution_ended(jobs, execution);
        drop_execution(execution);
    }
    for (size_t i = 0; i < jobs->in_flight.slots; i++)
        while (jobs->in_flight.slot[i] != NULL) {
            struct execution *execution =
                (struct execution *)((char *)jobs->in_flight.slot[i] - offsetof(struct execution, by_key));
            execution_dequeue(jobs, execution);
            drop_execution(execution);
        }
}

static void close_executors(const struct jobs_options *options, struct executor *pool)
{
    pool->close(pool);
    if (options->distributed != NULL)
        options->distributed->close(options->distributed);
}

/* Frees the core. Called when no thread or executor calls back any more. */
static void jobs_free(struct jobs *jobs)
{
    free_executions(jobs);
    batches_destroy(jobs);
    for (size_t i = 0; i < jobs->by_id.slots; i++)
        while (jobs->by_id.slot[i] != NULL)
            index_drop(JOB_OF(jobs->by_id.slot[i], by_id));
    struct hash_table *tables[] = {&jobs->by_id, &jobs->by_key, &jobs->by_body, &jobs->by_idempotency,
                                   &jobs->in_flight};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        hash_table_release(tables[i]);
    flows_release(&jobs->flows);
    feed_release(&jobs->feed);
    intakes_release(&jobs->intakes);
    for (size_t i = 0; i < SPARE_ARENAS; i++)
        nash_arena_free(atomic_load(&jobs->spare_arena[i]));
    pthread_cond_destroy(&jobs->changed);
    pthread_cond_destroy(&jobs->tick);
    pthread_cond_destroy(&jobs->deliver);
    pthread_cond_destroy(&jobs->intakes.decide);
    pthread_mutex_destroy(&jobs->lock);
    free(jobs);
}

/* ---- start and stop ---- */

static bool start_threads(struct jobs *jobs)
{
    if (pthread_create(&jobs->timer_thread, NULL, timer_main, jobs) != 0)
        return false;
    jobs->timer_started = true;
    if (pthread_create(&jobs->delivery_thread, NULL, delivery_main, jobs) != 0)
        return false;
    jobs->delivery_started = true;
    if (pthread_create(&jobs->feed.thread, NULL, publisher_main, jobs) != 0)
        return false;
    jobs->feed.started = true;
    if (pthread_create(&jobs->intakes.thread, NULL, intake_main, jobs) != 0)
        return false;
    jobs->intakes.started = true;
    return true;
}

static enum nash_status open_executors(struct jobs *jobs, struct nash_error *error)
{
    struct executor *pool = jobs->pool.executor, *distributed = jobs->distributed.executor;
    enum nash_status status = pool->open(pool, &jobs->client, error);
    return status == NASH_OK && distributed != NULL ? distributed->open(distributed, &jobs->client, error) : status;
}

struct jobs *jobs_start_with(const struct jobs_options *options, struct executor *executor, struct store *store,
                             struct nash_error *error)
{
    struct jobs *jobs = jobs_new(options, executor, store);
    if (jobs == NULL || !init_tables(jobs)) {
        nash_fail(error, NASH_NOMEM, "", "no memory to start the jobs");
        close_executors(options, executor);
        if (jobs != NULL)
            jobs_free(jobs);
        return NULL;
    }
    if (open_executors(jobs, error) == NASH_OK && store_release_node(store, error) == NASH_OK &&
        recover_jobs(jobs, SIZE_MAX, error) == NASH_OK) {
        if (start_threads(jobs))
            return jobs;
        nash_fail(error, NASH_INTERNAL, "", "cannot start the threads of the jobs");
    }
    jobs_stop(jobs);
    return NULL;
}

void jobs_stop(struct jobs *jobs)
{
    if (jobs == NULL)
        return;
    jobs_lock(jobs);
    jobs->draining = jobs->stopping = true;
    pthread_cond_broadcast(&jobs->tick);
    pthread_cond_broadcast(&jobs->deliver);
    pthread_cond_broadcast(&jobs->feed.wake);
    pthread_cond_broadcast(&jobs->intakes.decide);
    jobs_unlock(jobs);
    if (jobs->timer_started)
        pthread_join(jobs->timer_thread, NULL);
    if (jobs->delivery_started)
        pthread_join(jobs->delivery_thread, NULL);
    if (jobs->feed.started)
        pthread_join(jobs->feed.thread, NULL);
    if (jobs->intakes.started)
        pthread_join(jobs->intakes.thread, NULL);
    close_executors(&jobs->options, jobs->pool.executor);
    store_flush(jobs->store);
    jobs_free(jobs);
}
