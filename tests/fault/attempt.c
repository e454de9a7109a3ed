#include "attempt.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <base/log.h>
#include <jobs/batch/answers.h>
#include <jobs/pool/pool.h>

#include "../unit/base/test.h"

enum { PATIENCE_S = 60 };

struct executor *pool;
struct zygote *zygote;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

/* ---- the client ---- */

static void on_progress(void *context, struct work *x, const char *json, size_t len)
{
    (void)context;
    if (nash_json_check(json, len, NULL) == NASH_OK)
        ((struct attempt *)x)->progresses++;
}

static void on_blob(void *context, struct work *x, const char *name, const void *bytes, size_t len)
{
    struct attempt *attempt = (struct attempt *)x;
    (void)context;
    pthread_mutex_lock(&lock);
    attempt->blob_bytes += len;
    if (strcmp(name, "note") == 0 && len == 17 && memcmp(bytes, "a blob\0with a NUL", 17) == 0)
        attempt->blobs++;
    if (strcmp(name, BLOB_LATEST) == 0) {
        bytes_unref(attempt->latest);
        attempt->latest = bytes_copy(bytes, len);
    }
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static struct bytes *on_stored(void *context, struct work *x, const char *name)
{
    struct attempt *attempt = (struct attempt *)x;
    (void)context;
    attempt->loads++;
    return strcmp(name, BLOB_LATEST) == 0 && attempt->latest != NULL ? bytes_ref(attempt->latest) : NULL;
}

static void on_read(void *context, struct work *x, const struct work_reading *reading)
{
    struct attempt *attempt = (struct attempt *)x;
    (void)context;
    pthread_mutex_lock(&lock);
    attempt->reading = *reading;
    attempt->reads++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void on_answers(void *context, struct work *x, const char *block, size_t len, unsigned count)
{
    struct attempt *attempt = (struct attempt *)x;
    const char *at = block, *end = block + len;
    struct answer answer;
    (void)context;
    pthread_mutex_lock(&lock);
    attempt->blocks++;
    attempt->answers += count;
    while (answers_next(&at, end, &answer)) {
        if (answer.status != NASH_OK)
            nash_buf_putc(&attempt->answer_text, '!');
        nash_buf_add(&attempt->answer_text, answer.text, answer.status != NASH_OK ? strlen(answer.text) : answer.len);
        nash_buf_putc(&attempt->answer_text, '\n');
    }
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void on_done(void *context, struct work *x, const struct work_result *result)
{
    struct attempt *attempt = (struct attempt *)x;
    (void)context;
    pthread_mutex_lock(&lock);
    attempt->result = *result;
    if (result->result != NULL)
        snprintf(attempt->text, sizeof attempt->text, "%s", result->result->data);
    attempt->done = true;
    attempt->dones++;
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

static const struct executor_client client = {.progress = on_progress,
                                              .blob = on_blob,
                                              .stored = on_stored,
                                              .read = on_read,
                                              .answers = on_answers,
                                              .done = on_done,
                                              .ready = on_ready};

bool pool_open(void)
{
    struct nash_error error;
    const struct jobs_options options = {.grace_ms = 300, .runaway_ms = 300};
    pool = zygote != NULL ? pool_new(&options, zygote, &error) : NULL;
    return pool != NULL && pool->open(pool, &client, &error) == NASH_OK;
}

bool pool_up(unsigned workers)
{
    struct nash_error error;
    zygote = zygote_start(NULL, workers, false, &error);
    return pool_open();
}

void pool_down(void)
{
    pool->close(pool);
    zygote_stop(zygote);
}

int pool_setup(void **state)
{
    log_setup(LOG_ERROR, LOG_TEXT);
    return pool_up(WORKERS) ? 0 : -1;
}

int pool_teardown(void **state)
{
    pool_down();
    return 0;
}

/* ---- attempts ---- */

/* Waits for a change of any attempt; fails the test if nothing changes for long. The caller holds the lock. */
static void wait_for_change(void)
{
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += PATIENCE_S;
    if (pthread_cond_timedwait(&changed, &lock, &end) != 0) {
        pthread_mutex_unlock(&lock);
        fail_msg("nothing happens");
    }
}

void attempt_prepare(struct attempt *attempt, const char *kind, const char *problem, uint32_t timeout_ms)
{
    *attempt = (struct attempt){0};
    attempt->x.solver = nash_find_kind(kind, strlen(kind));
    attempt->x.problem = bytes_copy(problem, strlen(problem));
    attempt->x.timeout_ms = timeout_ms;
    assert_non_null(attempt->x.solver);
}

void attempt_start(struct attempt *attempt)
{
    pthread_mutex_lock(&lock);
    while (!pool->start(pool, &attempt->x))
        wait_for_change();
    pthread_mutex_unlock(&lock);
}

void attempt_finish(struct attempt *attempt)
{
    pthread_mutex_lock(&lock);
    while (!attempt->done)
        wait_for_change();
    pthread_mutex_unlock(&lock);
    bytes_unref(attempt->x.problem);
    tempfile_unref(attempt->x.file);
}

void attempt_prepare_file(struct attempt *attempt, const char *kind, const char *text, size_t len, uint32_t timeout_ms)
{
    struct nash_error error;
    attempt_prepare(attempt, kind, "", timeout_ms);
    bytes_unref(attempt->x.problem);
    attempt->x.problem = NULL;
    attempt->x.file = tempfile_new("/tmp", NULL, &error);
    assert_non_null(attempt->x.file);
    assert_int_equal(tempfile_append(attempt->x.file, text, len, &error), NASH_OK);
}

bool attempt_await_read(struct attempt *attempt)
{
    pthread_mutex_lock(&lock);
    while (attempt->reads == 0 && !attempt->done)
        wait_for_change();
    bool is_held = !attempt->done;
    pthread_mutex_unlock(&lock);
    return is_held;
}

void attempt_prepare_chunk(struct attempt *attempt, const char *kind, const char *lines, uint32_t timeout_ms)
{
    attempt_prepare(attempt, kind, lines, timeout_ms);
    attempt->x.kind = WORK_CHUNK;
    attempt->x.format = NASH_FORMAT_TEXT;
    attempt->x.want_text = true;
    attempt->x.len = strlen(lines);
    for (const char *at = lines; (at = strchr(at, '\n')) != NULL; at++)
        attempt->x.lines++;
}

void attempt_await(struct attempt *attempt, unsigned answers)
{
    pthread_mutex_lock(&lock);
    while (attempt->answers < answers)
        wait_for_change();
    pthread_mutex_unlock(&lock);
}

void attempt_await_blob(struct attempt *attempt)
{
    pthread_mutex_lock(&lock);
    while (attempt->blob_bytes == 0)
        wait_for_change();
    pthread_mutex_unlock(&lock);
}

void attempt_run_chunk(struct attempt *attempt, const char *kind, const char *lines, uint32_t timeout_ms)
{
    attempt_prepare_chunk(attempt, kind, lines, timeout_ms);
    attempt_start(attempt);
    attempt_finish(attempt);
}

void attempt_run(struct attempt *attempt, const char *kind, const char *problem, uint32_t timeout_ms)
{
    attempt_prepare(attempt, kind, problem, timeout_ms);
    attempt_start(attempt);
    attempt_finish(attempt);
}

void attempt_fault(struct attempt *attempt, const char *what, long n, uint32_t timeout_ms)
{
    char problem[128];
    snprintf(problem, sizeof problem, "{\"do\":\"%s\",\"n\":%ld}", what, n);
    attempt_run(attempt, "fault", problem, timeout_ms);
}

void expect_echo(void)
{
    struct attempt attempt;
    attempt_run(&attempt, "echo", "{\"text\":\"hello\"}", 10000);
    if (attempt.result.status != NASH_OK || strcmp(attempt.text, "{\"text\":\"hello\"}") != 0 || !attempt.result.final)
        fail_msg("an honest run ended with %s %s", attempt.result.error.type, attempt.result.error.detail);
}

void expect_fault(const char *what, long n, const char *type)
{
    struct attempt attempt;
    attempt_fault(&attempt, what, n, 10000);
    if (attempt.result.status == NASH_OK || strcmp(attempt.result.error.type, type) != 0)
        fail_msg("%s %ld ended as \"%s\", not \"%s\": %s", what, n, attempt.result.error.type, type,
                 attempt.result.error.detail);
}

/* ---- processes ---- */

pid_t process_parent(pid_t pid, char name[64])
{
    char path[64], line[512] = "", state = 'Z';
    int parent = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return 0;
    if (fgets(line, sizeof line, file) == NULL || sscanf(line, "%*d (%63[^)]) %c %d", name, &state, &parent) != 3 ||
        state == 'Z' || state == 'X')
        parent = 0;
    fclose(file);
    return parent;
}

bool process_gone(pid_t pid)
{
    char name[64];
    for (int ms = PATIENCE_S * 1000; ms > 0; ms -= 5) {
        if (process_parent(pid, name) == 0)
            return true;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    return false;
}

unsigned process_children(pid_t parent, const char *name, pid_t found[], unsigned most)
{
    unsigned count = 0;
    DIR *proc = opendir("/proc");
    assert_non_null(proc);
    for (struct dirent *entry; (entry = readdir(proc)) != NULL;) {
        char its[64];
        pid_t pid = (pid_t)atoi(entry->d_name);
        if (pid > 0 && count < most && process_parent(pid, its) == parent && strncmp(its, name, strlen(name)) == 0)
            found[count++] = pid;
    }
    closedir(proc);
    return count;
}

pid_t zygote_of(pid_t server)
{
    pid_t found;
    return process_children(server, "nashd zygote", &found, 1) == 1 ? found : 0;
}

unsigned workers_of(pid_t server, pid_t found[], unsigned most)
{
    pid_t parent = zygote_of(server);
    return parent != 0 ? process_children(parent, "nashd worker", found, most) : 0;
}
