#include "member.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "tree.h"

enum {
    LEASES_FIRST = 16,
    REFUSALS_MAX = 16,     /* refusals and faults of a member without a valid answer between */
    UNITS_REMEMBERED = 64, /* units over which the time of a unit is averaged, about */
    TRIP_OUTLIER = 4,      /* a round trip counts at most as so many times the average, */
    TRIP_SHARE = 8,        /* and as 1/8 of the new average */
    GUESSES = 4            /* a unit is expected to take 1/4 of a lease before anything is known */
};

/* ---- messages ---- */

void member_send(struct farm_member *member, const uint8_t *message, size_t len)
{
    struct farm *farm = member->farm;
    farm->count.messages++;
    farm->count.bytes += len;
    farm->o.send(farm->o.context, member, message, len);
}

static void send_task(struct farm_member *member)
{
    struct farm *farm = member->farm;
    uint8_t *p = message_head_write(farm->message, FARM_PROTOCOL, FARM_TASK, farm->o.game, member->epoch,
                                    FARM_TASK_FIXED + farm->o.task_len);
    p = message_put16(message_put16(p, farm->o.job->work), 0);
    memcpy(p, farm->task, farm->o.task_len);
    member_send(member, farm->message, MESSAGE_HEAD + FARM_TASK_FIXED + farm->o.task_len);
}

void member_ping(struct farm_member *member, int64_t now)
{
    uint8_t message[MESSAGE_HEAD + 4];
    message_put32(message_head_write(message, FARM_PROTOCOL, MESSAGE_PING, member->farm->o.game, member->epoch, 4),
                  ++member->last_batch);
    member->ping_ns = now;
    if (member->since_ns == 0)
        member->since_ns = now;
    member_send(member, message, sizeof message);
}

static void send_bye(struct farm_member *member)
{
    uint8_t message[MESSAGE_HEAD];
    message_head_write(message, FARM_PROTOCOL, MESSAGE_BYE, member->farm->o.game, member->epoch, 0);
    member_send(member, message, sizeof message);
}

void farm_bye(struct farm *farm)
{
    for (struct farm_member *member = farm->members; member != NULL; member = member->next)
        if (member->present)
            send_bye(member);
}

/* ---- leases ---- */

struct lease *lease_add(struct farm_member *member, struct node *node, uint32_t batch, bool audit)
{
    if (member->leases == member->lease_room) {
        unsigned room = member->lease_room > 0 ? member->lease_room * 2 : LEASES_FIRST;
        struct lease *lease = realloc(member->lease, room * sizeof *lease);
        if (lease == NULL)
            return NULL;
        member->lease = lease;
        member->lease_room = room;
    }
    heap_remove(node);
    if (audit)
        node->audit_copies++;
    else
        node->copies++;
    struct lease *lease = &member->lease[member->leases++];
    *lease = (struct lease){.node = node, .number = node->unit.number, .batch = batch, .audit = audit};
    return lease;
}

void lease_remove(struct farm_member *member, unsigned i)
{
    struct lease lease = member->lease[i];
    memmove(&member->lease[i], &member->lease[i + 1], (--member->leases - i) * sizeof *member->lease);
    if (lease.node == NULL)
        return;
    if (lease.audit)
        lease.node->audit_copies--;
    else
        lease.node->copies--;
    tree_wait(member->farm, lease.node);
}

bool member_holds(const struct farm_member *member, const struct node *node)
{
    for (unsigned i = 0; i < member->leases; i++)
        if (member->lease[i].node == node)
            return true;
    return false;
}

void member_drop_leases(struct farm_member *member)
{
    while (member->leases > 0)
        lease_remove(member, member->leases - 1);
    member->batches = 0;
    member->since_ns = 0;
}

/* ---- joining and ending ---- */

void member_renew(struct farm_member *member, int64_t now)
{
    member_drop_leases(member);
    member->epoch = ++member->farm->epoch;
    member->ready = false;
    member->task_ns = member->received_ns = member->mark_ns = member->since_ns = now;
    member->state = "working";
    send_task(member);
}

void member_fault(struct farm_member *member)
{
    member->credit.faults++;
    if (++member->refusals > REFUSALS_MAX)
        member_end(member, FARM_LEFT, "it sends messages that cannot be read, or that nobody requested");
}

void member_restart(struct farm_member *member, int64_t now)
{
    member_fault(member);
    if (member->present)
        member_renew(member, now);
}

struct farm_member *farm_member_new(struct farm *farm, const struct farm_member_options *options)
{
    struct farm_member *member = calloc(1, sizeof *member);
    if (member == NULL)
        return NULL;
    snprintf(member->name, sizeof member->name, "%s", options->name);
    member->farm = farm;
    snprintf(member->kind, sizeof member->kind, "%s", options->kind);
    member->trusted = options->trusted;
    member->state = "done";
    *farm->members_end = member;
    farm->members_end = &member->next;
    return member;
}

/* Returns the record of a member of this name that has left; NULL if there is none. A member that comes and goes has
 * one record, so that the credit does not grow, and a lie of an earlier stay is still its own. */
static struct farm_member *member_of_earlier_stay(const struct farm *farm, const struct farm_member_options *options)
{
    struct farm_member *member = farm->members;
    while (member != NULL && (member->present || member == farm->stored || member->of_earlier_run ||
                              member->trusted != options->trusted || strcmp(member->name, options->name) != 0 ||
                              strcmp(member->kind, options->kind) != 0 || strcmp(member->state, "quarantined") == 0))
        member = member->next;
    return member;
}

struct farm_member *farm_join(struct farm *farm, const struct farm_member_options *options, int64_t now)
{
    struct farm_member *member = member_of_earlier_stay(farm, options);
    if (member == NULL && (member = farm_member_new(farm, options)) == NULL)
        return NULL;
    member->audit = options->audit;
    member->own = options->own;
    member->present = true;
    member->refusals = 0;
    farm_set_capacity(member, options->capacity);
    farm->count.members++;
    member_renew(member, now);
    return member;
}

static void member_remove(struct farm_member *member, const char *state)
{
    member->present = false;
    member->state = state;
    member->farm->count.members--;
    member_drop_leases(member);
    free(member->lease);
    member->lease = NULL;
    member->lease_room = 0;
}

void farm_leave(struct farm *farm, struct farm_member *member, int64_t now)
{
    (void)farm;
    if (!member->present)
        return;
    member_account(member, now);
    member_remove(member, "lost");
}

void member_end(struct farm_member *member, enum farm_end end, const char *why)
{
    static const char *const state[] = {
        [FARM_QUARANTINED] = "quarantined", [FARM_LOST] = "lost", [FARM_LEFT] = "left", [FARM_UNABLE] = "unable"};
    struct farm *farm = member->farm;
    if (!member->present)
        return;
    send_bye(member);
    member_remove(member, state[end]);
    farm->o.ended(farm->o.context, member, end, why);
}

void farm_set_capacity(struct farm_member *member, unsigned capacity)
{
    member->capacity = capacity > 0 ? capacity : 1;
}

const char *farm_member_name(const struct farm_member *member)
{
    return member->name;
}

void *farm_member_own(const struct farm_member *member)
{
    return member->own;
}

/* ---- measured times ---- */

void member_account(struct farm_member *member, int64_t now)
{
    unsigned busy = member->batches < member->capacity ? member->batches : member->capacity;
    member->busy_ns += busy * (now - member->mark_ns);
    member->mark_ns = now;
}

/* The batch took no longer than its response without the round trip, and no longer than the processors were busy since
 * the last answer. The first is right if the member had nothing else to do, the second if the batch waited its turn. */
void member_measure(struct farm_member *member, unsigned units, int64_t sent_ns, int64_t now)
{
    int64_t response_ns = now - sent_ns;
    member_account(member, now);
    if (response_ns < member->trip_ns)
        member->trip_ns = response_ns + 1;
    int64_t took_ns = response_ns - member->trip_ns;
    if (took_ns > member->busy_ns)
        took_ns = member->busy_ns;
    member->busy_ns = 0;
    member->core_ns += took_ns > 0 ? took_ns : 0;
    member->core_units += units;
    member->unit_ns = member->core_ns / (int64_t)member->core_units + 1;
    if (member->core_units >= UNITS_REMEMBERED) {
        member->core_units /= 2;
        member->core_ns /= 2;
    }
}

void member_measure_trip(struct farm_member *member, int64_t ns)
{
    int64_t old = member->trip_ns;
    if (old == 0) {
        member->trip_ns = ns + 1;
        return;
    }
    if (ns > old * TRIP_OUTLIER)
        ns = old * TRIP_OUTLIER;
    member->trip_ns = old + (ns - old) / TRIP_SHARE + 1;
}

int64_t member_unit_ns(const struct farm_member *member)
{
    int64_t sum = 0, count = 0;
    if (member->unit_ns > 0)
        return member->unit_ns;
    for (const struct farm_member *other = member->farm->members; other != NULL; other = other->next) {
        sum += other->unit_ns;
        count += other->unit_ns > 0;
    }
    return count > 0 ? sum / count : member->farm->o.lease_ns / GUESSES;
}
