/* New models. Only in the thread. */
#ifndef API_MODELS_NEW_H
#define API_MODELS_NEW_H

#include <api/documents/members.h>

#include "record.h"

struct new_model {
    const struct nash_solver *solver;
    const char *owner;
    struct job_id id;
    char name[DOCUMENT_NAME_MAX]; /* "": made of the hash */
    struct slice file;
    const struct job_id *job; /* its source, or NULL */
    const char *checkpoint;   /* the name of the job's blob; NULL: none */
    const char *request;      /* hash of the request with an Idempotency-Key; NULL: none */
};

/* Reads the file by its kind, and stores the model. Returns true with *row, which holds references; false with *error,
 * which has NASH_CONFLICT if there is a model with this id. */
bool model_document_add(struct models *models, const struct new_model *new, struct store_document *row,
                        struct nash_error *error);

/* Sets the text to one of at most MODEL_NAME_BYTES bytes, cut between characters. */
void model_name_set(char name[DOCUMENT_NAME_MAX], const char *text, size_t len);
/* Reads the member "name". Without one, the name is unchanged. */
void model_name_read(struct reader *r, char name[DOCUMENT_NAME_MAX]);

#endif
