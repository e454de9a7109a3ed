#include "request.h"

#include <stdio.h>
#include <string.h>

static void write_members(struct nash_jsonw *json, struct slice object, struct slice but_those_of)
{
    struct json_members members;
    struct json_member member;
    if (object.text == NULL)
        return;
    json_members_begin(&members, object.text, object.len);
    while (json_members_next(&members, &member)) {
        struct json_members others;
        struct json_member other;
        bool replaced = false;
        if (but_those_of.text != NULL)
            json_members_begin(&others, but_those_of.text, but_those_of.len);
        while (but_those_of.text != NULL && !replaced && json_members_next(&others, &other))
            replaced = other.key.len == member.key.len && memcmp(other.key.text, member.key.text, other.key.len) == 0;
        if (!replaced)
            json_member_write(&member, json);
    }
}

void request_learn(struct nash_buf *out, struct slice settings, struct slice learn, struct slice model,
                   struct slice job)
{
    struct nash_jsonw json = NASH_JSONW(out);
    nash_jsonw_object(&json);
    nash_jsonw_kobject(&json, "learn");
    write_members(&json, settings, learn);
    write_members(&json, learn, (struct slice){0});
    nash_jsonw_object_end(&json);
    if (model.text != NULL)
        nash_jsonw_kraw(&json, "model", model.text, model.len);
    if (job.text != NULL)
        nash_jsonw_kraw(&json, "job", job.text, job.len);
    nash_jsonw_object_end(&json);
}

void request_merge(struct nash_buf *out, struct slice a, struct slice b)
{
    struct nash_jsonw json = NASH_JSONW(out);
    nash_jsonw_object(&json);
    nash_jsonw_kobject(&json, "learn");
    nash_jsonw_karray(&json, "models");
    nash_jsonw_raw(&json, a.text, a.len);
    if (b.text != NULL)
        nash_jsonw_raw(&json, b.text, b.len);
    nash_jsonw_array_end(&json);
    nash_jsonw_object_end(&json);
    nash_jsonw_object_end(&json);
}

const struct slice no_hands = {"{\"hands\":\"\"}", sizeof "{\"hands\":\"\"}" - 1};

void request_report(struct nash_buf *out, struct slice settings, struct slice model)
{
    const struct slice none = {0};
    if (model.text != NULL)
        request_merge(out, model, none);
    else
        request_learn(out, settings, no_hands, none, none);
}

void request_relocate(struct nash_error *error, bool stored)
{
    static const char learn[] = "/learn", model[] = "/model";
    char *pointer = error->pointer;
    size_t used = strlen(error->detail);
    if (error->status == NASH_TOO_LARGE)
        snprintf(error->detail + used, sizeof error->detail - used, ": send fewer hands at once");
    size_t len = sizeof learn - 1;
    if (strncmp(pointer, learn, len) == 0 && (pointer[len] == '/' || pointer[len] == '\0')) {
        memmove(pointer, pointer + len, strlen(pointer + len) + 1);
    } else if (stored && strncmp(pointer, model, sizeof model - 1) == 0) {
        struct nash_error was = *error;
        error->pointer[0] = '\0';
        snprintf(error->detail, sizeof error->detail, "the stored model cannot be read: %.460s", was.detail);
    }
}

static bool read_count(struct slice object, const char *name, int64_t *count)
{
    struct slice value = json_member_of(object, name);
    return value.text != NULL && nash_parse_int64(value.text, value.len, count) && *count >= 0;
}

struct learnt result_learnt(const struct bytes *result)
{
    struct learnt learnt = {0};
    struct slice all = slice_of(result);
    struct slice model = json_member_of(all, "model");
    if (slice_is_object(model))
        learnt.model = model;
    read_count(json_member_of(all, "learnt"), "hands", &learnt.hands);
    return learnt;
}

int64_t model_hands(struct slice model, int64_t fallback)
{
    int64_t count = 0;
    return read_count(model, "hands", &count) ? count : fallback;
}
