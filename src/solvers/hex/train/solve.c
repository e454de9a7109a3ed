/* Trains: one piece of work after the other, with reports and checkpoints between them. Time decides only when the
 * training ends and when a checkpoint is written; it changes no bit of what is learnt. */
#include <string.h>

#include <base/clock.h>

#include "form.h"

enum { NS_PER_US = 1000, US_PER_S = 1000000, ARENA_SPARE = 64 << 10 };

#define NS_PER_MS INT64_C(1000000)
#define NS_PER_S  INT64_C(1000000000)

struct course {
    struct nash_run *run;
    struct hex_train_answer *answer;
    struct hex_train_progress *progress;
    int64_t cpu_begun_ns;
    uint64_t cpu_before_us; /* of the runs before this one */
    int64_t save_at_ns, report_at_ns;
    struct nash_buf file;
    struct nash_error *error;
};

static void update_cpu(struct course *course)
{
    course->progress->cpu_us = course->cpu_before_us + (uint64_t)((clock_cpu_ns() - course->cpu_begun_ns) / NS_PER_US);
}

static void report(struct course *course)
{
    int64_t now = clock_mono_ns();
    struct nash_buf json = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&json);
    if (now < course->report_at_ns || !nash_progress_due(course->run))
        return;
    hex_train_write_progress(&course->answer->config, course->progress, course->answer->memory, &out);
    nash_progress_send(course->run, &json);
    course->report_at_ns = now + HEX_TRAIN_REPORT_MS * NS_PER_MS;
}

/* ---- checkpoints ---- */

bool hex_train_save(const struct hex_trainer *trainer, bool best, struct nash_arena *arena, struct nash_buf *out,
                    struct hex_train_file *file, struct nash_error *error)
{
    struct hex_checkpoint checkpoint;
    struct nash_arena_mark mark = nash_arena_mark(arena);
    nash_buf_reset(out);
    hex_trainer_save(trainer, best, out);
    if (out->failed) {
        nash_fail(error, NASH_NOMEM, "", "a checkpoint does not fit into the memory of this job");
        return false;
    }
    bool whole = hex_checkpoint_read((const uint8_t *)out->data, out->len, arena, &checkpoint, error) == NASH_OK;
    const struct hex_checkpoint_part *weights = whole ? hex_checkpoint_part(&checkpoint, "weights") : NULL;
    if (weights)
        *file = (struct hex_train_file){.len = out->len,
                                        .hash = nash_sha256_of(out->data, out->len),
                                        .weights = nash_sha256_of(weights->bytes, weights->len)};
    nash_arena_release(arena, mark);
    return weights || nash_fail(error, NASH_INTERNAL, "", "a checkpoint cannot be read again") == NASH_OK;
}

/* Emits a checkpoint, after reading it again. One that the host refuses is not counted. */
static bool emit(struct course *course, bool best)
{
    struct hex_train_answer *a = course->answer;
    struct hex_train_file file;
    struct nash_run *run = course->run;
    if (!hex_train_save(a->trainer, best, run->arena, &course->file, &file, course->error))
        return false;
    file.step = best ? course->progress->best_step : course->progress->step;
    if (run->emit && run->emit(run, best ? "best" : "latest", course->file.data, course->file.len) == NASH_OK)
        *(best ? &a->best : &a->latest) = file;
    if (!best)
        course->save_at_ns = clock_mono_ns() + HEX_TRAIN_SAVE_S * NS_PER_S;
    return true;
}

/* ---- the course ---- */

static bool is_out_of_time(const struct course *course)
{
    uint32_t seconds = course->answer->config.seconds;
    return seconds && course->progress->cpu_us / US_PER_S >= seconds;
}

/* Does what follows a piece of work. Returns false with an error. */
static bool follow(struct course *course, enum hex_train_event event)
{
    struct hex_train_progress *progress = course->progress;
    bool has_point = event == HEX_TRAIN_EVALUATED || event == HEX_TRAIN_BEST;
    bool ends = event == HEX_TRAIN_DONE || event == HEX_TRAIN_STOPPED;
    update_cpu(course);
    if (event == HEX_TRAIN_FAILED) /* its weights are of no use */
        return true;
    if (has_point && progress->points)
        progress->point[progress->points - 1].seconds = (uint32_t)(progress->cpu_us / US_PER_S);
    if (is_out_of_time(course))
        hex_trainer_finish(course->answer->trainer);
    if (progress->best_step && progress->best_step != course->answer->best.step && !emit(course, true))
        return false;
    if ((has_point || ends || clock_mono_ns() >= course->save_at_ns) && !emit(course, false))
        return false;
    report(course);
    return true;
}

static enum nash_status train(struct course *course)
{
    enum hex_train_event event = HEX_TRAIN_WORKED;
    course->cpu_begun_ns = clock_cpu_ns();
    course->cpu_before_us = course->progress->cpu_us;
    course->save_at_ns = clock_mono_ns() + HEX_TRAIN_SAVE_S * NS_PER_S;
    while (event != HEX_TRAIN_DONE && event != HEX_TRAIN_STOPPED && event != HEX_TRAIN_FAILED) {
        event = hex_trainer_work(course->answer->trainer, course->run);
        if (!follow(course, event))
            return course->error->status;
    }
    course->answer->finished = event == HEX_TRAIN_DONE;
    course->answer->diverged = event == HEX_TRAIN_FAILED;
    return NASH_OK;
}

/* Makes the trainer: from the checkpoint that this job has written before, that of the request, or nothing. */
static enum nash_status begin(const struct hex_training *training, struct course *course)
{
    struct hex_train_answer *a = course->answer;
    struct nash_run *run = course->run;
    const struct hex_checkpoint *from = training->from;
    struct hex_checkpoint resumed;
    if (run->resume) {
        if (hex_checkpoint_read(run->resume, run->resume_len, run->arena, &resumed, course->error) != NASH_OK)
            return course->error->status;
        from = &resumed;
    }
    size_t before = nash_arena_used(run->arena);
    a->trainer = hex_trainer_new(&a->config, from, run->arena, course->error);
    if (!a->trainer)
        return course->error->status;
    a->memory = nash_arena_used(run->arena) - before;
    course->progress = hex_trainer_progress(a->trainer);
    return NASH_OK;
}

enum nash_status hex_train_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                                 struct nash_error *error)
{
    const struct hex_training *training = problem;
    int64_t begun = clock_mono_ns();
    struct nash_error own = {0};
    struct hex_train_answer *a = NASH_NEW(run->arena, struct hex_train_answer, 1);
    struct course course = {.run = run, .answer = a, .file = NASH_BUF_INIT(0), .error = error ? error : &own};
    if (!a)
        return nash_fail(error, NASH_NOMEM, "", "a training does not fit into the memory of this job");
    a->arena = run->arena;
    a->config = training->config;
    if (run->seed)
        a->config.seed = run->seed;
    enum nash_status status = begin(training, &course);
    if (status == NASH_OK)
        status = train(&course);
    nash_buf_free(&course.file);
    a->stopped = run->stopped != NASH_STOP_NONE;
    a->solve_us = (uint64_t)(clock_mono_ns() - begun) / NS_PER_US;
    result->answer = a;
    /* A job that took the answer of another would have no checkpoints of its own. */
    result->final = false;
    return status;
}
