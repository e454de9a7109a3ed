#include "hosted_shard.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <base/intrusive_hash.h>
#include <cluster/program.h>
#include <nash/buf.h>

#include "compute.h"
#include "crew.h"
#include "message_list.h"

enum { CALLS_WAITING = 4, SLOTS = 16 }; /* CALLS_WAITING: calls that may wait for one shard, and for each thread */

/* shards->lock guards the fields that change. */
struct hosted_call {
    struct hosted_shards *shards;
    struct hosted_shard *hosted; /* a reference, until the call is over */
    struct nash_buf list;        /* the answers so far */
    struct bytes *answers;       /* all of them, when the call is over; NULL = it has failed */
    unsigned left;               /* messages not yet carried out; 1 more while hosted_shards_submit() posts them */
    bool failed;                 /* a message was not carried out */
    void (*done)(void *context);
    void *context;
    bool over, dropped; /* done() was called; the caller has dropped the call */
};

/* shards->lock guards the fields that change. */
struct hosted_shard {
    struct hosted_shards *shards;
    struct hosted_shard *next, **link; /* links of the list `all`; `link` is NULL if not listed */
    struct hash_node by_id;
    _Atomic unsigned references; /* one for the list, one for each call, one for each turn of the crew */
    char id[HOSTED_SHARD_ID_MAX + 1];
    struct crew *crew;
    unsigned calls;    /* calls that are not over */
    int64_t silent_ns; /* end of its last call, CLOCK_MONOTONIC */
};

struct hosted_shards {
    struct compute_turn clock; /* must be the first field: pointers to it are cast; ends silent shards */
    pthread_mutex_t lock;
    pthread_cond_t calm; /* signals that `alive` is 0, or that `clock_runs` is false */
    struct hosted_shards_options options;
    struct compute *compute, *own; /* the threads; `own` if they belong to these shards, else NULL */
    struct hosted_shard *all;
    struct hash_table by_id;
    unsigned count, alive; /* shards in the list; shards not freed yet */
    bool clock_runs;       /* the turn `clock` is due, queued or under way */
    bool stopping;
};

/* ---- calls, under the lock ---- */

static void hosted_call_free(struct hosted_call *call)
{
    nash_buf_free(&call->list);
    bytes_unref(call->answers);
    free(call);
}

/* Notes that one more message of the call is over. Ends the call with the last one: calls done(), or frees the call if
 * it was dropped. Returns the shard if the caller must drop the call's reference to it, else NULL. */
static struct hosted_shard *hosted_call_count(struct hosted_call *call)
{
    struct hosted_shard *hosted = call->hosted;
    if (--call->left > 0)
        return NULL;
    if (!call->failed && !call->list.failed)
        call->answers = bytes_copy(call->list.len > 0 ? call->list.data : "", call->list.len);
    hosted->calls--;
    hosted->silent_ns = clock_mono_ns();
    call->over = true;
    if (call->dropped)
        hosted_call_free(call);
    else
        call->done(call->context);
    return hosted;
}

/* ---- shards ---- */

static void hosted_shard_unref(struct hosted_shard *hosted)
{
    struct hosted_shards *shards;
    if (hosted == NULL || atomic_fetch_sub_explicit(&hosted->references, 1, memory_order_acq_rel) != 1)
        return;
    shards = hosted->shards;
    crew_free(hosted->crew);
    free(hosted);
    pthread_mutex_lock(&shards->lock);
    if (--shards->alive == 0)
        pthread_cond_broadcast(&shards->calm);
    pthread_mutex_unlock(&shards->lock);
}

static void hosted_hold(void *context)
{
    atomic_fetch_add_explicit(&((struct hosted_shard *)context)->references, 1, memory_order_relaxed);
}

static void hosted_drop(void *context)
{
    hosted_shard_unref(context);
}

/* A message without an answer counts as carried out, unless its shard was ended. */
static void hosted_answered(void *context, void *tag, const uint8_t *answer, size_t len)
{
    struct hosted_shard *hosted = context;
    struct hosted_shards *shards = hosted->shards;
    struct hosted_call *call = tag;
    pthread_mutex_lock(&shards->lock);
    call->failed = call->failed || hosted->link == NULL;
    if (!call->dropped && !call->failed)
        nash_buf_add(&call->list, answer, len);
    hosted = hosted_call_count(call); /* may free the call */
    pthread_mutex_unlock(&shards->lock);
    hosted_shard_unref(hosted);
}

static struct hosted_shard *hosted_shard_find(const struct hosted_shards *shards, const char *id)
{
    struct hash_node *node = hash_table_find(&shards->by_id, keyed_hash(0, id, strlen(id)));
    for (; node != NULL; node = hash_table_next(node)) {
        struct hosted_shard *hosted =
            (struct hosted_shard *)(void *)((char *)node - offsetof(struct hosted_shard, by_id));
        if (strcmp(hosted->id, id) == 0)
            return hosted;
    }
    return NULL;
}

/* Takes the shard off the list; the caller gets the list's reference. Under the lock. */
static void hosted_shard_unlist(struct hosted_shards *shards, struct hosted_shard *hosted)
{
    *hosted->link = hosted->next;
    if (hosted->next != NULL)
        hosted->next->link = hosted->link;
    hosted->link = NULL;
    hash_table_remove(&shards->by_id, &hosted->by_id);
    shards->count--;
}

/* Ends shards that were taken off the list, linked by `next`: their calls end without answers. Without the lock. */
static void hosted_shards_close(struct hosted_shard *hosted)
{
    for (struct hosted_shard *next; hosted != NULL; hosted = next) {
        next = hosted->next;
        crew_end(hosted->crew);
        hosted_shard_unref(hosted);
    }
}

static struct hosted_shard *hosted_shard_new(struct hosted_shards *shards, const char *id)
{
    struct hosted_shard *hosted = calloc(1, sizeof *hosted);
    const struct crew_owner owner = {
        .context = hosted, .answered = hosted_answered, .hold = hosted_hold, .drop = hosted_drop};
    if (hosted == NULL)
        return NULL;
    hosted->crew = crew_new(shards->compute, shards->options.programs, compute_threads(shards->compute), &owner);
    if (hosted->crew == NULL) {
        free(hosted);
        return NULL;
    }
    hosted->shards = shards;
    atomic_init(&hosted->references, 1);
    strcpy(hosted->id, id);
    hosted->silent_ns = clock_mono_ns();
    hosted->link = &shards->all;
    hosted->next = shards->all;
    if (hosted->next != NULL)
        hosted->next->link = &hosted->next;
    shards->all = hosted;
    hash_table_add(&shards->by_id, &hosted->by_id, keyed_hash(0, id, strlen(id)));
    shards->count++;
    shards->alive++;
    return hosted;
}

/* ---- the clock ---- */

/* Takes the shards without a call for too long off the list, and returns them linked by `next`. Sets *due_ns to the
 * time at which the next one ends. Under the lock. */
static struct hosted_shard *hosted_shards_expire(struct hosted_shards *shards, int64_t *due_ns)
{
    int64_t now = clock_mono_ns(), idle_ns = (int64_t)shards->options.idle_ms * 1000000;
    struct hosted_shard *expired = NULL;
    *due_ns = now + idle_ns;
    for (struct hosted_shard *hosted = shards->all, *next; hosted != NULL; hosted = next) {
        next = hosted->next;
        if (hosted->calls == 0 && now - hosted->silent_ns >= idle_ns) {
            hosted_shard_unlist(shards, hosted);
            hosted->next = expired;
            expired = hosted;
        } else if (hosted->calls == 0 && hosted->silent_ns + idle_ns < *due_ns) {
            *due_ns = hosted->silent_ns + idle_ns;
        }
    }
    return expired;
}

static void hosted_shards_clock(struct compute_turn *turn, uint8_t *scratch)
{
    struct hosted_shards *shards = (struct hosted_shards *)(void *)turn;
    int64_t due_ns;
    (void)scratch;
    pthread_mutex_lock(&shards->lock);
    struct hosted_shard *expired = hosted_shards_expire(shards, &due_ns);
    pthread_mutex_unlock(&shards->lock);
    hosted_shards_close(expired);
    pthread_mutex_lock(&shards->lock);
    shards->clock_runs = shards->count > 0 && !shards->stopping;
    if (shards->clock_runs)
        compute_later(shards->compute, turn, due_ns);
    else
        pthread_cond_broadcast(&shards->calm);
    pthread_mutex_unlock(&shards->lock);
}

/* Under the lock. */
static void hosted_shards_start_clock(struct hosted_shards *shards)
{
    if (shards->clock_runs)
        return;
    shards->clock_runs = true;
    compute_later(shards->compute, &shards->clock, clock_mono_ns() + (int64_t)shards->options.idle_ms * 1000000);
}

/* ---- public functions ---- */

struct hosted_shards *hosted_shards_new(const struct hosted_shards_options *options)
{
    struct hosted_shards *shards = calloc(1, sizeof *shards);
    if (shards == NULL || !hash_table_init(&shards->by_id, SLOTS)) {
        free(shards);
        return NULL;
    }
    shards->clock.run = hosted_shards_clock;
    shards->options = *options;
    if (shards->options.shards == 0)
        shards->options.shards = HOSTED_SHARDS_MAX;
    if (shards->options.idle_ms == 0)
        shards->options.idle_ms = HOSTED_SHARD_IDLE_MS;
    shards->own = options->compute == NULL ? compute_new(options->threads) : NULL;
    shards->compute = options->compute != NULL ? options->compute : shards->own;
    pthread_mutex_init(&shards->lock, NULL);
    pthread_cond_init(&shards->calm, NULL);
    if (shards->compute != NULL)
        return shards;
    hosted_shards_free(shards);
    return NULL;
}

static struct hosted_shard *hosted_shards_unlist_all(struct hosted_shards *shards)
{
    struct hosted_shard *ended = NULL;
    while (shards->all != NULL) {
        struct hosted_shard *hosted = shards->all;
        hosted_shard_unlist(shards, hosted);
        hosted->next = ended;
        ended = hosted;
    }
    return ended;
}

void hosted_shards_free(struct hosted_shards *shards)
{
    if (shards == NULL)
        return;
    pthread_mutex_lock(&shards->lock);
    shards->stopping = true;
    struct hosted_shard *ended = hosted_shards_unlist_all(shards);
    pthread_mutex_unlock(&shards->lock);
    hosted_shards_close(ended);
    pthread_mutex_lock(&shards->lock);
    if (shards->clock_runs && compute_cancel(shards->compute, &shards->clock))
        shards->clock_runs = false;
    while (shards->alive > 0 || shards->clock_runs)
        pthread_cond_wait(&shards->calm, &shards->lock);
    pthread_mutex_unlock(&shards->lock);
    compute_free(shards->own);
    hash_table_release(&shards->by_id);
    pthread_cond_destroy(&shards->calm);
    pthread_mutex_destroy(&shards->lock);
    free(shards);
}

unsigned hosted_shards_cores(const struct hosted_shards *shards)
{
    return compute_threads(shards->compute);
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

/* Returns the shard of this id, made if there is none, with a new call counted. Returns NULL if there is no room. Under
 * the lock. */
static struct hosted_shard *hosted_shards_enter(struct hosted_shards *shards, const char *id, struct nash_error *error)
{
    struct hosted_shard *hosted = hosted_shard_find(shards, id);
    bool ready = compute_ready(shards->compute);
    if (hosted == NULL && ready && shards->count < shards->options.shards)
        hosted = hosted_shard_new(shards, id);
    if (hosted == NULL || !ready || hosted->calls >= CALLS_WAITING * (1 + compute_threads(shards->compute))) {
        nash_fail_type(error, NASH_BUSY, "busy", "",
                       hosted != NULL ? "Too many calls wait for this seat."
                                      : "All seats are taken; one may become free soon.");
        return NULL;
    }
    hosted->calls++;
    hosted_hold(hosted); /* the call's reference */
    hosted_shards_start_clock(shards);
    return hosted;
}

/* Posts the messages of the list to the call's shard. Without the lock, because a message may be over at once. */
static void hosted_call_post(struct hosted_call *call, const void *messages, size_t len)
{
    struct message_list_reader reader = {.at = messages, .left = len};
    struct hosted_shards *shards = call->shards;
    struct hosted_shard *hosted = call->hosted;
    const uint8_t *message;
    while (message_list_next(&reader, &message, &len) == MESSAGE_LIST_MESSAGE) {
        struct bytes *copy = bytes_copy(message, len);
        pthread_mutex_lock(&shards->lock);
        call->left++;
        pthread_mutex_unlock(&shards->lock);
        bool posted = copy != NULL && crew_post(hosted->crew, copy, call);
        bytes_unref(copy);
        if (posted)
            continue;
        pthread_mutex_lock(&shards->lock);
        call->failed = true;
        call->left--; /* not the last one: hosted_shards_submit() counts one too */
        pthread_mutex_unlock(&shards->lock);
    }
    pthread_mutex_lock(&shards->lock);
    hosted = hosted_call_count(call);
    pthread_mutex_unlock(&shards->lock);
    hosted_shard_unref(hosted);
}

struct hosted_call *hosted_shards_submit(struct hosted_shards *shards, const char *id, const char *hub,
                                         const void *messages, size_t len, void (*done)(void *context), void *context,
                                         struct nash_error *error)
{
    if (caller_check(shards, id, hub, error) != NASH_OK || messages_check(messages, len, error) != NASH_OK)
        return NULL;
    struct hosted_call *call = calloc(1, sizeof *call);
    if (call == NULL) {
        nash_fail_type(error, NASH_BUSY, "out-of-memory", "", "No memory for these messages now.");
        return NULL;
    }
    *call = (struct hosted_call){.shards = shards, .done = done, .context = context, .left = 1};
    pthread_mutex_lock(&shards->lock);
    call->hosted = hosted_shards_enter(shards, id, error);
    pthread_mutex_unlock(&shards->lock);
    if (call->hosted == NULL) {
        free(call);
        return NULL;
    }
    hosted_call_post(call, messages, len);
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
    struct hosted_shard *hosted = hosted_shard_find(shards, id);
    if (hosted != NULL) {
        hosted_shard_unlist(shards, hosted);
        hosted->next = NULL;
    }
    pthread_mutex_unlock(&shards->lock);
    hosted_shards_close(hosted);
    return hosted != NULL;
}
