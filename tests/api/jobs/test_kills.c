/* Processes that are killed at random under load: workers, the zygote, and then the server itself, which is started
 * again. No job that a client was told of may be lost, and none may be there twice, though each client sends a request
 * again, with its Idempotency-Key, when it got no reply.
 *
 * NASH_SEED and NASH_KILLS (of the server) change the default; `meson compile kills` kills it 1,000 times. */
#include <check.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <nash/rng.h>

#include "../../unit/base/test.h"
#include "../harness/ask.h"
#include "../harness/daemon.h"

enum { CLIENTS = 4, WORKERS = 2, IDS_MAX = 1 << 20 };

static struct daemon d = {.args = {"--workers", "2"}};

/* The replies that clients have received. */
static struct {
    pthread_mutex_t lock;
    char (*id)[33];
    bool *finished; /* the reply was a finished job */
    unsigned count;
} told = {.lock = PTHREAD_MUTEX_INITIALIZER};
static atomic_bool stop_clients;
static atomic_uint next_puzzle;
static unsigned workers_killed, zygotes_killed, failed;

/* The request of a client that got no reply; 0: none. */
static unsigned unanswered[CLIENTS];

static void sleep_us(long us)
{
    nanosleep(&(struct timespec){.tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000}, NULL);
}

/* ---- clients ---- */

static void remember(const struct answer *answer)
{
    const char *id = answer_text(answer, "id");
    if ((answer->status != 200 && answer->status != 202) || strlen(id) != 32)
        return;
    pthread_mutex_lock(&told.lock);
    if (told.count < IDS_MAX) {
        memcpy(told.id[told.count], id, 33);
        told.finished[told.count++] = answer->status == 200;
    }
    pthread_mutex_unlock(&told.lock);
}

/* Submits problem number n, which differs from the others in the requested number of solutions. Returns false if there
 * was no whole reply. */
static bool submit(unsigned n)
{
    char body[256], key[48];
    snprintf(body, sizeof body, "{\"puzzle\":\"1.......2.......\",\"solutions\":%u}", n);
    snprintf(key, sizeof key, "Idempotency-Key: request-%u", n);
    const char *const headers[] = {"Content-Type: application/json", key,
                                   n % 3 == 0 ? "Prefer: respond-async" : "Prefer: wait=20", NULL};
    struct answer answer = {.reply = client_call(d.port, "POST", "/v1/sudoku", headers, body, strlen(body))};
    answer.status = answer.reply.status;
    if (answer.reply.body != NULL)
        answer.json = cJSON_Parse(answer.reply.body);
    bool whole = answer.status != 0 && answer.json != NULL;
    remember(&answer);
    answer_free(&answer);
    return whole;
}

/* The thread of a client, which submits jobs until the server is killed. It begins with the request that was not
 * answered before. */
static void *client(void *pointer)
{
    unsigned *again = pointer;
    while (!atomic_load(&stop_clients)) {
        unsigned n = *again != 0 ? *again : 1 + atomic_fetch_add(&next_puzzle, 1);
        *again = n;
        if (!submit(n))
            break;
        *again = 0;
    }
    return NULL;
}

/* ---- kills ---- */

/* Kills a worker or, more seldom, the zygote. */
static void kill_a_process(struct nash_rng *rng)
{
    pid_t zygote, worker[WORKERS];
    if (daemon_children(d.pid, &zygote, 1) != 1)
        return; /* it is being started again */
    unsigned count = daemon_children(zygote, worker, WORKERS);
    if (nash_rng_below(rng, 4) == 0)
        zygotes_killed += kill(zygote, SIGKILL) == 0;
    else if (count > 0)
        workers_killed += kill(worker[nash_rng_below(rng, count)], SIGKILL) == 0;
}

static void load_and_kill(struct nash_rng *rng)
{
    pthread_t clients[CLIENTS];
    atomic_store(&stop_clients, false);
    for (int i = 0; i < CLIENTS; i++)
        assert_int_equal(pthread_create(&clients[i], NULL, client, &unanswered[i]), 0);
    for (uint32_t kills = (uint32_t)nash_rng_below(rng, 3); kills > 0; kills--) {
        sleep_us((long)nash_rng_below(rng, 60000));
        kill_a_process(rng);
    }
    sleep_us(5000 + (long)nash_rng_below(rng, 120000));
    daemon_kill(&d);
    atomic_store(&stop_clients, true);
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(clients[i], NULL);
}

/* ---- checks ---- */

/* Returns the number that a query of the database gives; an integrity check gives 1 for "ok". */
static long query(const char *sql)
{
    char path[128];
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    snprintf(path, sizeof path, "%s/data/nashd.db", d.folder);
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    const char *text = (const char *)sqlite3_column_text(statement, 0);
    long number = strcmp(text, "ok") == 0 ? 1 : strtol(text, NULL, 10);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return number;
}

/* Each problem is submitted for one request only, so two jobs with one problem are one request that was taken twice. */
static void check_database(void)
{
    assert_int_equal(query("PRAGMA integrity_check"), 1);
    assert_int_equal(query("SELECT count(*) - count(DISTINCT key) FROM job"), 0);
    assert_int_equal(query("SELECT count(*) - count(DISTINCT idempotency) FROM job"), 0);
}

/* A job whose worker was killed twice has failed, and says so. */
static bool is_end(const struct answer *answer)
{
    if (strcmp(answer_text(answer, "status"), "succeeded") == 0)
        return cJSON_IsObject(answer_member(answer, "result"));
    bool killed = strcmp(answer_text2(answer, "error", "type"), "/problems/worker-killed") == 0;
    failed += killed;
    return killed;
}

/* Checks the recorded replies from index `from` on: each job exists, and each job that was finished in its reply is
 * still finished, with its result. */
static void check_told(unsigned from)
{
    for (unsigned i = from; i < told.count; i++) {
        char path[64];
        snprintf(path, sizeof path, "/v1/jobs/%s?wait=20", told.id[i]);
        if (told.finished[i])
            path[9 + 32] = '\0';
        struct answer answer = {.reply = client_get(d.port, path)};
        answer.status = answer.reply.status;
        answer.json = answer.reply.body != NULL ? cJSON_Parse(answer.reply.body) : NULL;
        if (answer.status != 200 || !is_end(&answer))
            fail_msg("job %s was %s, and is now %d %s", told.id[i], told.finished[i] ? "finished" : "accepted",
                     answer.status, answer.reply.body);
        answer_free(&answer);
    }
}

static unsigned number_of(const char *variable, unsigned otherwise)
{
    const char *text = getenv(variable);
    return text != NULL ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

static void test_kills(void **state)
{
    struct nash_rng rng;
    unsigned checked = 0, rounds = number_of("NASH_KILLS", (unsigned)test_length(16, 52));
    nash_rng_seed(&rng, number_of("NASH_SEED", 1));
    told.id = calloc(IDS_MAX, sizeof *told.id);
    told.finished = calloc(IDS_MAX, sizeof *told.finished);
    assert_true(told.id != NULL && told.finished != NULL);
    for (unsigned round = 0; round < rounds; round++) {
        daemon_start(&d);
        check_told(checked);
        checked = told.count;
        load_and_kill(&rng);
        if (round % 10 == 3)
            check_database();
    }
    daemon_start(&d);
    for (int i = 0; i < CLIENTS; i++)
        if (unanswered[i] != 0)
            assert_true(submit(unanswered[i]));
    failed = 0;
    check_told(0); /* all replies of all rounds: no job was lost later */
    daemon_stop(&d);
    check_database();
    print_message(
        "%u kills of the server, %u of the zygote, %u of workers; %u acknowledged jobs, none lost, none twice, "
        "%u failed by two kills\n",
        rounds, zygotes_killed, workers_killed, told.count, failed);
    assert_true(told.count > rounds);
    assert_true(failed <= workers_killed + WORKERS * zygotes_killed);
    daemon_remove(&d);
    free(told.id);
    free(told.finished);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kills)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
