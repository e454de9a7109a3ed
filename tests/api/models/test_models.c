/* /v1/models: uploaded, kept from trainings, listed, shown, renamed, removed, compared, used in problems; whose they
 * are, and how many. With the kind "nets" (tests/fault/nets.c). */
#include <check.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"
#include "../harness/key.h"

static struct daemon d;

struct model {
    char id[40];
    char path[64]; /* "/v1/models/ID" */
};

static void model_of(struct model *model, const struct answer *answer)
{
    snprintf(model->id, sizeof model->id, "%s", answer_text(answer, "id"));
    snprintf(model->path, sizeof model->path, "/v1/models/%s", model->id);
}

/* Uploads a file of these bytes; header: a further one. */
static struct answer upload(const char *query, const char *header, const char *bytes)
{
    char path[256];
    const char *const headers[] = {"Content-Type: application/octet-stream", header, NULL};
    snprintf(path, sizeof path, "/v1/models?kind=nets%s", query);
    return ask(d.port, "POST", path, headers, bytes);
}

static struct model model_new(const char *bytes)
{
    struct model model;
    struct answer answer = upload("", "X: none", bytes);
    expect_status(&answer, 201);
    model_of(&model, &answer);
    assert_string_equal(reply_header(&answer.reply, "Location"), model.path);
    answer_free(&answer);
    return model;
}

/* Posts a problem; returns its finished job. */
static struct answer solve(const char *body)
{
    const char *const headers[] = {"Content-Type: application/json", "Prefer: wait=60", NULL};
    return ask(d.port, "POST", "/v1/nets", headers, body);
}

static void expect_result(const char *body, const char *name, const char *value)
{
    struct answer answer = solve(body);
    expect_status(&answer, 200);
    assert_string_equal(answer_text2(&answer, "result", name), value);
    answer_free(&answer);
}

static void expect_refused(const char *body, int status, const char *pointer)
{
    struct answer answer = solve(body);
    expect_status(&answer, status);
    assert_string_equal(answer_text(&answer, "pointer"), pointer);
    answer_free(&answer);
}

static void expect_gone(const char *path)
{
    struct answer answer = ask_get(d.port, path);
    expect_problem(&answer, 404, "model-not-found");
    answer_free(&answer);
}

/* ---- the resource ---- */

static void test_life(void **state)
{
    struct answer answer = upload("&name=First%20one", "X: none", "NETS1abc");
    struct model model;
    expect_status(&answer, 201);
    model_of(&model, &answer);
    answer_free(&answer);
    answer = ask_get(d.port, model.path);
    expect_status(&answer, 200);
    assert_string_equal(answer_text(&answer, "kind"), "nets");
    assert_string_equal(answer_text(&answer, "name"), "First one");
    assert_string_equal(answer_text(&answer, "sha256"),
                        "44ecf9629ba102e24ac9ed00e7e3a02ab6f9a8592da616b54060ec9b0aef5199");
    assert_int_equal(answer_member(&answer, "bytes")->valueint, 8);
    assert_int_equal(answer_member(&answer, "net_bytes")->valueint, 7);
    assert_int_equal(cJSON_GetObjectItem(answer_member(&answer, "shape"), "length")->valueint, 3);
    assert_int_equal(cJSON_GetObjectItem(answer_member(&answer, "training"), "steps")->valueint, 8);
    answer_free(&answer);

    static const char *const headers[] = {"Content-Type: application/json", NULL};
    answer = ask(d.port, "PATCH", model.path, headers, "{\"name\":\"Second\"}");
    expect_status(&answer, 200);
    assert_string_equal(answer_text(&answer, "name"), "Second");
    answer_free(&answer);
    static const char *const bad[] = {"{}", "{\"name\":\"\"}", "{\"name\":3}", "{\"name\":\"x\",\"kind\":\"y\"}", "[",
                                      ""};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        answer = ask(d.port, "PATCH", model.path, headers, bad[i]);
        expect_status(&answer, 400);
        answer_free(&answer);
    }
    answer = ask_get(d.port, model.path);
    assert_string_equal(answer_text(&answer, "name"), "Second");
    assert_int_equal(answer_member(&answer, "version")->valueint, 2);
    answer_free(&answer);

    answer = ask(d.port, "DELETE", model.path, NULL, NULL);
    expect_status(&answer, 204);
    answer_free(&answer);
    expect_gone(model.path);
    expect_gone("/v1/models/nosuch");
    answer = ask(d.port, "DELETE", model.path, NULL, NULL);
    expect_problem(&answer, 404, "model-not-found");
    answer_free(&answer);
    answer = ask(d.port, "PATCH", model.path, headers, "{\"name\":\"x\"}");
    expect_problem(&answer, 404, "model-not-found");
    answer_free(&answer);
}

/* Downloads a part, and expects these bytes; then again with its ETag. */
static void expect_part(const char *path, const char *accept, const char *bytes)
{
    char match[64];
    const char *const first[] = {accept, NULL}, *const second[] = {accept, match, NULL};
    struct answer answer = ask(d.port, "GET", path, first, NULL);
    expect_status(&answer, 200);
    assert_string_equal(reply_header(&answer.reply, "Content-Type"), "application/octet-stream");
    assert_int_equal(answer.reply.len, strlen(bytes));
    assert_memory_equal(answer.reply.body, bytes, strlen(bytes));
    snprintf(match, sizeof match, "If-None-Match: %s", reply_header(&answer.reply, "ETag"));
    answer_free(&answer);
    answer = ask(d.port, "GET", path, second, NULL);
    expect_status(&answer, 304);
    answer_free(&answer);
}

static void test_downloads(void **state)
{
    struct model model = model_new("NETS1weights");
    char path[96];
    expect_part(model.path, "Accept: application/octet-stream", "NETS1weights");
    snprintf(path, sizeof path, "%s?format=checkpoint", model.path);
    expect_part(path, "X: none", "NETS1weights");
    snprintf(path, sizeof path, "%s?format=net", model.path);
    expect_part(path, "X: none", "net weights");
    snprintf(path, sizeof path, "%s?format=text", model.path);
    struct answer answer = ask_get(d.port, path);
    expect_problem(&answer, 400, "invalid-request");
    answer_free(&answer);
    const char *const image[] = {"Accept: image/png", NULL};
    answer = ask(d.port, "GET", model.path, image, NULL);
    expect_problem(&answer, 406, "not-acceptable");
    answer_free(&answer);

    expect_part("/v1/models/default?kind=nets&format=net", "X: none", "net of the program");
    answer = ask_get(d.port, "/v1/models/default?kind=nets");
    expect_status(&answer, 200);
    assert_string_equal(answer_text(&answer, "id"), "default");
    answer_free(&answer);
    answer = ask_get(d.port, "/v1/models/default?kind=nets&format=checkpoint");
    expect_problem(&answer, 404, "not-found");
    answer_free(&answer);
    answer = ask_get(d.port, "/v1/models/default?kind=echo");
    expect_problem(&answer, 404, "model-not-found");
    answer_free(&answer);
    answer = ask(d.port, "DELETE", "/v1/models/default", NULL, NULL);
    expect_problem(&answer, 405, "method-not-allowed");
    answer_free(&answer);
}

static void test_list(void **state)
{
    struct model all[5];
    char path[96], bytes[16];
    for (int i = 0; i < 5; i++) {
        snprintf(bytes, sizeof bytes, "NETS1list%d", i);
        all[i] = model_new(bytes);
    }
    struct answer page = ask_get(d.port, "/v1/models?limit=2&kind=nets");
    for (int i = 4; i >= 0;) {
        expect_status(&page, 200);
        const cJSON *list = answer_member(&page, "models"), *item;
        cJSON_ArrayForEach(item, list)
        {
            const char *id = cJSON_GetObjectItem(item, "id")->valuestring;
            if (strcmp(id, "default") == 0)
                assert_int_equal(i, 4); /* on the first page, before the others */
            else if (i >= 0)
                assert_string_equal(id, all[i--].id);
            assert_null(cJSON_GetObjectItem(item, "training"));
        }
        snprintf(path, sizeof path, "/v1/models?limit=2&kind=nets&cursor=%s", answer_text(&page, "next"));
        answer_free(&page);
        page = ask_get(d.port, path);
    }
    answer_free(&page);
    page = ask_get(d.port, "/v1/models?kind=echo");
    assert_int_equal(cJSON_GetArraySize(answer_member(&page, "models")), 0);
    answer_free(&page);
}

static void test_refused_files(void **state)
{
    static const struct {
        const char *query, *bytes;
        int status;
        const char *word; /* of the detail */
    } refused[] = {
        {"", "NETS2abc", 422, "does not begin with"}, {"", "NETS1NaN", 422, "no number"},
        {"", "", 400, "the body is empty"},           {"&name=", "NETS1a", 400, "name"},
        {"&nmae=x", "NETS1a", 400, "nmae"},           {"&name=%ff", "NETS1a", 400, "UTF-8"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct answer answer = upload(refused[i].query, "X: none", refused[i].bytes);
        expect_status(&answer, refused[i].status);
        assert_non_null(strstr(answer_text(&answer, "detail"), refused[i].word));
        answer_free(&answer);
    }
    static const char *const file[] = {"Content-Type: application/octet-stream", NULL};
    struct answer answer = ask(d.port, "POST", "/v1/models?kind=echo", file, "NETS1a");
    expect_problem(&answer, 400, "invalid-request");
    answer_free(&answer);
    answer = ask_text(d.port, "/v1/models", "NETS1a");
    expect_problem(&answer, 415, "unsupported-media-type");
    answer_free(&answer);
    char *large = malloc((1 << 20) + 2);
    memset(large, 'x', (1 << 20) + 1);
    memcpy(large, "NETS1", 5);
    large[(1 << 20) + 1] = '\0';
    answer = upload("", "X: none", large);
    expect_problem(&answer, 413, "too-large");
    answer_free(&answer);
    large[1 << 20] = '\0';
    answer = upload("", "X: none", large);
    expect_status(&answer, 201);
    answer_free(&answer);
    free(large);
}

static void test_idempotency(void **state)
{
    struct model first, second;
    struct answer answer = upload("&name=a", "Idempotency-Key: one", "NETS1same");
    expect_status(&answer, 201);
    model_of(&first, &answer);
    answer_free(&answer);
    answer = upload("&name=a", "Idempotency-Key: one", "NETS1same");
    expect_status(&answer, 200);
    model_of(&second, &answer);
    assert_string_equal(second.id, first.id);
    answer_free(&answer);
    answer = upload("&name=b", "Idempotency-Key: one", "NETS1same");
    expect_problem(&answer, 422, "idempotency-mismatch");
    answer_free(&answer);
    answer = upload("&name=a", "Idempotency-Key: one", "NETS1other");
    expect_problem(&answer, 422, "idempotency-mismatch");
    answer_free(&answer);
}

/* ---- in problems ---- */

static void test_in_problems(void **state)
{
    struct model model = model_new("NETS1mine");
    char body[512];
    snprintf(body, sizeof body, "{\"ask\":\"a\",\"model\":\"%s\"}", model.id);
    expect_result(body, "net", "net mine");
    expect_result("{ \"model\" : \"default\" , \"ask\":\"b\" }", "net", "net of the program");
    snprintf(body, sizeof body, "{\"train\":{\"word\":\"c\"},\"model\":\"%s\"}", model.id);
    expect_result(body, "from", "NETS1mine");
    snprintf(body, sizeof body,
             "{\"match\":{\"a\":{\"engine\":\"x\",\"model\":\"%s\"},\"games\":4,\"b\":{\"model\":\"default\","
             "\"engine\":\"y\"}}}",
             model.id);
    expect_result(body, "net", "net mine");
    expect_result(body, "other", "net of the program");

    static const char nobody[] = "0123456789abcdef0123456789abcdef";
    snprintf(body, sizeof body, "{\"ask\":\"a\",\"model\":\"%s\"}", nobody);
    expect_refused(body, 422, "/model");
    expect_refused("{\"ask\":\"a\",\"model\":\"nobody\"}", 422, "/model");
    expect_refused("{\"ask\":\"a\",\"model\":7}", 400, "/model");
    expect_refused("{\"ask\":\"a\",\"model\":\"def\\u0061ult\"}", 422, "/model");
    expect_refused("{\"ask\":\"a\",\"model\":\"default\",\"net\":\"bmV0\",\"checkpoint\":\"x\"}", 400, "/checkpoint");
    expect_refused("{\"ask\":\"a\",\"model\":\"default\",\"net\":\"bmV0\"}", 422, "/model");
    expect_refused("{\"train\":{},\"model\":\"default\"}", 422, "/model");
    expect_refused("{\"ask\":\"a\",\"model\":\"default\",\"checkpoint\":\"best\"}", 422, "/checkpoint");
    snprintf(body, sizeof body, "{\"ask\":\"a\",\"model\":\"%s\",\"checkpoint\":\"best\"}", model.id);
    expect_refused(body, 422, "/checkpoint");
    snprintf(body, sizeof body, "{\"ask\":\"a\",\"model\":\"%s\",\"checkpoint\":\"worst\"}", model.id);
    expect_refused(body, 400, "/checkpoint");
    snprintf(body, sizeof body, "{\"match\":{\"a\":{\"engine\":\"x\",\"model\":\"%s\"},\"b\":{\"engine\":\"y\"}}}",
             nobody);
    expect_refused(body, 422, "/match/a/model");
    /* A net that the kind refuses: the pointer is to the member of the request. */
    snprintf(body, sizeof body, "{\"ask\":\"no\",\"model\":\"%s\"}", model.id);
    expect_refused(body, 422, "/model");
    expect_refused("{\"ask\":\"no\",\"net\":\"bmV0\"}", 422, "/net");
    /* Elsewhere the member is an unknown one, and so is "checkpoint" without a model. */
    expect_refused("{\"match\":{\"model\":\"default\"}}", 400, "/match/model");
    expect_refused("{\"ask\":\"a\",\"checkpoint\":\"best\"}", 400, "/checkpoint");
    struct answer answer = solve("{\"ask\":\"\\\"model\\\"\",\"model\":\"default\"");
    expect_problem(&answer, 400, "invalid-json");
    answer_free(&answer);
    /* A model of another kind. */
    answer = ask_json(d.port, "/v1/echo", "{\"say\":\"\\\"model\\\"\"}");
    expect_status(&answer, 200);
    answer_free(&answer);
}

static void test_in_batches(void **state)
{
    struct model model = model_new("NETS1batched");
    char body[512];
    const char *const headers[] = {"Content-Type: application/x-ndjson", NULL};
    snprintf(
        body, sizeof body,
        "{\"kind\":\"nets\",\"ask\":\"m\",\"model\":\"%s\"}\n{\"kind\":\"nets\",\"ask\":\"n\",\"model\":\"none\"}\n"
        "{\"kind\":\"nets\",\"ask\":\"o\"}\n",
        model.id);
    struct answer answer = ask(d.port, "POST", "/v1/batch", headers, body);
    expect_status(&answer, 200);
    assert_non_null(strstr(answer.reply.body, "\"net\":\"net batched\""));
    assert_non_null(strstr(answer.reply.body, "\"/model\""));
    assert_non_null(strstr(answer.reply.body, "\"net\":null"));
    answer_free(&answer);
}

/* ---- trainings ---- */

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

/* ---- comparison ---- */

static void test_comparison(void **state)
{
    struct model a = model_new("NETS1one"), b = model_new("NETS1other");
    char path[160], body[320];
    snprintf(path, sizeof path, "/v1/models/compare?a=%s&b=%s", a.id, b.id);
    struct answer answer = ask_get(d.port, path);
    expect_status(&answer, 200);
    assert_string_equal(answer_text2(&answer, "a", "id"), a.id);
    assert_string_equal(answer_text2(&answer, "b", "id"), b.id);
    static const char *const pointers[] = {"/bytes", "/net_bytes", "/sha256", "/shape/length", "/training/steps"};
    const cJSON *differences = answer_member(&answer, "differences");
    assert_int_equal(cJSON_GetArraySize(differences), 5);
    for (int i = 0; i < 5; i++)
        assert_string_equal(cJSON_GetObjectItem(cJSON_GetArrayItem(differences, i), "pointer")->valuestring,
                            pointers[i]);
    answer_free(&answer);
    snprintf(path, sizeof path, "/v1/models/compare?a=%s&b=%s", a.id, a.id);
    answer = ask_get(d.port, path);
    assert_int_equal(cJSON_GetArraySize(answer_member(&answer, "differences")), 0);
    answer_free(&answer);
    static const char *const paths[] = {"/v1/models/compare", "/v1/models/compare?a=x",
                                        "/v1/models/compare?a=default&b=nobody"};
    for (int i = 0; i < 3; i++) {
        answer = ask_get(d.port, paths[i]);
        expect_status(&answer, i < 2 ? 400 : 404);
        answer_free(&answer);
    }

    snprintf(body, sizeof body,
             "{\"kind\":\"nets\",\"a\":\"%s\",\"b\":{\"model\":\"%s\",\"engine\":\"x\"},\"size\":9,"
             "\"match\":{\"games\":6}}",
             a.id, b.id);
    answer = ask_json(d.port, "/v1/models/compare", body);
    expect_status(&answer, 202);
    assert_string_equal(reply_header(&answer.reply, "Location"), job_path(&answer, ""));
    answer_free(&answer);
    answer = ask_json_with(d.port, "/v1/models/compare", "Prefer: wait=60", body);
    expect_status(&answer, 200);
    assert_string_equal(answer_text2(&answer, "result", "net"), "net one");
    assert_string_equal(answer_text2(&answer, "result", "other"), "net other");
    assert_string_equal(answer_text2(&answer, "result", "engine"), "usual");
    answer_free(&answer);
    static const struct {
        const char *body;
        int status;
        const char *pointer;
    } refused[] = {{"{\"kind\":\"nets\",\"a\":\"default\"}", 400, "/b"},
                   {"{\"kind\":\"nets\",\"a\":{},\"b\":\"default\"}", 400, "/a"},
                   {"{\"kind\":\"nets\",\"a\":\"default\",\"b\":\"nobody\"}", 422, "/b"},
                   {"{\"kind\":\"nets\",\"a\":{\"model\":\"nobody\"},\"b\":\"default\"}", 422, "/a/model"},
                   {"{\"kind\":\"nets\",\"a\":\"default\",\"b\":\"default\",\"match\":7}", 400, "/match"},
                   {"{\"kind\":\"nets\",\"a\":\"default\",\"b\":\"default\",\"sise\":7}", 400, "/sise"},
                   {"{\"kind\":\"echo\",\"a\":\"default\",\"b\":\"default\"}", 422, "/kind"}};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        answer = ask_json(d.port, "/v1/models/compare", refused[i].body);
        expect_status(&answer, refused[i].status);
        assert_string_equal(answer_text(&answer, "pointer"), refused[i].pointer);
        answer_free(&answer);
    }
}

/* ---- owners ---- */

static struct answer as(const char *who, const char *method, const char *path, const char *body)
{
    const char *const headers[] = {who, "Content-Type: application/json", NULL};
    return ask(d.port, method, path, headers, body);
}

static void test_owners(void **state)
{
    char file[] = "/tmp/nashd-keys-XXXXXX", alice[160], bob[160], body[160];
    int fd = mkstemp(file);
    assert_true(fd >= 0);
    close(fd);
    make_key(file, "alice", "", alice);
    make_key(file, "bob", "", bob);
    struct daemon before = d;
    d = (struct daemon){.args = {"--api-keys", file, "--models", "2"}};
    daemon_start(&d);
    struct model hers;
    struct answer answer = upload("", alice, "NETS1hers");
    expect_status(&answer, 201);
    model_of(&hers, &answer);
    answer_free(&answer);
    static const char *const methods[] = {"GET", "PATCH", "DELETE"};
    for (size_t i = 0; i < 3; i++) {
        answer = as(bob, methods[i], hers.path, i == 1 ? "{\"name\":\"x\"}" : NULL);
        expect_problem(&answer, 404, "model-not-found");
        answer_free(&answer);
        answer = as("X: none", methods[i], hers.path, i == 1 ? "{\"name\":\"x\"}" : NULL);
        expect_status(&answer, 401);
        answer_free(&answer);
    }
    snprintf(body, sizeof body, "{\"ask\":\"a\",\"model\":\"%s\"}", hers.id);
    answer = as(bob, "POST", "/v1/nets", body);
    expect_problem(&answer, 422, "unprocessable");
    answer_free(&answer);
    answer = as(alice, "POST", "/v1/nets", body);
    expect_status(&answer, 200);
    answer_free(&answer);
    answer = as(bob, "GET", "/v1/models?kind=nets", NULL);
    assert_int_equal(cJSON_GetArraySize(answer_member(&answer, "models")), 1); /* the default one */
    answer_free(&answer);

    /* The model of a training belongs to the owner of the job, whose checkpoints others do not see. */
    struct model training;
    answer = as(alice, "POST", "/v1/nets", "{\"train\":{\"word\":\"w\",\"blobs\":[\"best\"]}}");
    expect_status(&answer, 200);
    model_of(&training, &answer);
    answer_free(&answer);
    answer = as(alice, "GET", training.path, NULL);
    expect_status(&answer, 200);
    answer_free(&answer);
    snprintf(body, sizeof body, "{\"job\":\"%s\"}", training.id);
    answer = as(bob, "POST", "/v1/models", body);
    expect_problem(&answer, 422, "unprocessable");
    answer_free(&answer);
    /* Two are allowed for each key. */
    answer = as(alice, "POST", "/v1/models", body);
    expect_problem(&answer, 429, "too-many-requests");
    answer_free(&answer);
    answer = upload("", bob, "NETS1his");
    expect_status(&answer, 201);
    answer_free(&answer);
    daemon_stop(&d);
    daemon_remove(&d);
    unlink(file);
    d = before;
}

static int start(void **state)
{
    d = (struct daemon){.args = {"--workers", "2", "--models", "0", "--grace", "1"}};
    daemon_start(&d);
    *state = &d;
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_life),        cmocka_unit_test(test_downloads),     cmocka_unit_test(test_list),
        cmocka_unit_test(test_idempotency), cmocka_unit_test(test_refused_files), cmocka_unit_test(test_in_problems),
        cmocka_unit_test(test_in_batches),  cmocka_unit_test(test_trainings),     cmocka_unit_test(test_of_jobs),
        cmocka_unit_test(test_comparison),  cmocka_unit_test(test_owners),        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_marks),
    };
    return cmocka_run_group_tests(tests, start, daemon_teardown);
}
