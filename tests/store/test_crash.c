/* SQLite and kill -9: every acknowledged operation is present and complete, whenever the process dies.
 *
 * A child posts from two threads and reports each acknowledgement through a pipe from within done(). It is killed at a
 * random moment: mostly while it writes, sometimes while it opens or reopens the store. The parent then opens the store
 * and checks every acknowledgement of this and all earlier children. */
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <store/maintenance.h>

#include "frame.h"

enum { POSTERS = 2, JOBS_MAX = 1 << 20, LIFE_US = 30000, REOPEN = 400 };

/* Returns the body of job n, derived from its number, so that a row can be checked by its number alone. */
static struct bytes *body_of(uint64_t n, uint64_t salt)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, n * 7 + salt);
    return bytes_random(&rng,
                        n % 100 == 1 && salt == 0 ? (3 << 19) + n : nash_rng_below(&rng, n % 50 == 0 ? 60000 : 900));
}

static struct store_job row_of(uint64_t n)
{
    struct store_job row = job_of(n);
    bytes_unref(row.problem);
    row.problem = body_of(n, 0);
    snprintf(row.idempotency, sizeof row.idempotency, "%llu", (unsigned long long)n);
    return row;
}

static struct store_job end_of(uint64_t n)
{
    return (struct store_job){.id = id_of(n),
                              .state = JOB_SUCCEEDED,
                              .final = true,
                              .started_ms = 5,
                              .finished_ms = (int64_t)n + 1,
                              .last_event = 9,
                              .result = body_of(n, 1)};
}

/* ---- the child ---- */

struct acknowledgement {
    uint64_t n;
    int verb;
};

struct write {
    struct store_op op;
    uint64_t n;
    struct write *submit; /* of a FINISH: the write of its SUBMIT, freed together with it */
    bool keep;
};

struct poster {
    pthread_t thread;
    struct store *store;
    uint64_t next;
    struct nash_rng rng;
};

static int report = -1;
static _Atomic int in_flight;

static void write_done(struct store_op *op)
{
    struct write *write_ = op->context;
    struct acknowledgement a = {.n = write_->n, .verb = (int)op->verb};
    if (op->status != NASH_OK || write(report, &a, sizeof a) != sizeof a) /* atomic: less than PIPE_BUF */
        abort();
    store_job_release(&op->row);
    bytes_unref(op->blob);
    atomic_fetch_sub(&in_flight, 1);
    free(write_->submit);
    if (!write_->keep)
        free(write_);
}

static struct write *write_new(enum store_verb verb, uint64_t n, struct store_job row)
{
    struct write *w = calloc(1, sizeof *w);
    if (w == NULL)
        abort();
    *w = (struct write){.op = {.verb = verb, .row = row, .done = write_done}, .n = n};
    w->op.context = w;
    atomic_fetch_add(&in_flight, 1);
    return w;
}

/* Posts a job. At random, the job stays unfinished, is finished after or together with its SUBMIT, or also has a blob.
 */
static void post_job(struct poster *p)
{
    uint64_t n = p->next;
    p->next += POSTERS;
    struct write *submit_ = write_new(STORE_SUBMIT, n, row_of(n));
    uint64_t way = nash_rng_below(&p->rng, 4);
    submit_->keep = way == 1;
    store_post(p->store, &submit_->op);
    if (way == 0)
        return;
    struct write *end = write_new(STORE_FINISH, n, end_of(n));
    if (way == 1) {
        end->submit = submit_; /* still valid: it is freed after its FINISH is done */
        store_post_finish(p->store, &end->op, &submit_->op);
        return;
    }
    store_post(p->store, &end->op);
    if (way == 2)
        return;
    struct write *blob = write_new(STORE_BLOB, n, (struct store_job){.id = id_of(n)});
    blob->op.blob_name = "name";
    blob->op.blob = body_of(n, 2);
    store_post(p->store, &blob->op);
}

static void *poster_main(void *context)
{
    struct poster *p = context;
    for (int i = 0; i < REOPEN; i++) {
        post_job(p);
        while (atomic_load(&in_flight) > 300)
            usleep(100);
    }
    return NULL;
}

static _Noreturn void child(const char *url, uint64_t first, uint64_t seed)
{
    uint64_t next[POSTERS];
    for (int i = 0; i < POSTERS; i++)
        next[i] = first + (uint64_t)i;
    for (uint64_t life = 0;; life++) {
        struct poster poster[POSTERS];
        struct store *store = store_open(url, "a", NULL);
        if (store == NULL)
            abort();
        for (int i = 0; i < POSTERS; i++) {
            poster[i] = (struct poster){.store = store, .next = next[i]};
            nash_rng_seed(&poster[i].rng, seed + life * POSTERS + (uint64_t)i);
            pthread_create(&poster[i].thread, NULL, poster_main, &poster[i]);
        }
        for (int i = 0; i < POSTERS; i++) {
            pthread_join(poster[i].thread, NULL);
            next[i] = poster[i].next;
        }
        store_close(store);
    }
}

/* ---- the parent ---- */

enum { SEEN_SUBMIT = 1, SEEN_FINISH = 2, SEEN_BLOB = 4 };

static uint8_t seen[JOBS_MAX]; /* acknowledgements (SEEN_*) of each job, by its number */
static uint64_t highest;

static size_t listen_to(int fd)
{
    struct acknowledgement a;
    size_t count = 0;
    while (read(fd, &a, sizeof a) == sizeof a) {
        assert_true(a.n < JOBS_MAX);
        seen[a.n] |= a.verb == STORE_SUBMIT ? SEEN_SUBMIT : a.verb == STORE_FINISH ? SEEN_FINISH : SEEN_BLOB;
        highest = a.n > highest ? a.n : highest;
        count++;
    }
    return count;
}

/* Checks job n: it is present if it was acknowledged, and complete if it is present. */
static void check_row(struct store *store, uint64_t n)
{
    struct job_id id = id_of(n);
    struct store_job got, want = row_of(n), end = end_of(n);
    bool found = get(store, &id, &got);
    if (!found && seen[n])
        fail_msg("job %llu was acknowledged and is lost", (unsigned long long)n);
    if (found && (seen[n] & SEEN_FINISH) && got.state != JOB_SUCCEEDED)
        fail_msg("the end of job %llu was acknowledged and is lost", (unsigned long long)n);
    if (found && got.state == JOB_SUCCEEDED) {
        want.state = end.state;
        want.final = end.final;
        want.started_ms = end.started_ms;
        want.finished_ms = end.finished_ms;
        want.last_event = end.last_event;
        want.result = bytes_ref(end.result);
    }
    if (found)
        assert_same_job(&got, &want, true, true);
    struct bytes *blob = store_blob(store, &id, "name"), *whole = body_of(n, 2);
    if (blob != NULL || (seen[n] & SEEN_BLOB))
        assert_true(bytes_equal(blob, whole));
    bytes_unref(blob);
    bytes_unref(whole);
    store_job_release(&got);
    store_job_release(&want);
    store_job_release(&end);
}

static void check_file(const char *path)
{
    sqlite3 *db;
    sqlite3_stmt *s;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &s, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(s), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(s, 0), "ok");
    sqlite3_finalize(s);
    sqlite3_close(db);
}

static void fail_finding(void *context, const struct store_finding *finding)
{
    (void)context;
    fail_msg("%s", finding->detail);
}

/* Checks the whole store; no part of a body is left without its job. */
static void check_store(struct store *store)
{
    uint64_t removed;
    struct store_check check = {.whole = true, .found = fail_finding};
    assert_int_equal(store_sweep(store, &(struct store_retention){0}, &removed, NULL), NASH_OK);
    assert_int_equal(store_check(store, &check, NULL), NASH_OK);
    assert_true(check.done);
}

/* Starts a process that writes jobs from number `first` on, and kills it within life_us. Returns the number of its
 * acknowledged operations. */
static size_t one_life(struct nash_rng *rng, uint64_t first, uint64_t life_us)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    uint64_t seed = nash_rng_next(rng);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        close(ends[0]);
        report = ends[1];
        child(frame_url(), first, seed);
    }
    close(ends[1]);
    /* Reads the pipe until the child's death closes it, because it must not fill up. */
    pid_t killer = fork();
    assert_true(killer >= 0);
    if (killer == 0) {
        usleep((useconds_t)nash_rng_below(rng, life_us));
        kill(pid, SIGKILL);
        _exit(0);
    }
    nash_rng_next(rng); /* the killer has used its copy of the generator, so advance this one too */
    size_t count = listen_to(ends[0]);
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(killer, NULL, 0), killer);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL); /* and no other */
    return count;
}

static void test_kill(void **state)
{
    struct nash_rng rng = test_rng();
    size_t acknowledged = 0;
    const unsigned kills = test_length(16, 64);
    uint64_t first = 0;
    /* If most processes die before their first operation, as with a sanitizer, more processes live longer. */
    for (unsigned i = 0; i < kills || (acknowledged <= kills && i < 20 * kills); i++) {
        acknowledged += one_life(&rng, first, LIFE_US * (1 + i / kills));
        struct store *store = frame_open("a");
        for (uint64_t n = first; n <= highest + 2; n++)
            check_row(store, n);
        for (uint64_t k = 0; k < 50 && first > 0; k++)
            check_row(store, nash_rng_below(&rng, first));
        first = (highest > first ? highest : first) + 1000; /* skip numbers that were posted, but not acknowledged */
        if (i % 4 == 0)
            check_store(store);
        store_close(store);
        check_file(frame_url() + strlen("sqlite:"));
    }
    struct store *store = frame_open("a");
    for (uint64_t n = 0; n <= highest; n++)
        check_row(store, n);
    check_store(store);
    store_close(store);
    print_message("%u kills, %zu acknowledgements\n", kills, acknowledged);
    assert_true(acknowledged > kills);
}

int main(int argc, char **argv)
{
    (void)argc;
    frame_start(1, argv); /* always SQLite */
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_kill, frame_setup, frame_teardown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
