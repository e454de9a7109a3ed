/* The owner's side of generation. The lowest-numbered attempt that meets the request wins, so that the puzzle follows
 * from request and seed alone. */
#include <string.h>

#include <base/little_endian.h>
#include <solvers/sudoku/game/options.h>
#include <solvers/sudoku/game/setup.h>
#include <solvers/sudoku/generate/generate.h>
#include <solvers/sudoku/stops.h>

#include "generation.h"
#include "report.h"

bool generation_is_wanted(const struct sudoku_problem *p)
{
    return p->task == SUDOKU_GENERATE && p->options && p->options->shards;
}

bool generation_is_too_long(const struct sudoku_problem *p)
{
    return p->size > GENERATION_SIZE_MAX || (p->spec && p->spec->minimal && p->size > GENERATION_MINIMAL_SIZE_MAX);
}

bool generation_job_begin(struct generation_job *job, const struct sudoku_problem *p, uint64_t seed,
                          struct nash_arena *arena)
{
    size_t cells = (size_t)p->size * p->size;
    uint8_t *at = NASH_NEW(arena, uint8_t, GENERATION_TASK_HEAD + cells);
    *job = (struct generation_job){.problem = p, .seed = seed, .bytes = at};
    job->runner = NASH_NEW(arena, uint8_t, generation_bytes());
    job->repeat = NASH_NEW(arena, uint8_t, GENERATION_ANSWER_HEAD + cells);
    if (!at || !job->runner || !job->repeat)
        return false;
    at =
        bytes_put(bytes_put(bytes_put(at, 1, p->size), 1, p->region ? 0 : p->box_rows), 1, p->region ? 0 : p->box_cols);
    at = bytes_put(at, 1,
                   (p->diagonal ? GENERATION_DIAGONAL : 0) | (p->disjoint ? GENERATION_DISJOINT : 0) |
                       (p->region ? GENERATION_REGIONS : 0) | (p->spec->unique ? GENERATION_UNIQUE : 0) |
                       (p->spec->minimal ? GENERATION_MINIMAL : 0));
    at = bytes_put(bytes_put(bytes_put(at, 2, p->spec->clues), 1, p->spec->symmetry), 1, p->spec->level);
    if (p->region)
        memcpy(at, p->region, cells);
    job->len = GENERATION_TASK_HEAD + (p->region ? cells : 0);
    return generation_open(job->runner, job->bytes, job->len);
}

void generation_job_unit(const struct generation_job *job, uint32_t i, uint8_t *unit)
{
    bytes_put(unit, 8, sudoku_run_seed(job->seed, i));
}

enum generation_verdict generation_job_check(struct generation_job *job, const uint8_t *unit, size_t unit_len,
                                             const uint8_t *answer, size_t len, const char **why)
{
    const struct sudoku_problem *p = job->problem;
    size_t cells = (size_t)p->size * p->size;
    *why = len != GENERATION_ANSWER_HEAD + cells || answer[0] > 1 || answer[1] > answer[0] || bytes_get(answer + 6, 2)
               ? "its answer cannot be read"
               : NULL;
    for (size_t cell = 0; !*why && cell < cells; cell++)
        if (answer[GENERATION_ANSWER_HEAD + cell] > (answer[0] ? p->size : 0))
            *why = "a clue of its puzzle is no value";
    if (*why)
        return GENERATION_WRONG;
    if (!answer[1])
        return GENERATION_VALID;
    if (generation_run(job->runner, unit, unit_len, job->repeat) == len && memcmp(job->repeat, answer, len) == 0)
        return GENERATION_REACHED;
    *why = "its puzzle is not that of its seed";
    return GENERATION_WRONG;
}

uint64_t generation_job_steps(const uint8_t *answer)
{
    return bytes_get(answer + 8, 8);
}

bool generation_job_merge(struct generation_job *job, const uint8_t *unit, const uint8_t *answer)
{
    uint32_t grade = answer[1] ? 0 : 1 + (uint32_t)(bytes_get(answer + 2, 2) << 16 | bytes_get(answer + 4, 2));
    job->merged++;
    job->nodes += generation_job_steps(answer);
    if (answer[0] && (!job->found || grade < job->best_grade)) {
        job->found = true;
        job->reached = answer[1];
        job->best = bytes_get(unit, 8);
        job->best_grade = grade;
    }
    return !answer[1];
}

enum nash_status generation_job_end(struct generation_job *job, struct nash_run *run, struct nash_result *result,
                                    struct nash_error *error)
{
    struct sudoku_answer *a = NASH_NEW(run->arena, struct sudoku_answer, 1);
    struct nash_run again = {.arena = run->arena, .seed = job->found ? job->best : job->seed};
    if (!job->found)
        again.stopped = NASH_STOP_TIME; /* answers that nothing was made */
    enum nash_status status =
        a ? sudoku_generate_attempt(job->problem, &again, a, error)
          : nash_fail(error, NASH_NOMEM, "", "the answer does not fit into the memory of this job");
    if (status != NASH_OK)
        return status;
    struct sudoku_generation *made = (struct sudoku_generation *)a->generation;
    made->seed = job->seed;
    made->grids = job->merged;
    a->units = sudoku_units_alone(run->arena, "generation", "nodes", job->merged, job->nodes);
    result->answer = a;
    result->final = sudoku_generated_final(a);
    return NASH_OK;
}

enum nash_status generation_alone(const struct sudoku_problem *p, struct nash_run *run, struct nash_result *result,
                                  struct nash_error *error)
{
    struct generation_job job;
    uint8_t unit[GENERATION_UNIT];
    if (!generation_job_begin(&job, p, run->seed, run->arena))
        return nash_fail(error, NASH_NOMEM, "", "a puzzle of size %u does not fit into the memory of this job",
                         p->size);
    bool more = true;
    for (uint32_t i = 0; more && !nash_stop(run, SUDOKU_CHECK_GENERATE); i++) {
        run->clock_in = 0;
        generation_job_unit(&job, i, unit);
        if (!generation_run(job.runner, unit, sizeof unit, job.repeat))
            return nash_fail(error, NASH_NOMEM, "", "an attempt does not fit into its memory");
        run->nodes += generation_job_steps(job.repeat);
        more = generation_job_merge(&job, unit, job.repeat);
    }
    return generation_job_end(&job, run, result, error);
}
