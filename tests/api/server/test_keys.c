/* API keys: which requests are accepted, and that owners do not see each other's jobs. `nashd keygen` makes the keys.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../unit/base/folder.h"
#include "../harness/ask.h"
#include "../harness/daemon.h"

#define EASY "{\"puzzle\":\"1...............\"}"

static struct daemon d;
static char alice[160], bob[160], late[160]; /* Authorization fields */

/* Makes a key with the program under test; appends its line to the keys file. */
static void make_key(const char *file, const char *name, const char *expires, char field[160])
{
    char command[512], line[256] = "";
    snprintf(command, sizeof command, "%s keygen %s %s 2>&1 >>%s", getenv("NASHD"), name, expires, file);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_non_null(fgets(line, sizeof line, pipe));
    assert_int_equal(pclose(pipe), 0);
    const char *key = strrchr(line, ' ');
    assert_non_null(key);
    snprintf(field, 160, "Authorization: Bearer %.*s", (int)strcspn(key + 1, "\n"), key + 1);
}

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
    assert_true(cJSON_IsTrue(answer_member(&his, "cached"))); /* the result is shared, but each owner has a job */
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

static int setup(void **state)
{
    static char file[128];
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
    };
    return cmocka_run_group_tests(tests, setup, daemon_teardown);
}
