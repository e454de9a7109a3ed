/* Luck in one process: the runs of the farm, one after the other. */
#include <string.h>

#include <base/little_endian.h>
#include <solvers/sudoku/loglinear/chain.h>
#include <solvers/sudoku/stops.h>
#include <solvers/sudoku/write/game.h>

#include "luck_job.h"
#include "report.h"

enum { ALIGNED = 64 };

static bool run_is_over(void *context)
{
    struct nash_run *run = context;
    run->clock_in = 0; /* polled some hundred times a second: read the clock each time */
    return nash_stop(run, SUDOKU_CHECK_GAME);
}

static void send_progress(const struct luck_job *job, struct nash_run *run)
{
    if (!nash_progress_due(run))
        return;
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    nash_jsonw_object(&out);
    sudoku_game_progress(job->game->problem, job->game->report, job->value, 0, &out);
    nash_jsonw_object_end(&out);
    nash_progress_send(run, &buf);
}

/* Plays the runs until one has found a solution. Returns whether all are played or one has. */
static bool play_runs(struct luck_job *job, struct nash_run *run, void *runner, uint8_t *answer)
{
    uint8_t unit[LUCK_UNIT];
    for (uint64_t i = 0; luck_job_unit(job, i, unit); i++) {
        if (run_is_over(run) && i > 0)
            return false;
        luck_run(runner, unit, sizeof unit, answer);
        run->nodes += bytes_get(answer + 8, 8);
        if (!luck_job_merge(job, answer))
            return true;
        send_progress(job, run);
    }
    return run->stopped == NASH_STOP_NONE;
}

enum nash_status luck_alone(const struct sudoku_problem *p, struct nash_run *run, struct nash_result *result,
                            struct nash_error *error)
{
    struct sudoku_game game;
    struct luck_job job;
    bool settled;
    enum nash_status status = sudoku_game_setup(&game, p, run->seed, run->arena, &settled, error);
    result->answer = game.answer;
    result->final = true;
    if (status != NASH_OK || settled)
        return status;
    void *runner = nash_arena_alloc_raw(run->arena, luck_bytes(), ALIGNED);
    uint8_t *answer = NASH_NEW(run->arena, uint8_t, LUCK_ANSWER_HEAD + (size_t)game.rules->cells);
    if (!runner || !answer || !luck_job_begin(&job, &game) || !luck_open(runner, job.bytes, job.len))
        return nash_fail(error, NASH_NOMEM, "", "a game of size %u does not fit into the memory of this job", p->size);
    luck_on_stop(runner, run_is_over, run);
    bool ended = play_runs(&job, run, runner, answer);
    game.answer->units = sudoku_units_alone(run->arena, "luck", "moves", game.report->runs, game.report->updates);
    return sudoku_game_end(&game, job.value, ended ? SUDOKU_ENDED : SUDOKU_CUT_OFF, result);
}
