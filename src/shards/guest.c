/* One guest: where what is sent to it goes, and what it says.
 *
 * Letters go to the line while there is one, else they wait. A line that breaks takes with it what it had not
 * delivered: the hub's game hears nothing then, leases the band anew and asks again, so nothing is kept for sending
 * twice.
 *
 * The roster calls send() and release() of a member; a guest becomes a new member whenever it comes back, and an old
 * member's game may still have it for a while: each member carries its `stay`, and only the last one counts. */
#include "guest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>

#include "roster.h"

struct stay {
    struct guest *guest; /* a reference */
    uint64_t number;
};

bool guest_is_there(const struct guest *guest)
{
    return guest->line_context != NULL || guest->waiter != NULL;
}

void guest_seen(struct guest *guest)
{
    guest->seen_ns = clock_mono_ns();
    pthread_cond_signal(&guest->joined->change);
}

/* ---- letters, under the lock ---- */

static struct bytes *next_letter(struct guest *guest)
{
    if (guest->count == 0)
        return NULL;
    struct bytes *letter = guest->letter[guest->first];
    guest->first = (guest->first + 1) % GUEST_LETTERS;
    guest->count--;
    return letter;
}

static void drop_letters(struct guest *guest)
{
    for (struct bytes *letter; (letter = next_letter(guest)) != NULL;)
        bytes_unref(letter);
    guest->asked = false;
}

/* Does a change of the board wait for it? */
static bool has_news(const struct guest *guest)
{
    for (unsigned i = 0; i < guest->count; i++)
        if (guest->letter[(guest->first + i) % GUEST_LETTERS]->data[0] == MESSAGE_COMMIT)
            return true;
    return false;
}

static void wake_waiter(struct guest *guest)
{
    struct guest_waiter *waiter = guest->waiter;
    if (waiter == NULL)
        return;
    guest->waiter = NULL;
    guest_seen(guest);
    waiter->wake(waiter);
}

/* False: too many wait. */
static bool post(struct guest *guest, struct bytes *letter)
{
    if (guest->line_context != NULL && guest->count == 0) {
        if (guest->line.send(guest->line_context, letter))
            return true;
        guest->line_context = NULL;
        guest_seen(guest);
    }
    if (guest->count == GUEST_LETTERS)
        return false;
    guest->letter[(guest->first + guest->count++) % GUEST_LETTERS] = bytes_ref(letter);
    wake_waiter(guest);
    return true;
}

/* Remembers whose work the guest does, by the head of what it is asked. What still waits when the game ends need not be
 * played any more; but the last moves of the board are let through, with what they follow upon, so that who polls sees
 * it solved too. */
static void note(struct guest *guest, const struct bytes *letter)
{
    struct message_head head;
    if (!message_head_read(&head, (const uint8_t *)letter->data, letter->len))
        return;
    if (head.type == MESSAGE_BYE && (guest->count == GUEST_LETTERS || !has_news(guest)))
        drop_letters(guest);
    guest->asked = head.type != MESSAGE_BYE;
    guest->game = head.game;
    guest->epoch = head.epoch;
}

/* ---- the end; nobody else sees it any more, so without the lock ---- */

void guest_unref(struct guest *guest)
{
    if (guest == NULL || atomic_fetch_sub_explicit(&guest->references, 1, memory_order_acq_rel) != 1)
        return;
    drop_letters(guest);
    joined_unref(guest->joined);
    explicit_bzero(guest->secret, sizeof guest->secret);
    free(guest);
}

/* ---- the way of its members ---- */

static void way_send(struct member *member, struct bytes *message)
{
    const struct stay *stay = member->own;
    struct guest *guest = stay->guest;
    bool full = false;
    pthread_mutex_lock(&guest->joined->lock);
    if (guest->stay == stay->number && !guest->gone) {
        note(guest, message);
        full = !post(guest, message);
    }
    pthread_mutex_unlock(&guest->joined->lock);
    if (full)
        guest_away(guest, "it does not fetch its messages");
}

/* The game has said BYE. Who was caught lying hears why at once, and does not come back as another member; it is listed
 * as caught for as long as who is away. */
static void way_release(struct member *member)
{
    const struct stay *stay = member->own;
    struct guest *guest = stay->guest;
    const char *why = roster_caught(member);
    pthread_mutex_lock(&guest->joined->lock);
    if (why != NULL) {
        guest->caught = why;
        guest_end_ways(guest, GUEST_SENT_AWAY, why);
    }
    pthread_mutex_unlock(&guest->joined->lock);
}

static void way_free(struct member *member)
{
    struct stay *stay = member->own;
    guest_unref(stay->guest);
    free(stay);
}

static const struct member_way guest_way = {.send = way_send, .release = way_release, .free = way_free};

/* ---- coming and going ---- */

/* Joins the roster, which may have it play before this returns. */
static struct member *become_member(struct guest *guest, uint64_t number, const char *name)
{
    struct stay *stay = malloc(sizeof *stay);
    if (stay == NULL)
        return NULL;
    *stay = (struct stay){guest, number};
    atomic_fetch_add_explicit(&guest->references, 1, memory_order_relaxed);
    struct member *member = member_join(guest->joined->shards, guest->kind, name, &guest_way, stay);
    if (member == NULL) {
        guest_unref(guest);
        free(stay);
    }
    return member;
}

bool guest_come(struct guest *guest)
{
    struct joined *joined = guest->joined;
    char name[MEMBER_NAME_MAX];
    pthread_mutex_lock(&joined->lock);
    struct member *present = guest->member != NULL ? member_ref(guest->member) : NULL;
    bool is_member = present != NULL || guest->joining;
    bool gone = guest->gone || guest->caught != NULL;
    uint64_t number = guest->stay;
    guest_seen(guest);
    if (!is_member && !gone) {
        guest->joining = true;
        number = ++guest->stay;
        memcpy(name, guest->name, sizeof name);
    }
    pthread_mutex_unlock(&joined->lock);
    if (present != NULL)
        member_awake(present);
    member_unref(present);
    if (is_member || gone)
        return !gone;
    struct member *member = become_member(guest, number, name);
    pthread_mutex_lock(&joined->lock);
    guest->joining = false;
    bool stays = guest->stay == number && !guest->gone;
    if (stays) {
        guest->member = member;
        guest_seen(guest);
    }
    pthread_mutex_unlock(&joined->lock);
    if (!stays && member != NULL) { /* it went in the meantime */
        member_gone(member, "it left");
        member_unref(member);
    }
    return stays && member != NULL;
}

void guest_away(struct guest *guest, const char *why)
{
    pthread_mutex_lock(&guest->joined->lock);
    struct member *member = guest->member;
    guest->member = NULL;
    guest->stay++;
    drop_letters(guest);
    pthread_mutex_unlock(&guest->joined->lock);
    if (member == NULL)
        return;
    member_gone(member, why);
    member_unref(member);
}

const char *guest_why_gone(struct guest *guest)
{
    pthread_mutex_lock(&guest->joined->lock);
    const char *why = guest->caught != NULL ? guest->caught : guest->gone ? "sent away" : NULL;
    pthread_mutex_unlock(&guest->joined->lock);
    return why;
}

/* ---- lines ---- */

/* Under the lock. */
static void take_line(struct guest *guest, unsigned code, const char *reason)
{
    if (guest->line_context == NULL)
        return;
    guest->line.close(guest->line_context, code, reason);
    guest->line_context = NULL;
    guest_seen(guest);
}

void guest_end_ways(struct guest *guest, unsigned code, const char *why)
{
    take_line(guest, code, why);
    wake_waiter(guest);
}

bool guest_plug(struct guest *guest, const struct guest_line *line, void *context)
{
    pthread_mutex_lock(&guest->joined->lock);
    bool gone = guest->gone;
    if (!gone) {
        take_line(guest, GUEST_REPLACED, "replaced by another connection");
        wake_waiter(guest);
        guest->line = *line;
        guest->line_context = context;
        for (struct bytes *letter; (letter = next_letter(guest)) != NULL; bytes_unref(letter))
            line->send(context, letter);
    }
    pthread_mutex_unlock(&guest->joined->lock);
    return !gone && guest_come(guest);
}

void guest_unplug(struct guest *guest, void *context)
{
    pthread_mutex_lock(&guest->joined->lock);
    if (guest->line_context == context) {
        guest->line_context = NULL;
        guest_seen(guest);
    }
    pthread_mutex_unlock(&guest->joined->lock);
}

/* ---- POSTs ---- */

bool guest_fetch(struct guest *guest, struct nash_buf *out, size_t most)
{
    size_t before = out->len;
    pthread_mutex_lock(&guest->joined->lock);
    while (guest->count > 0 && (out->len == before || out->len - before + guest->letter[guest->first]->len <= most)) {
        struct bytes *letter = next_letter(guest);
        nash_buf_add(out, letter->data, letter->len);
        bytes_unref(letter);
    }
    guest_seen(guest);
    pthread_mutex_unlock(&guest->joined->lock);
    return out->len > before;
}

bool guest_wait(struct guest *guest, struct guest_waiter *waiter)
{
    pthread_mutex_lock(&guest->joined->lock);
    bool waits = !guest->gone && guest->caught == NULL && guest->count == 0;
    wake_waiter(guest);
    if (waits)
        guest->waiter = waiter;
    pthread_mutex_unlock(&guest->joined->lock);
    return waits;
}

void guest_wait_no_more(struct guest *guest, struct guest_waiter *waiter)
{
    pthread_mutex_lock(&guest->joined->lock);
    if (guest->waiter == waiter) {
        guest->waiter = NULL;
        guest_seen(guest);
    }
    pthread_mutex_unlock(&guest->joined->lock);
}

/* ---- what it says ---- */

/* Under the lock. */
static bool is_late(const struct guest *guest, const struct message_head *head)
{
    return !guest->asked || head->game != guest->game || head->epoch != guest->epoch;
}

static void leave_for_now(struct guest *guest)
{
    pthread_mutex_lock(&guest->joined->lock);
    guest_end_ways(guest, 1000, "goodbye");
    pthread_mutex_unlock(&guest->joined->lock);
    guest_away(guest, "it left");
}

enum guest_said guest_said(struct guest *guest, const void *message, size_t len)
{
    struct message_head head;
    bool whole = message_head_read(&head, message, len);
    pthread_mutex_lock(&guest->joined->lock);
    bool late = !whole || is_late(guest, &head);
    struct member *member = guest->member != NULL ? member_ref(guest->member) : NULL;
    pthread_mutex_unlock(&guest->joined->lock);
    bool floods = false;
    if (member != NULL) {
        member_said(member, message, len); /* late or not: the roster learns that it is alive */
        pthread_mutex_lock(&guest->joined->lock);
        floods = guest->member == member;
        pthread_mutex_unlock(&guest->joined->lock);
        floods = floods && roster_is_gone(member);
    }
    member_unref(member);
    if (floods)
        guest_leave(guest, GUEST_SENT_AWAY, "it says more than it was asked");
    if (whole && head.type == MESSAGE_LEAVE) {
        leave_for_now(guest);
        return GUEST_LEFT;
    }
    return late ? GUEST_LATE : GUEST_HEARD;
}
