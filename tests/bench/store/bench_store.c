/* Group commit against one transaction per job, and the speed of reads. See README.md. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/clock.h>
#include <nash/rng.h>
#include <store/store.h>

#include "vfs.h"

enum { ROUNDS = 5, ROUND_MS = 300, POSTERS_MAX = 128, READERS_MAX = 4, SYNC_US = 2000 };

static struct store *store;
static _Atomic uint64_t next_job, done_jobs;
static _Atomic bool stop;
static pthread_mutex_t alone = PTHREAD_MUTEX_INITIALIZER; /* held during a job that is its own transaction */
static bool one_at_a_time;

static void fail(const char *what)
{
    fprintf(stderr, "bench_store: %s\n", what);
    exit(1);
}

static void name_of(uint64_t n, uint8_t *out, size_t size)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, n);
    for (size_t i = 0; i < size; i++)
        out[i] = (uint8_t)nash_rng_next(&rng);
}

/* Makes a row of the size of a Sudoku: 300 bytes of problem, 500 of result. */
static struct store_job row_of(uint64_t n)
{
    static const char body[500] = "{}";
    struct store_job row = {.kind = "sudoku", .state = JOB_SUCCEEDED, .final = true, .created_ms = clock_wall_ms()};
    name_of(n, row.id.byte, sizeof row.id.byte);
    name_of(n, row.key.byte, sizeof row.key.byte);
    row.problem = bytes_copy(body, 300);
    row.result = bytes_copy(body, 500);
    return row;
}

/* ---- writes ---- */

struct waiter {
    pthread_mutex_t lock;
    pthread_cond_t told;
    bool done;
};

static void wake(struct store_op *op)
{
    struct waiter *w = op->context;
    pthread_mutex_lock(&w->lock);
    w->done = true;
    pthread_cond_signal(&w->told);
    pthread_mutex_unlock(&w->lock);
}

static void post_and_wait(struct waiter *w)
{
    struct store_op op = {
        .verb = STORE_SUBMIT, .row = row_of(atomic_fetch_add(&next_job, 1)), .done = wake, .context = w};
    w->done = false;
    store_post(store, &op);
    pthread_mutex_lock(&w->lock);
    while (!w->done)
        pthread_cond_wait(&w->told, &w->lock);
    pthread_mutex_unlock(&w->lock);
    if (op.status != NASH_OK)
        fail("a write failed");
    store_job_release(&op.row);
}

static void *poster_main(void *context)
{
    struct waiter w = {.lock = PTHREAD_MUTEX_INITIALIZER, .told = PTHREAD_COND_INITIALIZER};
    (void)context;
    while (!atomic_load(&stop)) {
        if (one_at_a_time)
            pthread_mutex_lock(&alone);
        post_and_wait(&w);
        if (one_at_a_time)
            pthread_mutex_unlock(&alone);
        atomic_fetch_add(&done_jobs, 1);
    }
    return NULL;
}

/* Returns the jobs per second of so many threads over the time of a round. */
static double rate(void *(*body)(void *), int threads)
{
    pthread_t thread[POSTERS_MAX];
    atomic_store(&stop, false);
    atomic_store(&done_jobs, 0);
    int64_t begin = clock_mono_ns();
    for (int i = 0; i < threads; i++)
        if (pthread_create(&thread[i], NULL, body, NULL) != 0)
            fail("no thread");
    usleep(ROUND_MS * 1000);
    atomic_store(&stop, true);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    return (double)atomic_load(&done_jobs) * 1e9 / (double)(clock_mono_ns() - begin);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values)
{
    qsort(values, ROUNDS, sizeof *values, by_value);
    return values[ROUNDS / 2];
}

static void compare(const char *disk, int posters)
{
    double grouped[ROUNDS], single[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        one_at_a_time = false;
        grouped[i] = rate(poster_main, posters);
        one_at_a_time = true;
        single[i] = rate(poster_main, posters);
    }
    double g = median(grouped), s = median(single);
    printf("%-12s %4d posters  group commit %8.0f jobs/s   one transaction per job %7.0f jobs/s   ratio %6.1f\n", disk,
           posters, g, s, g / s);
    fflush(stdout);
}

/* ---- reads ---- */

static uint64_t stored;
static bool by_key;

static void *reader_main(void *context)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, (uint64_t)clock_mono_ns());
    (void)context;
    while (!atomic_load(&stop)) {
        struct store_job row;
        struct nash_hash key;
        struct job_id id;
        bool found = false;
        uint64_t n = nash_rng_below(&rng, stored);
        name_of(n, key.byte, sizeof key.byte);
        name_of(n, id.byte, sizeof id.byte);
        enum nash_status status = by_key ? store_lookup(store, &key, 1, &row, &found, NULL)
                                         : store_get(store, &id, 1, STORE_BODIES, &row, &found, NULL);
        if (status != NASH_OK || !found)
            fail("a stored job is not found");
        store_job_release(&row);
        atomic_fetch_add(&done_jobs, 1);
    }
    return NULL;
}

static void read_speed(const char *what, bool key, int readers)
{
    double rates[ROUNDS];
    by_key = key;
    for (int i = 0; i < ROUNDS; i++)
        rates[i] = rate(reader_main, readers);
    printf("%-12s %4d readers  %8.0f /s\n", what, readers, median(rates));
}

int main(void)
{
    static const int posters[] = {1, 8, 32, 128};
    char folder[] = "/tmp/nash-bench-XXXXXX", url[64], command[64];
    struct nash_error error;
    if (mkdtemp(folder) == NULL)
        fail("no folder");
    snprintf(url, sizeof url, "sqlite:%s/jobs.db", folder);
    vfs_start();
    store = store_open(url, "bench", &error);
    if (store == NULL)
        fail(error.detail);
    for (int slow = 0; slow < 2; slow++) {
        vfs_slow(slow ? SYNC_US : 0);
        for (size_t i = 0; i < sizeof posters / sizeof *posters; i++)
            compare(slow ? "sync +2 ms" : "this disk", posters[i]);
    }
    vfs_slow(0);
    stored = atomic_load(&next_job);
    printf("%llu jobs stored\n", (unsigned long long)stored);
    for (int readers = 1; readers <= READERS_MAX; readers *= 4) {
        read_speed("lookup", true, readers);
        read_speed("get", false, readers);
    }
    store_close(store);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 ? 0 : 1;
}
