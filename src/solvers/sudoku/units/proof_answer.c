/* From the problem to the job, and from the job to the answer. */
#include "proof_answer.h"

#include <string.h>

#include <solvers/sudoku/exact/board.h>
#include <solvers/sudoku/exact/conflicts.h>
#include <solvers/sudoku/game/options.h>
#include <solvers/sudoku/verify/verify.h>

#include "report.h"

bool proof_is_wanted(const struct sudoku_problem *p)
{
    return p->task == SUDOKU_SOLVE &&
           (p->all || (p->options && p->options->shards && !sudoku_options_is_game(p->options)));
}

bool proof_has_whole(const struct sudoku_problem *p)
{
    return !p->all && !proof_is_nine(p);
}

static enum nash_status proof_no_memory(const struct sudoku_problem *p, struct nash_error *error)
{
    return nash_fail(error, NASH_NOMEM, "", "a proof of size %u does not fit into the memory of this job", p->size);
}

enum nash_status proof_begin(struct proof_job *job, const struct sudoku_problem *p, struct nash_arena *arena,
                             struct sudoku_answer **answer, bool *settled, struct nash_error *error)
{
    struct sudoku_answer *a = *answer = NASH_NEW(arena, struct sudoku_answer, 1);
    const struct sudoku_geometry *geometry = sudoku_geometry_new(arena, p);
    if (!a || !geometry || sudoku_find_conflicts(p, geometry, arena, a) != NASH_OK)
        return proof_no_memory(p, error);
    unsigned keep = p->list > 2 ? p->list : 2; /* a second solution proves that the first is not the only one */
    *settled = a->conflicts;
    enum nash_status status = NASH_OK;
    if (!*settled)
        status = proof_job_begin(job, p, arena, keep, p->list, p->all ? 0 : p->limit, error);
    if (status != NASH_OK)
        return status;
    *settled = *settled || !job->board;
    a->complete = *settled;
    a->verdict = a->conflicts ? SUDOKU_CONTRADICTION : SUDOKU_UNSATISFIABLE;
    return NASH_OK;
}

/* Checks the kept solutions and gives them to the answer. */
static enum nash_status set_solutions(struct proof_job *job, struct sudoku_answer *a, struct sudoku_tally *tally,
                                      struct nash_error *error)
{
    const struct sudoku_problem *p = job->problem;
    size_t cells = (size_t)p->size * p->size;
    for (unsigned i = 0; i < job->kept; i++)
        if (!sudoku_is_solution(p, job->solution + i * cells))
            return nash_fail(error, NASH_INTERNAL, "", "a unit gave a grid that breaks the rules");
    a->solution = job->kept ? job->solution : NULL;
    a->other = job->kept > 1 ? job->solution + cells : NULL;
    tally->listed = p->list < job->kept ? p->list : job->kept;
    tally->list = job->solution;
    return NASH_OK;
}

enum nash_status proof_end(struct proof_job *job, struct sudoku_answer *a, bool ended, struct nash_result *result,
                           struct nash_error *error)
{
    const struct sudoku_problem *p = job->problem;
    struct sudoku_tally *tally = NASH_NEW(job->arena, struct sudoku_tally, 1);
    a->partial = NASH_NEW(job->arena, uint8_t, (size_t)p->size * p->size);
    if (!tally || !a->partial)
        return proof_no_memory(p, error);
    enum nash_status status = set_solutions(job, a, tally, error);
    if (status != NASH_OK)
        return status;
    sudoku_board_grid(job->board, a->partial);
    tally->count = job->count;
    tally->units = job->units;
    a->tally = tally;
    if (p->options && p->options->shards)
        a->units = sudoku_units_alone(job->arena, "proof", "nodes", job->units, job->nodes);
    a->count = job->count > UINT32_MAX ? UINT32_MAX : (uint32_t)job->count;
    a->complete = ended && job->complete;
    a->engine = job->nodes ? SUDOKU_BY_SEARCH : SUDOKU_BY_PROPAGATION;
    a->statistics.nodes = job->nodes;
    a->verdict = a->count ? SUDOKU_SOLVED : a->complete ? SUDOKU_UNSATISFIABLE : SUDOKU_TIMEOUT;
    a->unique = a->count > 1                   ? SUDOKU_UNIQUE_NO
                : a->count == 1 && a->complete ? SUDOKU_UNIQUE_YES
                                               : SUDOKU_UNIQUE_UNKNOWN;
    result->final = a->complete || job->enough;
    result->answer = a;
    return NASH_OK;
}
