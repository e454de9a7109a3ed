/* GET /v1/kinds and /v1/kinds/{kind}: the kinds of the registry, with limits, links and examples. */
#include <schema/embedded.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <api/common.h>
#include <nash/json.h>

/* Writes the "examples" of the kind's request schema, unchanged. */
static void write_examples(const char *kind, struct nash_jsonw *json)
{
    char name[JOB_KIND_MAX + 16];
    snprintf(name, sizeof name, "%s.request.json", kind);
    const struct schema_file *file = schema_find(name);
    cJSON *schema = file != NULL ? cJSON_ParseWithLength(file->data, file->len) : NULL;
    char *text = cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(schema, "examples"));
    if (text != NULL)
        nash_jsonw_kraw(json, "examples", text, strlen(text));
    cJSON_free(text);
    cJSON_Delete(schema);
}

/* Writes the link "<before><kind><after>". */
static void write_link(struct nash_jsonw *json, const char *name, const char *before, const char *kind,
                       const char *after)
{
    char link[128];
    snprintf(link, sizeof link, "%s%s%s", before, kind, after);
    nash_jsonw_kstring(json, name, link);
}

static void write_kind(const struct nash_solver *solver, struct nash_jsonw *json)
{
    bool has_text = solver->parse_text != NULL;
    nash_jsonw_object(json);
    nash_jsonw_kstring(json, "kind", solver->kind);
    nash_jsonw_kstring(json, "title", solver->title);
    nash_jsonw_kstring(json, "version", solver->version);
    nash_jsonw_kbool(json, "seeded", solver->seeded != NULL);
    nash_jsonw_kbool(json, "text", has_text);
    nash_jsonw_kbool(json, "records", solver->text_next != NULL);
    nash_jsonw_kbool(json, "learns", solver->learns);
    nash_jsonw_kbool(json, "models", solver->models != NULL);
    nash_jsonw_kobject(json, "limits");
    nash_jsonw_kuint(json, "body_bytes", solver->limits.body_bytes);
    nash_jsonw_kuint(json, "memory_bytes", solver->limits.memory_bytes);
    nash_jsonw_kuint(json, "result_bytes", solver->limits.result_bytes);
    nash_jsonw_kuint(json, "time_ms_default", solver->limits.time_ms_default);
    nash_jsonw_kuint(json, "time_ms_max", solver->limits.time_ms_max);
    nash_jsonw_object_end(json);
    nash_jsonw_kobject(json, "links");
    write_link(json, "submit", "/v1/", solver->kind, "");
    if (has_text)
        write_link(json, "batch", "/v1/", solver->kind, "/batch");
    write_link(json, "request_schema", "/v1/schema/", solver->kind, ".request.json");
    write_link(json, "result_schema", "/v1/schema/", solver->kind, ".result.json");
    nash_jsonw_object_end(json);
    write_examples(solver->kind, json);
    nash_jsonw_object_end(json);
}

void api_kinds(struct http_request *request)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&buf);
    size_t count;
    const struct nash_solver *const *kinds = nash_kinds(&count);
    nash_jsonw_object(&json);
    nash_jsonw_karray(&json, "kinds");
    for (size_t i = 0; i < count; i++)
        write_kind(kinds[i], &json);
    nash_jsonw_array_end(&json);
    nash_jsonw_object_end(&json);
    api_reply_json(request, 200, &buf);
    nash_buf_free(&buf);
}

void api_kind(struct http_request *request)
{
    const struct nash_solver *solver = api_find_kind(request);
    if (solver == NULL)
        return;
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&buf);
    write_kind(solver, &json);
    api_reply_json(request, 200, &buf);
    nash_buf_free(&buf);
}
