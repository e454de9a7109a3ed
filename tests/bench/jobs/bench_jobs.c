/* The cost of the core, without HTTP and without worker processes: the executor answers at once, in a thread.
 *
 *   cached     a submission whose answer is in memory: found by its bytes, or (another spelling) by its canonical key
 *   durable    a new job from submission to its FINISH on disk, with one and with many in flight: the gain of group
 * commit batch      a line from batch_add() to its answer
 *
 * The variants of one table alternate; each figure is the best of its rounds. Nothing is asserted about time. */
#include <ftw.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <jobs/batches.h>
#include <jobs/job_view.h>
#include <jobs/jobs.h>
#include <jobs/stats.h>

#include "fake.h"

enum { ROUNDS = 9, CACHED_EACH = 20000, DURABLE_EACH = 400, LINES_EACH = 4000, IN_FLIGHT_MAX = 256 };

static struct store *store;
static struct jobs *core;

static double now_us(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec * 1e6 + (double)at.tv_nsec / 1e3;
}

static void die(const char *why)
{
    fprintf(stderr, "bench_jobs: %s\n", why);
    exit(1);
}

static void work(struct fake *fake, struct work *work, struct fake_answer *answer)
{
    (void)fake;
    (void)work;
    answer->result.final = true;
    strcpy(answer->text, "{\"status\":\"solved\"}");
}

/* ---- problems ---- */

static const char easy[] = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/* Writes a 9x9 problem with `number` in its empty cells, so that all problems differ. */
static size_t problem(char *out, size_t size, uint64_t number)
{
    char grid[sizeof easy];
    memcpy(grid, easy, sizeof grid);
    for (size_t i = 0; i < sizeof easy - 1; i++)
        if (grid[i] == '.') {
            grid[i] = (char)('1' + number % 9);
            number /= 9;
        }
    return (size_t)snprintf(out, size, "{\"puzzle\":\"%s\"}", grid);
}

static struct job *submit(const char *text, size_t len, enum submit_result expected)
{
    static const struct nash_solver *sudoku;
    if (sudoku == NULL)
        sudoku = nash_find_kind("sudoku", 6);
    struct jobs_request request = {.solver = sudoku, .text = text, .len = len, .owner = ""};
    struct nash_error error = {0};
    struct job *job;
    if (jobs_submit(core, &request, &job, &error) != expected)
        die(error.detail);
    return job;
}

/* ---- durable ---- */

struct under_way {
    struct job_watch watch;
    struct job *job;
    _Atomic bool done;
};

static void fire(struct job_watch *watch)
{
    atomic_store(&((struct under_way *)watch->context)->done, true);
}

static void wait_for(struct under_way *at)
{
    while (!atomic_load(&at->done))
        usleep(20);
    job_unwatch(core, &at->watch);
    job_unref(at->job);
}

static void begin(struct under_way *at, uint64_t number)
{
    char text[256];
    size_t len = problem(text, sizeof text, number);
    at->job = submit(text, len, SUBMIT_ACCEPTED);
    at->watch = (struct job_watch){.condition = JOB_IS_DONE, .fire = fire, .context = at};
    atomic_store(&at->done, false);
    if (!job_watch(core, at->job, &at->watch, 0))
        atomic_store(&at->done, true);
}

static double durable(unsigned width, unsigned jobs)
{
    static uint64_t number = 1;
    static struct under_way ring[IN_FLIGHT_MAX];
    double start = now_us();
    for (unsigned i = 0; i < jobs; i++) {
        if (i >= width)
            wait_for(&ring[i % width]);
        begin(&ring[i % width], number++);
    }
    for (unsigned i = 0; i < (width < jobs ? width : jobs); i++)
        wait_for(&ring[(jobs - 1 - i) % width]);
    return jobs / ((now_us() - start) / 1e6);
}

static void measure_durable(void)
{
    static const unsigned width[] = {1, 32, 256};
    double best[3] = {0};
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < 3; i++) {
            double rate = durable(width[i], i == 0 ? DURABLE_EACH / 4 : DURABLE_EACH * 4);
            best[i] = rate > best[i] ? rate : best[i];
        }
    for (int i = 0; i < 3; i++)
        printf("durable, %3u under way: %7.0f jobs/s, %5.1fx\n", width[i], best[i], best[i] / best[0]);
}

/* ---- cached ---- */

static double cached(const char *text)
{
    size_t len = strlen(text);
    double start = now_us();
    for (int i = 0; i < CACHED_EACH; i++)
        job_unref(submit(text, len, SUBMIT_CACHED));
    return (now_us() - start) / CACHED_EACH;
}

static void measure_cached(void)
{
    char same[256], other[sizeof same + 1];
    double best[2] = {1e300, 1e300};
    problem(same, sizeof same, 0);
    snprintf(other, sizeof other, " %s", same);
    struct under_way first;
    begin(&first, 0);
    wait_for(&first);
    for (int round = 0; round < ROUNDS; round++) {
        double spent[2] = {cached(same), cached(other)};
        for (int i = 0; i < 2; i++)
            best[i] = spent[i] < best[i] ? spent[i] : best[i];
    }
    printf("cached, 9x9: by bytes %.2f us, by key %.2f us: %.1fx\n", best[0], best[1], best[1] / best[0]);
}

/* ---- batch ---- */

static _Atomic bool ended, has_room;

static void answers(struct jobs_batch *batch, const struct batch_answer *answer, size_t count)
{
    (void)batch;
    (void)answer;
    if (count == 0)
        atomic_store(&ended, true);
}

static void room(struct jobs_batch *batch)
{
    (void)batch;
    atomic_store(&has_room, true);
}

static void measure_batch(void)
{
    double best = 1e300;
    struct batch_options options = {
        .solver = nash_find_kind("sudoku", 6), .format = NASH_FORMAT_TEXT, .answers = answers, .room = room};
    for (int round = 0; round < ROUNDS; round++) {
        struct nash_error error = {0};
        atomic_store(&ended, false);
        struct jobs_batch *batch = batch_start(core, &options, &error);
        if (batch == NULL)
            die(error.detail);
        double start = now_us();
        for (int i = 0; i < LINES_EACH; i++)
            while (!batch_add(batch, easy, sizeof easy - 1))
                while (!atomic_exchange(&has_room, false))
                    usleep(20);
        batch_end(batch);
        while (!atomic_load(&ended))
            usleep(20);
        double spent = (now_us() - start) / LINES_EACH;
        best = spent < best ? spent : best;
        batch_free(batch);
    }
    printf("batch: %.2f us a line\n", best);
}

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *at)
{
    (void)info;
    (void)type;
    (void)at;
    return remove(path);
}

int main(void)
{
    char folder[] = "bench-jobs-XXXXXX", url[64];
    struct nash_error error = {0};
    struct jobs_options options = jobs_defaults;
    struct fake *fake;
    if (mkdtemp(folder) == NULL)
        die("cannot make a folder here");
    snprintf(url, sizeof url, "sqlite:%s/nashd.db", folder);
    store = store_open(url, "bench", &error);
    core = store != NULL ? jobs_start_with(&options, fake_new(2, work, &fake), store, &error) : NULL;
    if (core == NULL)
        die(error.detail);
    measure_cached();
    measure_durable();
    measure_batch();
    jobs_stop(core);
    store_close(store);
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    return 0;
}
