/* The members of a JSON body, for a reader (solvers/kit/reader.h). In the thread of a room.
 *
 *     struct call_members members;
 *     bool good = call_members_open(call, body, 1 << 20, &members);
 *     if (good) {
 *         ... reader_string(&members.reader, "name", 200) ...
 *         good = reader_status(&members.reader) == NASH_OK;
 *     }
 *     call_members_close(&members); // also after a failure */
#ifndef API_DOCUMENTS_MEMBERS_H
#define API_DOCUMENTS_MEMBERS_H

#include <solvers/kit/reader.h>

#include "call.h"

struct call_members {
    struct nash_arena *arena;
    struct nash_json doc;
    struct reader reader; /* its errors are those of the call */
};

/* Parses the text, a JSON object, in at most `memory` bytes. Returns false with the outcome set. */
bool call_members_open(struct call *call, struct slice body, size_t memory, struct call_members *members);
void call_members_close(struct call_members *members);

#endif
