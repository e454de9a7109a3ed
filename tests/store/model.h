/* What the store promises, said again as plainly as possible: an array of jobs and loops over it. */
#ifndef MODEL_H
#define MODEL_H

#include "frame.h"

enum { MODEL_JOBS = 4096, MODEL_BLOBS = 3, MODEL_FREE = -1, MODEL_BEFORE = -2 };

struct model_job {
    struct store_job row; /* holds its own references; sequence as the store told it, 0 = not yet */
    bool there;
    int node;    /* who holds the lease; MODEL_FREE */
    int by;      /* who stored it last; MODEL_BEFORE: it was there when the stores were opened */
    bool lapsed; /* the lease is over, though nobody has noticed yet */
    struct bytes *blob[MODEL_BLOBS];
};

struct model {
    struct model_job job[MODEL_JOBS]; /* in insertion order */
    size_t count;
};

extern const char *const model_blob_names[MODEL_BLOBS];

void model_free(struct model *model);
struct model_job *model_find(struct model *model, const struct job_id *id);

/* What a write by this node comes to. SUBMIT: *older gets the id that the row shall have then. */
enum nash_status model_apply(struct model *model, int node, const struct store_op *op, struct job_id *older);
/* SUBMIT and its folded FINISH. */
void model_fold(struct model *model, int node, const struct store_op *submit, const struct store_op *finish,
                enum nash_status status[2], struct job_id *older);

/* The jobs that a claim gives, best first; they are then held. */
size_t model_claim(struct model *model, int node, unsigned max, bool lapsed, struct model_job *claimed[]);
void model_release_node(struct model *model, int node);
/* Renews, expires, and removes what finished before this (0 = nothing); how many it removed. */
size_t model_sweep(struct model *model, int node, int64_t before_ms);

struct model_job *model_lookup(struct model *model, const struct nash_hash *key);
/* Whether a node may miss the answers of this key: all of them came from others since it opened the store. */
bool model_may_miss(struct model *model, int node, const struct nash_hash *key);
void model_reopen(struct model *model);
struct model_job *model_idempotent(struct model *model, const char *owner, const char *key);
size_t model_list(struct model *model, const struct store_filter *filter, struct model_job *listed[]);

#endif
