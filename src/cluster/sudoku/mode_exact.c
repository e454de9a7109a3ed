/* The mode `exact`: one trajectory, played in parallel.
 *
 * In each round all partitions play the same window of ticks. Each partition receives the announced changes of the
 * others, which are their answers of the previous round, and answers with its own changes. The answers are final up to
 * and including the first tick at which the answer of some partition differs from what was announced for it: up to that
 * tick every partition had the right changes of the others, and only one player moves at a tick. The final ticks are
 * committed, the window moves on, and the answers for later ticks are announced in the next round. Each round commits
 * at least one change, so that the game ends. The seed determines everything: the trajectory is that of one process,
 * whichever members play.
 *
 * The window is a multiple of the ticks that recent rounds committed (pace/pace.c). A shorter window leaves out ticks
 * that would have been final; a longer one makes partitions compute ticks that will not be final.
 *
 * Where sharing rounds commits fewer ticks a second than the hub plays alone, the hub leads: it plays all players, and
 * the members confirm what it has played (rear.c). Both ways give the same trajectory. */
#include <limits.h>
#include <string.h>

#include "coordinator.h"

enum {
    LEAD_FIRST = 1 << 12, /* ticks that the hub plays between two looks into its inbox: at first, */
    LEAD_MIN = 1 << 10,
    LEAD_MAX = 1 << 18,
    LEAD_US = 500 /* later, so many as take this time */
};

/* Returns how many ticks, at most n, have announced changes of the other partitions that fit into a message. */
static uint32_t ticks_that_fit(const struct coordinator *c, unsigned partition, uint32_t n)
{
    struct round_merge merge = {{0}};
    const struct game_event *event;
    uint32_t count = 0;
    while ((event = round_next_announced(c, &merge, partition)) != NULL && event->at < n)
        if (count++ == MESSAGE_EVENTS_MAX)
            return event->at;
    return n;
}

/* Makes all parts due. Returns the number of ticks, at most n, for which each partition's message has room for the
 * announced changes of the others. */
static uint32_t announce_changes(struct coordinator *c, uint32_t n)
{
    uint32_t announced = 0;
    for (unsigned i = 0; i < c->partitions; i++) {
        c->partition[i].part->due = true;
        announced += c->partition[i].part->announced_count;
    }
    for (unsigned i = 0; i < c->partitions; i++)
        if (announced - c->partition[i].part->announced_count > MESSAGE_EVENTS_MAX)
            n = ticks_that_fit(c, i, n);
    return n;
}

/* Returns the first tick before `end` at which the answered changes differ from the announced ones; `end` if there is
 * none. */
static uint32_t first_difference(const struct round_part *part, uint32_t end)
{
    uint32_t i = 0;
    while (i < part->count && i < part->announced_count &&
           memcmp(&part->event[i], &part->announced[i], sizeof *part->event) == 0)
        i++;
    uint32_t played = i < part->count ? part->event[i].at : end,
             announced = i < part->announced_count ? part->announced[i].at : end;
    uint32_t first = played < announced ? played : announced;
    return first < end ? first : end;
}

/* Returns how many ticks of the window are final. */
static uint32_t final_ticks(const struct coordinator *c)
{
    uint32_t played = UINT32_MAX, first = UINT32_MAX;
    for (unsigned i = 0; i < c->partitions; i++)
        if (c->partition[i].part->played < played)
            played = c->partition[i].part->played;
    for (unsigned i = 0; i < c->partitions; i++) {
        uint32_t difference = first_difference(c->partition[i].part, played);
        if (difference < first)
            first = difference;
    }
    return first < played ? first + 1 : played;
}

/* Makes the answers of this round the announced changes of the next. */
static void announce_answers(struct coordinator *c)
{
    for (unsigned i = 0; i < c->partitions; i++) {
        struct round_part *part = c->partition[i].part;
        memcpy(part->announced, part->event, part->count * sizeof *part->announced);
        part->announced_count = part->count;
    }
}

/* Moves the window on by `ticks`: drops the announced changes before it and renumbers the rest. UINT32_MAX: drops
 * all. */
static void slide_window(struct coordinator *c, uint32_t ticks)
{
    for (unsigned i = 0; i < c->partitions; i++) {
        struct round_part *part = c->partition[i].part;
        uint32_t kept = 0;
        for (uint32_t j = 0; j < part->announced_count; j++) {
            if (part->announced[j].at < ticks)
                continue;
            part->announced[kept] = part->announced[j];
            part->announced[kept++].at -= ticks;
        }
        part->announced_count = kept;
    }
}

/* Commits the final ticks of this round. */
static void commit_final(struct coordinator *c)
{
    struct game_event final[MESSAGE_EVENTS_MAX];
    uint32_t ticks = final_ticks(c), done = 0;
    struct round_merge merge = {{0}};
    const struct game_event *event;
    size_t count = 0;
    round_note_unproved(c);
    announce_answers(c);
    while ((event = round_next_announced(c, &merge, UINT_MAX)) != NULL && event->at < ticks) {
        if (count == MESSAGE_EVENTS_MAX) { /* the rest is final again in the next round */
            ticks = event->at;
            break;
        }
        final[count++] = *event;
    }
    done = trajectory_commit(c, final, count, ticks);
    slide_window(c, done);
    unsigned answers = 0;
    for (unsigned i = 0; i < c->partitions; i++) {
        struct round_part *part = c->partition[i].part;
        if (part->by == CREDIT_HUB)
            continue;
        c->partition[i].report.changes += part->count - part->announced_count;
        answers++;
    }
    int64_t now_ns = coordinator_now(c);
    pace_round(&c->pace, done, now_ns - c->round_ns, answers, now_ns);
}

static uint32_t ticks_left(const struct coordinator *c, uint32_t n)
{
    uint64_t left = c->playing.options.updates - c->chain->tick;
    return left < n ? (uint32_t)left : n;
}

static void exact_begin(struct coordinator *c)
{
    slide_window(c, UINT32_MAX);
}

/* ---- leading ---- */

static uint32_t lead_ticks(const struct coordinator *c)
{
    double ticks = pace_led_rate(&c->pace) * LEAD_US / 1e6;
    return ticks == 0 ? LEAD_FIRST : ticks < LEAD_MIN ? LEAD_MIN : ticks < LEAD_MAX ? (uint32_t)ticks : LEAD_MAX;
}

/* The hub plays the next ticks of all players. The rounds that were shared before are proved first, so that the proof
 * goes on with the trajectory. */
static int64_t exact_lead(struct coordinator *c)
{
    if (c->playing.options.audit != 0 && !trajectory_is_proved(c))
        return MODE_PROVE;
    slide_window(c, UINT32_MAX);
    int64_t begun_ns = coordinator_now(c);
    uint64_t ticks = trajectory_play(c, ticks_left(c, lead_ticks(c)));
    int64_t now_ns = coordinator_now(c);
    pace_led(&c->pace, ticks, now_ns - begun_ns, now_ns);
    rear_advance(c);
    return 0;
}

/* ---- the course ---- */

static int64_t exact_step(struct coordinator *c)
{
    int64_t next_ns = 0;
    if (!c->in_round) {
        if (c->solved || c->chain->tick >= c->playing.options.updates || coordinator_stopped(c))
            return MODE_OVER;
        if (c->round_void) /* the mirror was set back between two rounds */
            slide_window(c, UINT32_MAX);
        c->round_void = false;
        pace_retry(&c->pace, coordinator_now(c));
        if (pace_play(&c->pace) == PACE_LEAD ||
            (c->pace.wish != PACE_ALWAYS_SHARE && c->pace.shared_ticks > 0 && !round_has_members(c)))
            return exact_lead(c);
        round_begin(c, announce_changes(c, ticks_left(c, pace_window(&c->pace))));
    }
    enum round_state state = round_step(c, &next_ns);
    if (state == ROUND_WAITS)
        return next_ns;
    if (state == ROUND_DONE) {
        commit_final(c);
        rear_advance(c);
    } else {
        slide_window(c, UINT32_MAX);
    }
    report_progress(c);
    return 0;
}

const struct mode mode_exact = {.begin = exact_begin, .step = exact_step};
