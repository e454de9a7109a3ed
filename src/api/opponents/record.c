#include "record.h"

#include <base/clock.h>

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
    if (row->owner[0] != '\0')
        nash_jsonw_kstring(json, "owner", row->owner);
    nash_jsonw_kstring(json, "created_at", clock_text(when, row->created_ms));
    nash_jsonw_kstring(json, "updated_at", clock_text(when, row->updated_ms));
    nash_jsonw_object_end(json);
}

char *opponent_path(char *out, const struct job_id *id, const char *tail)
{
    return document_path(out, "/v1/opponents", id, tail);
}
