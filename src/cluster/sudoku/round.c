/* A round: each partition that is due plays the same window of ticks against the announced changes of the others.
 *
 * A member receives one request. If it is late (pace/pace.c), or still has an earlier round to answer, or is in the
 * rear, the hub computes the part itself from its mirror. The first answer counts; both would be the same. So no member
 * can hold up a game. In the mode token, where each tick has one player, a member is late after twice the 95th
 * percentile.
 */
#include <string.h>

#include "coordinator.h"

/* token: c->hedge_ns is 1 / HEDGE_FIRST of a lease at first; later it is updated every ROUNDS_BETWEEN rounds. */
enum { HEDGE_FIRST = 4, HEDGE_MIN_MS = 5, ROUNDS_BETWEEN = 16 };

/* Writes the changes committed since the partition's tick into event[*count], with `at` counted from that tick. Returns
 * false if the partition lags too far behind. */
static bool events_since(const struct coordinator *c, const struct partition *partition, struct game_event *event,
                         uint32_t *count)
{
    uint64_t from = partition->tick;
    unsigned first = c->past_count;
    *count = 0;
    if (from < c->past_since || c->chain->tick - from > UINT32_MAX)
        return false;
    while (first > 0 && trajectory_past_tick(c, first - 1) >= from)
        first--;
    if (c->past_count - first > MESSAGE_EVENTS_MAX)
        return false;
    for (; first < c->past_count; first++) {
        event[*count] = c->past[first];
        event[(*count)++].at = (uint32_t)(trajectory_past_tick(c, first) - from);
    }
    return true;
}

const struct game_event *round_next_announced(const struct coordinator *c, struct round_merge *merge, unsigned but)
{
    const struct game_event *first = NULL;
    unsigned from = 0;
    for (unsigned i = 0; i < c->partitions; i++) {
        const struct round_part *part = c->partition[i].part;
        if (i == but || merge->next[i] == part->announced_count)
            continue;
        const struct game_event *event = &part->announced[merge->next[i]];
        if (first == NULL || event->at < first->at) {
            first = event;
            from = i;
        }
    }
    if (first != NULL)
        merge->next[from]++;
    return first;
}

uint32_t round_foreign(const struct coordinator *c, const struct partition *partition, struct game_event *event)
{
    struct round_merge merge = {{0}};
    const struct game_event *next;
    uint32_t count = 0;
    while ((next = round_next_announced(c, &merge, partition->index)) != NULL && next->at < c->window)
        event[count++] = *next;
    return count;
}

static uint8_t *write_events(uint8_t *p, const struct game_event *event, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        p = message_put_event(p, &event[i]);
    return p;
}

static void send_round(struct coordinator *c, struct partition *partition, uint32_t n)
{
    struct game_event missed[MESSAGE_EVENTS_MAX], foreign[MESSAGE_EVENTS_MAX];
    uint8_t message[MESSAGE_MAX];
    uint32_t count, foreign_count = round_foreign(c, partition, foreign);
    if (!events_since(c, partition, missed, &count)) {
        lease_renew(c, partition); /* which sends the round again */
        return;
    }
    size_t len = MESSAGE_ROUND_FIXED + (size_t)(count + foreign_count) * MESSAGE_EVENT;
    uint8_t *p = protocol_head_write(message, MESSAGE_ROUND, c->game.number, partition->epoch, len);
    p = message_put64(message_put64(p, partition->tick), c->chain->tick);
    p = message_put32(message_put32(p, n), count);
    p = message_put32(message_put32(p, foreign_count), 0);
    p = write_events(write_events(p, missed, count), foreign, foreign_count);
    partition->tick = c->chain->tick;
    partition->asked = true;
    partition->report.rounds++;
    lease_send(partition, message, (size_t)(p - message), true);
}

void round_catch_up(struct coordinator *c, struct partition *partition)
{
    struct game_event missed[MESSAGE_EVENTS_MAX];
    uint8_t message[MESSAGE_MAX];
    uint32_t count;
    if (!events_since(c, partition, missed, &count)) {
        lease_renew(c, partition);
        return;
    }
    size_t len = MESSAGE_COMMIT_FIXED + (size_t)count * MESSAGE_EVENT;
    uint8_t *p = protocol_head_write(message, MESSAGE_COMMIT, c->game.number, partition->epoch, len);
    p = message_put64(message_put64(p, partition->tick), c->chain->tick);
    p = message_put32(message_put32(p, count), 0);
    p = write_events(p, missed, count);
    partition->asked = partition->asked && partition->tick == c->chain->tick;
    partition->tick = c->chain->tick;
    lease_send(partition, message, (size_t)(p - message), true);
}

/* ---- the hub plays a part ---- */

static void part_compute(struct coordinator *c, struct partition *partition)
{
    audit_compute(c, partition);
    partition->part->done = true;
}

static void part_hedge(struct coordinator *c, struct partition *partition)
{
    partition->report.hedged++;
    part_compute(c, partition);
}

/* Returns whether the partition's member can be asked: it is in the front, and nothing is in flight to it. */
static bool member_is_free(const struct coordinator *c, const struct partition *partition)
{
    return !partition->round_open &&
           (c->mode->patient || (pace_is_front(&c->pace, partition->index) && partition->opens == 0));
}

bool round_has_members(const struct coordinator *c)
{
    for (unsigned i = 0; i < c->partitions; i++)
        if (c->partition[i].member != NULL && member_is_free(c, &c->partition[i]))
            return true;
    return false;
}

/* Returns whether a round waits, for the usual time, for a member that has an earlier round to answer. */
static bool is_patient(const struct coordinator *c, const struct partition *partition)
{
    return c->mode->patient || (c->pace.wish == PACE_ALWAYS_SHARE && pace_is_front(&c->pace, partition->index));
}

static void part_request(struct coordinator *c, struct partition *partition)
{
    struct round_part *part = partition->part;
    part->done = part->trusted = false;
    part->request_ns = coordinator_now(c);
    if (partition->member == NULL) {
        part_compute(c, partition);
    } else if (member_is_free(c, partition)) {
        partition->round_open = true;
        partition->round_tick = c->chain->tick;
        partition->round_n = c->window;
        partition->round_ns = coordinator_now(c);
        send_round(c, partition, c->window);
    } else if (!is_patient(c, partition)) {
        if (partition->round_open)
            pace_late(&c->pace, partition->index, part->request_ns - partition->round_ns, part->request_ns);
        part_hedge(c, partition);
    } /* otherwise round_answered() sends the request after the earlier answer */
}

static bool part_is_open(const struct partition *partition)
{
    return partition->part->due && !partition->part->done;
}

/* Returns the time after which the hub computes a part itself. A thread of this server that is late is busy with other
 * messages; to compute its part here as well would take even more time from them. It cannot be lost, only its message,
 * for want of memory: so it is waited for as long as a lease. */
static int64_t hedge_delay_ns(const struct coordinator *c, const struct partition *partition)
{
    if (partition->member != NULL && partition->member->kind == MEMBER_LOCAL)
        return c->lease_ns;
    return c->mode->patient ? c->hedge_ns : pace_hedge_ns(&c->pace);
}

/* Computes the parts whose members take too long. Returns the time of the next check. */
static int64_t hedge_late_parts(struct coordinator *c, int64_t now_ns)
{
    int64_t next_ns = now_ns + LISTEN_MS * ns_per_ms;
    for (unsigned i = 0; i < c->partitions; i++) {
        struct partition *partition = &c->partition[i];
        if (!part_is_open(partition))
            continue;
        int64_t at_ns = partition->part->request_ns + hedge_delay_ns(c, partition);
        if (now_ns >= at_ns) {
            if (partition->round_open)
                pace_late(&c->pace, i, now_ns - partition->round_ns, now_ns);
            c->waits++;
            part_hedge(c, partition);
        } else if (at_ns < next_ns) {
            next_ns = at_ns;
        }
    }
    return next_ns;
}

static bool parts_are_done(const struct coordinator *c)
{
    for (unsigned i = 0; i < c->partitions; i++)
        if (part_is_open(&c->partition[i]))
            return false;
    return true;
}

static void update_hedge_delay(struct coordinator *c)
{
    if (c->hedge_ns == 0)
        c->hedge_ns = c->lease_ns / HEDGE_FIRST;
    if (c->trips.count < TRIPS || c->round % ROUNDS_BETWEEN != 0)
        return;
    c->hedge_ns = 2 * trips_p95_ns(&c->trips);
    if (c->hedge_ns < HEDGE_MIN_MS * ns_per_ms)
        c->hedge_ns = HEDGE_MIN_MS * ns_per_ms;
}

void round_begin(struct coordinator *c, uint32_t n)
{
    c->window = n;
    c->round++;
    c->round_ns = coordinator_now(c);
    update_hedge_delay(c);
    c->in_round = true;
    c->round_void = false;
    for (unsigned i = 0; i < c->partitions; i++)
        if (c->partition[i].part->due)
            part_request(c, &c->partition[i]);
}

enum round_state round_step(struct coordinator *c, int64_t *next_ns)
{
    if (!c->round_void && !parts_are_done(c) && !coordinator_stopped(c)) {
        *next_ns = hedge_late_parts(c, coordinator_now(c));
        if (!parts_are_done(c))
            return ROUND_WAITS;
    }
    bool done = !c->round_void && parts_are_done(c);
    c->in_round = c->round_void = false;
    c->playing.report->exchanges++;
    return done ? ROUND_DONE : ROUND_VOID;
}

void round_leased(struct coordinator *c, struct partition *partition)
{
    partition->round_open = false;
    rear_leased(c, partition);
    if (c->in_round && !c->round_void && part_is_open(partition))
        part_request(c, partition);
}

/* ---- answers ---- */

static void record_round_trip(struct coordinator *c, struct partition *partition)
{
    int64_t took_ns = partition->received_ns - partition->round_ns;
    trips_add(&c->trips, took_ns);
    trips_add(&partition->trips, took_ns);
    trips_add(&c->credits->account[partition->credit].trips, took_ns);
    partition->seconds_ns += took_ns;
    pace_answered(&c->pace, partition->index, took_ns, false, partition->received_ns);
}

/* Credits an answer to its member. late: the hub has computed the part meanwhile. */
static void credit_answer(struct coordinator *c, struct partition *partition, const uint8_t *body, bool late)
{
    uint32_t ticks[PARTITIONS_MAX], played = message_u32(body + 8);
    struct credit_draw draw = coordinator_draw(c);
    if (played > partition->round_n) /* false: audit_read() refuses it */
        return;
    credit_count_ticks(&draw, partition->round_tick, played, ticks);
    credits_computed(c->credits, partition->credit, ticks[partition->index]);
    c->credits->account[partition->credit].of.late += late;
}

void round_credit(struct coordinator *c, uint32_t n)
{
    uint32_t ticks[PARTITIONS_MAX];
    struct credit_draw draw = coordinator_draw(c);
    credit_count_ticks(&draw, c->chain->tick, n, ticks);
    for (unsigned i = 0; i < c->partitions; i++) {
        const struct round_part *part = c->partition[i].part;
        if (ticks[i] == 0)
            continue;
        credits_used(c->credits, part->by, ticks[i], part->replayed, part->trusted);
        if (part->by != CREDIT_HUB)
            c->partition[i].report.updates += ticks[i];
    }
}

void round_note_unproved(struct coordinator *c)
{
    for (unsigned i = 0; i < c->partitions; i++) {
        const struct round_part *part = c->partition[i].part;
        if (part->due && !part->trusted && part->by != CREDIT_HUB)
            trajectory_unproved(c, c->credits->account[part->by].number);
    }
}

/* Compares a late answer with the part that the hub has computed. */
static void compare_late_part(struct coordinator *c, struct partition *partition, const uint8_t *body, uint32_t len)
{
    const struct round_part *part = partition->part;
    uint32_t ticks[PARTITIONS_MAX], played = message_u32(body + 8), count = message_u32(body + 12);
    struct credit_draw draw = coordinator_draw(c);
    bool same =
        played == part->played && count == part->count && len == MESSAGE_EVENTS_FIXED + (size_t)count * MESSAGE_EVENT;
    for (uint32_t i = 0; same && i < count; i++) {
        struct game_event event = message_event(body + MESSAGE_EVENTS_FIXED + (size_t)i * MESSAGE_EVENT);
        same = memcmp(&event, &part->event[i], sizeof event) == 0;
    }
    if (!same) {
        const char *why = audit_fault(c, partition, body, len, c->chain->tick, c->window);
        audit_quarantine(c, partition, why != NULL ? why : "a replay of its round differs");
        return;
    }
    credit_count_ticks(&draw, c->chain->tick, played, ticks);
    credits_confirmed(c->credits, partition->credit, ticks[partition->index]);
}

void round_answered(struct coordinator *c, struct partition *partition, const struct message_head *head,
                    const uint8_t *body)
{
    if (head->type != MESSAGE_EVENTS)
        return;
    uint64_t tick = head->len >= MESSAGE_EVENTS_FIXED ? message_u64(body) : UINT64_MAX;
    if (!partition->round_open || tick != partition->round_tick) {
        rear_answered(c, partition, body, head->len);
        return;
    }
    bool late = !c->in_round || c->round_void || !part_is_open(partition) || tick != c->chain->tick;
    record_round_trip(c, partition);
    credit_answer(c, partition, body, late);
    partition->round_open = false;
    if (!c->in_round || c->round_void)
        return;
    if (!part_is_open(partition)) {
        if (tick == c->chain->tick) /* the hub has computed the same part */
            compare_late_part(c, partition, body, head->len);
        return;
    }
    if (tick != c->chain->tick) { /* the answer to an earlier round */
        part_request(c, partition);
        return;
    }
    const char *why = audit_read(c, partition, body, head->len);
    if (why == NULL && !audit_holds(c, partition))
        why = "a replay of its round differs";
    if (why != NULL)
        audit_quarantine(c, partition, why);
    else
        partition->part->done = true;
}
