/* GET /v1/keys: what an administrator may know of the keys. Neither a key nor its hash as a whole is ever sent. */
#include <stdlib.h>

#include <api/negotiation.h>
#include <base/clock.h>
#include <base/secret.h>

static void write_time(struct nash_jsonw *json, const char *name, int64_t wall_ms)
{
    char text[CLOCK_TEXT];
    nash_jsonw_kstring(json, name, wall_ms != 0 && wall_ms != INT64_MAX ? clock_text(text, wall_ms) : NULL);
}

/* Writes a limit; 0: no limit, no member. */
static void write_limit(struct nash_jsonw *json, const char *name, uint64_t limit)
{
    if (limit != 0)
        nash_jsonw_kuint(json, name, limit);
}

static void write_quota(struct nash_jsonw *json, const struct jobs_quota *quota)
{
    nash_jsonw_kobject(json, "quota");
    write_limit(json, "queued", quota->queued);
    write_limit(json, "running", quota->running);
    write_limit(json, "per_minute", quota->per_minute);
    write_limit(json, "bytes", quota->bytes);
    nash_jsonw_object_end(json);
}

static void write_key(struct nash_jsonw *json, struct keys *keys, const struct key_status *key)
{
    enum { SHOWN_BYTES = 4 }; /* of the hash: enough to tell two keys of a name apart */
    char hash[2 * SHOWN_BYTES + 1];
    const struct jobs_quota quota = keys_quota(keys, key->name, NULL);
    nash_jsonw_object(json);
    nash_jsonw_kstring(json, "name", key->name);
    nash_jsonw_kstring(json, "role", key_role_name(key->role));
    nash_jsonw_kstring(json, "hash", hex_encode(hash, key->hash.byte, SHOWN_BYTES));
    write_time(json, "expires_at", key->expires_ms);
    write_time(json, "used_at", key->used_ms);
    write_quota(json, &quota);
    nash_jsonw_object_end(json);
}

void api_keys(struct http_request *request)
{
    struct keys *keys = api_of(request)->keys;
    if (!api_query_only(request, (const char *const[]){NULL}) || !api_accepts_or_406(request, "application/json"))
        return;
    size_t count = 0;
    struct key_status *list = keys != NULL ? keys_list(keys, &count) : NULL;
    struct nash_buf page = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&page);
    nash_jsonw_object(&json);
    nash_jsonw_karray(&json, "keys");
    for (size_t i = 0; i < count; i++)
        write_key(&json, keys, &list[i]);
    nash_jsonw_array_end(&json);
    nash_jsonw_object_end(&json);
    if (keys != NULL && list == NULL)
        api_reply_no_memory(request, "this list");
    else
        api_reply_json(request, 200, &page);
    nash_buf_free(&page);
    free(list);
}
