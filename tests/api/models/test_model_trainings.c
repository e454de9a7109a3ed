/* Models that are kept from trainings, at their end, after a cancel and after a death of the server; and jobs that are
 * named as models. With the kind "nets" (tests/fault/nets.c). */
#include <check.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "nets.h"

/* Submits a training and returns its reply. */
static struct answer train(const char *word, const char *blobs, int sleep_ms, const char *more, const char *prefer)
{
    char body[512];
    snprintf(body, sizeof body, "{\"train\":{\"word\":\"%s\",\"blobs\":[%s],\"sleep_ms\":%d}%s}", word, blobs, sleep_ms,
             more);
    return ask_json_with(d.port, "/v1/nets", prefer, body);
}

static struct model training_new(const char *word, const char *blobs)
{
    struct model model;
    struct answer answer = train(word, blobs, 0, "", "Prefer: wait=60");
    expect_status(&answer, 200);
    model_of(&model, &answer);
    answer_free(&answer);
    return model;
}

static void test_trainings(void **state)
{
    struct model kept = training_new("w", "\"latest\",\"best\"");
    char body[256], job[64];
    struct answer answer = ask_get(d.port, kept.path);
    expect_status(&answer, 200);
    assert_string_equal(answer_text(&answer, "name"), "trained w");
    assert_string_equal(answer_text(&answer, "job"), kept.id);
    assert_string_equal(answer_text(&answer, "checkpoint"), "best");
    answer_free(&answer);
    expect_part(kept.path, "Accept: application/octet-stream", "NETS1+w best");
    /* A player has the best net, a training goes on from the latest checkpoint, and both may say otherwise. */
    snprintf(body, sizeof body, "{\"ask\":\"t\",\"model\":\"%s\"}", kept.id);
    expect_result(body, "net", "net +w best");
    snprintf(body, sizeof body, "{\"ask\":\"t\",\"model\":\"%s\",\"checkpoint\":\"latest\"}", kept.id);
    expect_result(body, "net", "net +w latest");
    snprintf(body, sizeof body, "{\"train\":{\"word\":\"v\"},\"model\":\"%s\"}", kept.id);
    expect_result(body, "from", "NETS1+w latest");
    snprintf(body, sizeof body, "{\"train\":{\"word\":\"v\"},\"model\":\"%s\",\"checkpoint\":\"best\"}", kept.id);
    expect_result(body, "from", "NETS1+w best");
    /* It outlives its job. */
    snprintf(job, sizeof job, "/v1/jobs/%s", kept.id);
    answer = ask(d.port, "DELETE", job, NULL, NULL);
    expect_status(&answer, 204);
    answer_free(&answer);
    snprintf(body, sizeof body, "{\"train\":{\"word\":\"u\"},\"model\":\"%s\"}", kept.id);
    expect_result(body, "from", "NETS1+w best");

    /* Without a best checkpoint there is no model, but the job has one. */
    struct model latest = training_new("x", "\"latest\"");
    expect_gone(latest.path);
    snprintf(body, sizeof body, "{\"ask\":\"t\",\"model\":\"%s\"}", latest.id);
    expect_result(body, "net", "net +x latest");
    struct model nothing = training_new("y", "");
    expect_gone(nothing.path);
    snprintf(body, sizeof body, "{\"ask\":\"t\",\"model\":\"%s\"}", nothing.id);
    expect_refused(body, 422, "/model");
}

static void test_of_jobs(void **state)
{
    struct model job = training_new("j", "\"latest\",\"best\"");
    char body[160];
    static const struct {
        const char *more, *name, *checkpoint;
    } made[] = {{"", NULL, "best"},
                {",\"checkpoint\":\"latest\",\"name\":\"Late\"", "Late", "latest"},
                {",\"checkpoint\":\"best\"", NULL, "best"}};
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
        snprintf(body, sizeof body, "{\"job\":\"%s\"%s}", job.id, made[i].more);
        struct answer answer = ask_json(d.port, "/v1/models", body);
        expect_status(&answer, 201);
        assert_string_equal(answer_text(&answer, "checkpoint"), made[i].checkpoint);
        assert_string_equal(answer_text(&answer, "job"), job.id);
        if (made[i].name != NULL)
            assert_string_equal(answer_text(&answer, "name"), made[i].name);
        assert_string_not_equal(answer_text(&answer, "id"), job.id);
        answer_free(&answer);
    }
    struct answer echo = ask_json(d.port, "/v1/echo", "{\"say\":\"x\"}");
    struct model none = training_new("k", "\"latest\"");
    char other[160], absent[160];
    snprintf(other, sizeof other, "{\"job\":\"%s\"}", answer_text(&echo, "id"));
    snprintf(absent, sizeof absent, "{\"job\":\"%s\",\"checkpoint\":\"best\"}", none.id);
    answer_free(&echo);
    const struct {
        const char *body;
        int status;
        const char *pointer;
    } refused[] = {{other, 422, "/job"},
                   {absent, 422, "/checkpoint"},
                   {"{\"job\":\"0123456789abcdef0123456789abcdef\"}", 422, "/job"},
                   {"{\"job\":\"x\"}", 422, "/job"},
                   {"{\"job\":1}", 400, "/job"},
                   {"{}", 400, ""},
                   {"{\"job\":\"x\",\"checkpoint\":\"worst\"}", 400, "/checkpoint"},
                   {"{\"job\":\"x\",\"nmae\":\"y\"}", 400, "/nmae"},
                   {"[1]", 400, ""}};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct answer answer = ask_json(d.port, "/v1/models", refused[i].body);
        expect_status(&answer, refused[i].status);
        assert_string_equal(answer_text(&answer, "pointer"), refused[i].pointer);
        answer_free(&answer);
    }
}

/* Waits until a model is kept. */
static void until_kept(const struct model *model)
{
    for (int i = 0; i < 1000; i++) {
        struct answer answer = ask_get(d.port, model->path);
        int status = answer.status;
        answer_free(&answer);
        if (status == 200)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    fail_msg("%s was not kept", model->path);
}

static void until_has_checkpoint(const struct model *job)
{
    char body[96];
    snprintf(body, sizeof body, "{\"ask\":\"wait\",\"model\":\"%s\"}", job->id);
    for (int i = 0; i < 1000; i++) {
        struct answer answer = solve(body);
        int status = answer.status;
        answer_free(&answer);
        if (status == 200)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    fail_msg("%s has no checkpoint", job->id);
}

/* Runs SQL on the database of the stopped server, and returns the first number of its result, or -1. */
static int database(const char *sql)
{
    char path[128];
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    int number = -1;
    snprintf(path, sizeof path, "%s/data/nashd.db", d.folder);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        number = sqlite3_column_int(statement, 0);
    else if (code != SQLITE_DONE)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return number;
}

/* A server that died between the end of a training and the model keeps it at its next start; a model that was removed
 * does not come back. */
static void test_marks(void **state)
{
    static const char marks[] = "SELECT count(*) FROM document WHERE type = 'training'";
    struct model dead = training_new("dead", "\"best\""), removed = training_new("removed", "\"best\"");
    until_kept(&dead);
    until_kept(&removed);
    struct answer answer = ask(d.port, "DELETE", removed.path, NULL, NULL);
    expect_status(&answer, 204);
    answer_free(&answer);
    daemon_stop(&d);
    assert_int_equal(database(marks), 0);
    char sql[512], mark[40] = "";
    for (size_t i = 0; i < 16; i++) {
        unsigned byte;
        assert_int_equal(sscanf(dead.id + 2 * i, "%2x", &byte), 1);
        sprintf(mark + 2 * i, "%02x", ~byte & 0xff);
    }
    snprintf(sql, sizeof sql, "UPDATE document SET type = 'training', id = x'%s' WHERE id = x'%s'", mark, dead.id);
    database(sql);
    assert_int_equal(database(marks), 1);
    daemon_start(&d);
    until_kept(&dead);
    expect_part(dead.path, "Accept: application/octet-stream", "NETS1+dead best");
    expect_gone(removed.path);
    /* Of a job that is gone the mark goes, too. */
    struct answer train_answer = train("gone", "\"best\"", 0, "", "Prefer: wait=60");
    expect_status(&train_answer, 200);
    answer_free(&train_answer);
    daemon_stop(&d);
    assert_int_equal(database(marks), 0);
    database("UPDATE document SET type = 'training' WHERE type = 'model'");
    assert_true(database(marks) > 0);
    daemon_start(&d);
    answer = ask_get(d.port, "/v1/models?kind=nets");
    assert_int_equal(cJSON_GetArraySize(answer_member(&answer, "models")), 1);
    answer_free(&answer);
    daemon_stop(&d);
    assert_int_equal(database(marks), 0);
    daemon_start(&d);
}

/* A training that is cancelled, and one that ends after a restart of a server that was killed, are kept, too. */
static void test_ends(void **state)
{
    struct model cancelled, later;
    char path[96];
    struct answer answer = train("cancelled", "\"best\",\"latest\"", 60000, "", "Prefer: respond-async");
    expect_status(&answer, 202);
    model_of(&cancelled, &answer);
    answer_free(&answer);
    until_has_checkpoint(&cancelled);
    expect_gone(cancelled.path);
    snprintf(path, sizeof path, "/v1/jobs/%s/cancel", cancelled.id);
    answer = ask_json(d.port, path, "");
    assert_true(answer.status == 200 || answer.status == 202);
    answer_free(&answer);
    until_kept(&cancelled);
    expect_part(cancelled.path, "Accept: application/octet-stream", "NETS1+cancelled best");

    answer = train("later", "\"best\"", 1500, "", "Prefer: respond-async");
    expect_status(&answer, 202);
    model_of(&later, &answer);
    answer_free(&answer);
    until_has_checkpoint(&later);
    daemon_kill(&d);
    daemon_start(&d);
    until_kept(&later);
    expect_part(later.path, "Accept: application/octet-stream", "NETS1+later best");
}

/* Posts with an Idempotency-Key, and copies the id of the finished job. */
static void post_once(const char *path, const char *body, char id[40])
{
    char key[64];
    const char *const headers[] = {"Content-Type: application/json", "Prefer: wait=60", key, NULL};
    snprintf(key, sizeof key, "Idempotency-Key: %s", path);
    struct answer answer = ask(d.port, "POST", path, headers, body);
    expect_status(&answer, 200);
    snprintf(id, 40, "%s", answer_text(&answer, "id"));
    answer_free(&answer);
}

/* A request that names a training is the same request when the training has a newer checkpoint. */
static void test_repeated(void **state)
{
    static const char *const requests[][2] = {
        {"/v1/nets", "{\"ask\":\"again\",\"model\":\""},
        {"/v1/models/compare", "{\"kind\":\"nets\",\"b\":\"default\",\"size\":9,\"a\":\""},
    };
    char body[256], first[2][40], again[40], path[96];
    struct model job;
    struct answer answer = train("moving", "\"latest\",\"later\"", 60000, "", "Prefer: respond-async");
    expect_status(&answer, 202);
    model_of(&job, &answer);
    answer_free(&answer);
    until_has_checkpoint(&job);
    for (size_t i = 0; i < 2; i++) {
        snprintf(body, sizeof body, "%s%s\"}", requests[i][1], job.id);
        post_once(requests[i][0], body, first[i]);
    }
    snprintf(path, sizeof path, "/v1/jobs/%s/cancel", job.id);
    answer = ask_json(d.port, path, "");
    answer_free(&answer);
    snprintf(path, sizeof path, "/v1/jobs/%s?wait=60", job.id);
    answer = ask_get(d.port, path);
    assert_string_equal(answer_text(&answer, "status"), "cancelled");
    answer_free(&answer);
    snprintf(body, sizeof body, "{\"ask\":\"t\",\"model\":\"%s\"}", job.id);
    expect_result(body, "net", "net +moving later");
    for (size_t i = 0; i < 2; i++) {
        snprintf(body, sizeof body, "%s%s\"}", requests[i][1], job.id);
        post_once(requests[i][0], body, again);
        assert_string_equal(again, first[i]);
    }
}

/* Calls without ask(), which records the reply for the contract: it has no problems of kinds for tests. */
static void expect_problem_of(const char *path, const char *expected)
{
    struct reply reply = client_call(d.port, "GET", path, NULL, NULL, 0);
    assert_int_equal(reply.status, 200);
    assert_string_equal(reply.body, expected);
    reply_free(&reply);
}

/* A training that goes on from a model has the file as long as it runs, although the model and the training before it
 * are gone and the server dies. Its problem is what the client sent. */
static void test_sources(void **state)
{
    struct model first = training_new("first", "\"best\",\"latest\""), next;
    char body[256], path[96], job[64];
    until_kept(&first);
    snprintf(body, sizeof body,
             "{\"train\": {\"word\":\"next\",\"sleep_ms\":1500}, \"model\":\"%s\",\"checkpoint\":\"best\"}", first.id);
    struct answer answer = ask_json_with(d.port, "/v1/nets", "Prefer: respond-async", body);
    expect_status(&answer, 202);
    model_of(&next, &answer);
    answer_free(&answer);
    snprintf(path, sizeof path, "/v1/jobs/%s/problem", next.id);
    expect_problem_of(path, body);
    const char *const gone[] = {first.path, job};
    snprintf(job, sizeof job, "/v1/jobs/%s", first.id);
    for (size_t i = 0; i < 2; i++) {
        answer = ask(d.port, "DELETE", gone[i], NULL, NULL);
        expect_status(&answer, 204);
        answer_free(&answer);
    }
    daemon_kill(&d);
    daemon_start(&d);
    expect_problem_of(path, body);
    snprintf(job, sizeof job, "/v1/jobs/%s?wait=60", next.id);
    answer = ask_get(d.port, job);
    expect_status(&answer, 200);
    assert_string_equal(answer_text(&answer, "status"), "succeeded");
    assert_string_equal(answer_text2(&answer, "result", "from"), "NETS1+first best");
    answer_free(&answer);
    expect_problem_of(path, body);
    expect_refused(body, 422, "/checkpoint"); /* the same text no longer means anything */
    daemon_stop(&d);
    assert_int_equal(database("SELECT count(*) FROM blob WHERE name LIKE '.%'"), 0);
    daemon_start(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trainings), cmocka_unit_test(test_of_jobs),  cmocka_unit_test(test_ends),
        cmocka_unit_test(test_sources),   cmocka_unit_test(test_repeated), cmocka_unit_test(test_marks),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
