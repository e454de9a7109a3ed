/* Who is there to play.
 *
 * Those who joined (phones, servers behind NAT) are listed and idle until a game takes them; a local shard and a peer
 * are opened for one game and end with it, so that two games may use the same peer. What a member says goes into the
 * inbox of the game that has it, and nowhere else: a game is one thread that reads one queue.
 *
 * One lock for all of this; it is held for a few instructions, and never while a way is called. An inbox's own lock
 * comes after it. */
#include "roster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <base/log.h>

#include "local.h"

const char *member_kind_name(enum member_kind kind)
{
    static const char *const name[] = {
        [MEMBER_LOCAL] = "local", [MEMBER_PEER] = "peer", [MEMBER_SERVER] = "server", [MEMBER_PHONE] = "phone"};
    return name[kind];
}

struct member *member_ref(struct member *member)
{
    atomic_fetch_add_explicit(&member->references, 1, memory_order_relaxed);
    return member;
}

static void member_free(struct member *member)
{
    struct shards *shards = member->shards;
    free(member->entry);
    free(member);
    shards_unref(shards);
}

void member_unref(struct member *member)
{
    if (member == NULL || atomic_fetch_sub_explicit(&member->references, 1, memory_order_acq_rel) != 1)
        return;
    member->way->free(member);
    member_free(member);
}

struct member *member_new(struct shards *shards, enum member_kind kind, const char *name, const struct member_way *way,
                          void *own)
{
    struct member *member = calloc(1, sizeof *member);
    struct roster_entry *entry = calloc(1, sizeof *entry);
    if (member == NULL || entry == NULL) {
        free(member);
        free(entry);
        return NULL;
    }
    *entry = (struct roster_entry){.member = member, .joined_ms = clock_wall_ms()};
    member->way = way;
    member->kind = kind;
    snprintf(member->name, sizeof member->name, "%s", name);
    member->own = own;
    member->shards = shards_ref(shards);
    member->entry = entry;
    atomic_init(&member->references, 1);
    pthread_mutex_lock(&shards->lock);
    member->number = ++shards->number;
    pthread_mutex_unlock(&shards->lock);
    return member;
}

/* ---- under the lock ---- */

/* Without memory the letter is lost: the game will find the member silent. */
static void post(struct roster_entry *entry, enum letter_type type, struct bytes *message)
{
    struct letter *letter = letter_new(type, entry->member, message);
    if (letter == NULL) {
        bytes_unref(message);
        return;
    }
    entry->unread += type == LETTER_SAID;
    inbox_put(entry->inbox, letter);
}

static void wait_no_more(struct shards *shards, struct inbox *inbox)
{
    if (inbox->waiting == NULL)
        return;
    *inbox->waiting = inbox->next_waiting;
    if (inbox->next_waiting != NULL)
        inbox->next_waiting->waiting = inbox->waiting;
    else
        shards->waiting_end = inbox->waiting;
    inbox->waiting = NULL;
}

/* An idle member goes to the game that has waited longest. */
static void offer(struct shards *shards, struct roster_entry *entry)
{
    struct inbox *inbox = shards->waiting;
    if (inbox == NULL || entry->caught != NULL || entry->silent || entry->gone)
        return;
    struct letter *letter = letter_new(LETTER_JOINED, entry->member, NULL);
    if (letter == NULL)
        return;
    member_ref(entry->member); /* the game's */
    entry->inbox = inbox;
    entry->games++;
    if (--inbox->wanted == 0)
        wait_no_more(shards, inbox);
    inbox_put(inbox, letter);
}

static void unlist(struct shards *shards, struct roster_entry *entry)
{
    *entry->link = entry->next;
    if (entry->next != NULL)
        entry->next->link = entry->link;
    else
        shards->joined_end = entry->link;
    entry->link = NULL;
    shards->count--;
}

/* ---- called by ways ---- */

/* Has a server of this name joined, lately or now? Under the lock. */
static bool has_joined(const struct shards *shards, const char *name)
{
    for (unsigned i = 0; i < ROSTER_NAMES && i < shards->joiners; i++)
        if (strcmp(shards->joiner[i], name) == 0)
            return true;
    return false;
}

/* Under the lock. */
static void remember(struct shards *shards, const struct member *member)
{
    if (member->kind == MEMBER_SERVER && !has_joined(shards, member->name))
        memcpy(shards->joiner[shards->joiners++ % ROSTER_NAMES], member->name, sizeof member->name);
}

struct member *member_join(struct shards *shards, enum member_kind kind, const char *name, const struct member_way *way,
                           void *own)
{
    struct member *member = member_new(shards, kind, name, way, own);
    if (member == NULL)
        return NULL;
    struct roster_entry *entry = member->entry;
    pthread_mutex_lock(&shards->lock);
    bool full = shards->count >= ROSTER_MEMBERS_MAX;
    if (!full) {
        member_ref(member); /* the roster's */
        entry->link = shards->joined_end;
        *shards->joined_end = entry;
        shards->joined_end = &entry->next;
        shards->count++;
        remember(shards, member);
        offer(shards, entry);
    }
    pthread_mutex_unlock(&shards->lock);
    if (!full)
        return member;
    member_free(member); /* the way's own part stays the caller's */
    return NULL;
}

void member_gone(struct member *member, const char *why)
{
    struct shards *shards = member->shards;
    struct roster_entry *entry = member->entry;
    pthread_mutex_lock(&shards->lock);
    bool first = !entry->gone, listed = entry->link != NULL;
    entry->gone = true;
    if (first && entry->inbox != NULL)
        post(entry, LETTER_GONE, bytes_copy(why, strlen(why)));
    if (listed)
        unlist(shards, entry);
    pthread_mutex_unlock(&shards->lock);
    if (first && member->kind != MEMBER_LOCAL)
        log_info("shard member gone", "member=\"%s\" why=\"%s\"", member->name, why);
    if (listed)
        member_unref(member);
}

/* Who was silent is there after all. Under the lock. */
static void wake(struct shards *shards, struct roster_entry *entry)
{
    if (!entry->silent)
        return;
    entry->silent = false;
    if (entry->link != NULL && entry->inbox == NULL)
        offer(shards, entry);
}

void member_awake(struct member *member)
{
    struct shards *shards = member->shards;
    pthread_mutex_lock(&shards->lock);
    wake(shards, member->entry);
    pthread_mutex_unlock(&shards->lock);
}

void member_said(struct member *member, const void *message, size_t len)
{
    struct shards *shards = member->shards;
    struct roster_entry *entry = member->entry;
    struct bytes *copy = bytes_copy(message, len);
    pthread_mutex_lock(&shards->lock);
    bool taken = entry->inbox != NULL && !entry->gone, floods = taken && entry->unread >= ROSTER_UNREAD_MAX;
    if (copy != NULL && taken && !floods) {
        post(entry, LETTER_SAID, copy);
        copy = NULL;
    }
    wake(shards, entry);
    pthread_mutex_unlock(&shards->lock);
    bytes_unref(copy);
    if (floods)
        member_gone(member, "it says more than it was asked");
}

/* ---- called by games ---- */

static bool knows(const struct shards *shards, const char *url)
{
    return shards->peers.knows != NULL && shards->peers.knows(shards->peers.context, url);
}

bool shards_knows_peer(struct shards *shards, const char *url)
{
    if (knows(shards, url))
        return true;
    pthread_mutex_lock(&shards->lock);
    bool joined = has_joined(shards, url);
    pthread_mutex_unlock(&shards->lock);
    return joined;
}

/* Does this member, who joined, do for the wish? The lower the better; 0: no. */
static unsigned suits(const struct roster_entry *entry, const char *wish)
{
    const struct member *member = entry->member;
    if (entry->inbox != NULL || entry->caught != NULL || entry->silent)
        return 0;
    if (strcmp(wish, "phone") == 0)
        return member->kind == MEMBER_PHONE ? 1 : 2;
    return member->kind == MEMBER_SERVER && strcmp(member->name, wish) == 0;
}

static struct member *take_joined(struct shards *shards, const char *wish, struct inbox *inbox)
{
    struct roster_entry *best = NULL;
    pthread_mutex_lock(&shards->lock);
    for (struct roster_entry *entry = shards->joined; entry != NULL; entry = entry->next) {
        unsigned rank = suits(entry, wish);
        if (rank != 0 && (best == NULL || rank < suits(best, wish)))
            best = entry;
    }
    if (best != NULL) {
        best->inbox = inbox;
        best->games++;
        member_ref(best->member);
    }
    pthread_mutex_unlock(&shards->lock);
    return best != NULL ? best->member : NULL;
}

/* One that was opened for a game, before it can have said anything: it is asked nothing yet. It may be gone, though. */
static struct member *take_opened(struct shards *shards, struct member *member, struct inbox *inbox)
{
    if (member == NULL)
        return NULL;
    pthread_mutex_lock(&shards->lock);
    bool gone = member->entry->gone;
    member->entry->inbox = inbox;
    pthread_mutex_unlock(&shards->lock);
    if (!gone)
        return member;
    roster_give_back(member, ROSTER_NOT_NEEDED);
    return NULL;
}

struct member *roster_take(struct shards *shards, const char *wish, struct inbox *inbox)
{
    if (strcmp(wish, "local") == 0)
        return take_opened(shards, local_open(shards), inbox);
    struct member *joined = take_joined(shards, wish, inbox);
    if (joined != NULL || !knows(shards, wish))
        return joined;
    return take_opened(shards, shards->peers.open(shards->peers.context, wish), inbox);
}

void roster_want(struct shards *shards, struct inbox *inbox, unsigned count)
{
    pthread_mutex_lock(&shards->lock);
    inbox->wanted = count;
    if (count == 0)
        wait_no_more(shards, inbox);
    if (count > 0 && inbox->waiting == NULL) {
        inbox->next_waiting = NULL;
        inbox->waiting = shards->waiting_end;
        *shards->waiting_end = inbox;
        shards->waiting_end = &inbox->next_waiting;
    }
    for (struct roster_entry *entry = shards->joined; entry != NULL && inbox->waiting != NULL; entry = entry->next)
        if (entry->inbox == NULL)
            offer(shards, entry);
    pthread_mutex_unlock(&shards->lock);
}

void roster_give_back(struct member *member, enum roster_why why)
{
    struct shards *shards = member->shards;
    struct roster_entry *entry = member->entry;
    pthread_mutex_lock(&shards->lock);
    entry->inbox = NULL;
    entry->silent = why == ROSTER_SILENT;
    pthread_mutex_unlock(&shards->lock);
    member->way->release(member);
    pthread_mutex_lock(&shards->lock);
    if (entry->link != NULL && entry->inbox == NULL)
        offer(shards, entry);
    pthread_mutex_unlock(&shards->lock);
    member_unref(member);
}

bool roster_is_gone(const struct member *member)
{
    pthread_mutex_lock(&member->shards->lock);
    bool gone = member->entry->gone;
    pthread_mutex_unlock(&member->shards->lock);
    return gone;
}

void roster_ban(struct member *member, const char *why)
{
    pthread_mutex_lock(&member->shards->lock);
    member->entry->caught = why;
    pthread_mutex_unlock(&member->shards->lock);
}

const char *roster_caught(const struct member *member)
{
    pthread_mutex_lock(&member->shards->lock);
    const char *why = member->entry->caught;
    pthread_mutex_unlock(&member->shards->lock);
    return why;
}

void roster_read(struct member *member)
{
    pthread_mutex_lock(&member->shards->lock);
    member->entry->unread--;
    pthread_mutex_unlock(&member->shards->lock);
}

void roster_thread_begins(struct shards *shards)
{
    pthread_mutex_lock(&shards->lock);
    shards->threads++;
    pthread_mutex_unlock(&shards->lock);
}

void roster_thread_ends(struct shards *shards)
{
    pthread_mutex_lock(&shards->lock);
    if (--shards->threads == 0)
        pthread_cond_broadcast(&shards->calm);
    pthread_mutex_unlock(&shards->lock);
}
