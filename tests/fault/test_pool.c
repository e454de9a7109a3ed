/* The worker pool through executor.h, with solvers that misbehave. */
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <base/clock.h>
#include <base/log.h>
#include <jobs/pool/frame.h>
#include <jobs/pool/pool.h>
#include <jobs/pool/sandbox.h>

#include "../unit/base/test.h"

enum { WORKERS = 3, PATIENCE_S = 60 };

/* One execution and what became of it. */
struct
try {
    struct execution x;
    bool started, done;
    unsigned dones, progresses, blobs;
    struct execution_outcome outcome;
    char text[256]; /* of the result */
};

static struct executor *pool;
static struct zygote *zygote;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void on_progress(void *context, struct execution *x, const char *json, size_t len)
{
    (void)context;
    if (nash_json_check(json, len, NULL) == NASH_OK)
        ((struct try *)x)->progresses++;
}

static void on_blob(void *context, struct execution *x, const char *name, const void *bytes, size_t len)
{
    (void)context;
    if (strcmp(name, "note") == 0 && len == 17 && memcmp(bytes, "a blob\0with a NUL", 17) == 0)
        ((struct try *)x)->blobs++;
}

static void on_done(void *context, struct execution *x, const struct execution_outcome *outcome)
{
    struct try *try = (struct try *)x;
    (void)context;
    pthread_mutex_lock(&lock);
    try->outcome = *outcome;
    if (outcome->result != NULL)
        snprintf(try->text, sizeof try->text, "%s", outcome->result->data);
    try->done = true;
    try->dones++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void on_ready(void *context)
{
    (void)context;
    pthread_mutex_lock(&lock);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static const struct executor_client client = {NULL, on_progress, on_blob, on_done, on_ready};

/* Waits, with the lock, for a change; fails the test when nothing changes for long. */
static void wait_for_change(void)
{
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += PATIENCE_S;
    if (pthread_cond_timedwait(&changed, &lock, &end) != 0)
        fail_msg("nothing happens");
}

static void prepare(struct try *try, const char *kind, const char *problem, uint32_t timeout_ms)
{
    *try = (struct try){0};
    try->x.solver = nash_find_kind(kind, strlen(kind));
    try->x.problem = bytes_copy(problem, strlen(problem));
    try->x.timeout_ms = timeout_ms;
    assert_non_null(try->x.solver);
}

static void start(struct try *try)
{
    pthread_mutex_lock(&lock);
    while (!pool->start(pool, &try->x))
        wait_for_change();
    try->started = true;
    pthread_mutex_unlock(&lock);
}

static void finish(struct try *try)
{
    pthread_mutex_lock(&lock);
    while (!try->done)
        wait_for_change();
    pthread_mutex_unlock(&lock);
    bytes_unref(try->x.problem);
}

static void run(struct try *try, const char *kind, const char *problem, uint32_t timeout_ms)
{
    prepare(try, kind, problem, timeout_ms);
    start(try);
    finish(try);
}

static void run_fault(struct try *try, const char *what, uint32_t timeout_ms)
{
    char problem[128];
    snprintf(problem, sizeof problem, "{\"do\":\"%s\"}", what);
    run(try, "fault", problem, timeout_ms);
}

static void expect_echo(void)
{
    struct try try;
    run(&try, "echo", "{\"text\":\"hello\"}", 1000);
    if (try.outcome.status != NASH_OK || strcmp(try.text, "{\"text\":\"hello\"}") != 0 || !try.outcome.final)
        fail_msg("an honest run ended with %s %s", try.outcome.error.type, try.outcome.error.detail);
}

/* ---- tests ---- */

static void test_answers(void **state)
{
    (void)state;
    expect_echo();
    struct try try;
    prepare(&try, "echo", "a text", 1000);
    try.x.format = NASH_FORMAT_TEXT;
    try.x.want_text = true;
    start(&try);
    finish(&try);
    assert_string_equal(try.text, "a text");
    /* larger than any socket buffer, there and back */
    static char large[(1 << 20) + 16];
    size_t len = (size_t)snprintf(large, sizeof large, "{\"text\":\"");
    memset(large + len, 'x', 90000);
    memset(large + len + 90000, ' ', (1 << 20) - 90020);
    memcpy(large + (1 << 20) - 20 + len, "\"}", 3);
    memcpy(large + len + 90000, "\"", 1);
    large[(1 << 20) - 20 + len] = ' ';
    run(&try, "echo", large, 5000);
    assert_int_equal(try.outcome.status, NASH_OK);
    run_fault(&try, "emit", 1000);
    assert_int_equal(try.outcome.status, NASH_OK);
    assert_int_equal(try.blobs, 1);
    run(&try, "echo", "{\"text\":1}", 1000); /* the worker parses again: what slipped through ends there */
    assert_int_equal(try.outcome.status, NASH_INVALID);
}

static void test_faults(void **state)
{
    (void)state;
    static const struct {
        const char *what, *type;
        bool sandbox; /* needs what a sanitizer's build leaves out */
    } faults[] = {
        {"segfault", "worker-crashed", false},
        {"abort", "worker-crashed", false},
        {"exit", "worker-crashed", false},
        {"stack-overflow", "worker-crashed", false},
        {"eat-memory", "out-of-memory", false},
        {"eat-malloc", "out-of-memory", true},
        {"spin", "runaway", false},
        {"open", "sandbox-violation", true},
        {"socket", "sandbox-violation", true},
        {"fork", "sandbox-violation", true},
        {"exec", "sandbox-violation", true},
        {"kill-parent", "sandbox-violation", true},
        {"executable-memory", "sandbox-violation", true},
        {"flood-progress", "output-limit", false},
        {"flood-result", "output-limit", false},
        {"flood-raw", "worker-crashed", false},
        {"huge-frame", "output-limit", false},
        {"close-socket", CLOSED, false},
        {"wrong-answer", "verification-failed", false},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        struct try bad, good;
        if (SANDBOX_SANITIZED && faults[i].sandbox)
            continue;
        char problem[128];
        snprintf(problem, sizeof problem, "{\"do\":\"%s\"}", faults[i].what);
        prepare(&bad, "fault", problem, 2000);
        prepare(&good, "echo", "{\"sleep_ms\":20}", 10000);
        start(&bad);
        start(&good);
        finish(&good);
        finish(&bad);
        if (good.outcome.status != NASH_OK)
            fail_msg("a neighbour of %s ended with %s", faults[i].what, good.outcome.error.detail);
        if (bad.outcome.status == NASH_OK || strcmp(bad.outcome.error.type, faults[i].type) != 0)
            fail_msg("%s ended as %s, not %s: %s", faults[i].what, bad.outcome.error.type, faults[i].type,
                     bad.outcome.error.detail);
        assert_true(strlen(bad.outcome.error.detail) > 10);
    }
    for (int i = 0; i < 2 * WORKERS; i++)
        expect_echo();
}

static void test_budget_and_cancel(void **state)
{
    (void)state;
    struct try try;
    run_fault(&try, "wait", 50); /* stops by itself when its time is over: what it has is an answer, not the last */
    assert_int_equal(try.outcome.status, NASH_OK);
    assert_int_equal(try.outcome.stopped, NASH_STOP_TIME);
    assert_false(try.outcome.final);

    prepare(&try, "echo", "{\"sleep_ms\":60000}", 60000); /* stops when asked to */
    start(&try);
    nanosleep(&(struct timespec){.tv_nsec = 400000000}, NULL);
    assert_true(try.progresses > 0 || SANDBOX_SANITIZED);
    pool->cancel(pool, &try.x);
    pool->cancel(pool, &try.x);
    finish(&try);
    assert_int_equal(try.outcome.status, NASH_OK);
    assert_int_equal(try.outcome.stopped, NASH_STOP_CANCEL);

    prepare(&try, "fault", "{\"do\":\"spin\"}", 60000); /* does not: is killed after the grace */
    start(&try);
    pool->cancel(pool, &try.x);
    finish(&try);
    assert_int_equal(try.outcome.status, NASH_STOPPED);
    assert_int_equal(try.outcome.stopped, NASH_STOP_CANCEL);
    pool->cancel(pool, &try.x); /* long over */
    expect_echo();
}

/* A cancel that comes with, or just after, the end of its run never hits the next one. */
static void test_stale_cancel(void **state)
{
    (void)state;
    struct nash_rng rng = test_rng();
    for (int i = 0; i < 2000; i++) {
        struct try first, second;
        prepare(&first, "echo", "{\"text\":\"a\"}", 10000);
        start(&first);
        for (uint64_t spin = nash_rng_below(&rng, 30000); spin > 0; spin--)
            __asm__ volatile("");
        pool->cancel(pool, &first.x);
        run(&second, "echo", "{\"sleep_ms\":1}", 10000);
        finish(&first);
        if (second.outcome.stopped != NASH_STOP_NONE || !second.outcome.final)
            fail_msg("round %d: the cancel of another run stopped this one", i);
    }
}

/* ---- workers killed from outside ---- */

static atomic_bool stop_killing;

static bool gone_within(pid_t pid, int ms)
{
    for (; ms > 0; ms -= 5) {
        if (kill(pid, 0) != 0)
            return true;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    return false;
}

/* The parent of a process, its name in `name`; 0 when it is gone. */
static pid_t parent_of(pid_t pid, char name[64])
{
    char path[64], line[512] = "";
    int parent = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return 0;
    if (fgets(line, sizeof line, file) == NULL || sscanf(line, "%*d (%63[^)]) %*c %d", name, &parent) != 2)
        parent = 0;
    fclose(file);
    return parent;
}

/* The workers of a server: its grandchildren. Returns how many. */
static unsigned workers_of(pid_t server, pid_t found[], unsigned most)
{
    unsigned count = 0;
    DIR *proc = opendir("/proc");
    assert_non_null(proc);
    for (struct dirent *entry; (entry = readdir(proc)) != NULL;) {
        char name[64], parents[64];
        pid_t pid = (pid_t)atoi(entry->d_name), parent = pid > 0 ? parent_of(pid, name) : 0;
        if (parent > 0 && strncmp(name, "nashd worker", 12) == 0 && parent_of(parent, parents) == server &&
            count < most)
            found[count++] = pid;
    }
    closedir(proc);
    return count;
}

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
    (void)state;
    enum { RUNS = 1500 };
    static struct try tries[RUNS];
    pthread_t thread;
    unsigned good = 0;
    atomic_store(&stop_killing, false);
    assert_int_equal(pthread_create(&thread, NULL, killer, NULL), 0);
    for (int i = 0; i < RUNS; i++) {
        prepare(&tries[i], "echo", i % 3 == 0 ? "{\"sleep_ms\":2}" : "{\"text\":\"b\"}", 10000);
        start(&tries[i]);
    }
    for (int i = 0; i < RUNS; i++)
        finish(&tries[i]);
    atomic_store(&stop_killing, true);
    pthread_join(thread, NULL);
    for (int i = 0; i < RUNS; i++) {
        assert_int_equal(tries[i].dones, 1);
        good += tries[i].outcome.status == NASH_OK;
        if (tries[i].outcome.status != NASH_OK)
            assert_string_equal(tries[i].outcome.error.type,
                                "out-of-memory"); /* SIGKILL is the kernel's way to say so */
    }
    assert_true(good > RUNS / 2);
    struct executor_stats stats;
    pool->stats(pool, &stats);
    assert_int_equal(stats.busy, 0);
    for (int i = 0; i < 2 * WORKERS; i++)
        expect_echo();
}

/* ---- frames ---- */

/* However the stream is cut, the frames are the same. */
static void test_frames(void **state)
{
    (void)state;
    struct nash_rng rng = test_rng();
    const struct frame_limits limits = {{0, 0, 0, 100, 1000, 5000}};
    for (int round = 0; round < 500; round++) {
        static char stream[200000], payload[5000];
        size_t lens[40], len = 0, at = 0;
        unsigned types[40], sent = 0, got = 0;
        for (; sent < 1 + nash_rng_below(&rng, 39); sent++) {
            types[sent] = 2 + (unsigned)nash_rng_below(&rng, 4);
            lens[sent] = nash_rng_below(&rng, limits.most[types[sent]] + 1);
            const struct frame_head head = {(uint32_t)lens[sent], types[sent]};
            memcpy(stream + len, &head, sizeof head);
            memset(stream + len + sizeof head, (int)sent, lens[sent]);
            len += sizeof head + lens[sent];
        }
        struct frame_reader reader = {0};
        while (at < len) {
            size_t piece = 1 + nash_rng_below(&rng, round % 2 == 0 ? 20 : 20000);
            if (piece > len - at)
                piece = len - at;
            assert_true(frame_reader_add(&reader, stream + at, piece));
            at += piece;
            enum frame_type type;
            const char *data;
            size_t data_len;
            while (frame_next(&reader, &limits, &type, &data, &data_len) == FRAME_WHOLE) {
                memset(payload, (int)got, sizeof payload);
                if (type != (enum frame_type)types[got] || data_len != lens[got] ||
                    memcmp(data, payload, data_len) != 0)
                    fail_msg("round %d: frame %u differs", round, got);
                got++;
            }
        }
        assert_int_equal(got, sent);
        frame_reader_release(&reader);
    }
    static const struct {
        struct frame_head head;
        enum frame_outcome outcome;
    } bad[] = {{{101, FRAME_PROGRESS}, FRAME_TOO_LONG}, {{UINT32_MAX, FRAME_RESULT}, FRAME_TOO_LONG},
               {{1, FRAME_READY}, FRAME_TOO_LONG},      {{0, 0}, FRAME_STRANGE},
               {{0, FRAME_TYPES}, FRAME_STRANGE},       {{5, FRAME_SOLVE}, FRAME_STRANGE}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct frame_reader reader = {0};
        enum frame_type type;
        const char *data;
        size_t data_len;
        assert_true(frame_reader_add(&reader, &bad[i].head, sizeof bad[i].head));
        assert_int_equal(frame_next(&reader, &limits, &type, &data, &data_len), bad[i].outcome);
        frame_reader_release(&reader);
    }
}

/* ---- the end ---- */

/* Runs last: without its zygote the pool can do nothing more, and says so. */
static void test_zygote_killed(void **state)
{
    (void)state;
    struct try busy;
    prepare(&busy, "fault", "{\"do\":\"spin\"}", 60000);
    start(&busy);
    char name[64];
    pid_t worker, parent = 0;
    if (workers_of(getpid(), &worker, 1) == 1)
        parent = parent_of(worker, name);
    assert_true(parent > 1);
    kill(parent, SIGKILL);
    finish(&busy);
    assert_string_equal(busy.outcome.error.type, "worker-crashed");
    assert_true(gone_within(worker, 10000));
    prepare(&busy, "echo", "{}", 1000);
    assert_false(pool->start(pool, &busy.x));
    bytes_unref(busy.x.problem);
    struct executor_stats stats;
    pool->stats(pool, &stats);
    assert_int_equal(stats.workers, 0);
}

/* A server that is killed takes everybody with it. */
static void test_server_killed(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t server = fork();
    if (server == 0) {
        struct nash_error error;
        struct jobs_options options = {.workers = 2, .grace_ms = 500, .runaway_ms = 500};
        struct zygote *own = zygote_start(2, false, &error);
        struct executor *executor = own != NULL ? pool_new(&options, own, &error) : NULL;
        struct try spinning;
        if (executor == NULL || executor->open(executor, &client, &error) != NASH_OK)
            _exit(1);
        pool = executor;
        prepare(&spinning, "fault", "{\"do\":\"spin\"}", 60000);
        start(&spinning);
        if (write(ends[1], "x", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    char byte;
    close(ends[1]);
    assert_int_equal(read(ends[0], &byte, 1), 1);
    close(ends[0]);
    char name[64];
    pid_t workers[2];
    assert_int_equal(workers_of(server, workers, 2), 2);
    pid_t parent = parent_of(workers[0], name);
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
    assert_true(gone_within(workers[0], 10000) && gone_within(workers[1], 10000) && gone_within(parent, 10000));
}

static int setup(void **state)
{
    struct nash_error error;
    const struct jobs_options options = {.workers = WORKERS, .grace_ms = 300, .runaway_ms = 300};
    (void)state;
    log_setup(LOG_ERROR, LOG_TEXT);
    zygote = zygote_start(WORKERS, false, &error);
    assert_non_null(zygote);
    pool = pool_new(&options, zygote, &error);
    assert_non_null(pool);
    assert_int_equal(pool->open(pool, &client, &error), NASH_OK);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    pool->close(pool);
    zygote_stop(zygote);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),           cmocka_unit_test(test_faults),
        cmocka_unit_test(test_budget_and_cancel), cmocka_unit_test(test_stale_cancel),
        cmocka_unit_test(test_killed_workers),    cmocka_unit_test(test_frames),
        cmocka_unit_test(test_zygote_killed),
    };
    const struct CMUnitTest alone[] = {cmocka_unit_test(test_server_killed)};
    return cmocka_run_group_tests(alone, NULL, NULL) + cmocka_run_group_tests(tests, setup, teardown);
}
