/* The model of the store: see model.h. */
#include "model.h"

#include <stdio.h>
#include <string.h>

const char *const model_blob_names[MODEL_BLOBS] = {"a", "name", "name2", ".", ".run", "/"};

static void hold(struct store_job *row)
{
    store_job_ref(row);
}

static void drop(struct model_job *job)
{
    store_job_release(&job->row);
    for (int i = 0; i < MODEL_BLOBS; i++) {
        bytes_unref(job->blob[i]);
        job->blob[i] = NULL;
    }
    job->there = false;
}

void model_free(struct model *model)
{
    for (size_t i = 0; i < model->count; i++)
        drop(&model->job[i]);
    free(model);
}

struct model_job *model_find(struct model *model, const struct job_id *id)
{
    for (size_t i = 0; i < model->count; i++)
        if (model->job[i].there && memcmp(&model->job[i].row.id, id, sizeof *id) == 0)
            return &model->job[i];
    return NULL;
}

static bool is_finished(enum job_state state)
{
    return state == JOB_SUCCEEDED || state == JOB_FAILED || state == JOB_CANCELLED;
}

static void replace(struct bytes **to, struct bytes *with)
{
    bytes_ref(with);
    bytes_unref(*to);
    *to = with;
}

/* ---- writes ---- */

static void put_bytes(struct model_job *job, const struct store_op *op)
{
    for (int i = 0; i < MODEL_BLOBS; i++)
        if (strcmp(op->blob_name, model_blob_names[i]) == 0)
            replace(&job->blob[i], op->blob);
}

static enum nash_status submit_row(struct model *model, int node, const struct store_op *op, struct job_id *older)
{
    const struct store_job *row = &op->row;
    if (row->kind[0] == '\0' || row->state < JOB_QUEUED || row->state > JOB_CANCELLED || row->priority < -100 ||
        row->priority > 100 || (op->blob != NULL && op->blob_name[0] != '.'))
        return NASH_INVALID;
    struct model_job *same = row->idempotency[0] ? model_idempotent(model, row->owner, row->idempotency) : NULL;
    if (same != NULL) {
        *older = same->row.id;
        return NASH_CONFLICT;
    }
    if (model_find(model, &row->id) != NULL)
        return NASH_CONFLICT;
    assert_true(model->count < MODEL_JOBS);
    struct model_job *job = &model->job[model->count++];
    *job =
        (struct model_job){.row = *row, .there = true, .by = node, .node = is_finished(row->state) ? MODEL_FREE : node};
    hold(&job->row);
    if (op->blob != NULL && !is_finished(row->state))
        put_bytes(job, op);
    return NASH_OK;
}

static enum nash_status finish_row(struct model *model, int node, const struct store_job *row)
{
    if (!is_finished(row->state))
        return NASH_INVALID;
    struct model_job *job = model_find(model, &row->id);
    if (job == NULL)
        return NASH_NOT_FOUND;
    if (is_finished(job->row.state))
        return NASH_CONFLICT;
    job->row.state = row->state;
    job->row.final = row->final;
    job->row.verdict = row->verdict;
    job->by = node;
    job->row.started_ms = row->started_ms;
    job->row.finished_ms = row->finished_ms;
    job->row.last_event = row->last_event;
    replace(&job->row.result, row->result);
    replace(&job->row.error, row->error);
    if (row->progress != NULL)
        replace(&job->row.progress, row->progress);
    job->node = MODEL_FREE;
    for (int i = 0; i < MODEL_BLOBS; i++)
        if (model_blob_names[i][0] == '.')
            replace(&job->blob[i], NULL);
    return NASH_OK;
}

static enum nash_status beat(struct model_job *job, int node, const struct store_job *row)
{
    if (is_finished(job->row.state) || (job->node != MODEL_FREE && job->node != node))
        return NASH_CONFLICT;
    job->node = node;
    job->lapsed = false;
    job->row.state = JOB_RUNNING;
    if (row->started_ms != 0)
        job->row.started_ms = row->started_ms;
    if (row->progress != NULL)
        replace(&job->row.progress, row->progress);
    return NASH_OK;
}

static enum nash_status put_later(struct model_job *job, const struct store_op *op)
{
    if (op->blob_name[0] == '.' && is_finished(job->row.state))
        return NASH_CONFLICT;
    put_bytes(job, op);
    return NASH_OK;
}

enum nash_status model_apply(struct model *model, int node, const struct store_op *op, struct job_id *older)
{
    *older = op->row.id;
    if (op->verb == STORE_SUBMIT)
        return submit_row(model, node, op, older);
    if (op->verb == STORE_FINISH)
        return finish_row(model, node, &op->row);
    if (op->verb == STORE_BLOB && (op->blob_name[0] == '\0' || op->blob == NULL))
        return NASH_INVALID;
    struct model_job *job = model_find(model, &op->row.id);
    if (job == NULL)
        return NASH_NOT_FOUND;
    if (op->verb == STORE_HEARTBEAT)
        return beat(job, node, &op->row);
    if (op->verb == STORE_BLOB)
        return put_later(job, op);
    if (!is_finished(job->row.state))
        return NASH_CONFLICT;
    drop(job);
    return NASH_OK;
}

void model_fold(struct model *model, int node, const struct store_op *submit, const struct store_op *finish,
                enum nash_status status[2], struct job_id *older)
{
    status[0] = model_apply(model, node, submit, older);
    if (!is_finished(finish->row.state))
        status[1] = NASH_INVALID;
    else if (status[0] != NASH_OK)
        status[1] = NASH_NOT_FOUND;
    else if (is_finished(submit->row.state))
        model->job[model->count - 1].row.state = JOB_RUNNING; /* so that the FINISH below can be applied */
    if (is_finished(finish->row.state) && status[0] == NASH_OK)
        status[1] = finish_row(model, node, &finish->row);
}

/* ---- leases ---- */

size_t model_claim(struct model *model, int node, unsigned max, bool lapsed, struct model_job *claimed[])
{
    size_t n = 0;
    while (n < max) {
        struct model_job *best = NULL;
        for (size_t i = 0; i < model->count; i++) {
            struct model_job *job = &model->job[i];
            bool free = job->there && !is_finished(job->row.state) && job->node == MODEL_FREE;
            if (free && (best == NULL || job->row.priority > best->row.priority))
                best = job;
        }
        if (best == NULL)
            break;
        best->node = node;
        best->lapsed = lapsed;
        best->row.attempts++;
        claimed[n++] = best;
    }
    return n;
}

static void set_free(struct model_job *job)
{
    job->node = MODEL_FREE;
    job->row.state = JOB_QUEUED;
}

void model_release_node(struct model *model, int node)
{
    for (size_t i = 0; i < model->count; i++)
        if (model->job[i].there && model->job[i].node == node)
            set_free(&model->job[i]);
}

size_t model_sweep(struct model *model, int node, int64_t before_ms)
{
    size_t removed = 0;
    for (size_t i = 0; i < model->count; i++) {
        struct model_job *job = &model->job[i];
        if (!job->there)
            continue;
        if (job->node == node)
            job->lapsed = false;
        else if (job->node != MODEL_FREE && job->lapsed)
            set_free(job);
        if (is_finished(job->row.state) && job->row.finished_ms < before_ms) {
            drop(job);
            removed++;
        }
    }
    return removed;
}

/* ---- reads ---- */

static bool answers(const struct model_job *job, const struct nash_hash *key)
{
    return job->there && job->row.state == JOB_SUCCEEDED && job->row.final &&
           memcmp(&job->row.key, key, sizeof *key) == 0;
}

bool model_may_miss(struct model *model, int node, const struct nash_hash *key)
{
    for (size_t i = 0; i < model->count; i++)
        if (answers(&model->job[i], key) && (model->job[i].by == node || model->job[i].by == MODEL_BEFORE))
            return false;
    return true;
}

void model_reopen(struct model *model)
{
    for (size_t i = 0; i < model->count; i++)
        model->job[i].by = MODEL_BEFORE;
}

struct model_job *model_lookup(struct model *model, const struct nash_hash *key)
{
    for (size_t i = model->count; i-- > 0;)
        if (answers(&model->job[i], key))
            return &model->job[i];
    return NULL;
}

struct model_job *model_idempotent(struct model *model, const char *owner, const char *key)
{
    for (size_t i = 0; i < model->count; i++) {
        struct model_job *job = &model->job[i];
        if (job->there && job->row.idempotency[0] != '\0' && strcmp(job->row.owner, owner) == 0 &&
            strcmp(job->row.idempotency, key) == 0)
            return job;
    }
    return NULL;
}

/* Tags in these tests have no quotes in them. */
static bool has_tag(const struct store_job *row, const char *tag)
{
    char quoted[80];
    snprintf(quoted, sizeof quoted, "\"%s\"", tag);
    return row->tags != NULL && strstr(row->tags->data, quoted) != NULL;
}

static bool matches(const struct store_filter *f, const struct store_job *row)
{
    return (f->owner == NULL || strcmp(f->owner, row->owner) == 0) &&
           (f->kind == NULL || strcmp(f->kind, row->kind) == 0) && (f->states == 0 || (f->states >> row->state & 1)) &&
           (f->before == 0 || row->sequence < f->before) &&
           (f->created_from_ms == 0 || row->created_ms >= f->created_from_ms) &&
           (f->created_to_ms == 0 || row->created_ms < f->created_to_ms) && (f->tag == NULL || has_tag(row, f->tag)) &&
           ((f->finished_from_ms == 0 && f->finished_to_ms == 0) ||
            (is_finished(row->state) && row->finished_ms >= f->finished_from_ms &&
             (f->finished_to_ms == 0 || row->finished_ms < f->finished_to_ms)));
}

size_t model_list(struct model *model, const struct store_filter *filter, struct model_job *listed[])
{
    size_t n = 0;
    for (size_t i = model->count; i-- > 0 && n < filter->limit;)
        if (model->job[i].there && matches(filter, &model->job[i].row))
            listed[n++] = &model->job[i];
    return n;
}
