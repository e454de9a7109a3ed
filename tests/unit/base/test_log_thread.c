/* The log after log_start(): a reader that stops blocks no caller, files are opened anew, the journal gets fields. Each
 * test runs in a process of its own, because the thread and the files of the log are those of the process. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <base/log.h>
#include <nash/json.h>

#include "folder.h"
#include "test.h"

static char folder[64];

static char *in_folder(const char *name)
{
    static char paths[64][128];
    static int next;
    char *path = paths[next++ % 64];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

/* Ends the process of a test when a condition does not hold. */
#define need(condition)                                                                                                \
    ((condition) ? (void)0 : (fprintf(stdout, "line %d: %s\n", __LINE__, #condition), fflush(stdout), _exit(1)))

/* Runs a part in a process of its own. Returns true if it ends with status 0. */
static bool run_apart(void (*part)(void))
{
    fflush(NULL);
    pid_t child = fork();
    int status = -1;
    if (child == 0) {
        alarm(60);
        part();
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void start_log(const struct log_targets *targets, enum log_format format)
{
    struct nash_error error;
    log_setup(LOG_DEBUG, format);
    need(log_open(targets, &error) == NASH_OK);
    need(log_start(&error) == NASH_OK);
}

/* Reads a file whole. */
static char *contents(const char *path)
{
    static char text[1 << 20];
    FILE *file = fopen(path, "r");
    need(file != NULL);
    size_t len = fread(text, 1, sizeof text - 1, file);
    text[len] = '\0';
    fclose(file);
    return text;
}

/* Redirects stderr to a pipe without a reader, logs more than pipe and buffer hold, then reads: each line is there or
 * is counted, and those that are there are whole and in order. */
static void stopped_reader(void)
{
    enum { LINES = 40000 };
    static char text[LINES * 80];
    int ends[2];
    size_t len = 0;
    need(pipe(ends) == 0 && dup2(ends[1], STDERR_FILENO) == STDERR_FILENO);
    start_log(&(struct log_targets){0}, LOG_TEXT);
    for (int i = 0; i < LINES; i++)
        log_info("line", "number=%d padding=.............", i);
    need(log_dropped() > 0 && log_dropped() < LINES);
    close(ends[1]);
    need(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0);
    struct pollfd ready = {.fd = ends[0], .events = POLLIN};
    uint64_t lines = 0, counted = 0;
    char *line = text;
    int last = -1;
    while (lines + counted < LINES) {
        need(poll(&ready, 1, 30000) == 1);
        ssize_t got = read(ends[0], text + len, sizeof text - 1 - len);
        need(got > 0);
        len += (size_t)got;
        text[len] = '\0';
        int number;
        for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
            *end = '\0';
            char *at = strstr(line, " warn log lines dropped count=");
            if (at != NULL) {
                counted += strtoull(strchr(at, '=') + 1, NULL, 10);
                continue;
            }
            need(sscanf(line + 24, " info line number=%d padding=.............", &number) == 1 && number > last);
            last = number;
            lines++;
        }
    }
    need(counted == log_dropped());
    log_stop(10000);
}

static void test_stopped_reader(void **state)
{
    assert_true(run_apart(stopped_reader));
}

/* log_stop() gives up when nothing reads, and later lines do not block either. */
static void stop_gives_up(void)
{
    int ends[2];
    need(pipe(ends) == 0 && dup2(ends[1], STDERR_FILENO) == STDERR_FILENO);
    start_log(&(struct log_targets){0}, LOG_TEXT);
    for (int i = 0; i < 5000; i++)
        log_info("line", "number=%d padding=.............", i);
    log_stop(50);
    for (int i = 0; i < 5000; i++)
        log_info("line", "number=%d padding=.............", i);
}

static void test_stop_gives_up(void **state)
{
    assert_true(run_apart(stop_gives_up));
}

/* logrotate: the file is renamed and opened anew; no line is lost. A file that cannot be opened changes nothing. */
static void files_reopen(void)
{
    struct nash_error error;
    const struct log_targets targets = {.file = in_folder("log"), .access = in_folder("access")},
                             wrong = {.file = in_folder("log"), .access = in_folder("none/access")};
    const struct log_field fields[] = {{.name = "method", .text = "GET", .len = 3},
                                       {.name = "path", .text = "/a \"b\"\n", .len = 7},
                                       {.name = "status", .number = 200},
                                       {.name = "owner", .text = "", .len = 0}};
    start_log(&targets, LOG_TEXT);
    need(log_access_on());
    for (int round = 0; round < 20; round++) {
        char old[16];
        log_info("before", "round=%d", round);
        log_access("request", fields, 4);
        snprintf(old, sizeof old, "log.%d", round);
        need(rename(targets.file, in_folder(old)) == 0);
        need(log_open(&targets, &error) == NASH_OK);
    }
    need(log_open(&wrong, &error) == NASH_INVALID && strstr(error.detail, "none/access: No such file") != NULL);
    log_info("last", "%s", "");
    log_stop(10000);
    int lines = 0;
    for (int round = -1; round < 20; round++) {
        char old[16];
        snprintf(old, sizeof old, round < 0 ? "log" : "log.%d", round);
        for (char *at = contents(in_folder(old)); (at = strchr(at, '\n')) != NULL; at++)
            lines++;
    }
    need(lines == 21);
    lines = 0;
    const char *wanted = " info request method=GET path=\"/a \\x22b\\x22\\n\" status=200 owner=\"\"\n";
    for (char *line = contents(targets.access), *end; (end = strchr(line, '\n')) != NULL; line = end + 1, lines++)
        need(strncmp(line + 24, wanted, strlen(wanted)) == 0);
    need(lines == 20);
}

static void test_files(void **state)
{
    assert_true(run_apart(files_reopen));
}

static void json_fields(void)
{
    struct nash_error error;
    const struct log_targets targets = {.file = in_folder("json"), .access = "-"};
    static char big[3000];
    memset(big, '\x01', sizeof big);
    const struct log_field fields[] = {{.name = "path", .text = "/a\"\xFF", .len = 4},
                                       {.name = "status", .number = 1ull << 53},
                                       {.name = "big", .text = big, .len = sizeof big},
                                       {.name = "bigger", .text = big, .len = sizeof big}};
    start_log(&targets, LOG_JSON);
    log_access("request", fields, 2);
    log_access("request", fields, 4);
    log_stop(10000);
    char *line = contents(targets.file), *end = strchr(line, '\n');
    need(end != NULL && strstr(line, ",\"level\":\"info\",\"event\":\"request\",\"path\":\"/a\\\"") != NULL);
    need(strstr(line, "\"status\":9007199254740992}\n") != NULL);
    need(nash_json_check(line, (size_t)(end - line), &error) == NASH_OK);
    line = end + 1;
    end = strchr(line, '\n');
    need(end != NULL && end[1] == '\0' && nash_json_check(line, (size_t)(end - line), &error) == NASH_OK);
    need(strstr(line, "\"bigger\":\"\\u0001") != NULL);
}

static void test_json(void **state)
{
    assert_true(run_apart(json_fields));
}

/* A datagram a line, with the fields of journald. When the journal is gone, lines go to the file as text. */
static void to_journal(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s/j", folder);
    const struct log_targets targets = {.file = in_folder("fallback"), .access = "-", .journal = address.sun_path};
    int journal = socket(AF_UNIX, SOCK_DGRAM, 0);
    char text[8192];
    need(bind(journal, (const struct sockaddr *)&address, sizeof address) == 0);
    start_log(&targets, LOG_JOURNAL);
    log_error("no worker", "reason=%s", "a\nPRIORITY=0");
    ssize_t len = recv(journal, text, sizeof text - 1, 0);
    need(len > 0);
    text[len] = '\0';
    need(strcmp(text, "PRIORITY=3\nSYSLOG_IDENTIFIER=nashd\nNASHD_EVENT=no worker\n"
                      "MESSAGE=no worker reason=a\\nPRIORITY=0\n") == 0);
    log_access("request", &(struct log_field){.name = "request_id", .text = "x y", .len = 3}, 1);
    len = recv(journal, text, sizeof text - 1, 0);
    need(len > 0);
    text[len] = '\0';
    need(strcmp(text, "PRIORITY=6\nSYSLOG_IDENTIFIER=nashd\nNASHD_EVENT=request\nNASHD_REQUEST_ID=x y\n"
                      "MESSAGE=request request_id=\"x y\"\n") == 0);
    close(journal);
    log_warn("journal", "%s", "gone");
    log_stop(10000);
    need(strcmp(contents(targets.file) + 24, " warn journal gone\n") == 0);
}

static void test_journal(void **state)
{
    assert_true(run_apart(to_journal));
}

/* Lines are written without log_stop(): a process that is killed has logged what came before. */
static void killed(void)
{
    const struct log_targets targets = {.file = in_folder("killed")};
    start_log(&targets, LOG_TEXT);
    for (int i = 0; i < 100; i++)
        log_info("line", "number=%d", i);
    for (;;)
        pause();
}

static void test_killed(void **state)
{
    const char *path = in_folder("killed");
    int lines = 0, status;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        killed();
        _exit(1);
    }
    for (int ms = 0; lines < 100 && ms < 30000; ms++, usleep(1000)) {
        lines = 0;
        if (access(path, R_OK) == 0)
            for (char *at = contents(path); (at = strchr(at, '\n')) != NULL; at++)
                lines++;
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    assert_int_equal(lines, 100);
}

/* A child of a process whose log has a thread writes to stderr by itself. */
static void child_logs(void)
{
    int ends[2], status;
    char text[256];
    need(pipe(ends) == 0 && dup2(ends[1], STDERR_FILENO) == STDERR_FILENO);
    start_log(&(struct log_targets){.file = in_folder("parent")}, LOG_TEXT);
    pid_t child = fork();
    if (child == 0) {
        log_warn("child", "%s", "here");
        _exit(0);
    }
    waitpid(child, &status, 0);
    ssize_t len = read(ends[0], text, sizeof text - 1);
    need(len > 0);
    text[len] = '\0';
    need(strcmp(text + 24, " warn child here\n") == 0);
    log_stop(10000);
    need(contents(in_folder("parent"))[0] == '\0');
}

static void test_child(void **state)
{
    assert_true(run_apart(child_logs));
}

static int make_folder(void **state)
{
    return !test_folder(folder, sizeof folder, "nashd_log");
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    return remove(path);
}

static int remove_folder(void **state)
{
    return nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stopped_reader), cmocka_unit_test(test_stop_gives_up), cmocka_unit_test(test_files),
        cmocka_unit_test(test_json),           cmocka_unit_test(test_journal),       cmocka_unit_test(test_killed),
        cmocka_unit_test(test_child),
    };
    return cmocka_run_group_tests_name("log thread", tests, make_folder, remove_folder);
}
