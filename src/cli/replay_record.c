/* Reading a record. A member that is missing or of another type is named, with what is expected. */
#include <string.h>

#include "replay.h"

static bool refuse_record(struct nash_error *error, const char *pointer, const char *detail)
{
    nash_fail(error, NASH_INVALID, pointer, "%s", detail);
    return false;
}

/* Names the place at which the text stops being JSON. */
static bool refuse_text(const char *text, const char *end, struct nash_error *error)
{
    size_t line = 1, column = 1;
    for (const char *at = text; at < end; at++) {
        column = *at == '\n' ? 1 : column + 1;
        line += *at == '\n';
    }
    nash_fail(error, NASH_INVALID, "", "no JSON: line %zu, column %zu", line, column);
    return false;
}

/* Says what a JSON document without the member "record" is instead. */
static bool refuse_other(const cJSON *json, struct nash_error *error)
{
    const cJSON *id = nash_json_get(json, "id");
    if (cJSON_IsString(id) && cJSON_IsString(nash_json_get(json, "status"))) {
        nash_fail(error, NASH_INVALID, "", "this is a job without its problem: save GET /v1/jobs/%.64s/record instead",
                  id->valuestring);
        return false;
    }
    return refuse_record(error, "", "this is no record: save one with GET /v1/jobs/{id}/record");
}

/* Reads a whole number 0..max; `fallback` if the member is absent. */
static bool read_whole(const cJSON *json, const char *name, uint64_t max, uint64_t fallback, uint64_t *value,
                       struct nash_error *error)
{
    char pointer[64];
    int64_t number = (int64_t)fallback;
    const cJSON *item = nash_json_get(json, name);
    *value = fallback;
    if (item != NULL && nash_json_as_int(item, nash_pointer(pointer, sizeof pointer, "", name), 0, (int64_t)max,
                                         &number, error) != NASH_OK)
        return false;
    *value = (uint64_t)number;
    return true;
}

static bool read_problem(struct replay_record *record, struct nash_error *error)
{
    const cJSON *problem = nash_json_get(record->json, "problem"), *text = nash_json_get(record->json, "text");
    record->format = problem != NULL ? NASH_FORMAT_JSON : NASH_FORMAT_TEXT;
    if (problem == NULL && !cJSON_IsString(text))
        return refuse_record(error, "/problem", "the record has no problem: neither \"problem\" nor \"text\"");
    record->text = problem != NULL ? cJSON_PrintUnformatted(problem) : strdup(text->valuestring);
    if (record->text == NULL)
        nash_fail(error, NASH_NOMEM, "", "out of memory");
    return record->text != NULL;
}

static bool read_kind(struct replay_record *record, struct nash_error *error)
{
    const cJSON *kind = nash_json_get(record->json, "kind");
    if (!cJSON_IsString(kind))
        return refuse_record(error, "/kind", "must be the name of a kind, such as \"sudoku\"");
    record->solver = nash_find_kind(kind->valuestring, strlen(kind->valuestring));
    if (record->solver == NULL)
        nash_fail(error, NASH_INVALID, "/kind", "this program has no kind \"%.64s\"", kind->valuestring);
    return record->solver != NULL;
}

static bool read_result(struct replay_record *record, struct nash_error *error)
{
    const cJSON *job = nash_json_get(record->json, "job"), *why = nash_json_get(nash_json_get(job, "error"), "detail");
    record->result = nash_json_get(job, "result");
    if (!cJSON_IsObject(record->result))
        nash_fail(error, NASH_INVALID, "/job/result", "the job has no result to compare with%s%.300s",
                  cJSON_IsString(why) ? ": it failed: " : "", cJSON_IsString(why) ? why->valuestring : "");
    return cJSON_IsObject(record->result);
}

static const char *text_of(const cJSON *json, const char *name)
{
    const cJSON *item = nash_json_get(json, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

bool replay_record_read(struct replay_record *record, const char *text, size_t len, struct nash_error *error)
{
    const uint64_t seed_max = (UINT64_C(1) << 53) - 1;
    const char *end = text;
    uint64_t version, timeout_ms;
    size_t visible = 0;
    *record = (struct replay_record){0};
    while (visible < len && strchr(" \t\r\n", text[visible]) != NULL)
        visible++;
    if (visible == len)
        return refuse_record(error, "", "the record is empty");
    record->json = cJSON_ParseWithLengthOpts(text, len, &end, false);
    while (record->json != NULL && end < text + len && *end != '\0' && strchr(" \t\r\n", *end) != NULL)
        end++;
    if (record->json == NULL || end != text + len)
        return refuse_text(text, end, error);
    if (nash_json_get(record->json, "record") == NULL)
        return refuse_other(record->json, error);
    if (!read_whole(record->json, "record", UINT32_MAX, 0, &version, error))
        return false;
    if (version != 1) {
        nash_fail(error, NASH_INVALID, "/record", "a record of version %llu; this program reads version 1",
                  (unsigned long long)version);
        return false;
    }
    if (!read_whole(record->json, "seed", seed_max, 0, &record->seed, error) ||
        !read_whole(record->json, "timeout_ms", NASH_TIMEOUT_MAX_MS, 0, &timeout_ms, error))
        return false;
    record->timeout_ms = (uint32_t)timeout_ms;
    record->final = !cJSON_IsFalse(nash_json_get(record->json, "final"));
    record->nashd = text_of(record->json, "nashd");
    record->version = text_of(record->json, "solver");
    return read_kind(record, error) && read_problem(record, error) && read_result(record, error);
}

void replay_record_release(struct replay_record *record)
{
    cJSON_Delete(record->json);
    cJSON_free(record->text);
}
