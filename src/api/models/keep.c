#include "keep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <api/documents/job_event.h>
#include <base/clock.h>
#include <base/log.h>

#include "new.h"
#include "source.h"

struct training {
    struct models *models;
    struct job_event *event;
    struct training *next;
};

/* ---- marks ---- */

#define MARK_TYPE "training"

/* Returns the id of a job's mark, and that of a mark's job. It differs from the id of the job, which the model has. */
static struct job_id mark_of(struct job_id id)
{
    for (size_t i = 0; i < sizeof id.byte; i++)
        id.byte[i] = (uint8_t)~id.byte[i];
    return id;
}

static void mark_add(struct models *models, const struct job_view *view)
{
    struct store_document row = {.id = mark_of(view->id), .version = 1, .created_ms = clock_wall_ms()};
    struct store_op op = {.verb = STORE_DOCUMENT_ADD, .document = &row};
    snprintf(row.type, sizeof row.type, "%s", MARK_TYPE);
    snprintf(row.owner, sizeof row.owner, "%s", view->row.owner);
    snprintf(row.kind, sizeof row.kind, "%s", view->row.kind);
    row.updated_ms = row.created_ms;
    row.meta = bytes_copy("{}", 2);
    if (row.meta != NULL)
        document_write(&models->room, &op); /* without a mark, the training is found while it runs */
    store_document_release(&row);
}

static void mark_remove(struct models *models, const struct job_id *job)
{
    struct store_document row = {.id = mark_of(*job)};
    struct store_op op = {.verb = STORE_DOCUMENT_REMOVE, .document = &row};
    document_write(&models->room, &op);
}

/* ---- the end of a training ---- */

/* Makes a model of a finished job. Returns false if that may succeed at the next start. */
static bool keep_best(struct models *models, const struct job_view *view)
{
    char id[JOB_ID_TEXT];
    struct nash_error error = {0};
    struct store_document row = {0};
    struct bytes *blob = store_blob(models->room.api->store, &view->id, MODEL_BEST);
    struct slice summary = slice_string(json_member_of(slice_of(view->row.result), "summary"));
    struct new_model new = {.solver = view->solver,
                            .owner = view->row.owner,
                            .id = view->id,
                            .file = slice_of(blob),
                            .job = &view->id,
                            .checkpoint = MODEL_BEST};
    if (blob == NULL)
        return true;
    job_id_text(id, &view->id);
    if (summary.text != NULL)
        model_name_set(new.name, summary.text, summary.len);
    if (model_document_add(models, &new, &row, &error))
        log_info("model kept", "job=%s", id);
    else if (error.status != NASH_CONFLICT) /* else it was kept before */
        log_error("model not kept", "job=%s reason=%s", id, error.detail);
    store_document_release(&row);
    bytes_unref(blob);
    return error.status != NASH_BUSY || strcmp(error.type, "too-many-requests") == 0;
}

static void training_remove(struct training *training)
{
    struct training **at = &training->models->trainings;
    while (*at != training)
        at = &(*at)->next;
    *at = training->next;
    job_event_end(training->event);
    free(training);
}

/* Returns whether the job has finished and its end is stored. */
static bool training_is_done(const struct training *training)
{
    struct job_view view;
    job_view(training->models->room.api->jobs, job_event_job(training->event), &view);
    bool done = view.durable && view.row.state != JOB_QUEUED && view.row.state != JOB_RUNNING;
    job_view_release(&view);
    return done;
}

/* Runs in the thread when the job is done. */
static void training_ended(void *context)
{
    struct training *training = context;
    struct job_view view;
    job_view(training->models->room.api->jobs, job_event_job(training->event), &view);
    if (view.solver != NULL && training_is_done(training) && keep_best(training->models, &view))
        mark_remove(training->models, &view.id);
    job_view_release(&view);
    training_remove(training);
}

void trainings_stop(struct models *models)
{
    while (models->trainings != NULL)
        training_ended(models->trainings);
}

/* ---- the beginning ---- */

/* Takes over the reference to the job. */
static void training_add(struct models *models, struct job *job)
{
    struct training *training = calloc(1, sizeof *training);
    if (training == NULL) {
        job_unref(job);
        return;
    }
    *training = (struct training){.models = models, .next = models->trainings};
    models->trainings = training;
    training->event = job_event_new(&models->room, job, training_ended, training);
    if (training->event == NULL) {
        models->trainings = training->next;
        free(training);
    } else if (training_is_done(training)) {
        training_ended(training); /* a client that has seen the end finds the model */
    }
}

bool model_is_training(const struct nash_solver *solver, const char *text, size_t len)
{
    return solver != NULL && solver->models != NULL && solver->models->training != NULL && text != NULL &&
           json_member_of((struct slice){text, len}, solver->models->training).text != NULL;
}

/* A job that is to be watched, on its way to the thread. */
struct arrival {
    struct body_reading event; /* first */
    struct models *models;
    struct job *job; /* a reference */
};

static void arrival_read(struct body_reading *event)
{
    struct arrival *arrival = (struct arrival *)event;
    struct job_view view;
    job_view(arrival->models->room.api->jobs, arrival->job, &view);
    mark_add(arrival->models, &view);
    job_view_release(&view);
    training_add(arrival->models, arrival->job);
    arrival->job = NULL;
}

static void arrival_release(struct body_reading *event)
{
    job_unref(((struct arrival *)event)->job);
    free(event);
}

void models_watch(struct models *models, const struct nash_solver *solver, const char *text, size_t len,
                  struct job *job)
{
    if (!model_is_training(solver, text, len))
        return;
    struct arrival *arrival = malloc(sizeof *arrival);
    if (arrival == NULL)
        return;
    *arrival = (struct arrival){
        .event = {.read = arrival_read, .release = arrival_release}, .models = models, .job = job_ref(job)};
    if (!body_reader_add(models->room.thread, &arrival->event, NULL))
        arrival_release(&arrival->event);
}

static bool is_watched(struct models *models, const struct job_id *id)
{
    for (const struct training *training = models->trainings; training != NULL; training = training->next) {
        struct job_view view;
        job_view(models->room.api->jobs, job_event_job(training->event), &view);
        bool same = memcmp(view.id.byte, id->byte, sizeof id->byte) == 0;
        job_view_release(&view);
        if (same)
            return true;
    }
    return false;
}

/* Watches the job of a mark; without a job the mark is removed. */
static void resume_mark(struct models *models, const struct job_id *id)
{
    struct job *job = jobs_find(models->room.api->jobs, id, "");
    if (job != NULL)
        training_add(models, job);
    else
        mark_remove(models, id);
}

/* Watches an unfinished job, if it is a training. */
static void resume_job(struct models *models, const struct job_id *id)
{
    struct jobs *jobs = models->room.api->jobs;
    struct job *job = is_watched(models, id) ? NULL : jobs_find(jobs, id, "");
    struct job_view view;
    if (job == NULL)
        return;
    job_view(jobs, job, &view);
    struct slice problem = slice_of(view.row.problem);
    bool watch = view.row.format == NASH_FORMAT_JSON && model_is_training(view.solver, problem.text, problem.len);
    job_view_release(&view);
    if (watch)
        training_add(models, job);
    else
        job_unref(job);
}

enum { PAGE = 256, PAGE_ARENA = 4 << 20 };

static void resume_marks(struct models *models)
{
    struct store_document_filter filter = {.type = MARK_TYPE, .limit = PAGE};
    size_t found = PAGE;
    while (found == PAGE) {
        struct nash_arena *arena = nash_arena_new(PAGE_ARENA);
        struct store_document *rows = NULL;
        struct nash_error error = {0};
        found = 0;
        if (arena == NULL ||
            store_documents_list(models->room.api->store, &filter, arena, &rows, &found, &error) != NASH_OK)
            log_error("store read failed", "reason=%s", error.detail);
        for (size_t i = 0; i < found; i++) {
            struct job_id job = mark_of(rows[i].id);
            filter.before = rows[i].sequence;
            resume_mark(models, &job);
            store_document_release(&rows[i]);
        }
        nash_arena_free(arena);
    }
}

static void resume_unfinished(struct models *models)
{
    struct store_filter filter = {.states = 1 << JOB_QUEUED | 1 << JOB_RUNNING, .limit = PAGE};
    size_t found = PAGE;
    while (found == PAGE) {
        struct nash_arena *arena = nash_arena_new(PAGE_ARENA);
        struct store_job *rows = NULL;
        struct nash_error error = {0};
        found = 0;
        if (arena == NULL || jobs_list(models->room.api->jobs, &filter, arena, &rows, &found, &error) != NASH_OK)
            log_error("store read failed", "reason=%s", error.detail);
        for (size_t i = 0; i < found; i++) {
            const struct nash_solver *solver = nash_find_kind(rows[i].kind, strlen(rows[i].kind));
            filter.before = rows[i].sequence;
            if (solver != NULL && solver->models != NULL)
                resume_job(models, &rows[i].id);
            store_job_release(&rows[i]);
        }
        nash_arena_free(arena);
    }
}

void trainings_resume(struct document_room *room)
{
    struct models *models = (struct models *)room;
    resume_marks(models);
    resume_unfinished(models);
}
