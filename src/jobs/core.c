/* The core as a whole: start and stop. */
#include <stdlib.h>
#include <time.h>

#include <jobs/core.h>

const struct jobs_options jobs_defaults = {
    .workers = 2,
    .queue_max = 1024,
    .memory_bytes = 64 << 20,
    .grace_ms = 1000,
    .runaway_ms = 2000,
    .retention = {.max_age_ms = INT64_C(30) * 86400 * 1000},
};

void wake_sleepers(struct jobs *jobs)
{
    if (jobs->sleepers > 0)
        pthread_cond_broadcast(&jobs->changed);
}

static void init_waits(struct jobs *jobs)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&jobs->lock, NULL);
    pthread_cond_init(&jobs->changed, &monotonic);
    pthread_cond_init(&jobs->tick, &monotonic);
    pthread_cond_init(&jobs->tell, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

/* One entry for each kind, and one for those nobody knows. */
static void init_kinds(struct jobs *jobs)
{
    size_t count;
    const struct nash_solver *const *kinds = nash_kinds(&count);
    for (size_t i = 0; i < count && jobs->kinds + 1 < KINDS_MOST; i++)
        jobs->kind[jobs->kinds++].solver = kinds[i];
    jobs->kinds++;
}

static bool init_tables(struct jobs *jobs)
{
    enum { SLOTS = 1024 };
    return table_init(&jobs->by_id, SLOTS) && table_init(&jobs->by_key, SLOTS) &&
           table_init(&jobs->by_spelling, SLOTS) && table_init(&jobs->by_idempotency, SLOTS) &&
           table_init(&jobs->flights, SLOTS);
}

static struct jobs *make(const struct jobs_options *options, struct executor *executor, struct store *store)
{
    struct jobs *jobs = calloc(1, sizeof *jobs);
    if (jobs == NULL)
        return NULL;
    jobs->options = *options;
    jobs->pool.executor = executor;
    jobs->spread.executor = options->spread;
    jobs->client = pump_client;
    jobs->client.context = jobs;
    jobs->store = store;
    jobs->eager.end = &jobs->eager.first;
    jobs->telling.end = &jobs->telling.first;
    init_waits(jobs);
    init_kinds(jobs);
    feed_init(&jobs->feed);
    queue_init(&jobs->pool.queue);
    queue_init(&jobs->spread.queue);
    return jobs;
}

static void free_runs(struct run *run)
{
    for (struct run *next; run != NULL; run = next) {
        next = run->next;
        while (run->jobs != NULL)
            run_detach(run->jobs);
        run_free(run);
    }
}

static void free_queue(struct queue *queue)
{
    for (struct run *run; (run = queue_first(queue)) != NULL;) {
        queue_remove(queue, run);
        free_runs(run);
    }
}

static void close_executors(const struct jobs_options *options, struct executor *pool)
{
    pool->close(pool);
    if (options->spread != NULL)
        options->spread->close(options->spread);
}

/* Nothing calls back any more. */
static void destroy(struct jobs *jobs)
{
    free_runs(jobs->running);
    batches_destroy(jobs);
    free_queue(&jobs->pool.queue);
    free_queue(&jobs->spread.queue);
    for (size_t i = 0; i < jobs->by_id.slots; i++)
        while (jobs->by_id.slot[i] != NULL)
            memory_drop(JOB_OF(jobs->by_id.slot[i], by_id));
    struct table *tables[] = {&jobs->by_id, &jobs->by_key, &jobs->by_spelling, &jobs->by_idempotency, &jobs->flights};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        table_release(tables[i]);
    feed_release(&jobs->feed);
    for (size_t i = 0; i < SPARE_ARENAS; i++)
        nash_arena_free(atomic_load(&jobs->spare_arena[i]));
    pthread_cond_destroy(&jobs->changed);
    pthread_cond_destroy(&jobs->tick);
    pthread_cond_destroy(&jobs->tell);
    pthread_mutex_destroy(&jobs->lock);
    free(jobs);
}

static bool start_threads(struct jobs *jobs)
{
    if (pthread_create(&jobs->timer_thread, NULL, timer_main, jobs) != 0)
        return false;
    jobs->timer_started = true;
    if (pthread_create(&jobs->tell_thread, NULL, tell_main, jobs) != 0)
        return false;
    jobs->tell_started = true;
    if (pthread_create(&jobs->feed.thread, NULL, feed_main, jobs) != 0)
        return false;
    jobs->feed.started = true;
    return true;
}

static enum nash_status open_executors(struct jobs *jobs, struct nash_error *error)
{
    struct executor *pool = jobs->pool.executor, *spread = jobs->spread.executor;
    enum nash_status status = pool->open(pool, &jobs->client, error);
    return status == NASH_OK && spread != NULL ? spread->open(spread, &jobs->client, error) : status;
}

struct jobs *jobs_start_with(const struct jobs_options *options, struct executor *executor, struct store *store,
                             struct nash_error *error)
{
    struct jobs *jobs = make(options, executor, store);
    if (jobs == NULL || !init_tables(jobs)) {
        nash_fail(error, NASH_NOMEM, "", "no memory to start the jobs");
        close_executors(options, executor);
        if (jobs != NULL)
            destroy(jobs);
        return NULL;
    }
    if (open_executors(jobs, error) == NASH_OK && store_release_node(store, error) == NASH_OK &&
        recover(jobs, SIZE_MAX, error) == NASH_OK) {
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
    pthread_mutex_lock(&jobs->lock);
    jobs->draining = jobs->stopping = true;
    pthread_cond_broadcast(&jobs->tick);
    pthread_cond_broadcast(&jobs->tell);
    pthread_cond_broadcast(&jobs->feed.wake);
    pthread_mutex_unlock(&jobs->lock);
    if (jobs->timer_started)
        pthread_join(jobs->timer_thread, NULL);
    if (jobs->tell_started)
        pthread_join(jobs->tell_thread, NULL);
    if (jobs->feed.started)
        pthread_join(jobs->feed.thread, NULL);
    close_executors(&jobs->options, jobs->pool.executor);
    store_flush(jobs->store);
    destroy(jobs);
}
