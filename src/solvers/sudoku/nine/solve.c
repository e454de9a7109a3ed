/* A 9x9 grid takes the engine about a microsecond, so the overhead counts: one allocation, no table and no board.
 * Conflicting clues are searched only when there is no solution, by the general code. */
#include "solve.h"

#include <string.h>

#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/exact/conflicts.h>
#include <solvers/sudoku/stops.h>

#include "nine.h"

/* The answer and the grids it points to. */
struct nine_answer {
    struct sudoku_answer answer;
    struct sudoku_nine found;
};

static enum nash_status name_conflicts(const struct sudoku_problem *p, struct nash_run *run, struct sudoku_answer *a)
{
    const struct sudoku_geometry *geometry = sudoku_geometry_new(run->arena, p);
    return geometry ? sudoku_find_conflicts(p, geometry, run->arena, a) : NASH_NOMEM;
}

/* Sets verdict and uniqueness. */
static void set_verdict(struct sudoku_answer *a, struct sudoku_nine *found)
{
    a->count = found->count;
    a->complete = found->complete;
    a->solution = found->count ? found->first : NULL;
    a->other = found->count > 1 ? found->second : NULL;
    a->partial = found->halted && !found->count ? found->forced : NULL;
    a->engine = found->nodes ? SUDOKU_BY_SEARCH : SUDOKU_BY_PROPAGATION;
    a->verdict = found->count ? SUDOKU_SOLVED : found->complete ? SUDOKU_UNSATISFIABLE : SUDOKU_TIMEOUT;
    a->unique = found->count > 1                       ? SUDOKU_UNIQUE_NO
                : found->count == 1 && found->complete ? SUDOKU_UNIQUE_YES
                                                       : SUDOKU_UNIQUE_UNKNOWN;
    a->statistics.nodes = found->nodes;
    a->statistics.dead_ends = found->dead_ends;
}

enum nash_status sudoku_solve_nine(const struct sudoku_problem *p, struct nash_run *run, struct nash_result *result,
                                   struct nash_error *error)
{
    struct nine_answer *new = NASH_NEW(run->arena, struct nine_answer, 1);
    if (!new)
        return nash_fail(error, NASH_NOMEM, "", "a grid of size 9 does not fit into the memory of this job");
    struct sudoku_answer *a = &new->answer;
    struct sudoku_nine *found = &new->found;
    if (nash_stop(run, SUDOKU_CHECK_ROOT)) {
        found->halted = true;
        memcpy(found->forced, p->clue, sizeof found->forced);
    } else {
        uint16_t marks[NINE_CELLS];
        for (unsigned cell = 0; p->allowed && cell < NINE_CELLS; cell++)
            marks[cell] = (uint16_t)p->allowed[cell];
        sudoku_nine(p->clue, p->allowed ? marks : NULL, p->limit, run, found);
    }
    set_verdict(a, found);
    if (a->verdict == SUDOKU_UNSATISFIABLE && name_conflicts(p, run, a) != NASH_OK)
        return nash_fail(error, NASH_NOMEM, "", "the conflicts do not fit into the memory of this job");
    if (a->conflicts)
        a->verdict = SUDOKU_CONTRADICTION;
    result->final = !found->halted;
    result->answer = a;
    return NASH_OK;
}
