/* SIGHUP reads the configuration file again: what may change while the server runs changes, the rest is named in the
 * log, a file with a fault changes nothing, and the log file is opened anew. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../../unit/base/folder.h"
#include "../../unit/base/test.h"
#include "ask.h"
#include "daemon.h"

static struct daemon d;
static char config[96], log_file[96];

static void write_config(const char *text)
{
    FILE *out = fopen(config, "we");
    assert_non_null(out);
    fprintf(out, "log-file = %s\n%s", log_file, text);
    assert_int_equal(fclose(out), 0);
}

/* Returns the log as text, "" if there is none yet. */
static const char *read_log(void)
{
    static char text[1 << 16];
    FILE *in = fopen(log_file, "re");
    text[in != NULL ? fread(text, 1, sizeof text - 1, in) : 0] = '\0';
    if (in != NULL)
        fclose(in);
    return text;
}

/* Sends SIGHUP and waits for a line with `expected` that was not in the log before. */
static void reload(const char *expected)
{
    enum { PATIENCE_MS = 20000, STEP_MS = 2 };
    size_t len = strlen(read_log());
    assert_int_equal(kill(d.pid, SIGHUP), 0);
    for (int ms = 0; ms < PATIENCE_MS; ms += STEP_MS) {
        const char *log = read_log();
        if (strlen(log) >= len && strstr(log + len, expected) != NULL)
            return;
        nanosleep(&(struct timespec){.tv_nsec = STEP_MS * 1000000}, NULL);
    }
    fail_msg("no line with \"%s\" in:\n%s", expected, read_log());
}

/* Submits a problem that lasts until it is cancelled. Returns the status of the reply. */
static long submit(void)
{
    static const char *const async[] = {"Content-Type: application/json", "Prefer: respond-async", NULL};
    static int seed;
    char body[900], grid[626];
    memset(grid, '.', 625);
    grid[625] = '\0';
    snprintf(body, sizeof body, "{\"puzzle\":\"%s\",\"solutions\":1000000,\"job\":{\"seed\":%d,\"timeout_ms\":60000}}",
             grid, ++seed);
    struct answer answer = ask(d.port, "POST", "/v1/sudoku", async, body);
    long status = answer.status;
    answer_free(&answer);
    return status;
}

static void test_queue(void **state)
{
    write_config("queue = 1\n");
    reload("options reloaded changed=queue\n");
    int accepted = 0;
    while (accepted < 10 && submit() == 202)
        accepted++;
    assert_in_range(accepted, 1, 3); /* one runs, one waits */
    write_config("queue = 50\n");
    reload("options reloaded changed=queue\n");
    for (int i = 0; i < 5; i++)
        assert_int_equal(submit(), 202);
}

static void test_restart_needed(void **state)
{
    write_config("queue = 50\ngrace = 1\ncors = http://a\n");
    reload("warn restart needed these options have changed in the file and wait for a restart: cors\n");
    write_config("queue = 50\n");
    reload("options reloaded nothing has changed\n");
}

static void test_broken_file(void **state)
{
    char fault[256];
    write_config("queue = 1\nlog-level = error\nlisen = x\n");
    snprintf(fault, sizeof fault, "%s:4: unknown option \"lisen\"; the most similar name is \"listen\"", config);
    reload(fault);
    write_config("queue = 1\nlog-level = loud\n");
    reload("--log-level loud: expected");
    write_config("queue = 1\naccess-log = /nonexistent/access\n");
    reload("log file /nonexistent/access: No such file");
    assert_int_equal(unlink(config), 0);
    reload("nashd.conf: No such file");
    assert_int_equal(submit(), 202); /* the queue is not that of the broken files */
    write_config("queue = 50\n");
    reload("options reloaded nothing has changed\n");
}

static void test_rotation(void **state)
{
    char old[112];
    snprintf(old, sizeof old, "%s.1", log_file);
    assert_int_equal(rename(log_file, old), 0);
    reload("options reloaded"); /* in the new file */
    write_config("queue = 50\nlog-format = json\n");
    reload("{\"time\":");
    write_config("queue = 50\nlog-level = warn\nper-ip = 1000\n");
    reload("restart needed"); /* a warning; "options reloaded" is none */
    assert_null(strstr(strrchr(read_log(), '{'), "options reloaded"));
    write_config("queue = 49\nlog-level = warn\nlog-format = text\nper-ip = 1000\n");
    reload(" warn restart needed");
    assert_null(strstr(read_log(), "changed=queue,"));
}

/* A request has a line with its id and trace, without the secrets of its query; without the option there are none. */
static void test_access_log(void **state)
{
    static const char *const headers[] = {"X-Request-Id: my-id",
                                          "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", NULL};
    char path[112], text[4096] = "", option[160];
    snprintf(path, sizeof path, "%s/access", d.folder);
    snprintf(option, sizeof option, "queue = 50\naccess-log = %s\n", path);
    write_config(option);
    reload("options reloaded changed=");
    struct answer answer = ask(d.port, "GET", "/v1/kinds?invite=s3cr3t", headers, NULL);
    answer_free(&answer);
    answer = ask(d.port, "GET", "/healthz", headers, NULL);
    expect_status(&answer, 200);
    answer_free(&answer);
    for (int ms = 0; ms < 20000 && strstr(text, "path=/healthz ") == NULL; ms += 2) {
        FILE *in = fopen(path, "re");
        text[in != NULL ? fread(text, 1, sizeof text - 1, in) : 0] = '\0';
        if (in != NULL)
            fclose(in);
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    assert_non_null(strstr(text, " info request method=GET path=/v1/kinds?invite=*** route=/v1/kinds status="));
    assert_non_null(
        strstr(text, " info request method=GET path=/healthz route=/healthz status=200 bytes_in=0 bytes_out="));
    assert_non_null(strstr(text, " address=127.0.0.1 request_id=my-id trace_id=0af7651916cd43dd8448eb211c80319c\n"));
    write_config("queue = 50\n");
    reload("options reloaded changed=access-log");
}

static int setup(void **state)
{
    assert_true(test_folder(d.folder, sizeof d.folder, "nashd-test"));
    snprintf(config, sizeof config, "%s/nashd.conf", d.folder);
    snprintf(log_file, sizeof log_file, "%s/server.log", d.folder);
    write_config("");
    static const char *const args[] = {"--config", config, "--workers", "1", "--grace", "0"};
    for (size_t i = 0; i < sizeof args / sizeof args[0]; i++)
        d.args[i] = args[i];
    daemon_start(&d);
    *state = &d;
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_queue),      cmocka_unit_test(test_restart_needed), cmocka_unit_test(test_broken_file),
        cmocka_unit_test(test_access_log), cmocka_unit_test(test_rotation),
    };
    return cmocka_run_group_tests_name("reload", tests, setup, daemon_teardown);
}
