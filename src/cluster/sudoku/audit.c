/* Checks of the answers of members.
 *
 * Every answer is checked without a replay: each change must be made by the player that is drawn for its tick, in the
 * member's own partition, from the value in the cell to an allowed value. This check does not find a wrong value that
 * is allowed, or a change that was left out. Therefore a share of the rounds is replayed here, the same window against
 * the same changes of the others, which costs some nanoseconds a tick. Members cannot predict which rounds are
 * replayed. The first difference quarantines the member for good. */
#include <stdio.h>
#include <string.h>

#include <base/log.h>

#include "coordinator.h"

/* Share of the rounds to replay, if the request does not set it. */
static const double share_of_kind[] = {
    [MEMBER_LOCAL] = 0, [MEMBER_PEER] = 0.1, [MEMBER_SERVER] = 0.1, [MEMBER_PHONE] = 1};

/* ---- checks without a replay ---- */

static struct game_event event_at(const uint8_t *body, uint32_t i)
{
    return message_event(body + MESSAGE_EVENTS_FIXED + (size_t)i * MESSAGE_EVENT);
}

/* Returns the cell that may change at this tick. */
static uint32_t player_at(const struct coordinator *c, uint64_t tick)
{
    const struct game_rules *rules = c->playing.rules;
    struct chance chance = chance_at(c->seed, CHANCE_TICK, tick);
    return rules->player[chance_below(chance.who, rules->players)];
}

const char *audit_fault(const struct coordinator *c, const struct partition *partition, const uint8_t *body,
                        uint32_t len, uint64_t tick, uint32_t n)
{
    const struct game_rules *rules = c->playing.rules;
    uint32_t played = message_u32(body + 8), count = message_u32(body + 12), least = 0;
    if (count > MESSAGE_EVENTS_MAX || len != MESSAGE_EVENTS_FIXED + (size_t)count * MESSAGE_EVENT)
        return "its answer cannot be read";
    if (played == 0 || played > n || (played < n && count < MESSAGE_EVENTS_MAX))
        return "it played other ticks than requested";
    for (uint32_t i = 0; i < count; i++) {
        struct game_event event = event_at(body, i);
        if (event.at >= played || event.at < least)
            return "its changes are not in the order of their ticks";
        least = event.at + 1;
        if (event.cell >= rules->cells || rules->row[event.cell] < partition->row ||
            rules->row[event.cell] >= partition->row_end)
            return "it changed a cell that is not its own";
        if (event.to >= rules->side || !(rules->allowed[event.cell] >> event.to & 1) || event.to == event.from)
            return "it played a value that is not allowed";
        if (event.cell != player_at(c, tick + event.at))
            return "it changed a cell out of turn";
    }
    return NULL;
}

const char *audit_read(struct coordinator *c, struct partition *partition, const uint8_t *body, uint32_t len)
{
    struct round_part *part = partition->part;
    uint32_t count = message_u32(body + 12);
    uint8_t value[GAME_CELLS_MAX];
    const char *why = audit_fault(c, partition, body, len, c->chain->tick, c->window);
    if (why != NULL)
        return why;
    memcpy(value, c->chain->state.value, c->playing.rules->cells);
    for (uint32_t i = 0; i < count; i++) {
        struct game_event event = event_at(body, i);
        if (event.from != value[event.cell])
            return "it changed a value that is not in the cell";
        value[event.cell] = event.to;
        part->event[i] = event;
    }
    part->played = message_u32(body + 8);
    part->count = count;
    part->by = partition->credit;
    return NULL;
}

/* ---- replays ---- */

void audit_compute(struct coordinator *c, struct partition *partition)
{
    struct round_part *part = partition->part;
    struct game_event foreign[MESSAGE_EVENTS_MAX];
    uint32_t n = c->window, foreign_count = round_foreign(c, partition, foreign);
    size_t count = chain_window(c->chain, &n, partition->row, partition->row_end, foreign, foreign_count, part->event,
                                MESSAGE_EVENTS_MAX);
    if (count == SIZE_MAX) { /* not possible: audit_read() has checked all announced changes */
        nash_fail(c->playing.error, NASH_INTERNAL, "", "the changes announced by shards do not fit together");
        c->failed = true;
        count = 0;
    }
    part->played = n;
    part->count = (uint32_t)count;
    part->trusted = true;
    part->replayed = false;
    part->by = CREDIT_HUB;
}

static double audit_share(const struct coordinator *c, const struct member *member)
{
    double asked = c->playing.options.audit;
    if (c->audit_all && member->kind != MEMBER_LOCAL)
        return 1;
    return asked >= 0 ? asked : share_of_kind[member->kind];
}

bool audit_holds(struct coordinator *c, struct partition *partition)
{
    struct round_part *part = partition->part;
    struct game_event answered[MESSAGE_EVENTS_MAX];
    uint32_t played = part->played, count = part->count;
    unsigned by = part->by;
    part->trusted = partition->member->kind == MEMBER_LOCAL;
    part->replayed = false;
    if (nash_rng_unit(&c->chance) >= audit_share(c, partition->member))
        return true;
    memcpy(answered, part->event, count * sizeof *answered);
    partition->report.replayed++;
    audit_compute(c, partition);
    part->by = by;
    part->replayed = true;
    return part->played == played && part->count == count &&
           memcmp(answered, part->event, count * sizeof *answered) == 0;
}

/* ---- quarantine ---- */

static void exclude_member(struct coordinator *c, struct partition *partition, const char *why)
{
    registry_quarantine(partition->member, why);
    lease_end(c, partition, "quarantined", REGISTRY_NOT_NEEDED, true);
    if (c->round_void)
        lease_renew_all(c);
}

void audit_quarantine(struct coordinator *c, struct partition *partition, const char *why)
{
    const struct member *member = partition->member;
    log_warn("shard member quarantined", "game=%u member=\"%s\" why=\"%s\"", c->game.number, member->name, why);
    if (c->quarantine == NULL)
        c->quarantine = NASH_NEW(c->run->arena, struct sudoku_quarantine, QUARANTINES_MAX);
    if (c->quarantine != NULL && c->quarantine_count < QUARANTINES_MAX) {
        struct sudoku_quarantine *quarantine = &c->quarantine[c->quarantine_count++];
        snprintf(quarantine->member, sizeof quarantine->member, "%s", member->name);
        snprintf(quarantine->why, sizeof quarantine->why, "%s", why);
    }
    lease_fault(c, partition);
    c->credits->account[partition->credit].of.wrong++;
    /* The proof comes before the next lease, which may then start from another state. */
    if (trajectory_has_unproved(c, member->number)) {
        c->convicted = partition;
        c->conviction = why;
        trajectory_replay(c);
    } else {
        exclude_member(c, partition, why);
    }
}

void audit_continue(struct coordinator *c)
{
    enum replay_state state = trajectory_replay_step(c);
    struct partition *partition = c->convicted;
    if (state == REPLAY_RUNS)
        return;
    c->convicted = NULL;
    if (state != REPLAY_HELD)
        c->round_void = true;
    exclude_member(c, partition, c->conviction);
}
