/* API keys: which requests are accepted, that owners do not see each other's jobs, and that SIGHUP replaces the keys.
 * `nashd keygen` makes the keys. */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../../unit/base/folder.h"
#include "../harness/ask.h"
#include "../harness/daemon.h"
#include "../harness/key.h"

#define EASY "{\"puzzle\":\"1...............\"}"

static struct daemon d;
static char alice[160], bob[160], late[160]; /* Authorization fields */

static struct answer as(const char *who, const char *method, const char *path, const char *body)
{
    const char *const headers[] = {who, "Content-Type: application/json", NULL};
    return ask(d.port, method, path, headers, body);
}

static void test_who_gets_in(void **state)
{
    static const struct {
        const char *field;
        const char *type;
    } refused[] = {
        {"X: none", "unauthorized"},
        {"Authorization: Bearer nashd_0000000000000000000000000000000000000000000000000000000000000000",
         "unauthorized"},
        {"Authorization: Basic YWxpY2U6eA==", "unauthorized"},
        {late, "key-expired"},
    };
    static const char *const paths[] = {"/v1/jobs", "/metrics", "/v1/jobs/0123456789abcdef0123456789abcdef"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        for (size_t j = 0; j < sizeof paths / sizeof paths[0]; j++) {
            struct answer answer = as(refused[i].field, "GET", paths[j], NULL);
            expect_problem(&answer, 401, refused[i].type);
            assert_non_null(reply_header(&answer.reply, "WWW-Authenticate"));
            answer_free(&answer);
        }
        struct answer answer = as(refused[i].field, "POST", "/v1/sudoku", EASY);
        expect_problem(&answer, 401, refused[i].type);
        answer_free(&answer);
    }
    static const char *const open[] = {"/", "/healthz", "/readyz", "/v1/kinds", "/v1/openapi.json"};
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++) {
        struct answer answer = ask_get(d.port, open[i]);
        expect_status(&answer, 200);
        answer_free(&answer);
    }
}

static void test_owners_are_apart(void **state)
{
    struct answer hers = as(alice, "POST", "/v1/sudoku", EASY), his = as(bob, "POST", "/v1/sudoku", EASY);
    expect_status(&hers, 200);
    expect_status(&his, 200);
    assert_true(cJSON_IsFalse(answer_member(&his, "cached"))); /* nothing tells him that she has asked it */
    assert_string_not_equal(answer_text(&hers, "id"), answer_text(&his, "id"));
    static const struct {
        const char *method, *tail;
    } calls[] = {{"GET", ""}, {"GET", "/events"}, {"GET", "/problem"}, {"POST", "/cancel"}, {"DELETE", ""}};
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        struct answer answer = as(bob, calls[i].method, job_path(&hers, calls[i].tail), NULL);
        expect_problem(&answer, 404, "job-not-found");
        answer_free(&answer);
    }
    struct answer list = as(bob, "GET", "/v1/jobs", NULL);
    assert_int_equal(cJSON_GetArraySize(answer_member(&list, "jobs")), 1);
    assert_null(strstr(list.reply.body, answer_text(&hers, "id")));
    struct answer own = as(alice, "GET", job_path(&hers, ""), NULL);
    expect_status(&own, 200);
    answer_free(&own);
    answer_free(&list);
    answer_free(&his);
    answer_free(&hers);
}

/* An address that sends many wrong keys gets 429; a right key from there is accepted all the same. */
static void test_many_wrong_keys(void **state)
{
    enum { MOST = 30, MORE = 10 };
    int refused = 0, limited = 0;
    for (int i = 0; i < 2 * (MOST + MORE); i++) { /* a minute may end once in between */
        struct answer answer = as("Authorization: Bearer nashd_no", "GET", "/v1/jobs", NULL);
        refused += answer.status == 401;
        limited += answer.status == 429;
        if (answer.status == 429) {
            expect_problem(&answer, 429, "too-many-requests");
            assert_in_range(strtol(reply_header(&answer.reply, "Retry-After"), NULL, 10), 1, 60);
        }
        answer_free(&answer);
        answer = as(i % 2 ? alice : "X: none", "GET", "/v1/jobs", NULL);
        expect_status(&answer, i % 2 ? 200 : 401);
        answer_free(&answer);
    }
    assert_int_equal(refused + limited, 2 * (MOST + MORE));
    assert_in_range(refused, 1, 2 * MOST);
    assert_true(limited >= MORE);
}

/* The same Idempotency-Key may be used by two owners independently. */
static void test_idempotency_by_owner(void **state)
{
    const char *const alices[] = {alice, "Content-Type: application/json", "Idempotency-Key: same", NULL};
    const char *const bobs[] = {bob, "Content-Type: application/json", "Idempotency-Key: same", NULL};
    struct answer hers = ask(d.port, "POST", "/v1/sudoku", alices, "{\"puzzle\":\"12..............\"}");
    struct answer his = ask(d.port, "POST", "/v1/sudoku", bobs, "{\"puzzle\":\"13..............\"}");
    expect_status(&hers, 200);
    expect_status(&his, 200);
    answer_free(&hers);
    answer_free(&his);
}

/* ---- SIGHUP ---- */

static char file[128]; /* the keys of the server */

static void write_file(const char *path, const char *text)
{
    FILE *out = fopen(path, "we");
    assert_non_null(out);
    assert_true(fputs(text, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

/* Returns the whole file as text, to be freed. */
static char *read_file(const char *path)
{
    struct stat is;
    FILE *in = fopen(path, "re");
    assert_non_null(in);
    assert_int_equal(fstat(fileno(in), &is), 0);
    char *text = calloc(1, (size_t)is.st_size + 1);
    assert_non_null(text);
    text[fread(text, 1, (size_t)is.st_size, in)] = '\0';
    fclose(in);
    return text;
}

/* Sends SIGHUP and waits for a line of the log after the present ones that contains `expected`. */
static void reload(const struct daemon *server, const char *expected)
{
    enum { PATIENCE_MS = 20000, STEP_MS = 2 };
    char path[96];
    snprintf(path, sizeof path, "%s/log", server->folder);
    char *before = read_file(path);
    size_t len = strlen(before);
    free(before);
    assert_int_equal(kill(server->pid, SIGHUP), 0);
    for (int ms = 0; ms < PATIENCE_MS; ms += STEP_MS) {
        char *log = read_file(path);
        bool found = strstr(log + len, expected) != NULL;
        free(log);
        if (found)
            return;
        nanosleep(&(struct timespec){.tv_nsec = STEP_MS * 1000000}, NULL);
    }
    daemon_show_log(server);
    fail_msg("no line with \"%s\"", expected);
}

static void expect_key(const char *who, int status)
{
    struct answer answer = as(who, "GET", "/v1/jobs", NULL);
    expect_status(&answer, status);
    answer_free(&answer);
}

/* A key that is removed is refused, one that is added is accepted; a job submitted before goes on, and belongs to the
 * name when it gets a new key. */
static void test_reload(void **state)
{
    static const char deal[] = "{\"a\":[8,5,4,2],\"b\":[7,6,3,1],\"leader\":\"a\"}";
    const char *const async[] = {bob, "Content-Type: application/json", "Prefer: respond-async", NULL};
    char *old = read_file(file), carol[160], fresh[160];
    struct answer job = ask(d.port, "POST", "/v1/whist", async, deal);
    expect_status(&job, 202);
    char *line = strstr(old, "bob "), *end = strchr(line, '\n') + 1;
    memmove(line, end, strlen(end) + 1); /* the first key of bob; the second has expired */
    write_file(file, old);
    make_key(file, "carol", "", carol);
    reload(&d, "keys reloaded");
    expect_key(alice, 200);
    expect_key(bob, 401);
    expect_key(late, 401);
    expect_key(carol, 200);
    make_key(file, "bob", "", fresh);
    reload(&d, "keys reloaded");
    expect_key(bob, 401);
    struct answer done = as(fresh, "GET", job_path(&job, "?wait=30"), NULL);
    expect_status(&done, 200);
    assert_string_equal(answer_text(&done, "status"), "succeeded");
    answer_free(&done);
    answer_free(&job);
    free(old);
}

/* A file with a fault is refused as a whole, and the log has the line and the reason. */
static void test_reload_of_a_broken_file(void **state)
{
    char *good = read_file(file), fault[256];
    char *broken = calloc(1, strlen(good) + 100);
    assert_non_null(broken);
    strcpy(stpcpy(broken, "mallory 12\n"), good);
    *strstr(broken, "alice ") = 'A'; /* a name of its own: nothing of this file may come into force */
    write_file(file, broken);
    snprintf(fault, sizeof fault, "%s:1: the second word must be the SHA-256 of the key", file);
    reload(&d, fault);
    expect_key(alice, 200);
    write_file(file, "# no key\n");
    reload(&d, "has no key");
    expect_key(alice, 200);
    assert_int_equal(unlink(file), 0);
    reload(&d, "No such file");
    expect_key(alice, 200);
    write_file(file, good);
    reload(&d, "keys reloaded");
    expect_key(alice, 200);
    free(broken);
    free(good);
}

/* SIGHUP without a key file, SIGUSR1 and SIGUSR2 change nothing. */
static void test_harmless_signals(void **state)
{
    struct daemon open = {0};
    daemon_start(&open);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(kill(open.pid, SIGUSR1), 0);
        assert_int_equal(kill(open.pid, SIGUSR2), 0);
        reload(&open, "without --api-keys");
        struct answer answer = ask_json(open.port, "/v1/sudoku", EASY);
        expect_status(&answer, 200);
        answer_free(&answer);
    }
    daemon_stop(&open);
    daemon_remove(&open);
}

static int setup(void **state)
{
    assert_true(test_folder(d.folder, sizeof d.folder, "nashd-test"));
    snprintf(file, sizeof file, "%s/keys", d.folder);
    make_key(file, "alice", "", alice);
    make_key(file, "bob", "2120-01-01", bob);
    make_key(file, "bob", "2020-01-01T12:00:00Z", late);
    d.args[0] = "--api-keys";
    d.args[1] = file;
    daemon_start(&d);
    *state = &d;
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_who_gets_in),
        cmocka_unit_test(test_owners_are_apart),
        cmocka_unit_test(test_idempotency_by_owner),
        cmocka_unit_test(test_reload),
        cmocka_unit_test(test_reload_of_a_broken_file),
        cmocka_unit_test(test_harmless_signals),
        cmocka_unit_test(test_many_wrong_keys),
    };
    return cmocka_run_group_tests(tests, setup, daemon_teardown);
}
