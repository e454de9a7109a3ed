/* A 9x9 grid takes the engine a microsecond or a few, so that here everything around it counts: one allocation, no
 * table and no board. Clues that clash are looked for only when there is no solution; the general code names them. */
#include "solve_nine.h"

#include <string.h>

#include "clash.h"
#include "nine/nine.h"

/* The answer and the grids it points to. */
struct nine_answer {
    struct sudoku_answer answer;
    struct sudoku_nine found;
};

static enum nash_status name_clashes(const struct sudoku_problem *p, struct nash_run *run, struct sudoku_answer *a)
{
    const struct sudoku_geometry *geometry = sudoku_geometry_new(run->arena, p);
    return geometry ? sudoku_find_clashes(p, geometry, run->arena, a) : NASH_NOMEM;
}

/* Puts what was found into words. */
static void conclude(struct sudoku_answer *a, struct sudoku_nine *found)
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
    conclude(a, found);
    if (a->verdict == SUDOKU_UNSATISFIABLE && name_clashes(p, run, a) != NASH_OK)
        return nash_fail(error, NASH_NOMEM, "", "the clashes do not fit into the memory of this job");
    if (a->conflicts)
        a->verdict = SUDOKU_CONTRADICTION;
    result->final = !found->halted;
    result->answer = a;
    return NASH_OK;
}
