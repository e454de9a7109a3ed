#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <base/log.h>
#include <base/secret.h>

#include "peer_internal.h"

enum { OUTBOX_MAX = 256 };

/* ---- the list ---- */

static enum nash_status add_peer(struct peers *peers, const char *url, struct nash_error *error)
{
    struct peer *peer = &peers->peer[peers->count];
    struct nash_error why;
    if (peers->count == PEERS_MAX)
        return nash_fail(error, NASH_INVALID, "", "--peer: at most %d peers", PEERS_MAX);
    if (http_client_url(url, peer->url, &why) != NASH_OK)
        return nash_fail(error, NASH_INVALID, "", "--peer %s", why.detail);
    for (size_t i = 0; i < peers->count; i++)
        if (strcmp(peers->peer[i].url, peer->url) == 0)
            return nash_fail(error, NASH_INVALID, "", "--peer %s is given twice", peer->url);
    peers->count++;
    return NASH_OK;
}

struct peers *peers_new(struct cluster *cluster, const char *const *urls, const char *key, const char *instance,
                        struct nash_error *error)
{
    struct peers *peers = calloc(1, sizeof *peers);
    if (peers != NULL)
        peers->peer = calloc(PEERS_MAX, sizeof *peers->peer);
    if (peers == NULL || peers->peer == NULL) {
        free(peers);
        nash_fail(error, NASH_NOMEM, "", "no memory for the peers");
        return NULL;
    }
    pthread_mutex_init(&peers->lock, NULL);
    peers->cluster = cluster;
    peers->key = key;
    peers->instance = instance;
    enum nash_status status = NASH_OK;
    for (; urls != NULL && *urls != NULL && status == NASH_OK; urls++)
        status = add_peer(peers, *urls, error);
    if (status == NASH_OK && peers->count > 0 && key == NULL)
        status = nash_fail(error, NASH_INVALID, "", "--peer needs --peer-key FILE with the peers' secret");
    if (status == NASH_OK)
        return peers;
    peers_free(peers);
    return NULL;
}

void peers_free(struct peers *peers)
{
    if (peers == NULL)
        return;
    pthread_mutex_lock(&peers->lock);
    peers->stopping = true;
    bool running = peers->running;
    pthread_mutex_unlock(&peers->lock);
    if (running) {
        curl_multi_wakeup(peers->multi);
        pthread_join(peers->thread, NULL);
    }
    if (peers->multi != NULL)
        curl_multi_cleanup(peers->multi);
    pthread_mutex_destroy(&peers->lock);
    free(peers->peer);
    free(peers);
}

/* Returns the peer of this URL in any spelling; NULL if there is none. */
static struct peer *find(struct peers *peers, const char *url)
{
    char normal[HTTP_CLIENT_URL_MAX];
    if (http_client_url(url, normal, NULL) != NASH_OK)
        return NULL;
    for (size_t i = 0; i < peers->count; i++)
        if (strcmp(peers->peer[i].url, normal) == 0)
            return &peers->peer[i];
    return NULL;
}

/* ---- struct member_transport ---- */

static void wake(struct peers *peers)
{
    curl_multi_wakeup(peers->multi);
}

/* Returns false if the outbox is full or memory ran out. Under the lock. */
static bool outbox_add(struct remote_shard *shard, struct bytes *message)
{
    if (shard->waiting == shard->room) {
        unsigned room = shard->room == 0 ? 8 : 2 * shard->room;
        struct bytes **larger = room <= OUTBOX_MAX ? reallocarray(shard->outbox, room, sizeof(struct bytes *)) : NULL;
        if (larger == NULL)
            return false;
        shard->outbox = larger;
        shard->room = room;
    }
    shard->outbox[shard->waiting++] = bytes_ref(message);
    return true;
}

static void transport_send(struct member *member, struct bytes *message)
{
    struct remote_shard *shard = member->own;
    struct peers *peers = shard->peers;
    pthread_mutex_lock(&peers->lock);
    if (!shard->released && !shard->overflow && !outbox_add(shard, message))
        shard->overflow = true;
    pthread_mutex_unlock(&peers->lock);
    wake(peers);
}

static void transport_release(struct member *member)
{
    struct remote_shard *shard = member->own;
    struct peers *peers = shard->peers;
    pthread_mutex_lock(&peers->lock);
    shard->released = true;
    pthread_mutex_unlock(&peers->lock);
    wake(peers);
}

static void remote_shard_free(struct remote_shard *shard)
{
    for (unsigned i = 0; i < shard->waiting; i++)
        bytes_unref(shard->outbox[i]);
    free(shard->outbox);
    remote_calls_free(shard);
    free(shard);
}

static void transport_free(struct member *member)
{
    remote_shard_free(member->own);
}

static const struct member_transport peer_transport = {
    .send = transport_send, .release = transport_release, .free = transport_free};

static struct remote_shard *remote_shard_new(struct peers *peers, struct peer *peer)
{
    struct remote_shard *shard = calloc(1, sizeof *shard);
    unsigned char random[16];
    char id[2 * sizeof random + 1];
    if (shard == NULL)
        return NULL;
    secret_random(random, sizeof random);
    shard->peers = peers;
    shard->peer = peer;
    snprintf(shard->url, sizeof shard->url, "%s/v1/shards/seats/%s", peer->url, hex_encode(id, random, sizeof random));
    return shard;
}

/* Starts the thread, if it does not run. Returns whether it runs. Under the lock. */
static bool thread_runs(struct peers *peers)
{
    if (peers->running || peers->stopping)
        return peers->running && !peers->stopping;
    if (peers->multi == NULL)
        peers->multi = curl_multi_init();
    peers->running = peers->multi != NULL && pthread_create(&peers->thread, NULL, peers_run, peers) == 0;
    return peers->running;
}

/* ---- struct cluster_peers ---- */

static bool peer_exists(void *context, const char *url)
{
    return find(context, url) != NULL;
}

static struct member *peer_open(void *context, const char *url)
{
    struct peers *peers = context;
    struct peer *peer = find(peers, url);
    struct remote_shard *shard = peer != NULL ? remote_shard_new(peers, peer) : NULL;
    if (shard == NULL)
        return NULL;
    pthread_mutex_lock(&peers->lock);
    bool there = peer->until_ns <= clock_mono_ns() && thread_runs(peers);
    pthread_mutex_unlock(&peers->lock);
    struct member *member = there ? member_new(peers->cluster, MEMBER_PEER, peer->url, &peer_transport, shard) : NULL;
    if (member == NULL) {
        remote_shard_free(shard);
        return NULL;
    }
    pthread_mutex_lock(&peers->lock);
    member_set_capacity(member, peer->cores);
    shard->member = member_ref(member);
    shard->next = peers->shards;
    peers->shards = shard;
    peer->shards++;
    pthread_mutex_unlock(&peers->lock);
    return member;
}

static void peer_write(const struct peer *peer, bool brief, struct nash_jsonw *out)
{
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "url", peer->url);
    nash_jsonw_kstring(out, "state", !peer->called ? "unknown" : peer->failed ? "failed" : "ready");
    if (peer->failed)
        nash_jsonw_kstring(out, "why", peer->why);
    if (!brief) {
        nash_jsonw_kint(out, "seats", peer->shards);
        nash_jsonw_kint(out, "calls", (int64_t)peer->calls);
        nash_jsonw_kint(out, "failures", (int64_t)peer->failures);
    }
    if (peer->cores > 0)
        nash_jsonw_kuint(out, "cores", peer->cores);
    if (!brief && peer->round_trip_ms > 0)
        nash_jsonw_kdouble(out, "round_trip_ms", peer->round_trip_ms);
    nash_jsonw_object_end(out);
}

static void write_all(void *context, bool brief, struct nash_jsonw *out)
{
    struct peers *peers = context;
    nash_jsonw_array(out);
    for (size_t i = 0; i < peers->count; i++) {
        pthread_mutex_lock(&peers->lock);
        struct peer now = peers->peer[i];
        pthread_mutex_unlock(&peers->lock);
        peer_write(&now, brief, out);
    }
    nash_jsonw_array_end(out);
}

struct cluster_peers peers_for_games(struct peers *peers)
{
    return (struct cluster_peers){.context = peers, .has = peer_exists, .open = peer_open, .write = write_all};
}
