/* From an order to its answer: one problem, or the lines of a pack one after the other.
 *
 * Each line of a pack is a run of its own: its memory is what the kind allows, its time begins with it. Its answer is
 * written straight into the frame to come, which leaves when it is full or when the last one left FRAME_ANSWERS_MS ago;
 * also in the middle of a line that reports progress, so that a hard one does not keep the answers of those before it.
 * Before a line is begun its number is left where the
 * server can read it, whatever becomes of this process. A pack is handed back, with the lines not begun, when others
 * may want the worker, when it is cancelled, or when a line has left the process large or a library in the middle. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/clock.h>
#include <jobs/answers.h>
#include <jobs/pool/solving.h>
#include <jobs/pool/worker.h>

enum {
    NS_PER_MS = 1000000,
    PROGRESS_FIRST_MS = 100,
    PROGRESS_EVERY_MS = 250,
    PACK_MS = 50,           /* a pack that takes longer is handed back after the line at hand */
    PACK_ANSWERS = 1 << 20, /* and so is one whose answers have so many bytes */
    LONG_LINE_NS = 1000000  /* after a shorter line, libc's heap is not looked at */
};

static void send_frame(enum frame_type type, const void *first, size_t first_len, const void *second, size_t second_len)
{
    struct frame_head head = {.len = (uint32_t)(first_len + second_len), .type = type};
    struct iovec parts[] = {
        {&head, sizeof head}, {(void *)(uintptr_t)first, first_len}, {(void *)(uintptr_t)second, second_len}};
    worker_send(parts, 3);
}

/* Too long a report is left out: it is only for people. */
static void progress(struct nash_run *run, const char *json, size_t len)
{
    int64_t now = clock_mono_ns();
    if (now < run->progress_next_ns || len > FRAME_PROGRESS_MOST)
        return;
    run->progress_next_ns = now + PROGRESS_EVERY_MS * INT64_C(1000000);
    send_frame(FRAME_PROGRESS, json, len, NULL, 0);
}

static enum nash_status emit(struct nash_run *run, const char *name, const void *bytes, size_t len)
{
    struct worker *worker = (struct worker *)run; /* its first member */
    size_t name_len = strlen(name) + 1;
    if (name_len == 1 || name_len + len < len || name_len + len > FRAME_BLOBS_MOST - worker->emitted)
        return NASH_TOO_LARGE;
    worker->emitted += name_len + len;
    send_frame(FRAME_BLOB, name, name_len, bytes, len);
    return NASH_OK;
}

/* An error always has a type by which the server and the job's reader know it. */
static void name_type(struct nash_error *error, enum nash_status status)
{
    if (error->type[0] == '\0' && status == NASH_TOO_LARGE)
        strcpy(error->type, "output-limit");
    else if (error->type[0] == '\0' && status == NASH_NOMEM)
        strcpy(error->type, "out-of-memory");
}

static void begin_run(struct worker *worker, const struct frame_order *order, int64_t now)
{
    worker->run = (struct nash_run){
        .arena = worker->arena,
        .seed = order->seed,
        .deadline_ns = now + order->timeout_ms * INT64_C(1000000),
        .cancel = &worker->flag->cancel,
    };
}

/* After an answer: has this process to end? */
static bool retires(struct worker *worker, const struct nash_solver *solver)
{
    return worker->run.spent || footprint_tidy(worker, solver);
}

/* ---- one problem ---- */

static bool answer_one(struct worker *worker, const struct frame_order *order, const struct nash_solver *solver)
{
    bool final = false;
    struct nash_error error = {0};
    int64_t now = clock_mono_ns();
    begin_run(worker, order, now);
    worker->emitted = 0;
    worker->run.progress = progress;
    worker->run.emit = emit;
    worker->run.spare_text = true;
    worker->run.progress_next_ns = now + PROGRESS_FIRST_MS * INT64_C(1000000);
    enum nash_status status = nash_solve_run(solver, order->format, worker->problem.data, worker->problem.len,
                                             order->want_text, &worker->run, &worker->result, &final, &error);
    struct frame_verdict verdict = {
        .status = status, .final = final, .stopped = (uint8_t)worker->run.stopped, .retires = retires(worker, solver)};
    if (status == NASH_OK) {
        send_frame(FRAME_RESULT, &verdict, sizeof verdict, worker->result.data, worker->result.len);
    } else {
        name_type(&error, status);
        send_frame(FRAME_RESULT, &verdict, sizeof verdict, &error, sizeof error);
    }
    return !verdict.retires;
}

/* ---- a pack ---- */

/* The whole answers leave. */
static void send_answers(struct worker *worker)
{
    struct nash_buf *out = &worker->result;
    send_frame(FRAME_ANSWERS, out->data, worker->place, NULL, 0);
    memmove(out->data, out->data + worker->place, out->len - worker->place);
    out->len -= worker->place;
    worker->place = 0;
}

/* A line takes so long that it wants to tell of it, which nobody will hear: but what was answered before must not wait
 * for it. */
static void progress_of_line(struct nash_run *run, const char *json, size_t len)
{
    struct worker *worker = (struct worker *)run;
    (void)json, (void)len;
    run->progress_next_ns = INT64_MAX;
    if (worker->place > 0)
        send_answers(worker);
}

static void begin_line(struct worker *worker, const struct frame_order *order, const struct nash_solver *solver,
                       int64_t now)
{
    begin_run(worker, order, now);
    worker->run.progress = progress_of_line;
    worker->run.progress_next_ns = worker->flush_ns;
    worker->place = worker->result.len;
    nash_arena_reset(worker->arena, solver->limits.memory_bytes);
}

/* What was begun is no answer, but this is. */
static void answer_error_instead(struct worker *worker, struct nash_error *error)
{
    worker->result.len = worker->place;
    worker->result.failed = false;
    name_type(error, error->status);
    answers_add_error(&worker->result, error);
}

/* A text answer has to be one line, unless the kind has records: what it may say elsewhere in several is not for here.
 */
static bool is_one_line(const struct worker *worker)
{
    const struct nash_buf *out = &worker->result;
    size_t start = worker->place + sizeof(struct answer_head);
    return memchr(out->data + start, '\n', out->len - start) == NULL;
}

/* Appends the answer; false when the line was stopped by a cancel and shall have none. */
static bool answer_line(struct worker *worker, const struct frame_order *order, const struct nash_solver *solver,
                        const char *line, size_t len)
{
    struct nash_buf *out = &worker->result;
    bool final = false;
    struct nash_error error = {0};
    answers_begin(out);
    enum nash_status status = nash_solve_run(solver, (enum nash_format)order->format, line, len, order->want_text,
                                             &worker->run, out, &final, &error);
    if (worker->run.stopped == NASH_STOP_CANCEL && !final) {
        out->len = worker->place;
        return false;
    }
    if (status == NASH_OK && order->want_text && !solver->text_records && !is_one_line(worker))
        status = nash_fail(&error, NASH_TOO_LARGE, "", "The answer has several lines: ask for it as JSON.");
    if (status == NASH_OK)
        answers_end(out, worker->place);
    else
        answer_error_instead(worker, &error);
    if (out->failed)
        _exit(WORKER_EXIT_NOMEM);
    return true;
}

/* The last answers and the verdict, in one message. */
static bool end_pack(struct worker *worker, const struct nash_solver *solver)
{
    struct frame_verdict verdict = {.status = NASH_OK};
    struct frame_head answers = {.len = (uint32_t)worker->result.len, .type = FRAME_ANSWERS};
    struct frame_head end = {.len = sizeof verdict, .type = FRAME_RESULT};
    struct iovec parts[] = {{&answers, sizeof answers},
                            {worker->result.data, worker->result.len},
                            {&end, sizeof end},
                            {&verdict, sizeof verdict}};
    verdict.retires = retires(worker, solver);
    if (worker->result.len == 0)
        worker_send(parts + 2, 2);
    else
        worker_send(parts, 4);
    return !verdict.retires;
}

static bool answer_pack(struct worker *worker, const struct frame_order *order, const struct nash_solver *solver)
{
    const char *line = worker->problem.data, *end = line + worker->problem.len;
    int64_t now = clock_mono_ns(), last = now + PACK_MS * NS_PER_MS;
    size_t said = 0;
    worker->flush_ns = now + FRAME_ANSWERS_MS * NS_PER_MS;
    for (uint32_t n = 0; line < end; n++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        int64_t began = now;
        atomic_store_explicit(&worker->flag->line, n, memory_order_relaxed);
        begin_line(worker, order, solver, now);
        if (!answer_line(worker, order, solver, line, (size_t)(stop - line)))
            break;
        line = stop + 1;
        now = clock_mono_ns();
        said += worker->result.len - worker->place;
        worker->place = worker->result.len;
        if (now >= last || said >= PACK_ANSWERS || worker->run.spent ||
            footprint_is_large(worker, now - began >= LONG_LINE_NS) ||
            atomic_load_explicit(&worker->flag->cancel, memory_order_relaxed) != 0)
            break;
        if (worker->place >= FRAME_ANSWERS_FULL || now >= worker->flush_ns) {
            send_answers(worker);
            worker->flush_ns = now + FRAME_ANSWERS_MS * NS_PER_MS;
        }
    }
    return end_pack(worker, solver);
}

bool worker_answer(struct worker *worker, const struct frame_order *order, const struct nash_solver *solver)
{
    nash_buf_reset(&worker->result);
    nash_arena_reset(worker->arena, solver->limits.memory_bytes);
    return order->lines > 0 ? answer_pack(worker, order, solver) : answer_one(worker, order, solver);
}
