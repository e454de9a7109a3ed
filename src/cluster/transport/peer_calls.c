/* The thread that calls peers: a curl multi handle over all shards. Each turn visits every shard (there are few),
 * starts the request that is due, lets curl work, and waits for sockets or for a wake-up by send() or release().
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

#include "peer_internal.h"

enum { POLL_MS = 1000 };

/* ---- statistics of calls ---- */

static void note_success(struct remote_shard *shard)
{
    struct peer *peer = shard->peer;
    curl_off_t us = 0;
    curl_easy_getinfo(shard->http.easy, CURLINFO_TOTAL_TIME_T, &us);
    pthread_mutex_lock(&shard->peers->lock);
    peer->called = true;
    peer->failed = false;
    peer->in_row = 0;
    peer->until_ns = 0;
    peer->calls++;
    peer->round_trip_ms = (double)us / 1000;
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

static void shard_cancel_call(struct peers *peers, struct remote_shard *shard)
{
    if (shard->calling)
        curl_multi_remove_handle(peers->multi, shard->http.easy);
    shard->calling = false;
}

/* Removes the shard from the list and ends its member for the reason `why`; NULL: the game has given the member back.
 * The member's last reference frees the shard. */
static void remote_shard_close(struct peers *peers, struct remote_shard *shard, const char *why)
{
    shard_cancel_call(peers, shard);
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

static bool shard_call(struct peers *peers, struct remote_shard *shard, const char *method, long timeout_ms)
{
    http_client_prepare(&shard->http, method, shard->url, shard->request_body.data, shard->request_body.len, timeout_ms,
                        MESSAGE_LIST_ANSWER_MAX);
    shard->calling = curl_multi_add_handle(peers->multi, shard->http.easy) == CURLM_OK;
    return shard->calling;
}

/* Moves as many waiting messages as fit into the body of the next request. Under the lock. */
static void request_fill(struct remote_shard *shard)
{
    unsigned taken = 0;
    nash_buf_reset(&shard->request_body);
    while (taken < shard->waiting && taken < MESSAGE_LIST_COUNT_MAX &&
           shard->request_body.len + shard->outbox[taken]->len <= MESSAGE_LIST_MAX) {
        nash_buf_add(&shard->request_body, shard->outbox[taken]->data, shard->outbox[taken]->len);
        bytes_unref(shard->outbox[taken++]);
    }
    shard->waiting -= taken;
    memmove(shard->outbox, shard->outbox + taken, shard->waiting * sizeof(struct bytes *));
}

/* Ends a shard whose member the game has given back: sends DELETE, if the peer may have made the shard. */
static void shard_end(struct peers *peers, struct remote_shard *shard)
{
    shard_cancel_call(peers, shard);
    nash_buf_reset(&shard->request_body);
    shard->ending = true;
    if (!shard->greeted || !shard_call(peers, shard, "DELETE", PEER_END_MS))
        remote_shard_close(peers, shard, NULL);
}

/* Starts the request that is due for the shard, or ends the shard, which may be freed afterwards. */
static void shard_serve(struct peers *peers, struct remote_shard *shard)
{
    pthread_mutex_lock(&peers->lock);
    bool released = shard->released, overflow = shard->overflow;
    bool due = !released && !overflow && !shard->calling && shard->waiting > 0;
    if (due)
        request_fill(shard);
    pthread_mutex_unlock(&peers->lock);
    if (shard->ending)
        return;
    if (released) {
        shard_end(peers, shard);
    } else if (overflow || (due && shard->request_body.failed)) {
        remote_shard_close(peers, shard, "too many messages wait for it");
    } else if (due) {
        shard->greeted = true;
        if (!shard_call(peers, shard, "POST", PEER_CALL_MS))
            remote_shard_close(peers, shard, "out of memory");
    }
}

/* ---- answers ---- */

/* Delivers the answers. Returns false, with the reason, if they are not a message list. */
static bool shard_deliver(struct remote_shard *shard, char why[HTTP_CLIENT_WHY_MAX])
{
    struct message_list_reader reader = {.at = (const uint8_t *)shard->http.answer.data,
                                         .left = shard->http.answer.len};
    const uint8_t *message;
    size_t len;
    enum message_list_item next;
    while ((next = message_list_next(&reader, &message, &len)) == MESSAGE_LIST_MESSAGE)
        member_received(shard->member, message, len);
    if (next == MESSAGE_LIST_OTHER_VERSION)
        snprintf(why, HTTP_CLIENT_WHY_MAX, "speaks protocol %u, not %d", reader.version, MESSAGE_VERSION);
    else if (next == MESSAGE_LIST_BROKEN)
        snprintf(why, HTTP_CLIENT_WHY_MAX, "its answer is not a list of messages");
    return next == MESSAGE_LIST_END;
}

static void shard_answered(struct peers *peers, struct remote_shard *shard, CURLcode code)
{
    char why[HTTP_CLIENT_WHY_MAX];
    long status;
    shard_cancel_call(peers, shard);
    bool good = !http_client_failed(&shard->http, code, MESSAGE_LIST_TYPE, &status, why);
    if (shard->ending) {
        if (status == 0) /* no reply: the peer failed; the POST was cancelled before its own failure */
            note_failure(shard, why);
        remote_shard_close(peers, shard, NULL);
        return;
    }
    if (good) {
        note_success(shard);
        good = shard_deliver(shard, why);
    }
    if (!good) {
        note_failure(shard, why);
        remote_shard_close(peers, shard, why);
    }
}

static void shards_deliver(struct peers *peers)
{
    const CURLMsg *message;
    int left;
    while ((message = curl_multi_info_read(peers->multi, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE)
            continue;
        CURL *easy = message->easy_handle;
        CURLcode code = message->data.result;
        void *http = NULL;
        curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&http);
        shard_answered(peers, (struct remote_shard *)((char *)http - offsetof(struct remote_shard, http)), code);
    }
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
        shards_deliver(peers);
        curl_multi_poll(peers->multi, NULL, 0, POLL_MS, NULL);
    }
    for (struct remote_shard *shard = first_shard(peers, &stopping); shard != NULL;
         shard = first_shard(peers, &stopping))
        remote_shard_close(peers, shard, "the server ends");
    return NULL;
}
