/* Opponents as documents of the store: access, what is kept beside the model, their JSON. Only in the thread. */
#ifndef API_OPPONENTS_RECORD_H
#define API_OPPONENTS_RECORD_H

#include <api/json_members.h>

#include "call.h"

extern const char opponent_type[]; /* of their documents */

/* Reads an opponent that this owner may see. Returns false with the error in *error: NASH_NOT_FOUND, or the store
 * failed. The row holds references. */
bool opponent_read(struct opponents *opponents, const struct job_id *id, const char *owner, bool with_model,
                   struct store_document *row, struct nash_error *error);
/* Does the same for the opponent of the call's path. */
bool opponent_of_call(struct call *call, bool with_model, struct store_document *row);

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

/* Applies a write and waits for its commit. Returns its status. */
enum nash_status opponents_write(struct opponents *opponents, struct store_op *op);
/* Says that the database takes no writes now. */
void opponents_explain_write(enum nash_status status, struct nash_error *error);

/* Writes the path of an opponent, with `tail` after it, into out[64 + 2 * JOB_ID_TEXT]. Returns out. */
char *opponent_path(char *out, const struct job_id *id, const char *tail);

#endif
