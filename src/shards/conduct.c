/* Leads a game of shards from its problem to its answer: see conduct.h for the parts, README.md for the rules.
 *
 * It is nash_solve_run()'s solve(): the problem was read before and the answer is checked and written after it, by the
 * very code that a worker runs. */
#include "conduct.h"

#include <stdio.h>
#include <string.h>

#include <base/clock.h>
#include <base/secret.h>

#include "executor.h"

bool conduct_stopped(struct conduct *c)
{
    c->run->clock_in = 0; /* asked at most some thousand times a second: look at the clock each time */
    return c->failed || nash_stop(c->run, SUDOKU_CHECK_GAME);
}

/* ---- listening ---- */

enum { LETTERS_AT_ONCE = 256 }; /* whoever talks without end keeps nobody from the clock */

static struct band *band_of(struct conduct *c, const struct member *member)
{
    for (unsigned i = 0; i < c->bands; i++)
        if (c->band[i].member == member)
            return &c->band[i];
    return NULL;
}

/* A lease that the member does not have, or has otherwise, or what cannot be read: it is leased anew, not for ever. */
static void refused(struct conduct *c, struct band *band, uint32_t why)
{
    band->report.faults++;
    if (why == MESSAGE_OF_OTHER_VERSION)
        audit_quarantine(c, band, "it speaks another version of the protocol");
    else if (why == MESSAGE_UNABLE || ++band->refusals > REFUSALS_MAX)
        lease_end(c, band, "unable", ROSTER_SILENT, true);
    else
        lease_renew(c, band);
}

static void said(struct conduct *c, struct band *band, const struct letter *letter)
{
    const uint8_t *message = (const uint8_t *)letter->message->data;
    size_t len = letter->message->len;
    struct message_head head = {0};
    bool whole = message_head_read(&head, message, len);
    band->heard_ns = letter->at_ns;
    band->report.messages++;
    band->report.bytes_in += len;
    if (!whole) {
        bool other = len >= MESSAGE_HEAD && message[1] != MESSAGE_VERSION;
        refused(c, band, other ? MESSAGE_OF_OTHER_VERSION : MESSAGE_MALFORMED);
        return;
    }
    if (head.game != c->game || head.epoch != band->epoch) { /* noise, or of a lease that is over */
        band->report.faults++;
        return;
    }
    if (head.type == MESSAGE_LEAVE) {
        lease_end(c, band, "left", ROSTER_SILENT, true);
        return;
    }
    band->owed -= band->owed > 0;
    band->asked_ns = band->owed > 0 ? band->heard_ns : 0;
    if (head.type == MESSAGE_REFUSED)
        refused(c, band, head.len >= 4 ? message_u32(message + MESSAGE_HEAD) : 0);
    else if (head.type != MESSAGE_PONG && head.type != MESSAGE_LEASED)
        c->mode->answered(c, band, &head, message + MESSAGE_HEAD);
}

static void take_letter(struct conduct *c, struct letter *letter)
{
    struct band *band = band_of(c, letter->member);
    switch (letter->type) {
    case LETTER_SAID:
        roster_read(letter->member);
        if (band != NULL)
            said(c, band, letter);
        break;
    case LETTER_GONE:
        if (band != NULL) {
            band->report.faults++;
            lease_end(c, band, "lost", ROSTER_NOT_NEEDED, true);
        }
        break;
    case LETTER_JOINED:
        lease_joined(c, letter->member);
        break;
    }
    letter_free(letter);
}

void conduct_listen(struct conduct *c, int64_t deadline_ns)
{
    struct letter *letter;
    for (unsigned i = 0; i < LETTERS_AT_ONCE && (letter = inbox_take(&c->inbox, deadline_ns)) != NULL; i++) {
        take_letter(c, letter);
        deadline_ns = 0;
    }
    lease_watch(c, clock_mono_ns());
}

/* ---- setting up ---- */

static const char *wish_of(const struct sudoku_play *play, unsigned i)
{
    return play->member != NULL ? play->member[i] : "local";
}

/* Whole bands of boxes, as even as can be; of replicas the whole board each. */
static void divide(struct conduct *c)
{
    const struct sudoku_problem *p = c->playing.problem;
    bool whole = c->mode == &mode_replicas;
    unsigned boxes = whole ? 0 : p->size / p->box_rows;
    for (unsigned i = 0; i < c->bands; i++) {
        struct band *band = &c->band[i];
        band->index = i;
        band->wish = wish_of(&c->playing.play, i);
        band->row = i * boxes / c->bands * p->box_rows;
        band->row_end = whole ? p->size : (i + 1) * boxes / c->bands * p->box_rows;
        band->report = (struct sudoku_shard_report){
            .row = whole ? 0 : band->row, .row_end = whole ? 0 : band->row_end, .kind = "local", .state = "waiting"};
    }
}

static const struct mode *mode_of(const struct sudoku_play *play)
{
    return play->mode == SUDOKU_MODE_EXACT   ? &mode_exact
           : play->mode == SUDOKU_MODE_TOKEN ? &mode_token
                                             : &mode_replicas;
}

static enum nash_status out_of_memory(const struct conduct *c)
{
    return nash_fail(c->playing.error, NASH_NOMEM, "", "a game of %u shards does not fit into the memory of this job",
                     c->playing.play.shards);
}

static enum nash_status set_up(struct conduct *c)
{
    struct nash_arena *arena = c->run->arena;
    c->mode = mode_of(&c->playing.play);
    c->bands = c->playing.play.shards;
    c->band = NASH_NEW(arena, struct band, c->bands);
    c->reports = NASH_NEW(arena, struct sudoku_shard_report, c->bands);
    c->caught = NASH_NEW(arena, struct sudoku_quarantine, CAUGHT_MAX);
    c->past = NASH_NEW(arena, struct past_event, PAST_MAX);
    c->missed = NASH_NEW(arena, struct game_event, MESSAGE_EVENTS_MAX);
    c->said = NASH_NEW(arena, struct game_event, MESSAGE_EVENTS_MAX);
    c->message = NASH_NEW(arena, uint8_t, MESSAGE_MAX);
    if (c->band == NULL || c->reports == NULL || c->caught == NULL || c->past == NULL || c->missed == NULL ||
        c->said == NULL || c->message == NULL || !trajectory_new(c))
        return out_of_memory(c);
    divide(c);
    for (unsigned i = 0; c->mode != &mode_replicas && i < c->bands; i++)
        if ((c->band[i].part = NASH_NEW(arena, struct part, 1)) == NULL)
            return out_of_memory(c);
    return NASH_OK;
}

enum nash_status conduct_check(struct shards *shards, const struct sudoku_problem *problem, struct nash_error *error)
{
    const struct sudoku_play *play = problem->play;
    for (unsigned i = 0; play->member != NULL && i < play->shards; i++) {
        const char *wish = play->member[i];
        if (strcmp(wish, "local") == 0 || strcmp(wish, "phone") == 0 || shards_knows_peer(shards, wish))
            continue;
        char at[32];
        snprintf(at, sizeof at, "/shards/%u", i);
        return nash_fail_type(error, NASH_UNPROCESSABLE, "unknown-peer", at,
                              "%s is not among the peers of this server: start it with --peer %s, or name one of those "
                              "that GET /v1/shards lists, \"local\" or \"phone\"",
                              wish, wish);
    }
    return NASH_OK;
}

/* ---- the course ---- */

static unsigned missing(const struct conduct *c)
{
    unsigned missing = 0;
    for (unsigned i = 0; i < c->bands; i++)
        missing += c->band[i].member == NULL;
    return missing;
}

/* Takes who is there, and waits for the phones that are not. */
static void gather(struct conduct *c)
{
    int64_t until_ns = clock_mono_ns() + c->playing.play.wait_ms * ns_per_ms;
    c->gathering = true;
    lease_fill(c);
    lease_want(c);
    while (missing(c) > 0 && !c->solved && clock_mono_ns() < until_ns && !conduct_stopped(c)) {
        conduct_listen(c, clock_mono_ns() + LISTEN_MS * ns_per_ms);
        report_tell(c);
    }
    c->gathering = false;
    lease_fill(c);
}

/* The end of a run is believed only when all of it is proved. False: some of what nobody had replayed was not so. */
static bool holds(struct conduct *c)
{
    uint64_t suspect = trajectory_suspect(c);
    if (c->playing.play.audit == 0 || trajectory_prove(c))
        return true;
    c->wary = true;
    for (unsigned i = 0; suspect != 0 && i < c->bands; i++)
        if (c->band[i].member != NULL && c->band[i].member->number == suspect)
            audit_quarantine(c, &c->band[i], "a replay of all its rounds came out otherwise");
    return false;
}

static void play(struct conduct *c)
{
    trajectory_begin(c);
    gather(c);
    c->mode->play(c);
    while (c->mode != &mode_replicas) {
        bool held = holds(c);
        if (c->solved || conduct_stopped(c))
            return;
        if (held) { /* else it goes on from where it should be */
            if (c->run_number == c->playing.play.restarts)
                return;
            c->run_number++;
            trajectory_begin(c);
        }
        lease_all(c);
        c->mode->play(c);
    }
}

/* Whoever shows the game to people has the last changes too. (A replica that found nothing has a board of its own.) */
static void show_solution(struct conduct *c)
{
    for (unsigned i = 0; c->solved && c->mode != &mode_replicas && i < c->bands; i++)
        if (c->band[i].member != NULL)
            round_catch_up(c, &c->band[i]);
}

static void enter(struct conduct *c)
{
    struct shards *shards = c->shards;
    pthread_mutex_lock(&shards->lock);
    c->game = ++shards->game;
    c->started_ms = clock_wall_ms();
    c->link = &shards->games;
    c->next = shards->games;
    if (c->next != NULL)
        c->next->link = &c->next;
    shards->games = c;
    pthread_mutex_unlock(&shards->lock);
    inbox_init(&c->inbox);
}

static void leave(struct conduct *c)
{
    pthread_mutex_lock(&c->shards->lock);
    *c->link = c->next;
    if (c->next != NULL)
        c->next->link = c->link;
    pthread_mutex_unlock(&c->shards->lock);
    bytes_unref(c->shown);
    lease_release(c);
    inbox_release(&c->inbox);
}

static enum nash_status lead(struct conduct *c, struct nash_result *result)
{
    enum nash_status status = set_up(c);
    if (status == NASH_OK)
        status = conduct_check(c->shards, c->playing.problem, c->playing.error);
    if (status != NASH_OK)
        return status;
    uint64_t secret;
    secret_random(&secret, sizeof secret);
    nash_rng_seed(&c->chance, secret);
    c->lease_ns = c->shards->options.lease_ms * ns_per_ms;
    enter(c);
    play(c);
    show_solution(c);
    bool stopped = conduct_stopped(c);
    leave(c);
    if (c->failed)
        return c->playing.error->status;
    report_course(c);
    return sudoku_playing_close(&c->playing, c->at->letter, stopped ? SUDOKU_CUT_OFF : SUDOKU_ENDED, result);
}

enum nash_status conduct_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                               struct nash_error *error)
{
    const struct conduct_host *host = run->host;
    struct conduct *c = NASH_NEW(run->arena, struct conduct, 1);
    int64_t start_ns = clock_mono_ns();
    bool settled = false;
    if (c == NULL)
        return nash_fail(error, NASH_NOMEM, "", "a game does not fit into the memory of this job");
    c->shards = host->shards;
    c->job = host->job;
    c->run = run;
    enum nash_status status = sudoku_playing_open(&c->playing, problem, run->seed, run->arena, &settled, error);
    result->answer = c->playing.answer;
    result->final = true;
    if (status == NASH_OK && !settled)
        status = lead(c, result);
    if (status == NASH_OK)
        c->playing.answer->statistics.solve_us = (uint64_t)(clock_mono_ns() - start_ns) / 1000;
    return status;
}
