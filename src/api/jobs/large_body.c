#include "large_body.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <api/access.h>
#include <api/models/models.h>
#include <api/readers/body_reader.h>
#include <base/utf8.h>
#include <jobs/intakes.h>

enum {
    FILLED_MAX = 8 << 20, /* bytes of a body that names a document; it is filled in memory */
    PIECE_BYTES = 64 << 10
};

/* The steps of a body: with a thread, ready for a worker, with a worker. */
enum large_step { LARGE_IN_THREAD, LARGE_FOR_WORKER, LARGE_WITH_WORKER };

struct large_body {
    struct body_reading reading; /* first */
    struct body_reader *reader;  /* the thread; NULL: none has it */
    struct http_request *request;
    const struct filling *filling; /* the body may name a document; NULL: it does not */
    struct api *api;
    struct http_held_body body;   /* in memory */
    struct tempfile *file;        /* in a file; NULL: in memory */
    struct jobs_request problem;  /* its text is the body's, its key the one below */
    struct text_members *members; /* beside a text; NULL: none */
    char *idempotency;
    char flow[JOB_OWNER_MAX]; /* the address of a client may be gone before the thread reads it */
    enum large_step step;
    struct intake *intake; /* LARGE_WITH_WORKER */
    struct large_outcome outcome;
};

static enum nash_status no_memory(struct nash_error *error)
{
    return nash_fail_type(error, NASH_NOMEM, "out-of-memory", "", "the server has no memory for this problem");
}

/* ---- in memory ---- */

static enum nash_status refuse_text(struct nash_error *error)
{
    return nash_fail(error, NASH_INVALID, "", "a text with query parameters must be UTF-8 without NUL bytes");
}

/* Submits a text and the members beside it as the JSON problem that says the same. */
static enum submit_result submit_text(struct jobs *jobs, const struct jobs_request *problem,
                                      const struct text_members *members, struct job **job, struct nash_error *error)
{
    struct jobs_request whole = *problem;
    struct nash_buf json = NASH_BUF_INIT(0);
    enum submit_result result = SUBMIT_REFUSED;
    if (utf8_span(problem->text, problem->len) != problem->len || memchr(problem->text, '\0', problem->len) != NULL) {
        refuse_text(error);
        return result;
    }
    text_members_write_problem(members, problem->text, problem->len, &json);
    whole.format = NASH_FORMAT_JSON;
    whole.text = json.data;
    whole.len = json.len;
    if (json.failed)
        no_memory(error);
    else
        result = jobs_submit(jobs, &whole, job, error);
    if (result == SUBMIT_REFUSED)
        text_members_explain("query parameter", error);
    nash_buf_free(&json);
    return result;
}

enum submit_result submit_problem(struct api *api, const struct jobs_request *problem,
                                  const struct text_members *members, struct job **job, struct nash_error *error)
{
    struct jobs_request limited = *problem;
    struct jobs_quota quota;
    api_limit_request(api, &limited, &quota);
    if (members != NULL)
        return submit_text(api->jobs, &limited, members, job, error);
    enum submit_result result = jobs_submit(api->jobs, &limited, job, error);
    if (result == SUBMIT_ACCEPTED && problem->format == NASH_FORMAT_JSON)
        models_watch(api->models, problem->solver, problem->text, problem->len, *job);
    return result;
}

/* Puts the documents that the body names into it, and submits. */
static void submit_filled(struct large_body *large)
{
    struct nash_buf whole = NASH_BUF_INIT(0);
    struct jobs_request *problem = &large->problem;
    struct large_outcome *outcome = &large->outcome;
    if (filling_apply(large->filling, large->api, problem, &whole, &outcome->error) == NASH_OK)
        outcome->result = submit_problem(large->api, problem, large->members, &outcome->job, &outcome->error);
    if (problem->sent != NULL && outcome->result == SUBMIT_REFUSED && large->filling->relocate != NULL)
        large->filling->relocate(problem->solver, &outcome->error);
    nash_buf_free(&whole);
}

static void submit_in_memory(struct large_body *large)
{
    struct large_outcome *outcome = &large->outcome;
    if (large->filling != NULL)
        submit_filled(large);
    else
        outcome->result = submit_problem(large->api, &large->problem, large->members, &outcome->job, &outcome->error);
}

/* ---- in a file ---- */

/* Returns whether problems of the kind may name documents. */
static bool has_documents(const struct nash_solver *solver)
{
    return solver->learns || solver->models != NULL;
}

/* Returns what fills the body, if it may name a document; NULL: it names none. */
static const struct filling *find_filling(const struct large_body *large, struct nash_error *error)
{
    enum { NAME_MAX_BYTES = 32 }; /* pieces overlap by more than the longest name with its quotes */
    char piece[PIECE_BYTES];
    const struct filling *found = NULL;
    uint64_t at = 0, len = tempfile_len(large->file);
    while (found == NULL && at < len) {
        ssize_t got = tempfile_read(large->file, at, piece, sizeof piece);
        if (got <= 0) {
            nash_fail_type(error, NASH_BUSY, "busy", "",
                           "the server cannot read its copy of the body; try again later");
            return NULL;
        }
        found = filling_of(large->problem.solver, piece, (size_t)got);
        at += got == PIECE_BYTES ? PIECE_BYTES - NAME_MAX_BYTES : (uint64_t)got;
    }
    return found;
}

static enum nash_status load_file(const struct tempfile *file, char **text, struct nash_error *error)
{
    size_t len = (size_t)tempfile_len(file);
    *text = malloc(len + 1);
    if (*text == NULL)
        return no_memory(error);
    for (size_t at = 0; at < len;) {
        ssize_t got = tempfile_read(file, at, *text + at, len - at);
        if (got <= 0)
            return nash_fail_type(error, NASH_BUSY, "busy", "",
                                  "the server cannot read its copy of the body; try again later");
        at += (size_t)got;
    }
    (*text)[len] = '\0';
    return NASH_OK;
}

/* Submits a body that may name a document from memory, where the document is put into it. */
static void submit_loaded(struct large_body *large)
{
    char *text = NULL;
    struct large_outcome *outcome = &large->outcome;
    size_t len = (size_t)tempfile_len(large->file);
    outcome->error = (struct nash_error){0};
    if (len > FILLED_MAX)
        nash_fail_type(&outcome->error, NASH_TOO_LARGE, "too-large", "",
                       "a problem that names a document may have %d bytes, this one has %zu", FILLED_MAX, len);
    else if (load_file(large->file, &text, &outcome->error) == NASH_OK) {
        large->problem.text = text;
        large->problem.len = len;
        submit_in_memory(large);
    }
    free(text);
}

/* A problem of a kind with models may be a training, which the server watches: such a body is submitted from memory in
 * any case, and these kinds accept at most 1 MiB. */
static void look_for_documents(struct large_body *large)
{
    struct nash_error error = {0};
    large->filling = find_filling(large, &error);
    if (error.status != NASH_OK)
        large->outcome.error = error;
    else if (large->filling != NULL || large->problem.solver->models != NULL)
        submit_loaded(large);
    else
        large->step = LARGE_FOR_WORKER;
}

/* Replaces the text by the JSON problem that says the same. */
static void write_json(struct large_body *large)
{
    struct nash_error *error = &large->outcome.error;
    struct tempfile *json = tempfile_new(large->api->spool_dir, NULL, error);
    if (json == NULL)
        return;
    enum nash_status status = text_members_write_file(large->members, large->file, json, error);
    if (status == NASH_OK) {
        tempfile_unref(large->file);
        large->file = json;
        large->problem.format = NASH_FORMAT_JSON;
        large->step = LARGE_FOR_WORKER;
        return;
    }
    tempfile_unref(json);
    if (status == NASH_INVALID)
        refuse_text(error);
}

/* Runs in the thread. */
static void large_body_read(struct body_reading *reading)
{
    struct large_body *large = (struct large_body *)reading;
    if (large->file == NULL) {
        large->outcome.error = (struct nash_error){0};
        submit_in_memory(large);
        http_held_body_release(&large->body); /* the job has a copy */
    } else if (large->members != NULL) {
        write_json(large);
    } else {
        look_for_documents(large);
    }
}

/* ---- the life of a body ---- */

static void large_body_release(struct body_reading *reading)
{
    struct large_body *large = (struct large_body *)reading;
    http_held_body_release(&large->body);
    tempfile_unref(large->file);
    job_unref(large->outcome.job);
    free(large->idempotency);
    text_members_free(large->members);
    free(large);
}

static void wake_request(void *context)
{
    http_wake(context);
}

/* Passes the file to a worker. Without success the outcome is set. */
static void start_intake(struct large_body *large)
{
    struct jobs_request *problem = &large->problem;
    problem->file = large->file;
    problem->text = NULL;
    problem->len = 0;
    large->step = LARGE_WITH_WORKER;
    struct jobs_quota quota;
    api_limit_request(large->api, problem, &quota);
    large->intake = intake_start(large->api->jobs, problem, wake_request, large->request, &large->outcome.error);
    problem->quota = NULL; /* the intake has a copy */
    tempfile_unref(large->file);
    large->file = NULL;
}

struct large_body *large_body_start(struct http_request *request, const struct jobs_request *problem,
                                    struct text_members *members, const struct filling *filling, struct tempfile *file)
{
    struct api *api = api_of(request);
    struct large_body *large = calloc(1, sizeof *large);
    if (large != NULL)
        *large = (struct large_body){.reading = {.read = large_body_read, .release = large_body_release},
                                     .request = request,
                                     .filling = filling,
                                     .api = api,
                                     .file = file,
                                     .problem = *problem,
                                     .idempotency = problem->idempotency ? strdup(problem->idempotency) : NULL,
                                     .outcome = {.result = SUBMIT_REFUSED}};
    if (large == NULL || !large->idempotency != !problem->idempotency) {
        free(large);
        tempfile_unref(file);
        text_members_free(members);
        return NULL;
    }
    large->members = members;
    large->problem.idempotency = large->idempotency;
    large->problem.never_waits = false;
    snprintf(large->flow, sizeof large->flow, "%s", problem->flow);
    large->problem.flow = large->flow;
    nash_fail_type(&large->outcome.error, NASH_BUSY, "draining", "",
                   "the server is shutting down; send the problem again later");
    if (file == NULL) {
        http_body_hold(request, &large->body);
        large->problem.text = large->body.data;
    } else if (members == NULL && (problem->format != NASH_FORMAT_JSON || !has_documents(problem->solver))) {
        start_intake(large);
        if (large->intake == NULL)
            http_wake(request);
        return large;
    }
    struct body_reader *reader = filling != NULL ? filling->thread(api)
                                 : file != NULL  ? api->body_reader
                                                 : api->readers;
    if (body_reader_add(reader, &large->reading, request)) {
        large->reader = reader;
        return large;
    }
    if (!atomic_load(&api->draining))
        nash_fail_type(&large->outcome.error, NASH_BUSY, "unavailable", "",
                       "too many requests wait for the database; send the problem again later");
    http_wake(request);
    return large;
}

bool large_body_take(struct large_body *large, struct large_outcome *outcome)
{
    struct large_outcome *own = &large->outcome;
    if (large->reader != NULL && !body_reading_is_done(large->reader, &large->reading))
        return false;
    large->reader = NULL;
    if (large->step == LARGE_FOR_WORKER)
        start_intake(large);
    if (large->intake != NULL && !intake_take(large->intake, &own->result, &own->job, &own->error))
        return false;
    if (large->step == LARGE_WITH_WORKER && own->result == SUBMIT_REFUSED && large->members != NULL)
        text_members_explain("query parameter", &own->error);
    *outcome = *own;
    own->job = NULL;
    large_body_end(large);
    return true;
}

void large_body_end(struct large_body *large)
{
    if (large->intake != NULL)
        intake_end(large->intake);
    if (large->reader != NULL)
        body_reading_end(large->reader, &large->reading);
    else
        large_body_release(&large->reading);
}
