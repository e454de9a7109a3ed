/* From work to answers: one problem, or the lines of a chunk one after the other.
 *
 * Each line of a chunk has its own memory and its own time. Its answer is written straight into the next frame, which
 * is sent when it is full, or FRAME_ANSWERS_MS after the last one; also in the middle of a line that reports progress,
 * so that a hard line does not delay the answers before it. The number of the line is stored where the server can read
 * it after a crash. A chunk is returned with the lines not begun when it has used up CHUNK_MAX_MS, when it is
 * cancelled, or when a line has left the process large or a library interrupted. */
#include "solve_loop.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <base/clock.h>
#include <jobs/batch/answers.h>

#include "worker_process.h"

enum {
    BACKGROUND_NICE = 10, /* of a process that solves work of hours */
    NS_PER_MS = 1000000,
    PROGRESS_FIRST_MS = 100,
    PROGRESS_EVERY_MS = 250,
    CHUNK_MAX_MS = 50,         /* a chunk that takes longer is returned after the current line */
    CHUNK_MAX_BYTES = 1 << 20, /* so is a chunk with more bytes of answers */
    MEMBERS_MAX = 1 << 20,     /* bytes of memory for the members beside the lines */
    LONG_LINE_NS = 1000000     /* after a shorter line, libc's heap is not examined */
};

static void send_frame(enum frame_type type, const void *first, size_t first_len, const void *second, size_t second_len)
{
    struct frame_head head = {.len = (uint32_t)(first_len + second_len), .type = type};
    struct iovec parts[] = {
        {&head, sizeof head}, {(void *)(uintptr_t)first, first_len}, {(void *)(uintptr_t)second, second_len}};
    process_send(parts, 3);
}

/* Sends a progress report, unless it is too early or too long: progress is only for display. */
static void send_progress(struct nash_run *run, const char *json, size_t len)
{
    int64_t now = clock_mono_ns();
    if (now < run->progress_next_ns || len > FRAME_PROGRESS_MAX)
        return;
    run->progress_next_ns = now + PROGRESS_EVERY_MS * INT64_C(1000000);
    send_frame(FRAME_PROGRESS, json, len, NULL, 0);
}

static enum nash_status send_blob(struct nash_run *run, const char *name, const void *bytes, size_t len)
{
    struct worker_process *process = (struct worker_process *)run; /* run is its first member */
    if (!is_blob_name(name))
        return NASH_INVALID;
    enum nash_status status = blob_count_add(&process->emitted, name, len, clock_mono_ns() - process->started_ns);
    if (status == NASH_OK)
        send_frame(FRAME_BLOB, name, strlen(name) + 1, bytes, len);
    return status;
}

/* Gives an error a type by which the server and clients recognize it. */
static void set_default_type(struct nash_error *error, enum nash_status status)
{
    if (error->type[0] == '\0' && status == NASH_TOO_LARGE)
        strcpy(error->type, "output-limit");
    else if (error->type[0] == '\0' && status == NASH_NOMEM)
        strcpy(error->type, "out-of-memory");
}

/* A process without privileges cannot raise its priority again, so this one ends after its work. */
void process_lower_priority(struct worker_process *process)
{
    process->low_priority = setpriority(PRIO_PROCESS, 0, BACKGROUND_NICE) == 0;
}

static void begin_solving(struct worker_process *process, const struct frame_work *work, int64_t now)
{
    process->run = (struct nash_run){
        .arena = process->arena,
        .seed = work->seed,
        .deadline_ns = now + work->timeout_ms * INT64_C(1000000),
        .cancel = &process->flag->cancel,
    };
}

bool process_must_retire(struct worker_process *process, const struct nash_solver *solver)
{
    return process->run.spent || process->low_priority || memory_tidy(process, solver);
}

/* ---- one problem ---- */

static void begin_problem(struct worker_process *process, const struct frame_work *work)
{
    int64_t now = clock_mono_ns();
    begin_solving(process, work, now);
    process->emitted = (struct blob_count){0};
    process->started_ns = now;
    process->run.progress = send_progress;
    process->run.emit = send_blob;
    process->run.spare_text = true;
    process->run.resume = process->resume.len > 0 ? process->resume.data : NULL;
    process->run.resume_len = process->resume.len;
    process->run.progress_next_ns = now + PROGRESS_FIRST_MS * INT64_C(1000000);
}

/* Sends the end of a problem: the result, or *error. Returns false when the process has to end. */
static bool send_result(struct worker_process *process, const struct nash_solver *solver, enum nash_status status,
                        bool final, struct nash_error *error)
{
    struct frame_result head = {.status = status,
                                .final = final,
                                .stopped = (uint8_t)process->run.stopped,
                                .retires = process_must_retire(process, solver)};
    if (status == NASH_OK) {
        send_frame(FRAME_RESULT, &head, sizeof head, process->result.data, process->result.len);
    } else {
        set_default_type(error, status);
        send_frame(FRAME_RESULT, &head, sizeof head, error, sizeof *error);
    }
    return !head.retires;
}

static bool solve_problem(struct worker_process *process, const struct frame_work *work,
                          const struct nash_solver *solver)
{
    bool final = false;
    struct nash_error error = {0};
    begin_problem(process, work);
    enum nash_status status = nash_solve_run(solver, work->format, process->problem.data, process->problem.len,
                                             work->want_text, &process->run, &process->result, &final, &error);
    nash_buf_free(&process->resume);
    return send_result(process, solver, status, final, &error);
}

bool process_solve(struct worker_process *process, const struct frame_work *work, const struct nash_solver *solver,
                   const void *problem)
{
    bool final = false;
    struct nash_error error = {0};
    begin_problem(process, work);
    enum nash_status status =
        nash_solve_problem(solver, problem, work->want_text, &process->run, &process->result, &final, &error);
    return send_result(process, solver, status, final, &error);
}

bool process_refuse(struct worker_process *process, const struct nash_solver *solver, struct nash_error *error)
{
    process->run = (struct nash_run){0};
    return send_result(process, solver, error->status, false, error);
}

/* ---- a chunk ---- */

/* Sends the complete answers in `result`; an answer that is being written stays. */
static void send_answers(struct worker_process *process)
{
    struct nash_buf *out = &process->result;
    send_frame(FRAME_ANSWERS, out->data, process->answer_start, NULL, 0);
    nash_buf_erase(out, 0, process->answer_start);
    process->answer_start = 0;
}

/* The progress callback for the lines of a chunk. A line that reports progress takes long: drops the progress, but
 * sends the answers of the lines before it. */
static void flush_answers_on_progress(struct nash_run *run, const char *json, size_t len)
{
    struct worker_process *process = (struct worker_process *)run;
    (void)json, (void)len;
    run->progress_next_ns = INT64_MAX;
    if (process->answer_start > 0)
        send_answers(process);
}

static void begin_line(struct worker_process *process, const struct frame_work *work, const struct nash_solver *solver,
                       int64_t now)
{
    begin_solving(process, work, now);
    process->run.progress = flush_answers_on_progress;
    process->run.progress_next_ns = process->flush_ns;
    process->answer_start = process->result.len;
    nash_arena_reset(process->arena, solver->limits.memory_bytes);
}

/* Replaces an answer that was begun by an error. */
static void replace_with_error(struct worker_process *process, struct nash_error *error)
{
    process->result.len = process->answer_start;
    process->result.failed = false;
    set_default_type(error, error->status);
    answers_add_error(&process->result, error);
}

/* Returns true when the current text answer is one line after its remarks, as it must unless the kind has records. */
static bool is_one_line(const struct worker_process *process)
{
    const struct nash_buf *out = &process->result;
    size_t start = process->answer_start + sizeof(struct answer_head);
    return answer_is_one_line(out->data + start, out->len - start);
}

/* Applies the member "job" of a line to its run. A text line has none. */
static enum nash_status apply_job(struct worker_process *process, const struct frame_work *work,
                                  const struct nash_job *job, struct nash_error *error)
{
    if (job->has_priority)
        return nash_fail(error, NASH_UNPROCESSABLE, "/job/priority",
                         "orders jobs, and the problems of this batch are solved in their order: leave it out, or send "
                         "them to /v1/batch");
    if (job->webhook != NULL)
        return nash_fail(error, NASH_UNPROCESSABLE, "/job/webhook",
                         "the answers of a batch are its reply: leave it out, or send the problem by itself");
    if (job->tags[0] != '\0')
        return nash_fail(error, NASH_UNPROCESSABLE, "/job/tags",
                         "mark jobs, and the problems of this batch make none: leave them out, or send the problems to "
                         "/v1/batch");
    if (job->timeout_ms > work->timeout_ms)
        return nash_fail(error, NASH_UNPROCESSABLE, "/job/timeout_ms",
                         "a problem of this batch takes at most %u ms: raise it by the query parameter timeout_ms",
                         work->timeout_ms);
    if (job->timeout_ms > 0)
        process->run.deadline_ns -= (work->timeout_ms - job->timeout_ms) * INT64_C(1000000);
    if (job->has_seed)
        process->run.seed = job->seed;
    return NASH_OK;
}

static enum nash_status read_line(struct worker_process *process, const struct frame_work *work,
                                  const struct nash_solver *solver, const char *line, size_t len, void **problem,
                                  struct nash_error *error)
{
    const struct nash_body body = {.format = (enum nash_format)work->format,
                                   .text = line,
                                   .len = len,
                                   .members = process->members.root != NULL ? &process->members : NULL};
    struct nash_job job;
    enum nash_status status = nash_request_read(solver, &body, process->arena, problem, &job, 0, error);
    return status == NASH_OK ? apply_job(process, work, &job, error) : status;
}

/* Appends the answer of a line; returns false when the line was cancelled and gets none. */
static bool solve_line(struct worker_process *process, const struct frame_work *work, const struct nash_solver *solver,
                       const char *line, size_t len)
{
    struct nash_buf *out = &process->result;
    bool final = false;
    void *problem = NULL;
    struct nash_error error = {0};
    answers_begin(out);
    enum nash_status status = read_line(process, work, solver, line, len, &problem, &error);
    if (status == NASH_OK)
        status = nash_solve_problem(solver, problem, work->want_text, &process->run, out, &final, &error);
    if (process->run.stopped == NASH_STOP_CANCEL && !final) {
        out->len = process->answer_start;
        return false;
    }
    if (status == NASH_OK && work->want_text && solver->text_next == NULL && !is_one_line(process))
        status = nash_fail(&error, NASH_TOO_LARGE, "", "The answer has several lines: ask for it as JSON.");
    if (status == NASH_OK)
        answers_end(out, process->answer_start);
    else
        replace_with_error(process, &error);
    if (out->failed)
        _exit(WORKER_EXIT_NOMEM);
    return true;
}

/* Sends the last answers and the end of the chunk, in one message. */
static bool send_chunk_end(struct worker_process *process, const struct nash_solver *solver)
{
    struct frame_result head = {.status = NASH_OK};
    struct frame_head answers = {.len = (uint32_t)process->result.len, .type = FRAME_ANSWERS};
    struct frame_head end = {.len = sizeof head, .type = FRAME_RESULT};
    struct iovec parts[] = {{&answers, sizeof answers},
                            {process->result.data, process->result.len},
                            {&end, sizeof end},
                            {&head, sizeof head}};
    head.retires = process_must_retire(process, solver);
    if (process->result.len == 0)
        process_send(parts + 2, 2);
    else
        process_send(parts, 4);
    return !head.retires;
}

/* Reads the members beside the lines, which the server has checked. */
static void read_members(struct worker_process *process, size_t len)
{
    struct nash_error error;
    process->members = (struct nash_json){0};
    if (len == 0)
        return;
    if (process->members_arena == NULL)
        process->members_arena = nash_arena_new(MEMBERS_MAX);
    if (process->members_arena == NULL)
        _exit(WORKER_EXIT_NOMEM);
    nash_arena_reset(process->members_arena, MEMBERS_MAX);
    if (nash_json_parse(&process->members, process->problem.data, len, process->members_arena, &error) != NASH_OK)
        _exit(WORKER_EXIT_NOMEM);
}

static bool solve_chunk(struct worker_process *process, const struct frame_work *work, const struct nash_solver *solver)
{
    const char *line = process->problem.data + work->members_len, *end = process->problem.data + process->problem.len;
    int64_t now = clock_mono_ns(), last = now + CHUNK_MAX_MS * NS_PER_MS;
    size_t answer_bytes = 0;
    process->flush_ns = now + FRAME_ANSWERS_MS * NS_PER_MS;
    read_members(process, work->members_len);
    for (uint32_t n = 0; line < end; n++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        int64_t began = now;
        atomic_store_explicit(&process->flag->line, n, memory_order_relaxed);
        begin_line(process, work, solver, now);
        if (!solve_line(process, work, solver, line, (size_t)(stop - line)))
            break;
        line = stop + 1;
        now = clock_mono_ns();
        answer_bytes += process->result.len - process->answer_start;
        process->answer_start = process->result.len;
        if (now >= last || answer_bytes >= CHUNK_MAX_BYTES || process->run.spent ||
            memory_is_large(process, now - began >= LONG_LINE_NS) ||
            atomic_load_explicit(&process->flag->cancel, memory_order_relaxed) != 0)
            break;
        if (process->answer_start >= FRAME_ANSWERS_FULL || now >= process->flush_ns) {
            send_answers(process);
            process->flush_ns = now + FRAME_ANSWERS_MS * NS_PER_MS;
        }
    }
    nash_json_free(&process->members);
    return send_chunk_end(process, solver);
}

bool process_work(struct worker_process *process, const struct frame_work *work, const struct nash_solver *solver)
{
    return work->lines > 0 ? solve_chunk(process, work, solver) : solve_problem(process, work, solver);
}
