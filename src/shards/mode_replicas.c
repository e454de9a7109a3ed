/* The mode `replicas`: each shard searches the whole board from a beginning of its own, and the first solution ends the
 * game. Shards need nothing of each other, so that no round trip slows them down; the time to a solution falls as the
 * least of several draws does.
 *
 * A search goes on in slices, as long as its member needs for SLICE_MS, so that it can be stopped and is heard from;
 * what it has found after so many moves follows from its seed alone. A solution is looked at before it is believed. */
#include <string.h>

#include <base/clock.h>

#include "conduct.h"

enum {
    SLICE_MS = 75,
    SLICE_FIRST = 2000,  /* moves */
    SLICE_GROWTH = 4,    /* at most, from one slice to the next */
    UPDATES_A_MOVE = 64, /* of sap, to begin with: most updates change nothing */
    ALONE = 1 << 18      /* ticks that the hub plays at once when nobody else is there */
};

static uint8_t method_of(const struct conduct *c)
{
    return c->playing.play.method == SUDOKU_METHOD_SAP ? MESSAGE_SAP : MESSAGE_TABU;
}

/* Run r of replica i is run r * replicas + i of the job. */
static void begin(struct conduct *c, struct band *band)
{
    band->search.seed = sudoku_run_seed(c->playing.seed, band->search.run * c->bands + band->index);
    band->search.moves = band->search.changes = 0;
    band->search.begun = true;
    c->playing.course->runs++;
}

static void ask(struct conduct *c, struct band *band)
{
    uint8_t message[MESSAGE_HEAD + MESSAGE_SEARCH_FIXED];
    uint32_t most = method_of(c) == MESSAGE_SAP ? MESSAGE_UPDATES_MAX : MESSAGE_MOVES_MAX;
    uint64_t left = c->playing.play.updates - band->search.moves;
    uint32_t moves = band->search.slice < most ? band->search.slice : most;
    band->search.asked = left < moves ? (uint32_t)left : moves;
    uint8_t *p = message_head_write(message, MESSAGE_SEARCH, c->game, band->epoch, MESSAGE_SEARCH_FIXED);
    p = message_put32(message_put64(p, band->search.seed), band->search.asked);
    *p++ = method_of(c);
    memset(p, 0, 3);
    band->owes_round = true;
    band->round_ns = clock_mono_ns();
    band->report.rounds++;
    lease_send(band, message, sizeof message, true);
}

/* Whoever has it now begins this search anew. */
static void replicas_leased(struct conduct *c, struct band *band)
{
    band->owes_round = false;
    band->search.slice = method_of(c) == MESSAGE_SAP ? SLICE_FIRST * UPDATES_A_MOVE : SLICE_FIRST;
    band->search.moves = band->search.changes = 0;
    if (!band->search.begun)
        begin(c, band);
    if (band->member != NULL && !band->search.over)
        ask(c, band);
}

/* ---- answers ---- */

/* So many moves that the next slice takes SLICE_MS. */
static void adapt(struct band *band, uint64_t moves, int64_t took_ns)
{
    double rate = (double)moves / (double)(took_ns > 0 ? took_ns : 1), wanted = rate * SLICE_MS * (double)ns_per_ms;
    double most = (double)band->search.slice * SLICE_GROWTH;
    wanted = wanted > most ? most : wanted < SLICE_FIRST ? SLICE_FIRST : wanted;
    band->search.slice = wanted < MESSAGE_UPDATES_MAX ? (uint32_t)wanted : MESSAGE_UPDATES_MAX;
}

static void solved(struct conduct *c, struct band *band, const uint8_t *letter)
{
    uint8_t value[GAME_CELLS_MAX];
    for (uint32_t cell = 0; cell < c->playing.rules->cells; cell++)
        value[cell] = (uint8_t)(letter[cell] + 1);
    if (!sudoku_holds(c->playing.problem, value)) {
        audit_quarantine(c, band, "what it gave as a solution is none");
        return;
    }
    c->solved = true;
    game_begin(c->at, c->playing.rules, letter);
}

static const char *fault_of(const struct conduct *c, const struct band *band, const struct message_head *head,
                            const uint8_t *body)
{
    uint64_t moves = message_u64(body + 8), changes = message_u64(body + 16);
    uint32_t conflicts = message_u32(body + 24), fewest = message_u32(body + 28), cells = message_u32(body + 32);
    if ((cells != 0 && cells != c->playing.rules->cells) || head->len != MESSAGE_FOUND_FIXED + cells)
        return "its answer cannot be read";
    if (moves < band->search.moves || moves - band->search.moves > 2 * (uint64_t)band->search.asked ||
        changes < band->search.changes || changes > moves || fewest > conflicts || (conflicts == 0) != (cells != 0))
        return "its counts do not fit together";
    return NULL;
}

static void next(struct conduct *c, struct band *band)
{
    if (band->search.moves >= c->playing.play.updates) {
        band->search.over = band->search.run++ == c->playing.play.restarts;
        if (!band->search.over)
            begin(c, band);
    }
    if (!band->search.over)
        ask(c, band);
    else
        band->report.state = "done";
}

static void replicas_answered(struct conduct *c, struct band *band, const struct message_head *head,
                              const uint8_t *body)
{
    if (head->type != MESSAGE_FOUND)
        return;
    if (!band->owes_round || head->len < MESSAGE_FOUND_FIXED || message_u64(body) != band->search.seed) {
        band->report.faults++;
        return;
    }
    const char *why = fault_of(c, band, head, body);
    if (why != NULL) {
        audit_quarantine(c, band, why);
        return;
    }
    uint64_t moves = message_u64(body + 8) - band->search.moves;
    uint64_t changes = message_u64(body + 16) - band->search.changes;
    int64_t took_ns = band->heard_ns - band->round_ns;
    band->owes_round = false;
    band->search.moves += moves;
    band->search.changes += changes;
    band->search.fewest = message_u32(body + 28);
    band->report.updates += moves;
    band->report.changes += changes;
    band->seconds_ns += took_ns;
    trips_add(&band->trips, took_ns);
    c->playing.course->updates += moves;
    c->playing.course->changes += changes;
    c->playing.course->exchanges++;
    adapt(band, moves, took_ns);
    if (message_u32(body + 32) != 0)
        solved(c, band, body + MESSAGE_FOUND_FIXED);
    else
        next(c, band);
}

/* ---- the course ---- */

static bool all_over(const struct conduct *c)
{
    for (unsigned i = 0; i < c->bands; i++)
        if (!c->band[i].search.over)
            return false;
    return true;
}

/* What the best of them has come to. */
static void point(struct conduct *c)
{
    uint32_t fewest = UINT32_MAX;
    for (unsigned i = 0; i < c->bands; i++)
        if (c->band[i].search.moves > 0 && c->band[i].search.fewest < fewest)
            fewest = c->band[i].search.fewest;
    if (fewest == UINT32_MAX)
        return;
    c->playing.course->potential = -(int64_t)fewest;
    sudoku_playing_point(&c->playing, c->playing.course->updates, c->playing.course->potential, false);
}

static bool nobody_is_there(const struct conduct *c)
{
    for (unsigned i = 0; i < c->bands; i++)
        if (c->band[i].member != NULL)
            return false;
    return true;
}

static void replicas_play(struct conduct *c)
{
    while (!c->solved && !all_over(c) && !conduct_stopped(c)) {
        conduct_listen(c, clock_mono_ns() + LISTEN_MS * ns_per_ms);
        if (!c->solved && nobody_is_there(c))
            trajectory_play(c, ALONE);
        else
            point(c);
        report_tell(c);
    }
}

const struct mode mode_replicas = {.play = replicas_play, .answered = replicas_answered, .leased = replicas_leased};
