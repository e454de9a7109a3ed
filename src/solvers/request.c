#include <string.h>

#include <nash/request.h>
#include <solvers/kit/reader.h>

enum { WEBHOOK_CHARACTERS_MAX = 1000 };

static const int64_t seed_max = (INT64_C(1) << 53) - 1; /* largest integer that JSON carries exactly */

/* ---- tags ---- */

static bool is_tag_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("._:/@-", c) != NULL);
}

bool nash_tag_check(const char *tag, size_t len)
{
    size_t at = 0;
    while (at < len && is_tag_character(tag[at]))
        at++;
    return at == len && len >= 1 && len <= NASH_TAG_MAX;
}

bool nash_tags_check(const char *json, size_t len)
{
    const char *at = json, *end = json + len;
    unsigned count = 0;
    if (len >= NASH_TAGS_BYTES)
        return false;
    do {
        if (end - at < 2 || at[0] != (count == 0 ? '[' : ',') || at[1] != '"')
            return false;
        const char *tag = at + 2, *quote = memchr(tag, '"', (size_t)(end - tag));
        if (quote == NULL || !nash_tag_check(tag, (size_t)(quote - tag)))
            return false;
        at = quote + 1;
        count++;
    } while (end - at > 1);
    return count <= NASH_TAGS_MAX && end - at == 1 && at[0] == ']';
}

/* Reads the member "tags" of "job" into tags. */
static void read_tags(struct reader *r, char tags[NASH_TAGS_BYTES])
{
    struct reader array;
    size_t len = 0;
    if (!reader_array(&array, r, "tags"))
        return;
    if (reader_count(&array) < 1 || reader_count(&array) > NASH_TAGS_MAX) {
        reader_fail(&array, NASH_INVALID, NULL, "a job has 1 to %d tags, here are %zu: leave the member out for none",
                    NASH_TAGS_MAX, reader_count(&array));
        return;
    }
    for (struct reader item = {0}; reader_item(&item, &array);) {
        const char *tag = reader_as_string(&item, NASH_TAG_MAX);
        if (tag == NULL)
            return;
        size_t tag_len = strlen(tag);
        if (!nash_tag_check(tag, tag_len)) {
            reader_fail(&item, NASH_INVALID, NULL, "a tag has 1 to %d of the characters A-Z a-z 0-9 . _ : / @ -",
                        NASH_TAG_MAX);
            return;
        }
        tags[len] = len == 0 ? '[' : ',';
        len++;
        tags[len++] = '"';
        memcpy(tags + len, tag, tag_len);
        len += tag_len;
        tags[len++] = '"';
    }
    strcpy(tags + len, "]");
}

/* ---- the request ---- */

/* Reads the reserved member "job" of the root. */
static enum nash_status read_job(const struct nash_json *doc, struct nash_arena *arena, struct nash_job *job,
                                 struct nash_error *error)
{
    static const char *const names[] = {"timeout_ms", "priority", "seed", "fresh", "tags", "webhook", NULL};
    struct reader root, r;
    reader_root(&root, doc, arena, error);
    if (!cJSON_IsObject(doc->root) || !reader_object(&r, &root, "job"))
        return reader_status(&root);
    reader_only(&r, names);
    job->timeout_ms = (uint32_t)reader_int(&r, "timeout_ms", 1, NASH_TIMEOUT_MAX_MS, 0);
    job->has_priority = reader_has(&r, "priority");
    job->priority = (int)reader_int(&r, "priority", NASH_PRIORITY_MIN, NASH_PRIORITY_MAX, 0);
    job->has_seed = reader_has(&r, "seed");
    job->seed = (uint64_t)reader_int(&r, "seed", 0, seed_max, 0);
    job->fresh = reader_bool(&r, "fresh", false);
    read_tags(&r, job->tags);
    if (!reader_has(&r, "webhook"))
        return reader_status(&root);
    const char *webhook = reader_string(&r, "webhook", WEBHOOK_CHARACTERS_MAX);
    if (webhook != NULL && (job->webhook = nash_arena_strndup(arena, webhook, strlen(webhook))) == NULL)
        return nash_fail(error, NASH_NOMEM, "/job/webhook", "no memory for the request");
    return reader_status(&root);
}

/* Checks the time limit. This follows the reading of all members, because a malformed one is reported first. */
static enum nash_status check_timeout(const struct nash_solver *solver, const struct nash_job *job,
                                      uint32_t timeout_max_ms, struct nash_error *error)
{
    if (!timeout_max_ms || job->timeout_ms <= timeout_max_ms)
        return NASH_OK;
    return nash_fail(error, NASH_UNPROCESSABLE, "/job/timeout_ms", "%s takes at most %u ms (time_ms_max of its limits)",
                     solver->kind, timeout_max_ms);
}

/* Reports a malformed member beside a text that was refused, in place of the fault of the text: a kind may read the
 * text first, to know which members it has. Returns whether there is one. */
static bool report_malformed_member(const struct nash_solver *solver, const struct nash_json *doc,
                                    struct nash_arena *arena, struct nash_error *error)
{
    struct nash_error found = {0};
    if (solver->parse_text(NULL, 0, doc, arena, NULL, &found) != NASH_INVALID)
        return false;
    *error = found;
    return true;
}

/* Reads the problem of a JSON object: in its member "text", if there is one, or in the members of the kind. The schema
 * allows any text, so its faults are NASH_UNPROCESSABLE. */
static enum nash_status parse_members(const struct nash_solver *solver, const struct nash_json *doc,
                                      struct nash_arena *arena, void **problem, struct nash_error *error)
{
    const cJSON *text = solver->parse_text ? nash_json_get(doc->root, "text") : NULL;
    const char *bytes = NULL;
    if (!text)
        return solver->parse(doc, arena, problem, error);
    enum nash_status status = nash_json_as_string(text, "/text", solver->limits.body_bytes, &bytes, error);
    if (status != NASH_OK)
        return status;
    status = solver->parse_text(bytes, strlen(bytes), doc, arena, problem, error);
    if (status == NASH_OK || error->pointer[0] != '\0')
        return status;
    if (status != NASH_NOMEM && report_malformed_member(solver, doc, arena, error))
        return NASH_INVALID;
    strcpy(error->pointer, "/text");
    return error->status == NASH_INVALID ? (error->status = NASH_UNPROCESSABLE) : status;
}

static enum nash_status read_json(const struct nash_solver *solver, const struct nash_body *body,
                                  struct nash_arena *arena, void **problem, struct nash_job *job,
                                  uint32_t timeout_max_ms, struct nash_error *error)
{
    struct nash_json doc;
    enum nash_status status = body->spare
                                  ? nash_json_parse_spare(&doc, (char *)(uintptr_t)body->text, body->len, arena, error)
                                  : nash_json_parse(&doc, body->text, body->len, arena, error);
    if (status == NASH_OK && job)
        status = read_job(&doc, arena, job, error);
    if (status == NASH_OK)
        status = parse_members(solver, &doc, arena, problem, error);
    if (status == NASH_OK && job)
        status = check_timeout(solver, job, timeout_max_ms, error);
    nash_json_free(&doc);
    return status;
}

static enum nash_status read_body(const struct nash_solver *solver, const struct nash_body *body,
                                  struct nash_arena *arena, void **problem, struct nash_job *job,
                                  uint32_t timeout_max_ms, struct nash_error *error)
{
    if (body->len > nash_problem_bytes(&solver->limits))
        return nash_fail(error, NASH_TOO_LARGE, "", "the problem is %zu bytes long; %s takes at most %zu", body->len,
                         solver->kind, nash_problem_bytes(&solver->limits));
    if (body->format == NASH_FORMAT_JSON)
        return read_json(solver, body, arena, problem, job, timeout_max_ms, error);
    if (!solver->parse_text)
        return nash_fail_type(error, NASH_INVALID, "no-text-form", "", "%s has no text form: send JSON", solver->kind);
    return solver->parse_text(body->text, body->len, body->members, arena, problem, error);
}

/* Completes the error of a parser that returned a status without one. */
static enum nash_status complete_error(enum nash_status status, struct nash_error *error)
{
    if (status == NASH_OK)
        return status;
    if (error->status == NASH_OK)
        nash_fail(error, status, "", "reading the problem failed: %s", nash_status_name(status));
    if (error->type[0] == '\0') /* a worker treats an error without a type as a limit that the solver exceeded */
        strcpy(error->type, nash_error_type(error));
    return status;
}

enum nash_status nash_request_read(const struct nash_solver *solver, const struct nash_body *body,
                                   struct nash_arena *arena, void **problem, struct nash_job *job,
                                   uint32_t timeout_max_ms, struct nash_error *error)
{
    *error = (struct nash_error){0};
    if (job)
        *job = (struct nash_job){0};
    return complete_error(read_body(solver, body, arena, problem, job, timeout_max_ms, error), error);
}

enum nash_status nash_members_read(const struct nash_solver *solver, const char *text, size_t len,
                                   struct nash_arena *arena, struct nash_json *doc, struct nash_job *job,
                                   uint32_t timeout_max_ms, struct nash_error *error)
{
    *error = (struct nash_error){0};
    *job = (struct nash_job){0};
    enum nash_status status = nash_json_parse(doc, text, len, arena, error);
    if (status == NASH_OK)
        status = read_job(doc, arena, job, error);
    if (status == NASH_OK)
        status = solver->parse_text(NULL, 0, doc, arena, NULL, error);
    if (status == NASH_OK)
        status = check_timeout(solver, job, timeout_max_ms, error);
    return complete_error(status, error);
}

uint32_t nash_time_default(const struct nash_solver *solver, const void *problem)
{
    bool long_lasting = solver->background && solver->background(problem);
    return long_lasting ? solver->limits.time_ms_max : solver->limits.time_ms_default;
}
