#include "hosted_shard.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <base/clock.h>
#include <cluster/program.h>
#include <nash/buf.h>

#include "message_list.h"

enum { THREADS_MAX = 64, CALLS_WAITING = 4 }; /* CALLS_WAITING: calls that may wait for one shard */

struct hosted_call {
    struct hosted_shards *shards;
    struct hosted_call *next;
    struct bytes *messages, *answers;
    void (*done)(void *context);
    void *context;
    bool over, dropped; /* done() is due or was called; the caller has dropped the call */
};

struct hosted_shard {
    struct hosted_shard *next;  /* next in the list `all` */
    struct hosted_shard *ready; /* next in the queue of shards that wait for a thread */
    char id[HOSTED_SHARD_ID_MAX + 1];
    struct shard_host *host;
    struct hosted_call *first, *last; /* calls to carry out; the first may be under way */
    unsigned waiting;                 /* number of these calls */
    bool busy;                        /* in the queue, or with a thread */
    bool ended;                       /* removed from the list `all`; the thread that has the shard frees it */
    int64_t silent_ns;                /* end of its last call, CLOCK_MONOTONIC */
};

struct hosted_shards {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct hosted_shards_options options;
    struct hosted_shard *all;
    struct hosted_shard *ready_first, *ready_last;
    unsigned count, threads;
    pthread_t thread[THREADS_MAX];
    bool stopping;
};

/* ---- making and ending; under the lock ---- */

static void hosted_call_free(struct hosted_call *call)
{
    bytes_unref(call->messages);
    bytes_unref(call->answers);
    free(call);
}

/* Ends the call, with answers or without: calls done(), or frees the call if it was dropped. */
static void call_over(struct hosted_call *call)
{
    call->over = true;
    if (call->dropped)
        hosted_call_free(call);
    else
        call->done(call->context);
}

static struct hosted_call *hosted_shard_pop(struct hosted_shard *hosted)
{
    struct hosted_call *call = hosted->first;
    if (call != NULL) {
        hosted->first = call->next;
        hosted->waiting--;
    }
    return call;
}

static void hosted_shard_free(struct hosted_shard *hosted)
{
    for (struct hosted_call *call; (call = hosted_shard_pop(hosted)) != NULL;)
        call_over(call);
    shard_host_free(hosted->host);
    free(hosted);
}

static struct hosted_shard **hosted_shard_find(struct hosted_shards *shards, const char *id)
{
    struct hosted_shard **at = &shards->all;
    while (*at != NULL && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    return at;
}

/* Removes the shard from the list and frees it; a busy shard is freed later, by its thread. */
static void hosted_shard_end(struct hosted_shards *shards, struct hosted_shard **at)
{
    struct hosted_shard *hosted = *at;
    *at = hosted->next;
    shards->count--;
    hosted->ended = true;
    if (!hosted->busy)
        hosted_shard_free(hosted);
}

/* Ends the shards without a call for too long. Returns the time at which the next one ends; INT64_MAX if there is none.
 */
static int64_t hosted_shards_expire(struct hosted_shards *shards)
{
    int64_t now = clock_mono_ns(), idle_ns = (int64_t)shards->options.idle_ms * 1000000, soonest = INT64_MAX;
    for (struct hosted_shard **at = &shards->all; *at != NULL;) {
        const struct hosted_shard *hosted = *at;
        if (!hosted->busy && now - hosted->silent_ns >= idle_ns) {
            hosted_shard_end(shards, at);
            continue;
        }
        if (!hosted->busy && hosted->silent_ns + idle_ns < soonest)
            soonest = hosted->silent_ns + idle_ns;
        at = &(*at)->next;
    }
    return soonest;
}

static struct hosted_shard *hosted_shard_new(struct hosted_shards *shards, const char *id)
{
    struct hosted_shard *hosted = calloc(1, sizeof *hosted);
    struct shard_host *host = shard_host_new(shards->options.programs);
    if (hosted == NULL || host == NULL) {
        free(hosted);
        shard_host_free(host);
        return NULL;
    }
    strcpy(hosted->id, id);
    hosted->host = host;
    hosted->silent_ns = clock_mono_ns();
    hosted->next = shards->all;
    shards->all = hosted;
    shards->count++;
    return hosted;
}

/* ---- the threads ---- */

/* Carries out the messages. Returns NULL if there is no memory for the answers. `scratch` has MESSAGE_MAX bytes. */
static struct bytes *host_play(struct shard_host *host, const struct bytes *messages, uint8_t *scratch)
{
    struct message_list_reader reader = {.at = (const uint8_t *)messages->data, .left = messages->len};
    struct nash_buf answers = NASH_BUF_INIT(0);
    const uint8_t *message;
    size_t len;
    while (message_list_next(&reader, &message, &len) == MESSAGE_LIST_MESSAGE)
        nash_buf_add(&answers, scratch, shard_host_take(host, message, len, scratch, MESSAGE_MAX));
    struct bytes *bytes = answers.failed ? NULL : bytes_copy(answers.len > 0 ? answers.data : "", answers.len);
    nash_buf_free(&answers);
    return bytes;
}

static void make_ready(struct hosted_shards *shards, struct hosted_shard *hosted)
{
    hosted->busy = true;
    hosted->ready = NULL;
    if (shards->ready_first == NULL)
        shards->ready_first = hosted;
    else
        shards->ready_last->ready = hosted;
    shards->ready_last = hosted;
    pthread_cond_signal(&shards->work);
}

/* Waits for a shard with a call. Returns NULL at the end. */
static struct hosted_shard *next_ready(struct hosted_shards *shards)
{
    while (shards->ready_first == NULL && !shards->stopping) {
        int64_t soonest = hosted_shards_expire(shards);
        struct timespec until = {.tv_sec = soonest / 1000000000, .tv_nsec = soonest % 1000000000};
        if (soonest == INT64_MAX)
            pthread_cond_wait(&shards->work, &shards->lock);
        else
            pthread_cond_timedwait(&shards->work, &shards->lock, &until);
    }
    if (shards->stopping) /* hosted_shards_free() frees what is left in the queue */
        return NULL;
    struct hosted_shard *hosted = shards->ready_first;
    shards->ready_first = hosted->ready;
    return hosted;
}

static void *hosted_shards_main(void *context)
{
    struct hosted_shards *shards = context;
    uint8_t *scratch = aligned_alloc(64, MESSAGE_MAX);
    struct hosted_shard *hosted;
    pthread_mutex_lock(&shards->lock);
    while (scratch != NULL && (hosted = next_ready(shards)) != NULL) {
        struct hosted_call *call = hosted_shard_pop(hosted);
        bool wanted = !hosted->ended && !call->dropped;
        pthread_mutex_unlock(&shards->lock);
        struct bytes *answers = wanted ? host_play(hosted->host, call->messages, scratch) : NULL;
        pthread_mutex_lock(&shards->lock);
        call->answers = answers;
        call_over(call);
        hosted->busy = false;
        hosted->silent_ns = clock_mono_ns();
        if (hosted->ended)
            hosted_shard_free(hosted);
        else if (hosted->first != NULL)
            make_ready(shards, hosted);
    }
    pthread_mutex_unlock(&shards->lock);
    free(scratch);
    return NULL;
}

/* Starts another thread, unless there is one for each shard or options.threads. Returns whether any thread runs. */
static bool hosted_shards_grow(struct hosted_shards *shards)
{
    if (shards->threads < shards->options.threads && shards->threads < shards->count &&
        pthread_create(&shards->thread[shards->threads], NULL, hosted_shards_main, shards) == 0)
        shards->threads++;
    return shards->threads > 0;
}

/* ---- public functions ---- */

struct hosted_shards *hosted_shards_new(const struct hosted_shards_options *options)
{
    struct hosted_shards *shards = calloc(1, sizeof *shards);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    pthread_condattr_t clock;
    if (shards == NULL)
        return NULL;
    shards->options = *options;
    if (shards->options.shards == 0)
        shards->options.shards = HOSTED_SHARDS_MAX;
    if (shards->options.idle_ms == 0)
        shards->options.idle_ms = HOSTED_SHARD_IDLE_MS;
    if (shards->options.threads == 0)
        shards->options.threads = processors > 0 ? (unsigned)processors : 1;
    if (shards->options.threads > THREADS_MAX)
        shards->options.threads = THREADS_MAX;
    pthread_mutex_init(&shards->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&shards->work, &clock);
    pthread_condattr_destroy(&clock);
    return shards;
}

void hosted_shards_free(struct hosted_shards *shards)
{
    if (shards == NULL)
        return;
    pthread_mutex_lock(&shards->lock);
    shards->stopping = true;
    pthread_cond_broadcast(&shards->work);
    pthread_mutex_unlock(&shards->lock);
    for (unsigned i = 0; i < shards->threads; i++)
        pthread_join(shards->thread[i], NULL);
    while (shards->all != NULL)
        hosted_shard_end(shards, &shards->all);
    for (struct hosted_shard *hosted = shards->ready_first, *next; hosted != NULL; hosted = next) {
        next = hosted->ready;
        hosted_shard_free(hosted);
    }
    pthread_cond_destroy(&shards->work);
    pthread_mutex_destroy(&shards->lock);
    free(shards);
}

const char *hosted_shards_key(const struct hosted_shards *shards)
{
    return shards->options.key;
}

const char *hosted_shards_instance(const struct hosted_shards *shards)
{
    return shards->options.instance;
}

unsigned hosted_shards_count(struct hosted_shards *shards)
{
    pthread_mutex_lock(&shards->lock);
    unsigned count = shards->count;
    pthread_mutex_unlock(&shards->lock);
    return count;
}

/* Checks that the body is a list of 1 to MESSAGE_LIST_COUNT_MAX messages of MESSAGE_VERSION. */
static enum nash_status messages_check(const void *messages, size_t len, struct nash_error *error)
{
    struct message_list_reader reader = {.at = messages, .left = len};
    const uint8_t *message;
    enum message_list_item next;
    unsigned count = 0;
    while ((next = message_list_next(&reader, &message, &len)) == MESSAGE_LIST_MESSAGE)
        if (++count > MESSAGE_LIST_COUNT_MAX)
            return nash_fail_type(error, NASH_INVALID, "invalid-request", "", "At most %d messages at once.",
                                  MESSAGE_LIST_COUNT_MAX);
    if (next == MESSAGE_LIST_OTHER_VERSION)
        return nash_fail_type(error, NASH_CONFLICT, "other-protocol", "",
                              "This server speaks protocol %d of shards, not %u. Use the same version of nashd on "
                              "both sides.",
                              MESSAGE_VERSION, reader.version);
    if (next == MESSAGE_LIST_BROKEN || count == 0)
        return nash_fail_type(error, NASH_INVALID, "invalid-request", "",
                              "The body must be one or more messages of shards, each with its own length.");
    return NASH_OK;
}

static enum nash_status caller_check(const struct hosted_shards *shards, const char *id, const char *hub,
                                     struct nash_error *error)
{
    size_t len = strlen(id);
    if (len == 0 || len > HOSTED_SHARD_ID_MAX || strspn(id, "0123456789abcdefghijklmnopqrstuvwxyz-") != len)
        return nash_fail_type(error, NASH_INVALID, "invalid-request", "",
                              "A seat's id is 1 to %d characters of a-z, 0-9 and '-'.", HOSTED_SHARD_ID_MAX);
    if (hub != NULL && shards->options.instance != NULL && strcmp(hub, shards->options.instance) == 0)
        return nash_fail_type(error, NASH_CONFLICT, "conflict", "",
                              "This server was called by itself: take it off its own list of peers.");
    return NASH_OK;
}

struct hosted_call *hosted_shards_submit(struct hosted_shards *shards, const char *id, const char *hub,
                                         const void *messages, size_t len, void (*done)(void *context), void *context,
                                         struct nash_error *error)
{
    if (caller_check(shards, id, hub, error) != NASH_OK || messages_check(messages, len, error) != NASH_OK)
        return NULL;
    struct hosted_call *call = calloc(1, sizeof *call);
    if (call != NULL)
        *call = (struct hosted_call){
            .shards = shards, .messages = bytes_copy(messages, len), .done = done, .context = context};
    if (call == NULL || call->messages == NULL) {
        free(call);
        nash_fail_type(error, NASH_BUSY, "out-of-memory", "", "No memory for these messages now.");
        return NULL;
    }
    pthread_mutex_lock(&shards->lock);
    hosted_shards_expire(shards);
    struct hosted_shard *hosted = *hosted_shard_find(shards, id);
    bool full = hosted == NULL && shards->count >= shards->options.shards;
    if (hosted == NULL && !full)
        hosted = hosted_shard_new(shards, id);
    if (hosted == NULL || hosted->waiting >= CALLS_WAITING || !hosted_shards_grow(shards)) {
        nash_fail_type(error, NASH_BUSY, "busy", "",
                       hosted != NULL ? "Too many calls wait for this seat."
                                      : "All seats are taken; one may become free soon.");
        pthread_mutex_unlock(&shards->lock);
        hosted_call_free(call);
        return NULL;
    }
    if (hosted->first == NULL)
        hosted->first = call;
    else
        hosted->last->next = call;
    hosted->last = call;
    hosted->waiting++;
    if (!hosted->busy)
        make_ready(shards, hosted);
    pthread_mutex_unlock(&shards->lock);
    return call;
}

struct bytes *hosted_call_answers(struct hosted_call *call, bool *over)
{
    pthread_mutex_lock(&call->shards->lock);
    *over = call->over;
    struct bytes *answers = call->answers;
    pthread_mutex_unlock(&call->shards->lock);
    return answers;
}

void hosted_call_drop(struct hosted_call *call)
{
    struct hosted_shards *shards = call->shards;
    pthread_mutex_lock(&shards->lock);
    call->dropped = true;
    if (call->over)
        hosted_call_free(call);
    pthread_mutex_unlock(&shards->lock);
}

bool hosted_shards_end(struct hosted_shards *shards, const char *id)
{
    pthread_mutex_lock(&shards->lock);
    struct hosted_shard **at = hosted_shard_find(shards, id);
    bool there = *at != NULL;
    if (there)
        hosted_shard_end(shards, at);
    pthread_mutex_unlock(&shards->lock);
    return there;
}
