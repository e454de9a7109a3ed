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

/* Sends the change to the members that did not make it. The member that has the token next receives the change together
 * with its request. */
static void send_change(struct coordinator *c, const struct partition *mover)
{
    const struct partition *next = c->solved ? NULL : partition_to_move(c);
    for (unsigned i = 0; i < c->partitions; i++) {
        struct partition *partition = &c->partition[i];
        if (partition != mover && partition != next && partition->member != NULL && partition->answers_due < OWED_MAX)
            round_catch_up(c, partition);
    }
}

static void commit_tick(struct coordinator *c, struct partition *partition)
{
    struct round_part *part = partition->part;
    round_note_unproved(c);
    trajectory_commit(c, part->event, part->count, part->played);
    partition->report.changes += part->count;
    if (part->count > 0)
        send_change(c, partition);
}

static void token_begin(struct coordinator *c)
{
    for (unsigned i = 0; i < c->partitions; i++)
        c->partition[i].part->due = false;
}

/* Plays one tick. It is begun anew if the mirror is set back meanwhile. */
static int64_t token_step(struct coordinator *c)
{
    struct partition *partition = partition_to_move(c);
    int64_t next_ns = 0;
    if (!c->in_round) {
        if (c->solved || c->chain->tick >= c->playing.options.updates || coordinator_stopped(c))
            return MODE_OVER;
        token_begin(c);
        partition->part->due = true;
        round_begin(c, 1);
    }
    enum round_state state = round_step(c, &next_ns);
    if (state == ROUND_WAITS)
        return next_ns;
    if (state == ROUND_DONE)
        commit_tick(c, partition);
    report_progress(c);
    return 0;
}

const struct mode mode_token = {.patient = true, .begin = token_begin, .step = token_step};
