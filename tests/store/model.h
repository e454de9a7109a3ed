/* A model of the store in the simplest form: an array of jobs and loops over it. */
#ifndef MODEL_H
#define MODEL_H

#include "frame.h"

enum { MODEL_JOBS = 4096, MODEL_BLOBS = 6, MODEL_FREE = -1, MODEL_BEFORE = -2 };

struct model_job {
    struct store_job row; /* owns its references; the sequence is read from the store, 0: not known yet */
    bool there;           /* false: removed */
    int node;             /* the node with the lease, or MODEL_FREE */
    int by;               /* the node that stored the row last; MODEL_BEFORE: it existed when the stores were opened */
    bool lapsed;          /* the lease has ended but was not released yet */
    struct bytes *blob[MODEL_BLOBS];
};

struct model {
    struct model_job job[MODEL_JOBS]; /* in the order of insertion */
    size_t count;
};

extern const char *const model_blob_names[MODEL_BLOBS];

void model_free(struct model *model);
struct model_job *model_find(struct model *model, const struct job_id *id);

/* Applies a write by a node and returns its status. After a SUBMIT, *older is the id of the row in the store, which is
 * that of an older job if the key is in use. */
enum nash_status model_apply(struct model *model, int node, const struct store_op *op, struct job_id *older);
/* Applies a SUBMIT with its merged FINISH. status: set to those of the SUBMIT and of the FINISH. */
void model_fold(struct model *model, int node, const struct store_op *submit, const struct store_op *finish,
                enum nash_status status[2], struct job_id *older);

/* Returns the jobs of a claim, best first, and leases them. */
size_t model_claim(struct model *model, int node, unsigned max, bool lapsed, struct model_job *claimed[]);
void model_release_node(struct model *model, int node);
/* Applies a sweep by a node: renews its leases, releases ended ones, and removes jobs that finished before before_ms
 * (0: none). Returns the number of removed jobs. */
size_t model_sweep(struct model *model, int node, int64_t before_ms);

struct model_job *model_lookup(struct model *model, const struct nash_hash *key);
/* Returns whether a node may fail to find the answers of this key, because other nodes stored all of them after it
 * opened the store. */
bool model_may_miss(struct model *model, int node, const struct nash_hash *key);
void model_reopen(struct model *model);
struct model_job *model_idempotent(struct model *model, const char *owner, const char *key);
size_t model_list(struct model *model, const struct store_filter *filter, struct model_job *listed[]);

#endif
