/* The options: configuration file, environment, command line and what --print-config writes. */
#include <fcntl.h>
#include <options.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

static char path[] = "/tmp/nashd_options_XXXXXX";

static void write_file(const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fputs(text, file) >= 0, 1);
    fclose(file);
}

/* Reads the options with --config of the test's file and, if it is not NULL, a further argument. */
static enum nash_status read_with(struct options *options, const char *text, const char *more, struct nash_error *error)
{
    char *argv[] = {(char *)"--config", path, (char *)more};
    write_file(text);
    *options = (struct options){0};
    return options_read(options, more != NULL ? 3 : 2, argv, error);
}

/* Returns the line of `name` in what --print-config writes, with the line of its origin before it. */
static char *printed(const struct options *options, const char *name)
{
    static char found[512];
    char *text = NULL, pattern[80];
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    options_print(options, out);
    fclose(out);
    snprintf(pattern, sizeof pattern, "\n%s =", name);
    char *at = strstr(text, pattern);
    assert_non_null(at);
    char *end = strchr(at + 1, '\n');
    while (*--at != '\n')
        ;
    snprintf(found, sizeof found, "%.*s", (int)(end - at - 1), at + 1);
    free(text);
    return found;
}

static void test_file(void **state)
{
    struct options options;
    struct nash_error error;
    const char *text =
        "\xEF\xBB\xBF# a comment\r\n[Listening]\r\n  listen=[::1]:0 # loopback\r\n\n[solving]\nqueue = 7\n"
        "peer = http://a, http://b\npeer = http://c#d\nworker-stderr = yes\nmemory = 3M\n"
        "store = \"sqlite:/a b#\\\"\\\\\\x41.db\" # quoted\npublic-url = \"\"\ncors = \"\"";
    assert_int_equal(read_with(&options, text, NULL, &error), NASH_OK);
    assert_string_equal(options.listen[0], "[::1]:0");
    assert_null(options.listen[1]);
    assert_int_equal(options.queue, 7);
    assert_int_equal(options.memory, 3 << 20);
    assert_true(options.worker_stderr);
    assert_string_equal(options.peer[0], "http://a");
    assert_string_equal(options.peer[1], "http://b");
    assert_string_equal(options.peer[2], "http://c#d");
    assert_null(options.peer[3]);
    assert_string_equal(options.store, "sqlite:/a b#\"\\A.db");
    assert_string_equal(options.public_url, "");
    assert_null(options.cors[0]);
    assert_string_equal(options.config, path);
    options_release(&options);
}

/* Each origin in turn takes precedence over those before. The values of a list are replaced as a whole. */
static void test_precedence(void **state)
{
    struct options options;
    struct nash_error error;
    char wanted[128];
    const char *text = "queue = 7\npeer = http://a\n";
    assert_int_equal(read_with(&options, "", NULL, &error), NASH_OK);
    assert_int_equal(options.queue, 10000);
    assert_string_equal(printed(&options, "queue"), "# Origin: default. SIGHUP changes it.\nqueue = 10000");
    options_release(&options);
    assert_int_equal(read_with(&options, text, NULL, &error), NASH_OK);
    snprintf(wanted, sizeof wanted, "# Origin: %s:1. SIGHUP changes it.\nqueue = 7", path);
    assert_string_equal(printed(&options, "queue"), wanted);
    options_release(&options);
    setenv("NASHD_QUEUE", "8", 1);
    setenv("NASHD_PEER", "http://b,http://c", 1);
    assert_int_equal(read_with(&options, text, NULL, &error), NASH_OK);
    assert_string_equal(printed(&options, "queue"), "# Origin: NASHD_QUEUE. SIGHUP changes it.\nqueue = 8");
    assert_string_equal(options.peer[0], "http://b");
    assert_string_equal(options.peer[1], "http://c");
    assert_null(options.peer[2]);
    options_release(&options);
    assert_int_equal(read_with(&options, text, "--queue=9", &error), NASH_OK);
    assert_string_equal(printed(&options, "queue"), "# Origin: command line. SIGHUP changes it.\nqueue = 9");
    options_release(&options);
    assert_int_equal(read_with(&options, text, "--peer=http://d", &error), NASH_OK);
    assert_string_equal(options.peer[0], "http://d");
    assert_null(options.peer[1]);
    options_release(&options);
    unsetenv("NASHD_QUEUE");
    unsetenv("NASHD_PEER");
}

/* NASHD_CONFIG names the file, unless the command line does. */
static void test_variable(void **state)
{
    struct options options = {0};
    struct nash_error error;
    write_file("queue = 7\n");
    setenv("NASHD_CONFIG", path, 1);
    assert_int_equal(options_read(&options, 0, NULL, &error), NASH_OK);
    assert_int_equal(options.queue, 7);
    options_release(&options);
    char *argv[] = {(char *)"--config", (char *)"/nonexistent/nashd.conf"};
    assert_int_equal(options_read(&options, 2, argv, &error), NASH_INVALID);
    assert_string_equal(error.detail, "--config /nonexistent/nashd.conf: No such file or directory");
    options_release(&options);
    unsetenv("NASHD_CONFIG");
}

static void test_faults(void **state)
{
    static const struct {
        const char *text, *detail; /* detail: without the path */
    } faults[] = {
        {"\nlisen = x\n", ":2: unknown option \"lisen\"; the most similar name is \"listen\""},
        {"keepdays = 3", ":1: unknown option \"keepdays\"; the most similar name is \"keep-days\""},
        {"zzzzzzzzzz = 3", ":1: unknown option \"zzzzzzzzzz\"; nashd --help lists all options"},
        {"print-config = 1", ":1: unknown option \"print-config\"; nashd --help lists all options"},
        {"queue = 0", ":1: queue: \"0\" is not a number from 1 to 10000000"},
        {"memory = much", ":1: memory: \"much\" is not a size; examples: 1000000, 64K, 512M, 2G"},
        {"worker-stderr = maybe", ":1: worker-stderr: \"maybe\" must be 1 or 0"},
        {"queue = 1\nqueue = 2", ":2: queue is given a second time; the first is line 1"},
        {"queue", ":1: expected name = value, [Section] or a comment"},
        {"= 1", ":1: expected name = value, [Section] or a comment"},
        {"queue =", ":1: the value is missing; write \"\" for an empty text, or remove the line"},
        {"queue = # none", ":1: the value is missing; write \"\" for an empty text, or remove the line"},
        {"store = \"abc", ":1: the value has no closing quote"},
        {"store = \"a\" b", ":1: text behind the closing quote"},
        {"store = \"\\n\"", ":1: a backslash in quotes must be one of \\\" \\\\ \\xNN"},
        {"store = \"\\x00\"", ":1: a backslash in quotes must be one of \\\" \\\\ \\xNN"},
        {"store = \"\\x4", ":1: a backslash in quotes must be one of \\\" \\\\ \\xNN"},
        {"[Listening", ":1: a heading must be [Section]"},
        {"[]", ":1: a heading must be [Section]"},
        {"[Listening] x", ":1: text behind the heading"},
        {"[Nowhere]", ":1: unknown section \"Nowhere\"; nashd --help lists all sections"},
        {"config = x", ":1: a configuration file cannot name another one"},
        {"queue = 1\x01", ":1: the line has a control character"},
        {"store = \xFF", ":1: the line is not UTF-8"},
    };
    struct options options;
    struct nash_error error;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        assert_int_equal(read_with(&options, faults[i].text, NULL, &error), NASH_INVALID);
        assert_memory_equal(error.detail, path, strlen(path));
        assert_string_equal(error.detail + strlen(path), faults[i].detail);
        options_release(&options);
    }
    FILE *file = fopen(path, "w");
    for (int i = 0; i <= OPTIONS_FILE_MAX; i++)
        fputc('\n', file);
    fclose(file);
    char *argv[] = {(char *)"--config", path};
    assert_int_equal(options_read(&options, 2, argv, &error), NASH_INVALID);
    assert_non_null(strstr(error.detail, "the file is larger than"));
    options_release(&options);
}

/* Fills out[] with a text of random bytes, none of which is NUL; half of the texts are printable. */
static char *random_text(struct nash_rng *rng, char *out, size_t room)
{
    size_t len = nash_rng_below(rng, room);
    bool ascii = nash_rng_below(rng, 2) == 0;
    for (size_t i = 0; i < len; i++)
        out[i] = (char)(ascii ? 32 + nash_rng_below(rng, 95) : 1 + nash_rng_below(rng, 255));
    out[len] = '\0';
    return out;
}

/* What --print-config writes is read back to the same values, whatever bytes they have. */
static void test_round_trip(void **state)
{
    struct nash_rng rng = test_rng();
    for (int round = 0; round < 2000; round++) {
        char words[8][64], value[48];
        char *argv[8];
        static const char *const texts[] = {"store", "data", "public-url", "peer", "join"};
        int argc = 0;
        for (; argc < 5; argc++) {
            snprintf(words[argc], sizeof words[argc], "--%s=%s", texts[nash_rng_below(&rng, 5)],
                     random_text(&rng, value, sizeof value));
            argv[argc] = words[argc];
        }
        snprintf(words[argc], sizeof words[argc], "--memory=%llu",
                 (unsigned long long)(nash_rng_below(&rng, 100) << nash_rng_below(&rng, 40)));
        argv[argc++] = (char *)words[5];
        snprintf(words[argc], sizeof words[argc], "--queue=%llu", (unsigned long long)(1 + nash_rng_below(&rng, 1000)));
        argv[argc++] = (char *)words[6];
        struct options options = {0}, again = {0};
        struct nash_error error;
        struct option_names changed, kept;
        assert_int_equal(options_read(&options, argc, argv, &error), NASH_OK);
        char *text = NULL;
        size_t len = 0;
        FILE *out = open_memstream(&text, &len);
        options_print(&options, out);
        fclose(out);
        if (options_read_text(&again, "printed", text, len, &error) != NASH_OK)
            fail_msg("%s in:\n%s", error.detail, text);
        options_update(&again, &options, &changed, &kept);
        if (changed.count + kept.count > 0)
            fail_msg("%s %s differ in:\n%s", changed.text, kept.text, text);
        free(text);
        options_release(&options);
        options_release(&again);
    }
}

/* Values of LIVE options are taken over; of others only the names. */
static void test_update(void **state)
{
    struct options running, fresh;
    struct nash_error error;
    struct option_names changed, kept;
    assert_int_equal(read_with(&running, "queue = 5\nlisten = 127.0.0.1:1\nlog-level = warn\n", NULL, &error), NASH_OK);
    assert_int_equal(read_with(&fresh, "queue = 6\nlisten = 127.0.0.1:2\nlog-level = warn\nper-ip = 1\n", NULL, &error),
                     NASH_OK);
    options_update(&running, &fresh, &changed, &kept);
    assert_string_equal(changed.text, "queue");
    assert_int_equal(changed.count, 1);
    assert_string_equal(kept.text, "listen,per-ip");
    assert_int_equal(kept.count, 2);
    assert_int_equal(running.queue, 6);
    assert_string_equal(running.listen[0], "127.0.0.1:1");
    assert_ptr_equal(running.log_level, fresh.log_level);
    options_release(&running);
    options_release(&fresh);
}

/* The sample has every option as a comment: it is read as it stands, and with all comments of defaults removed. */
static void test_sample(void **state)
{
    struct options options = {0};
    struct nash_error error;
    const char *sample = getenv("NASHD_SAMPLE");
    assert_non_null(sample);
    char *argv[] = {(char *)"--config", (char *)sample};
    assert_int_equal(options_read(&options, 2, argv, &error), NASH_OK);
    options_release(&options);
    static char text[OPTIONS_FILE_MAX];
    FILE *file = fopen(sample, "r");
    assert_non_null(file);
    size_t len = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    for (size_t i = 0; i + 1 < len; i++)
        if (text[i] == '#' && text[i + 1] != ' ' && (i == 0 || text[i - 1] == '\n'))
            text[i] = ' ';
    if (options_read_text(&options, sample, text, len, &error) != NASH_OK)
        fail_msg("%s", error.detail);
    for (size_t i = 1; i < OPTIONS_COUNT; i++) /* 0: config */
        if (i != OPTION_print_config)
            assert_int_equal(options.origin[i].source, SOURCE_FILE);
    options_release(&options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_file),   cmocka_unit_test(test_precedence), cmocka_unit_test(test_variable),
        cmocka_unit_test(test_faults), cmocka_unit_test(test_round_trip), cmocka_unit_test(test_update),
        cmocka_unit_test(test_sample),
    };
    int fd = mkstemp(path);
    close(fd);
    int failed = cmocka_run_group_tests_name("options", tests, NULL, NULL);
    unlink(path);
    return failed;
}
