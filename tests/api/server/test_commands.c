/* Commands that look at a running server: nashd backup and nashd top. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../unit/base/folder.h"
#include "../../unit/base/test.h"
#include "ask.h"
#include "daemon.h"

static struct daemon d;

/* Runs the program with arguments and returns its exit status; `out` gets what it prints to stdout and stderr. */
static int run(char out[1 << 14], const char *format, ...) __attribute__((format(printf, 2, 3)));
static int run(char out[1 << 14], const char *format, ...)
{
    char command[1024];
    const char *program = getenv("NASHD");
    va_list args;
    int len = snprintf(command, sizeof command, "'%s' ", program);
    va_start(args, format);
    vsnprintf(command + len, sizeof command - (size_t)len, format, args);
    va_end(args);
    strncat(command, " 2>&1", sizeof command - strlen(command) - 1);
    FILE *pipe = popen(command, "r"); /* NOLINT(cert-env33-c): a fixed command of this test */
    assert_non_null(pipe);
    out[fread(out, 1, (1 << 14) - 1, pipe)] = '\0';
    int status = pclose(pipe);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static atomic_bool stopping;
static atomic_int made;
static char ids[10000][40]; /* of the jobs that the server has acknowledged */

static void submit_one(void)
{
    char body[128];
    int number = atomic_load(&made);
    snprintf(body, sizeof body, "{\"generate\":{\"size\":4},\"job\":{\"seed\":%d}}", number + 1);
    struct answer answer = ask_json(d.port, "/v1/sudoku", body);
    if (answer.status == 200 && number < 10000) {
        snprintf(ids[number], sizeof ids[number], "%s", answer_text(&answer, "id"));
        atomic_fetch_add(&made, 1);
    }
    answer_free(&answer);
}

static void *submit_main(void *unused)
{
    while (!atomic_load(&stopping))
        submit_one();
    return unused;
}

/* Copies the database while jobs are written. A server that is started on the copy has every job that was acknowledged
 * before the copy began. */
static void test_backup(void **state)
{
    enum { COPIES = 3 };
    static char out[1 << 14];
    int before[COPIES];
    pthread_t submitter;
    for (int i = 0; i < 20; i++)
        submit_one();
    assert_int_equal(pthread_create(&submitter, NULL, submit_main, NULL), 0);
    for (int i = 0; i < COPIES; i++) {
        before[i] = atomic_load(&made);
        if (run(out, "backup '%s/copy%d.db' --data '%s/data'", d.folder, i, d.folder) != 0)
            fail_msg("%s", out);
        assert_non_null(strstr(out, "is a checked copy of"));
    }
    atomic_store(&stopping, true);
    pthread_join(submitter, NULL);
    assert_int_equal(run(out, "backup --data '%s/data' '%s/copy0.db'", d.folder, d.folder), 1);
    assert_non_null(strstr(out, "copy0.db: File exists"));
    for (int i = 0; i < COPIES; i++) {
        struct daemon restored = {0};
        char store[128];
        snprintf(store, sizeof store, "sqlite:%s/copy%d.db", d.folder, i);
        restored.args[0] = "--store";
        restored.args[1] = store;
        daemon_start(&restored);
        for (int job = 0; job < before[i]; job++) {
            char path[64];
            snprintf(path, sizeof path, "/v1/jobs/%.32s", ids[job]);
            struct answer answer = ask_get(restored.port, path);
            expect_status(&answer, 200);
            assert_string_equal(answer_text(&answer, "status"), "succeeded");
            answer_free(&answer);
        }
        daemon_stop(&restored);
        daemon_remove(&restored);
    }
}

static void test_backup_faults(void **state)
{
    static char out[1 << 14];
    char part[128];
    assert_int_equal(run(out, "backup"), 2);
    assert_int_equal(run(out, "backup --help"), 0);
    assert_int_equal(run(out, "backup '%s/x.db' --data '%s/none'", d.folder, d.folder), 1);
    assert_non_null(strstr(out, "none/nashd.db: No such file"));
    assert_int_equal(run(out, "backup '%s/none/x.db' --data '%s/data'", d.folder, d.folder), 1);
    assert_non_null(strstr(out, "No such file"));
    assert_int_equal(run(out, "backup '%s/x.db' --store 'sqlite::memory:'", d.folder), 1);
    assert_non_null(strstr(out, "has no backup"));
    assert_int_equal(run(out, "backup '%s/x.db' --store 'sqlite:%s/log'", d.folder, d.folder), 1);
    assert_non_null(strstr(out, "not a database"));
    snprintf(part, sizeof part, "%s/x.db.part", d.folder);
    assert_int_not_equal(access(part, F_OK), 0); /* nothing is left of a backup that failed */
    snprintf(part, sizeof part, "%s/x.db", d.folder);
    assert_int_not_equal(access(part, F_OK), 0);
}

static void test_top(void **state)
{
    static char out[1 << 14];
    submit_one();
    if (run(out, "top --once http://127.0.0.1:%u", d.port) != 0)
        fail_msg("%s", out);
    assert_non_null(strstr(out, " of 1 busy"));
    assert_non_null(strstr(out, "\nKIND "));
    assert_non_null(strstr(out, "\nsudoku "));
    assert_null(strstr(out, "\nwhist ")); /* not used */
    assert_null(strchr(out, '\x1b'));     /* no terminal */
    assert_int_equal(run(out, "top --once http://127.0.0.1:1"), 1);
    assert_non_null(strstr(out, "the connection was refused"));
    assert_int_equal(run(out, "top --once ftp://x"), 2);
    assert_int_equal(run(out, "top --fast"), 2);
}

static int setup(void **state)
{
    d.args[0] = "--workers";
    d.args[1] = "1";
    daemon_start(&d);
    *state = &d;
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_backup),
        cmocka_unit_test(test_backup_faults),
        cmocka_unit_test(test_top),
    };
    return cmocka_run_group_tests_name("commands", tests, setup, daemon_teardown);
}
