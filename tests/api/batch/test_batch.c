/* Batches of one kind and of several kinds: order, invalid lines, back-pressure, clients that disconnect. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jobs/pool/sandbox.h>
#include <nash/rng.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

static struct daemon d = {.args = {"--workers", "2", "--queue", "20"}};

/* A line of a kind batch. good: its answer is a solution that keeps its clues; otherwise it is an error. */
struct line {
    bool good;
    char text[96];
};

/* Makes a 4x4 puzzle: some cells of a solved grid, so that the answer can be checked. */
static void good_line(struct nash_rng *rng, char *out)
{
    static const char *const solved[] = {"1234341221434321", "1243342121344312", "4321214334121234",
                                         "2143432112343412"};
    strcpy(out, solved[nash_rng_below(rng, 4)]);
    for (int i = 0; i < 16; i++)
        if (nash_rng_below(rng, 2) != 0)
            out[i] = '.';
}

static void bad_line(struct nash_rng *rng, char *out)
{
    static const char *const bad[] = {"nonsense", "1", "1..............", "1...............5", "~~~~~~~~~~~~~~~~"};
    strcpy(out, bad[nash_rng_below(rng, 5)]);
}

/* Returns whether the solution keeps the clues of the line. */
static bool keeps(const char *line, const char *solution)
{
    if (strlen(solution) != 16)
        return false;
    for (int i = 0; i < 16; i++)
        if ((line[i] != '.' && line[i] != solution[i]) || solution[i] < '1' || solution[i] > '4')
            return false;
    return true;
}

/* Makes n lines, some of them invalid, among comments and empty lines. */
static char *make_body(struct nash_rng *rng, struct line *lines, unsigned n)
{
    char *body = malloc(n * 128 + 1), *at = body;
    assert_non_null(body);
    for (unsigned i = 0; i < n; i++) {
        if (nash_rng_below(rng, 8) == 0)
            at += sprintf(at, nash_rng_below(rng, 2) == 0 ? "# a remark\n" : "\r\n");
        lines[i].good = nash_rng_below(rng, 5) != 0;
        (lines[i].good ? good_line : bad_line)(rng, lines[i].text);
        at += sprintf(at, "%s%s", lines[i].text, i + 1 == n ? "" : nash_rng_below(rng, 4) == 0 ? "\r\n" : "\n");
    }
    return body;
}

static void check_json_line(const struct line *line, unsigned index, const char *text)
{
    cJSON *json = cJSON_Parse(text);
    const cJSON *number = cJSON_GetObjectItem(json, "index"), *result = cJSON_GetObjectItem(json, "result");
    const cJSON *solution = cJSON_GetObjectItem(result, "solution"), *error = cJSON_GetObjectItem(json, "error");
    bool right = cJSON_IsNumber(number) && number->valuedouble == index &&
                 (line->good ? cJSON_IsString(solution) && keeps(line->text, solution->valuestring)
                             : cJSON_IsObject(error) && result == NULL);
    if (!right)
        fail_msg("line %u \"%s\" was answered by %s", index, line->text, text);
    cJSON_Delete(json);
}

static void check_text_line(const struct line *line, unsigned index, const char *text)
{
    if (line->good ? !keeps(line->text, text) : strncmp(text, "! ", 2) != 0)
        fail_msg("line %u \"%s\" was answered by %s", index, line->text, text);
}

static void run_kind_batch(unsigned n, const char *accept, void (*check)(const struct line *, unsigned, const char *))
{
    struct nash_rng rng;
    nash_rng_seed(&rng, n);
    struct line *lines = calloc(n, sizeof *lines);
    char *body = make_body(&rng, lines, n), *rest = NULL;
    const char *const headers[] = {"Content-Type: text/plain", accept, NULL};
    struct answer answer = ask(d.port, "POST", "/v1/sudoku/batch", headers, body);
    expect_status(&answer, 200);
    unsigned count = 0;
    for (char *text = strtok_r(answer.reply.body, "\n", &rest); text != NULL; text = strtok_r(NULL, "\n", &rest)) {
        assert_true(count < n);
        if (text[0] == '#') /* a remark on the answer that follows */
            continue;
        check(&lines[count], count, text);
        count++;
    }
    assert_int_equal(count, n);
    answer_free(&answer);
    free(body);
    free(lines);
}

static void test_kind_batch_json(void **state)
{
    run_kind_batch(1, "Accept: application/x-ndjson", check_json_line);
    run_kind_batch(700, "Accept: application/x-ndjson", check_json_line);
}

static void test_kind_batch_text(void **state)
{
    run_kind_batch(1, "Accept: text/plain", check_text_line);
    run_kind_batch(5000, "Accept: text/plain", check_text_line);
}

/* Lines as in files of tables and of collections: each is one problem, except the header. */
static void test_kind_batch_of_files(void **state)
{
    static const char body[] = "puzzle,solution,clues\n"
                               "1..............2,,2\r\n"
                               "# a remark\n"
                               "\"1..............2\",\"x\",2\n"
                               "1..............2 # the same\n";
    const char *const headers[] = {"Content-Type: text/plain", "Accept: text/plain", NULL};
    unsigned solved = 0;
    struct answer answer = ask(d.port, "POST", "/v1/sudoku/batch", headers, body);
    expect_status(&answer, 200);
    char *rest = NULL, *text = strtok_r(answer.reply.body, "\n", &rest);
    assert_int_equal(strncmp(text, "! unprocessable: ", 17), 0);
    while ((text = strtok_r(NULL, "\n", &rest)) != NULL)
        solved += strlen(text) == 16 && text[0] == '1' && text[15] == '2';
    assert_int_equal(solved, 3);
    answer_free(&answer);
}

/* More answers than the memory of a spool holds; the client reads the first one after it has sent the whole request. */
static void test_kind_batch_long(void **state)
{
    run_kind_batch(20000, "Accept: application/x-ndjson", check_json_line);
}

static unsigned long peak_kib(pid_t pid)
{
    char path[64], line[128];
    unsigned long kib = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "re");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "VmHWM: %lu", &kib) == 1)
            break;
    fclose(file);
    return kib;
}

/* Tens of MB of answers wait until the end of the request, and the server's memory stays small. */
static void test_kind_batch_memory(void **state)
{
    if (SANDBOX_SANITIZED) /* a sanitizer's runtime keeps freed memory for a while */
        skip();
    run_kind_batch(2000, "Accept: application/x-ndjson", check_json_line);
    unsigned long before = peak_kib(d.pid);
    run_kind_batch(100000, "Accept: application/x-ndjson", check_json_line);
    assert_in_range(peak_kib(d.pid) - before, 0, 8 << 10);
}

static void test_kind_batch_stores_nothing(void **state)
{
    struct answer list = ask_get(d.port, "/v1/jobs");
    assert_int_equal(cJSON_GetArraySize(answer_member(&list, "jobs")), 0);
    answer_free(&list);
}

static void test_line_too_long(void **state)
{
    enum { LONG = 2 << 20 };
    char *body = malloc(LONG + 64);
    assert_non_null(body);
    memset(body, '.', LONG);
    strcpy(body + LONG, "\n1...............\n");
    struct answer answer = ask_text(d.port, "/v1/sudoku/batch", body);
    expect_status(&answer, 200);
    assert_non_null(strstr(answer.reply.body, "{\"index\":0,\"error\":{\"type\":\"/problems/too-large\""));
    assert_non_null(strstr(answer.reply.body, "{\"index\":1,\"result\""));
    answer_free(&answer);
    free(body);
}

/* A client disconnects in the middle of its batch, and after its end. */
static void test_leaving(void **state)
{
    char head[256], chunk[64];
    for (int i = 0; i < 30; i++) {
        struct raw raw;
        assert_true(raw_open(&raw, d.port));
        snprintf(head, sizeof head,
                 "POST /v1/%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nTransfer-Encoding: chunked\r\n\r\n",
                 i % 2 == 0 ? "sudoku/batch" : "batch", i % 2 == 0 ? "text/plain" : "application/x-ndjson");
        raw_text(&raw, head);
        for (int j = 0; j < 3 * i; j++) {
            const char *line =
                i % 2 == 0 ? "................\n" : "{\"kind\":\"sudoku\",\"puzzle\":\"1...............\"}\n";
            snprintf(chunk, sizeof chunk, "%zx\r\n", strlen(line));
            raw_text(&raw, chunk);
            raw_text(&raw, line);
            raw_text(&raw, "\r\n");
        }
        if (i % 3 == 0)
            raw_text(&raw, "0\r\n\r\n");
        raw_close(&raw);
    }
    run_kind_batch(50, "Accept: text/plain", check_text_line);
}

static void test_batch_of_jobs(void **state)
{
    enum { LINES = 300 };
    struct nash_rng rng;
    nash_rng_seed(&rng, 5);
    char *body = malloc(LINES * 192), *at = body, *rest = NULL;
    bool good[LINES], seen[LINES] = {false};
    assert_non_null(body);
    for (unsigned i = 0; i < LINES; i++) {
        char grid[32];
        good_line(&rng, grid);
        good[i] = nash_rng_below(&rng, 6) != 0;
        switch (good[i] ? nash_rng_below(&rng, 3) : 3 + nash_rng_below(&rng, 4)) {
        case 0:
            at += sprintf(at, "{\"kind\":\"sudoku\",\"puzzle\":\"%s\"}\n", grid);
            break;
        case 1:
            at += sprintf(at, " {\"puzzle\" : \"%s\" , \"kind\" : \"sudoku\" } \r\n", grid);
            break;
        case 2:
            at += sprintf(at, "{\"solutions\":%u,\"kind\":\"sudoku\",\"puzzle\":\"%s\"}\n\n", 1 + i, grid);
            break;
        case 3:
            at += sprintf(at, "{\"kind\":\"sudoku\"\n");
            break;
        case 4:
            at += sprintf(at, "{\"kind\":\"nosuch\",\"puzzle\":\"%s\"}\n", grid);
            break;
        case 5:
            at += sprintf(at, "{\"puzzle\":\"%s\"}\n", grid);
            break;
        default:
            at += sprintf(at, "{\"kind\":\"sudoku\",\"puzzle\":\"%.15s\"}\n", grid);
        }
    }
    const char *const headers[] = {"Content-Type: application/x-ndjson", NULL};
    struct answer answer = ask(d.port, "POST", "/v1/batch", headers, body);
    expect_status(&answer, 200);
    unsigned count = 0;
    for (char *text = strtok_r(answer.reply.body, "\n", &rest); text != NULL; text = strtok_r(NULL, "\n", &rest)) {
        cJSON *json = cJSON_Parse(text);
        const cJSON *number = cJSON_GetObjectItem(json, "index");
        assert_true(cJSON_IsNumber(number) && number->valuedouble >= 0 && number->valuedouble < LINES);
        unsigned index = (unsigned)number->valuedouble;
        const cJSON *status = cJSON_GetObjectItem(json, "status");
        if (seen[index] || (good[index] ? !cJSON_IsString(status) || strcmp(status->valuestring, "succeeded") != 0
                                        : !cJSON_IsObject(cJSON_GetObjectItem(json, "error"))))
            fail_msg("line %u was answered by %s", index, text);
        seen[index] = true;
        count++;
        cJSON_Delete(json);
    }
    assert_int_equal(count, LINES);
    answer_free(&answer);
    free(body);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kind_batch_json),     cmocka_unit_test(test_kind_batch_text),
        cmocka_unit_test(test_kind_batch_of_files), cmocka_unit_test(test_kind_batch_long),
        cmocka_unit_test(test_kind_batch_memory),   cmocka_unit_test(test_kind_batch_stores_nothing),
        cmocka_unit_test(test_line_too_long),       cmocka_unit_test(test_leaving),
        cmocka_unit_test(test_batch_of_jobs),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
