/* The thread that calls peers: a curl multi over all seats. Each turn it looks at every seat (there are a handful),
 * begins the request that is due, lets curl work, and waits for sockets or for a wake-up by send() or release().
 *
 * Whatever fails ends the seat, once and for all: the game leases its band elsewhere, perhaps to a new seat at the same
 * peer. Nothing is tried again here: by then the game has moved on. (That curl itself repeats a request whose kept
 * connection turned out to be closed does no harm: a round that was played already is refused as out of step.) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <base/log.h>

#include "peer_internal.h"

enum { POLL_MS = 1000 };

/* ---- how calls went, for the list ---- */

static void note_success(struct peer_seat *seat)
{
    struct peer *peer = seat->peer;
    curl_off_t us = 0;
    curl_easy_getinfo(seat->call.easy, CURLINFO_TOTAL_TIME_T, &us);
    pthread_mutex_lock(&seat->peers->lock);
    peer->called = true;
    peer->failed = false;
    peer->in_row = 0;
    peer->until_ns = 0;
    peer->calls++;
    peer->round_trip_ms = (double)us / 1000;
    pthread_mutex_unlock(&seat->peers->lock);
}

static void note_failure(struct peer_seat *seat, const char *why)
{
    struct peer *peer = seat->peer;
    pthread_mutex_lock(&seat->peers->lock);
    bool news = !peer->failed || strcmp(peer->why, why) != 0;
    int64_t now = clock_mono_ns();
    peer->called = peer->failed = true;
    peer->calls++;
    peer->failures++;
    if (peer->until_ns <= now) { /* several seats that fail at once are one failure */
        int64_t rest_ms = (int64_t)PEER_REST_MS << (peer->in_row < 7 ? peer->in_row : 7);
        peer->until_ns = now + (rest_ms < PEER_REST_MOST_MS ? rest_ms : PEER_REST_MOST_MS) * 1000000;
        peer->in_row++;
    }
    snprintf(peer->why, sizeof peer->why, "%s", why);
    pthread_mutex_unlock(&seat->peers->lock);
    if (news)
        log_warn("peer failed", "%s: %s", peer->url, why);
}

/* ---- the end of a seat ---- */

static void hang_up(struct peers *peers, struct peer_seat *seat)
{
    if (seat->calling)
        curl_multi_remove_handle(peers->multi, seat->call.easy);
    seat->calling = false;
}

/* Takes it out of the list; its memory goes with the member's last reference. why NULL: the game knows. */
static void seat_leave(struct peers *peers, struct peer_seat *seat, const char *why)
{
    hang_up(peers, seat);
    pthread_mutex_lock(&peers->lock);
    struct peer_seat **at = &peers->seats;
    while (*at != seat)
        at = &(*at)->next;
    *at = seat->next;
    seat->peer->seats--;
    pthread_mutex_unlock(&peers->lock);
    struct member *member = seat->member;
    if (why != NULL)
        member_gone(member, why);
    member_unref(member);
}

/* ---- requests ---- */

static bool begin(struct peers *peers, struct peer_seat *seat, const char *method, long timeout_ms)
{
    call_prepare(&seat->call, method, seat->url, seat->parcel.data, seat->parcel.len, timeout_ms, PARCEL_ANSWER_MAX);
    seat->calling = curl_multi_add_handle(peers->multi, seat->call.easy) == CURLM_OK;
    return seat->calling;
}

/* What waits, as much as fits, becomes the body of the next request. With the lock held. */
static void fill_parcel(struct peer_seat *seat)
{
    unsigned taken = 0;
    nash_buf_reset(&seat->parcel);
    while (taken < seat->waiting && taken < PARCEL_MESSAGES &&
           seat->parcel.len + seat->outbox[taken]->len <= PARCEL_MAX) {
        nash_buf_add(&seat->parcel, seat->outbox[taken]->data, seat->outbox[taken]->len);
        bytes_unref(seat->outbox[taken++]);
    }
    seat->waiting -= taken;
    memmove(seat->outbox, seat->outbox + taken, seat->waiting * sizeof(struct bytes *));
}

/* The game has given it back: the peer is told, if it knows of the seat. */
static void take_leave(struct peers *peers, struct peer_seat *seat)
{
    hang_up(peers, seat);
    nash_buf_reset(&seat->parcel);
    seat->ending = true;
    if (!seat->greeted || !begin(peers, seat, "DELETE", PEER_END_MS))
        seat_leave(peers, seat, NULL);
}

/* What is due for one seat; it may be gone afterwards. */
static void attend(struct peers *peers, struct peer_seat *seat)
{
    pthread_mutex_lock(&peers->lock);
    bool released = seat->released, overflow = seat->overflow;
    bool due = !released && !overflow && !seat->calling && seat->waiting > 0;
    if (due)
        fill_parcel(seat);
    pthread_mutex_unlock(&peers->lock);
    if (seat->ending)
        return;
    if (released) {
        take_leave(peers, seat);
    } else if (overflow || (due && seat->parcel.failed)) {
        seat_leave(peers, seat, "too much waits for it");
    } else if (due) {
        seat->greeted = true;
        if (!begin(peers, seat, "POST", PEER_CALL_MS))
            seat_leave(peers, seat, "out of memory");
    }
}

/* ---- answers ---- */

/* Hands the answers on; false when they are none, *why says how. */
static bool hear(struct peer_seat *seat, char why[CALL_WHY_MAX])
{
    struct parcel_reader reader = {.at = (const uint8_t *)seat->call.answer.data, .left = seat->call.answer.len};
    const uint8_t *message;
    size_t len;
    enum parcel next;
    while ((next = parcel_next(&reader, &message, &len)) == PARCEL_MESSAGE)
        member_said(seat->member, message, len);
    if (next == PARCEL_OTHER_VERSION)
        snprintf(why, CALL_WHY_MAX, "speaks protocol %u, not %d", reader.version, MESSAGE_VERSION);
    else if (next == PARCEL_BROKEN)
        snprintf(why, CALL_WHY_MAX, "what it answered is no message");
    return next == PARCEL_END;
}

static void answered(struct peers *peers, struct peer_seat *seat, CURLcode code)
{
    char why[CALL_WHY_MAX];
    long status;
    hang_up(peers, seat);
    bool good = !call_failed(&seat->call, code, PARCEL_TYPE, &status, why);
    if (seat->ending) {
        if (status == 0) /* whoever was frozen when the game gave up on it shows it here */
            note_failure(seat, why);
        seat_leave(peers, seat, NULL);
        return;
    }
    if (good) {
        note_success(seat);
        good = hear(seat, why);
    }
    if (!good) {
        note_failure(seat, why);
        seat_leave(peers, seat, why);
    }
}

static void hear_all(struct peers *peers)
{
    const CURLMsg *message;
    int left;
    while ((message = curl_multi_info_read(peers->multi, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE)
            continue;
        CURL *easy = message->easy_handle;
        CURLcode code = message->data.result;
        void *call = NULL;
        curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&call);
        answered(peers, (struct peer_seat *)((char *)call - offsetof(struct peer_seat, call)), code);
    }
}

/* ---- the thread ---- */

/* The list as it stands: seats are added in front by others, and taken out by this thread alone. */
static struct peer_seat *first_seat(struct peers *peers, bool *stopping)
{
    pthread_mutex_lock(&peers->lock);
    struct peer_seat *first = peers->seats;
    *stopping = peers->stopping;
    pthread_mutex_unlock(&peers->lock);
    return first;
}

void *peers_run(void *context)
{
    struct peers *peers = context;
    bool stopping;
    curl_multi_setopt(peers->multi, CURLMOPT_PIPELINING, (long)CURLPIPE_NOTHING);
    for (struct peer_seat *first = first_seat(peers, &stopping); !stopping; first = first_seat(peers, &stopping)) {
        for (struct peer_seat *seat = first, *next; seat != NULL; seat = next) {
            next = seat->next;
            attend(peers, seat);
        }
        int running;
        curl_multi_perform(peers->multi, &running);
        hear_all(peers);
        curl_multi_poll(peers->multi, NULL, 0, POLL_MS, NULL);
    }
    for (struct peer_seat *seat = first_seat(peers, &stopping); seat != NULL; seat = first_seat(peers, &stopping))
        seat_leave(peers, seat, "the server ends");
    return NULL;
}
