/* Helpers for fuzzing a kind: both of its parsers, and a short solve. */
#ifndef FUZZ_KIND_H
#define FUZZ_KIND_H

#include <string.h>

#include <nash/nash.h>

#include "fuzz.h"

/* If the first byte is 'T', parses the rest as the text form; if it is 'M', only checks the rest as members beside a
 * text; else reads the whole input as JSON, which may hold a text. Returns the problem, or NULL after a refusal, which
 * must have a reason. */
static inline void *fuzz_parse(const struct nash_solver *solver, const uint8_t *data, size_t size,
                               struct nash_arena *arena)
{
    static const char completed[] = "reading the problem failed: "; /* what a request gets that has no reason */
    const char *text = (const char *)data;
    struct nash_json doc = {0};
    struct nash_error error = {0};
    void *problem = NULL;
    enum nash_status status;
    if (size && *text == 'T') {
        status = solver->parse_text(text + 1, size - 1, NULL, arena, &problem, &error);
    } else if (size && *text == 'M' && solver->parse_text) {
        struct nash_job job;
        status = nash_members_read(solver, text + 1, size - 1, arena, &doc, &job, 0, &error);
        nash_json_free(&doc);
    } else {
        const struct nash_body body = {.format = NASH_FORMAT_JSON, .text = text, .len = size};
        status = nash_request_read(solver, &body, arena, &problem, NULL, 0, &error);
    }
    if (status == NASH_OK)
        return problem;
    if (!*error.detail || error.status != status || strncmp(error.detail, completed, sizeof completed - 1) == 0)
        fuzz_fail("a refusal without a reason", nash_status_name(status));
    return NULL;
}

/* Checks that the problem, written as JSON, is read again as the same problem. Returns that one, in the arena. */
static inline void *fuzz_same_problem(const struct nash_solver *solver, const void *problem, struct nash_buf *json,
                                      struct nash_arena *arena)
{
    struct nash_json doc;
    struct nash_error error = {0};
    void *again = NULL;
    if (nash_json_parse(&doc, json->data, json->len, arena, &error) != NASH_OK ||
        solver->parse(&doc, arena, &again, &error) != NASH_OK)
        fuzz_fail("the problem is refused when written again", error.detail);
    struct nash_hash one = nash_canonical_key(solver, problem, 0);
    struct nash_hash two = nash_canonical_key(solver, again, 0);
    if (memcmp(&one, &two, sizeof one) != 0)
        fuzz_fail("the problem changes when written again", nash_buf_cstr(json));
    nash_json_free(&doc);
    return again;
}

/* Checks that a stopped or finished solve passes verify(), writes strict JSON, and has the same text form from that
 * JSON. Returns the length of the JSON; 0 if the arena was full, or for NASH_TOO_LARGE if may_be_too_large. */
static inline size_t fuzz_solve(const struct nash_solver *solver, const void *problem, struct nash_run *run,
                                bool may_be_too_large)
{
    struct nash_result result = {0};
    struct nash_error error = {0};
    struct nash_buf json = NASH_BUF_INIT(0), text = NASH_BUF_INIT(0), again = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&json);
    enum nash_status status = solver->solve(problem, run, &result, &error);
    if (status == NASH_NOMEM || (status == NASH_TOO_LARGE && may_be_too_large))
        return 0;
    if (status != NASH_OK || solver->verify(problem, &result, &error) != NASH_OK)
        fuzz_fail("the answer does not hold", error.detail);
    solver->write(problem, &result, &out);
    if (nash_json_check(json.data, json.len, &error) != NASH_OK)
        fuzz_fail("the answer is no JSON", error.detail);
    cJSON *root = cJSON_ParseWithLength(json.data, json.len);
    nash_write_text(solver, problem, &result, &text);
    solver->text_of(root, &again);
    if (strcmp(nash_buf_cstr(&text), nash_buf_cstr(&again)) != 0)
        fuzz_fail("the texts of one answer differ", nash_buf_cstr(&again));
    size_t len = json.len;
    cJSON_Delete(root);
    nash_buf_free(&json);
    nash_buf_free(&text);
    nash_buf_free(&again);
    return len;
}

#endif
