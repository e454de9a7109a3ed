/* Many games at once: they are stepped by a few threads, and each has the trajectory of one process. */
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <base/log.h>
#include <cluster/loop.h>
#include <jobs/executor/executor.h>

#include "../base/test.h"
#include "harness/match.h"
#include "harness/net.h"

enum {
    GAMES_MAX = 256,
    PHONES = 3, /* of each game */
    MEMBERS_MAX = 1000,
    THREADS_OF_TEST = 2, /* this thread and that of the net */
    WAIT_US = 100000
};

struct game {
    struct match match;
    struct work work;
    char result[1 << 14];
    bool done;
};

struct fixture {
    pthread_mutex_t lock;
    pthread_cond_t change;
    unsigned done, threads; /* games that are over; most threads that any of them has seen at its end */
    struct game game[GAMES_MAX];
};

static unsigned count_threads(void)
{
    DIR *tasks = opendir("/proc/self/task");
    unsigned count = 0;
    if (tasks == NULL)
        return 0;
    for (const struct dirent *entry; (entry = readdir(tasks)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(tasks);
    return count;
}

/* Returns the most threads that this process may have: loops, compute threads (transport/compute.h) and its own. */
static unsigned threads_max(void)
{
    return LOOPS_MAX + (unsigned)sysconf(_SC_NPROCESSORS_ONLN) + 1 + THREADS_OF_TEST;
}

static double resident_mb(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file != NULL && fscanf(file, "%*u %lu", &pages) != 1)
        pages = 0;
    if (file != NULL)
        fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE) / (1 << 20);
}

static double cpu_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void on_done(void *context, struct work *work, const struct work_result *result)
{
    struct fixture *f = context;
    struct game *game = (struct game *)((char *)work - offsetof(struct game, work));
    unsigned threads = count_threads();
    pthread_mutex_lock(&f->lock);
    if (result->result != NULL && result->result->len < sizeof game->result)
        memcpy(game->result, result->result->data, result->result->len);
    game->done = true;
    f->done++;
    f->threads = threads > f->threads ? threads : f->threads;
    pthread_cond_signal(&f->change);
    pthread_mutex_unlock(&f->lock);
}

static void on_progress(void *context, struct work *work, const char *json, size_t len)
{
    (void)context;
    (void)work;
    (void)json;
    (void)len;
}

static void on_ready(void *context)
{
    (void)context;
}

static void start_game(struct executor *executor, struct game *game, struct nash_rng *rng)
{
    extern const struct nash_solver nash_solver_sudoku;
    match_make(&game->match, rng, 3, 3, 40,
               ",\"shards\":[\"phone\",\"phone\",\"phone\"],\"mode\":\"exact\",\"propagate\":false,\"updates\":2000,"
               "\"restarts\":0,\"wait_ms\":60000");
    game->work = (struct work){.solver = &nash_solver_sudoku,
                               .problem = bytes_copy(game->match.request, strlen(game->match.request)),
                               .seed = game->match.seed,
                               .timeout_ms = 600000};
    assert_true(executor->start(executor, &game->work));
}

/* Waits until all games are listed, that is, until they have begun. */
static void await_games(struct cluster *cluster, unsigned games)
{
    for (unsigned listed = 0; listed < games; usleep(1000)) {
        struct nash_buf buf = NASH_BUF_INIT(0);
        struct nash_jsonw out = NASH_JSONW(&buf);
        cluster_write_status(cluster, "", &out);
        listed = 0;
        for (const char *at = nash_buf_cstr(&buf); (at = strstr(at, "\"game\":")) != NULL; at++)
            listed++;
        nash_buf_free(&buf);
    }
}

static void check_game(struct game *game)
{
    struct match_end alone;
    match_play(&game->match, NULL, NULL, &alone);
    if (alone.trajectory[0] == '\0' || strstr(game->result, alone.trajectory) == NULL)
        fail_msg("alone %s, shared %s", alone.trajectory, game->result);
    free(alone.json);
    bytes_unref(game->work.problem);
    match_release(&game->match);
}

static void test_games_on_few_threads(void **state)
{
    static struct fixture f = {.lock = PTHREAD_MUTEX_INITIALIZER, .change = PTHREAD_COND_INITIALIZER};
    const struct executor_client client = {.context = &f, .progress = on_progress, .done = on_done, .ready = on_ready};
    unsigned games = test_length(GAMES_MAX, GAMES_MAX), members = games == GAMES_MAX ? MEMBERS_MAX : games * PHONES;
    struct nash_error error = {0};
    struct nash_rng rng = test_rng();
    struct cluster *cluster = cluster_start(&(struct cluster_options){.lease_ms = 60000}, &error);
    struct executor *executor = cluster_executor(cluster);
    struct net *net = net_new(cluster, 1);
    assert_int_equal(executor->open(executor, &client, &error), NASH_OK);
    double before_mb = resident_mb();
    for (unsigned i = 0; i < games; i++)
        start_game(executor, &f.game[i], &rng);
    await_games(cluster, games);
    double waiting_s = cpu_s();
    usleep(WAIT_US); /* all games wait for phones: what does that cost? */
    waiting_s = cpu_s() - waiting_s;
    unsigned waiting = count_threads();
    double games_mb = resident_mb();
    assert_true(waiting <= threads_max());
    for (unsigned i = 0; i < members; i++)
        net_join(net, &(struct net_member){.name = "phone", .delay_us = 100});
    pthread_mutex_lock(&f.lock);
    while (f.done < games)
        pthread_cond_wait(&f.change, &f.lock);
    pthread_mutex_unlock(&f.lock);
    print_message(
        "%u games, %u members: at most %u threads; %.0f %% of a core while all wait; resident %.0f MB before, "
        "%.0f MB with all games, %.0f MB at the end, with the simulated shards\n",
        games, members, f.threads, waiting_s * 1e6 / WAIT_US * 100, before_mb, games_mb, resident_mb());
    for (unsigned i = 0; i < games; i++)
        check_game(&f.game[i]);
    assert_true(f.threads > 0 && f.threads <= threads_max());
    net_free(net);
    executor->close(executor);
    cluster_stop(cluster);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_games_on_few_threads)};
    log_setup(LOG_ERROR + 1, LOG_TEXT);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
