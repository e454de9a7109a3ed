#include "source.h"

#include <string.h>

void model_part_release(struct model_part *part)
{
    bytes_unref(part->bytes);
    *part = (struct model_part){0};
}

static bool refuse(struct nash_error *error, const char *pointer, const char *detail)
{
    nash_fail(error, NASH_UNPROCESSABLE, pointer, "%s", detail);
    return false;
}

/* ---- a job ---- */

static const struct nash_solver *kind_of_job(struct models *models, const char *owner, const struct job_id *id)
{
    struct jobs *jobs = models->room.api->jobs;
    struct job *job = jobs_find(jobs, id, owner);
    struct job_view view;
    if (job == NULL)
        return NULL;
    job_view(jobs, job, &view);
    const struct nash_solver *solver = view.solver;
    job_view_release(&view);
    job_unref(job);
    return solver != NULL && solver->models != NULL ? solver : NULL;
}

const char *model_of_job(struct models *models, const char *owner, const struct job_id *id, const char *which,
                         const struct nash_solver *solver, const struct nash_solver **found, struct bytes **blob,
                         struct nash_error *error)
{
    bool by_name = which != MODEL_PLAYER && which[0] != '\0';
    const char *first = by_name ? which : which == MODEL_PLAYER ? MODEL_BEST : MODEL_LATEST;
    const char *second = by_name ? NULL : which == MODEL_PLAYER ? MODEL_LATEST : MODEL_BEST;
    const struct nash_solver *kind = kind_of_job(models, owner, id);
    if (kind == NULL || (solver != NULL && kind != solver)) {
        refuse(error, "/job", "there is no such job, or it is no training");
        return NULL;
    }
    if (found != NULL)
        *found = kind;
    *blob = store_blob(models->room.api->store, id, first);
    if (*blob != NULL)
        return first;
    *blob = second != NULL ? store_blob(models->room.api->store, id, second) : NULL;
    if (*blob == NULL)
        refuse(error, by_name ? "/checkpoint" : "/job", "this job has no such checkpoint, or not yet");
    return *blob != NULL ? second : NULL;
}

/* Makes the net of a checkpoint. */
static bool make_net(const struct nash_solver *solver, struct model_part *part, struct nash_error *error)
{
    struct nash_buf about = NASH_BUF_INIT(0), net = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&about);
    struct nash_arena *arena = nash_arena_new(solver->models->memory_bytes);
    nash_jsonw_object(&json);
    enum nash_status status =
        arena == NULL ? NASH_NOMEM : solver->models->read(part->part.text, part->part.len, arena, &json, &net, error);
    struct bytes *bytes = status == NASH_OK && !net.failed ? bytes_copy(net.data, net.len) : NULL;
    nash_arena_free(arena);
    nash_buf_free(&about);
    nash_buf_free(&net);
    model_part_release(part);
    if (bytes != NULL)
        *part = (struct model_part){bytes, slice_of(bytes)};
    else if (status == NASH_OK || status == NASH_NOMEM)
        nash_fail_type(error, NASH_BUSY, "out-of-memory", "", "the server has no memory for this model");
    return bytes != NULL;
}

static bool load_job(struct models *models, const struct nash_solver *solver, const char *owner,
                     const struct job_id *id, const char *which, bool whole, struct model_part *part,
                     struct nash_error *error)
{
    struct bytes *blob = NULL;
    if (model_of_job(models, owner, id, which, solver, NULL, &blob, error) == NULL)
        return false;
    *part = (struct model_part){blob, slice_of(blob)};
    return whole || make_net(solver, part, error);
}

/* ---- a document ---- */

static bool load_document(struct models *models, const struct nash_solver *solver, const char *owner,
                          const struct job_id *id, bool whole, struct model_part *part, struct nash_error *error)
{
    struct store_document row;
    if (!document_read(&models->room, id, owner, true, &row, error))
        return false;
    struct slice slice = whole ? model_file_of(&row) : model_net_of(&row);
    bool good = slice.text != NULL && strcmp(row.kind, solver->kind) == 0;
    if (good)
        *part = (struct model_part){bytes_ref(row.body), slice};
    else if (slice.text == NULL)
        nash_fail(error, NASH_INTERNAL, "/model", "this server cannot read the stored model");
    else
        nash_fail(error, NASH_UNPROCESSABLE, "/model", "it is a model of the kind %s, not %s", row.kind, solver->kind);
    store_document_release(&row);
    return good;
}

static bool load_default(const struct nash_solver *solver, const char *checkpoint, bool whole, struct model_part *part,
                         struct nash_error *error)
{
    struct nash_buf about = NASH_BUF_INIT(0), net = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&about);
    if (checkpoint != NULL)
        return refuse(error, "/checkpoint", "only a job has several checkpoints");
    if (whole)
        return refuse(error, "/model", "a training cannot go on from the default model, which is only a net");
    nash_jsonw_object(&json);
    bool good = solver->models->standard(&json, &net, error) == NASH_OK;
    struct bytes *bytes = good && !net.failed ? bytes_copy(net.data, net.len) : NULL;
    nash_buf_free(&about);
    nash_buf_free(&net);
    if (bytes != NULL)
        *part = (struct model_part){bytes, slice_of(bytes)};
    else if (good)
        nash_fail_type(error, NASH_BUSY, "out-of-memory", "", "the server has no memory for this model");
    return bytes != NULL;
}

/* Returns whether another source may be tried. */
static bool is_missing(const struct nash_error *error)
{
    return error->status == NASH_NOT_FOUND ||
           (error->status == NASH_UNPROCESSABLE && strcmp(error->pointer, "/job") == 0);
}

bool model_load(struct models *models, const struct nash_solver *solver, const char *owner, struct slice id,
                const char *checkpoint, bool whole, struct model_part *part, struct nash_error *error)
{
    const char *which = checkpoint != NULL ? checkpoint : whole ? MODEL_TRAINING : MODEL_PLAYER;
    struct job_id name;
    *part = (struct model_part){0};
    if (slice_is(id, MODEL_DEFAULT))
        return load_default(solver, checkpoint, whole, part, error);
    if (id.text == NULL || !job_id_read(id.text, id.len, &name))
        return refuse(error, "/model", "there is no such model");
    bool job_first = whole || checkpoint != NULL;
    for (int attempt = 0; attempt < 2; attempt++) {
        struct nash_error why = {0};
        bool loaded = job_first == (attempt == 0)
                          ? load_job(models, solver, owner, &name, which, whole, part, &why)
                          : checkpoint == NULL && load_document(models, solver, owner, &name, whole, part, &why);
        if (loaded)
            return true;
        if (why.status != NASH_OK && !is_missing(&why)) {
            *error = why;
            return false;
        }
    }
    return refuse(error, checkpoint != NULL ? "/checkpoint" : "/model",
                  checkpoint != NULL ? "there is no job of this id that has checkpoints"
                                     : "there is no such model, nor a training with a checkpoint");
}
