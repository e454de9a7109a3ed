#include "fake.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jobs/batch/answers.h>
#include <nash/rng.h>

enum { PLACES_MAX = 16, TEXT_MAX = 256 };

struct place {
    struct work *work; /* NULL = free */
    struct work *line; /* automatic mode: the current line of a chunk, as if it were work; or NULL */
    bool taken;        /* a thread works on it */
    bool cancelled;
    unsigned at; /* number of the chunk's lines that are done */
    size_t from; /* offset of the chunk's current line in its text */
};

struct fake {
    struct executor executor; /* must be the first member */
    struct executor_client client;
    fake_work *work;
    unsigned places;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct place place[PLACES_MAX];
    pthread_t thread[PLACES_MAX];
    bool closed, closing;
    uint64_t started;
};

static struct fake *fake_of(struct executor *executor)
{
    return (struct fake *)executor;
}

/* ---- the executor ---- */

static struct work *take(struct fake *fake, unsigned *at)
{
    for (;;) {
        for (unsigned i = 0; i < fake->places; i++)
            if (fake->place[i].work != NULL && !fake->place[i].taken) {
                fake->place[i].taken = true;
                *at = i;
                return fake->place[i].work;
            }
        if (fake->closing)
            return NULL;
        pthread_cond_wait(&fake->changed, &fake->lock);
    }
}

static void finish(struct fake *fake, unsigned i, const struct work_result *result)
{
    pthread_mutex_lock(&fake->lock);
    struct work *work = fake->place[i].work;
    bool closing = fake->closing;
    fake->place[i] = (struct place){0};
    pthread_mutex_unlock(&fake->lock);
    if (closing)
        return;
    fake->client.done(fake->client.context, work, result);
    fake->client.ready(fake->client.context);
}

/* ---- chunks ---- */

/* Copies the current line into text[TEXT_MAX]. */
static void line_of(const struct place *place, char *text)
{
    size_t len;
    const char *lines = work_text(place->work, &len);
    const char *line = lines + place->from,
               *end = place->work->kind == WORK_CHUNK ? memchr(line, '\n', len) : lines + len;
    snprintf(text, TEXT_MAX, "%.*s", (int)(end - line), line);
}

static void next_line(struct place *place)
{
    size_t len;
    const char *line = work_text(place->work, &len) + place->from;
    place->from += (size_t)((const char *)memchr(line, '\n', len - place->from) + 1 - line);
    place->at++;
}

static void send_answers(struct fake *fake, struct work *work, struct nash_buf *block, unsigned *count)
{
    if (*count > 0)
        fake->client.answers(fake->client.context, work, block->data, block->len, *count);
    nash_buf_reset(block);
    *count = 0;
}

static bool can_be_read(const struct nash_solver *solver, const char *line, struct nash_error *error)
{
    struct nash_arena *arena = nash_arena_new(solver->limits.memory_bytes);
    void *problem;
    bool good = solver->parse_text(line, strlen(line), NULL, arena, &problem, error) == NASH_OK;
    nash_arena_free(arena);
    return good;
}

/* Solves one line of a chunk in automatic mode; returns false if the chunk ends with this line. */
static bool work_line(struct fake *fake, struct place *place, const char *text, struct nash_buf *block,
                      struct work_result *result)
{
    struct fake_answer answer = {0};
    struct nash_error error = {0};
    struct work line = *place->work;
    if (!can_be_read(line.solver, text, &error)) {
        answers_add_error(block, &error);
        return true;
    }
    line.kind = WORK_PROBLEM;
    line.problem = bytes_copy(text, strlen(text));
    pthread_mutex_lock(&fake->lock);
    place->line = &line;
    pthread_mutex_unlock(&fake->lock);
    fake->work(fake, &line, &answer);
    pthread_mutex_lock(&fake->lock);
    place->line = NULL;
    pthread_mutex_unlock(&fake->lock);
    bytes_unref(line.problem);
    if (answer.result.status == NASH_INTERNAL || answer.result.status == NASH_STOPPED)
        *result = answer.result;
    if (answer.result.status != NASH_OK || answer.result.stopped == NASH_STOP_CANCEL)
        return false;
    size_t begin = answers_begin(block);
    nash_buf_puts(block, answer.text);
    answers_end(block, begin);
    return true;
}

static void work_chunk(struct fake *fake, unsigned i)
{
    struct place *place = &fake->place[i];
    struct work *work = place->work;
    struct work_result result = {0};
    struct nash_buf block = NASH_BUF_INIT(0);
    struct nash_rng rng;
    unsigned count = 0;
    char text[TEXT_MAX];
    nash_rng_seed(&rng, work->from + work->lines);
    while (place->at < work->lines && (place->at == 0 || nash_rng_below(&rng, 12) != 0)) {
        line_of(place, text);
        if (!work_line(fake, place, text, &block, &result))
            break;
        next_line(place);
        count++;
        if (nash_rng_below(&rng, 3) == 0)
            send_answers(fake, work, &block, &count);
    }
    result.line = place->at;
    if (result.status == NASH_OK)
        send_answers(fake, work, &block, &count);
    nash_buf_free(&block);
    finish(fake, i, &result);
}

static void work_one(struct fake *fake, unsigned i)
{
    struct fake_answer answer = {0};
    fake->work(fake, fake->place[i].work, &answer);
    if (answer.result.status == NASH_OK)
        answer.result.result = bytes_copy(answer.text, strlen(answer.text));
    finish(fake, i, &answer.result);
    bytes_unref(answer.result.result);
}

static void *work_main(void *context)
{
    struct fake *fake = context;
    pthread_mutex_lock(&fake->lock);
    for (;;) {
        unsigned i;
        struct work *work = take(fake, &i);
        if (work == NULL)
            break;
        pthread_mutex_unlock(&fake->lock);
        (work->kind == WORK_CHUNK ? work_chunk : work_one)(fake, i);
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

static bool fake_start(struct executor *executor, struct work *work)
{
    struct fake *fake = fake_of(executor);
    pthread_mutex_lock(&fake->lock);
    unsigned i = 0;
    while (i < fake->places && fake->place[i].work != NULL)
        i++;
    bool starts = i < fake->places && !fake->closed && !fake->closing;
    if (starts) {
        fake->place[i] = (struct place){.work = work};
        fake->started++;
        pthread_cond_broadcast(&fake->changed);
    }
    pthread_mutex_unlock(&fake->lock);
    return starts;
}

static void fake_cancel(struct executor *executor, struct work *work)
{
    struct fake *fake = fake_of(executor);
    pthread_mutex_lock(&fake->lock);
    for (unsigned i = 0; i < fake->places; i++)
        if (fake->place[i].work == work)
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

/* Puts other work in the place of the reading, or nothing. Returns false when the reading has ended. */
static bool replace_reading(struct executor *executor, struct work *reading, struct work *work)
{
    struct fake *fake = fake_of(executor);
    bool found = false;
    pthread_mutex_lock(&fake->lock);
    for (unsigned i = 0; i < fake->places && !found; i++)
        if ((found = fake->place[i].work == reading))
            fake->place[i] = (struct place){.work = work};
    pthread_mutex_unlock(&fake->lock);
    return found;
}

static bool fake_adopt(struct executor *executor, struct work *reading, struct work *work)
{
    return replace_reading(executor, reading, work);
}

static bool fake_drop(struct executor *executor, struct work *reading)
{
    return replace_reading(executor, reading, NULL);
}

static const struct executor_reading fake_reading = {.adopt = fake_adopt, .drop = fake_drop};

struct executor *fake_new(unsigned places, fake_work *work, struct fake **out)
{
    struct fake *fake = calloc(1, sizeof *fake);
    fake->executor = (struct executor){.open = fake_open,
                                       .start = fake_start,
                                       .cancel = fake_cancel,
                                       .stats = fake_stats,
                                       .close = fake_close,
                                       .reading = &fake_reading};
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

/* ---- for the automatic mode ---- */

/* Ignores the progress of lines, because only whole work may report progress. */
void fake_progress(struct fake *fake, struct work *work, const char *json)
{
    bool is_line = false;
    pthread_mutex_lock(&fake->lock);
    for (unsigned i = 0; i < fake->places; i++)
        is_line |= fake->place[i].line == work;
    pthread_mutex_unlock(&fake->lock);
    if (!is_line)
        fake->client.progress(fake->client.context, work, json, strlen(json));
}

void fake_blob(struct fake *fake, struct work *work, const char *name, const char *text)
{
    fake->client.blob(fake->client.context, work, name, text, strlen(text));
}

struct bytes *fake_stored(struct fake *fake, struct work *work, const char *name)
{
    return fake->client.stored(fake->client.context, work, name);
}

ssize_t fake_problem(struct fake *fake, struct work *work, uint64_t from, void *out, size_t room)
{
    return fake->client.problem(fake->client.context, work, from, out, room);
}

bool fake_nap(struct fake *fake, struct work *work, unsigned us)
{
    struct timespec until;
    unsigned i = 0;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)us % 1000000 * 1000;
    until.tv_sec += (time_t)(us / 1000000 + (unsigned)(until.tv_nsec / 1000000000));
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&fake->lock);
    while (fake->place[i].work != work && fake->place[i].line != work)
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
        busy += fake->place[i].work != NULL;
    pthread_mutex_unlock(&fake->lock);
    return busy;
}

struct work *fake_at(struct fake *fake, unsigned i)
{
    pthread_mutex_lock(&fake->lock);
    struct work *work = fake->place[i].work;
    pthread_mutex_unlock(&fake->lock);
    return work;
}

const char *fake_text(struct fake *fake, unsigned i)
{
    static char text[TEXT_MAX];
    pthread_mutex_lock(&fake->lock);
    line_of(&fake->place[i], text);
    pthread_mutex_unlock(&fake->lock);
    return text;
}

unsigned fake_lines(struct fake *fake, unsigned i)
{
    return fake->place[i].work->lines - fake->place[i].at;
}

bool fake_is_cancelled(struct fake *fake, unsigned i)
{
    pthread_mutex_lock(&fake->lock);
    bool cancelled = fake->place[i].cancelled;
    pthread_mutex_unlock(&fake->lock);
    return cancelled;
}

void fake_read(struct fake *fake, unsigned i, const struct work_reading *reading)
{
    fake->client.read(fake->client.context, fake_at(fake, i), reading);
}

void fake_end(struct fake *fake, unsigned i, const struct work_result *result)
{
    finish(fake, i, result);
}

/* Sends the answer of the current line; ends the chunk after its last line. Frees the answer. */
static void answer_line(struct fake *fake, unsigned i, struct nash_buf *answer)
{
    struct place *place = &fake->place[i];
    unsigned one = 1;
    struct work *work = place->work;
    next_line(place);
    send_answers(fake, work, answer, &one);
    nash_buf_free(answer);
    if (place->at == work->lines)
        finish(fake, i, &(struct work_result){0});
}

void fake_succeed(struct fake *fake, unsigned i, const char *json, bool final)
{
    if (fake->place[i].work->kind == WORK_CHUNK) {
        struct nash_buf answer = NASH_BUF_INIT(0);
        size_t begin = answers_begin(&answer);
        nash_buf_puts(&answer, json);
        answers_end(&answer, begin);
        answer_line(fake, i, &answer);
        return;
    }
    struct work_result result = {
        .status = NASH_OK,
        .final = final,
        .stopped = final                        ? NASH_STOP_NONE
                   : fake_is_cancelled(fake, i) ? NASH_STOP_CANCEL
                                                : NASH_STOP_TIME,
        .result = bytes_copy(json, strlen(json)),
    };
    finish(fake, i, &result);
    bytes_unref(result.result);
}

void fake_refuse(struct fake *fake, unsigned i)
{
    struct nash_error error;
    struct nash_buf answer = NASH_BUF_INIT(0);
    nash_fail(&error, NASH_INVALID, "", "no problem");
    answers_add_error(&answer, &error);
    answer_line(fake, i, &answer);
}

void fake_lose_answers(struct fake *fake, unsigned i, unsigned lines)
{
    while (lines-- > 0)
        next_line(&fake->place[i]);
}

void fake_return_chunk(struct fake *fake, unsigned i)
{
    finish(fake, i, &(struct work_result){0});
}

static void end_with_error(struct fake *fake, unsigned i, enum nash_status status, const char *type, bool killed,
                           bool crashed)
{
    struct work_result result = {.status = status, .line = fake->place[i].at, .killed = killed, .crashed = crashed};
    nash_fail_type(&result.error, status, type, "", "the test has it fail");
    finish(fake, i, &result);
}

void fake_fail(struct fake *fake, unsigned i, enum nash_status status, const char *type)
{
    end_with_error(fake, i, status, type, false, false);
}

void fake_kill(struct fake *fake, unsigned i)
{
    end_with_error(fake, i, NASH_BUSY, "worker-killed", true, false);
}

void fake_crash(struct fake *fake, unsigned i)
{
    end_with_error(fake, i, NASH_INTERNAL, "worker-crashed", false, true);
}

void fake_set_closed(struct fake *fake, bool closed)
{
    pthread_mutex_lock(&fake->lock);
    fake->closed = closed;
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
