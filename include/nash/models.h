/* Models: what the trainings of a kind make, and what its problems name.
 *
 * A model is a file. The server keeps files as documents (/v1/models), with the part that players need, the *net*. In
 * the request of a client "model": "ID" names one; the server puts the bytes in its place, in base64, before the
 * problem is parsed. So solvers stay pure, and the key of an answer covers the model. */
#ifndef NASH_MODELS_H
#define NASH_MODELS_H

#include <stdbool.h>
#include <stddef.h>

#include <nash/arena.h>
#include <nash/buf.h>
#include <nash/jsonw.h>
#include <nash/status.h>

/* An object of a problem that may name a model. */
struct nash_model_place {
    const char *path[4]; /* names of members, from the root to the object; ends with NULL. {NULL}: the root */
    const char *beside;  /* only if the object has this member; NULL: always */
    const char *member;  /* stands there for "model" in the end */
    bool whole;          /* it has the whole file, from which a training goes on; else the net */
};

struct nash_models {
    size_t file_bytes;                     /* largest file */
    size_t memory_bytes;                   /* of the arena of read() */
    const struct nash_model_place *places; /* the first that fits counts; ends with one without member */
    const char *training;                  /* a request with this member makes models: its jobs have blobs "latest" and
                                              perhaps "best", which are files */

    /* Checks a file. Appends its net and writes what clients see of the model, as members of an object. Changes nothing
     * after an error: NASH_UNPROCESSABLE, NASH_NOMEM. */
    enum nash_status (*read)(const void *bytes, size_t len, struct nash_arena *arena, struct nash_jsonw *about,
                             struct nash_buf *net, struct nash_error *error);
    /* Does the same for the model "default", which is part of the program and has only a net. */
    enum nash_status (*standard)(struct nash_jsonw *about, struct nash_buf *net, struct nash_error *error);
    /* Writes the members of an engine, without its model, for a match that compares models. */
    void (*write_engine)(struct nash_jsonw *out);
};

#endif
