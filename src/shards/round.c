/* A round: each band that is due plays the same window against what it is told of the others.
 *
 * Its member is asked once. When it has not answered after twice the time that 95 of 100 rounds took, or still owes the
 * answer of a round before, the hub computes the part itself from its mirror: the first answer counts, and both would
 * be the same. So no member can hold up a game, and none is waited for longer than others mostly need. */
#include <string.h>

#include <base/clock.h>

#include "conduct.h"

enum { HEDGE_FIRST = 4, HEDGE_LEAST_MS = 5, ROUNDS_BETWEEN = 16 }; /* HEDGE_FIRST: as part of a lease */

/* What is committed since the band's tick, as events counted from there; false: it lags too far behind. */
static bool missed_by(const struct conduct *c, const struct band *band, struct game_event *event, uint32_t *count)
{
    uint64_t from = band->stands_at;
    unsigned first = c->past_count;
    *count = 0;
    if (from < c->past_since || c->chain->tick - from > UINT32_MAX)
        return false;
    while (first > 0 && c->past[first - 1].tick >= from)
        first--;
    if (c->past_count - first > MESSAGE_EVENTS_MAX)
        return false;
    for (; first < c->past_count; first++) {
        const struct past_event *past = &c->past[first];
        event[(*count)++] = (struct game_event){
            .at = (uint32_t)(past->tick - from), .cell = past->cell, .from = past->from, .to = past->to};
    }
    return true;
}

static uint8_t *put_events(uint8_t *p, const struct game_event *event, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        p = message_put_event(p, &event[i]);
    return p;
}

static void send_round(struct conduct *c, struct band *band, uint32_t n)
{
    struct game_event *missed = c->missed;
    uint8_t *message = c->message;
    const struct part *part = band->part;
    uint32_t count;
    if (!missed_by(c, band, missed, &count)) {
        lease_renew(c, band); /* which asks again */
        return;
    }
    size_t len = MESSAGE_ROUND_FIXED + (size_t)(count + part->foreign_count) * MESSAGE_EVENT;
    uint8_t *p = message_head_write(message, MESSAGE_ROUND, c->game, band->epoch, len);
    p = message_put64(message_put64(p, band->stands_at), c->chain->tick);
    p = message_put32(message_put32(p, n), count);
    p = message_put32(message_put32(p, part->foreign_count), 0);
    p = put_events(put_events(p, missed, count), part->foreign, part->foreign_count);
    band->stands_at = c->chain->tick;
    band->report.rounds++;
    lease_send(band, message, (size_t)(p - message), true);
}

void round_catch_up(struct conduct *c, struct band *band)
{
    struct game_event *missed = c->missed;
    uint8_t *message = c->message;
    uint32_t count;
    if (!missed_by(c, band, missed, &count)) {
        lease_renew(c, band);
        return;
    }
    size_t len = MESSAGE_COMMIT_FIXED + (size_t)count * MESSAGE_EVENT;
    uint8_t *p = message_head_write(message, MESSAGE_COMMIT, c->game, band->epoch, len);
    p = message_put64(message_put64(p, band->stands_at), c->chain->tick);
    p = message_put32(message_put32(p, count), 0);
    p = put_events(p, missed, count);
    band->stands_at = c->chain->tick;
    lease_send(band, message, (size_t)(p - message), true);
}

/* ---- the hub's own ---- */

static void compute(struct conduct *c, struct band *band)
{
    audit_compute(c, band);
    band->part->done = true;
}

static void hedge(struct conduct *c, struct band *band)
{
    band->report.hedged++;
    compute(c, band);
}

static void ask(struct conduct *c, struct band *band)
{
    struct part *part = band->part;
    part->done = part->trusted = false;
    part->asked_ns = clock_mono_ns();
    if (band->member == NULL) {
        compute(c, band);
    } else if (band->owes_round && !c->mode->patient) {
        hedge(c, band);
    } else if (!band->owes_round) { /* else it is asked when it has answered */
        band->owes_round = true;
        band->round_tick = c->chain->tick;
        band->round_ns = clock_mono_ns();
        send_round(c, band, c->window);
    }
}

static bool is_waiting(const struct band *band)
{
    return band->part->due && !band->part->done;
}

/* The members that take too long. Returns when to look again. */
static int64_t look(struct conduct *c, int64_t now_ns)
{
    int64_t next_ns = now_ns + LISTEN_MS * ns_per_ms;
    for (unsigned i = 0; i < c->bands; i++) {
        struct band *band = &c->band[i];
        int64_t at_ns = band->part->asked_ns + c->hedge_ns;
        if (!is_waiting(band))
            continue;
        if (now_ns >= at_ns)
            hedge(c, band);
        else if (at_ns < next_ns)
            next_ns = at_ns;
    }
    return next_ns;
}

static bool all_done(const struct conduct *c)
{
    for (unsigned i = 0; i < c->bands; i++)
        if (is_waiting(&c->band[i]))
            return false;
    return true;
}

static void learn_pace(struct conduct *c)
{
    if (c->hedge_ns == 0)
        c->hedge_ns = c->lease_ns / HEDGE_FIRST;
    if (c->trips.count < TRIPS || c->round % ROUNDS_BETWEEN != 0)
        return;
    c->hedge_ns = 2 * trips_p95_ns(&c->trips);
    if (c->hedge_ns < HEDGE_LEAST_MS * ns_per_ms)
        c->hedge_ns = HEDGE_LEAST_MS * ns_per_ms;
}

bool round_play(struct conduct *c, uint32_t n)
{
    c->window = n;
    c->round++;
    learn_pace(c);
    c->disturbed = false;
    conduct_listen(c, 0); /* who has answered meanwhile can be asked again */
    if (c->disturbed)
        return false;
    c->in_round = true;
    for (unsigned i = 0; i < c->bands; i++)
        if (c->band[i].part->due)
            ask(c, &c->band[i]);
    while (!c->disturbed && !all_done(c) && !conduct_stopped(c)) {
        int64_t next_ns = look(c, clock_mono_ns());
        if (!all_done(c))
            conduct_listen(c, next_ns);
    }
    c->in_round = false;
    c->playing.course->exchanges++;
    return !c->disturbed && all_done(c);
}

void round_leased(struct conduct *c, struct band *band)
{
    band->owes_round = false;
    if (c->in_round && !c->disturbed && is_waiting(band))
        ask(c, band);
}

/* ---- answers ---- */

static void timed(struct conduct *c, struct band *band)
{
    int64_t took_ns = band->heard_ns - band->round_ns;
    trips_add(&c->trips, took_ns);
    trips_add(&band->trips, took_ns);
    band->seconds_ns += took_ns;
}

void round_answered(struct conduct *c, struct band *band, const struct message_head *head, const uint8_t *body)
{
    if (head->type != MESSAGE_EVENTS)
        return;
    uint64_t tick = head->len >= MESSAGE_EVENTS_FIXED ? message_u64(body) : UINT64_MAX;
    if (!band->owes_round || tick != band->round_tick) { /* said twice, or nothing that was asked */
        band->report.faults++;
        return;
    }
    timed(c, band);
    band->owes_round = false;
    if (!c->in_round || c->disturbed || !is_waiting(band)) /* the hub has played it meanwhile */
        return;
    if (tick != c->chain->tick) { /* that was of a round before */
        ask(c, band);
        return;
    }
    const char *why = audit_read(c, band, body, head->len);
    if (why == NULL && !audit_holds(c, band))
        why = "a replay of its round came out otherwise";
    if (why != NULL)
        audit_quarantine(c, band, why);
    else
        band->part->done = true;
}
