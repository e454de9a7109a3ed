/* Which member gets which unit.
 *
 * A member holds enough batches to keep its processors busy while answers travel: one for each processor, and as many
 * more as fit into a round trip. A batch has several units if they are short. Units are issued in the order of the
 * tree; audits come first, to trusted members. A processor that is idle because nothing waits gets a second lease of a
 * unit that another member is expected to finish later than it would itself: because the unit queues there, or because
 * that member is late. The first answer counts. */
#include "issue.h"

#include <string.h>

#include "heap.h"
#include "member.h"
#include "tree.h"

enum {
    NS_PER_MS = 1000000,
    BATCH_MS = 20,         /* a batch takes about this time if its units are shorter */
    BATCH_UNITS_MAX = 256, /* units of a batch */
    BATCHES_MAX = 60,      /* batches with a member: transports keep 64 messages */
    STARVED_PERCENT = 5,   /* a processor may be idle for this share of a batch, before it gets a second one */
    SUPPLY_MAX = 4096,     /* roots requested at once */
    COPIED_MAX = 64,       /* units that are considered for a second lease at once */
    RETRY_MS = 5,          /* time until idle processors are considered again */
    PINGS = 3,             /* heartbeats in a lease */
    PATIENCE = 4,          /* a member with open units may be silent for four times their expected time, and a lease */
    UNKNOWN_MS = 10000     /* the same if none of its units has been measured; job->unit_ms may be longer */
};

/* ---- how much ---- */

/* Returns the units of a batch that takes about BATCH_MS; fewer, if not enough units wait for all members. */
static uint32_t batch_units(const struct farm_member *member, uint32_t processors)
{
    const struct farm *farm = member->farm;
    uint32_t waiting = farm->waiting.count + (member->trusted ? farm->auditing.count : 0);
    int64_t units = (int64_t)BATCH_MS * NS_PER_MS / member_unit_ns(member);
    uint32_t share = waiting / (2 * processors);
    if (units > BATCH_UNITS_MAX)
        units = BATCH_UNITS_MAX;
    if (units > share)
        units = share;
    return units > 1 ? (uint32_t)units : 1;
}

/* Returns the batches that keep the member busy: one for each processor, as many as fit into a round trip, and one more
 * because units take different times. A round trip that is short beside a batch needs none ahead. */
static unsigned batches_wanted(const struct farm_member *member, uint32_t units)
{
    int64_t batch_ns = member_unit_ns(member) * units;
    int64_t ahead = (member->trip_ns + batch_ns - 1) / batch_ns + 1;
    if (member->trip_ns * 100 <= batch_ns * STARVED_PERCENT)
        ahead = 0;
    int64_t wanted = member->capacity * (1 + ahead);
    return wanted < BATCHES_MAX ? (unsigned)wanted : BATCHES_MAX;
}

/* ---- batches ---- */

static bool may_take(const struct farm_member *member, const struct node *node)
{
    return node != NULL && !tree_beyond(member->farm, node) && (member->trusted || !member->farm->trusted_only);
}

/* Returns the next unit for the member; NULL if there is none. */
static struct node *unit_for(const struct farm_member *member, bool *audit)
{
    const struct farm *farm = member->farm;
    struct node *node = heap_top(&farm->auditing);
    *audit = member->trusted && may_take(member, node);
    if (*audit)
        return node;
    node = heap_top(&farm->waiting);
    return may_take(member, node) ? node : NULL;
}

/* A UNITS message being written into farm->message. */
struct batch {
    struct farm_member *member;
    uint8_t *end;
    uint32_t number, count;
    int64_t now;
};

static void batch_begin(struct batch *batch, struct farm_member *member, int64_t now)
{
    *batch = (struct batch){.member = member,
                            .end = member->farm->message + MESSAGE_HEAD + FARM_LIST_FIXED,
                            .number = ++member->last_batch,
                            .now = now};
}

/* Leases the unit and adds it. Returns false if the message is full, or without memory. */
static bool batch_add(struct batch *batch, struct node *node, bool audit)
{
    struct farm_member *member = batch->member;
    size_t room = (size_t)(member->farm->message + MESSAGE_MAX - batch->end);
    if (node->unit.len + FARM_ITEM_FIXED > room)
        return false;
    unsigned before = member->leases;
    struct lease *lease = lease_add(member, node, batch->number, audit);
    if (lease == NULL)
        return false;
    lease->sent_ns = batch->now;
    lease->due_ns = batch->now + member->trip_ns + member_unit_ns(member) * (1 + before / member->capacity);
    member->farm->count.reissued += !audit && node->leased_before;
    node->leased_before = true;
    batch->end = message_put32(message_put32(batch->end, node->unit.number), node->unit.len);
    memcpy(batch->end, node->unit.bytes, node->unit.len);
    batch->end += node->unit.len;
    batch->count++;
    return true;
}

static bool batch_send(struct batch *batch)
{
    struct farm_member *member = batch->member;
    struct farm *farm = member->farm;
    size_t len = (size_t)(batch->end - farm->message);
    if (batch->count == 0)
        return false;
    uint8_t *body =
        message_head_write(farm->message, FARM_PROTOCOL, FARM_UNITS, farm->o.game, member->epoch, len - MESSAGE_HEAD);
    message_put32(message_put32(body, batch->number), batch->count);
    member_account(member, batch->now);
    member->batches++;
    if (member->since_ns == 0)
        member->since_ns = batch->now;
    member_send(member, farm->message, len);
    return true;
}

/* Sends up to `units` units. Returns false if none is left for the member. */
static bool issue_batch(struct farm_member *member, uint32_t units, int64_t now)
{
    struct batch batch;
    struct node *node;
    bool audit;
    batch_begin(&batch, member, now);
    while (batch.count < units && (node = unit_for(member, &audit)) != NULL)
        if (!batch_add(&batch, node, audit))
            break;
    return batch_send(&batch);
}

/* ---- second leases ---- */

/* A unit that another member has, and when its answer is expected. */
struct copied {
    struct node *node;
    int64_t expected_ns;
    bool audit;
    bool begun_here; /* a trusted member is working on it: it cannot be lost, and shares the processors */
};

static bool lease_may_be_copied(const struct farm *farm, const struct lease *lease)
{
    const struct node *node = lease->node;
    if (node == NULL || tree_beyond(farm, node))
        return false;
    return lease->audit ? node->audit && node->audit_copies < FARM_COPIES_MAX
                        : node->by == NULL && node->copies < FARM_COPIES_MAX;
}

static unsigned copied_gather(const struct farm *farm, struct copied *copied, int64_t now)
{
    unsigned count = 0;
    for (const struct farm_member *member = farm->members; member != NULL; member = member->next)
        for (unsigned i = 0; i < member->leases && count < COPIED_MAX; i++) {
            const struct lease *lease = &member->lease[i];
            int64_t late = now > lease->due_ns ? now - lease->due_ns : 0;
            if (lease_may_be_copied(farm, lease))
                copied[count++] = (struct copied){.node = lease->node,
                                                  .expected_ns = lease->due_ns + 2 * late,
                                                  .audit = lease->audit,
                                                  .begun_here = member->trusted && i < member->capacity};
        }
    return count;
}

/* Gives an idle processor the unit that is expected last, if the member would finish it earlier. */
static bool issue_copy(struct farm_member *member, struct copied *copied, unsigned count, int64_t now)
{
    struct copied *last = NULL;
    int64_t own_ns = now + member->trip_ns + member_unit_ns(member);
    for (unsigned i = 0; i < count; i++) {
        struct copied *at = &copied[i];
        if (at->node == NULL || at->expected_ns <= own_ns || (last != NULL && at->expected_ns <= last->expected_ns))
            continue;
        if (member->trusted ? at->begun_here : at->audit || member->farm->trusted_only)
            continue;
        if (!member_holds(member, at->node))
            last = at;
    }
    struct batch batch;
    batch_begin(&batch, member, now);
    if (last == NULL || !batch_add(&batch, last->node, last->audit))
        return false;
    last->node = NULL;
    return batch_send(&batch);
}

static bool has_idle_processor(const struct farm_member *member)
{
    return member->present && member->batches < member->capacity;
}

static void issue_copies(struct farm *farm, int64_t now)
{
    struct copied copied[COPIED_MAX];
    unsigned count = copied_gather(farm, copied, now);
    for (struct farm_member *member = farm->members; member != NULL && count > 0; member = member->next)
        while (has_idle_processor(member) && issue_copy(member, copied, count, now))
            ;
}

/* ---- all members ---- */

static uint32_t count_processors(const struct farm *farm)
{
    uint32_t count = 0;
    for (const struct farm_member *member = farm->members; member != NULL; member = member->next)
        count += member->present ? member->capacity : 0;
    return count;
}

/* Requests roots if fewer units wait than the members have room for. */
static void supply(struct farm *farm)
{
    uint64_t wanted = 0;
    for (const struct farm_member *member = farm->members; member != NULL; member = member->next) {
        int64_t full = (int64_t)BATCH_MS * NS_PER_MS / member_unit_ns(member) + 1;
        uint32_t units = full < BATCH_UNITS_MAX ? (uint32_t)full : BATCH_UNITS_MAX;
        unsigned batches = member->present ? batches_wanted(member, units) : 0;
        if (batches > member->batches)
            wanted += (uint64_t)(batches - member->batches) * units;
    }
    if (wanted > SUPPLY_MAX)
        wanted = SUPPLY_MAX;
    if (farm->supplied || wanted <= farm->waiting.count || tree_bound(farm) != NULL)
        return;
    farm->supplied = !farm->o.job->supply(farm->o.self, farm, (unsigned)(wanted - farm->waiting.count));
}

void issue_units(struct farm *farm, int64_t now)
{
    uint32_t processors = count_processors(farm);
    if (processors == 0)
        return;
    supply(farm);
    for (int ahead = 0; ahead < 2; ahead++) /* first a batch for each processor, then those ahead */
        for (struct farm_member *member = farm->members; member != NULL; member = member->next) {
            uint32_t units = batch_units(member, processors);
            unsigned batches = ahead ? batches_wanted(member, units) : member->capacity;
            while (member->present && member->batches < batches && issue_batch(member, units, now))
                ;
        }
    issue_copies(farm, now);
}

/* ---- deadlines ---- */

static int64_t silence_allowed_ns(const struct farm_member *member)
{
    int64_t lease_ns = member->farm->o.lease_ns, rounds = (member->leases + member->capacity - 1) / member->capacity;
    int64_t unknown_ms = member->farm->o.job->unit_ms > UNKNOWN_MS ? member->farm->o.job->unit_ms : UNKNOWN_MS;
    if (member->leases > 0 && member->unit_ns == 0)
        return lease_ns + unknown_ms * NS_PER_MS;
    return lease_ns + PATIENCE * (rounds * member_unit_ns(member) + member->trip_ns) * (member->leases > 0);
}

/* Checks one member. Returns the time of its next check. */
static int64_t member_check(struct farm_member *member, int64_t now)
{
    int64_t last = member->received_ns > member->ping_ns ? member->received_ns : member->ping_ns;
    int64_t ping_at = last + member->farm->o.lease_ns / PINGS;
    if (member->since_ns == 0 && now >= ping_at)
        member_ping(member, now);
    if (member->since_ns == 0)
        return ping_at;
    int64_t allowed = silence_allowed_ns(member), lost_at = member->since_ns + allowed;
    if (now < lost_at && (member->leases == 0 || now - member->lease[0].due_ns <= 2 * allowed))
        return lost_at;
    if (now < lost_at) { /* it answers, but not this: the message was lost */
        member_restart(member, now);
        return now;
    }
    member->credit.faults++;
    member_end(member, FARM_LOST, "it is silent");
    return INT64_MAX;
}

int64_t issue_check(struct farm *farm, int64_t now)
{
    int64_t next = INT64_MAX;
    bool idle = false, busy = false;
    for (struct farm_member *member = farm->members; member != NULL; member = member->next) {
        int64_t at = member->present && !member->trusted ? member_check(member, now) : INT64_MAX;
        next = at < next ? at : next;
        idle |= has_idle_processor(member);
        busy |= member->leases > 0;
    }
    int64_t retry = now + (int64_t)RETRY_MS * NS_PER_MS;
    return idle && busy && farm->state == FARM_RUNNING && retry < next ? retry : next;
}
