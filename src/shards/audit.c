/* Whom to believe.
 *
 * What can be seen in an answer itself is looked at always: each change is of the player that chance names at its tick,
 * in the member's own band, from the letter that stands there to one that is allowed. What cannot is whether it is the
 * change that the draw makes, or whether one was kept back: a share of the rounds is replayed here, the same window
 * against the same changes of the others, which costs some nanoseconds a tick. Nobody can guess which. The first that
 * differs quarantines its member for good. */
#include <stdio.h>
#include <string.h>

#include <base/log.h>

#include "conduct.h"

static const double share_of_kind[] = {
    [MEMBER_LOCAL] = 0, [MEMBER_PEER] = 0.1, [MEMBER_SERVER] = 0.1, [MEMBER_PHONE] = 1};

/* ---- what can be seen ---- */

/* Who moves at the at-th tick from here. */
static uint32_t mover(const struct conduct *c, uint32_t at)
{
    const struct game_rules *rules = c->playing.rules;
    struct chance chance = chance_at(c->seed, CHANCE_TICK, c->chain->tick + at);
    return rules->player[chance_below(chance.who, rules->players)];
}

const char *audit_read(struct conduct *c, struct band *band, const uint8_t *body, uint32_t len)
{
    const struct game_rules *rules = c->playing.rules;
    struct part *part = band->part;
    uint32_t played = message_u32(body + 8), count = message_u32(body + 12);
    uint8_t letter[GAME_CELLS_MAX];
    if (count > MESSAGE_EVENTS_MAX || len != MESSAGE_EVENTS_FIXED + (size_t)count * MESSAGE_EVENT)
        return "its answer cannot be read";
    if (played == 0 || played > c->window || (played < c->window && count < MESSAGE_EVENTS_MAX))
        return "it played other ticks than it was asked for";
    memcpy(letter, c->chain->state.letter, rules->cells);
    for (uint32_t i = 0; i < count; i++) {
        struct game_event event = message_event(body + MESSAGE_EVENTS_FIXED + (size_t)i * MESSAGE_EVENT);
        if (event.at >= played || (i > 0 && event.at <= part->event[i - 1].at))
            return "its changes are not in the order of their ticks";
        if (event.cell >= rules->cells || rules->row[event.cell] < band->row || rules->row[event.cell] >= band->row_end)
            return "it changed a cell that is not its own";
        if (event.to >= rules->side || !(rules->allowed[event.cell] >> event.to & 1) || event.to == event.from)
            return "it played a letter that is not allowed";
        if (event.cell != mover(c, event.at))
            return "it changed a cell out of turn";
        if (event.from != letter[event.cell])
            return "it changed a letter that does not stand there";
        letter[event.cell] = event.to;
        part->event[i] = event;
    }
    part->played = played;
    part->count = count;
    return NULL;
}

/* ---- what takes a replay ---- */

void audit_compute(struct conduct *c, struct band *band)
{
    struct part *part = band->part;
    uint32_t n = c->window;
    size_t count = chain_window(c->chain, &n, band->row, band->row_end, part->foreign, part->foreign_count, part->event,
                                MESSAGE_EVENTS_MAX);
    if (count == SIZE_MAX) { /* what was told has been read by audit_read(): it fits */
        nash_fail(c->playing.error, NASH_INTERNAL, "", "the changes that shards told do not fit together");
        c->failed = true;
        count = 0;
    }
    part->played = n;
    part->count = (uint32_t)count;
    part->trusted = true;
}

static double share(const struct conduct *c, const struct member *member)
{
    double asked = c->playing.play.audit;
    if (c->wary && member->kind != MEMBER_LOCAL)
        return 1;
    return asked >= 0 ? asked : share_of_kind[member->kind];
}

bool audit_holds(struct conduct *c, struct band *band)
{
    struct part *part = band->part;
    struct game_event *said = c->said;
    uint32_t played = part->played, count = part->count;
    part->trusted = band->member->kind == MEMBER_LOCAL;
    if (nash_rng_unit(&c->chance) >= share(c, band->member))
        return true;
    memcpy(said, part->event, count * sizeof *said);
    band->report.replayed++;
    audit_compute(c, band);
    return part->played == played && part->count == count && memcmp(said, part->event, count * sizeof *said) == 0;
}

/* ---- who is caught ---- */

void audit_quarantine(struct conduct *c, struct band *band, const char *why)
{
    struct member *member = band->member;
    uint64_t number = member->number;
    log_warn("shard member quarantined", "game=%u member=\"%s\" why=\"%s\"", c->game, member->name, why);
    if (c->caught_count < CAUGHT_MAX) {
        struct sudoku_quarantine *caught = &c->caught[c->caught_count++];
        snprintf(caught->member, sizeof caught->member, "%s", member->name);
        snprintf(caught->why, sizeof caught->why, "%s", why);
    }
    band->report.faults++;
    /* Before anybody else gets the band: it may be leased from another state. */
    if (c->chain != NULL && trajectory_has_unproved(c, number) && !trajectory_prove(c))
        c->disturbed = true;
    roster_ban(member, why);
    lease_end(c, band, "quarantined", ROSTER_NOT_NEEDED, true);
    if (c->disturbed)
        lease_all(c);
}
