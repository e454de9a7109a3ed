#include "members.h"

#include <string.h>

enum { WAIT_MS_MAX = 60000, NAME_MAX_LEN = 127 };

static bool is_member_name(const char *name)
{
    return strcmp(name, "local") == 0 || strcmp(name, "phone") == 0 || strncmp(name, "http://", 7) == 0 ||
           strncmp(name, "https://", 8) == 0;
}

void hex_members_read(struct reader *r, struct hex_members *members)
{
    struct reader shards, item = {0};
    members->audit = reader_number(r, "audit", 0, 1, -1);
    members->wait_ms = (uint32_t)reader_int(r, "wait_ms", 0, WAIT_MS_MAX, 0);
    if (!reader_member(&shards, r, "shards"))
        return;
    if (!cJSON_IsArray(shards.value)) {
        members->count = (unsigned)reader_as_int(&shards, 1, HEX_MEMBERS_MAX, 0);
        return;
    }
    size_t count = reader_count(&shards);
    if (!count || count > HEX_MEMBERS_MAX) {
        reader_fail(&shards, NASH_INVALID, NULL, "must name 1 to %d members, not %zu", HEX_MEMBERS_MAX, count);
        return;
    }
    const char **names = READER_NEW(r, const char *, count);
    while (names && reader_item(&item, &shards)) {
        const char *name = reader_as_string(&item, NAME_MAX_LEN);
        if (name && !is_member_name(name))
            reader_fail(&item, NASH_INVALID, NULL, "must be \"local\", \"phone\" or the URL of a peer");
        names[members->count++] = name ? reader_copy(&item, name) : NULL;
    }
    members->name = names;
}

void hex_members_write(const struct hex_members_report *report, uint64_t units, struct nash_jsonw *out)
{
    nash_jsonw_kobject(out, "farm");
    nash_jsonw_kuint(out, "units", units);
    nash_jsonw_kuint(out, "answered", report->answered);
    nash_jsonw_kuint(out, "proved", report->proved);
    nash_jsonw_kuint(out, "audits", report->audits);
    nash_jsonw_kuint(out, "dropped", report->dropped);
    nash_jsonw_kuint(out, "kept", report->kept);
    nash_jsonw_kuint(out, "reissued", report->reissued);
    nash_jsonw_kuint(out, "restored", report->restored);
    nash_jsonw_kuint(out, "messages", report->messages);
    nash_jsonw_kuint(out, "bytes", report->bytes);
    nash_jsonw_karray(out, "quarantined");
    for (unsigned i = 0; i < report->quarantines; i++) {
        nash_jsonw_object(out);
        nash_jsonw_kstring(out, "member", report->quarantine[i].member);
        nash_jsonw_kstring(out, "why", report->quarantine[i].why);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
    nash_jsonw_kraw(out, "credit", report->credit, strlen(report->credit));
    nash_jsonw_object_end(out);
}
