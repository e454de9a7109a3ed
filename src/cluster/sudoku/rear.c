/* The rear: members that confirm ticks which the hub has committed already.
 *
 * Committed ticks are cut into windows. A member in the rear receives a window as a ROUND: first the changes before it,
 * to commit, then the changes of the others within it. Its answer must equal the member's own changes in the window,
 * which the hub knows. So every answer is audited at no cost, and the first difference quarantines the member. Several
 * windows are in flight, because the next one does not depend on an answer, and nothing waits for them. A member that
 * cannot keep up misses windows: when the changes since its own tick are no longer kept, its lease is renewed at the
 * present tick.
 *
 * Threads of this server receive no windows: they would take their time from the hub. */
#include "rear.h"

#include <string.h>

#include "coordinator.h"

enum {
    CUT_EVENTS = 2048,   /* a window ends after so many changes, */
    CUT_TICKS = 1 << 22, /* after so many ticks, */
    CUT_MS = 20          /* or after this time */
};

bool rear_new(struct coordinator *c)
{
    uint32_t *ticks = NASH_NEW(c->run->arena, uint32_t, (size_t)REAR_WINDOWS * c->partitions);
    for (unsigned i = 0; ticks != NULL && i < REAR_WINDOWS; i++)
        c->rear.window[i].ticks = ticks + (size_t)i * c->partitions;
    return ticks != NULL;
}

void rear_restart(struct coordinator *c)
{
    c->rear.stale = true;
}

void rear_leased(struct coordinator *c, struct partition *partition)
{
    partition->opens = 0;
    partition->rear_next = c->rear.count;
}

static bool partition_is_rear(const struct coordinator *c, unsigned i)
{
    const struct member *member = c->partition[i].member;
    return member != NULL && member->kind != MEMBER_LOCAL &&
           (pace_play(&c->pace) == PACE_LEAD || !pace_is_front(&c->pace, i));
}

/* ---- windows ---- */

static struct rear_window *window_of(struct coordinator *c, uint64_t number)
{
    return &c->rear.window[number % REAR_WINDOWS];
}

static void window_cut(struct coordinator *c, uint64_t end, uint32_t events, int64_t now_ns)
{
    struct rear *rear = &c->rear;
    struct rear_window *window = window_of(c, rear->count++);
    window->tick = rear->tick;
    window->n = (uint32_t)(end - rear->tick);
    window->counted = false;
    rear->tick = end;
    rear->events -= events;
    rear->cut_ns = now_ns;
    pace_cut(&c->pace, now_ns);
}

/* Begins the next window at the present tick. */
static void skip_to_present(struct coordinator *c)
{
    c->rear.tick = c->chain->tick;
    c->rear.events = 0;
    c->rear.stale = false;
}

/* Cuts the windows that are due: no list of changes may exceed a message. */
static void cut_windows(struct coordinator *c, int64_t now_ns)
{
    struct rear *rear = &c->rear;
    uint64_t ticks = c->chain->tick - rear->tick;
    if (rear->stale || rear->events > c->past_count || ticks > UINT32_MAX) {
        skip_to_present(c);
        return;
    }
    while (rear->events > MESSAGE_EVENTS_MAX)
        window_cut(c, trajectory_past_tick(c, c->past_count - rear->events + MESSAGE_EVENTS_MAX - 1) + 1,
                   MESSAGE_EVENTS_MAX, now_ns);
    if (rear->events >= CUT_EVENTS || ticks >= CUT_TICKS || (ticks > 0 && now_ns - rear->cut_ns >= CUT_MS * ns_per_ms))
        window_cut(c, c->chain->tick, rear->events, now_ns);
}

/* ---- sending ---- */

/* Returns the index of the first kept change at `tick` or later. */
static unsigned past_index(const struct coordinator *c, uint64_t tick)
{
    unsigned low = 0, high = c->past_count;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (trajectory_past_tick(c, middle) < tick)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint64_t hash_event(uint64_t hash, const struct game_event *event)
{
    hash = (hash ^ ((uint64_t)event->at << 32 | (uint32_t)event->cell << 16 | (uint32_t)event->from << 8 | event->to)) *
           UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* Writes the changes of the ticks [from, end) at p, with `at` counted from `from`: without those of `own`, if it is not
 * NULL, which go into *open. Returns the address behind them; NULL if there are too many for a message. */
static uint8_t *write_past(const struct coordinator *c, uint64_t from, uint64_t end, const struct partition *own,
                           struct rear_open *open, uint8_t *p, uint32_t *count)
{
    *count = 0;
    for (unsigned i = past_index(c, from); i < c->past_count && trajectory_past_tick(c, i) < end; i++) {
        struct game_event event = c->past[i];
        uint32_t row = c->playing.rules->row[event.cell];
        event.at = (uint32_t)(trajectory_past_tick(c, i) - from);
        if (own != NULL && row >= own->row && row < own->row_end) {
            open->hash = hash_event(open->hash, &event);
            open->events++;
            continue;
        }
        if (++*count > MESSAGE_EVENTS_MAX)
            return NULL;
        p = message_put_event(p, &event);
    }
    return p;
}

/* Sends a window. Returns false if the changes since the member's tick are no longer kept, or too many. */
static bool window_send(struct coordinator *c, struct partition *partition, uint64_t number, int64_t now_ns)
{
    const struct rear_window *window = window_of(c, number);
    struct rear_open *open = &partition->open[partition->opens];
    uint8_t message[MESSAGE_MAX];
    uint32_t committed, foreign;
    if (partition->tick < c->past_since || window->tick - partition->tick > UINT32_MAX)
        return false;
    *open = (struct rear_open){
        .window = number, .tick = window->tick, .n = window->n, .hash = c->rear.salt, .sent_ns = now_ns};
    uint8_t *list = message + MESSAGE_HEAD + MESSAGE_ROUND_FIXED, *p = list;
    if ((p = write_past(c, partition->tick, window->tick, NULL, NULL, p, &committed)) == NULL)
        return false;
    p = write_past(c, window->tick, window->tick + window->n, partition, open, p,
                   &foreign); /* fits: see cut_windows() */
    uint8_t *head = protocol_head_write(message, MESSAGE_ROUND, c->game.number, partition->epoch,
                                        (size_t)(p - message) - MESSAGE_HEAD);
    head = message_put64(message_put64(head, partition->tick), window->tick);
    head = message_put32(message_put32(head, window->n), committed);
    message_put32(message_put32(head, foreign), 0);
    partition->tick = window->tick;
    partition->asked = true;
    partition->opens++;
    partition->report.rounds++;
    lease_send(partition, message, (size_t)(p - message), true);
    return true;
}

/* Sends the next windows to a member, as many as may be in flight. */
static void partition_send_windows(struct coordinator *c, struct partition *partition, int64_t now_ns)
{
    struct rear *rear = &c->rear;
    uint64_t oldest = rear->count > REAR_WINDOWS ? rear->count - REAR_WINDOWS : 0;
    if (partition->rear_next < oldest)
        partition->rear_next = oldest;
    while (partition->rear_next < rear->count && partition->opens < pace_open_max(&c->pace, partition->index)) {
        uint64_t number = partition->rear_next++;
        uint64_t tick = window_of(c, number)->tick;
        if (tick < partition->tick || (partition->asked && tick == partition->tick)) /* it played them in a round */
            continue;
        if (!window_send(c, partition, number, now_ns)) {
            if (partition->opens == 0)
                lease_renew(c, partition);
            partition->rear_next = rear->count;
            return;
        }
        if (++partition->rear_sent > rear->sent) {
            rear->sent = partition->rear_sent;
            c->playing.report->exchanges++;
        }
    }
}

void rear_advance(struct coordinator *c)
{
    int64_t now_ns = coordinator_now(c);
    unsigned count = 0;
    for (unsigned i = 0; i < c->partitions; i++)
        count += partition_is_rear(c, i);
    if (count == 0) {
        skip_to_present(c);
        return;
    }
    cut_windows(c, now_ns);
    for (unsigned i = 0; i < c->partitions; i++)
        if (partition_is_rear(c, i))
            partition_send_windows(c, &c->partition[i], now_ns);
}

/* ---- answers ---- */

/* Removes the open window of this tick, and those sent before it, whose answers are lost. Returns false if there is
 * none. */
static bool take_open(struct partition *partition, uint64_t tick, struct rear_open *open)
{
    for (unsigned i = 0; i < partition->opens; i++) {
        if (partition->open[i].tick != tick)
            continue;
        *open = partition->open[i];
        partition->opens -= i + 1;
        memmove(partition->open, partition->open + i + 1, partition->opens * sizeof *partition->open);
        return true;
    }
    return false;
}

static bool answer_is_right(const struct coordinator *c, const struct rear_open *open, const uint8_t *body,
                            uint32_t len)
{
    uint32_t played = message_u32(body + 8), count = message_u32(body + 12);
    uint64_t hash = c->rear.salt;
    if (played != open->n || count != open->events || len != MESSAGE_EVENTS_FIXED + (size_t)count * MESSAGE_EVENT)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        struct game_event event = message_event(body + MESSAGE_EVENTS_FIXED + (size_t)i * MESSAGE_EVENT);
        hash = hash_event(hash, &event);
    }
    return hash == open->hash;
}

/* Returns how many ticks of the window belong to the partition. */
static uint32_t window_ticks_of(struct coordinator *c, const struct rear_open *open, unsigned i)
{
    uint32_t ticks[PARTITIONS_MAX];
    struct credit_draw draw = coordinator_draw(c);
    struct rear_window *window = window_of(c, open->window);
    if (window->tick != open->tick || window->n != open->n) { /* the ring has gone on */
        credit_count_ticks(&draw, open->tick, open->n, ticks);
        return ticks[i];
    }
    if (!window->counted)
        credit_count_ticks(&draw, window->tick, window->n, window->ticks);
    window->counted = true;
    return window->ticks[i];
}

void rear_answered(struct coordinator *c, struct partition *partition, const uint8_t *body, uint32_t len)
{
    struct rear_open open;
    if (len < MESSAGE_EVENTS_FIXED || !take_open(partition, message_u64(body), &open)) {
        lease_fault(c, partition); /* a second answer, or one to no request */
        return;
    }
    partition->round_open = partition->round_open && open.tick < partition->round_tick; /* that answer is lost */
    uint32_t ticks = window_ticks_of(c, &open, partition->index);
    int64_t trip_ns = partition->received_ns - open.sent_ns;
    pace_answered(&c->pace, partition->index, trip_ns, true, partition->received_ns);
    trips_add(&partition->trips, trip_ns);
    trips_add(&c->credits->account[partition->credit].trips, trip_ns);
    partition->seconds_ns += trip_ns;
    credits_computed(c->credits, partition->credit, ticks);
    if (!answer_is_right(c, &open, body, len)) {
        const char *why = audit_fault(c, partition, body, len, open.tick, open.n);
        audit_quarantine(c, partition, why != NULL ? why : "a replay of its round differs");
        return;
    }
    partition->report.updates += ticks;
    partition->report.changes += open.events;
    credits_confirmed(c->credits, partition->credit, ticks);
}
