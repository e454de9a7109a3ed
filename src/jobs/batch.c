/* Batches: many small problems without rows and ids, answered in the order in which they came.
 *
 * A batch holds a window of lines: a ring, in which the oldest not yet told is `given` and the next to come `taken`. A
 * line is read by who adds it, answered from memory when its problem is known there, else by the executor; it leaves
 * the ring when the teller (tell.c) has given its answer. All memory is taken at the start, so no line can be lost.
 * Batches with lines to start stand in a circle: each start is the next one's turn. */
#include <stdlib.h>

#include <jobs/batch.h>

enum { WINDOW_DEFAULT = 64, WINDOW_MOST = 4096 };

/* ---- lines ---- */

void line_clear(struct line *line)
{
    bytes_unref(line->task.execution.problem);
    bytes_unref(line->answer);
    line->task = (struct task){.is_line = true};
    line->answer = NULL;
    line->cached = false;
    line->status = NASH_OK;
}

void line_free(struct line *line)
{
    if (line == NULL)
        return;
    line_clear(line);
    free(line);
}

static void refuse(struct line *line, enum nash_status status, const char *type, const char *detail)
{
    line->status = nash_fail_type(&line->error, status, type, "", "%s", detail);
    line->state = LINE_READY;
}

static void refuse_draining(struct line *line)
{
    refuse(line, NASH_BUSY, "draining", "The server is shutting down.");
}

struct execution *line_execution(struct line *line)
{
    return &line->task.execution;
}

/* ---- starting ---- */

static void eager_add(struct jobs_batch *batch)
{
    struct jobs *jobs = batch->core;
    batch->next_eager = NULL;
    *jobs->eager.end = batch;
    jobs->eager.end = &batch->next_eager;
    batch->eager = true;
}

static void eager_remove(struct jobs_batch *batch)
{
    struct jobs *jobs = batch->core;
    struct jobs_batch **at = &jobs->eager.first;
    if (!batch->eager)
        return;
    while (*at != batch)
        at = &(*at)->next_eager;
    *at = batch->next_eager;
    if (*at == NULL)
        jobs->eager.end = at;
    batch->eager = false;
}

struct line *batch_first(struct jobs *jobs)
{
    for (struct jobs_batch *batch; (batch = jobs->eager.first) != NULL; eager_remove(batch))
        for (; batch->starting < batch->taken; batch->starting++)
            if (batch_line(batch, batch->starting)->state == LINE_WAITS)
                return batch_line(batch, batch->starting);
    return NULL;
}

void batch_started(struct line *line)
{
    struct jobs_batch *batch = line->batch;
    struct jobs *jobs = batch->core;
    line->state = LINE_RUNS;
    line->next = jobs->lines;
    line->link = &jobs->lines;
    if (line->next != NULL)
        line->next->link = &line->next;
    jobs->lines = line;
    jobs->lines_started++;
    batch->starting++;
    eager_remove(batch);
    if (batch->starting < batch->taken)
        eager_add(batch);
}

void batch_done(struct line *line, const struct execution_outcome *outcome)
{
    struct jobs *jobs = line->core;
    *line->link = line->next;
    if (line->next != NULL)
        line->next->link = line->link;
    jobs->lines_started--;
    if (line->batch == NULL) {
        line_free(line);
        return;
    }
    bool whole = outcome->status == NASH_OK && (outcome->final || outcome->stopped != NASH_STOP_CANCEL);
    if (jobs->draining && !whole && (outcome->status == NASH_OK || outcome->status == NASH_STOPPED)) {
        refuse_draining(line);
    } else {
        line->status = outcome->status;
        line->answer = bytes_ref(outcome->result);
        line->error = outcome->error;
        line->state = LINE_READY;
    }
    tell_soon(line->batch);
}

void batches_drain(struct jobs *jobs)
{
    for (struct jobs_batch *batch = jobs->batches; batch != NULL; batch = batch->next) {
        for (uint64_t n = batch->given; n < batch->taken; n++)
            if (batch_line(batch, n)->state == LINE_WAITS)
                refuse_draining(batch_line(batch, n));
        tell_soon(batch);
    }
}

void batches_cancel(struct jobs *jobs)
{
    for (struct line *line = jobs->lines; line != NULL; line = line->next)
        jobs->executor->cancel(jobs->executor, &line->task.execution);
}

/* ---- the calls of jobs.h ---- */

static bool make_lines(struct jobs_batch *batch)
{
    for (unsigned i = 0; i < batch->options.window; i++) {
        struct line *line = batch->line[i] = calloc(1, sizeof *line);
        if (line == NULL)
            return false;
        line->core = batch->core;
        line->batch = batch;
    }
    return true;
}

struct jobs_batch *batch_start(struct jobs *jobs, const struct batch_options *options, struct nash_error *error)
{
    if (options->solver->parse_text == NULL) {
        nash_fail_type(error, NASH_INVALID, "not-found", "", "%s has no text form; use /v1/batch with JSON lines.",
                       options->solver->kind);
        return NULL;
    }
    unsigned window = options->window == 0            ? WINDOW_DEFAULT
                      : options->window > WINDOW_MOST ? WINDOW_MOST
                                                      : options->window;
    struct jobs_batch *batch = calloc(1, sizeof *batch + window * sizeof *batch->line);
    if (batch != NULL) {
        batch->core = jobs;
        batch->options = *options;
        batch->options.window = window;
    }
    if (batch == NULL || !make_lines(batch)) {
        nash_fail(error, NASH_NOMEM, "", "The server has no memory for another batch now.");
        if (batch != NULL)
            batch_destroy(batch);
        return NULL;
    }
    pthread_mutex_lock(&jobs->lock);
    batch->next = jobs->batches;
    batch->link = &jobs->batches;
    if (batch->next != NULL)
        batch->next->link = &batch->next;
    jobs->batches = batch;
    pthread_mutex_unlock(&jobs->lock);
    return batch;
}

void *batch_context(struct jobs_batch *batch)
{
    return batch->options.context;
}

/* Without the lock: the line is the adder's until it is counted. */
static void read_line(struct jobs_batch *batch, struct line *line, const char *text, size_t len,
                      struct problem *problem)
{
    const struct nash_solver *solver = batch->options.solver;
    uint32_t timeout_ms = batch->options.timeout_ms;
    line_clear(line);
    line->state = LINE_WAITS;
    line->status = problem_read(batch->core, solver, NASH_FORMAT_TEXT, text, len, problem, &line->error);
    if (line->status != NASH_OK) {
        line->state = LINE_READY;
        return;
    }
    if (timeout_ms == 0)
        timeout_ms = problem->timeout_ms;
    line->task.execution = (struct execution){
        .solver = solver,
        .format = NASH_FORMAT_TEXT,
        .want_text = batch->options.want_text,
        .problem = bytes_copy(text, len),
        .seed = problem->seed,
        .timeout_ms = timeout_ms > solver->limits.time_ms_max ? solver->limits.time_ms_max : timeout_ms,
    };
    if (line->task.execution.problem == NULL)
        refuse(line, NASH_NOMEM, "", "The server has no memory for this line now.");
}

/* Under the lock: from memory, unless the text form is wanted, which memory does not have. */
static void answer_line(struct jobs_batch *batch, struct line *line, const struct problem *problem)
{
    struct jobs *jobs = batch->core;
    struct job *known = batch->options.want_text ? NULL : memory_by_answer(jobs, &problem->key, batch->options.owner);
    if (known != NULL) {
        line->answer = bytes_ref(memory_answer(known));
        line->cached = true;
        line->state = LINE_READY;
    } else if (jobs->draining) {
        refuse_draining(line);
    }
}

bool batch_add(struct jobs_batch *batch, const char *text, size_t len)
{
    struct jobs *jobs = batch->core;
    struct problem problem;
    pthread_mutex_lock(&jobs->lock);
    bool full = batch->taken - batch->given >= batch->options.window;
    batch->wants_room |= full;
    pthread_mutex_unlock(&jobs->lock);
    if (full)
        return false;
    struct line *line = batch_line(batch, batch->taken);
    read_line(batch, line, text, len, &problem);
    pthread_mutex_lock(&jobs->lock);
    if (line->state == LINE_WAITS)
        answer_line(batch, line, &problem);
    batch->taken++;
    stats_of(jobs, batch->options.solver)->batch_lines++;
    if (line->state == LINE_READY) {
        tell_soon(batch);
    } else {
        if (!batch->eager)
            eager_add(batch);
        pump(jobs);
    }
    pthread_mutex_unlock(&jobs->lock);
    return true;
}

void batch_end(struct jobs_batch *batch)
{
    pthread_mutex_lock(&batch->core->lock);
    batch->ended = true;
    tell_soon(batch);
    pthread_mutex_unlock(&batch->core->lock);
}

void batch_destroy(struct jobs_batch *batch)
{
    struct jobs *jobs = batch->core;
    for (unsigned i = 0; i < batch->options.window; i++) {
        struct line *line = batch->line[i];
        if (line != NULL && line->state == LINE_RUNS) {
            line->batch = NULL;
            jobs->executor->cancel(jobs->executor, &line->task.execution);
        } else {
            line_free(line);
        }
    }
    free(batch);
}

void batches_destroy(struct jobs *jobs)
{
    for (struct line *line = jobs->lines, *next; line != NULL; line = next) {
        next = line->next;
        line_free(line);
    }
}

void batch_free(struct jobs_batch *batch)
{
    if (batch == NULL)
        return;
    struct jobs *jobs = batch->core;
    pthread_mutex_lock(&jobs->lock);
    batch->freed = true;
    batch->teller_frees = batch->telling && pthread_equal(pthread_self(), jobs->tell_thread);
    eager_remove(batch);
    tell_not(batch);
    *batch->link = batch->next;
    if (batch->next != NULL)
        batch->next->link = batch->link;
    jobs->sleepers++;
    while (batch->telling && !batch->teller_frees)
        pthread_cond_wait(&jobs->changed, &jobs->lock);
    jobs->sleepers--;
    if (!batch->teller_frees)
        batch_destroy(batch);
    pthread_mutex_unlock(&jobs->lock);
}
