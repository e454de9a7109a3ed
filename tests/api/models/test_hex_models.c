/* Models of Hex: checkpoints that are damaged are refused; a network plays positions, matches and games by its id,
 * and a training goes on from it. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <nash/hash.h>
#include <nash/rng.h>
#include <solvers/hex/checkpoint/checkpoint.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

static struct daemon d = {.args = {"--workers", "2", "--models", "0", "--grace", "1"}};
static const struct hex_net_shape shape = {.layers = 1, .channels = 16, .head = HEX_HEAD_BOARD};

/* Appends a file whose weights are small random numbers, but for one that is `strange` at the end. */
static void write_file(uint64_t seed, float strange, struct nash_buf *file)
{
    enum { WEIGHTS_MAX = 4096 };
    static float weight[WEIGHTS_MAX];
    size_t count = hex_net_weights(&shape);
    struct nash_rng rng;
    assert_true(count <= WEIGHTS_MAX);
    nash_rng_seed(&rng, seed);
    for (size_t i = 0; i < count; i++)
        weight[i] = (float)(nash_rng_unit(&rng) - 0.5);
    if (strange != 0)
        weight[count - 1] = strange;
    const struct hex_checkpoint checkpoint = {
        .shape = shape,
        .training = "{\"steps\":7}",
        .training_len = sizeof "{\"steps\":7}" - 1,
        .part[0] = {"weights", (const uint8_t *)weight, count * sizeof *weight},
        .parts = 1,
    };
    nash_buf_reset(file);
    hex_checkpoint_write(&checkpoint, file);
    assert_false(file->failed);
}

/* Computes the hash at the end of a file again, as a client does that changes a file on purpose. */
static void hash_again(struct nash_buf *file)
{
    struct nash_hash hash = nash_sha256_of(file->data, file->len - NASH_HASH_BYTES);
    memcpy(file->data + file->len - NASH_HASH_BYTES, hash.byte, sizeof hash.byte);
}

/* Uploads bytes, which ask() cannot send, because they contain NUL. */
static struct reply upload(const struct nash_buf *file)
{
    const char *const headers[] = {"Content-Type: application/octet-stream", NULL};
    return client_call(d.port, "POST", "/v1/models?name=net", headers, file->data, file->len);
}

static void model_new(uint64_t seed, char id[40])
{
    struct nash_buf file = NASH_BUF_INIT(0);
    write_file(seed, 0, &file);
    struct reply reply = upload(&file);
    assert_int_equal(reply.status, 201);
    const char *location = reply_header(&reply, "Location");
    assert_non_null(location);
    snprintf(id, 40, "%s", location + strlen("/v1/models/"));
    reply_free(&reply);
    nash_buf_free(&file);
}

static struct answer solve(const char *body)
{
    return ask_json_with(d.port, "/v1/hex", "Prefer: wait=60", body);
}

static void expect_refused(const struct nash_buf *file, const char *why)
{
    struct reply reply = upload(file);
    if (reply.status != 422)
        fail_msg("a file with %s gave %d: %s", why, reply.status, reply.body);
    assert_string_equal(reply_problem(&reply), "unprocessable");
    reply_free(&reply);
}

/* ---- files ---- */

static void test_damaged_files(void **state)
{
    struct nash_buf file = NASH_BUF_INIT(0);
    struct nash_rng rng;
    char why[64];
    nash_rng_seed(&rng, 1);
    for (int round = 0; round < 60; round++) {
        write_file(1, 0, &file);
        size_t at = (size_t)nash_rng_below(&rng, file.len);
        snprintf(why, sizeof why, "byte %zu changed", at);
        file.data[at] = (char)(file.data[at] ^ 1 << nash_rng_below(&rng, 8));
        expect_refused(&file, why);
        write_file(1, 0, &file);
        file.len = at;
        snprintf(why, sizeof why, "%zu bytes", at);
        if (at > 0)
            expect_refused(&file, why);
    }
    write_file(1, NAN, &file);
    expect_refused(&file, "NaN");
    write_file(1, INFINITY, &file);
    expect_refused(&file, "an infinite weight");
    /* A header that says more channels, with a good hash. */
    write_file(1, 0, &file);
    char *channels = memmem(file.data, file.len, "\"channels\":16", 13);
    assert_non_null(channels);
    memcpy(channels + 11, "32", 2);
    hash_again(&file);
    expect_refused(&file, "another architecture");
    write_file(1, 0, &file);
    nash_buf_puts(&file, "more");
    expect_refused(&file, "more bytes");
    nash_buf_free(&file);
}

static void test_parts(void **state)
{
    char id[40], path[96];
    struct nash_buf file = NASH_BUF_INIT(0);
    model_new(2, id);
    write_file(2, 0, &file);
    snprintf(path, sizeof path, "/v1/models/%s", id);
    struct answer answer = ask_get(d.port, path);
    expect_status(&answer, 200);
    assert_int_equal(answer_member(&answer, "weights")->valueint, hex_net_weights(&shape));
    assert_int_equal(answer_member(&answer, "bytes")->valueint, file.len);
    assert_string_equal(answer_text2(&answer, "shape", "head"), "board");
    assert_int_equal(cJSON_GetObjectItem(answer_member(&answer, "parts"), "weights")->valueint,
                     4 * hex_net_weights(&shape));
    assert_int_equal(cJSON_GetObjectItem(answer_member(&answer, "training"), "steps")->valueint, 7);
    char digest[40];
    snprintf(digest, sizeof digest, "%s", answer_text(&answer, "net"));
    answer_free(&answer);
    snprintf(path, sizeof path, "/v1/models/%s?format=checkpoint", id);
    struct reply reply = client_get(d.port, path);
    assert_int_equal(reply.len, file.len);
    assert_memory_equal(reply.body, file.data, file.len);
    reply_free(&reply);
    snprintf(path, sizeof path, "/v1/models/%s?format=net", id);
    reply = client_get(d.port, path);
    assert_true(reply.len > 8 && memcmp(reply.body, "nashhex1", 8) == 0);
    assert_int_equal(strlen(digest), 16);
    for (int i = 0; i < 8; i++) { /* the digest is the end of the net, in hexadecimal */
        snprintf(path, sizeof path, "%02x", (unsigned char)reply.body[reply.len - 8 + (size_t)i]);
        assert_memory_equal(path, digest + (size_t)2 * (size_t)i, 2);
    }
    reply_free(&reply);
    /* Results name the net by the same digest. */
    snprintf(path, sizeof path, "{\"size\":3,\"engine\":\"dqn\",\"model\":\"%s\"}", id);
    answer = solve(path);
    assert_string_equal(answer_text2(&answer, "result", "net"), digest);
    answer_free(&answer);
    nash_buf_free(&file);
}

/* ---- players ---- */

static void test_positions(void **state)
{
    char id[40], body[256];
    model_new(3, id);
    static const char *const engines[] = {"dqn", "dqn+search"};
    for (size_t i = 0; i < 2; i++) {
        snprintf(body, sizeof body, "{\"size\":4,\"moves\":[\"b2\"],\"engine\":\"%s\",\"model\":\"%s\"}", engines[i],
                 id);
        struct answer answer = solve(body);
        expect_status(&answer, 200);
        assert_string_equal(answer_text(&answer, "status"), "succeeded");
        assert_true(strlen(answer_text2(&answer, "result", "move")) == 2);
        answer_free(&answer);
    }
    snprintf(body, sizeof body, "{\"size\":4,\"engine\":\"dqn\",\"model\":\"%s\",\"net\":\"\"}", id);
    struct answer answer = solve(body);
    expect_problem(&answer, 422, "unprocessable");
    assert_string_equal(answer_text(&answer, "pointer"), "/model");
    answer_free(&answer);
}

static void test_matches(void **state)
{
    char a[40], b[40], body[320];
    model_new(4, a);
    model_new(5, b);
    snprintf(body, sizeof body,
             "{\"a\":{\"model\":\"%s\",\"engine\":\"dqn\"},\"b\":{\"model\":\"%s\",\"engine\":\"dqn\"},\"size\":4,"
             "\"match\":{\"games\":4}}",
             a, b);
    struct answer answer = ask_json_with(d.port, "/v1/models/compare", "Prefer: wait=60", body);
    expect_status(&answer, 200);
    assert_string_equal(answer_text(&answer, "status"), "succeeded");
    answer_free(&answer);
    snprintf(body, sizeof body,
             "{\"size\":4,\"match\":{\"a\":{\"engine\":\"dqn\",\"model\":\"%s\"},\"b\":{\"engine\":\"random\"},"
             "\"games\":4}}",
             a);
    answer = solve(body);
    expect_status(&answer, 200);
    assert_string_equal(answer_text(&answer, "status"), "succeeded");
    answer_free(&answer);
}

/* An engine of a game plays with a model; when that is removed, the game waits with the error. */
static void test_games(void **state)
{
    char id[40], body[256], game[64], path[96];
    model_new(6, id);
    const char *const headers[] = {"Content-Type: application/json", "Prefer: wait=20", NULL};
    const char *const move[] = {"Content-Type: application/json", "Prefer: wait=20", "If-Match: *", NULL};
    snprintf(body, sizeof body,
             "{\"game\":\"hex\",\"size\":4,\"players\":{\"white\":{\"engine\":\"dqn\",\"model\":\"%s\"}}}", id);
    struct answer answer = ask(d.port, "POST", "/v1/games", headers, body);
    expect_status(&answer, 201);
    snprintf(game, sizeof game, "%s", reply_header(&answer.reply, "Location"));
    answer_free(&answer);
    snprintf(path, sizeof path, "%s/moves", game);
    answer = ask(d.port, "POST", path, move, "{\"move\":\"b2\"}");
    expect_status(&answer, 200);
    assert_int_equal(cJSON_GetArraySize(answer_member(&answer, "moves")), 2);
    answer_free(&answer);
    snprintf(path, sizeof path, "/v1/models/%s", id);
    answer = ask(d.port, "DELETE", path, NULL, NULL);
    expect_status(&answer, 204);
    answer_free(&answer);
    snprintf(path, sizeof path, "%s/moves", game);
    static const char *const tries[] = {"a1", "a2"}; /* one of them is empty */
    for (int i = 0; i < 2; i++) {
        snprintf(body, sizeof body, "{\"move\":\"%s\"}", tries[i]);
        answer = ask(d.port, "POST", path, move, body);
        if (answer.status == 200)
            break;
        answer_free(&answer);
    }
    expect_status(&answer, 200);
    answer_free(&answer);
    answer = ask_get(d.port, game);
    const char *detail = answer_text2(&answer, "error", "detail");
    if (strstr(detail, "no such model") == NULL)
        fail_msg("the game says \"%s\": %s", detail, answer.reply.body);
    answer_free(&answer);

    answer = ask(d.port, "POST", "/v1/games", headers,
                 "{\"game\":\"hex\",\"players\":{\"black\":{\"engine\":\"dqn\",\"model\":\"nobody\"}}}");
    expect_problem(&answer, 422, "unprocessable");
    assert_string_equal(answer_text(&answer, "pointer"), "/players/black/model");
    answer_free(&answer);
}

/* ---- trainings ---- */

#define TRAIN                                                                                                          \
    "{\"train\":{\"size\":3,\"recipe\":\"n_step\",\"net\":{\"layers\":2,\"channels\":16},\"steps\":%d,\"batch\":8,"    \
    "\"evaluate\":20,\"evaluate_games\":2,\"reference_iterations\":20}}"

/* Trains, or goes on from a model, and writes the id of the job, which must succeed. */
static void train(char id[40], const char *body)
{
    struct answer answer = solve(body);
    expect_status(&answer, 200);
    assert_string_equal(answer_text(&answer, "status"), "succeeded");
    snprintf(id, 40, "%s", answer_text(&answer, "id"));
    answer_free(&answer);
}

/* Keeps the latest checkpoint of a job, and returns its net. */
static struct reply latest_net(const char *job)
{
    char body[128], path[96];
    snprintf(body, sizeof body, "{\"job\":\"%s\",\"checkpoint\":\"latest\"}", job);
    struct answer answer = ask_json(d.port, "/v1/models", body);
    expect_status(&answer, 201);
    snprintf(path, sizeof path, "/v1/models/%s?format=net", answer_text(&answer, "id"));
    answer_free(&answer);
    return client_get(d.port, path);
}

/* The list has the settings of a training, its counts, and the point of its best network. */
static void expect_brief(const char *job)
{
    struct answer answer = ask_get(d.port, "/v1/models?limit=1");
    const cJSON *item = cJSON_GetArrayItem(answer_member(&answer, "models"), 1); /* behind the default one */
    assert_string_equal(cJSON_GetObjectItem(item, "id")->valuestring, job);
    const cJSON *training = cJSON_GetObjectItem(item, "training"), *curve = cJSON_GetObjectItem(training, "curve");
    assert_int_equal(cJSON_GetObjectItem(cJSON_GetObjectItem(training, "train"), "size")->valueint, 3);
    assert_non_null(cJSON_GetObjectItem(training, "cpu_s"));
    assert_int_equal(cJSON_GetArraySize(curve), 1);
    assert_int_equal(cJSON_GetObjectItem(cJSON_GetArrayItem(curve, 0), "step")->valueint,
                     cJSON_GetObjectItem(training, "best_step")->valueint);
    answer_free(&answer);
}

/* 40 steps, and 40 more from the job's latest checkpoint, make the net of 80 steps. */
static void test_trainings(void **state)
{
    char body[320], first[40], second[40], whole[40], path[96];
    snprintf(body, sizeof body, TRAIN, 40);
    train(first, body);
    snprintf(path, sizeof path, "/v1/models/%s", first);
    struct answer answer = ask_get(d.port, path);
    expect_status(&answer, 200);
    assert_string_equal(answer_text(&answer, "job"), first);
    answer_free(&answer);
    expect_brief(first);
    snprintf(body, sizeof body, "{\"train\":{\"steps\":80},\"model\":\"%s\"}", first);
    train(second, body);
    snprintf(body, sizeof body, TRAIN, 80);
    train(whole, body);
    struct reply a = latest_net(second), b = latest_net(whole), other = latest_net(first);
    assert_int_equal(a.len, b.len);
    assert_memory_equal(a.body, b.body, a.len);
    assert_int_equal(a.len, other.len);
    assert_memory_not_equal(a.body, other.body, a.len);
    reply_free(&a);
    reply_free(&b);
    reply_free(&other);

    snprintf(body, sizeof body, "{\"train\":{\"net\":{\"layers\":3,\"channels\":16}},\"model\":\"%s\"}", first);
    answer = solve(body);
    expect_problem(&answer, 422, "unprocessable");
    answer_free(&answer);
    answer = solve("{\"train\":{\"steps\":10},\"model\":\"default\"}");
    expect_problem(&answer, 422, "unprocessable");
    assert_string_equal(answer_text(&answer, "pointer"), "/model");
    answer_free(&answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_damaged_files), cmocka_unit_test(test_parts), cmocka_unit_test(test_positions),
        cmocka_unit_test(test_matches),       cmocka_unit_test(test_games), cmocka_unit_test(test_trainings),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
