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
    if (call_url(url, peer->url, &why) != NASH_OK)
        return nash_fail(error, NASH_INVALID, "", "--peer %s", why.detail);
    for (size_t i = 0; i < peers->count; i++)
        if (strcmp(peers->peer[i].url, peer->url) == 0)
            return nash_fail(error, NASH_INVALID, "", "--peer %s: it is there twice", peer->url);
    peers->count++;
    return NASH_OK;
}

struct peers *peers_new(struct shards *shards, const char *const *urls, const char *key, const char *instance,
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
    peers->shards = shards;
    peers->key = key;
    peers->instance = instance;
    enum nash_status status = NASH_OK;
    for (; urls != NULL && *urls != NULL && status == NASH_OK; urls++)
        status = add_peer(peers, *urls, error);
    if (status == NASH_OK && peers->count > 0 && key == NULL)
        status = nash_fail(error, NASH_INVALID, "",
                           "--peer needs --peer-key FILE: the same secret as there, so that it knows us");
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

/* The peer of this URL, in any spelling; NULL: none on the list. */
static struct peer *find(struct peers *peers, const char *url)
{
    char normal[CALL_URL_MAX];
    if (call_url(url, normal, NULL) != NASH_OK)
        return NULL;
    for (size_t i = 0; i < peers->count; i++)
        if (strcmp(peers->peer[i].url, normal) == 0)
            return &peers->peer[i];
    return NULL;
}

/* ---- the way of its members ---- */

static void wake(struct peers *peers)
{
    curl_multi_wakeup(peers->multi);
}

/* With the lock held. */
static bool outbox_add(struct peer_seat *seat, struct bytes *message)
{
    if (seat->waiting == seat->room) {
        unsigned room = seat->room == 0 ? 8 : 2 * seat->room;
        struct bytes **larger = room <= OUTBOX_MAX ? reallocarray(seat->outbox, room, sizeof(struct bytes *)) : NULL;
        if (larger == NULL)
            return false;
        seat->outbox = larger;
        seat->room = room;
    }
    seat->outbox[seat->waiting++] = bytes_ref(message);
    return true;
}

static void way_send(struct member *member, struct bytes *message)
{
    struct peer_seat *seat = member->own;
    struct peers *peers = seat->peers;
    pthread_mutex_lock(&peers->lock);
    if (!seat->released && !seat->overflow && !outbox_add(seat, message))
        seat->overflow = true;
    pthread_mutex_unlock(&peers->lock);
    wake(peers);
}

static void way_release(struct member *member)
{
    struct peer_seat *seat = member->own;
    struct peers *peers = seat->peers;
    pthread_mutex_lock(&peers->lock);
    seat->released = true;
    pthread_mutex_unlock(&peers->lock);
    wake(peers);
}

static void seat_free(struct peer_seat *seat)
{
    for (unsigned i = 0; i < seat->waiting; i++)
        bytes_unref(seat->outbox[i]);
    free(seat->outbox);
    nash_buf_free(&seat->parcel);
    call_free(&seat->call);
    free(seat);
}

static void way_free(struct member *member)
{
    seat_free(member->own);
}

static const struct member_way peer_way = {.send = way_send, .release = way_release, .free = way_free};

static struct peer_seat *seat_new(struct peers *peers, struct peer *peer)
{
    struct peer_seat *seat = calloc(1, sizeof *seat);
    unsigned char random[16];
    char id[2 * sizeof random + 1];
    if (seat == NULL || !call_init(&seat->call, peers->key, peers->instance)) {
        free(seat);
        return NULL;
    }
    secret_random(random, sizeof random);
    seat->peers = peers;
    seat->peer = peer;
    snprintf(seat->url, sizeof seat->url, "%s/v1/shards/seats/%s", peer->url, hex_encode(id, random, sizeof random));
    return seat;
}

/* With the lock held. */
static bool thread_runs(struct peers *peers)
{
    if (peers->running || peers->stopping)
        return peers->running && !peers->stopping;
    if (peers->multi == NULL)
        peers->multi = curl_multi_init();
    peers->running = peers->multi != NULL && pthread_create(&peers->thread, NULL, peers_run, peers) == 0;
    return peers->running;
}

/* ---- what games know ---- */

static bool peer_known(void *context, const char *url)
{
    return find(context, url) != NULL;
}

static struct member *peer_open(void *context, const char *url)
{
    struct peers *peers = context;
    struct peer *peer = find(peers, url);
    struct peer_seat *seat = peer != NULL ? seat_new(peers, peer) : NULL;
    if (seat == NULL)
        return NULL;
    pthread_mutex_lock(&peers->lock);
    bool there = peer->until_ns <= clock_mono_ns() && thread_runs(peers);
    pthread_mutex_unlock(&peers->lock);
    struct member *member = there ? member_new(peers->shards, MEMBER_PEER, peer->url, &peer_way, seat) : NULL;
    if (member == NULL) {
        seat_free(seat);
        return NULL;
    }
    pthread_mutex_lock(&peers->lock);
    seat->member = member_ref(member);
    seat->next = peers->seats;
    peers->seats = seat;
    peer->seats++;
    pthread_mutex_unlock(&peers->lock);
    return member;
}

static void peer_write(const struct peer *peer, struct nash_jsonw *out)
{
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "url", peer->url);
    nash_jsonw_kstring(out, "state", !peer->called ? "unknown" : peer->failed ? "failed" : "ready");
    if (peer->failed)
        nash_jsonw_kstring(out, "why", peer->why);
    nash_jsonw_kint(out, "seats", peer->seats);
    nash_jsonw_kint(out, "calls", (int64_t)peer->calls);
    nash_jsonw_kint(out, "failures", (int64_t)peer->failures);
    if (peer->round_trip_ms > 0)
        nash_jsonw_kdouble(out, "round_trip_ms", peer->round_trip_ms);
    nash_jsonw_object_end(out);
}

static void write_all(void *context, struct nash_jsonw *out)
{
    struct peers *peers = context;
    nash_jsonw_array(out);
    for (size_t i = 0; i < peers->count; i++) {
        pthread_mutex_lock(&peers->lock);
        struct peer now = peers->peer[i];
        pthread_mutex_unlock(&peers->lock);
        peer_write(&now, out);
    }
    nash_jsonw_array_end(out);
}

struct shards_peers peers_for_games(struct peers *peers)
{
    return (struct shards_peers){.context = peers, .knows = peer_known, .open = peer_open, .write = write_all};
}
