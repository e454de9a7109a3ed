#include "record.h"

#include <stdio.h>
#include <string.h>

#include <base/clock.h>
#include <base/secret.h>

enum { BRIEF_MAX = 2048 }; /* bytes of a member of "training" in a list: files of others may have more */

/* ---- the meta ---- */

static int64_t read_count(struct slice all, const char *name)
{
    int64_t count = -1;
    struct slice value = json_member_of(all, name);
    return value.text != NULL && nash_parse_int64(value.text, value.len, &count) ? count : -1;
}

static struct slice read_text(struct slice all, const char *name)
{
    struct slice value = json_member_of(all, name);
    return value.text != NULL ? slice_string(value) : value;
}

struct model_meta model_meta_of(const struct store_document *row)
{
    struct slice all = slice_of(row->meta);
    return (struct model_meta){.file_bytes = read_count(all, "file_bytes"),
                               .net_bytes = read_count(all, "net_bytes"),
                               .about = json_member_of(all, "about"),
                               .sha256 = read_text(all, "sha256"),
                               .job = read_text(all, "job"),
                               .checkpoint = read_text(all, "checkpoint"),
                               .request = read_text(all, "request")};
}

/* Writes a text without escapes, if there is one. */
static void write_text(struct nash_jsonw *json, const char *name, struct slice text)
{
    if (text.text == NULL)
        return;
    nash_jsonw_key(json, name);
    nash_jsonw_string_n(json, text.text, text.len);
}

struct bytes *model_meta_bytes(const struct model_meta *meta)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&buf);
    nash_jsonw_object(&json);
    nash_jsonw_kint(&json, "file_bytes", meta->file_bytes);
    nash_jsonw_kint(&json, "net_bytes", meta->net_bytes);
    write_text(&json, "sha256", meta->sha256);
    write_text(&json, "job", meta->job);
    write_text(&json, "checkpoint", meta->checkpoint);
    write_text(&json, "request", meta->request);
    nash_jsonw_kraw(&json, "about", meta->about.text, meta->about.len);
    nash_jsonw_object_end(&json);
    struct bytes *bytes = buf.failed ? NULL : bytes_copy(buf.data, buf.len);
    nash_buf_free(&buf);
    return bytes;
}

/* ---- the body ---- */

static bool is_whole(const struct store_document *row, const struct model_meta *meta)
{
    return row->body != NULL && meta->file_bytes >= 0 && meta->net_bytes >= 0 &&
           (uint64_t)meta->file_bytes + (uint64_t)meta->net_bytes == row->body->len;
}

struct slice model_file_of(const struct store_document *row)
{
    struct model_meta meta = model_meta_of(row);
    return is_whole(row, &meta) ? (struct slice){row->body->data, (size_t)meta.file_bytes} : (struct slice){0};
}

struct slice model_net_of(const struct store_document *row)
{
    struct model_meta meta = model_meta_of(row);
    return is_whole(row, &meta) ? (struct slice){row->body->data + meta.file_bytes, (size_t)meta.net_bytes}
                                : (struct slice){0};
}

/* ---- JSON ---- */

/* Writes the point of the best checkpoint as the only one of the curve. */
static void write_best_point(struct nash_jsonw *json, struct slice curve, struct slice best)
{
    struct json_members points;
    struct slice point;
    bool found = false;
    nash_jsonw_karray(json, "curve");
    json_members_begin(&points, curve.text, curve.len);
    while (best.text != NULL && !found && json_elements_next(&points, &point)) {
        struct slice step = json_member_of(point, "step");
        found = step.len == best.len && memcmp(step.text, best.text, best.len) == 0;
        if (found && point.len <= BRIEF_MAX)
            nash_jsonw_raw(json, point.text, point.len);
    }
    nash_jsonw_array_end(json);
}

/* Writes what a file says of its training, as far as a list needs it. */
static void write_training_brief(struct nash_jsonw *json, struct slice training)
{
    struct json_members members;
    struct json_member member;
    struct slice best = json_member_of(training, "best_step");
    nash_jsonw_kobject(json, "training");
    json_members_begin(&members, training.text, training.len);
    while (json_members_next(&members, &member))
        if (slice_is(member.key, "curve"))
            write_best_point(json, member.value, best);
        else if (member.key.len + member.value.len <= BRIEF_MAX)
            json_member_write(&member, json);
    nash_jsonw_object_end(json);
}

static void write_about(struct nash_jsonw *json, struct slice about, bool brief)
{
    struct json_members members;
    struct json_member member;
    if (about.text == NULL)
        return;
    json_members_begin(&members, about.text, about.len);
    while (json_members_next(&members, &member)) {
        char key[64];
        if (brief && slice_is(member.key, "training") && slice_is_object(member.value)) {
            write_training_brief(json, member.value);
            continue;
        }
        snprintf(key, sizeof key, "%.*s", (int)(member.key.len < 63 ? member.key.len : 63), member.key.text);
        nash_jsonw_kraw(json, key, member.value.text, member.value.len);
    }
}

static void write_model(const struct store_document *row, bool brief, struct nash_jsonw *json)
{
    struct model_meta meta = model_meta_of(row);
    char id[JOB_ID_TEXT], when[CLOCK_TEXT];
    nash_jsonw_object(json);
    nash_jsonw_kstring(json, "id", job_id_text(id, &row->id));
    nash_jsonw_kstring(json, "kind", row->kind);
    nash_jsonw_kstring(json, "name", row->name);
    nash_jsonw_kint(json, "bytes", meta.file_bytes);
    nash_jsonw_kint(json, "net_bytes", meta.net_bytes);
    write_text(json, "sha256", meta.sha256);
    write_text(json, "job", meta.job);
    write_text(json, "checkpoint", meta.checkpoint);
    write_about(json, meta.about, brief);
    nash_jsonw_kint(json, "version", row->version);
    if (row->owner[0] != '\0')
        nash_jsonw_kstring(json, "owner", row->owner);
    nash_jsonw_kstring(json, "created_at", clock_text(when, row->created_ms));
    nash_jsonw_kstring(json, "updated_at", clock_text(when, row->updated_ms));
    nash_jsonw_object_end(json);
}

void model_document_write(const struct store_document *row, struct nash_jsonw *json)
{
    write_model(row, false, json);
}

void model_document_write_brief(const struct store_document *row, struct nash_jsonw *json)
{
    write_model(row, true, json);
}

bool model_default_write(const struct nash_solver *solver, bool brief, struct nash_jsonw *json,
                         struct nash_error *error)
{
    struct nash_buf about = NASH_BUF_INIT(0), net = NASH_BUF_INIT(0);
    struct nash_jsonw writer = NASH_JSONW(&about);
    char sha256[2 * NASH_HASH_BYTES + 1];
    nash_jsonw_object(&writer);
    bool good = solver->models->standard(&writer, &net, error) == NASH_OK;
    nash_jsonw_object_end(&writer);
    if (good && (about.failed || net.failed)) {
        nash_fail_type(error, NASH_BUSY, "out-of-memory", "", "the server has no memory for this model");
        good = false;
    }
    if (good) {
        struct nash_hash hash = nash_sha256_of(net.data, net.len);
        nash_jsonw_object(json);
        nash_jsonw_kstring(json, "id", MODEL_DEFAULT);
        nash_jsonw_kstring(json, "kind", solver->kind);
        nash_jsonw_kstring(json, "name", MODEL_DEFAULT);
        nash_jsonw_kuint(json, "bytes", 0);
        nash_jsonw_kuint(json, "net_bytes", net.len);
        nash_jsonw_kstring(json, "sha256", hex_encode(sha256, hash.byte, sizeof hash.byte));
        write_about(json, (struct slice){about.data, about.len}, brief);
        nash_jsonw_object_end(json);
    }
    nash_buf_free(&about);
    nash_buf_free(&net);
    return good;
}

/* ---- kinds ---- */

const struct nash_solver *model_kind(void)
{
    size_t count;
    const struct nash_solver *const *kinds = nash_kinds(&count);
    for (size_t i = 0; i < count; i++)
        if (kinds[i]->models != NULL)
            return kinds[i];
    return NULL;
}

void model_kinds(char *out, size_t size)
{
    size_t count, used = 0;
    const struct nash_solver *const *kinds = nash_kinds(&count);
    snprintf(out, size, "none");
    for (size_t i = 0; i < count && used < size; i++)
        if (kinds[i]->models != NULL)
            used += (size_t)snprintf(out + used, size - used, "%s%s", used > 0 ? ", " : "", kinds[i]->kind);
}
