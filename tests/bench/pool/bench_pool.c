/* The cost of a trivial run through the pool: start() to done(), compared with one message there and back between
 * two processes over the same type of socket. Rounds alternate; the result is the ratio of the medians, because
 * absolute times depend on the machine. Nothing is asserted about time. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <base/clock.h>
#include <jobs/pool/pool.h>
#include <jobs/processes.h>

enum { ROUNDS = 15, TRIPS = 4000, MESSAGE = 48 };

static int64_t elapsed_ns(int64_t since)
{
    return clock_mono_ns() - since;
}

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

/* ---- the bare round trip ---- */

static void echo_messages(int socket)
{
    char message[MESSAGE];
    while (recv(socket, message, sizeof message, MSG_WAITALL) == MESSAGE)
        if (send(socket, message, sizeof message, MSG_NOSIGNAL) != MESSAGE)
            break;
    _exit(0);
}

static double bare_us(int socket)
{
    char message[MESSAGE] = {0};
    int64_t begin = clock_mono_ns();
    for (int i = 0; i < TRIPS; i++)
        if (send(socket, message, sizeof message, MSG_NOSIGNAL) != MESSAGE ||
            recv(socket, message, sizeof message, MSG_WAITALL) != MESSAGE)
            abort();
    return (double)elapsed_ns(begin) / TRIPS / 1e3;
}

/* ---- the pool ---- */

static struct executor *pool;
static struct work work;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int trips_left;
static bool ready, finished;

static void go_on(void)
{
    while (trips_left > 0 && ready) {
        ready = false;
        if (!pool->start(pool, &work))
            return;
    }
}

/* Starts the next run from ready(), as the core does. */
static void on_done(void *context, struct work *x, const struct work_result *outcome)
{
    (void)context, (void)x;
    if (outcome->status != NASH_OK)
        abort();
    pthread_mutex_lock(&lock);
    trips_left--;
    pthread_mutex_unlock(&lock);
}

static void on_ready(void *context)
{
    (void)context;
    pthread_mutex_lock(&lock);
    ready = true;
    go_on();
    finished = trips_left == 0;
    if (finished)
        pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

static double pool_us(void)
{
    pthread_mutex_lock(&lock);
    int64_t begin = clock_mono_ns();
    trips_left = TRIPS;
    finished = false;
    go_on();
    while (!finished)
        pthread_cond_wait(&changed, &lock);
    int64_t took = elapsed_ns(begin);
    pthread_mutex_unlock(&lock);
    return (double)took / TRIPS / 1e3;
}

int main(int argc, char **argv)
{
    zygote_enter(argc, argv);
    const struct executor_client client = {.done = on_done, .ready = on_ready};
    const struct jobs_options options = {.grace_ms = 500, .runaway_ms = 500};
    double bare[ROUNDS], through[ROUNDS];
    struct nash_error error;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return 1;
    pid_t other = fork();
    if (other == 0) {
        close(ends[0]);
        echo_messages(ends[1]);
    }
    close(ends[1]);
    struct zygote *zygote = zygote_start(NULL, 1, false, &error);
    pool = zygote != NULL ? pool_new(&options, zygote, &error) : NULL;
    if (other < 0 || pool == NULL || pool->open(pool, &client, &error) != NASH_OK)
        return 1;
    work = (struct work){
        .solver = nash_find_kind("echo", 4), .problem = bytes_copy("{\"text\":\"hello\"}", 16), .timeout_ms = 10000};
    for (int i = -1; i < ROUNDS; i++) { /* the first round warms up */
        double a = bare_us(ends[0]), b = pool_us();
        if (i >= 0)
            bare[i] = a, through[i] = b;
    }
    double a = median(bare), b = median(through);
    printf("one message there and back   %7.2f us\none run through the pool     %7.2f us\nratio                        "
           "%7.2f\n",
           a, b, b / a);
    pool->close(pool);
    zygote_stop(zygote);
    bytes_unref(work.problem);
    close(ends[0]);
    waitpid(other, NULL, 0);
    return 0;
}
