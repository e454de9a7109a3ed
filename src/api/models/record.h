/* Models as documents of the store: what is kept beside the file, their JSON. */
#ifndef API_MODELS_RECORD_H
#define API_MODELS_RECORD_H

#include <api/documents/call.h>

#include "state.h"

/* The room of a request or call on models. */
static inline struct document_room *models_room(const struct http_request *request)
{
    return &api_of(request)->models->room;
}
static inline struct models *models_of(const struct call *call)
{
    return (struct models *)call->room;
}

/* The name of the model that is part of the program. */
#define MODEL_DEFAULT "default"

/* What is kept beside a file, in the document's meta. */
struct model_meta {
    int64_t file_bytes, net_bytes;
    struct slice about;           /* a JSON object, written by the kind */
    struct slice sha256;          /* of the file, in hexadecimal */
    struct slice job, checkpoint; /* its source: id, name of the blob; text NULL: it was uploaded */
    struct slice request;         /* hash of the request that made it with an Idempotency-Key; text NULL: none */
};
/* The members point into the row. */
struct model_meta model_meta_of(const struct store_document *row);
/* Returns NULL without memory. */
struct bytes *model_meta_bytes(const struct model_meta *meta);

/* The parts of a row that was read with its body; text NULL: the row is damaged. */
struct slice model_file_of(const struct store_document *row);
struct slice model_net_of(const struct store_document *row);

/* Writes the object that clients see. */
void model_document_write(const struct store_document *row, struct nash_jsonw *json);
/* Writes it for a list: "training" without long members, and of its "curve" the point of "best_step" alone. */
void model_document_write_brief(const struct store_document *row, struct nash_jsonw *json);
/* Writes the model "default" of a kind. Returns false with *error. */
bool model_default_write(const struct nash_solver *solver, bool brief, struct nash_jsonw *json,
                         struct nash_error *error);

/* Returns the first kind that has models, or NULL. */
const struct nash_solver *model_kind(void);
/* Writes the names of the kinds that have models: "hex". */
void model_kinds(char *out, size_t size);

#endif
