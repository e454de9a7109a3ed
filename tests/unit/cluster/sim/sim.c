/* See sim.h. The games are played as the executor plays them, without a loop. */
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cluster/program.h>
#include <nash/nash.h>

#include "../../base/test.h"
#include "network.h"

enum {
    STEPS_MAX = 20000000, /* of all games; more: a game hangs */
    CLOCK_READS = 20      /* a game has read a message by then */
};

static const int64_t ns_per_ms = 1000000;

struct sim_game {
    struct cluster_host host; /* must be the first field: sim_game_wake() casts it */
    struct match match;
    struct nash_run run;
    struct nash_result result;
    struct nash_error error;
    void *problem;
    struct cluster_game *game; /* NULL: over */
    bool woken;
    int64_t due_ns;
};

struct sim {
    const struct sim_settings *settings;
    struct sim_course *course;
    struct network network;
    struct sim_game game[3];
};

static void sim_game_wake(struct cluster_host *host)
{
    ((struct sim_game *)host)->woken = true;
}

static void append_members(const struct sim_settings *s, struct nash_buf *out)
{
    for (unsigned i = 0; i < s->partitions; i++) {
        unsigned member = i - s->local; /* the members in order, for the partitions that are not local */
        char name[32];
        bool named = i >= s->local && member < s->members && s->member[member].server;
        nash_buf_printf(out, "%s\"%s\"", i > 0 ? "," : "",
                        i < s->local ? "local"
                        : named      ? sim_member_name(s, member, name)
                                     : "phone");
    }
}

static void make_match(const struct sim_settings *s, unsigned number, struct match *match)
{
    static const char *const paces[] = {"auto", "share", "lead"};
    struct nash_buf options = NASH_BUF_INIT(0);
    struct nash_rng rng;
    nash_buf_printf(&options,
                    ",\"mode\":\"%s\",\"pace\":\"%s\",\"propagate\":%s,\"updates\":%u,\"restarts\":%u,\"wait_ms\":%u",
                    s->token ? "token" : "exact", paces[s->pace], s->propagate ? "true" : "false", s->updates,
                    s->restarts, s->wait_ms);
    if (s->audit >= 0)
        nash_buf_printf(&options, ",\"audit\":%d.%02d", s->audit / 100, s->audit % 100);
    nash_buf_printf(&options, ",\"shards\":[");
    append_members(s, &options);
    nash_buf_printf(&options, "]");
    nash_rng_seed(&rng, s->seed * 4 + number);
    match_make(match, &rng, s->box_rows, s->box_cols, s->fixed, nash_buf_cstr(&options));
    nash_buf_free(&options);
}

void sim_play_alone(const struct sim_settings *settings, unsigned number, struct match_end *end)
{
    struct match match;
    make_match(settings, number, &match);
    match_play(&match, NULL, NULL, end);
    match_release(&match);
}

/* Verifies and writes the answer. `status`: that of begin() or end(). */
static void sim_game_finish(struct sim_game *game, enum nash_status status, struct match_end *end)
{
    extern const struct nash_solver nash_solver_sudoku;
    struct nash_buf out = NASH_BUF_INIT(0);
    bool final;
    status =
        nash_solve_end(&nash_solver_sudoku, game->problem, status, &game->result, false, &out, &final, &game->error);
    match_end_fill(end, status, final, &out, &game->error);
    nash_arena_free(game->run.arena);
    match_release(&game->match);
    game->game = NULL;
}

static void sim_game_begin(struct sim *sim, unsigned number)
{
    extern const struct nash_solver nash_solver_sudoku;
    struct sim_game *game = &sim->game[number];
    make_match(sim->settings, number, &game->match);
    game->host = (struct cluster_host){.cluster = sim->network.cluster, .wake = sim_game_wake};
    game->run = (struct nash_run){.arena = nash_arena_new(nash_solver_sudoku.limits.memory_bytes),
                                  .seed = game->match.seed,
                                  .deadline_ns = sim_now() + sim->settings->timeout_ms * ns_per_ms,
                                  .clock = sim_clock,
                                  .host = game};
    game->due_ns = sim_now();
    const char *request = game->match.request;
    enum nash_status status = nash_solve_begin(&nash_solver_sudoku, NASH_FORMAT_JSON, request, strlen(request),
                                               &game->run, &game->problem, &game->error);
    if (status == NASH_OK)
        status = sudoku_program.begin(game->problem, &game->run, &game->result, &game->error, &game->game);
    if (game->game == NULL)
        sim_game_finish(game, status, &sim->course->end[number]);
}

static void sim_game_step(struct sim *sim, unsigned number)
{
    struct sim_game *game = &sim->game[number];
    game->woken = false;
    sim->course->steps++;
    int64_t next_ns = sudoku_program.step(game->game);
    game->due_ns = next_ns == 0 ? sim_now() : next_ns;
    if (next_ns != CLUSTER_GAME_OVER)
        return;
    enum nash_status status = sudoku_program.end(game->game, &game->result, &game->error);
    sim_game_finish(game, status, &sim->course->end[number]);
}

/* Steps each game that is due. Returns the time at which the next one is, INT64_MAX: all are over. */
static int64_t games_step(struct sim *sim)
{
    int64_t next_ns = INT64_MAX;
    for (unsigned i = 0; i < sim->settings->games; i++) {
        struct sim_game *game = &sim->game[i];
        if (game->game != NULL && (game->woken || game->due_ns <= sim_now()))
            sim_game_step(sim, i);
        int64_t due_ns = game->game == NULL ? INT64_MAX : game->woken ? sim_now() : game->due_ns;
        next_ns = due_ns < next_ns ? due_ns : next_ns;
    }
    return next_ns;
}

static void sim_run(struct sim *sim)
{
    for (int64_t next_ns; (next_ns = games_step(sim)) != INT64_MAX;) {
        if (sim->course->steps > STEPS_MAX) {
            snprintf(sim->course->hanging, sizeof sim->course->hanging, "no end after %d steps", STEPS_MAX);
            return;
        }
        bool delivers = events_next(&sim->network.events) <= next_ns;
        sim_clock_advance(delivers ? events_next(&sim->network.events) : next_ns);
        while (delivers && events_next(&sim->network.events) <= sim_now())
            network_deliver(&sim->network);
    }
}

/* Counts the false answers, except those of the very end, which the hub may not have read: it has read the clock less
 * than CLOCK_READS times since then. */
static void count_lies(const struct network *network, const struct sim_settings *settings, struct sim_course *course)
{
    int64_t end_ns = sim_now() - CLOCK_READS * settings->hub_us * INT64_C(1000);
    for (unsigned i = 0; i < SIM_MEMBERS_MAX; i++)
        for (unsigned lie = 0; lie < network->lies[i]; lie++)
            course->lies[i] += network->lie_ns[i][lie] < end_ns;
}

void sim_play(const struct sim_settings *settings, struct sim_course *course)
{
    static const int64_t start_ns = 1000000000;
    struct sim *sim = calloc(1, sizeof *sim);
    assert_non_null(sim);
    *course = (struct sim_course){.steps = 0};
    sim->settings = settings;
    sim->course = course;
    sim_clock_set(start_ns, settings->hub_us * INT64_C(1000));
    network_open(&sim->network, settings);
    for (unsigned i = 0; i < settings->games; i++)
        sim_game_begin(sim, i);
    sim_run(sim);
    course->took_ns = sim_now() - start_ns;
    course->delivered = sim->network.delivered;
    count_lies(&sim->network, settings, course);
    network_close(&sim->network);
    free(sim);
}

void sim_course_release(struct sim_course *course)
{
    for (unsigned i = 0; i < 3; i++)
        free(course->end[i].json);
}
