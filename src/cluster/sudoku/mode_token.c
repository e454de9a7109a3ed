/* The mode `token`: the protocol of the patent (src/solvers/sudoku/README.md). Chance draws the player of the next
 * tick. The shard that owns the player's row has the token and receives a request for this one tick. If a value
 * changes, the hub sends the change to every other shard. Nothing runs in parallel: the mode shows what such a game
 * costs in messages and time. */
#include "coordinator.h"

enum { OWED_MAX = 32 }; /* a member with so many requests to answer gets no changes before it has the token */

static struct partition *partition_to_move(struct coordinator *c)
{
    const struct game_rules *rules = c->playing.rules;
    struct chance chance = chance_at(c->seed, CHANCE_TICK, c->chain->tick);
    uint32_t row = rules->row[rules->player[chance_below(chance.who, rules->players)]];
    unsigned i = 0;
    while (row >= c->partition[i].row_end)
        i++;
    return &c->partition[i];
}

static void send_change(struct coordinator *c, const struct partition *mover)
{
    for (unsigned i = 0; i < c->partitions; i++) {
        struct partition *partition = &c->partition[i];
        if (partition != mover && partition->member != NULL && partition->answers_due < OWED_MAX)
            round_catch_up(c, partition);
    }
}

static void play_tick(struct coordinator *c)
{
    struct partition *partition = partition_to_move(c);
    struct round_part *part = partition->part;
    part->due = true;
    part->foreign_count = 0;
    if (round_play(c, 1)) {
        if (!part->trusted && partition->member != NULL)
            trajectory_unproved(c, partition->member->number);
        partition->report.updates += trajectory_commit(c, part->event, part->count, part->played);
        partition->report.changes += part->count;
        if (part->count > 0)
            send_change(c, partition);
    }
    part->due = false;
}

static void token_play(struct coordinator *c)
{
    for (unsigned i = 0; i < c->partitions; i++)
        c->partition[i].part->due = false;
    while (!c->solved && c->chain->tick < c->playing.options.updates && !coordinator_stopped(c)) {
        play_tick(c);
        report_progress(c);
    }
}

const struct mode mode_token = {
    .patient = true, .play = token_play, .answered = round_answered, .leased = round_leased};
