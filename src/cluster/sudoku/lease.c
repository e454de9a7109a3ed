/* Leases: which member plays which partition.
 *
 * A lease is a partition, an epoch and the committed values. Epochs ascend within a game, and an answer counts only in
 * the epoch of its partition's lease; a late answer from a member that lost its partition, or that has a newer lease,
 * is dropped. A member that does not answer a request within lease_ms loses its partition. Idle members receive
 * heartbeats. A lost partition goes to another member of the requested kind, else to a local thread, else to the hub,
 * so that the game always continues. */
#include <string.h>

#include <base/log.h>

#include "coordinator.h"

enum {
    PINGS = 3,    /* heartbeats within lease_ms */
    PATIENCE = 4, /* time limit of a round, in units of lease_ms, for a member that answers other messages */
    LEASE_ROOM = MESSAGE_HEAD + MESSAGE_LEASE_FIXED + GAME_CELLS_MAX * 9
};

void lease_send(struct partition *partition, const uint8_t *message, size_t len, bool expects_answer)
{
    struct bytes *bytes = bytes_copy(message, len);
    if (bytes == NULL)
        return; /* the same as a message lost on the network */
    int64_t now_ns = cluster_now(partition->member->cluster);
    if (expects_answer && partition->answers_due++ == 0)
        partition->request_ns = now_ns;
    partition->report.messages++;
    partition->report.bytes_out += len;
    partition->member->transport->send(partition->member, bytes);
    bytes_unref(bytes);
}

void lease_fault(struct coordinator *c, struct partition *partition)
{
    partition->report.faults++;
    c->credits->account[partition->credit].of.faults++;
}

/* ---- giving ---- */

static void send_lease(struct coordinator *c, struct partition *partition)
{
    const struct game_rules *rules = c->playing.rules;
    uint8_t message[LEASE_ROOM];
    size_t len = MESSAGE_LEASE_FIXED + (size_t)rules->cells * 9;
    uint8_t *p = protocol_head_write(message, MESSAGE_LEASE, c->game.number, partition->epoch, len);
    *p++ = (uint8_t)rules->side;
    *p++ = (uint8_t)c->playing.problem->box_rows;
    *p++ = (uint8_t)c->playing.problem->box_cols;
    *p++ = 0; /* flags: no regions */
    p = message_put16(message_put16(p, partition->row), partition->row_end);
    p = message_put64(message_put64(p, c->seed), c->chain->tick);
    p = message_put32(message_put32(p, c->playing.weights.beta), rules->cells);
    for (uint32_t cell = 0; cell < rules->cells; cell++)
        p = message_put64(p, rules->allowed[cell]);
    memcpy(p, c->chain->state.value, rules->cells);
    lease_send(partition, message, MESSAGE_HEAD + len, true);
}

/* Gives the member a lease of a new epoch, from the committed tick. */
void lease_renew(struct coordinator *c, struct partition *partition)
{
    partition->epoch = ++c->epoch;
    partition->tick = c->chain->tick;
    partition->asked = false;
    partition->request_ns = 0;
    partition->answers_due = 0;
    partition->received_ns = coordinator_now(c);
    partition->ping_ns = 0;
    partition->lease_ns = partition->received_ns;
    partition->report.leases++;
    partition->report.state = "playing";
    send_lease(c, partition);
    round_leased(c, partition);
}

static void lease_grant(struct coordinator *c, struct partition *partition, struct member *member)
{
    partition->member = member;
    partition->refusals = 0;
    partition->trips = (struct trips){0};
    partition->credit = credits_open(c->credits, member->number, member->name, member_kind_name(member->kind));
    c->credits->account[partition->credit].of.state = "playing";
    pace_join(&c->pace, partition->index);
    memcpy(partition->report.member, member->name, sizeof partition->report.member);
    partition->report.kind = member_kind_name(member->kind);
    lease_renew(c, partition);
}

/* Returns whether a phone is requested but the hub or a local thread plays the partition. */
static bool waits_for_phone(const struct partition *partition)
{
    return strcmp(partition->requested_member, "phone") == 0 &&
           (partition->member == NULL || partition->member->kind == MEMBER_LOCAL);
}

/* Takes a member of the requested kind or URL. A member requested by its URL is taken only once: after it has lost the
 * partition or was quarantined, it does not get the partition back. */
static struct member *take_requested(struct coordinator *c, const struct partition *partition)
{
    bool by_name =
        strcmp(partition->requested_member, "local") != 0 && strcmp(partition->requested_member, "phone") != 0;
    return by_name && partition->report.leases > 0
               ? NULL
               : registry_take(c->game.cluster, partition->requested_member, &c->game.inbox);
}

void lease_find(struct coordinator *c, struct partition *partition)
{
    struct member *member = take_requested(c, partition);
    if (member == NULL && c->gathering && waits_for_phone(partition))
        return;
    if (member == NULL && strcmp(partition->requested_member, "local") != 0)
        member = registry_take(c->game.cluster, "local", &c->game.inbox);
    if (member != NULL) {
        lease_grant(c, partition, member);
        return;
    }
    memcpy(partition->report.member, "hub", sizeof "hub");
    partition->report.kind = "local";
    partition->report.state = "playing";
    round_leased(c, partition);
}

void lease_renew_all(struct coordinator *c)
{
    for (unsigned i = 0; i < c->partitions; i++)
        if (c->partition[i].member != NULL)
            lease_renew(c, &c->partition[i]);
}

void lease_fill_all(struct coordinator *c)
{
    for (unsigned i = 0; i < c->partitions; i++)
        if (c->partition[i].member == NULL)
            lease_find(c, &c->partition[i]);
}

/* ---- ending ---- */

static void send_bye(struct coordinator *c, struct partition *partition)
{
    uint8_t message[MESSAGE_HEAD];
    protocol_head_write(message, MESSAGE_BYE, c->game.number, partition->epoch, 0);
    lease_send(partition, message, sizeof message, false);
}

/* Drops all inbox messages, and gives back the members that have joined meanwhile. */
static void inbox_drain(struct coordinator *c)
{
    for (struct inbox_message *received; (received = inbox_pop(&c->game.inbox, 0)) != NULL;
         inbox_message_free(received)) {
        if (received->type == INBOX_RECEIVED)
            registry_message_read(received->member);
        if (received->type == INBOX_MEMBER_JOINED)
            registry_release(received->member, REGISTRY_NOT_NEEDED);
    }
}

void lease_end(struct coordinator *c, struct partition *partition, const char *state, enum registry_reason why,
               bool replace)
{
    struct member *member = partition->member;
    send_bye(c, partition);
    pace_leave(&c->pace, partition->index);
    c->credits->account[partition->credit].of.state = state;
    partition->credit = CREDIT_HUB;
    partition->member = NULL;
    partition->request_ns = 0;
    partition->answers_due = 0;
    partition->report.state = state;
    registry_release(member, why);
    if (replace) {
        lease_find(c, partition);
        lease_request_phones(c);
    }
}

void lease_release(struct coordinator *c)
{
    registry_want(c->game.cluster, &c->game.inbox, 0);
    for (unsigned i = 0; i < c->partitions; i++)
        if (c->partition[i].member != NULL)
            lease_end(c, &c->partition[i], "done", REGISTRY_NOT_NEEDED, false);
    inbox_drain(c);
}

/* ---- phones that join later ---- */

void lease_request_phones(struct coordinator *c)
{
    unsigned wanted = 0;
    for (unsigned i = 0; i < c->partitions; i++)
        wanted += waits_for_phone(&c->partition[i]);
    registry_want(c->game.cluster, &c->game.inbox, wanted);
}

void lease_accept_member(struct coordinator *c, struct member *member)
{
    for (unsigned i = 0; i < c->partitions; i++) {
        struct partition *partition = &c->partition[i];
        if (!waits_for_phone(partition))
            continue;
        if (partition->member != NULL)
            lease_end(c, partition, "done", REGISTRY_NOT_NEEDED, false);
        lease_grant(c, partition, member);
        return;
    }
    registry_release(member, REGISTRY_NOT_NEEDED);
}

/* ---- heartbeats ---- */

static void send_ping(struct coordinator *c, struct partition *partition, int64_t now_ns)
{
    uint8_t message[MESSAGE_HEAD + 4];
    message_put32(protocol_head_write(message, MESSAGE_PING, c->game.number, partition->epoch, 4),
                  (uint32_t)(now_ns / ns_per_ms));
    partition->ping_ns = now_ns;
    lease_send(partition, message, sizeof message, true);
}

static void lease_check(struct coordinator *c, struct partition *partition, int64_t now_ns)
{
    int64_t silent_since =
        partition->received_ns > partition->request_ns ? partition->received_ns : partition->request_ns;
    bool silent = partition->request_ns != 0 && now_ns - silent_since > c->lease_ns;
    bool stuck = partition->round_open && now_ns - partition->round_ns > PATIENCE * c->lease_ns;
    if (silent || stuck) {
        log_info("shard lease lost", "game=%u member=\"%s\" silent_ms=%lld", c->game.number, partition->member->name,
                 (long long)((now_ns - silent_since) / ns_per_ms));
        lease_fault(c, partition);
        lease_end(c, partition, "lost", REGISTRY_SILENT, true);
        return;
    }
    int64_t last = partition->received_ns > partition->ping_ns ? partition->received_ns : partition->ping_ns;
    if (now_ns - last > c->lease_ns / PINGS)
        send_ping(c, partition, now_ns);
}

void lease_check_all(struct coordinator *c, int64_t now_ns)
{
    for (unsigned i = 0; i < c->partitions; i++) {
        struct partition *partition = &c->partition[i];
        if (partition->member != NULL && partition->member->kind != MEMBER_LOCAL) /* a local thread cannot be lost */
            lease_check(c, partition, now_ns);
    }
}
