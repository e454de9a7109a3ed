/* The mode `replicas`: each shard searches the whole board from values of its own, and the first solution ends the
 * game. Shards exchange nothing, so that no round trip slows them down; the time to a solution is the minimum over
 * several independent searches.
 *
 * A search runs in slices of about SLICE_MS, so that a member can be stopped and answers in time. The state of a search
 * after a number of moves follows from its seed alone. A solution is checked before it is accepted. */
#include <string.h>

#include <solvers/sudoku/verify/verify.h>

#include "coordinator.h"

enum {
    SLICE_MS = 75,
    SLICE_FIRST = 2000, /* moves of the first slice */
    SLICE_GROWTH = 4,   /* largest factor from one slice to the next */
    UPDATES_A_MOVE = 64 /* sap: factor for its first slice, in updates; most updates change nothing */
};

static uint8_t method_of(const struct coordinator *c)
{
    return c->playing.options.method == SUDOKU_METHOD_SAP ? MESSAGE_SAP : MESSAGE_TABU;
}

/* Begins the next run: run r of replica i has the seed of run r * replicas + i of the job. */
static void replica_begin(struct coordinator *c, struct partition *partition)
{
    partition->search.seed = sudoku_run_seed(c->playing.seed, partition->search.run * c->partitions + partition->index);
    partition->search.moves = partition->search.changes = 0;
    partition->search.begun = true;
    c->playing.report->runs++;
}

static void replica_request(struct coordinator *c, struct partition *partition)
{
    uint8_t message[MESSAGE_HEAD + MESSAGE_SEARCH_FIXED];
    uint32_t most = method_of(c) == MESSAGE_SAP ? MESSAGE_UPDATES_MAX : MESSAGE_MOVES_MAX;
    uint64_t left = c->playing.options.updates - partition->search.moves;
    uint32_t moves = partition->search.slice < most ? partition->search.slice : most;
    partition->search.asked = left < moves ? (uint32_t)left : moves;
    uint8_t *p = protocol_head_write(message, MESSAGE_SEARCH, c->game.number, partition->epoch, MESSAGE_SEARCH_FIXED);
    p = message_put32(message_put64(p, partition->search.seed), partition->search.asked);
    *p++ = method_of(c);
    memset(p, 0, 3);
    partition->round_open = true;
    partition->round_ns = coordinator_now(c);
    partition->report.rounds++;
    lease_send(partition, message, sizeof message, true);
}

/* Sends the open search to the member, which begins it anew. */
static void replicas_leased(struct coordinator *c, struct partition *partition)
{
    partition->round_open = false;
    partition->search.slice = method_of(c) == MESSAGE_SAP ? SLICE_FIRST * UPDATES_A_MOVE : SLICE_FIRST;
    partition->search.moves = partition->search.changes = 0;
    if (!partition->search.begun)
        replica_begin(c, partition);
    if (partition->member != NULL && !partition->search.over)
        replica_request(c, partition);
}

/* ---- answers ---- */

/* Sets the moves of the next slice so that it takes SLICE_MS. */
static void replica_adapt_slice(struct partition *partition, uint64_t moves, int64_t took_ns)
{
    double rate = (double)moves / (double)(took_ns > 0 ? took_ns : 1), wanted = rate * SLICE_MS * (double)ns_per_ms;
    double most = (double)partition->search.slice * SLICE_GROWTH;
    wanted = wanted > most ? most : wanted < SLICE_FIRST ? SLICE_FIRST : wanted;
    partition->search.slice = wanted < MESSAGE_UPDATES_MAX ? (uint32_t)wanted : MESSAGE_UPDATES_MAX;
}

static void replica_solved(struct coordinator *c, struct partition *partition, const uint8_t *value)
{
    uint8_t digit[GAME_CELLS_MAX]; /* values from 1, as in the problem */
    for (uint32_t cell = 0; cell < c->playing.rules->cells; cell++)
        digit[cell] = (uint8_t)(value[cell] + 1);
    if (!sudoku_is_solution(c->playing.problem, digit)) {
        audit_quarantine(c, partition, "its solution does not hold");
        return;
    }
    c->solved = true;
    game_begin(c->at, c->playing.rules, value);
}

static const char *replica_fault(const struct coordinator *c, const struct partition *partition,
                                 const struct message_head *head, const uint8_t *body)
{
    uint64_t moves = message_u64(body + 8), changes = message_u64(body + 16);
    uint32_t conflicts = message_u32(body + 24), fewest = message_u32(body + 28), cells = message_u32(body + 32);
    if ((cells != 0 && cells != c->playing.rules->cells) || head->len != MESSAGE_FOUND_FIXED + cells)
        return "its answer cannot be read";
    if (moves < partition->search.moves || moves - partition->search.moves > 2 * (uint64_t)partition->search.asked ||
        changes < partition->search.changes || changes > moves || fewest > conflicts ||
        (conflicts == 0) != (cells != 0))
        return "its counts do not fit together";
    return NULL;
}

static void replica_continue(struct coordinator *c, struct partition *partition)
{
    if (partition->search.moves >= c->playing.options.updates) {
        partition->search.over = partition->search.run++ == c->playing.options.restarts;
        if (!partition->search.over)
            replica_begin(c, partition);
    }
    if (!partition->search.over)
        replica_request(c, partition);
    else
        partition->report.state = "done";
}

static void replicas_answered(struct coordinator *c, struct partition *partition, const struct message_head *head,
                              const uint8_t *body)
{
    if (head->type != MESSAGE_FOUND)
        return;
    if (!partition->round_open || head->len < MESSAGE_FOUND_FIXED || message_u64(body) != partition->search.seed) {
        lease_fault(c, partition);
        return;
    }
    const char *why = replica_fault(c, partition, head, body);
    if (why != NULL) {
        audit_quarantine(c, partition, why);
        return;
    }
    uint64_t moves = message_u64(body + 8) - partition->search.moves;
    uint64_t changes = message_u64(body + 16) - partition->search.changes;
    int64_t took_ns = partition->received_ns - partition->round_ns;
    partition->round_open = false;
    partition->search.moves += moves;
    partition->search.changes += changes;
    partition->search.fewest = message_u32(body + 28);
    partition->report.updates += moves;
    partition->report.changes += changes;
    credits_computed(c->credits, partition->credit, moves);
    credits_used(c->credits, partition->credit, moves, false, true);
    partition->seconds_ns += took_ns;
    trips_add(&partition->trips, took_ns);
    trips_add(&c->credits->account[partition->credit].trips, took_ns);
    c->playing.report->updates += moves;
    c->playing.report->changes += changes;
    c->playing.report->exchanges++;
    replica_adapt_slice(partition, moves, took_ns);
    if (message_u32(body + 32) != 0)
        replica_solved(c, partition, body + MESSAGE_FOUND_FIXED);
    else
        replica_continue(c, partition);
}

/* ---- the course ---- */

static bool replicas_are_over(const struct coordinator *c)
{
    for (unsigned i = 0; i < c->partitions; i++)
        if (!c->partition[i].search.over)
            return false;
    return true;
}

/* Adds the fewest conflicts of any replica to the curve. */
static void replicas_point(struct coordinator *c)
{
    uint32_t fewest = UINT32_MAX;
    for (unsigned i = 0; i < c->partitions; i++)
        if (c->partition[i].search.moves > 0 && c->partition[i].search.fewest < fewest)
            fewest = c->partition[i].search.fewest;
    if (fewest == UINT32_MAX)
        return;
    c->playing.report->potential = -(int64_t)fewest;
    sudoku_game_add_point(&c->playing, c->playing.report->updates, c->playing.report->potential, false);
}

static bool no_member_is_there(const struct coordinator *c)
{
    for (unsigned i = 0; i < c->partitions; i++)
        if (c->partition[i].member != NULL)
            return false;
    return true;
}

static void replicas_begin(struct coordinator *c)
{
    (void)c; /* each partition begins when it is leased */
}

static int64_t replicas_step(struct coordinator *c)
{
    bool alone = no_member_is_there(c);
    if (c->solved || replicas_are_over(c) || coordinator_stopped(c))
        return MODE_OVER;
    if (alone)
        trajectory_play(c, UINT64_MAX);
    else
        replicas_point(c);
    report_progress(c);
    return alone ? 0 : coordinator_now(c) + LISTEN_MS * ns_per_ms;
}

const struct mode mode_replicas = {
    .begin = replicas_begin, .step = replicas_step, .answered = replicas_answered, .leased = replicas_leased};
