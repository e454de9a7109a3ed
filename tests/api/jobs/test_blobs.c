/* Work that goes on from its blob (kind "steps" of tests/fault) after kills of workers and servers, and its blobs over
 * HTTP. Run with the server nashd_fault. */
#include <check.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <nash/hash.h>
#include <nash/rng.h>

#include "../../unit/base/test.h"
#include "../harness/ask.h"
#include "../harness/daemon.h"

static struct daemon d = {.args = {"--workers", "2", "--grace", "30"}};

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

static struct answer start_steps(int steps, int ms, int bytes)
{
    char body[160];
    snprintf(body, sizeof body,
             "{\"steps\":%d,\"ms\":%d,\"bytes\":%d,\"background\":true,\"job\":{\"timeout_ms\":60000}}", steps, ms,
             bytes);
    struct answer answer = ask_json_with(d.port, "/v1/steps", "Prefer: respond-async", body);
    expect_status(&answer, 202);
    return answer;
}

/* Returns the step of a blob, after checking that it is whole: its pattern, and its hash. */
static uint64_t step_of(const struct answer *answer, size_t bytes)
{
    uint64_t step;
    char etag[80];
    int len = 1;
    expect_status(answer, 200);
    assert_int_equal(answer->reply.len, bytes);
    memcpy(&step, answer->reply.body, sizeof step);
    for (size_t i = 16; i < bytes; i++)
        if (answer->reply.body[i] != (char)step)
            fail_msg("byte %zu is not of step %" PRIu64, i, step);
    struct nash_hash hash = nash_sha256_of(answer->reply.body, answer->reply.len);
    etag[0] = '"';
    for (size_t i = 0; i < sizeof hash.byte; i++)
        len += snprintf(etag + len, 3, "%02x", hash.byte[i]);
    strcpy(etag + len, "\"");
    assert_string_equal(reply_header(&answer->reply, "ETag"), etag);
    return step;
}

/* Returns the step of the job's blob; 0: none yet. */
static uint64_t latest_step(const struct answer *job, size_t bytes)
{
    struct answer answer = ask_get(d.port, job_path(job, "/blobs/latest"));
    uint64_t step = answer.status == 404 ? 0 : step_of(&answer, bytes);
    answer_free(&answer);
    return step;
}

static uint64_t until_step(const struct answer *job, size_t bytes, uint64_t least)
{
    for (int ms = 0; ms < 60000; ms += 5) {
        uint64_t step = latest_step(job, bytes);
        if (step >= least)
            return step;
        sleep_ms(5);
    }
    fail_msg("the job never came to step %" PRIu64, least);
    return 0;
}

/* Waits for the end and checks that the answer is that of all steps, though the last run did not begin at the first. */
static void expect_end(const struct answer *job, int steps, bool resumed)
{
    uint64_t number = 0;
    char expected[32];
    for (uint64_t i = 1; i <= (uint64_t)steps; i++)
        number = number * 3 + i;
    snprintf(expected, sizeof expected, "%" PRIu64, number);
    struct answer end = ask_get(d.port, job_path(job, "?wait=60"));
    expect_status(&end, 200);
    if (strcmp(answer_text(&end, "status"), "succeeded") != 0)
        fail_msg("%s", end.reply.body);
    assert_string_equal(answer_text2(&end, "result", "number"), expected);
    assert_int_equal(cJSON_GetNumberValue(cJSON_GetObjectItem(answer_member(&end, "result"), "from")) > 0, resumed);
    answer_free(&end);
}

/* A blob that is too large for memory goes through a file. */
static void test_large_blob(void **state)
{
    enum { LARGE = 5000000 };
    (void)state;
    struct answer job = start_steps(3, 0, LARGE);
    expect_end(&job, 3, false);
    struct answer blob = ask_get(d.port, job_path(&job, "/blobs/latest"));
    assert_int_equal(step_of(&blob, LARGE), 3);
    answer_free(&blob);
    answer_free(&job);
}

static void test_blobs(void **state)
{
    (void)state;
    struct answer job = start_steps(5, 0, 100000);
    expect_end(&job, 5, false);
    struct answer list = ask_get(d.port, job_path(&job, "/blobs"));
    expect_status(&list, 200);
    assert_string_equal(list.reply.body, "{\"blobs\":[{\"name\":\"latest\",\"bytes\":100000}]}\n");
    struct answer blob = ask_get(d.port, job_path(&job, "/blobs/latest"));
    assert_int_equal(step_of(&blob, 100000), 5);
    assert_string_equal(reply_header(&blob.reply, "Content-Type"), "application/octet-stream");
    char disposition[80], match[128];
    snprintf(disposition, sizeof disposition, "attachment; filename=\"steps-%.8s-latest\"", answer_text(&job, "id"));
    assert_string_equal(reply_header(&blob.reply, "Content-Disposition"), disposition);
    snprintf(match, sizeof match, "If-None-Match: %s", reply_header(&blob.reply, "ETag"));
    struct answer same = ask(d.port, "GET", job_path(&job, "/blobs/latest"), (const char *const[]){match, NULL}, NULL);
    expect_status(&same, 304);
    assert_int_equal(same.reply.len, 0);
    static const char *const missing[] = {"/blobs/best", "/blobs/.advance", "/blobs/LATEST"};
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        struct answer none = ask_get(d.port, job_path(&job, missing[i]));
        expect_problem(&none, 404, "not-found");
        answer_free(&none);
    }
    struct answer gone = ask(d.port, "DELETE", job_path(&job, ""), NULL, NULL);
    expect_status(&gone, 204);
    static const char *const paths[] = {"/blobs", "/blobs/latest"};
    for (size_t i = 0; i < 2; i++) {
        struct answer none = ask_get(d.port, job_path(&job, paths[i]));
        expect_problem(&none, 404, "job-not-found");
        answer_free(&none);
    }
    answer_free(&list);
    answer_free(&blob);
    answer_free(&same);
    answer_free(&gone);
    answer_free(&job);
}

static void expect_state(const struct answer *job, const char *expected)
{
    struct answer now = ask_get(d.port, job_path(job, ""));
    assert_string_equal(answer_text(&now, "status"), expected);
    answer_free(&now);
}

static void cancel(const struct answer *job)
{
    struct answer end = ask(d.port, "POST", job_path(job, "/cancel"), NULL, NULL);
    expect_status(&end, 200);
    answer_free(&end);
}

/* The pause of a training: its blob is there while it runs, and after it was cancelled. */
static void test_cancel(void **state)
{
    (void)state;
    struct answer job = start_steps(100000, 2, 3000);
    uint64_t before = until_step(&job, 3000, 1);
    cancel(&job);
    expect_state(&job, "cancelled");
    assert_true(latest_step(&job, 3000) >= before);
    answer_free(&job);
}

static void kill_workers(void)
{
    pid_t zygote, worker[8];
    assert_int_equal(daemon_children(d.pid, &zygote, 1), 1);
    unsigned count = daemon_children(zygote, worker, 8);
    for (unsigned i = 0; i < count; i++)
        kill(worker[i], SIGKILL);
}

/* More kills of workers than are allowed without progress. */
static void test_workers_killed(void **state)
{
    (void)state;
    struct answer job = start_steps(120, 20, 20000);
    uint64_t step = 0;
    for (int i = 0; i < 6; i++) {
        step = until_step(&job, 20000, step + 10);
        kill_workers();
    }
    expect_end(&job, 120, true);
    answer_free(&job);
}

/* Servers that are killed, most of them while they write a blob of 3 MB: after each start, the blob is whole, and not
 * older than what was seen before. */
static void test_servers_killed(void **state)
{
    (void)state;
    enum { BYTES = 3 << 20 };
    struct nash_rng rng = test_rng();
    struct answer job = start_steps(80, 30, BYTES);
    uint64_t seen = until_step(&job, BYTES, 1);
    unsigned kills = test_length(8, 60);
    for (unsigned i = 0; i < kills; i++) {
        sleep_ms((long)nash_rng_below(&rng, 200));
        daemon_kill(&d);
        daemon_start(&d);
        uint64_t step = latest_step(&job, BYTES);
        assert_true(step >= seen);
        seen = step;
    }
    expect_end(&job, 80, true);
    answer_free(&job);
}

/* With two workers, one is left for others while such work runs; with three, two of such jobs run at once. */
static void test_a_worker_is_left(void **state)
{
    (void)state;
    struct answer one = start_steps(100001, 10, 100), two = start_steps(100002, 10, 100);
    until_step(&one, 100, 1);
    for (int i = 0; i < 20; i++) {
        char body[40];
        snprintf(body, sizeof body, "{\"say\":\"%d\"}", i);
        struct answer echo = ask_json(d.port, "/v1/echo", body);
        expect_status(&echo, 200);
        answer_free(&echo);
    }
    expect_state(&two, "queued");
    cancel(&one);
    until_step(&two, 100, 1);
    cancel(&two);
    answer_free(&one);
    answer_free(&two);
    daemon_stop(&d);
    d.args[1] = "3";
    daemon_start(&d);
    one = start_steps(100003, 10, 100);
    two = start_steps(100004, 10, 100);
    until_step(&two, 100, 1);
    until_step(&one, 100, 1);
    expect_state(&one, "running");
    expect_state(&two, "running");
    cancel(&one);
    cancel(&two);
    answer_free(&one);
    answer_free(&two);
}

/* A drain does not wait for the end of such work: it goes on after the next start. */
static void test_drain(void **state)
{
    (void)state;
    struct answer job = start_steps(40, 50, 1000);
    until_step(&job, 1000, 3);
    daemon_stop(&d);
    daemon_start(&d);
    expect_end(&job, 40, true);
    answer_free(&job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blobs),
        cmocka_unit_test(test_large_blob),
        cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_workers_killed),
        cmocka_unit_test(test_servers_killed),
        cmocka_unit_test(test_drain),
        cmocka_unit_test(test_a_worker_is_left),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
