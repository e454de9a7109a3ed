/* Helpers of the tests of AND/OR graphs over HTTP. */
#ifndef TESTS_API_ANDOR_H
#define TESTS_API_ANDOR_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "daemon.h"

#define ANDOR_CASES SHARED_DIR "/data/graphs/seed_cases.json"

/* Example 4.3: graph and estimates of the lecture notes, p. 29. */
static const char example[] =
    "{\"root\":\"n0\",\"terminals\":[\"n7\",\"n8\"],\"nodes\":[{\"id\":\"n0\"},{\"id\":\"n1\",\"h\":2},{\"id\":\"n2\","
    "\"h\":4},{\"id\":\"n3\",\"h\":4},{\"id\":\"n4\",\"h\":1},{\"id\":\"n5\",\"h\":1},{\"id\":\"n6\",\"h\":2}],"
    "\"connectors\":[{\"from\":\"n0\",\"to\":[\"n1\"]},{\"from\":\"n0\",\"to\":[\"n5\",\"n4\"]},{\"from\":\"n1\","
    "\"to\":["
    "\"n2\"]},{\"from\":\"n1\",\"to\":[\"n3\"]},{\"from\":\"n2\",\"to\":[\"n3\"]},{\"from\":\"n2\",\"to\":[\"n5\","
    "\"n4\"]"
    "},{\"from\":\"n3\",\"to\":[\"n5\",\"n6\"]},{\"from\":\"n4\",\"to\":[\"n5\"]},{\"from\":\"n4\",\"to\":[\"n8\"]},{"
    "\"from\":\"n5\",\"to\":[\"n7\",\"n8\"]},{\"from\":\"n5\",\"to\":[\"n6\"]},{\"from\":\"n6\",\"to\":[\"n7\",\"n8\"]}"
    "]";

/* Solves a problem. body: a JSON object without its closing brace; more: further members, or "". */
static inline struct answer solve(uint16_t port, const char *body, const char *more)
{
    size_t size = strlen(body) + strlen(more) + 3;
    char *text = malloc(size);
    snprintf(text, size, "%s%s%s}", body, *more ? "," : "", more);
    struct answer answer = ask_json(port, "/v1/andor", text);
    free(text);
    return answer;
}

static inline const cJSON *result_of(const struct answer *answer, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(answer_member(answer, "result"), name);
}

static inline const cJSON *member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static inline int number(const cJSON *object, const char *name)
{
    const cJSON *item = member(object, name);
    assert_true(cJSON_IsNumber(item));
    return item->valueint;
}

static inline const cJSON *by_id(const cJSON *array, const char *id)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, array) if (strcmp(member(item, "id")->valuestring, id) == 0) return item;
    fail_msg("there is nothing called %s", id);
    return NULL;
}

static inline bool has_warning(const struct answer *answer, const char *type)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, result_of(answer, "warnings")) if (strcmp(member(item, "type")->valuestring, type) ==
                                                                0) return true;
    return false;
}

/* Checks that the job was accepted and has failed. */
static inline void expect_failure(const struct answer *answer, const char *type)
{
    expect_status(answer, 200);
    assert_string_equal(answer_text(answer, "status"), "failed");
    assert_string_equal(answer_text2(answer, "error", "type"), type);
}

/* Returns the reference file, or NULL when it does not exist. */
static inline cJSON *load(void)
{
    FILE *file = fopen(ANDOR_CASES, "r");
    if (!file)
        return NULL;
    char *text = malloc(1 << 22);
    size_t len = fread(text, 1, (1 << 22) - 1, file);
    text[len] = '\0';
    fclose(file);
    cJSON *cases = cJSON_Parse(text);
    free(text);
    assert_non_null(cases);
    return cases;
}

#endif
