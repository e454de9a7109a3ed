#include "course.h"

#include <stdio.h>
#include <string.h>

static void begin_run(struct sudoku_course *course)
{
    uint8_t values[GAME_CELLS_MAX];
    uint64_t seed = sudoku_run_seed(course->game.seed, course->run);
    chain_start_values(course->game.rules, seed, values);
    chain_init(course->chain, course->game.rules, &course->game.weights, seed, 0, values);
}

enum nash_status sudoku_course_begin(struct sudoku_course *course, const struct sudoku_problem *problem, uint64_t seed,
                                     struct nash_arena *arena, struct nash_error *error)
{
    bool settled;
    memset(course, 0, sizeof *course);
    if (!problem->options || !sudoku_options_is_game(problem->options) ||
        !sudoku_options_is_one_trajectory(problem->options))
        return nash_fail(error, NASH_UNPROCESSABLE, "", "this problem is not played as one game (mode token or exact)");
    enum nash_status status = sudoku_game_setup(&course->game, problem, seed, arena, &settled, error);
    if (status != NASH_OK)
        return status;
    if (settled)
        return nash_fail(error, NASH_UNPROCESSABLE, "", "propagation alone decides this problem: no game is played");
    course->chain = nash_arena_alloc_raw(arena, sizeof *course->chain, GAME_LANES);
    if (!course->chain)
        return nash_fail(error, NASH_NOMEM, "", "a game of size %u does not fit into the memory of a replay",
                         problem->size);
    game_hash_init(&course->hash);
    begin_run(course);
    return NASH_OK;
}

/* The course being played, for the callback of the chain. */
struct playing {
    struct sudoku_course *course;
    const struct sudoku_course_listener *listener;
};

static void add_change(void *context, uint64_t tick, const struct game_event *event)
{
    const struct playing *playing = context;
    struct sudoku_course *course = playing->course;
    game_hash_add(&course->hash, tick, event);
    course->changes++;
    if (!playing->listener || !playing->listener->change)
        return;
    const struct sudoku_course_change change = {.tick = course->before + tick,
                                                .cell = event->cell,
                                                .from = (uint8_t)(event->from + 1),
                                                .to = (uint8_t)(event->to + 1),
                                                .conflicts = course->chain->state.conflicts};
    playing->listener->change(playing->listener->context, &change);
}

/* Begins the next run. Returns false if there is none. */
static bool next_run(struct sudoku_course *course, const struct sudoku_course_listener *listener)
{
    if (course->run == course->game.options.restarts)
        return false;
    course->before += course->chain->tick;
    course->run++;
    begin_run(course);
    if (listener && listener->run)
        listener->run(listener->context, course);
    return true;
}

bool sudoku_course_play(struct sudoku_course *course, uint64_t ticks, const struct sudoku_course_listener *listener)
{
    struct playing playing = {course, listener};
    while (sudoku_course_ticks(course) < ticks) {
        uint64_t left = course->game.options.updates - course->chain->tick,
                 wanted = ticks - sudoku_course_ticks(course);
        uint64_t changes = 0;
        if (!course->chain->state.conflicts || (!left && !next_run(course, listener)))
            return false;
        if (left)
            chain_play(course->chain, wanted < left ? wanted : left, &changes, add_change, &playing);
    }
    return true;
}

void sudoku_course_hash(const struct sudoku_course *course, char text[COURSE_HASH_TEXT])
{
    snprintf(text, COURSE_HASH_TEXT, "%08x%08x", course->hash.lane[0], course->hash.lane[1]);
}
