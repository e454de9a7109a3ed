/* Many threads, for TSan and for the invariants: every accepted job ends, every watch fires once, equal problems get
 * equal answers, and no answered problem is solved again. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "harness/fixture.h"

enum { THREADS = 4, EACH = 150, PROBLEMS = 40 };

/* Ends work in automatic mode: reports progress up to three times, waits shortly, and answers a stop with a partial
 * result. */
static void work(struct fake *fake, struct work *work, struct fake_answer *answer)
{
    bool text = work->format == NASH_FORMAT_TEXT;
    int n = atoi(work->problem->data + (text ? 0 : strlen("{\"n\":")));
    bool stopped = false;
    for (int i = 0; i < n % 4 && !stopped; i++) {
        fake_progress(fake, work, "{\"step\":1}");
        stopped = fake_nap(fake, work, 100);
    }
    answer->result.final = !stopped;
    answer->result.stopped = stopped ? NASH_STOP_CANCEL : NASH_STOP_NONE;
    snprintf(answer->text, sizeof answer->text, stopped ? "{\"partial\":%d}" : "{\"n\":%d}", n);
}

struct client {
    struct house *house;
    pthread_t thread;
    uint64_t seed;
    const char *owner;
    unsigned wrong, lost;
};

static void count(struct job_watch *watch)
{
    atomic_fetch_add((_Atomic int *)watch->context, 1);
}

static _Atomic unsigned forgets; /* number of calls of jobs_forget() begun, by all clients */

/* Waits for the end of a job and checks that its result does not change afterwards, unless another client with the same
 * job has forgotten it. forgotten: value of `forgets` before the submission; if it is unchanged, no client has. */
static void wait_for(struct client *client, struct job *job, int n, unsigned forgotten)
{
    struct jobs *jobs = client->house->jobs;
    _Atomic int fired = 0;
    struct job_watch watch = {.condition = JOB_IS_DONE, .fire = count, .context = &fired};
    struct job_view view;
    char result[32];
    if (job_watch(jobs, job, &watch, 0)) {
        while (atomic_load(&fired) == 0)
            usleep(100);
    } else {
        fired = 1;
    }
    job_view(jobs, job, &view);
    snprintf(result, sizeof result, "{\"n\":%d}", n);
    if (view.row.state == JOB_SUCCEEDED)
        client->wrong += strcmp(view.row.result->data, result) != 0 || !view.row.final || !view.durable;
    else
        client->wrong += view.row.state != JOB_CANCELLED;
    struct job *found = jobs_find(jobs, &view.id, client->owner);
    client->lost += found == NULL && atomic_load(&forgets) == forgotten;
    job_unref(found);
    struct nash_buf text = NASH_BUF_INIT(0);
    bool ended = false;
    job_events(jobs, job, 0, &text, &ended);
    client->wrong += !ended;
    nash_buf_free(&text);
    job_view_release(&view);
    job_unwatch(jobs, &watch);
    client->wrong += fired != 1;
}

static void *client_main(void *context)
{
    struct client *client = context;
    struct nash_rng rng;
    nash_rng_seed(&rng, client->seed);
    for (int i = 0; i < EACH; i++) {
        int n = (int)nash_rng_below(&rng, PROBLEMS);
        char body[32], key[16];
        snprintf(body, sizeof body, nash_rng_below(&rng, 3) ? "{\"n\":%d}" : "{\"n\":%d }", n);
        snprintf(key, sizeof key, "%d-%llu", n, (unsigned long long)nash_rng_below(&rng, 3));
        struct jobs_request request = {
            .solver = &nash_solver_tiny, .text = body, .len = strlen(body), .owner = client->owner};
        if (nash_rng_below(&rng, 8) == 0)
            request.idempotency = key;
        struct nash_error error = {0};
        struct job *job;
        unsigned forgotten = atomic_load(&forgets);
        enum submit_result outcome = jobs_submit(client->house->jobs, &request, &job, &error);
        if (outcome == SUBMIT_REFUSED) {
            client->wrong += strcmp(nash_error_type(&error), "idempotency-mismatch") != 0;
            continue;
        }
        if (outcome == SUBMIT_ACCEPTED && nash_rng_below(&rng, 6) == 0)
            jobs_cancel(client->house->jobs, job, &error);
        wait_for(client, job, n, forgotten);
        if (nash_rng_below(&rng, 12) == 0) {
            atomic_fetch_add(&forgets, 1);
            jobs_forget(client->house->jobs, job, &error);
        }
        job_unref(job);
    }
    return NULL;
}

/* ---- meanwhile: lists and batches ---- */

struct bystander {
    struct house *house;
    pthread_t thread;
    _Atomic bool *stop;
    _Atomic unsigned delivered;
    _Atomic bool ended;
};

static void *list_main(void *context)
{
    struct bystander *self = context;
    while (!atomic_load(self->stop)) {
        struct nash_arena *arena = nash_arena_new(16 << 20);
        struct store_job *rows;
        size_t listed;
        struct nash_error error = {0};
        struct jobs_stats stats;
        jobs_stats(self->house->jobs, &stats);
        jobs_list(self->house->jobs, &(struct store_filter){.limit = 20, .states = 3}, arena, &rows, &listed, &error);
        for (size_t i = 0; i < listed; i++)
            store_job_release(&rows[i]);
        nash_arena_free(arena);
    }
    return NULL;
}

static void answers(struct jobs_batch *batch, const struct batch_answer *answer, size_t n)
{
    struct bystander *self = batch_context(batch);
    (void)answer;
    atomic_fetch_add(&self->delivered, (unsigned)n);
    if (n == 0)
        atomic_store(&self->ended, true);
}

static void room(struct jobs_batch *batch)
{
    (void)batch;
}

static void *batch_main(void *context)
{
    struct bystander *self = context;
    while (!atomic_load(self->stop)) {
        struct batch_options options = {.solver = &nash_solver_tiny,
                                        .format = NASH_FORMAT_TEXT,
                                        .window = 32,
                                        .answers = answers,
                                        .room = room,
                                        .context = self};
        struct nash_error error = {0};
        atomic_store(&self->delivered, 0);
        atomic_store(&self->ended, false);
        struct jobs_batch *batch = batch_start(self->house->jobs, &options, &error);
        for (int i = 0; i < 20; i++)
            batch_add(batch, "3", 1);
        batch_end(batch);
        while (!atomic_load(&self->ended))
            usleep(100);
        batch_free(batch);
    }
    return NULL;
}

/* Checks that the store lists jobs in the order of their times, although many threads have submitted them. */
static void assert_listed_by_time(struct house *house)
{
    enum { MOST = THREADS * EACH };
    struct nash_arena *arena = nash_arena_new(16 << 20);
    struct store_job *rows;
    size_t listed;
    struct nash_error error = {0};
    assert_int_equal(jobs_list(house->jobs, &(struct store_filter){.limit = MOST}, arena, &rows, &listed, &error),
                     NASH_OK);
    assert_true(listed > PROBLEMS);
    for (size_t i = 1; i < listed; i++)
        if (rows[i].created_ms > rows[i - 1].created_ms)
            fail_msg("row %zu of the list, newest first, is newer than row %zu", i, i - 1);
    for (size_t i = 0; i < listed; i++)
        store_job_release(&rows[i]);
    nash_arena_free(arena);
}

static void test_threads(void **state)
{
    struct house *house = *state;
    house_stop(house);
    house->places = 3;
    house->work = work;
    house->options.memory_bytes = 60000; /* holds a part of the finished jobs; the others are only in the store */
    house_start(house);
    static struct client client[THREADS];
    static const char *const owner[THREADS] = {"", "ann", "ann", "bob"};
    _Atomic bool stop = false;
    struct bystander lists = {.house = house, .stop = &stop}, batches = {.house = house, .stop = &stop};
    struct nash_rng rng = test_rng();
    assert_int_equal(pthread_create(&lists.thread, NULL, list_main, &lists), 0);
    assert_int_equal(pthread_create(&batches.thread, NULL, batch_main, &batches), 0);
    for (int i = 0; i < THREADS; i++) {
        client[i] = (struct client){.house = house, .owner = owner[i], .seed = nash_rng_next(&rng)};
        assert_int_equal(pthread_create(&client[i].thread, NULL, client_main, &client[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(client[i].thread, NULL);
    atomic_store(&stop, true);
    pthread_join(lists.thread, NULL);
    pthread_join(batches.thread, NULL);
    assert_int_equal(batches.delivered, 20);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(client[i].wrong, 0);
        assert_int_equal(client[i].lost, 0);
    }
    struct jobs_stats stats;
    jobs_stats(house->jobs, &stats);
    assert_int_equal(stats.running + stats.queued, 0);
    assert_true(stats.memory_bytes <= house->options.memory_bytes);
    assert_listed_by_time(house);
}

/* One of two threads that submit with one Idempotency-Key at the same time; only one job may be made. */
struct twin {
    struct house *house;
    pthread_barrier_t *barrier;
    pthread_t thread;
    struct job *job;
    int round;
};

static void *twin_main(void *context)
{
    struct twin *twin = context;
    struct nash_error error = {0};
    char key[16], body[32];
    snprintf(key, sizeof key, "k%d", twin->round);
    snprintf(body, sizeof body, "{\"n\":%d}", 1000 + twin->round);
    struct jobs_request request = {
        .solver = &nash_solver_tiny, .text = body, .len = strlen(body), .owner = "", .idempotency = key};
    pthread_barrier_wait(twin->barrier);
    jobs_submit(twin->house->jobs, &request, &twin->job, &error);
    return NULL;
}

static void test_twins(void **state)
{
    struct house *house = *state;
    pthread_barrier_t barrier;
    house_stop(house);
    house->work = work;
    house_start(house);
    pthread_barrier_init(&barrier, NULL, 3);
    for (int round = 0; round < 30; round++) {
        struct twin twin[3];
        for (int i = 0; i < 3; i++) {
            twin[i] = (struct twin){.house = house, .barrier = &barrier, .round = round};
            assert_int_equal(pthread_create(&twin[i].thread, NULL, twin_main, &twin[i]), 0);
        }
        for (int i = 0; i < 3; i++)
            pthread_join(twin[i].thread, NULL);
        for (int i = 0; i < 3; i++) {
            await(house, twin[i].job, JOB_IS_DONE);
            assert_ptr_equal(twin[i].job, twin[0].job);
            assert_int_equal(state_of(house, twin[i].job), JOB_SUCCEEDED);
        }
        for (int i = 0; i < 3; i++)
            job_unref(twin[i].job);
    }
    pthread_barrier_destroy(&barrier);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, house_setup, house_teardown)
    const struct CMUnitTest tests[] = {TEST(test_threads), TEST(test_twins)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
