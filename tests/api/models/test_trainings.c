/* Trainings of Hex as jobs: the curve while they run, a pause and going on, two at once, and what a killed server or
 * worker loses. */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <nash/arena.h>
#include <solvers/hex/checkpoint/checkpoint.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

static struct daemon d = {.args = {"--workers", "3"}};

enum { ENDLESS = 1000000, MANY = 600, WAIT_MS = 60000, STEP_MS = 10, BODY_MAX = 400 };

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

/* Writes the request of a tiny training, whose rate does not depend on the steps. more: further members of the root,
 * with a comma before. Returns body. */
static const char *request(char body[BODY_MAX], unsigned steps, unsigned seed, const char *more)
{
    snprintf(body, BODY_MAX,
             "{\"train\":{\"size\":3,\"net\":{\"layers\":2,\"channels\":16},\"batch\":16,\"games\":4,\"simulations\":8,"
             "\"steps\":%u,\"learning_rate\":0.001,\"evaluate\":10,\"evaluate_games\":4,\"reference_iterations\":20},"
             "\"job\":{\"seed\":%u}%s}",
             steps, seed, more);
    return body;
}

static struct answer start(unsigned steps, unsigned seed, const char *more)
{
    char body[BODY_MAX];
    struct answer answer = ask_json_with(d.port, "/v1/hex", "Prefer: respond-async", request(body, steps, seed, more));
    expect_status(&answer, 202);
    return answer;
}

static const cJSON *curve_of(const struct answer *job, const char *member)
{
    return cJSON_GetObjectItemCaseSensitive(answer_member(job, member), "curve");
}

static bool has_ended(const struct answer *job)
{
    const char *status = answer_text(job, "status");
    return strcmp(status, "running") != 0 && strcmp(status, "queued") != 0;
}

/* Waits for so many points in the progress of a job, or for its end. */
static void until_points(const struct answer *job, int points)
{
    for (int ms = 0; ms < WAIT_MS; ms += STEP_MS) {
        struct answer now = ask_get(d.port, job_path(job, ""));
        bool there = has_ended(&now) || cJSON_GetArraySize(curve_of(&now, "progress")) >= points;
        answer_free(&now);
        if (there)
            return;
        sleep_ms(STEP_MS);
    }
    fail_msg("the curve never had %d points", points);
}

static struct answer until_end(const struct answer *job)
{
    for (int ms = 0; ms < WAIT_MS; ms += STEP_MS) {
        struct answer now = ask_get(d.port, job_path(job, ""));
        if (has_ended(&now))
            return now;
        answer_free(&now);
        sleep_ms(STEP_MS);
    }
    fail_msg("the training never ended");
    return (struct answer){0};
}

static int result_int(const struct answer *job, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(answer_member(job, "result"), name);
    return cJSON_IsNumber(item) ? item->valueint : -1;
}

static bool is_finished(const struct answer *job)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(answer_member(job, "result"), "finished"));
}

/* Fails the test unless these jobs have learnt the same. */
static void same_weights(const struct answer *one, const struct answer *two)
{
    struct nash_arena *arena = nash_arena_new(16 << 20);
    struct hex_checkpoint checkpoint[2];
    const struct hex_checkpoint_part *part[2];
    struct answer file[2];
    for (unsigned i = 0; i < 2; i++) {
        struct nash_error error;
        file[i] = ask_get(d.port, job_path(i ? two : one, "/blobs/latest"));
        expect_status(&file[i], 200);
        assert_int_equal(
            hex_checkpoint_read((const uint8_t *)file[i].reply.body, file[i].reply.len, arena, &checkpoint[i], &error),
            NASH_OK);
        part[i] = hex_checkpoint_part(&checkpoint[i], "weights");
    }
    assert_int_equal(part[0]->len, part[1]->len);
    assert_memory_equal(part[0]->bytes, part[1]->bytes, part[0]->len);
    answer_free(&file[0]);
    answer_free(&file[1]);
    nash_arena_free(arena);
}

/* A cancelled training has its curve and its checkpoints, and another job goes on from it as if nothing had been. */
static void test_pause(void **state)
{
    char more[100];
    struct answer job = start(ENDLESS, 3, "");
    until_points(&job, 2);
    struct answer cancel = ask(d.port, "POST", job_path(&job, "/cancel"), NULL, NULL);
    struct answer paused = until_end(&job);
    assert_string_equal(answer_text(&paused, "status"), "cancelled");
    assert_false(is_finished(&paused));
    int step = result_int(&paused, "step");
    assert_true(step >= 20 && cJSON_GetArraySize(curve_of(&paused, "result")) >= 2);
    snprintf(more, sizeof more, ",\"model\":\"%s\"", answer_text(&job, "id"));
    struct answer second = start((unsigned)step + 15, 3, more), on = until_end(&second);
    struct answer third = start((unsigned)step + 15, 3, ""), whole = until_end(&third);
    assert_true(is_finished(&on) && is_finished(&whole));
    assert_int_equal(result_int(&on, "step"), step + 15);
    assert_int_equal(cJSON_GetArraySize(curve_of(&on, "result")), cJSON_GetArraySize(curve_of(&whole, "result")));
    same_weights(&second, &third);
    answer_free(&job), answer_free(&cancel), answer_free(&paused);
    answer_free(&second), answer_free(&on), answer_free(&third), answer_free(&whole);
}

/* Two trainings run at once where there are workers for both, and neither takes the other's checkpoints. */
static void test_two(void **state)
{
    struct answer one = start(200, 4, ""), two = start(200, 5, "");
    struct answer one_end = until_end(&one), two_end = until_end(&two);
    assert_true(is_finished(&one_end) && is_finished(&two_end));
    struct answer again = start(200, 4, ""), again_end = until_end(&again);
    same_weights(&one, &again);
    answer_free(&one), answer_free(&two), answer_free(&one_end), answer_free(&two_end);
    answer_free(&again), answer_free(&again_end);
}

/* A training whose worker is killed, and whose server is stopped and then killed, ends as one that was left alone. */
static void test_kills(void **state)
{
    pid_t zygote[2], worker[16];
    struct answer job = start(MANY, 6, "");
    until_points(&job, 2);
    assert_true(daemon_children(d.pid, zygote, 2) >= 1);
    for (unsigned count = daemon_children(zygote[0], worker, 16); count-- > 0;)
        kill(worker[count], SIGKILL);
    until_points(&job, 4);
    daemon_stop(&d); /* the training is stopped after its checkpoint, and waits */
    daemon_start(&d);
    until_points(&job, 8);
    daemon_kill(&d);
    daemon_start(&d);
    struct answer end = until_end(&job);
    assert_string_equal(answer_text(&end, "status"), "succeeded");
    assert_true(is_finished(&end));
    struct answer other = start(MANY, 6, ""), whole = until_end(&other);
    same_weights(&job, &other);
    answer_free(&job), answer_free(&end), answer_free(&other), answer_free(&whole);
}

/* A training that may run is accepted for a day; one that cannot is refused before it starts. */
static void test_limits(void **state)
{
    char body[BODY_MAX];
    struct answer job = start(20, 7, ""), end = until_end(&job);
    assert_true(answer_member(&end, "timeout_ms") == NULL ||
                answer_member(&end, "timeout_ms")->valuedouble == 86400000);
    struct answer large = ask_json(d.port, "/v1/hex",
                                   "{\"train\":{\"size\":19,\"net\":{\"layers\":24,\"channels\":256},\"batch\":1024}}");
    expect_problem(&large, 422, "unprocessable");
    assert_string_equal(answer_text(&large, "pointer"), "/train");
    struct answer none =
        ask_json(d.port, "/v1/hex", request(body, 20, 1, ",\"model\":\"01900000-0000-7000-8000-000000000000\""));
    expect_status(&none, 422);
    answer_free(&job), answer_free(&end), answer_free(&large), answer_free(&none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pause), cmocka_unit_test(test_two),
                                       cmocka_unit_test(test_kills), cmocka_unit_test(test_limits)};
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
