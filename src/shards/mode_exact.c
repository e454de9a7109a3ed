/* The mode `exact`: one trajectory, played in parallel.
 *
 * Each round all bands play the same window of ticks, each against what it was told of the others' changes, and tell
 * their own. What a band answers is right up to the first tick at which somebody's changes differ from what the others
 * were told, that tick with it: nobody knew better before, and at one tick only one player moves. So much is committed,
 * and the window slides on; what was answered beyond is what will be told. Each round commits at least a change, so
 * that it ends; and since all of it follows from the seed, it is the trajectory of one process whoever plays.
 *
 * The window is a few times what was committed lately: too short, and ticks that would have held are not played; too
 * long, and bands compute what will not hold. */
#include <string.h>

#include "conduct.h"

enum { WINDOW_FIRST = 64, WINDOW_LEAST = 32, WINDOW_MOST = 1 << 17, WINDOW_SHARE = 4 };

struct merge {
    uint32_t next[BANDS_MAX];
};

/* The next event of all lists but that of `but` (UINT_MAX: of none), in the order of ticks; NULL at the end. */
static const struct game_event *next_told(const struct conduct *c, struct merge *merge, unsigned but)
{
    const struct game_event *first = NULL;
    unsigned from = 0;
    for (unsigned i = 0; i < c->bands; i++) {
        const struct part *part = c->band[i].part;
        if (i == but || merge->next[i] == part->told_count)
            continue;
        const struct game_event *event = &part->told[merge->next[i]];
        if (first == NULL || event->at < first->at) {
            first = event;
            from = i;
        }
    }
    if (first != NULL)
        merge->next[from]++;
    return first;
}

/* What each band is told. Returns the ticks for which all of it fits into a message, n at most. */
static uint32_t tell(struct conduct *c, uint32_t n)
{
    for (unsigned i = 0; i < c->bands; i++) {
        struct part *part = c->band[i].part;
        struct merge merge = {{0}};
        const struct game_event *event;
        part->due = true;
        part->foreign_count = 0;
        while ((event = next_told(c, &merge, i)) != NULL && event->at < n) {
            if (part->foreign_count == MESSAGE_EVENTS_MAX)
                n = event->at;
            else
                part->foreign[part->foreign_count++] = *event;
        }
    }
    return n;
}

/* The first tick before `end` at which what the part played is not what the others were told; `end` if there is none.
 */
static uint32_t first_difference(const struct part *part, uint32_t end)
{
    uint32_t i = 0;
    while (i < part->count && i < part->told_count && memcmp(&part->event[i], &part->told[i], sizeof *part->event) == 0)
        i++;
    uint32_t played = i < part->count ? part->event[i].at : end, told = i < part->told_count ? part->told[i].at : end;
    uint32_t first = played < told ? played : told;
    return first < end ? first : end;
}

/* How many ticks are final. */
static uint32_t final_ticks(const struct conduct *c)
{
    uint32_t played = UINT32_MAX, first = UINT32_MAX;
    for (unsigned i = 0; i < c->bands; i++)
        if (c->band[i].part->played < played)
            played = c->band[i].part->played;
    for (unsigned i = 0; i < c->bands; i++) {
        uint32_t difference = first_difference(c->band[i].part, played);
        if (difference < first)
            first = difference;
    }
    return first < played ? first + 1 : played;
}

/* From now on the others are told what was answered. */
static void retell(struct conduct *c)
{
    for (unsigned i = 0; i < c->bands; i++) {
        struct part *part = c->band[i].part;
        memcpy(part->told, part->event, part->count * sizeof *part->told);
        part->told_count = part->count;
    }
}

/* The first `ticks` of the window are over. */
static void slide(struct conduct *c, uint32_t ticks)
{
    for (unsigned i = 0; i < c->bands; i++) {
        struct part *part = c->band[i].part;
        uint32_t kept = 0;
        for (uint32_t j = 0; j < part->told_count; j++) {
            if (part->told[j].at < ticks)
                continue;
            part->told[kept] = part->told[j];
            part->told[kept++].at -= ticks;
        }
        part->told_count = kept;
    }
}

static void note_unproved(struct conduct *c)
{
    for (unsigned i = 0; i < c->bands; i++)
        if (!c->band[i].part->trusted && c->band[i].member != NULL)
            trajectory_unproved(c, c->band[i].member->number);
}

/* Commits what is final of this round. */
static void commit(struct conduct *c)
{
    struct game_event final[MESSAGE_EVENTS_MAX];
    uint32_t ticks = final_ticks(c), done = 0;
    struct merge merge = {{0}};
    const struct game_event *event;
    size_t count = 0;
    note_unproved(c);
    retell(c);
    while ((event = next_told(c, &merge, UINT32_MAX)) != NULL && event->at < ticks) {
        if (count == MESSAGE_EVENTS_MAX) { /* the rest will be final again next time */
            ticks = event->at;
            break;
        }
        final[count++] = *event;
    }
    done = trajectory_commit(c, final, count, ticks);
    slide(c, done);
    for (unsigned i = 0; i < c->bands; i++) {
        struct part *part = c->band[i].part;
        c->band[i].report.updates += done; /* of its own and of the others' players: the window is the same */
        c->band[i].report.changes += part->count - part->told_count;
    }
    c->progress += (done - c->progress) / WINDOW_SHARE;
}

static uint32_t window(const struct conduct *c)
{
    uint64_t left = c->playing.play.updates - c->chain->tick;
    double n = c->progress * WINDOW_SHARE + WINDOW_LEAST;
    uint32_t ticks = n < WINDOW_MOST ? (uint32_t)n : WINDOW_MOST;
    return left < ticks ? (uint32_t)left : ticks;
}

static void exact_play(struct conduct *c)
{
    c->progress = (double)WINDOW_FIRST / WINDOW_SHARE;
    for (unsigned i = 0; i < c->bands; i++)
        c->band[i].part->told_count = 0;
    while (!c->solved && c->chain->tick < c->playing.play.updates && !conduct_stopped(c)) {
        if (round_play(c, tell(c, window(c))))
            commit(c);
        else if (c->disturbed)
            slide(c, UINT32_MAX);
        report_tell(c);
    }
}

const struct mode mode_exact = {.play = exact_play, .answered = round_answered, .leased = round_leased};
