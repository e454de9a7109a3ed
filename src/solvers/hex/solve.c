/* Lets the engine look at the position, and decides about a swap. */
#include <base/clock.h>
#include <solvers/hex/answer.h>

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
            hex_opinion_play_anyway(&answer->opinion, &p->position, &p->settings, run->arena);
        if (answer->opinion.move >= 0 && !answer->opinion.line_count) /* exact has no line where all moves lose */
            answer->opinion.line[answer->opinion.line_count++] = (uint16_t)answer->opinion.move;
    }
    answer->swaps = p->may_swap && hex_opinion_swaps(&answer->opinion, p->position.to_move);
    answer->stopped = run->stopped != NASH_STOP_NONE;
    answer->solve_us = (uint64_t)(clock_mono_ns() - begun) / 1000;
    result->answer = answer;
    result->final = !answer->stopped;
    return NASH_OK;
}
