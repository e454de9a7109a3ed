#include "fake.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jobs/answers.h>
#include <nash/rng.h>

enum { PLACES_MOST = 16, TEXT_MOST = 256 };

struct place {
    struct execution *execution; /* NULL = free */
    struct execution *line;      /* what stands for a line of it, in a thread */
    bool taken;                  /* a thread works on it */
    bool cancelled;
    unsigned at; /* of a pack: lines done, */
    size_t from; /* where the next one begins */
};

struct fake {
    struct executor executor; /* first */
    struct executor_client client;
    fake_work *work;
    unsigned places;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct place place[PLACES_MOST];
    pthread_t thread[PLACES_MOST];
    bool bench_closed, closing;
    uint64_t started;
};

static struct fake *fake_of(struct executor *executor)
{
    return (struct fake *)executor;
}

/* ---- the executor ---- */

static struct execution *take(struct fake *fake, unsigned *at)
{
    for (;;) {
        for (unsigned i = 0; i < fake->places; i++)
            if (fake->place[i].execution != NULL && !fake->place[i].taken) {
                fake->place[i].taken = true;
                *at = i;
                return fake->place[i].execution;
            }
        if (fake->closing)
            return NULL;
        pthread_cond_wait(&fake->changed, &fake->lock);
    }
}

static void finish(struct fake *fake, unsigned i, const struct execution_outcome *outcome)
{
    pthread_mutex_lock(&fake->lock);
    struct execution *execution = fake->place[i].execution;
    bool closing = fake->closing;
    fake->place[i] = (struct place){0};
    pthread_mutex_unlock(&fake->lock);
    if (closing)
        return;
    fake->client.done(fake->client.context, execution, outcome);
    fake->client.ready(fake->client.context);
}

/* ---- packs ---- */

/* The line at hand into text[TEXT_MOST]. */
static void line_of(const struct place *place, char *text)
{
    size_t len;
    const char *lines = execution_text(place->execution, &len);
    const char *line = lines + place->from, *end = place->execution->lines > 0 ? memchr(line, '\n', len) : lines + len;
    snprintf(text, TEXT_MOST, "%.*s", (int)(end - line), line);
}

static void next_line(struct place *place)
{
    size_t len;
    const char *line = execution_text(place->execution, &len) + place->from;
    place->from += (size_t)((const char *)memchr(line, '\n', len - place->from) + 1 - line);
    place->at++;
}

static void tell_answers(struct fake *fake, struct execution *execution, struct nash_buf *piece, unsigned *count)
{
    if (*count > 0)
        fake->client.answers(fake->client.context, execution, piece->data, piece->len, *count);
    nash_buf_reset(piece);
    *count = 0;
}

static bool can_be_read(const struct nash_solver *solver, const char *line, struct nash_error *error)
{
    struct nash_arena *arena = nash_arena_new(solver->limits.memory_bytes);
    void *problem;
    bool good = solver->parse_text(line, strlen(line), arena, &problem, error) == NASH_OK;
    nash_arena_free(arena);
    return good;
}

/* One line of a pack; false when it is the last one of this order. */
static bool work_line(struct fake *fake, struct place *place, const char *text, struct nash_buf *piece,
                      struct execution_outcome *outcome)
{
    struct fake_answer answer = {0};
    struct nash_error error = {0};
    struct execution line = *place->execution;
    if (!can_be_read(line.solver, text, &error)) {
        answers_add_error(piece, &error);
        return true;
    }
    line.lines = 0;
    line.problem = bytes_copy(text, strlen(text));
    pthread_mutex_lock(&fake->lock);
    place->line = &line;
    pthread_mutex_unlock(&fake->lock);
    fake->work(fake, &line, &answer);
    pthread_mutex_lock(&fake->lock);
    place->line = NULL;
    pthread_mutex_unlock(&fake->lock);
    bytes_unref(line.problem);
    if (answer.outcome.status == NASH_INTERNAL || answer.outcome.status == NASH_STOPPED)
        *outcome = answer.outcome;
    if (answer.outcome.status != NASH_OK || answer.outcome.stopped == NASH_STOP_CANCEL)
        return false;
    size_t begin = answers_begin(piece);
    nash_buf_puts(piece, answer.text);
    answers_end(piece, begin);
    return true;
}

static void work_pack(struct fake *fake, unsigned i)
{
    struct place *place = &fake->place[i];
    struct execution *execution = place->execution;
    struct execution_outcome outcome = {0};
    struct nash_buf piece = NASH_BUF_INIT(0);
    struct nash_rng rng;
    unsigned count = 0;
    char text[TEXT_MOST];
    nash_rng_seed(&rng, execution->from + execution->lines);
    while (place->at < execution->lines && (place->at == 0 || nash_rng_below(&rng, 12) != 0)) {
        line_of(place, text);
        if (!work_line(fake, place, text, &piece, &outcome))
            break;
        next_line(place);
        count++;
        if (nash_rng_below(&rng, 3) == 0)
            tell_answers(fake, execution, &piece, &count);
    }
    outcome.line = place->at;
    if (outcome.status == NASH_OK)
        tell_answers(fake, execution, &piece, &count);
    nash_buf_free(&piece);
    finish(fake, i, &outcome);
}

static void work_one(struct fake *fake, unsigned i)
{
    struct fake_answer answer = {0};
    fake->work(fake, fake->place[i].execution, &answer);
    if (answer.outcome.status == NASH_OK)
        answer.outcome.result = bytes_copy(answer.text, strlen(answer.text));
    finish(fake, i, &answer.outcome);
    bytes_unref(answer.outcome.result);
}

static void *work_main(void *context)
{
    struct fake *fake = context;
    pthread_mutex_lock(&fake->lock);
    for (;;) {
        unsigned i;
        struct execution *execution = take(fake, &i);
        if (execution == NULL)
            break;
        pthread_mutex_unlock(&fake->lock);
        (execution->lines > 0 ? work_pack : work_one)(fake, i);
        pthread_mutex_lock(&fake->lock);
    }
    pthread_mutex_unlock(&fake->lock);
    return NULL;
}

static enum nash_status fake_open(struct executor *executor, const struct executor_client *client,
                                  struct nash_error *error)
{
    struct fake *fake = fake_of(executor);
    fake->client = *client;
    for (unsigned i = 0; fake->work != NULL && i < fake->places; i++)
        if (pthread_create(&fake->thread[i], NULL, work_main, fake) != 0)
            return nash_fail(error, NASH_INTERNAL, "", "no thread");
    return NASH_OK;
}

static bool fake_start(struct executor *executor, struct execution *execution)
{
    struct fake *fake = fake_of(executor);
    pthread_mutex_lock(&fake->lock);
    unsigned i = 0;
    while (i < fake->places && fake->place[i].execution != NULL)
        i++;
    bool starts = i < fake->places && !fake->bench_closed && !fake->closing;
    if (starts) {
        fake->place[i] = (struct place){.execution = execution};
        fake->started++;
        pthread_cond_broadcast(&fake->changed);
    }
    pthread_mutex_unlock(&fake->lock);
    return starts;
}

static void fake_cancel(struct executor *executor, struct execution *execution)
{
    struct fake *fake = fake_of(executor);
    pthread_mutex_lock(&fake->lock);
    for (unsigned i = 0; i < fake->places; i++)
        if (fake->place[i].execution == execution)
            fake->place[i].cancelled = true;
    pthread_cond_broadcast(&fake->changed);
    pthread_mutex_unlock(&fake->lock);
}

static void fake_stats(struct executor *executor, struct executor_stats *stats)
{
    *stats = (struct executor_stats){.workers = fake_of(executor)->places, .busy = fake_busy(fake_of(executor))};
}

static void fake_close(struct executor *executor)
{
    struct fake *fake = fake_of(executor);
    pthread_mutex_lock(&fake->lock);
    fake->closing = true;
    for (unsigned i = 0; i < fake->places; i++)
        fake->place[i].cancelled = true;
    pthread_cond_broadcast(&fake->changed);
    pthread_mutex_unlock(&fake->lock);
    for (unsigned i = 0; fake->work != NULL && i < fake->places; i++)
        pthread_join(fake->thread[i], NULL);
    free(fake);
}

struct executor *fake_new(unsigned places, fake_work *work, struct fake **out)
{
    struct fake *fake = calloc(1, sizeof *fake);
    fake->executor = (struct executor){fake_open, fake_start, fake_cancel, fake_stats, fake_close};
    fake->work = work;
    fake->places = places;
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&fake->lock, NULL);
    pthread_cond_init(&fake->changed, &monotonic);
    *out = fake;
    return &fake->executor;
}

/* ---- for work ---- */

/* Lines tell none. */
void fake_progress(struct fake *fake, struct execution *execution, const char *json)
{
    bool is_line = false;
    pthread_mutex_lock(&fake->lock);
    for (unsigned i = 0; i < fake->places; i++)
        is_line |= fake->place[i].line == execution;
    pthread_mutex_unlock(&fake->lock);
    if (!is_line)
        fake->client.progress(fake->client.context, execution, json, strlen(json));
}

void fake_blob(struct fake *fake, struct execution *execution, const char *name, const char *text)
{
    fake->client.blob(fake->client.context, execution, name, text, strlen(text));
}

bool fake_nap(struct fake *fake, struct execution *execution, unsigned us)
{
    struct timespec until;
    unsigned i = 0;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)us % 1000000 * 1000;
    until.tv_sec += (time_t)(us / 1000000 + (unsigned)(until.tv_nsec / 1000000000));
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&fake->lock);
    while (fake->place[i].execution != execution && fake->place[i].line != execution)
        i++;
    while (!fake->place[i].cancelled && pthread_cond_timedwait(&fake->changed, &fake->lock, &until) == 0)
        ;
    bool cancelled = fake->place[i].cancelled;
    pthread_mutex_unlock(&fake->lock);
    return cancelled;
}

/* ---- by hand ---- */

unsigned fake_busy(struct fake *fake)
{
    unsigned busy = 0;
    pthread_mutex_lock(&fake->lock);
    for (unsigned i = 0; i < fake->places; i++)
        busy += fake->place[i].execution != NULL;
    pthread_mutex_unlock(&fake->lock);
    return busy;
}

struct execution *fake_at(struct fake *fake, unsigned i)
{
    pthread_mutex_lock(&fake->lock);
    struct execution *execution = fake->place[i].execution;
    pthread_mutex_unlock(&fake->lock);
    return execution;
}

const char *fake_text(struct fake *fake, unsigned i)
{
    static char text[TEXT_MOST];
    pthread_mutex_lock(&fake->lock);
    line_of(&fake->place[i], text);
    pthread_mutex_unlock(&fake->lock);
    return text;
}

unsigned fake_lines(struct fake *fake, unsigned i)
{
    return fake->place[i].execution->lines - fake->place[i].at;
}

bool fake_is_cancelled(struct fake *fake, unsigned i)
{
    pthread_mutex_lock(&fake->lock);
    bool cancelled = fake->place[i].cancelled;
    pthread_mutex_unlock(&fake->lock);
    return cancelled;
}

void fake_end(struct fake *fake, unsigned i, const struct execution_outcome *outcome)
{
    finish(fake, i, outcome);
}

/* The answer of the line at hand; with the last one the pack has ended. */
static void answer_line(struct fake *fake, unsigned i, struct nash_buf *answer)
{
    struct place *place = &fake->place[i];
    unsigned one = 1;
    struct execution *execution = place->execution;
    next_line(place);
    tell_answers(fake, execution, answer, &one);
    nash_buf_free(answer);
    if (place->at == execution->lines)
        finish(fake, i, &(struct execution_outcome){0});
}

void fake_succeed(struct fake *fake, unsigned i, const char *json, bool final)
{
    if (fake->place[i].execution->lines > 0) {
        struct nash_buf answer = NASH_BUF_INIT(0);
        size_t begin = answers_begin(&answer);
        nash_buf_puts(&answer, json);
        answers_end(&answer, begin);
        answer_line(fake, i, &answer);
        return;
    }
    struct execution_outcome outcome = {
        .status = NASH_OK,
        .final = final,
        .stopped = final                        ? NASH_STOP_NONE
                   : fake_is_cancelled(fake, i) ? NASH_STOP_CANCEL
                                                : NASH_STOP_TIME,
        .result = bytes_copy(json, strlen(json)),
    };
    finish(fake, i, &outcome);
    bytes_unref(outcome.result);
}

void fake_refuse(struct fake *fake, unsigned i)
{
    struct nash_error error;
    struct nash_buf answer = NASH_BUF_INIT(0);
    nash_fail(&error, NASH_INVALID, "", "no problem");
    answers_add_error(&answer, &error);
    answer_line(fake, i, &answer);
}

void fake_swallow(struct fake *fake, unsigned i, unsigned lines)
{
    while (lines-- > 0)
        next_line(&fake->place[i]);
}

void fake_hand_back(struct fake *fake, unsigned i)
{
    finish(fake, i, &(struct execution_outcome){0});
}

void fake_fail(struct fake *fake, unsigned i, enum nash_status status, const char *type)
{
    struct execution_outcome outcome = {.status = status, .line = fake->place[i].at};
    nash_fail_type(&outcome.error, status, type, "", "the test has it fail");
    finish(fake, i, &outcome);
}

void fake_close_bench(struct fake *fake, bool closed)
{
    pthread_mutex_lock(&fake->lock);
    fake->bench_closed = closed;
    pthread_mutex_unlock(&fake->lock);
    if (!closed)
        fake->client.ready(fake->client.context);
}

uint64_t fake_started(struct fake *fake)
{
    pthread_mutex_lock(&fake->lock);
    uint64_t started = fake->started;
    pthread_mutex_unlock(&fake->lock);
    return started;
}
