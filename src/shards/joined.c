/* The table of guests, and the clock that finds out who has not been there for too long. See joined.h.
 *
 * One lock for all guests: it is held for a few instructions. What a line or a waiter of the caller's does under it is
 * as short; the roster is called without it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <base/clock.h>
#include <base/log.h>
#include <base/secret.h>

#include "guest.h"

enum { GUESTS_DEFAULT = 256, SESSION_MS_DEFAULT = 15 * 60 * 1000, SECRET_BYTES = 16 };

/* ---- the clock ---- */

static int64_t due_ns(const struct guest *guest)
{
    const struct joined_options *options = &guest->joined->options;
    if (guest_is_there(guest))
        return INT64_MAX;
    return guest->seen_ns + (int64_t)(guest->member != NULL ? options->away_ms : options->session_ms) * 1000000;
}

/* The first whose time is over, with a reference; else NULL, and when the next one's will be. Under the lock. */
static struct guest *first_due(struct joined *joined, int64_t *next_ns)
{
    int64_t now = clock_mono_ns();
    *next_ns = INT64_MAX;
    for (struct guest *guest = joined->guests; guest != NULL; guest = guest->next) {
        int64_t due = due_ns(guest);
        if (due <= now) {
            atomic_fetch_add_explicit(&guest->references, 1, memory_order_relaxed);
            return guest;
        }
        *next_ns = due < *next_ns ? due : *next_ns;
    }
    return NULL;
}

static void wait_until(struct joined *joined, int64_t ns)
{
    if (ns == INT64_MAX) {
        pthread_cond_wait(&joined->change, &joined->lock);
    } else {
        const struct timespec at = {.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
        pthread_cond_timedwait(&joined->change, &joined->lock, &at);
    }
}

static void *watch(void *pointer)
{
    struct joined *joined = pointer;
    int64_t next_ns;
    pthread_mutex_lock(&joined->lock);
    while (!joined->end) {
        struct guest *guest = first_due(joined, &next_ns);
        if (guest == NULL) {
            wait_until(joined, next_ns);
            continue;
        }
        bool is_member = guest->member != NULL && guest->caught == NULL;
        pthread_mutex_unlock(&joined->lock);
        if (is_member)
            guest_away(guest, "it fell silent");
        else
            guest_leave(guest, GUEST_SENT_AWAY, "it did not come back");
        guest_unref(guest);
        pthread_mutex_lock(&joined->lock);
    }
    pthread_mutex_unlock(&joined->lock);
    return NULL;
}

/* ---- start and stop ---- */

struct joined *joined_start(struct shards *shards, const struct joined_options *options)
{
    pthread_condattr_t monotonic;
    struct joined *joined = calloc(1, sizeof *joined);
    if (joined == NULL)
        return NULL;
    joined->shards = shards;
    joined->options = *options;
    if (joined->options.away_ms == 0)
        joined->options.away_ms = 2 * shards_lease_ms(shards);
    if (joined->options.session_ms == 0)
        joined->options.session_ms = SESSION_MS_DEFAULT;
    if (joined->options.guests == 0)
        joined->options.guests = GUESTS_DEFAULT;
    atomic_init(&joined->references, 1);
    pthread_mutex_init(&joined->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&joined->change, &monotonic);
    pthread_condattr_destroy(&monotonic);
    return joined;
}

void joined_unref(struct joined *joined)
{
    if (atomic_fetch_sub_explicit(&joined->references, 1, memory_order_acq_rel) != 1)
        return;
    pthread_cond_destroy(&joined->change);
    pthread_mutex_destroy(&joined->lock);
    free(joined);
}

void joined_stop(struct joined *joined)
{
    if (joined == NULL)
        return;
    pthread_mutex_lock(&joined->lock);
    joined->end = true;
    bool running = joined->running;
    pthread_cond_signal(&joined->change);
    pthread_mutex_unlock(&joined->lock);
    if (running)
        pthread_join(joined->clock, NULL);
    for (struct guest *guest; (guest = joined->guests) != NULL;) /* nobody else is left who would change the list */
        guest_leave(guest, 1001, "the server goes down");
    joined_unref(joined);
}

/* ---- coming in ---- */

static bool is_taken(const struct joined *joined, const char *name, const struct guest *by_other_than)
{
    for (const struct guest *guest = joined->guests; guest != NULL; guest = guest->next)
        if (guest != by_other_than && strcmp(guest->name, name) == 0)
            return true;
    return false;
}

/* Phones of one name are told apart by a number; a server goes by the name it gave, which a request may ask for. Under
 * the lock. */
static void set_name(struct guest *guest, const char *wish)
{
    char clean[GUEST_NAME_ROOM];
    guest_name_clean(clean, wish);
    if (clean[0] == '\0')
        snprintf(guest->name, sizeof guest->name, "%s %llu", guest->kind == MEMBER_PHONE ? "phone" : "server",
                 (unsigned long long)guest->number);
    else
        snprintf(guest->name, sizeof guest->name, "%s", clean);
    for (unsigned i = 2; guest->kind == MEMBER_PHONE && is_taken(guest->joined, guest->name, guest); i++)
        snprintf(guest->name, sizeof guest->name, "%s %u", clean[0] != '\0' ? clean : "phone", i);
}

static void write_membership(const struct guest *guest, struct membership *out)
{
    snprintf(out->id, sizeof out->id, "g%llu", (unsigned long long)guest->number);
    memcpy(out->session, guest->secret, sizeof out->session);
    memcpy(out->name, guest->name, sizeof out->name);
    out->lease_ms = shards_lease_ms(guest->joined->shards);
    out->heartbeat_ms = HEARTBEAT_MS;
}

static struct guest *guest_new(struct joined *joined, enum member_kind kind)
{
    uint8_t random[SECRET_BYTES];
    struct guest *guest = calloc(1, sizeof *guest);
    if (guest == NULL)
        return NULL;
    secret_random(random, sizeof random);
    hex_encode(guest->secret, random, sizeof random);
    guest->kind = kind;
    guest->joined = joined;
    guest->seen_ns = clock_mono_ns();
    atomic_init(&guest->references, 1);
    return guest;
}

/* Under the lock. */
static bool run(struct joined *joined)
{
    joined->running = joined->running || pthread_create(&joined->clock, NULL, watch, joined) == 0;
    return joined->running;
}

enum nash_status joined_enter(struct joined *joined, enum member_kind kind, const char *name, struct membership *out,
                              struct nash_error *error)
{
    struct guest *guest = guest_new(joined, kind);
    if (guest == NULL)
        return nash_fail(error, NASH_NOMEM, "", "No memory for another member.");
    pthread_mutex_lock(&joined->lock);
    bool fits = joined->count < joined->options.guests && !joined->end && run(joined);
    if (fits) {
        atomic_fetch_add_explicit(&joined->references, 1, memory_order_relaxed);
        guest->number = ++joined->number;
        set_name(guest, name);
        guest->next = joined->guests;
        joined->guests = guest;
        joined->count++;
        write_membership(guest, out);
        pthread_cond_signal(&joined->change);
    }
    pthread_mutex_unlock(&joined->lock);
    if (fits)
        return NASH_OK;
    free(guest);
    return nash_fail_type(error, NASH_BUSY, "busy", "",
                          "%u have joined already; there is room when one of them leaves.", joined->options.guests);
}

/* ---- finding ---- */

/* All are compared, each in the same time. Under the lock; NULL: nobody. */
static struct guest *by_session(struct joined *joined, const char *session)
{
    struct guest *found = NULL;
    if (strlen(session) != GUEST_SECRET - 1)
        return NULL;
    for (struct guest *guest = joined->guests; guest != NULL; guest = guest->next)
        if (secret_equal(guest->secret, session, GUEST_SECRET - 1))
            found = guest;
    return found;
}

static bool has_id(const struct guest *guest, const char *id)
{
    char text[GUEST_ID];
    snprintf(text, sizeof text, "g%llu", (unsigned long long)guest->number);
    if (strcmp(text, id) == 0)
        return true;
    if (guest->member == NULL)
        return false;
    snprintf(text, sizeof text, "%llu", (unsigned long long)guest->member->number);
    return strcmp(text, id) == 0;
}

enum nash_status joined_again(struct joined *joined, const char *session, const char *name, struct membership *out,
                              struct nash_error *error)
{
    pthread_mutex_lock(&joined->lock);
    struct guest *guest = by_session(joined, session);
    if (guest != NULL) {
        if (name != NULL)
            set_name(guest, name);
        guest_seen(guest);
        write_membership(guest, out);
    }
    pthread_mutex_unlock(&joined->lock);
    if (guest != NULL)
        return NASH_OK;
    return nash_fail_type(error, NASH_NOT_FOUND, "session-unknown", "/session",
                          "This session is not known here: it ended, or the server was started anew. Join again by a "
                          "new invitation.");
}

struct guest *joined_find(struct joined *joined, const char *id, const char *session)
{
    pthread_mutex_lock(&joined->lock);
    struct guest *guest = by_session(joined, session);
    if (guest != NULL && !has_id(guest, id))
        guest = NULL;
    if (guest != NULL)
        atomic_fetch_add_explicit(&guest->references, 1, memory_order_relaxed);
    pthread_mutex_unlock(&joined->lock);
    return guest;
}

struct guest *joined_find_any(struct joined *joined, const char *id)
{
    pthread_mutex_lock(&joined->lock);
    struct guest *guest = joined->guests;
    while (guest != NULL && !has_id(guest, id))
        guest = guest->next;
    if (guest != NULL)
        atomic_fetch_add_explicit(&guest->references, 1, memory_order_relaxed);
    pthread_mutex_unlock(&joined->lock);
    return guest;
}

unsigned joined_count(struct joined *joined)
{
    pthread_mutex_lock(&joined->lock);
    unsigned count = joined->count;
    pthread_mutex_unlock(&joined->lock);
    return count;
}

/* ---- going for good ---- */

/* Takes it out of the list, with the list's reference. False: it was out. Under the lock. */
static bool unlist(struct joined *joined, struct guest *guest)
{
    struct guest **at = &joined->guests;
    while (*at != NULL && *at != guest)
        at = &(*at)->next;
    if (*at == NULL)
        return false;
    *at = guest->next;
    joined->count--;
    return true;
}

void guest_leave(struct guest *guest, unsigned code, const char *why)
{
    struct joined *joined = guest->joined;
    pthread_mutex_lock(&joined->lock);
    bool was_listed = unlist(joined, guest);
    guest->gone = true;
    guest_end_ways(guest, code, why);
    pthread_mutex_unlock(&joined->lock);
    guest_away(guest, why);
    if (was_listed)
        guest_unref(guest);
}
