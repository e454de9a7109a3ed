/* Opponents as documents of the store: what is kept beside the model, their JSON. Only in the thread. */
#ifndef API_OPPONENTS_RECORD_H
#define API_OPPONENTS_RECORD_H

#include <api/documents/call.h>

#include "state.h"

/* The room of a request or call on opponents. */
static inline struct document_room *opponents_room(const struct http_request *request)
{
    return &api_of(request)->opponents->room;
}
static inline struct opponents *opponents_of(const struct call *call)
{
    return (struct opponents *)call->room;
}

/* What is kept beside a model, in the document's meta. */
struct opponent_meta {
    struct slice settings; /* a JSON object; text NULL: none */
    int64_t hands;         /* number of hands learnt */
};
/* The settings point into the row. */
struct opponent_meta opponent_meta_of(const struct store_document *row);
/* Returns NULL without memory. */
struct bytes *opponent_meta_bytes(const struct opponent_meta *meta);

/* Writes the object that clients see. */
void opponent_write(const struct store_document *row, struct nash_jsonw *json);

/* Writes the path of an opponent, with `tail` after it, into out[DOCUMENT_PATH_MAX]. Returns out. */
char *opponent_path(char *out, const struct job_id *id, const char *tail);

#endif
