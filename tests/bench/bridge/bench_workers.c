/* Compares tables through the worker pool with as many processes that only call libdds: one worker a processor, the
 * same deals, alternating rounds. Workers receive one deal at a time, parse it, verify and write the answer, and
 * keep the tables of libdds. The ratios matter, those of CPU time above all on a busy machine; no time is asserted. */
#include <dds/dll.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <base/clock.h>
#include <jobs/pool/pool.h>
#include <jobs/processes.h>
#include <solvers/bridge/notation/notation.h>

#include "../../unit/bridge/harness/minimax.h"

enum { ROUNDS = 3, DEALS = 24, PROCESSORS_MAX = 64 };

static struct bridge_deal deals[DEALS];
static unsigned processors;

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values)
{
    qsort(values, ROUNDS, sizeof *values, ascending);
    return values[ROUNDS / 2];
}

/* Wall time and CPU time of a round. */
struct cost {
    double wall, cpu;
};

/* ---- plain processes ---- */

static __typeof__(&CalcDDtable) calc_table;

/* Each process takes the next free deal, as the pool does. */
static _Noreturn void calculate(int next)
{
    unsigned char i;
    while (read(next, &i, 1) == 1) {
        struct ddTableDeal asked;
        struct ddTableResults found;
        for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
            for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++)
                asked.cards[seat][suit] = (unsigned)deals[i].hand[seat][suit] << 2;
        if (calc_table(asked, &found) != RETURN_NO_FAULT)
            _exit(1);
    }
    _exit(0);
}

static double children_cpu_s(void)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

static struct cost bare(void)
{
    int ends[2], status;
    double before = children_cpu_s();
    int64_t begin = clock_mono_ns();
    if (pipe(ends) != 0)
        abort();
    for (unsigned char i = 0; i < DEALS; i++)
        if (write(ends[1], &i, 1) != 1)
            abort();
    close(ends[1]);
    for (unsigned i = 0; i < processors; i++)
        if (fork() == 0)
            calculate(ends[0]);
    close(ends[0]);
    for (unsigned i = 0; i < processors; i++)
        if (wait(&status) < 0 || status != 0)
            abort();
    return (struct cost){(double)(clock_mono_ns() - begin) * 1e-9, children_cpu_s() - before};
}

/* ---- the pool ---- */

static struct executor *pool;
static struct work works[DEALS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned started, done;

/* Starts runs until the pool is full; requires the lock. */
static void go_on(void)
{
    while (started < DEALS && pool->start(pool, &works[started]))
        started++;
}

static void on_progress(void *context, struct work *x, const char *json, size_t len)
{
    (void)context, (void)x, (void)json, (void)len;
}

static void on_done(void *context, struct work *x, const struct work_result *outcome)
{
    (void)context, (void)x;
    if (outcome->status != NASH_OK || !outcome->final) {
        fprintf(stderr, "%s\n", outcome->error.detail);
        abort();
    }
    pthread_mutex_lock(&lock);
    done++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

static void on_ready(void *context)
{
    (void)context;
    pthread_mutex_lock(&lock);
    go_on();
    pthread_mutex_unlock(&lock);
}

/* Returns the CPU time of a process and its descendants. */
static double family_cpu_s(pid_t pid)
{
    char path[64];
    clockid_t clock;
    struct timespec used = {0};
    int child;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    if (clock_getcpuclockid(pid, &clock) == 0)
        clock_gettime(clock, &used);
    double sum = (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
    FILE *file = fopen(path, "re");
    while (file != NULL && fscanf(file, "%d", &child) == 1)
        sum += family_cpu_s(child);
    if (file != NULL)
        fclose(file);
    return sum;
}

static struct cost through_pool(void)
{
    double before = family_cpu_s(getpid());
    pthread_mutex_lock(&lock);
    int64_t begin = clock_mono_ns();
    started = done = 0;
    go_on();
    while (done < DEALS)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return (struct cost){(double)(clock_mono_ns() - begin) * 1e-9, family_cpu_s(getpid()) - before};
}

/* ---- both ---- */

static bool prepare(const struct nash_solver *bridge, struct nash_error *error)
{
    static const struct executor_client client = {.progress = on_progress, .done = on_done, .ready = on_ready};
    static const struct jobs_options options = {.grace_ms = 500, .runaway_ms = 500};
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    processors = online < 1 ? 1 : online > PROCESSORS_MAX ? PROCESSORS_MAX : (unsigned)online;
    if (nash_prepare_kind(bridge, NULL, error) != NASH_OK)
        return false;
    struct zygote *zygote = zygote_start(NULL, processors, false, error);
    pool = zygote != NULL ? pool_new(&options, zygote, error) : NULL;
    return pool != NULL && pool->open(pool, &client, error) == NASH_OK;
}

static bool find_library(void)
{
    void *library = dlopen("libdds.so.0", RTLD_NOW | RTLD_NOLOAD);
    void *symbol = library != NULL ? dlsym(library, "CalcDDtable") : NULL;
    memcpy(&calc_table, &symbol, sizeof calc_table);
    return symbol != NULL;
}

int main(int argc, char **argv)
{
    zygote_enter(argc, argv);
    const struct nash_solver *bridge = nash_find_kind("bridge", 6);
    double wall[2][ROUNDS], cpu[2][ROUNDS];
    struct nash_error error;
    struct nash_rng rng;
    nash_rng_seed(&rng, 1);
    if (!prepare(bridge, &error))
        return 1;
    if (!find_library()) {
        fputs("libdds0 is not installed\n", stderr);
        return 77;
    }
    for (unsigned i = 0; i < DEALS; i++) {
        char text[BRIDGE_PBN_LEN];
        minimax_deal(&rng, BRIDGE_RANKS, &deals[i]);
        bridge_pbn_write(&deals[i], BRIDGE_NORTH, text);
        works[i] = (struct work){.solver = bridge,
                                 .format = NASH_FORMAT_TEXT,
                                 .problem = bytes_copy(text, strlen(text)),
                                 .timeout_ms = 600000};
    }
    for (int i = -1; i < ROUNDS; i++) { /* the first round warms up */
        struct cost a = bare(), b = through_pool();
        if (i >= 0) {
            wall[0][i] = a.wall, cpu[0][i] = a.cpu;
            wall[1][i] = b.wall, cpu[1][i] = b.cpu;
        }
    }
    double a = median(wall[0]), b = median(wall[1]), c = median(cpu[0]), d = median(cpu[1]);
    struct executor_stats stats;
    pool->stats(pool, &stats);
    printf("%u processes         libdds alone     workers   ratio\n", processors);
    printf("tables a second    %14.2f   %9.2f   %.3f\n", DEALS / a, DEALS / b, a / b);
    printf("CPU ms a table     %14.1f   %9.1f   %.3f\n", c / DEALS * 1e3, d / DEALS * 1e3, d / c);
    printf("workers replaced   %14s   %9llu\n", "", (unsigned long long)stats.replaced);
    pool->close(pool);
    return 0;
}
