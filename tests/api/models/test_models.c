/* /v1/models: uploaded, listed, shown, renamed, removed, compared, used in problems; whose they are, and how many. With
 * the kind "nets" (tests/fault/nets.c). */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../harness/key.h"
#include "nets.h"

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

/* Of what the file says of its training, a list has the point of the best step, and no long members. */
static void expect_brief(const cJSON *item, const char *id)
{
    const cJSON *training = cJSON_GetObjectItem(item, "training"), *curve = cJSON_GetObjectItem(training, "curve");
    if (strcmp(id, "default") == 0) {
        assert_null(training);
        return;
    }
    assert_int_equal(cJSON_GetObjectItem(training, "steps")->valueint, cJSON_GetObjectItem(item, "bytes")->valueint);
    assert_int_equal(cJSON_GetArraySize(curve), 1);
    assert_int_equal(cJSON_GetObjectItem(cJSON_GetArrayItem(curve, 0), "step")->valueint, 2);
    assert_null(cJSON_GetObjectItem(training, "long"));
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
            expect_brief(item, id);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_life),        cmocka_unit_test(test_downloads),     cmocka_unit_test(test_list),
        cmocka_unit_test(test_idempotency), cmocka_unit_test(test_refused_files), cmocka_unit_test(test_in_problems),
        cmocka_unit_test(test_in_batches),  cmocka_unit_test(test_comparison),    cmocka_unit_test(test_owners),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
