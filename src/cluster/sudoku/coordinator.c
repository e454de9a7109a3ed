/* The course of a game, from its problem to its answer. coordinator.h lists the parts; README.md of src/cluster has the
 * rules. */
#include "coordinator.h"

#include <stdio.h>
#include <string.h>

#include <base/secret.h>
#include <solvers/sudoku/stops.h>

bool coordinator_stopped(struct coordinator *c)
{
    c->run->clock_in = 0; /* called at most some thousand times a second: read the clock each time */
    return c->failed || nash_stop(c->run, SUDOKU_CHECK_GAME);
}

bool coordinator_step_is_over(const struct coordinator *c)
{
    return coordinator_now(c) >= c->step_end_ns;
}

struct credit_draw coordinator_draw(const struct coordinator *c)
{
    return (struct credit_draw){.heat = c->chain->heat,
                                .seed = c->seed,
                                .players = c->playing.rules->players,
                                .partitions = c->partitions,
                                .owner = c->credits->owner};
}

/* ---- the inbox ---- */

enum {
    INBOX_BATCH_MAX = 256, /* bounds the time between two checks of the deadlines */
    STEP_MS = 2            /* after this time other games get their turn */
};

static struct partition *partition_of(struct coordinator *c, const struct member *member)
{
    for (unsigned i = 0; i < c->partitions; i++)
        if (c->partition[i].member == member)
            return &c->partition[i];
    return NULL;
}

/* Handles REFUSED, or an answer that cannot be read: renews the lease, at most REFUSALS_MAX times for one member. */
static void partition_refused(struct coordinator *c, struct partition *partition, uint32_t why)
{
    lease_fault(c, partition);
    if (why == MESSAGE_OF_OTHER_VERSION)
        audit_quarantine(c, partition, "it speaks another version of the protocol");
    else if (why == MESSAGE_UNABLE || ++partition->refusals > REFUSALS_MAX)
        lease_end(c, partition, "unable", REGISTRY_SILENT, true);
    else
        lease_renew(c, partition);
}

static void partition_receive(struct coordinator *c, struct partition *partition, const struct inbox_message *received)
{
    const uint8_t *message = (const uint8_t *)received->message->data;
    size_t len = received->message->len;
    struct message_head head = {0};
    bool whole = message_head_read(&head, message, len);
    partition->received_ns = received->at_ns;
    partition->report.messages++;
    partition->report.bytes_in += len;
    if (!whole) {
        bool other = len >= MESSAGE_HEAD && message[1] != MESSAGE_VERSION;
        partition_refused(c, partition, other ? MESSAGE_OF_OTHER_VERSION : MESSAGE_MALFORMED);
        return;
    }
    if (head.game != c->game.number ||
        head.epoch != partition->epoch) { /* of another game, or of a lease that is over */
        lease_fault(c, partition);
        return;
    }
    if (head.type == MESSAGE_LEAVE) {
        lease_end(c, partition, "left", REGISTRY_SILENT, true);
        return;
    }
    if (head.type == MESSAGE_LEASED && partition->lease_ns != 0) {
        pace_echo(&c->pace, partition->index, partition->received_ns - partition->lease_ns);
        partition->lease_ns = 0;
    }
    partition->answers_due -= partition->answers_due > 0;
    partition->request_ns = partition->answers_due > 0 ? partition->received_ns : 0;
    if (head.type == MESSAGE_REFUSED)
        partition_refused(c, partition, head.len >= 4 ? message_u32(message + MESSAGE_HEAD) : 0);
    else if (head.type != MESSAGE_PONG && head.type != MESSAGE_LEASED)
        round_answered(c, partition, &head, message + MESSAGE_HEAD);
}

static void coordinator_handle(struct coordinator *c, struct inbox_message *received)
{
    struct partition *partition = partition_of(c, received->member);
    switch (received->type) {
    case INBOX_RECEIVED:
        registry_message_read(received->member);
        if (partition != NULL)
            partition_receive(c, partition, received);
        break;
    case INBOX_MEMBER_GONE:
        if (partition != NULL) {
            lease_fault(c, partition);
            lease_end(c, partition, "lost", REGISTRY_NOT_NEEDED, true);
        }
        break;
    case INBOX_MEMBER_JOINED:
        lease_accept_member(c, received->member);
        break;
    }
    inbox_message_free(received);
}

/* Handles the messages that have arrived, then checks the leases; stops when a member is convicted. */
static void coordinator_receive(struct coordinator *c)
{
    struct inbox_message *received;
    for (unsigned i = 0; i < INBOX_BATCH_MAX && c->convicted == NULL; i++) {
        if ((received = inbox_pop(&c->game.inbox, 0)) == NULL)
            break;
        coordinator_handle(c, received);
    }
    if (c->convicted == NULL)
        lease_check_all(c, coordinator_now(c));
}

/* ---- setting up ---- */

static const char *requested_name(const struct sudoku_options *play, unsigned i)
{
    return play->member != NULL ? play->member[i] : "local";
}

/* Divides the board into whole bands of boxes, as evenly as possible. */
static void partitions_init(struct coordinator *c)
{
    const struct sudoku_problem *p = c->playing.problem;
    unsigned bands = p->size / p->box_rows;
    for (unsigned i = 0; i < c->partitions; i++) {
        struct partition *partition = &c->partition[i];
        partition->index = i;
        partition->requested_member = requested_name(&c->playing.options, i);
        partition->row = i * bands / c->partitions * p->box_rows;
        partition->row_end = (i + 1) * bands / c->partitions * p->box_rows;
        for (unsigned row = partition->row; row < partition->row_end; row++)
            c->credits->owner_of_row[row] = (uint8_t)i;
        partition->report = (struct sudoku_shard_report){
            .row = partition->row, .row_end = partition->row_end, .kind = "local", .state = "waiting"};
    }
}

static enum nash_status out_of_memory(const struct coordinator *c)
{
    return nash_fail(c->playing.error, NASH_NOMEM, "", "a game of %u shards does not fit into the memory of this job",
                     c->playing.options.shards);
}

static enum nash_status coordinator_init(struct coordinator *c)
{
    struct nash_arena *arena = c->run->arena;
    c->mode = c->playing.options.mode == SUDOKU_MODE_TOKEN ? &mode_token : &mode_exact;
    c->partitions = c->playing.options.shards;
    c->partition = NASH_NEW(arena, struct partition, c->partitions);
    c->reports = NASH_NEW(arena, struct sudoku_shard_report, c->partitions);
    c->past = NASH_NEW(arena, struct game_event, PAST_MAX);
    c->credits = NASH_NEW(arena, struct credits, 1);
    if (c->partition == NULL || c->reports == NULL || c->past == NULL || c->credits == NULL || !trajectory_new(c) ||
        !rear_new(c))
        return out_of_memory(c);
    pace_init(&c->pace, c->partitions,
              c->playing.options.pace == SUDOKU_PACE_SHARE  ? PACE_ALWAYS_SHARE
              : c->playing.options.pace == SUDOKU_PACE_LEAD ? PACE_ALWAYS_LEAD
                                                            : PACE_MEASURED);
    credits_init(c->credits, c->playing.rules->cells);
    partitions_init(c);
    for (unsigned i = 0; i < c->partitions; i++)
        if ((c->partition[i].part = NASH_NEW(arena, struct round_part, 1)) == NULL)
            return out_of_memory(c);
    return NASH_OK;
}

enum nash_status coordinator_check(const void *problem, struct cluster *cluster, struct nash_error *error)
{
    const struct sudoku_options *play = ((const struct sudoku_problem *)problem)->options;
    return cluster_check_members(cluster, play->member, play->shards, "/shards", error);
}

/* ---- the course ---- */

static unsigned count_unassigned(const struct coordinator *c)
{
    unsigned count = 0;
    for (unsigned i = 0; i < c->partitions; i++)
        count += c->partition[i].member == NULL;
    return count;
}

/* Leases the partitions to members that are available. */
static void gather_begin(struct coordinator *c)
{
    c->phase = PHASE_GATHER;
    c->gather_until_ns = coordinator_now(c) + c->playing.options.wait_ms * ns_per_ms;
    c->gathering = true;
    lease_fill_all(c);
    lease_request_phones(c);
}

/* Waits up to wait_ms for phones that are missing. Returns the time of the next step, 0: at once. */
static int64_t gather_step(struct coordinator *c)
{
    int64_t now_ns = coordinator_now(c), next_ns = now_ns + LISTEN_MS * ns_per_ms;
    if (count_unassigned(c) > 0 && now_ns < c->gather_until_ns && !coordinator_stopped(c)) {
        report_progress(c);
        return next_ns < c->gather_until_ns ? next_ns : c->gather_until_ns;
    }
    c->gathering = false;
    lease_fill_all(c);
    c->phase = PHASE_PLAY;
    c->mode->begin(c);
    return 0;
}

/* Goes on after a run: the game is over, or its next run begins, or this run goes on. held: false if the proof has set
 * the run back to the state from which it goes on. */
static void run_over(struct coordinator *c, bool held)
{
    if (c->solved || coordinator_stopped(c) || (held && c->run_number == c->playing.options.restarts)) {
        c->phase = PHASE_OVER;
        return;
    }
    if (held) {
        c->run_number++;
        trajectory_begin(c);
    }
    lease_renew_all(c);
    c->phase = PHASE_PLAY;
    c->mode->begin(c);
}

/* Continues the mode's run. After it the unproved rounds are replayed, unless the request's `audit` is 0. */
static int64_t play_step(struct coordinator *c)
{
    int64_t next_ns = c->mode->step(c);
    c->run_goes_on = next_ns == MODE_PROVE;
    if (next_ns != MODE_OVER && next_ns != MODE_PROVE)
        return next_ns;
    if (c->playing.options.audit == 0) {
        run_over(c, true);
    } else {
        c->phase = PHASE_PROVE;
        c->suspect = trajectory_suspect(c);
        trajectory_replay(c);
    }
    return 0;
}

/* Continues the replay after a run. If it differs, quarantines the member whose rounds it was. */
static void prove_step(struct coordinator *c)
{
    enum replay_state state = trajectory_replay_step(c);
    if (state == REPLAY_RUNS)
        return;
    c->audit_all = c->audit_all || state == REPLAY_DIFFERS;
    for (unsigned i = 0; c->suspect != 0 && state == REPLAY_DIFFERS && i < c->partitions; i++)
        if (c->partition[i].member != NULL && c->partition[i].member->number == c->suspect)
            audit_quarantine(c, &c->partition[i], "a replay of its rounds differs");
    if (c->run_goes_on)
        c->phase = PHASE_PLAY;
    else
        run_over(c, state == REPLAY_HELD);
    if (c->run_goes_on && state != REPLAY_HELD)
        lease_renew_all(c);
}

/* Does the next part of the game's work. Returns the time of the next step; 0: there is more to do. */
static int64_t coordinator_advance(struct coordinator *c)
{
    if (c->convicted != NULL) {
        audit_continue(c);
        return 0;
    }
    if (c->phase == PHASE_PROVE) {
        prove_step(c);
        return 0;
    }
    coordinator_receive(c);
    if (c->convicted != NULL)
        return 0;
    return c->phase == PHASE_GATHER ? gather_step(c) : play_step(c);
}

int64_t coordinator_step(struct cluster_game *game)
{
    struct coordinator *c = (struct coordinator *)game;
    c->step_end_ns = coordinator_now(c) + STEP_MS * ns_per_ms;
    int64_t next_ns = 0;
    while (next_ns == 0 && c->phase != PHASE_OVER) {
        next_ns = coordinator_advance(c);
        if (next_ns == 0 && c->phase != PHASE_OVER && coordinator_step_is_over(c))
            return 0;
    }
    return c->phase == PHASE_OVER ? CLUSTER_GAME_OVER : next_ns;
}

/* ---- begin and end ---- */

static enum nash_status coordinator_open(struct coordinator *c, struct cluster_host *host)
{
    enum nash_status status = coordinator_init(c);
    if (status == NASH_OK)
        status = coordinator_check(c->playing.problem, host->cluster, c->playing.error);
    if (status != NASH_OK)
        return status;
    uint64_t secret = host->cluster->options.chance;
    if (secret == 0)
        secret_random(&secret, sizeof secret);
    nash_rng_seed(&c->chance, secret);
    c->rear.salt = nash_rng_next(&c->chance);
    c->lease_ns = host->cluster->options.lease_ms * ns_per_ms;
    cluster_game_enter(&c->game, host);
    for (uint32_t player = 0; player < c->playing.rules->players; player++)
        c->credits->owner[player] = c->credits->owner_of_row[c->playing.rules->row[c->playing.rules->player[player]]];
    trajectory_begin(c);
    gather_begin(c);
    return NASH_OK;
}

enum nash_status coordinator_begin(const void *problem, struct nash_run *run, struct nash_result *result,
                                   struct nash_error *error, struct cluster_game **game)
{
    struct cluster_host *host = run->host;
    struct coordinator *c = NASH_NEW(run->arena, struct coordinator, 1);
    bool settled = false;
    if (c == NULL)
        return nash_fail(error, NASH_NOMEM, "", "a game does not fit into the memory of this job");
    c->game.program = &sudoku_program;
    c->run = run;
    c->start_ns = cluster_now(host->cluster);
    enum nash_status status = sudoku_game_setup(&c->playing, problem, run->seed, run->arena, &settled, error);
    result->answer = c->playing.answer;
    result->final = true;
    if (status == NASH_OK && settled)
        c->playing.answer->statistics.solve_us = (uint64_t)(cluster_now(host->cluster) - c->start_ns) / 1000;
    if (status != NASH_OK || settled)
        return status;
    status = coordinator_open(c, host);
    *game = status == NASH_OK ? &c->game : NULL;
    return status;
}

/* Sends the last changes to all members, so that they can show the solution. */
static void send_solution(struct coordinator *c)
{
    for (unsigned i = 0; c->solved && i < c->partitions; i++)
        if (c->partition[i].member != NULL)
            round_catch_up(c, &c->partition[i]);
}

static void coordinator_leave(struct coordinator *c)
{
    cluster_game_leave(&c->game);
    lease_release(c);
    cluster_game_release(&c->game);
}

enum nash_status coordinator_end(struct cluster_game *game, struct nash_result *result, struct nash_error *error)
{
    struct coordinator *c = (struct coordinator *)game;
    (void)error; /* c->playing.error is the same */
    send_solution(c);
    bool stopped = coordinator_stopped(c);
    report_pace(c);
    coordinator_leave(c);
    if (c->failed)
        return c->playing.error->status;
    report_fill(c);
    enum nash_status status =
        sudoku_game_end(&c->playing, c->at->value, stopped ? SUDOKU_CUT_OFF : SUDOKU_ENDED, result);
    if (status == NASH_OK)
        c->playing.answer->statistics.solve_us = (uint64_t)(coordinator_now(c) - c->start_ns) / 1000;
    return status;
}

void coordinator_describe(const struct cluster_game *game, struct nash_jsonw *out)
{
    const struct coordinator *c = (const struct coordinator *)game;
    nash_jsonw_kuint(out, "size", c->playing.problem->size);
    nash_jsonw_kstring(out, "mode", sudoku_mode_names[c->playing.options.mode]);
}
