/* A turn does a piece of work of the course and queues itself again, until the training waits for games. The trainer
 * belongs to the turn while `running`, and else to nobody: the loop reads only what lies under the lock. The turn wakes
 * the host under the lock, so that the steps cannot be freed before it has done so. */
#include "steps.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <base/bytes.h>
#include <base/clock.h>
#include <cluster/cluster.h>
#include <cluster/envelope.h>
#include <cluster/program.h>
#include <cluster/transport/compute.h>
#include <jobs/executor/executor.h>
#include <jobs/pool/blobs.h>
#include <solvers/hex/train/course.h>
#include <solvers/hex/train/games/unit.h>

struct steps {
    struct compute_turn turn; /* must be the first field: pointers to it are cast */
    struct cluster_host *host;
    const struct hex_training *training;
    struct hex_train_config config; /* its seed is that of the run, if it has one */
    struct compute *compute;
    bool holds_place; /* of the trainings that are under way */

    /* Of the turn, while it runs. */
    struct nash_run run;
    _Atomic int cancel;
    struct hex_course *course; /* NULL: it has not begun */
    struct nash_error error;
    struct blob_count emitted;
    int64_t begun_ns;
    struct hex_train_game game;
    struct nash_buf answers;
    bool taking; /* `answers` are to be taken */
    bool asked;  /* the order was written, and its games are not taken yet */
    struct steps_round next;
    uint8_t *task;

    pthread_mutex_t lock; /* guards what follows */
    bool running, has_round, ended;
    enum hex_train_event event;
    struct nash_buf report; /* JSON, an object */
};

/* Trainings under way in this process: each takes up to HEX_MEMORY_BYTES. */
static _Atomic unsigned places_taken;

/* ---- the turn ---- */

static enum nash_status store_blob(struct nash_run *run, const char *name, const void *bytes, size_t len)
{
    struct steps *steps = run->host;
    enum nash_status status = blob_count_add(&steps->emitted, name, len, clock_mono_ns() - steps->begun_ns);
    if (status == NASH_OK)
        cluster_host_store(steps->host, name, bytes, len);
    return status;
}

static void keep_report(struct nash_run *run, const char *json, size_t len)
{
    struct steps *steps = run->host;
    pthread_mutex_lock(&steps->lock);
    nash_buf_reset(&steps->report);
    nash_buf_add(&steps->report, json, len);
    pthread_mutex_unlock(&steps->lock);
}

/* Makes the trainer, from the checkpoint that an earlier run of this job has stored, if there is one. */
static bool course_begin(struct steps *steps)
{
    struct bytes *stored = cluster_host_stored(steps->host, BLOB_LATEST);
    if (stored != NULL) {
        steps->run.resume = stored->data;
        steps->run.resume_len = stored->len;
    }
    steps->course = hex_course_begin(steps->training, &steps->run, &steps->error);
    steps->run.resume = NULL;
    steps->run.resume_len = 0;
    bytes_unref(stored);
    if (steps->course != NULL)
        hex_trainer_let_others_play(hex_course_trainer(steps->course));
    return steps->course != NULL;
}

/* Writes the task of the games that are needed next, unless they are played already. Returns whether it did. */
static bool write_round(struct steps *steps)
{
    struct hex_train_order order;
    if (steps->asked || !hex_trainer_order(hex_course_trainer(steps->course), &order))
        return false;
    steps->next = (struct steps_round){.mentor = order.mentor,
                                       .first = order.first,
                                       .count = order.count,
                                       .task = steps->task,
                                       .task_len = hex_train_task_write(&steps->config, &order, steps->task)};
    steps->asked = true;
    return true;
}

/* Adds the games of the round. Returns false with an error: they were read before, so that cannot be. */
static bool take_answers(struct steps *steps)
{
    const uint8_t *at = (const uint8_t *)steps->answers.data;
    uint8_t unit[HEX_TRAIN_UNIT];
    const char *wrong = steps->answers.failed ? "there is no memory for it" : NULL;
    for (uint32_t i = 0; i < steps->next.count && wrong == NULL; i++) {
        size_t len = message_u32(at);
        hex_train_unit_write(steps->next.first + i, unit);
        wrong = hex_train_answer_read(&steps->config, unit, sizeof unit, at + 4, len, &steps->game);
        if (wrong == NULL)
            hex_trainer_take(hex_course_trainer(steps->course), &steps->game);
        at += 4 + len;
    }
    nash_buf_free(&steps->answers);
    steps->taking = steps->asked = false;
    if (wrong != NULL)
        nash_fail(&steps->error, NASH_INTERNAL, "", "a game that was read before cannot be read again: %s", wrong);
    return wrong == NULL;
}

/* Notes a round that is ready, and wakes the game. */
static void announce_round(struct steps *steps)
{
    pthread_mutex_lock(&steps->lock);
    steps->has_round = true;
    steps->host->wake(steps->host);
    pthread_mutex_unlock(&steps->lock);
}

/* Does a piece of work. */
static enum hex_train_event steps_work(struct steps *steps)
{
    if (steps->course == NULL && !course_begin(steps))
        return HEX_TRAIN_FAILED;
    if (steps->taking && !take_answers(steps))
        return HEX_TRAIN_FAILED;
    if (steps->cancel != 0)
        nash_stop_slow(&steps->run); /* the last checkpoint follows, whatever the training waits for */
    else if (write_round(steps))     /* before the steps: members play meanwhile */
        announce_round(steps);
    enum hex_train_event event = hex_course_work(steps->course, &steps->error);
    if (event == HEX_TRAIN_WAITS && write_round(steps))
        announce_round(steps);
    return event;
}

static void steps_turn(struct compute_turn *turn, uint8_t *scratch)
{
    struct steps *steps = (struct steps *)(void *)turn;
    (void)scratch;
    enum hex_train_event event = steps_work(steps);
    if (event != HEX_TRAIN_WAITS && !hex_course_ends(event)) {
        compute_post(steps->compute, turn);
        return;
    }
    pthread_mutex_lock(&steps->lock);
    steps->event = event;
    steps->running = false;
    steps->ended = hex_course_ends(event);
    steps->host->wake(steps->host);
    pthread_mutex_unlock(&steps->lock);
}

/* ---- for the loop ---- */

struct steps *steps_new(const struct hex_training *training, struct nash_run *run, struct cluster_host *host)
{
    struct steps *steps = calloc(1, sizeof *steps);
    size_t targets = 0;
    if (steps == NULL)
        return NULL;
    *steps = (struct steps){.turn = {.run = steps_turn, .heavy = true, .low = true},
                            .host = host,
                            .training = training,
                            .config = training->config,
                            .compute = cluster_compute(host->cluster),
                            .answers = NASH_BUF_INIT(0),
                            .report = NASH_BUF_INIT(0)};
    if (run->seed != 0)
        steps->config.seed = run->seed;
    for (unsigned i = 0; i < training->config.sizes; i++)
        if (hex_train_game_targets(training->config.size[i]) > targets)
            targets = hex_train_game_targets(training->config.size[i]);
    steps->run = (struct nash_run){.arena = nash_arena_new(HEX_MEMORY_BYTES),
                                   .seed = run->seed,
                                   .deadline_ns = run->deadline_ns,
                                   .clock = run->clock,
                                   .cancel = &steps->cancel,
                                   .progress = keep_report,
                                   .emit = store_blob,
                                   .host = steps};
    steps->game.target = malloc(targets);
    steps->task = malloc(hex_train_task_bytes(&steps->config));
    pthread_mutex_init(&steps->lock, NULL);
    if (steps->run.arena != NULL && steps->game.target != NULL && steps->task != NULL)
        return steps;
    steps_free(steps);
    return NULL;
}

void steps_free(struct steps *steps)
{
    if (steps == NULL)
        return;
    if (steps->holds_place)
        places_taken--;
    nash_arena_free(steps->run.arena);
    free(steps->game.target);
    free(steps->task);
    nash_buf_free(&steps->answers);
    nash_buf_free(&steps->report);
    pthread_mutex_destroy(&steps->lock);
    free(steps);
}

/* Returns whether the training may begin: there are as many as threads at most. */
static bool take_place(struct steps *steps)
{
    unsigned taken = places_taken;
    while (!steps->holds_place && taken < compute_threads(steps->compute))
        steps->holds_place = atomic_compare_exchange_weak(&places_taken, &taken, taken + 1);
    return steps->holds_place;
}

static enum steps_state state_of(struct steps *steps)
{
    pthread_mutex_lock(&steps->lock);
    enum steps_state state = steps->ended ? STEPS_ENDED : steps->running ? STEPS_RUN : STEPS_GAMES;
    pthread_mutex_unlock(&steps->lock);
    return state;
}

static void steps_post(struct steps *steps)
{
    pthread_mutex_lock(&steps->lock);
    steps->running = true;
    pthread_mutex_unlock(&steps->lock);
    compute_post(steps->compute, &steps->turn);
}

enum steps_state steps_continue(struct steps *steps)
{
    if (steps->begun_ns > 0)
        return state_of(steps);
    if (steps->cancel != 0 || !take_place(steps) || !compute_ready(steps->compute))
        return STEPS_WAIT;
    steps->begun_ns = clock_mono_ns();
    steps_post(steps);
    return STEPS_RUN;
}

bool steps_next_round(struct steps *steps, struct steps_round *round)
{
    pthread_mutex_lock(&steps->lock);
    bool found = steps->has_round;
    steps->has_round = false;
    pthread_mutex_unlock(&steps->lock);
    if (found)
        *round = steps->next;
    return found;
}

void steps_take(struct steps *steps, const struct nash_buf *answers)
{
    nash_buf_reset(&steps->answers);
    nash_buf_add(&steps->answers, answers->data, answers->len);
    steps->answers.failed |= answers->failed;
    steps->taking = true;
    steps_post(steps);
}

void steps_stop(struct steps *steps)
{
    bool first = steps->cancel == 0;
    steps->cancel = 1;
    if (first && steps->begun_ns > 0 && state_of(steps) == STEPS_GAMES)
        steps_post(steps);
}

void steps_write_progress(struct steps *steps, struct nash_jsonw *out)
{
    pthread_mutex_lock(&steps->lock);
    if (!steps->report.failed && steps->report.len > 2) /* the members of an object that is not empty */
        nash_jsonw_raw(out, steps->report.data + 1, steps->report.len - 2);
    pthread_mutex_unlock(&steps->lock);
}

struct hex_train_answer *steps_end(struct steps *steps, struct nash_error *error)
{
    enum hex_train_event event = steps->ended ? steps->event : HEX_TRAIN_STOPPED;
    struct hex_train_answer *answer = NULL;
    if (steps->error.status != NASH_OK)
        *error = steps->error;
    else if (steps->course == NULL)
        nash_fail(error, NASH_STOPPED, "", "the training was stopped before it began");
    if (steps->course != NULL)
        answer = hex_course_end(steps->course, event);
    return steps->error.status == NASH_OK ? answer : NULL;
}
