/* Lets the engine look at the position, and decides about a swap. */
#include <base/clock.h>
#include <solvers/hex/answer.h>

/* Returns whether the side to move should take the first stone: it loses otherwise, or the engine expects so. */
static bool wants_swap(const struct hex_problem *p, const struct hex_opinion *opinion)
{
    if (!p->may_swap)
        return false;
    if (opinion->winner != HEX_EMPTY)
        return opinion->winner == hex_other(p->position.to_move);
    return opinion->win_rate >= 0 && opinion->win_rate < 0.5F;
}

/* Plays the move of "resistance" where an engine has none, because all moves lose or its budget is used up. It takes a
 * millisecond, so it runs after a stop too. */
static void play_anyway(const struct hex_problem *p, struct nash_arena *arena, struct hex_opinion *opinion)
{
    struct nash_run run = {.arena = arena};
    struct hex_opinion other;
    hex_opinion_clear(&other);
    if (hex_engine_resistance.think(&p->position, &p->settings, &run, &other, NULL) != NASH_OK || other.move < 0)
        return;
    opinion->move = other.move;
    opinion->line[0] = other.line[0];
    opinion->line_count = 1;
}

enum nash_status hex_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                           struct nash_error *error)
{
    const struct hex_problem *p = problem;
    int64_t begun = clock_mono_ns();
    struct hex_answer *answer = NASH_NEW(run->arena, struct hex_answer, 1);
    if (!answer)
        return nash_fail(error, NASH_NOMEM, "", "the answer does not fit into the memory of this job");
    answer->arena = run->arena;
    hex_opinion_clear(&answer->opinion);
    if (p->winner == HEX_EMPTY) {
        enum nash_status status = p->engine->think(&p->position, &p->settings, run, &answer->opinion, error);
        if (status != NASH_OK)
            return status;
        if (answer->opinion.move < 0)
            play_anyway(p, run->arena, &answer->opinion);
    }
    answer->swaps = wants_swap(p, &answer->opinion);
    answer->stopped = run->stopped != NASH_STOP_NONE;
    answer->solve_us = (uint64_t)(clock_mono_ns() - begun) / 1000;
    result->answer = answer;
    result->final = !answer->stopped;
    return NASH_OK;
}
