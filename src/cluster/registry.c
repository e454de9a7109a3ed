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
#include <string.h>

#include <base/log.h>

/* ---- under the lock ---- */

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

static struct idle_list *idle_list_of(struct cluster *cluster, const struct registry_entry *entry)
{
    return entry->member->kind == MEMBER_PHONE ? &cluster->idle_phones : &cluster->idle_servers;
}

static void idle_remove(struct cluster *cluster, struct registry_entry *entry)
{
    struct idle_list *list = idle_list_of(cluster, entry);
    if (entry->idle_link == NULL)
        return;
    *entry->idle_link = entry->idle_next;
    if (entry->idle_next != NULL)
        entry->idle_next->idle_link = entry->idle_link;
    else
        list->end = entry->idle_link;
    entry->idle_link = NULL;
}

static void idle_add(struct cluster *cluster, struct registry_entry *entry)
{
    struct idle_list *list = idle_list_of(cluster, entry);
    entry->idle_next = NULL;
    entry->idle_link = list->end;
    *list->end = entry;
    list->end = &entry->idle_next;
}

/* Returns whether the member can do what the game needs, as far as known. */
static bool entry_suits(const struct registry_entry *entry, const struct inbox *inbox)
{
    for (unsigned i = 0; i < REGISTRY_LACKS_MAX && i < entry->lacking; i++)
        if (entry->lacks[i] == inbox->needs)
            return false;
    return true;
}

/* Gives the member, which is in no idle list, to the game. */
static void entry_give(struct registry_entry *entry, struct inbox *inbox)
{
    member_ref(entry->member); /* the game's reference */
    entry->inbox = inbox;
    entry->games++;
}

/* Gives a member that a game may take to the suitable game that has waited longest, or else puts it into the list of
 * idle members. */
static void entry_offer(struct cluster *cluster, struct registry_entry *entry)
{
    struct inbox *inbox = cluster->waiting;
    if (entry->link == NULL || entry->inbox != NULL || entry->quarantined != NULL || entry->silent || entry->gone)
        return;
    while (inbox != NULL && !entry_suits(entry, inbox))
        inbox = inbox->next_waiting;
    struct inbox_message *received = inbox != NULL ? inbox_message_new(INBOX_MEMBER_JOINED, entry->member, NULL) : NULL;
    if (received == NULL) {
        if (entry->idle_link == NULL)
            idle_add(cluster, entry);
        return;
    }
    idle_remove(cluster, entry);
    entry_give(entry, inbox);
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
    idle_remove(cluster, entry);
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

void registry_set_owner(struct member *member, const char *owner)
{
    pthread_mutex_lock(&member->cluster->lock);
    if (member->entry != NULL)
        snprintf(member->entry->owner, sizeof member->entry->owner, "%s", owner);
    pthread_mutex_unlock(&member->cluster->lock);
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
    registry_member_free(member); /* does not free `own`, which is still the caller's */
    return NULL;
}

/* Returns an inbox message with a copy of the bytes. Returns NULL when out of memory: the message is lost, and its game
 * finds the member silent. */
static struct inbox_message *inbox_message_copy(enum inbox_type type, struct member *member, const void *data,
                                                size_t len)
{
    struct bytes *copy = bytes_copy(data, len);
    struct inbox_message *received = copy != NULL ? inbox_message_new(type, member, copy) : NULL;
    if (received != NULL)
        received->at_ns = cluster_now(member->cluster);
    else
        bytes_unref(copy);
    return received;
}

void member_gone(struct member *member, const char *why)
{
    struct cluster *cluster = member->cluster;
    struct registry_entry *entry = member->entry;
    struct inbox_message *notice = inbox_message_copy(INBOX_MEMBER_GONE, member, why, strlen(why));
    pthread_mutex_lock(&cluster->lock);
    bool first = !entry->gone, listed = entry->link != NULL;
    entry->gone = true;
    if (first && entry->inbox != NULL && notice != NULL) {
        inbox_put(entry->inbox, notice);
        notice = NULL;
    }
    if (listed)
        entry_unlist(cluster, entry);
    pthread_mutex_unlock(&cluster->lock);
    if (notice != NULL)
        inbox_message_free(notice);
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
    entry_offer(cluster, entry);
}

void member_alive(struct member *member)
{
    struct cluster *cluster = member->cluster;
    pthread_mutex_lock(&cluster->lock);
    entry_wake(cluster, member->entry);
    pthread_mutex_unlock(&cluster->lock);
}

/* The message is copied before the lock is taken, because all games use the lock. */
void member_received(struct member *member, const void *message, size_t len)
{
    struct cluster *cluster = member->cluster;
    struct registry_entry *entry = member->entry;
    struct inbox_message *received = inbox_message_copy(INBOX_RECEIVED, member, message, len);
    pthread_mutex_lock(&cluster->lock);
    bool taken = entry->inbox != NULL && !entry->gone, floods = taken && entry->unread >= REGISTRY_UNREAD_MAX;
    if (received != NULL && taken && !floods) {
        entry->unread++;
        inbox_put(entry->inbox, received);
        received = NULL;
    }
    entry_wake(cluster, entry);
    pthread_mutex_unlock(&cluster->lock);
    if (received != NULL)
        inbox_message_free(received);
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

enum nash_status cluster_check_members(struct cluster *cluster, const char *const *member, unsigned members,
                                       const char *pointer, struct nash_error *error)
{
    for (unsigned i = 0; member != NULL && i < members; i++) {
        if (strcmp(member[i], "local") == 0 || strcmp(member[i], "phone") == 0 ||
            cluster_knows_peer(cluster, member[i]))
            continue;
        char at[64];
        snprintf(at, sizeof at, "%s/%u", pointer, i);
        return nash_fail_type(error, NASH_UNPROCESSABLE, "unknown-peer", at,
                              "%s is not among the peers of this server: start it with --peer %s, or name one of those "
                              "that GET /v1/shards lists, \"local\" or \"phone\"",
                              member[i], member[i]);
    }
    return NASH_OK;
}

/* Returns the longest idle member of the list that suits the game and has this name (NULL: any); NULL if there is none.
 */
static struct registry_entry *idle_list_find(const struct idle_list *list, const struct inbox *inbox, const char *name)
{
    struct registry_entry *entry = list->first;
    while (entry != NULL && (!entry_suits(entry, inbox) || (name != NULL && strcmp(entry->member->name, name) != 0)))
        entry = entry->idle_next;
    return entry;
}

/* Returns the idle member that suits the game and the request best; NULL if there is none. */
static struct registry_entry *idle_find(const struct cluster *cluster, const char *requested_member,
                                        const struct inbox *inbox)
{
    if (strcmp(requested_member, "phone") != 0)
        return idle_list_find(&cluster->idle_servers, inbox, requested_member);
    struct registry_entry *phone = idle_list_find(&cluster->idle_phones, inbox, NULL);
    return phone != NULL ? phone : idle_list_find(&cluster->idle_servers, inbox, NULL);
}

static struct member *take_joined(struct cluster *cluster, const char *requested_member, struct inbox *inbox)
{
    pthread_mutex_lock(&cluster->lock);
    struct registry_entry *entry = idle_find(cluster, requested_member, inbox);
    if (entry != NULL) {
        idle_remove(cluster, entry);
        entry_give(entry, inbox);
    }
    pthread_mutex_unlock(&cluster->lock);
    return entry != NULL ? entry->member : NULL;
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

/* Gives idle members that suit the game to it, as many as it waits for. Under the lock. */
static void offer_idle(struct cluster *cluster, const struct inbox *inbox)
{
    for (struct registry_entry *entry;
         inbox->waiting != NULL && (entry = idle_find(cluster, "phone", inbox)) != NULL;) {
        entry_offer(cluster, entry);
        if (entry->idle_link != NULL) /* out of memory */
            break;
    }
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
    offer_idle(cluster, inbox);
    pthread_mutex_unlock(&cluster->lock);
}

void registry_need(struct cluster *cluster, struct inbox *inbox, uint32_t needs)
{
    pthread_mutex_lock(&cluster->lock);
    inbox->needs = needs;
    offer_idle(cluster, inbox);
    pthread_mutex_unlock(&cluster->lock);
}

void registry_release(struct member *member, enum registry_reason why)
{
    struct cluster *cluster = member->cluster;
    struct registry_entry *entry = member->entry;
    pthread_mutex_lock(&cluster->lock);
    if (why == REGISTRY_UNABLE)
        entry->lacks[entry->lacking++ % REGISTRY_LACKS_MAX] = entry->inbox->needs;
    entry->inbox = NULL;
    entry->silent = why == REGISTRY_SILENT;
    pthread_mutex_unlock(&cluster->lock);
    member->transport->release(member);
    pthread_mutex_lock(&cluster->lock);
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
    idle_remove(member->cluster, member->entry);
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
