/* The thread that calls peers: a curl multi handle over all shards. Each turn visits every shard (there are few),
 * starts the requests that are due, lets curl work, and waits for sockets or for a wake-up by send() or release().
 *
 * Any failure ends the shard for good: the game leases its partition to another member, perhaps to a new shard at the
 * same peer. Requests are not retried here, because the game has moved on by then. (curl itself repeats a request whose
 * kept connection turned out to be closed. That is harmless: a round that was played already is refused as out of
 * step.) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <base/log.h>
#include <cluster/program.h>
#include <cluster/registry.h>

#include "peer_internal.h"

enum { POLL_MS = 60000 }; /* so long that a missing wake-up fails a test instead of costing a second */

/* ---- statistics of calls ---- */

static void note_success(const struct remote_call *call)
{
    struct remote_shard *shard = call->shard;
    struct peer *peer = shard->peer;
    const char *cores = http_client_header(&call->http, CLUSTER_CORES_HEADER);
    curl_off_t us = 0;
    curl_easy_getinfo(call->http.easy, CURLINFO_TOTAL_TIME_T, &us);
    if (cores != NULL)
        member_set_capacity(shard->member, (unsigned)strtoul(cores, NULL, 10));
    pthread_mutex_lock(&shard->peers->lock);
    peer->called = true;
    peer->failed = false;
    peer->in_row = 0;
    peer->until_ns = 0;
    peer->calls++;
    peer->round_trip_ms = (double)us / 1000;
    peer->cores = atomic_load_explicit(&shard->member->capacity, memory_order_relaxed);
    pthread_mutex_unlock(&shard->peers->lock);
}

static void note_failure(struct remote_shard *shard, const char *why)
{
    struct peer *peer = shard->peer;
    pthread_mutex_lock(&shard->peers->lock);
    bool news = !peer->failed || strcmp(peer->why, why) != 0;
    int64_t now = clock_mono_ns();
    peer->called = peer->failed = true;
    peer->calls++;
    peer->failures++;
    if (peer->until_ns <= now) { /* several shards that fail at once count as one failure */
        int64_t rest_ms = (int64_t)PEER_REST_MS << (peer->in_row < 7 ? peer->in_row : 7);
        peer->until_ns = now + (rest_ms < PEER_REST_MAX_MS ? rest_ms : PEER_REST_MAX_MS) * 1000000;
        peer->in_row++;
    }
    snprintf(peer->why, sizeof peer->why, "%s", why);
    pthread_mutex_unlock(&shard->peers->lock);
    if (news)
        log_warn("peer failed", "%s: %s", peer->url, why);
}

/* ---- the end of a shard ---- */

static void call_end(struct peers *peers, struct remote_call *call)
{
    if (!call->busy)
        return;
    curl_multi_remove_handle(peers->multi, call->http.easy);
    call->busy = false;
    if (--call->shard->calling == 0)
        call->shard->ordered = false;
}

static void shard_cancel_calls(struct peers *peers, struct remote_shard *shard)
{
    for (struct remote_call *call = shard->calls; call != NULL; call = call->next)
        call_end(peers, call);
}

void remote_calls_free(struct remote_shard *shard)
{
    for (struct remote_call *call = shard->calls, *next; call != NULL; call = next) {
        next = call->next;
        http_client_free(&call->http);
        nash_buf_free(&call->body);
        free(call);
    }
}

/* Removes the shard from the list and ends its member for the reason `why`; NULL: the game has given the member back.
 * The member's last reference frees the shard. */
static void remote_shard_close(struct peers *peers, struct remote_shard *shard, const char *why)
{
    shard_cancel_calls(peers, shard);
    pthread_mutex_lock(&peers->lock);
    struct remote_shard **at = &peers->shards;
    while (*at != shard)
        at = &(*at)->next;
    *at = shard->next;
    shard->peer->shards--;
    pthread_mutex_unlock(&peers->lock);
    struct member *member = shard->member;
    if (why != NULL)
        member_gone(member, why);
    member_unref(member);
}

/* ---- requests ---- */

/* Returns a request that is not under way; NULL when out of memory. */
static struct remote_call *shard_idle_call(struct peers *peers, struct remote_shard *shard)
{
    struct remote_call *call = shard->calls;
    while (call != NULL && call->busy)
        call = call->next;
    if (call != NULL)
        return call;
    call = calloc(1, sizeof *call);
    if (call == NULL || !http_client_init(&call->http, peers->key, peers->instance)) {
        free(call);
        return NULL;
    }
    curl_easy_setopt(call->http.easy, CURLOPT_PRIVATE, call);
    call->shard = shard;
    call->next = shard->calls;
    shard->calls = call;
    return call;
}

static bool call_begin(struct peers *peers, struct remote_call *call, const char *method, long timeout_ms)
{
    struct remote_shard *shard = call->shard;
    http_client_prepare(&call->http, method, shard->url, call->body.data, call->body.len, timeout_ms,
                        MESSAGE_LIST_ANSWER_MAX);
    call->busy = !call->body.failed && curl_multi_add_handle(peers->multi, call->http.easy) == CURLM_OK;
    shard->calling += call->busy;
    return call->busy;
}

/* Returns whether a message may be carried out at the same time as others (crew.h). */
static bool message_is_independent(const struct peers *peers, const struct bytes *message)
{
    struct message_head head;
    if (!message_head_read(&head, (const uint8_t *)message->data, message->len))
        return false;
    const struct cluster_program *program =
        cluster_program_of_protocol(peers->cluster->options.programs, head.protocol);
    return program != NULL && program->task_type != 0 && head.type != program->task_type;
}

/* Returns the number of messages that the next request takes from the outbox; 0 if none may begin now. A request with
 * messages that depend on each other takes all of them that fit, and is the only one under way. An independent message
 * gets a request of its own, so that its answer does not wait for that of another; twice as many as the peer has
 * processors are under way, so that it always has the next. Under the lock. */
static unsigned outbox_due(const struct peers *peers, const struct remote_shard *shard, bool *independent)
{
    unsigned due = 0;
    size_t len = 0;
    *independent = shard->waiting > 0 && message_is_independent(peers, shard->outbox[0]);
    if (shard->released || shard->overflow || shard->waiting == 0 || shard->ordered)
        return 0;
    if (*independent)
        return shard->calling < 2 * atomic_load_explicit(&shard->member->capacity, memory_order_relaxed) + 2;
    while (shard->calling == 0 && due < shard->waiting && due < MESSAGE_LIST_COUNT_MAX &&
           len + shard->outbox[due]->len <= MESSAGE_LIST_MAX && !message_is_independent(peers, shard->outbox[due]))
        len += shard->outbox[due++]->len;
    return due;
}

/* Moves `due` waiting messages into the body of a request. Under the lock. */
static void call_fill(struct remote_call *call, unsigned due)
{
    struct remote_shard *shard = call->shard;
    nash_buf_reset(&call->body);
    for (unsigned i = 0; i < due; i++) {
        nash_buf_add(&call->body, shard->outbox[i]->data, shard->outbox[i]->len);
        bytes_unref(shard->outbox[i]);
    }
    shard->waiting -= due;
    memmove(shard->outbox, shard->outbox + due, shard->waiting * sizeof(struct bytes *));
}

/* Ends a shard whose member the game has given back: sends DELETE, if the peer may have made the shard. */
static void shard_end(struct peers *peers, struct remote_shard *shard)
{
    shard_cancel_calls(peers, shard);
    shard->ending = true;
    struct remote_call *call = shard->greeted ? shard_idle_call(peers, shard) : NULL;
    if (call != NULL)
        nash_buf_reset(&call->body);
    if (call == NULL || !call_begin(peers, call, "DELETE", PEER_END_MS))
        remote_shard_close(peers, shard, NULL);
}

/* Starts one request, if one is due. Returns false if none was started; *why is then set if the shard must end. */
static bool shard_begin_call(struct peers *peers, struct remote_shard *shard, const char **why)
{
    struct remote_call *call = NULL;
    bool independent;
    pthread_mutex_lock(&peers->lock);
    unsigned due = outbox_due(peers, shard, &independent);
    if (due > 0 && (call = shard_idle_call(peers, shard)) != NULL)
        call_fill(call, due);
    pthread_mutex_unlock(&peers->lock);
    if (due == 0)
        return false;
    shard->greeted = true;
    if (call != NULL && call_begin(peers, call, "POST", independent ? PEER_UNIT_MS : PEER_CALL_MS)) {
        shard->ordered = !independent;
        return true;
    }
    *why = "out of memory";
    return false;
}

/* Starts the requests that are due for the shard, or ends the shard, which may be freed afterwards. */
static void shard_serve(struct peers *peers, struct remote_shard *shard)
{
    const char *why = NULL;
    pthread_mutex_lock(&peers->lock);
    bool released = shard->released;
    why = shard->overflow ? "too many messages wait for it" : NULL;
    pthread_mutex_unlock(&peers->lock);
    if (shard->ending)
        return;
    if (released) {
        shard_end(peers, shard);
        return;
    }
    while (why == NULL && shard_begin_call(peers, shard, &why))
        ;
    if (why != NULL)
        remote_shard_close(peers, shard, why);
}

/* ---- answers ---- */

/* Delivers the answers. Returns false, with the reason, if they are not a message list. */
static bool call_deliver(const struct remote_call *call, char why[HTTP_CLIENT_WHY_MAX])
{
    struct message_list_reader reader = {.at = (const uint8_t *)call->http.answer.data, .left = call->http.answer.len};
    const uint8_t *message;
    size_t len;
    enum message_list_item next;
    while ((next = message_list_next(&reader, &message, &len)) == MESSAGE_LIST_MESSAGE)
        member_received(call->shard->member, message, len);
    if (next == MESSAGE_LIST_OTHER_VERSION)
        snprintf(why, HTTP_CLIENT_WHY_MAX, "speaks protocol %u, not %d", reader.version, MESSAGE_VERSION);
    else if (next == MESSAGE_LIST_BROKEN)
        snprintf(why, HTTP_CLIENT_WHY_MAX, "its answer is not a list of messages");
    return next == MESSAGE_LIST_END;
}

static void call_answered(struct peers *peers, struct remote_call *call, CURLcode code)
{
    struct remote_shard *shard = call->shard;
    char why[HTTP_CLIENT_WHY_MAX];
    long status;
    call_end(peers, call);
    bool good = !http_client_failed(&call->http, code, MESSAGE_LIST_TYPE, &status, why);
    if (shard->ending) {
        if (status == 0) /* no reply: the peer failed; the POST was cancelled before its own failure */
            note_failure(shard, why);
        remote_shard_close(peers, shard, NULL);
        return;
    }
    if (good) {
        note_success(call);
        good = call_deliver(call, why);
    }
    if (!good) {
        note_failure(shard, why);
        remote_shard_close(peers, shard, why);
    }
}

/* Handles the requests that have ended. Returns whether there were any: their shards may have more to send. */
static bool shards_deliver(struct peers *peers)
{
    bool any = false;
    const CURLMsg *message;
    int left;
    while ((message = curl_multi_info_read(peers->multi, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE)
            continue;
        CURL *easy = message->easy_handle;
        CURLcode code = message->data.result;
        void *call = NULL;
        curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&call);
        call_answered(peers, call, code);
        any = true;
    }
    return any;
}

/* ---- the thread ---- */

/* Returns the first shard of the list. Other threads add shards in front of it; only this thread removes shards. */
static struct remote_shard *first_shard(struct peers *peers, bool *stopping)
{
    pthread_mutex_lock(&peers->lock);
    struct remote_shard *first = peers->shards;
    *stopping = peers->stopping;
    pthread_mutex_unlock(&peers->lock);
    return first;
}

void *peers_run(void *context)
{
    struct peers *peers = context;
    bool stopping;
    curl_multi_setopt(peers->multi, CURLMOPT_PIPELINING, (long)CURLPIPE_NOTHING);
    for (struct remote_shard *first = first_shard(peers, &stopping); !stopping; first = first_shard(peers, &stopping)) {
        for (struct remote_shard *shard = first, *next; shard != NULL; shard = next) {
            next = shard->next;
            shard_serve(peers, shard);
        }
        int running;
        curl_multi_perform(peers->multi, &running);
        if (!shards_deliver(peers))
            curl_multi_poll(peers->multi, NULL, 0, POLL_MS, NULL);
    }
    for (struct remote_shard *shard = first_shard(peers, &stopping); shard != NULL;
         shard = first_shard(peers, &stopping))
        remote_shard_close(peers, shard, "the server ends");
    return NULL;
}
