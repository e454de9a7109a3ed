/* The mode `token`: the patent's own protocol. Chance names the player of the next tick; who has its row is asked for
 * this one tick, and when that changes a letter, everybody else is sent the change. Nothing is parallel: it shows what
 * such a game costs in messages and time. */
#include "conduct.h"

enum { OWED_MAX = 32 }; /* answers on their way of a member that is still sent changes: more wait for its next turn */

static struct band *owner(struct conduct *c)
{
    const struct game_rules *rules = c->playing.rules;
    struct chance chance = chance_at(c->seed, CHANCE_TICK, c->chain->tick);
    uint32_t row = rules->row[rules->player[chance_below(chance.who, rules->players)]];
    unsigned i = 0;
    while (row >= c->band[i].row_end)
        i++;
    return &c->band[i];
}

static void tell_others(struct conduct *c, const struct band *mover)
{
    for (unsigned i = 0; i < c->bands; i++) {
        struct band *band = &c->band[i];
        if (band != mover && band->member != NULL && band->owed < OWED_MAX)
            round_catch_up(c, band);
    }
}

static void pass(struct conduct *c)
{
    struct band *band = owner(c);
    struct part *part = band->part;
    part->due = true;
    part->foreign_count = 0;
    if (round_play(c, 1)) {
        if (!part->trusted && band->member != NULL)
            trajectory_unproved(c, band->member->number);
        band->report.updates += trajectory_commit(c, part->event, part->count, part->played);
        band->report.changes += part->count;
        if (part->count > 0)
            tell_others(c, band);
    }
    part->due = false;
}

static void token_play(struct conduct *c)
{
    for (unsigned i = 0; i < c->bands; i++)
        c->band[i].part->due = false;
    while (!c->solved && c->chain->tick < c->playing.play.updates && !conduct_stopped(c)) {
        pass(c);
        report_tell(c);
    }
}

const struct mode mode_token = {
    .patient = true, .play = token_play, .answered = round_answered, .leased = round_leased};
