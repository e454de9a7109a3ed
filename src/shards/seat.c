#include "seat.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <base/clock.h>
#include <nash/buf.h>

#include "parcel.h"
#include "shard.h"

enum { THREADS_MAX = 64, CALLS_WAITING = 4 };

struct seat_call {
    struct seats *seats;
    struct seat_call *next;
    struct bytes *messages, *answers;
    void (*done)(void *context);
    void *context;
    bool over, dropped;
};

struct seat {
    struct seat *next;  /* of all */
    struct seat *ready; /* of those that wait for a thread */
    char id[SEAT_ID_MAX + 1];
    struct shard *shard;
    struct seat_call *first, *last; /* what is to be played; the first may be under way */
    unsigned waiting;
    bool busy;         /* in the queue of the ready, or with a thread */
    bool ended;        /* out of the list of all: whoever has it frees it */
    int64_t silent_ns; /* since when nothing is to be played */
};

struct seats {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct seats_options options;
    struct seat *all;
    struct seat *ready_first, *ready_last;
    unsigned count, threads;
    pthread_t thread[THREADS_MAX];
    bool stopping;
};

/* ---- making and ending; the lock is held ---- */

static void call_free(struct seat_call *call)
{
    bytes_unref(call->messages);
    bytes_unref(call->answers);
    free(call);
}

/* The call is over, with answers or without: who asked is told, or it goes if nobody is left. */
static void call_over(struct seat_call *call)
{
    call->over = true;
    if (call->dropped)
        call_free(call);
    else
        call->done(call->context);
}

static struct seat_call *seat_pop(struct seat *seat)
{
    struct seat_call *call = seat->first;
    if (call != NULL) {
        seat->first = call->next;
        seat->waiting--;
    }
    return call;
}

static void seat_free(struct seat *seat)
{
    for (struct seat_call *call; (call = seat_pop(seat)) != NULL;)
        call_over(call);
    free(seat->shard);
    free(seat);
}

static struct seat **seat_find(struct seats *seats, const char *id)
{
    struct seat **at = &seats->all;
    while (*at != NULL && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    return at;
}

/* Takes it out of the list; a thread that plays it frees it later. */
static void seat_end(struct seats *seats, struct seat **at)
{
    struct seat *seat = *at;
    *at = seat->next;
    seats->count--;
    seat->ended = true;
    if (!seat->busy)
        seat_free(seat);
}

/* Ends the seats that have been silent for too long; when does the next one come to that? INT64_MAX: none does. */
static int64_t sweep(struct seats *seats)
{
    int64_t now = clock_mono_ns(), idle_ns = (int64_t)seats->options.idle_ms * 1000000, soonest = INT64_MAX;
    for (struct seat **at = &seats->all; *at != NULL;) {
        const struct seat *seat = *at;
        if (!seat->busy && now - seat->silent_ns >= idle_ns) {
            seat_end(seats, at);
            continue;
        }
        if (!seat->busy && seat->silent_ns + idle_ns < soonest)
            soonest = seat->silent_ns + idle_ns;
        at = &(*at)->next;
    }
    return soonest;
}

static struct seat *seat_make(struct seats *seats, const char *id)
{
    size_t room = (shard_bytes() + 63) / 64 * 64;
    struct seat *seat = calloc(1, sizeof *seat);
    void *memory = aligned_alloc(64, room);
    if (seat == NULL || memory == NULL) {
        free(seat);
        free(memory);
        return NULL;
    }
    strcpy(seat->id, id);
    seat->shard = shard_init(memory);
    seat->silent_ns = clock_mono_ns();
    seat->next = seats->all;
    seats->all = seat;
    seats->count++;
    return seat;
}

/* ---- the threads ---- */

/* Plays the messages; NULL: no memory for the answers. `scratch` has MESSAGE_MAX bytes. */
static struct bytes *play(struct shard *shard, const struct bytes *messages, uint8_t *scratch)
{
    struct parcel_reader reader = {.at = (const uint8_t *)messages->data, .left = messages->len};
    struct nash_buf answers = NASH_BUF_INIT(0);
    const uint8_t *message;
    size_t len;
    while (parcel_next(&reader, &message, &len) == PARCEL_MESSAGE)
        nash_buf_add(&answers, scratch, shard_take(shard, message, len, scratch, MESSAGE_MAX));
    struct bytes *bytes = answers.failed ? NULL : bytes_copy(answers.len > 0 ? answers.data : "", answers.len);
    nash_buf_free(&answers);
    return bytes;
}

static void make_ready(struct seats *seats, struct seat *seat)
{
    seat->busy = true;
    seat->ready = NULL;
    if (seats->ready_first == NULL)
        seats->ready_first = seat;
    else
        seats->ready_last->ready = seat;
    seats->ready_last = seat;
    pthread_cond_signal(&seats->work);
}

/* Waits for a seat with something to play; NULL at the end. */
static struct seat *next_ready(struct seats *seats)
{
    while (seats->ready_first == NULL && !seats->stopping) {
        int64_t soonest = sweep(seats);
        struct timespec until = {.tv_sec = soonest / 1000000000, .tv_nsec = soonest % 1000000000};
        if (soonest == INT64_MAX)
            pthread_cond_wait(&seats->work, &seats->lock);
        else
            pthread_cond_timedwait(&seats->work, &seats->lock, &until);
    }
    if (seats->stopping) /* what is ready stays in the list, and is freed with it */
        return NULL;
    struct seat *seat = seats->ready_first;
    seats->ready_first = seat->ready;
    return seat;
}

static void *run(void *context)
{
    struct seats *seats = context;
    uint8_t *scratch = aligned_alloc(64, MESSAGE_MAX);
    struct seat *seat;
    pthread_mutex_lock(&seats->lock);
    while (scratch != NULL && (seat = next_ready(seats)) != NULL) {
        struct seat_call *call = seat_pop(seat);
        bool wanted = !seat->ended && !call->dropped;
        pthread_mutex_unlock(&seats->lock);
        struct bytes *answers = wanted ? play(seat->shard, call->messages, scratch) : NULL;
        pthread_mutex_lock(&seats->lock);
        call->answers = answers;
        call_over(call);
        seat->busy = false;
        seat->silent_ns = clock_mono_ns();
        if (seat->ended)
            seat_free(seat);
        else if (seat->first != NULL)
            make_ready(seats, seat);
    }
    pthread_mutex_unlock(&seats->lock);
    free(scratch);
    return NULL;
}

/* A thread more, as long as there are fewer than seats and than allowed. */
static bool grow(struct seats *seats)
{
    if (seats->threads < seats->options.threads && seats->threads < seats->count &&
        pthread_create(&seats->thread[seats->threads], NULL, run, seats) == 0)
        seats->threads++;
    return seats->threads > 0;
}

/* ---- the outside ---- */

struct seats *seats_new(const struct seats_options *options)
{
    struct seats *seats = calloc(1, sizeof *seats);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    pthread_condattr_t clock;
    if (seats == NULL)
        return NULL;
    seats->options = *options;
    if (seats->options.seats == 0)
        seats->options.seats = SEATS_MAX;
    if (seats->options.idle_ms == 0)
        seats->options.idle_ms = SEAT_IDLE_MS;
    if (seats->options.threads == 0)
        seats->options.threads = processors > 0 ? (unsigned)processors : 1;
    if (seats->options.threads > THREADS_MAX)
        seats->options.threads = THREADS_MAX;
    pthread_mutex_init(&seats->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&seats->work, &clock);
    pthread_condattr_destroy(&clock);
    return seats;
}

void seats_free(struct seats *seats)
{
    if (seats == NULL)
        return;
    pthread_mutex_lock(&seats->lock);
    seats->stopping = true;
    pthread_cond_broadcast(&seats->work);
    pthread_mutex_unlock(&seats->lock);
    for (unsigned i = 0; i < seats->threads; i++)
        pthread_join(seats->thread[i], NULL);
    while (seats->all != NULL)
        seat_end(seats, &seats->all);
    for (struct seat *seat = seats->ready_first, *next; seat != NULL; seat = next) {
        next = seat->ready;
        seat_free(seat);
    }
    pthread_cond_destroy(&seats->work);
    pthread_mutex_destroy(&seats->lock);
    free(seats);
}

const char *seats_key(const struct seats *seats)
{
    return seats->options.key;
}

const char *seats_instance(const struct seats *seats)
{
    return seats->options.instance;
}

unsigned seats_count(struct seats *seats)
{
    pthread_mutex_lock(&seats->lock);
    unsigned count = seats->count;
    pthread_mutex_unlock(&seats->lock);
    return count;
}

/* Is all of it messages of our version, and not too many? */
static enum nash_status look_through(const void *messages, size_t len, struct nash_error *error)
{
    struct parcel_reader reader = {.at = messages, .left = len};
    const uint8_t *message;
    enum parcel next;
    unsigned count = 0;
    while ((next = parcel_next(&reader, &message, &len)) == PARCEL_MESSAGE)
        if (++count > PARCEL_MESSAGES)
            return nash_fail_type(error, NASH_INVALID, "invalid-request", "", "At most %d messages at once.",
                                  PARCEL_MESSAGES);
    if (next == PARCEL_OTHER_VERSION)
        return nash_fail_type(error, NASH_CONFLICT, "other-protocol", "",
                              "This server speaks protocol %d of shards, not %u. Use the same version of nashd on "
                              "both sides.",
                              MESSAGE_VERSION, reader.version);
    if (next == PARCEL_BROKEN || count == 0)
        return nash_fail_type(error, NASH_INVALID, "invalid-request", "",
                              "The body must be one or more messages of shards, each with its own length.");
    return NASH_OK;
}

static enum nash_status look_at_asker(const struct seats *seats, const char *id, const char *hub,
                                      struct nash_error *error)
{
    size_t len = strlen(id);
    if (len == 0 || len > SEAT_ID_MAX || strspn(id, "0123456789abcdefghijklmnopqrstuvwxyz-") != len)
        return nash_fail_type(error, NASH_INVALID, "invalid-request", "",
                              "A seat's id is 1 to %d characters of a-z, 0-9 and '-'.", SEAT_ID_MAX);
    if (hub != NULL && seats->options.instance != NULL && strcmp(hub, seats->options.instance) == 0)
        return nash_fail_type(error, NASH_CONFLICT, "conflict", "",
                              "This server was called by itself: take it off its own list of peers.");
    return NASH_OK;
}

struct seat_call *seats_ask(struct seats *seats, const char *id, const char *hub, const void *messages, size_t len,
                            void (*done)(void *context), void *context, struct nash_error *error)
{
    if (look_at_asker(seats, id, hub, error) != NASH_OK || look_through(messages, len, error) != NASH_OK)
        return NULL;
    struct seat_call *call = calloc(1, sizeof *call);
    if (call != NULL)
        *call =
            (struct seat_call){.seats = seats, .messages = bytes_copy(messages, len), .done = done, .context = context};
    if (call == NULL || call->messages == NULL) {
        free(call);
        nash_fail_type(error, NASH_BUSY, "out-of-memory", "", "No memory for these messages now.");
        return NULL;
    }
    pthread_mutex_lock(&seats->lock);
    sweep(seats);
    struct seat *seat = *seat_find(seats, id);
    bool full = seat == NULL && seats->count >= seats->options.seats;
    if (seat == NULL && !full)
        seat = seat_make(seats, id);
    if (seat == NULL || seat->waiting >= CALLS_WAITING || !grow(seats)) {
        nash_fail_type(error, NASH_BUSY, "busy", "",
                       seat != NULL ? "Too much waits for this seat."
                                    : "All seats are taken; one may become free soon.");
        pthread_mutex_unlock(&seats->lock);
        call_free(call);
        return NULL;
    }
    if (seat->first == NULL)
        seat->first = call;
    else
        seat->last->next = call;
    seat->last = call;
    seat->waiting++;
    if (!seat->busy)
        make_ready(seats, seat);
    pthread_mutex_unlock(&seats->lock);
    return call;
}

struct bytes *seat_call_answers(struct seat_call *call, bool *over)
{
    pthread_mutex_lock(&call->seats->lock);
    *over = call->over;
    struct bytes *answers = call->answers;
    pthread_mutex_unlock(&call->seats->lock);
    return answers;
}

void seat_call_drop(struct seat_call *call)
{
    struct seats *seats = call->seats;
    pthread_mutex_lock(&seats->lock);
    call->dropped = true;
    if (call->over)
        call_free(call);
    pthread_mutex_unlock(&seats->lock);
}

bool seats_end(struct seats *seats, const char *id)
{
    pthread_mutex_lock(&seats->lock);
    struct seat **at = seat_find(seats, id);
    bool there = *at != NULL;
    if (there)
        seat_end(seats, at);
    pthread_mutex_unlock(&seats->lock);
    return there;
}
