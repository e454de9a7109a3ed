#include "members.h"

bool call_members_open(struct call *call, struct slice body, size_t memory, struct call_members *members)
{
    *members = (struct call_members){.arena = nash_arena_new(memory)};
    if (members->arena == NULL)
        return call_no_memory(call);
    if (nash_json_parse(&members->doc, body.text, body.len, members->arena, &call->error) != NASH_OK)
        return false;
    reader_root(&members->reader, &members->doc, members->arena, &call->error);
    return true;
}

void call_members_close(struct call_members *members)
{
    nash_json_free(&members->doc);
    nash_arena_free(members->arena);
}
