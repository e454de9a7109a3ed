/* The registry of members.
 *
 * Members that joined (phones, servers behind NAT) are listed, and idle until a game takes them. A local shard or a
 * shard at a peer is opened for one game and ends with it, so that two games may use the same peer. The messages of a
 * member go only into the inbox of the game that has it.
 *
 * cluster->lock guards all of this. It is held for a few instructions and never while a transport is called. The lock
 * of an inbox may be taken while cluster->lock is held, not the other way round. */
#include "registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <base/log.h>

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
    struct cluster *cluster = member->cluster;
    free(member->entry);
    free(member);
    cluster_unref(cluster);
}

void member_unref(struct member *member)
{
    if (member == NULL || atomic_fetch_sub_explicit(&member->references, 1, memory_order_acq_rel) != 1)
        return;
    member->transport->free(member);
    member_free(member);
}

struct member *member_new(struct cluster *cluster, enum member_kind kind, const char *name,
                          const struct member_transport *transport, void *own)
{
    struct member *member = calloc(1, sizeof *member);
    struct registry_entry *entry = calloc(1, sizeof *entry);
    if (member == NULL || entry == NULL) {
        free(member);
        free(entry);
        return NULL;
    }
    *entry = (struct registry_entry){.member = member, .joined_ms = clock_wall_ms()};
    member->transport = transport;
    member->kind = kind;
    snprintf(member->name, sizeof member->name, "%s", name);
    member->own = own;
    member->cluster = cluster_ref(cluster);
    member->entry = entry;
    atomic_init(&member->references, 1);
    pthread_mutex_lock(&cluster->lock);
    member->number = ++cluster->number;
    pthread_mutex_unlock(&cluster->lock);
    return member;
}

/* ---- under the lock ---- */

/* Posts to the game's inbox. Without memory the message is lost, and the game finds the member silent. */
static void inbox_post(struct registry_entry *entry, enum inbox_type type, struct bytes *message)
{
    struct inbox_message *received = inbox_message_new(type, entry->member, message);
    if (received == NULL) {
        bytes_unref(message);
        return;
    }
    received->at_ns = cluster_now(entry->member->cluster);
    entry->unread += type == INBOX_RECEIVED;
    inbox_put(entry->inbox, received);
}

static void waiting_remove(struct cluster *cluster, struct inbox *inbox)
{
    if (inbox->waiting == NULL)
        return;
    *inbox->waiting = inbox->next_waiting;
    if (inbox->next_waiting != NULL)
        inbox->next_waiting->waiting = inbox->waiting;
    else
        cluster->waiting_end = inbox->waiting;
    inbox->waiting = NULL;
}

/* Gives an idle member to the game that has waited longest. */
static void entry_offer(struct cluster *cluster, struct registry_entry *entry)
{
    struct inbox *inbox = cluster->waiting;
    if (inbox == NULL || entry->quarantined != NULL || entry->silent || entry->gone)
        return;
    struct inbox_message *received = inbox_message_new(INBOX_MEMBER_JOINED, entry->member, NULL);
    if (received == NULL)
        return;
    member_ref(entry->member); /* the game's reference */
    entry->inbox = inbox;
    entry->games++;
    if (--inbox->wanted == 0)
        waiting_remove(cluster, inbox);
    received->at_ns = cluster_now(cluster);
    inbox_put(inbox, received);
}

static void entry_unlist(struct cluster *cluster, struct registry_entry *entry)
{
    *entry->link = entry->next;
    if (entry->next != NULL)
        entry->next->link = entry->link;
    else
        cluster->joined_end = entry->link;
    entry->link = NULL;
    cluster->count--;
}

/* ---- called by transports ---- */

/* Returns whether a server of this name joined lately. Under the lock. */
static bool name_has_joined(const struct cluster *cluster, const char *name)
{
    for (unsigned i = 0; i < REGISTRY_NAMES_MAX && i < cluster->joiners; i++)
        if (strcmp(cluster->joiner[i], name) == 0)
            return true;
    return false;
}

/* Under the lock. */
static void name_remember(struct cluster *cluster, const struct member *member)
{
    if (member->kind == MEMBER_SERVER && !name_has_joined(cluster, member->name))
        memcpy(cluster->joiner[cluster->joiners++ % REGISTRY_NAMES_MAX], member->name, sizeof member->name);
}

struct member *member_join(struct cluster *cluster, enum member_kind kind, const char *name,
                           const struct member_transport *transport, void *own)
{
    struct member *member = member_new(cluster, kind, name, transport, own);
    if (member == NULL)
        return NULL;
    struct registry_entry *entry = member->entry;
    pthread_mutex_lock(&cluster->lock);
    bool full = cluster->count >= REGISTRY_MEMBERS_MAX;
    if (!full) {
        member_ref(member); /* the registry's reference */
        entry->link = cluster->joined_end;
        *cluster->joined_end = entry;
        cluster->joined_end = &entry->next;
        cluster->count++;
        name_remember(cluster, member);
        entry_offer(cluster, entry);
    }
    pthread_mutex_unlock(&cluster->lock);
    if (!full)
        return member;
    member_free(member); /* does not free `own`, which is still the caller's */
    return NULL;
}

void member_gone(struct member *member, const char *why)
{
    struct cluster *cluster = member->cluster;
    struct registry_entry *entry = member->entry;
    pthread_mutex_lock(&cluster->lock);
    bool first = !entry->gone, listed = entry->link != NULL;
    entry->gone = true;
    if (first && entry->inbox != NULL)
        inbox_post(entry, INBOX_MEMBER_GONE, bytes_copy(why, strlen(why)));
    if (listed)
        entry_unlist(cluster, entry);
    pthread_mutex_unlock(&cluster->lock);
    if (first && member->kind != MEMBER_LOCAL)
        log_info("shard member gone", "member=\"%s\" why=\"%s\"", member->name, why);
    if (listed)
        member_unref(member);
}

/* Makes a silent member available again, because it has sent something. Under the lock. */
static void entry_wake(struct cluster *cluster, struct registry_entry *entry)
{
    if (!entry->silent)
        return;
    entry->silent = false;
    if (entry->link != NULL && entry->inbox == NULL)
        entry_offer(cluster, entry);
}

void member_alive(struct member *member)
{
    struct cluster *cluster = member->cluster;
    pthread_mutex_lock(&cluster->lock);
    entry_wake(cluster, member->entry);
    pthread_mutex_unlock(&cluster->lock);
}

void member_received(struct member *member, const void *message, size_t len)
{
    struct cluster *cluster = member->cluster;
    struct registry_entry *entry = member->entry;
    struct bytes *copy = bytes_copy(message, len);
    pthread_mutex_lock(&cluster->lock);
    bool taken = entry->inbox != NULL && !entry->gone, floods = taken && entry->unread >= REGISTRY_UNREAD_MAX;
    if (copy != NULL && taken && !floods) {
        inbox_post(entry, INBOX_RECEIVED, copy);
        copy = NULL;
    }
    entry_wake(cluster, entry);
    pthread_mutex_unlock(&cluster->lock);
    bytes_unref(copy);
    if (floods)
        member_gone(member, "it sends more messages than were requested");
}

/* ---- called by games ---- */

static bool peer_is_known(const struct cluster *cluster, const char *url)
{
    return cluster->peers.has != NULL && cluster->peers.has(cluster->peers.context, url);
}

bool cluster_knows_peer(struct cluster *cluster, const char *url)
{
    if (peer_is_known(cluster, url))
        return true;
    pthread_mutex_lock(&cluster->lock);
    bool joined = name_has_joined(cluster, url);
    pthread_mutex_unlock(&cluster->lock);
    return joined;
}

/* Returns how well a member that joined suits the request: 1 = best, 2 = acceptable, 0 = not at all. */
static unsigned entry_rank(const struct registry_entry *entry, const char *requested_member)
{
    const struct member *member = entry->member;
    if (entry->inbox != NULL || entry->quarantined != NULL || entry->silent)
        return 0;
    if (strcmp(requested_member, "phone") == 0)
        return member->kind == MEMBER_PHONE ? 1 : 2;
    return member->kind == MEMBER_SERVER && strcmp(member->name, requested_member) == 0;
}

static struct member *take_joined(struct cluster *cluster, const char *requested_member, struct inbox *inbox)
{
    struct registry_entry *best = NULL;
    pthread_mutex_lock(&cluster->lock);
    for (struct registry_entry *entry = cluster->joined; entry != NULL; entry = entry->next) {
        unsigned rank = entry_rank(entry, requested_member);
        if (rank != 0 && (best == NULL || rank < entry_rank(best, requested_member)))
            best = entry;
    }
    if (best != NULL) {
        best->inbox = inbox;
        best->games++;
        member_ref(best->member);
    }
    pthread_mutex_unlock(&cluster->lock);
    return best != NULL ? best->member : NULL;
}

/* Gives a member that was just opened to the game. Nothing was sent to it yet, but it may be gone already. */
static struct member *take_opened(struct cluster *cluster, struct member *member, struct inbox *inbox)
{
    if (member == NULL)
        return NULL;
    pthread_mutex_lock(&cluster->lock);
    bool gone = member->entry->gone;
    member->entry->inbox = inbox;
    pthread_mutex_unlock(&cluster->lock);
    if (!gone)
        return member;
    registry_release(member, REGISTRY_NOT_NEEDED);
    return NULL;
}

struct member *registry_take(struct cluster *cluster, const char *requested_member, struct inbox *inbox)
{
    if (strcmp(requested_member, "local") == 0)
        return take_opened(cluster, cluster->options.open_local(cluster), inbox);
    struct member *joined = take_joined(cluster, requested_member, inbox);
    if (joined != NULL || !peer_is_known(cluster, requested_member))
        return joined;
    return take_opened(cluster, cluster->peers.open(cluster->peers.context, requested_member), inbox);
}

void registry_want(struct cluster *cluster, struct inbox *inbox, unsigned count)
{
    pthread_mutex_lock(&cluster->lock);
    inbox->wanted = count;
    if (count == 0)
        waiting_remove(cluster, inbox);
    if (count > 0 && inbox->waiting == NULL) {
        inbox->next_waiting = NULL;
        inbox->waiting = cluster->waiting_end;
        *cluster->waiting_end = inbox;
        cluster->waiting_end = &inbox->next_waiting;
    }
    for (struct registry_entry *entry = cluster->joined; entry != NULL && inbox->waiting != NULL; entry = entry->next)
        if (entry->inbox == NULL)
            entry_offer(cluster, entry);
    pthread_mutex_unlock(&cluster->lock);
}

void registry_release(struct member *member, enum registry_reason why)
{
    struct cluster *cluster = member->cluster;
    struct registry_entry *entry = member->entry;
    pthread_mutex_lock(&cluster->lock);
    entry->inbox = NULL;
    entry->silent = why == REGISTRY_SILENT;
    pthread_mutex_unlock(&cluster->lock);
    member->transport->release(member);
    pthread_mutex_lock(&cluster->lock);
    if (entry->link != NULL && entry->inbox == NULL)
        entry_offer(cluster, entry);
    pthread_mutex_unlock(&cluster->lock);
    member_unref(member);
}

bool registry_is_gone(const struct member *member)
{
    pthread_mutex_lock(&member->cluster->lock);
    bool gone = member->entry->gone;
    pthread_mutex_unlock(&member->cluster->lock);
    return gone;
}

void registry_quarantine(struct member *member, const char *why)
{
    pthread_mutex_lock(&member->cluster->lock);
    member->entry->quarantined = why;
    pthread_mutex_unlock(&member->cluster->lock);
}

const char *registry_quarantined(const struct member *member)
{
    pthread_mutex_lock(&member->cluster->lock);
    const char *why = member->entry->quarantined;
    pthread_mutex_unlock(&member->cluster->lock);
    return why;
}

void registry_message_read(struct member *member)
{
    pthread_mutex_lock(&member->cluster->lock);
    member->entry->unread--;
    pthread_mutex_unlock(&member->cluster->lock);
}

void registry_thread_begins(struct cluster *cluster)
{
    pthread_mutex_lock(&cluster->lock);
    cluster->threads++;
    pthread_mutex_unlock(&cluster->lock);
}

void registry_thread_ends(struct cluster *cluster)
{
    pthread_mutex_lock(&cluster->lock);
    if (--cluster->threads == 0)
        pthread_cond_broadcast(&cluster->calm);
    pthread_mutex_unlock(&cluster->lock);
}
