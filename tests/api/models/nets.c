#include "nets.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

struct daemon d = {.args = {"--workers", "2", "--models", "0", "--grace", "1"}};

void model_of(struct model *model, const struct answer *answer)
{
    snprintf(model->id, sizeof model->id, "%s", answer_text(answer, "id"));
    snprintf(model->path, sizeof model->path, "/v1/models/%s", model->id);
}

struct answer upload(const char *query, const char *header, const char *bytes)
{
    char path[256];
    const char *const headers[] = {"Content-Type: application/octet-stream", header, NULL};
    snprintf(path, sizeof path, "/v1/models?kind=nets%s", query);
    return ask(d.port, "POST", path, headers, bytes);
}

struct model model_new(const char *bytes)
{
    struct model model;
    struct answer answer = upload("", "X: none", bytes);
    expect_status(&answer, 201);
    model_of(&model, &answer);
    assert_string_equal(reply_header(&answer.reply, "Location"), model.path);
    answer_free(&answer);
    return model;
}

struct answer solve(const char *body)
{
    const char *const headers[] = {"Content-Type: application/json", "Prefer: wait=60", NULL};
    return ask(d.port, "POST", "/v1/nets", headers, body);
}

void expect_result(const char *body, const char *name, const char *value)
{
    struct answer answer = solve(body);
    expect_status(&answer, 200);
    assert_string_equal(answer_text2(&answer, "result", name), value);
    answer_free(&answer);
}

void expect_refused(const char *body, int status, const char *pointer)
{
    struct answer answer = solve(body);
    expect_status(&answer, status);
    assert_string_equal(answer_text(&answer, "pointer"), pointer);
    answer_free(&answer);
}

void expect_gone(const char *path)
{
    struct answer answer = ask_get(d.port, path);
    expect_problem(&answer, 404, "model-not-found");
    answer_free(&answer);
}

void expect_part(const char *path, const char *accept, const char *bytes)
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
