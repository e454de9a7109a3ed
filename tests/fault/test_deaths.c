/* Workers, the zygote or the server die, are killed, or cannot be forked: all work still ends, and no process remains.
 */
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <base/log.h>
#include <jobs/pool/pool.h>
#include <jobs/pool/sandbox.h>

#include "../unit/base/test.h"
#include "attempt.h"

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

/* ---- workers ---- */

static atomic_bool stop_killing;

static void *killer(void *unused)
{
    struct nash_rng rng = test_rng();
    (void)unused;
    while (!atomic_load(&stop_killing)) {
        pid_t found[WORKERS];
        unsigned count = workers_of(getpid(), found, WORKERS);
        if (count > 0)
            kill(found[nash_rng_below(&rng, count)], SIGKILL);
        nanosleep(&(struct timespec){.tv_nsec = 3000000 + (long)nash_rng_below(&rng, 20000000)}, NULL);
    }
    return NULL;
}

static void test_killed_workers(void **state)
{
    enum { COUNT = 1500 };
    static struct attempt attempts[COUNT];
    pthread_t thread;
    const int count = (int)test_length(400, COUNT);
    unsigned good = 0;
    atomic_store(&stop_killing, false);
    assert_int_equal(pthread_create(&thread, NULL, killer, NULL), 0);
    for (int i = 0; i < count; i++) {
        attempt_prepare(&attempts[i], "echo", i % 3 == 0 ? "{\"sleep_ms\":2}" : "{\"text\":\"b\"}", 10000);
        attempt_start(&attempts[i]);
    }
    for (int i = 0; i < count; i++)
        attempt_finish(&attempts[i]);
    atomic_store(&stop_killing, true);
    pthread_join(thread, NULL);
    for (int i = 0; i < count; i++) {
        assert_int_equal(attempts[i].dones, 1);
        good += attempts[i].result.status == NASH_OK;
        assert_true(attempts[i].result.killed == (attempts[i].result.status != NASH_OK));
        if (attempts[i].result.killed)
            assert_string_equal(attempts[i].result.error.type, "worker-killed");
    }
    assert_true(good > (unsigned)count / 2);
    struct executor_stats stats;
    pool->stats(pool, &stats);
    assert_int_equal(stats.busy, 0);
    for (int i = 0; i < 2 * WORKERS; i++)
        expect_echo();
}

/* Waits until the pool has all its workers again, so that the numbers of open descriptors can be compared. */
static void wait_for_all(void)
{
    struct executor_stats stats = {0};
    pid_t workers[WORKERS];
    unsigned running = 0;
    for (int tries = 0; tries < 6000 && (stats.workers < WORKERS || running < WORKERS); tries++) {
        pool->stats(pool, &stats);
        running = workers_of(getpid(), workers, WORKERS);
        sleep_ms(10);
    }
    assert_int_equal(stats.workers, WORKERS);
    assert_int_equal(running, WORKERS);
}

static void send_to_workers(int signal_number, bool fatal)
{
    pid_t workers[WORKERS];
    unsigned count = workers_of(getpid(), workers, WORKERS);
    assert_int_equal(count, WORKERS);
    for (unsigned i = 0; i < count; i++)
        assert_int_equal(kill(workers[i], signal_number), 0);
    for (unsigned i = 0; i < count && fatal; i++) /* else the pool could still count an idle one */
        for (int tries = 0; tries < 6000 && kill(workers[i], 0) == 0; tries++)
            sleep_ms(1);
}

/* A signal from outside that ends a worker is named, and distinguished from a fault of the solver; others do nothing.
 */
static void test_signals_to_workers(void **state)
{
    static const int fatal[] = {SIGKILL, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS, SIGTRAP};
    static const int harmless[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM};
    unsigned count = SANDBOX_SANITIZED ? 2 : sizeof fatal / sizeof *fatal; /* the rest is the sanitizer's */
    struct attempt attempt;
    for (unsigned i = 0; i < count; i++) {
        char expected[64];
        snprintf(expected, sizeof expected, "by signal %d (SIG%s)", fatal[i], sigabbrev_np(fatal[i]));
        wait_for_all();
        attempt_prepare(&attempt, "fault", "{\"do\":\"wait\"}", 20000);
        attempt_start(&attempt);
        send_to_workers(fatal[i], true);
        attempt_finish(&attempt);
        if (!attempt.result.killed || strcmp(attempt.result.error.type, "worker-killed") != 0 ||
            strstr(attempt.result.error.detail, expected) == NULL)
            fail_msg("signal %d: %s: %s", fatal[i], attempt.result.error.type, attempt.result.error.detail);
    }
    wait_for_all();
    attempt_prepare(&attempt, "echo", "{\"sleep_ms\":30}", 20000);
    attempt_start(&attempt);
    for (unsigned i = 0; i < sizeof harmless / sizeof *harmless; i++)
        send_to_workers(harmless[i], false);
    attempt_finish(&attempt);
    assert_int_equal(attempt.result.status, NASH_OK);
    static const char *const own[] = {"segfault", "abort", "stack-overflow", "exit"};
    for (unsigned i = 0; i < sizeof own / sizeof *own; i++) {
        attempt_fault(&attempt, own[i], 0, 20000);
        assert_string_equal(attempt.result.error.type, "worker-crashed");
        assert_true(attempt.result.crashed && !attempt.result.killed);
    }
}

/* Earlier tries count towards the time limit, for the solver and for the server. */
static void test_time_of_earlier_tries(void **state)
{
    struct attempt attempt;
    for (unsigned i = 0; i < 2; i++) {
        attempt_prepare(&attempt, "fault", i == 0 ? "{\"do\":\"wait\"}" : "{\"do\":\"spin\"}", 600000);
        attempt.x.spent_ms = 600000 - 10 * i;
        attempt_start(&attempt);
        attempt_finish(&attempt); /* the test would end by its own time limit */
        if (i == 0)
            assert_int_equal(attempt.result.stopped, NASH_STOP_TIME);
        else
            assert_string_equal(attempt.result.error.type, "runaway");
    }
}

static unsigned open_descriptors(void)
{
    unsigned count = 0;
    DIR *dir = opendir("/proc/self/fd");
    assert_non_null(dir);
    while (readdir(dir) != NULL)
        count++;
    closedir(dir);
    return count;
}

static void test_descriptors(void **state)
{
    const unsigned deaths = test_length(120, 500);
    expect_echo();
    wait_for_all();
    unsigned before = open_descriptors();
    struct executor_stats first, last;
    pool->stats(pool, &first);
    for (unsigned i = 0; i < deaths; i++)
        expect_fault("exit", 0, "worker-crashed");
    wait_for_all();
    pool->stats(pool, &last);
    assert_int_equal(last.replaced - first.replaced, deaths);
    assert_int_equal(last.crashes - first.crashes, deaths);
    assert_int_equal(open_descriptors(), before);
}

/* Work is never given to a worker that has died idle. */
static void test_died_idle(void **state)
{
    if (SANDBOX_SANITIZED) /* a thread of the sanitizer outlives the main thread and keeps the socket open */
        skip();
    for (int round = 0; round < 20; round++) {
        pid_t workers[WORKERS];
        wait_for_all();
        unsigned count = workers_of(getpid(), workers, WORKERS);
        assert_int_equal(count, WORKERS);
        for (unsigned i = 0; i < count; i++)
            kill(workers[i], SIGKILL);
        for (unsigned i = 0; i < count; i++)
            assert_true(process_gone(workers[i]));
        expect_echo();
    }
}

static unsigned long resident_kib(pid_t pid)
{
    char path[64];
    unsigned long size = 0, resident = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return 0;
    if (fscanf(file, "%lu %lu", &size, &resident) != 2)
        resident = 0;
    fclose(file);
    return resident * (unsigned long)sysconf(_SC_PAGESIZE) / 1024;
}

/* A problem text of the largest length does not reduce the memory that the solver may use. */
static void test_long_problem(void **state)
{
    enum { LONG = 90 << 20 };
    static const char fault[] = "{\"do\":\"use-malloc\",\"n\":64}";
    struct attempt attempt;
    if (SANDBOX_SANITIZED)
        skip();
    char *text = malloc(LONG + 1);
    assert_non_null(text);
    memset(text, ' ', LONG);
    memcpy(text, fault, sizeof fault - 1);
    text[LONG] = '\0';
    for (int i = 0; i < 2; i++) {
        attempt_run(&attempt, "fault", text, 10000);
        if (attempt.result.status != NASH_OK)
            fail_msg("run %d: %s", i, attempt.result.error.detail);
    }
    free(text);
}

/* Every problem can use all of its kind's memory, and not much more; afterwards the memory is released. */
static void test_memory(void **state)
{
    if (SANDBOX_SANITIZED)
        skip();
    for (int i = 0; i < 4 * WORKERS; i++) {
        struct attempt attempt;
        attempt_fault(&attempt, "use-malloc", 64, 10000);
        if (attempt.result.status != NASH_OK)
            fail_msg("run %d of 64 MiB: %s", i, attempt.result.error.detail);
        expect_fault("eat-memory", 0, "out-of-memory");
    }
    expect_fault("use-malloc", 130, "out-of-memory");
    expect_fault("lift-limit", 0, "out-of-memory");
    wait_for_all();
    pid_t workers[WORKERS];
    unsigned count = workers_of(getpid(), workers, WORKERS);
    assert_int_equal(count, WORKERS);
    for (unsigned i = 0; i < count; i++)
        assert_in_range(resident_kib(workers[i]), 0, 24 << 10);
}

/* ---- the zygote ---- */

/* A second pool on the same zygote gets no events of the first pool's workers. */
static void test_second_pool(void **state)
{
    for (int round = 0; round < 30; round++) {
        struct attempt spinning;
        attempt_prepare(&spinning, "fault", "{\"do\":\"spin\"}", 60000);
        attempt_start(&spinning);
        pool->close(pool);
        assert_false(spinning.done);
        bytes_unref(spinning.x.problem);
        assert_true(pool_open());
        expect_echo();
    }
    wait_for_all();
    pid_t workers[2 * WORKERS];
    assert_int_equal(workers_of(getpid(), workers, 2 * WORKERS), WORKERS);
}

/* Limits a resource of the zygote, so that it cannot fork workers. The pool requests them again until it can. */
static void starve(enum __rlimit_resource resource, rlim_t most)
{
    wait_for_all();
    pid_t parent = zygote_of(getpid());
    struct rlimit before, none;
    assert_true(parent > 0);
    assert_int_equal(prlimit(parent, resource, NULL, &before), 0);
    none = (struct rlimit){.rlim_cur = most, .rlim_max = before.rlim_max};
    assert_int_equal(prlimit(parent, resource, &none, NULL), 0);
    pid_t workers[WORKERS];
    unsigned count = workers_of(getpid(), workers, WORKERS);
    for (unsigned i = 0; i < count; i++)
        kill(workers[i], SIGKILL);
    for (unsigned i = 0; i < count; i++)
        assert_true(process_gone(workers[i]));
    sleep_ms(300); /* time for several failed attempts to fork */
    struct attempt attempt;
    attempt_prepare(&attempt, "echo", "{}", 1000);
    assert_false(pool->start(pool, &attempt.x));
    bytes_unref(attempt.x.problem);
    struct executor_stats stats;
    pool->stats(pool, &stats);
    assert_int_equal(stats.workers, 0);
    assert_int_equal(prlimit(parent, resource, &before, NULL), 0);
    expect_echo();
    wait_for_all();
}

static void test_starved(void **state)
{
    starve(RLIMIT_NOFILE, 4); /* the zygote gets no socket for a worker */
}

/* Kills the zygote while a worker is busy. */
static void kill_zygote(void)
{
    static struct attempt busy;
    pid_t workers[WORKERS];
    wait_for_all();
    attempt_prepare(&busy, "fault", "{\"do\":\"spin\"}", 60000);
    attempt_start(&busy);
    unsigned count = workers_of(getpid(), workers, WORKERS);
    assert_int_equal(count, WORKERS);
    kill(zygote_of(getpid()), SIGKILL);
    attempt_finish(&busy);
    assert_string_equal(busy.result.error.type, "worker-killed");
    assert_non_null(strstr(busy.result.error.detail, "starts the workers"));
    assert_true(busy.result.killed);
    for (unsigned i = 0; i < count; i++)
        assert_true(process_gone(workers[i]));
}

/* A zygote that is killed takes its workers with it, which is reported as a kill. It is started again, and so are they.
 */
static void test_zygote_killed(void **state)
{
    enum { ROUNDS = 3 };
    struct executor_stats stats;
    for (unsigned round = 1; round <= ROUNDS; round++) {
        kill_zygote();
        expect_echo();
        wait_for_all();
        pool->stats(pool, &stats);
        assert_false(stats.zygote_gone);
        assert_int_equal(stats.zygote_restarts, round);
        assert_int_equal(stats.workers, WORKERS);
        assert_int_equal(stats.busy, 0);
    }
    assert_int_equal(waitpid(-1, NULL, WNOHANG), 0); /* only the last one is a child */
}

/* A pool that is closed while there is no zygote, and one that is opened then. */
static void test_closed_without_zygote(void **state)
{
    for (int round = 0; round < 3; round++) {
        wait_for_all();
        kill(zygote_of(getpid()), SIGKILL);
        sleep_ms(round * 40);
        pool_down();
        assert_true(pool_up(WORKERS));
        expect_echo();
    }
}

/* ---- the server ---- */

enum { NOBODY = 65534 };

/* Forks a server that runs `act`, in a new session and without privileges, and waits until it writes a byte to `ready`.
 */
static pid_t fork_server(void (*act)(int ready))
{
    int ends[2];
    char byte;
    assert_int_equal(pipe(ends), 0);
    pid_t server = fork();
    if (server == 0) {
        setsid();
        if (geteuid() == 0 && setresuid(NOBODY, NOBODY, NOBODY) != 0)
            _exit(1);
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        log_setup(LOG_ERROR, LOG_TEXT);
        if (pool_up(WORKERS))
            act(ends[1]);
        _exit(1);
    }
    close(ends[1]);
    ssize_t got = read(ends[0], &byte, 1);
    close(ends[0]);
    assert_int_equal(got, 1);
    return server;
}

static void act_spinning(int ready)
{
    struct attempt spinning;
    attempt_prepare(&spinning, "fault", "{\"do\":\"spin\"}", 60000);
    attempt_start(&spinning);
    pid_t workers[WORKERS];
    while (workers_of(getpid(), workers, WORKERS) < WORKERS)
        sleep_ms(1);
    if (write(ready, "x", 1) == 1)
        for (;;)
            pause();
}

/* A server whose workers die as fast as they are forked. */
static void act_churning(int ready)
{
    if (write(ready, "x", 1) == 1)
        for (;;) {
            struct attempt attempt;
            attempt_fault(&attempt, "exit", 0, 1000);
        }
}

/* A killed server takes all its processes with it. */
static void test_server_killed(void **state)
{
    pid_t server = fork_server(act_spinning), workers[WORKERS], parent = zygote_of(server);
    assert_int_equal(workers_of(server, workers, WORKERS), WORKERS);
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
    for (unsigned i = 0; i < WORKERS; i++)
        assert_true(process_gone(workers[i]));
    assert_true(process_gone(parent));
}

/* Returns the number of live processes in a session, which are the server and its descendants. */
static unsigned alive_in_session(pid_t session)
{
    unsigned count = 0;
    DIR *proc = opendir("/proc");
    assert_non_null(proc);
    for (struct dirent *entry; (entry = readdir(proc)) != NULL;) {
        char name[64];
        pid_t pid = (pid_t)atoi(entry->d_name);
        count += pid > 0 && getsid(pid) == session && process_parent(pid, name) > 0;
    }
    closedir(proc);
    return count;
}

/* A server that is killed while its zygote forks leaves no process either. */
static void test_server_killed_amid_forks(void **state)
{
    struct nash_rng rng = test_rng();
    for (int round = 0; round < (int)test_length(12, 40); round++) {
        pid_t server = fork_server(act_churning);
        sleep_ms((long)nash_rng_below(&rng, 30));
        kill(server, SIGKILL);
        waitpid(server, NULL, 0);
        int tries = 0;
        while (alive_in_session(server) > 0)
            if (++tries > 2000)
                fail_msg("round %d: a process is left", round);
            else
                sleep_ms(10);
    }
}

/* Sends signals to the whole process group, as a terminal or an administrator may do. Only the server handles them:
 * workers and zygote ignore them. */
static void act_signalled(int ready)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM};
    pid_t before[WORKERS], after[WORKERS];
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        signal(signals[i], SIG_IGN);
    struct attempt sleeping;
    for (int round = 0; round < 5; round++) {
        attempt_prepare(&sleeping, "echo", "{\"sleep_ms\":20}", 10000);
        attempt_start(&sleeping);
        while (workers_of(getpid(), before, WORKERS) < WORKERS)
            sleep_ms(1);
        for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
            kill(0, signals[i]);
        attempt_finish(&sleeping);
        if (sleeping.result.status != NASH_OK || !sleeping.result.final ||
            workers_of(getpid(), after, WORKERS) != WORKERS || memcmp(before, after, sizeof before) != 0)
            _exit(2);
    }
    if (write(ready, "x", 1) == 1)
        _exit(0);
}

/* A server whose zygote reaches the limit of processes. The server has no privileges, because root may always fork. */
static void act_without_processes(int ready)
{
    starve(RLIMIT_NPROC, 0);
    if (write(ready, "x", 1) == 1)
        _exit(0);
}

static void expect_exit(void (*act)(int ready))
{
    int status;
    pid_t server = fork_server(act);
    assert_int_equal(waitpid(server, &status, 0), server);
    assert_int_equal(status, 0);
}

static void test_no_processes(void **state)
{
    expect_exit(act_without_processes);
}

static void test_signals_to_the_group(void **state)
{
    expect_exit(act_signalled);
}

int main(int argc, char **argv)
{
    zygote_enter(argc, argv);
    const struct CMUnitTest servers[] = {
        cmocka_unit_test(test_server_killed),
        cmocka_unit_test(test_server_killed_amid_forks),
        cmocka_unit_test(test_signals_to_the_group),
        cmocka_unit_test(test_no_processes),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signals_to_workers),
        cmocka_unit_test(test_time_of_earlier_tries),
        cmocka_unit_test(test_killed_workers),
        cmocka_unit_test(test_descriptors),
        cmocka_unit_test(test_died_idle),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_long_problem),
        cmocka_unit_test(test_second_pool),
        cmocka_unit_test(test_starved),
        cmocka_unit_test(test_zygote_killed),
        cmocka_unit_test(test_closed_without_zygote),
    };
    return cmocka_run_group_tests(servers, NULL, NULL) + cmocka_run_group_tests(tests, pool_setup, pool_teardown);
}
