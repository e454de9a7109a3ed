/* The table of sessions, and the thread that ends those that were away for too long. See sessions.h.
 *
 * One lock guards all sessions. It is held for a few instructions; functions of a socket or waiter that are called
 * under it must be as short. The registry is called without it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <base/clock.h>
#include <base/log.h>
#include <base/secret.h>

#include "session.h"

enum { SESSIONS_DEFAULT = 1024, SESSION_MS_DEFAULT = 15 * 60 * 1000, SECRET_BYTES = 16, SLOTS = 64 };

/* ---- the thread ---- */

static int64_t session_due_ns(const struct session *session)
{
    const struct sessions_options *options = &session->sessions->options;
    if (session_is_connected(session))
        return INT64_MAX;
    return session->seen_ns + (int64_t)(session->member != NULL ? options->away_ms : options->session_ms) * 1000000;
}

/* Wakes the clock only if the session is due before it wakes by itself, since this is called with every message. */
void session_touch(struct session *session)
{
    struct sessions *sessions = session->sessions;
    session->seen_ns = clock_mono_ns();
    if (session_due_ns(session) < sessions->wake_ns)
        pthread_cond_signal(&sessions->change);
}

/* Returns a session that has been away for too long, with a reference. Returns NULL if there is none; *next_ns is then
 * the time at which the next session is due, INT64_MAX if none will be. Under the lock. */
static struct session *session_first_due(struct sessions *sessions, int64_t *next_ns)
{
    int64_t now = clock_mono_ns();
    *next_ns = INT64_MAX;
    for (struct session *session = sessions->sessions; session != NULL; session = session->next) {
        int64_t due = session_due_ns(session);
        if (due <= now) {
            atomic_fetch_add_explicit(&session->references, 1, memory_order_relaxed);
            return session;
        }
        *next_ns = due < *next_ns ? due : *next_ns;
    }
    return NULL;
}

static void wait_until(struct sessions *sessions, int64_t ns)
{
    sessions->wake_ns = ns;
    if (ns == INT64_MAX) {
        pthread_cond_wait(&sessions->change, &sessions->lock);
    } else {
        const struct timespec at = {.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
        pthread_cond_timedwait(&sessions->change, &sessions->lock, &at);
    }
    sessions->wake_ns = 0; /* awake: it looks at all sessions before it waits again */
}

static void *sessions_main(void *pointer)
{
    struct sessions *sessions = pointer;
    int64_t next_ns;
    pthread_mutex_lock(&sessions->lock);
    while (!sessions->end) {
        struct session *session = session_first_due(sessions, &next_ns);
        if (session == NULL) {
            wait_until(sessions, next_ns);
            continue;
        }
        bool is_member = session->member != NULL && session->quarantined == NULL;
        pthread_mutex_unlock(&sessions->lock);
        if (is_member)
            session_away(session, "it fell silent");
        else
            session_end(session, SESSION_REMOVED, "it did not come back");
        session_unref(session);
        pthread_mutex_lock(&sessions->lock);
    }
    pthread_mutex_unlock(&sessions->lock);
    return NULL;
}

/* ---- start and stop ---- */

struct sessions *sessions_start(struct cluster *cluster, const struct sessions_options *options)
{
    pthread_condattr_t monotonic;
    struct sessions *sessions = calloc(1, sizeof *sessions);
    if (sessions == NULL)
        return NULL;
    if (!hash_table_init(&sessions->by_number, SLOTS)) {
        free(sessions);
        return NULL;
    }
    sessions->cluster = cluster;
    sessions->options = *options;
    if (sessions->options.away_ms == 0)
        sessions->options.away_ms = 2 * cluster_lease_ms(cluster);
    if (sessions->options.session_ms == 0)
        sessions->options.session_ms = SESSION_MS_DEFAULT;
    if (sessions->options.sessions == 0)
        sessions->options.sessions = SESSIONS_DEFAULT;
    atomic_init(&sessions->references, 1);
    pthread_mutex_init(&sessions->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&sessions->change, &monotonic);
    pthread_condattr_destroy(&monotonic);
    return sessions;
}

void sessions_unref(struct sessions *sessions)
{
    if (atomic_fetch_sub_explicit(&sessions->references, 1, memory_order_acq_rel) != 1)
        return;
    pthread_cond_destroy(&sessions->change);
    pthread_mutex_destroy(&sessions->lock);
    hash_table_release(&sessions->by_number);
    free(sessions);
}

void sessions_stop(struct sessions *sessions)
{
    if (sessions == NULL)
        return;
    pthread_mutex_lock(&sessions->lock);
    sessions->end = true;
    bool running = sessions->running;
    pthread_cond_signal(&sessions->change);
    pthread_mutex_unlock(&sessions->lock);
    if (running)
        pthread_join(sessions->clock, NULL);
    for (struct session *session;
         (session = sessions->sessions) != NULL;) /* no other thread changes the list any more */
        session_end(session, 1001, "the server goes down");
    sessions_unref(sessions);
}

/* ---- opening ---- */

static void write_membership(const struct session *session, struct membership *out)
{
    snprintf(out->id, sizeof out->id, "g%llu", (unsigned long long)session->number);
    memcpy(out->session, session->secret, sizeof out->session);
    memcpy(out->name, session->name, sizeof out->name);
    out->lease_ms = cluster_lease_ms(session->sessions->cluster);
    out->heartbeat_ms = HEARTBEAT_MS;
}

static struct session *session_new(struct sessions *sessions, enum member_kind kind, unsigned cores)
{
    uint8_t random[SECRET_BYTES];
    struct session *session = calloc(1, sizeof *session);
    if (session == NULL)
        return NULL;
    secret_random(random, sizeof random);
    hex_encode(session->secret, random, sizeof random);
    session->kind = kind;
    session->cores = cores;
    session->sessions = sessions;
    session->seen_ns = clock_mono_ns();
    atomic_init(&session->references, 1);
    return session;
}

/* Starts the thread, if it does not run. Returns whether it runs. Under the lock. */
static bool sessions_run(struct sessions *sessions)
{
    sessions->running = sessions->running || pthread_create(&sessions->clock, NULL, sessions_main, sessions) == 0;
    return sessions->running;
}

/* Lists the session, with the list's reference. Under the lock. */
static void session_list(struct sessions *sessions, struct session *session)
{
    session->link = &sessions->sessions;
    session->next = sessions->sessions;
    if (session->next != NULL)
        session->next->link = &session->next;
    sessions->sessions = session;
    sessions->count++;
    hash_table_add(&sessions->by_number, &session->by_number, session->number);
}

void sessions_set_owner(struct sessions *sessions, const struct membership *membership, const char *owner)
{
    struct session *session = sessions_find(sessions, membership->id, membership->session);
    if (session == NULL)
        return;
    snprintf(session->owner, sizeof session->owner, "%s", owner); /* only the caller knows the session yet */
    session_unref(session);
}

bool session_is_of(const struct session *session, const char *owner)
{
    return owner[0] == '\0' || strcmp(session->owner, owner) == 0;
}

enum nash_status sessions_open(struct sessions *sessions, enum member_kind kind, const char *name, unsigned cores,
                               struct membership *out, struct nash_error *error)
{
    struct session *session = session_new(sessions, kind, cores);
    if (session == NULL)
        return nash_fail(error, NASH_NOMEM, "", "No memory for another member.");
    pthread_mutex_lock(&sessions->lock);
    bool fits = sessions->count < sessions->options.sessions && !sessions->end && sessions_run(sessions);
    if (fits) {
        atomic_fetch_add_explicit(&sessions->references, 1, memory_order_relaxed);
        session->number = ++sessions->number;
        session_set_name(session, name);
        session_list(sessions, session);
        session_touch(session);
        write_membership(session, out);
    }
    pthread_mutex_unlock(&sessions->lock);
    if (fits)
        return NASH_OK;
    free(session);
    return nash_fail_type(error, NASH_BUSY, "busy", "",
                          "%u have joined already; there is room when one of them leaves.", sessions->options.sessions);
}

/* ---- finding ---- */

/* Returns the session of this secret, or NULL. Compares the secret with that of every session, each in the same time.
 * Under the lock. */
static struct session *session_of_secret(struct sessions *sessions, const char *secret)
{
    struct session *found = NULL;
    if (strlen(secret) != SESSION_SECRET - 1)
        return NULL;
    for (struct session *session = sessions->sessions; session != NULL; session = session->next)
        if (secret_equal(session->secret, secret, SESSION_SECRET - 1))
            found = session;
    return found;
}

/* Reads a decimal number without sign or leading zeros. Returns 0 if the text is not one. */
static uint64_t read_number(const char *text)
{
    char *end;
    if (text[0] < '1' || text[0] > '9')
        return 0;
    unsigned long long number = strtoull(text, &end, 10);
    return *end == '\0' ? number : 0;
}

/* Returns the session of this id ("g7"), or of the member of this number ("12"); else NULL. Under the lock. */
static struct session *session_of_id(struct sessions *sessions, const char *id)
{
    uint64_t number = read_number(id[0] == 'g' ? id + 1 : id);
    if (number == 0)
        return NULL;
    if (id[0] == 'g') {
        struct hash_node *node = hash_table_find(&sessions->by_number, number);
        return node == NULL ? NULL : (struct session *)(void *)((char *)node - offsetof(struct session, by_number));
    }
    struct session *session = sessions->sessions;
    while (session != NULL && (session->member == NULL || session->member->number != number))
        session = session->next;
    return session;
}

enum nash_status sessions_resume(struct sessions *sessions, const char *secret, const char *name, unsigned cores,
                                 struct membership *out, struct nash_error *error)
{
    pthread_mutex_lock(&sessions->lock);
    struct session *session = session_of_secret(sessions, secret);
    if (session != NULL) {
        if (name != NULL)
            session_set_name(session, name);
        if (cores > 0)
            session->cores = cores;
        session_touch(session);
        write_membership(session, out);
    }
    pthread_mutex_unlock(&sessions->lock);
    if (session != NULL)
        return NASH_OK;
    return nash_fail_type(error, NASH_NOT_FOUND, "session-unknown", "/session",
                          "Unknown session: it has ended, or the server was restarted. Join again with a "
                          "new invitation.");
}

struct session *sessions_find(struct sessions *sessions, const char *id, const char *secret)
{
    struct session *session = sessions_find_any(sessions, id);
    if (session == NULL ||
        (strlen(secret) == SESSION_SECRET - 1 && secret_equal(session->secret, secret, SESSION_SECRET - 1)))
        return session;
    session_unref(session);
    return NULL;
}

struct session *sessions_find_any(struct sessions *sessions, const char *id)
{
    pthread_mutex_lock(&sessions->lock);
    struct session *session = session_of_id(sessions, id);
    if (session != NULL)
        atomic_fetch_add_explicit(&session->references, 1, memory_order_relaxed);
    pthread_mutex_unlock(&sessions->lock);
    return session;
}

unsigned sessions_count(struct sessions *sessions)
{
    pthread_mutex_lock(&sessions->lock);
    unsigned count = sessions->count;
    pthread_mutex_unlock(&sessions->lock);
    return count;
}

/* ---- ending ---- */

/* Removes the session from the list. The caller gets the list's reference. Returns false if the session was not listed.
 * Under the lock. */
static bool session_unlist(struct sessions *sessions, struct session *session)
{
    if (session->link == NULL)
        return false;
    *session->link = session->next;
    if (session->next != NULL)
        session->next->link = session->link;
    session->link = NULL;
    sessions->count--;
    hash_table_remove(&sessions->by_number, &session->by_number);
    return true;
}

void session_end(struct session *session, unsigned code, const char *why)
{
    struct sessions *sessions = session->sessions;
    pthread_mutex_lock(&sessions->lock);
    bool was_listed = session_unlist(sessions, session);
    session->gone = true;
    session_disconnect(session, code, why);
    pthread_mutex_unlock(&sessions->lock);
    session_away(session, why);
    if (was_listed)
        session_unref(session);
}
