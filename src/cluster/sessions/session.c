/* One session: the messages to and from its member.
 *
 * Messages go to the socket while there is one, else they wait in the queue. Messages that a broken socket had not
 * delivered are lost and not sent again: the game gets no answer, and then leases the partition and requests anew.
 *
 * A session becomes a new member each time it comes back, while a game may still have an earlier member of it. Each
 * member therefore carries the session's `generation`; messages to an earlier generation are dropped. */
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <cluster/program.h>
#include <cluster/registry.h>

struct session_membership {
    struct session *session; /* a reference */
    uint64_t number;         /* generation of the session to which the member belongs */
};

bool session_is_connected(const struct session *session)
{
    return session->socket_context != NULL || session->waiter != NULL;
}

/* ---- the queue, under the lock ---- */

static struct bytes *session_pop(struct session *session)
{
    if (session->count == 0)
        return NULL;
    struct bytes *message = session->queue[session->first];
    session->first = (session->first + 1) % SESSION_QUEUE_MAX;
    session->count--;
    return message;
}

static void session_drop(struct session *session)
{
    for (struct bytes *message; (message = session_pop(session)) != NULL;)
        bytes_unref(message);
    session->asked = false;
}

/* Returns whether the queue has a message of the final_type of the program to which the head belongs. */
static bool has_final_message(const struct session *session, const struct message_head *head)
{
    const struct cluster_program *program =
        cluster_program_of_protocol(session->sessions->cluster->options.programs, head->protocol);
    for (unsigned i = 0; program != NULL && program->final_type != 0 && i < session->count; i++)
        if ((uint8_t)session->queue[(session->first + i) % SESSION_QUEUE_MAX]->data[0] == program->final_type)
            return true;
    return false;
}

static void wake_waiter(struct session *session)
{
    struct session_waiter *waiter = session->waiter;
    if (waiter == NULL)
        return;
    session->waiter = NULL;
    session_touch(session);
    waiter->wake(waiter);
}

/* Sends the message, or queues it. Returns false if the queue is full. */
static bool session_post(struct session *session, struct bytes *message)
{
    if (session->socket_context != NULL && session->count == 0) {
        if (session->socket.send(session->socket_context, message))
            return true;
        session->socket_context = NULL;
        session_touch(session);
    }
    if (session->count == SESSION_QUEUE_MAX)
        return false;
    session->queue[(session->first + session->count++) % SESSION_QUEUE_MAX] = bytes_ref(message);
    wake_waiter(session);
    return true;
}

/* Stores game and epoch of the message. BYE empties the queue, because the game is over. The queue stays if it has room
 * and contains a message of the program's final_type: a member that polls then receives that message and those before
 * it. */
static void session_note_request(struct session *session, const struct bytes *message)
{
    struct message_head head;
    if (!message_head_read(&head, (const uint8_t *)message->data, message->len))
        return;
    if (head.type == MESSAGE_BYE && (session->count == SESSION_QUEUE_MAX || !has_final_message(session, &head)))
        session_drop(session);
    session->asked = head.type != MESSAGE_BYE;
    session->game = head.game;
    session->epoch = head.epoch;
}

/* ---- the last reference: no other thread uses the session, so no lock is needed ---- */

void session_unref(struct session *session)
{
    if (session == NULL || atomic_fetch_sub_explicit(&session->references, 1, memory_order_acq_rel) != 1)
        return;
    session_drop(session);
    sessions_unref(session->sessions);
    explicit_bzero(session->secret, sizeof session->secret);
    free(session);
}

/* ---- struct member_transport ---- */

static void transport_send(struct member *member, struct bytes *message)
{
    const struct session_membership *generation = member->own;
    struct session *session = generation->session;
    bool full = false;
    pthread_mutex_lock(&session->sessions->lock);
    if (session->generation == generation->number && !session->gone) {
        session_note_request(session, message);
        full = !session_post(session, message);
    }
    pthread_mutex_unlock(&session->sessions->lock);
    if (full)
        session_away(session, "it does not fetch its messages");
}

/* Called after the game has sent BYE. Disconnects a quarantined member with the reason. Its session cannot become a
 * member again; the member stays listed as quarantined until the session ends, away_ms later. */
static void transport_release(struct member *member)
{
    const struct session_membership *generation = member->own;
    struct session *session = generation->session;
    const char *why = registry_quarantined(member);
    pthread_mutex_lock(&session->sessions->lock);
    if (why != NULL) {
        session->quarantined = why;
        session_disconnect(session, SESSION_REMOVED, why);
    }
    pthread_mutex_unlock(&session->sessions->lock);
}

static void transport_free(struct member *member)
{
    struct session_membership *generation = member->own;
    session_unref(generation->session);
    free(generation);
}

static const struct member_transport session_transport = {
    .send = transport_send, .release = transport_release, .free = transport_free};

/* ---- coming and going ---- */

/* Adds a member to the registry, which may give it to a game before this function returns. */
static struct member *session_make_member(struct session *session, uint64_t number, const char *name)
{
    struct session_membership *generation = malloc(sizeof *generation);
    if (generation == NULL)
        return NULL;
    *generation = (struct session_membership){session, number};
    atomic_fetch_add_explicit(&session->references, 1, memory_order_relaxed);
    struct member *member =
        member_join(session->sessions->cluster, session->kind, name, &session_transport, generation);
    if (member != NULL) {
        member_set_capacity(member, session->cores);
        registry_set_owner(member, session->owner);
        return member;
    }
    session_unref(session);
    free(generation);
    return NULL;
}

bool session_join(struct session *session)
{
    struct sessions *sessions = session->sessions;
    char name[MEMBER_NAME_MAX];
    pthread_mutex_lock(&sessions->lock);
    struct member *present = session->member != NULL ? member_ref(session->member) : NULL;
    bool is_member = present != NULL || session->joining;
    bool gone = session->gone || session->quarantined != NULL;
    uint64_t number = session->generation;
    session_touch(session);
    if (!is_member && !gone) {
        session->joining = true;
        number = ++session->generation;
        memcpy(name, session->name, sizeof name);
    }
    pthread_mutex_unlock(&sessions->lock);
    if (present != NULL)
        member_alive(present);
    member_unref(present);
    if (is_member || gone)
        return !gone;
    struct member *member = session_make_member(session, number, name);
    pthread_mutex_lock(&sessions->lock);
    session->joining = false;
    bool stays = session->generation == number && !session->gone;
    if (stays) {
        session->member = member;
        session_touch(session);
    }
    pthread_mutex_unlock(&sessions->lock);
    if (!stays && member != NULL) { /* the session ended meanwhile */
        member_gone(member, "it left");
        member_unref(member);
    }
    return stays && member != NULL;
}

void session_away(struct session *session, const char *why)
{
    pthread_mutex_lock(&session->sessions->lock);
    struct member *member = session->member;
    session->member = NULL;
    session->generation++;
    session_drop(session);
    pthread_mutex_unlock(&session->sessions->lock);
    if (member == NULL)
        return;
    member_gone(member, why);
    member_unref(member);
}

const char *session_end_reason(struct session *session)
{
    pthread_mutex_lock(&session->sessions->lock);
    const char *why = session->quarantined != NULL ? session->quarantined : session->gone ? "removed" : NULL;
    pthread_mutex_unlock(&session->sessions->lock);
    return why;
}

/* ---- sockets ---- */

/* Under the lock. */
static void session_close_socket(struct session *session, unsigned code, const char *reason)
{
    if (session->socket_context == NULL)
        return;
    session->socket.close(session->socket_context, code, reason);
    session->socket_context = NULL;
    session_touch(session);
}

void session_disconnect(struct session *session, unsigned code, const char *why)
{
    session_close_socket(session, code, why);
    wake_waiter(session);
}

bool session_attach(struct session *session, const struct session_socket *socket, void *context)
{
    pthread_mutex_lock(&session->sessions->lock);
    bool gone = session->gone;
    if (!gone) {
        session_close_socket(session, SESSION_REPLACED, "replaced by another connection");
        wake_waiter(session);
        session->socket = *socket;
        session->socket_context = context;
        for (struct bytes *message; (message = session_pop(session)) != NULL; bytes_unref(message))
            socket->send(context, message);
    }
    pthread_mutex_unlock(&session->sessions->lock);
    return !gone && session_join(session);
}

void session_detach(struct session *session, void *context)
{
    pthread_mutex_lock(&session->sessions->lock);
    if (session->socket_context == context) {
        session->socket_context = NULL;
        session_touch(session);
    }
    pthread_mutex_unlock(&session->sessions->lock);
}

/* ---- polls ---- */

bool session_fetch(struct session *session, struct nash_buf *out, size_t most)
{
    size_t before = out->len;
    pthread_mutex_lock(&session->sessions->lock);
    while (session->count > 0 &&
           (out->len == before || out->len - before + session->queue[session->first]->len <= most)) {
        struct bytes *message = session_pop(session);
        nash_buf_add(out, message->data, message->len);
        bytes_unref(message);
    }
    session_touch(session);
    pthread_mutex_unlock(&session->sessions->lock);
    return out->len > before;
}

bool session_wait(struct session *session, struct session_waiter *waiter)
{
    pthread_mutex_lock(&session->sessions->lock);
    bool waits = !session->gone && session->quarantined == NULL && session->count == 0;
    wake_waiter(session);
    if (waits)
        session->waiter = waiter;
    pthread_mutex_unlock(&session->sessions->lock);
    return waits;
}

void session_wait_cancel(struct session *session, struct session_waiter *waiter)
{
    pthread_mutex_lock(&session->sessions->lock);
    if (session->waiter == waiter) {
        session->waiter = NULL;
        session_touch(session);
    }
    pthread_mutex_unlock(&session->sessions->lock);
}

/* ---- messages of the member ---- */

/* Under the lock. */
static bool message_is_late(const struct session *session, const struct message_head *head)
{
    return !session->asked || head->game != session->game || head->epoch != session->epoch;
}

static void session_leave(struct session *session)
{
    pthread_mutex_lock(&session->sessions->lock);
    session_disconnect(session, 1000, "goodbye");
    pthread_mutex_unlock(&session->sessions->lock);
    session_away(session, "it left");
}

enum session_receipt session_receive(struct session *session, const void *message, size_t len)
{
    struct message_head head;
    bool whole = message_head_read(&head, message, len);
    pthread_mutex_lock(&session->sessions->lock);
    bool late = !whole || message_is_late(session, &head);
    struct member *member = session->member != NULL ? member_ref(session->member) : NULL;
    pthread_mutex_unlock(&session->sessions->lock);
    bool floods = false;
    if (member != NULL) {
        member_received(member, message, len); /* late messages too, which show that the member is alive */
        pthread_mutex_lock(&session->sessions->lock);
        floods = session->member == member;
        pthread_mutex_unlock(&session->sessions->lock);
        floods = floods && registry_is_gone(member);
    }
    member_unref(member);
    if (floods)
        session_end(session, SESSION_REMOVED, "it sends more messages than were requested");
    if (whole && head.type == MESSAGE_LEAVE) {
        session_leave(session);
        return SESSION_LEFT;
    }
    return late ? SESSION_LATE : SESSION_ACCEPTED;
}
