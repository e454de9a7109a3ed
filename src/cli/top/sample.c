/* Reads the replies of the server. Texts are shown on a terminal: whatever is not printable ASCII becomes "?". */
#include "sample.h"

#include <stdio.h>
#include <string.h>

#include <base/clock.h>
#include <nash/json.h>

enum { ARENA_BYTES = 8 << 20 };

static int64_t read_count(const cJSON *object, const char *name)
{
    int64_t value = 0;
    (void)nash_json_as_int(nash_json_get(object, name), "", 0, INT64_C(1) << 53, &value, NULL);
    return value;
}

static void copy_text(char *out, size_t room, const char *text)
{
    size_t len = 0;
    for (; text != NULL && *text != '\0' && len + 1 < room; text++)
        out[len++] = *text >= ' ' && *text <= '~' ? *text : '?';
    out[len] = '\0';
}

static void read_text(const cJSON *object, const char *name, char *out, size_t room)
{
    const cJSON *item = nash_json_get(object, name);
    copy_text(out, room, cJSON_IsString(item) ? item->valuestring : "");
}

/* Reads up to `room` numbers of an array. Returns how many there are. */
static unsigned read_numbers(const struct nash_json *doc, const cJSON *array, double *out, unsigned room)
{
    unsigned count = 0;
    const struct nash_json_flat *flat = cJSON_IsArray(array) ? nash_json_flat_at(doc, array) : NULL;
    if (flat != NULL) {
        for (; count < flat->count && count < room; count++)
            out[count] = flat->narrow != NULL ? flat->narrow[count] : (double)flat->wide[count];
        return count;
    }
    for (const cJSON *item = cJSON_IsArray(array) ? array->child : NULL; item != NULL && count < room;
         item = item->next)
        out[count++] = cJSON_IsNumber(item) ? item->valuedouble : 0;
    return count;
}

static void read_kinds(struct top_sample *sample, const struct nash_json *doc)
{
    double numbers[TOP_BUCKETS];
    const cJSON *kinds = nash_json_get(doc->root, "kinds");
    unsigned bounds = read_numbers(doc, nash_json_get(doc->root, "bucket_seconds"), sample->bucket_s, TOP_BUCKETS - 1);
    sample->buckets = bounds + 1;
    for (const cJSON *item = cJSON_IsArray(kinds) ? kinds->child : NULL; item != NULL && sample->kinds < TOP_KINDS;
         item = item->next) {
        struct top_kind *kind = &sample->kind[sample->kinds++];
        read_text(item, "kind", kind->name, sizeof kind->name);
        kind->submitted = read_count(item, "submitted");
        kind->cached = read_count(item, "cached");
        kind->succeeded = read_count(item, "succeeded");
        kind->failed = read_count(item, "failed");
        kind->cancelled = read_count(item, "cancelled");
        unsigned count = read_numbers(doc, nash_json_get(item, "run_buckets"), numbers, sample->buckets);
        for (unsigned i = 0; i < count; i++)
            kind->bucket[i] = (int64_t)numbers[i];
    }
}

static void read_http(struct top_sample *sample, const struct nash_json *doc)
{
    double numbers[5] = {0};
    const cJSON *http = nash_json_get(doc->root, "http");
    sample->connections = read_count(http, "connections");
    read_numbers(doc, nash_json_get(http, "replies"), numbers, 5);
    for (int i = 0; i < 5; i++)
        sample->replies[i] = (int64_t)numbers[i];
}

static void read_budgets(struct top_sample *sample, const cJSON *budgets)
{
    for (const cJSON *item = cJSON_IsObject(budgets) ? budgets->child : NULL;
         item != NULL && sample->budgets < TOP_BUDGETS; item = item->next) {
        struct top_budget *budget = &sample->budget[sample->budgets++];
        copy_text(budget->name, sizeof budget->name, item->string);
        budget->used = read_count(item, "used");
        budget->limit = read_count(item, "limit");
    }
}

static void fill_stats(struct top_sample *sample, const struct nash_json *doc)
{
    const cJSON *workers = nash_json_get(doc->root, "workers"), *jobs = nash_json_get(doc->root, "jobs"),
                *store = nash_json_get(doc->root, "store");
    read_text(doc->root, "version", sample->version, sizeof sample->version);
    sample->started_ms = read_count(doc->root, "started_ms");
    sample->draining = cJSON_IsTrue(nash_json_get(doc->root, "draining"));
    sample->workers = read_count(workers, "count");
    sample->busy = read_count(workers, "busy");
    sample->replaced = read_count(workers, "replaced");
    sample->crashes = read_count(workers, "crashes");
    sample->queued = read_count(jobs, "queued");
    sample->running = read_count(jobs, "running");
    sample->succeeded = read_count(jobs, "succeeded");
    sample->failed = read_count(jobs, "failed");
    sample->cancelled = read_count(jobs, "cancelled");
    sample->store_bytes = read_count(store, "bytes");
    sample->commits = read_count(store, "commits");
    read_kinds(sample, doc);
    read_http(sample, doc);
    read_budgets(sample, nash_json_get(doc->root, "budgets"));
}

/* Appends the members of a progress report that are short: numbers and words. */
static void read_progress(const cJSON *progress, char *out, size_t room)
{
    size_t len = 0;
    out[0] = '\0';
    for (const cJSON *item = cJSON_IsObject(progress) ? progress->child : NULL; item != NULL; item = item->next) {
        enum { SHORT = 24 };
        char value[SHORT + 1];
        if (cJSON_IsNumber(item))
            snprintf(value, sizeof value, "%.10g", item->valuedouble);
        else if (cJSON_IsString(item) && strlen(item->valuestring) <= SHORT)
            copy_text(value, sizeof value, item->valuestring);
        else
            continue;
        int more = snprintf(out + len, room - len, "%s%.24s=%s", len > 0 ? " " : "", item->string, value);
        if (more < 0 || (size_t)more >= room - len) {
            out[len] = '\0';
            return;
        }
        len += (size_t)more;
    }
    copy_text(out, room, out); /* names of members, too */
}

static void fill_jobs(struct top_sample *sample, const struct nash_json *doc)
{
    const cJSON *jobs = nash_json_get(doc->root, "jobs");
    for (const cJSON *item = cJSON_IsArray(jobs) ? jobs->child : NULL; item != NULL && sample->jobs < TOP_RUNNING;
         item = item->next) {
        struct top_job *job = &sample->job[sample->jobs++];
        const cJSON *started = nash_json_get(item, "started_at");
        read_text(item, "id", job->id, sizeof job->id);
        read_text(item, "kind", job->kind, sizeof job->kind);
        if (!cJSON_IsString(started) || !clock_read(started->valuestring, &job->started_ms))
            job->started_ms = sample->now_ms;
        read_progress(nash_json_get(item, "progress"), job->progress, sizeof job->progress);
    }
}

static enum nash_status read_document(struct top_sample *sample, const char *text, size_t len,
                                      void (*fill)(struct top_sample *, const struct nash_json *),
                                      struct nash_error *error)
{
    struct nash_json doc = {0};
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    enum nash_status status = arena == NULL ? nash_fail(error, NASH_NOMEM, "", "out of memory")
                                            : nash_json_parse(&doc, text, len, arena, error);
    if (status == NASH_OK && !cJSON_IsObject(doc.root))
        status = nash_fail(error, NASH_INVALID, "", "the reply is not a JSON object");
    if (status == NASH_OK)
        fill(sample, &doc);
    nash_json_free(&doc);
    nash_arena_free(arena);
    return status;
}

enum nash_status top_read_stats(struct top_sample *sample, const char *text, size_t len, struct nash_error *error)
{
    return read_document(sample, text, len, fill_stats, error);
}

enum nash_status top_read_jobs(struct top_sample *sample, const char *text, size_t len, struct nash_error *error)
{
    return read_document(sample, text, len, fill_jobs, error);
}
