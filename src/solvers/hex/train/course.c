#include "course.h"

#include <string.h>

#include <base/clock.h>

enum { NS_PER_US = 1000, US_PER_S = 1000000 };

#define NS_PER_MS INT64_C(1000000)
#define NS_PER_S  INT64_C(1000000000)

struct hex_course {
    struct nash_run *run;
    struct hex_train_answer answer;
    struct hex_train_progress *progress; /* of the trainer */
    int64_t cpu_ns;                      /* clock_cpu_ns() up to which time is counted; of the piece's thread */
    int64_t cpu_rest_ns;                 /* counted, and less than a microsecond */
    int64_t begun_ns, save_at_ns, report_at_ns;
    struct nash_buf file;
};

static void count_cpu(struct hex_course *course)
{
    int64_t now = clock_cpu_ns(), spent = now - course->cpu_ns + course->cpu_rest_ns;
    course->progress->cpu_us += (uint64_t)(spent / NS_PER_US);
    course->cpu_rest_ns = spent % NS_PER_US;
    course->cpu_ns = now;
}

void hex_course_write_progress(const struct hex_course *course, struct nash_jsonw *out)
{
    hex_train_write_progress(&course->answer.config, course->progress, course->answer.memory, out);
}

static void report(struct hex_course *course)
{
    int64_t now = clock_mono_ns();
    struct nash_buf json = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&json);
    if (now < course->report_at_ns || !nash_progress_due(course->run))
        return;
    nash_jsonw_object(&out);
    hex_course_write_progress(course, &out);
    nash_jsonw_object_end(&out);
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
static bool emit(struct hex_course *course, bool best, struct nash_error *error)
{
    struct hex_train_answer *a = &course->answer;
    struct hex_train_file file;
    struct nash_run *run = course->run;
    if (!hex_train_save(a->trainer, best, run->arena, &course->file, &file, error))
        return false;
    file.step = best ? course->progress->best_step : course->progress->step;
    if (run->emit && run->emit(run, best ? "best" : "latest", course->file.data, course->file.len) == NASH_OK)
        *(best ? &a->best : &a->latest) = file;
    if (!best)
        course->save_at_ns = clock_mono_ns() + HEX_TRAIN_SAVE_S * NS_PER_S;
    return true;
}

/* ---- pieces ---- */

static bool is_out_of_time(const struct hex_course *course)
{
    uint32_t seconds = course->answer.config.seconds;
    return seconds && course->progress->cpu_us / US_PER_S >= seconds;
}

/* Does what follows a piece of work. Returns false with an error. */
static bool follow(struct hex_course *course, enum hex_train_event event, struct nash_error *error)
{
    struct hex_train_progress *progress = course->progress;
    bool has_point = event == HEX_TRAIN_EVALUATED || event == HEX_TRAIN_BEST;
    bool ends = event == HEX_TRAIN_DONE || event == HEX_TRAIN_STOPPED;
    if (event == HEX_TRAIN_FAILED) /* its weights are of no use */
        return true;
    if (has_point && progress->points)
        progress->point[progress->points - 1].seconds = (uint32_t)(progress->cpu_us / US_PER_S);
    if (is_out_of_time(course))
        hex_trainer_finish(course->answer.trainer);
    if (progress->best_step && progress->best_step != course->answer.best.step && !emit(course, true, error))
        return false;
    if ((has_point || ends || clock_mono_ns() >= course->save_at_ns) && !emit(course, false, error))
        return false;
    report(course);
    return true;
}

enum hex_train_event hex_course_work(struct hex_course *course, struct nash_error *error)
{
    course->cpu_ns = clock_cpu_ns();
    enum hex_train_event event = hex_trainer_work(course->answer.trainer, course->run);
    count_cpu(course);
    bool followed = follow(course, event, error);
    count_cpu(course);
    return followed ? event : HEX_TRAIN_FAILED;
}

/* ---- begin and end ---- */

static bool make_trainer(struct hex_course *course, const struct hex_checkpoint *from, struct nash_error *error)
{
    struct hex_train_answer *a = &course->answer;
    struct nash_run *run = course->run;
    struct hex_checkpoint resumed;
    if (run->resume) {
        if (hex_checkpoint_read(run->resume, run->resume_len, run->arena, &resumed, error) != NASH_OK)
            return false;
        from = &resumed;
    }
    size_t before = nash_arena_used(run->arena);
    a->trainer = hex_trainer_new(&a->config, from, run->arena, error);
    if (!a->trainer)
        return false;
    a->memory = nash_arena_used(run->arena) - before;
    course->progress = hex_trainer_progress(a->trainer);
    return true;
}

struct hex_course *hex_course_begin(const struct hex_training *training, struct nash_run *run, struct nash_error *error)
{
    struct hex_course *course = NASH_NEW(run->arena, struct hex_course, 1);
    if (!course) {
        nash_fail(error, NASH_NOMEM, "", "a training does not fit into the memory of this job");
        return NULL;
    }
    course->run = run;
    course->file = (struct nash_buf)NASH_BUF_INIT(0);
    course->begun_ns = clock_mono_ns();
    course->save_at_ns = course->begun_ns + HEX_TRAIN_SAVE_S * NS_PER_S;
    course->answer.arena = run->arena;
    course->answer.config = training->config;
    if (run->seed)
        course->answer.config.seed = run->seed;
    return make_trainer(course, training->from, error) ? course : NULL;
}

struct hex_trainer *hex_course_trainer(struct hex_course *course)
{
    return course->answer.trainer;
}

struct hex_train_answer *hex_course_end(struct hex_course *course, enum hex_train_event event)
{
    struct hex_train_answer *a = &course->answer;
    a->finished = event == HEX_TRAIN_DONE;
    a->diverged = event == HEX_TRAIN_FAILED;
    a->stopped = course->run->stopped != NASH_STOP_NONE;
    a->solve_us = (uint64_t)(clock_mono_ns() - course->begun_ns) / NS_PER_US;
    nash_buf_free(&course->file);
    return a;
}
