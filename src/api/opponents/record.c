#include "record.h"

#include <stdio.h>
#include <string.h>

#include <base/clock.h>
#include <base/log.h>

const char opponent_type[] = "opponent";

static bool is_visible(const struct store_document *row, const char *owner)
{
    return strcmp(row->type, opponent_type) == 0 && (owner[0] == '\0' || strcmp(row->owner, owner) == 0);
}

bool opponent_read(struct opponents *opponents, const struct job_id *id, const char *owner, bool with_model,
                   struct store_document *row, struct nash_error *error)
{
    bool found = false;
    struct nash_error why = {0};
    char text[JOB_ID_TEXT];
    if (store_documents_get(opponents->api->store, id, 1, with_model, row, &found, &why) != NASH_OK) {
        log_error("store read failed", "reason=%s", why.detail);
        nash_fail_type(error, NASH_BUSY, "unavailable", "", "the database cannot be read now; try again later");
        return false;
    }
    if (found && is_visible(row, owner))
        return true;
    store_document_release(row);
    nash_fail_type(error, NASH_NOT_FOUND, "opponent-not-found", "", "opponent %s does not exist",
                   job_id_text(text, id));
    return false;
}

bool opponent_of_call(struct call *call, bool with_model, struct store_document *row)
{
    return opponent_read(call->opponents, &call->id, call->owner, with_model, row, &call->error);
}

struct opponent_meta opponent_meta_of(const struct store_document *row)
{
    struct opponent_meta meta = {0};
    struct slice all = row->meta != NULL ? (struct slice){row->meta->data, row->meta->len} : (struct slice){0};
    struct slice hands = json_member_of(all, "hands");
    meta.settings = json_member_of(all, "settings");
    if (hands.text != NULL)
        nash_parse_int64(hands.text, hands.len, &meta.hands);
    return meta;
}

struct bytes *opponent_meta_bytes(const struct opponent_meta *meta)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&buf);
    nash_jsonw_object(&json);
    nash_jsonw_kint(&json, "hands", meta->hands);
    if (meta->settings.text != NULL)
        nash_jsonw_kraw(&json, "settings", meta->settings.text, meta->settings.len);
    nash_jsonw_object_end(&json);
    struct bytes *bytes = buf.failed ? NULL : bytes_copy(buf.data, buf.len);
    nash_buf_free(&buf);
    return bytes;
}

void opponent_write(const struct store_document *row, struct nash_jsonw *json)
{
    struct opponent_meta meta = opponent_meta_of(row);
    char id[JOB_ID_TEXT], when[CLOCK_TEXT];
    nash_jsonw_object(json);
    nash_jsonw_kstring(json, "id", job_id_text(id, &row->id));
    nash_jsonw_kstring(json, "kind", row->kind);
    nash_jsonw_kstring(json, "name", row->name);
    if (meta.settings.text != NULL)
        nash_jsonw_kraw(json, "settings", meta.settings.text, meta.settings.len);
    nash_jsonw_kint(json, "version", row->version);
    nash_jsonw_kint(json, "hands", meta.hands);
    nash_jsonw_kuint(json, "model_bytes", row->body_bytes);
    nash_jsonw_kuint(json, "pending", row->waiting);
    nash_jsonw_kstring(json, "created_at", clock_text(when, row->created_ms));
    nash_jsonw_kstring(json, "updated_at", clock_text(when, row->updated_ms));
    nash_jsonw_object_end(json);
}

enum nash_status opponents_write(struct opponents *opponents, struct store_op *op)
{
    store_post(opponents->api->store, op);
    store_flush(opponents->api->store);
    return op->status;
}

void opponents_explain_write(enum nash_status status, struct nash_error *error)
{
    if (status == NASH_TOO_LARGE)
        nash_fail(error, status, "", "the database accepts no value of this size");
    else
        nash_fail_type(error, NASH_BUSY, "unavailable", "", "the database takes no writes now; try again later");
}

char *opponent_path(char *out, const struct job_id *id, const char *tail)
{
    char text[JOB_ID_TEXT];
    snprintf(out, 64 + 2 * JOB_ID_TEXT, "/v1/opponents/%s%s", job_id_text(text, id), tail);
    return out;
}
