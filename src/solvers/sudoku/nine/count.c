/* The search of the 9x9 engine. This file is compiled once for each path: NINE_COUNT names its function, and the
 * compiler's target decides the layout. */
#ifdef __AVX512BW__
#include "layout_wide.inc"
#else
#include "layout_narrow.inc"
#endif

#include <nash/run.h>
#include <solvers/sudoku/problem.h>
#include <solvers/sudoku/stops.h>

#include "nine.h"

/* after the layout */
#include "propagate.inc"
/* after propagation */
#include "branch.inc"
#include "setup.inc"

/* Reads the values of cells that are alone in their word, else 0. */
static void read_forced(const struct grid *grid, uint8_t *value)
{
    memset(value, 0, NINE_CELLS);
    for (unsigned digit = 0; digit < 9; digit++) {
        for (unsigned box = 0; box < 9; box++) {
            unsigned cells = grid->word[WORD_OF(digit) + WORD_OF_BOX(box)];
            if (!(cells & (cells - 1)))
                value[cell_of(box, cells)] = (uint8_t)(digit + 1);
        }
    }
}

/* Marks the result as halted. Without a solution, propagates the root again and reads the values that are forced. */
static void stop_at(const uint8_t *clue, const uint16_t *marks, struct sudoku_nine *out)
{
    struct grid root;
    out->halted = true;
    if (out->count)
        return;
    grid_init(&root, clue, marks);
    propagate(&root);
    read_forced(&root, out->forced);
}

/* Records a solution. False: stop. */
static bool record_solution(const struct grid *grid, uint32_t limit, struct nash_run *run, struct sudoku_nine *out)
{
    if (out->count < 2)
        read_solution(grid, out->count ? out->second : out->first);
    if (++out->count == limit)
        return false;
    out->halted = run && nash_stop(run, SUDOKU_CHECK_MODEL);
    return !out->halted;
}

void NINE_COUNT(const uint8_t clue[NINE_CELLS], const uint16_t *marks, uint32_t limit, struct nash_run *run,
                struct sudoku_nine *out)
{
    struct grid stack[DEPTH], *top = stack; /* the grids from stack to top are open */
    out->count = 0;
    out->nodes = out->dead_ends = 0;
    out->complete = out->halted = false;
    grid_init(top, clue, marks);
    while (top >= stack) {
        enum verdict verdict = propagate(top);
        if (verdict == OPEN) {
            if (run && nash_stop(run, SUDOKU_CHECK_SEARCH)) {
                stop_at(clue, marks, out);
                return;
            }
            uint16_t triad;
            unsigned at = choose(top, &triad);
            split_top(top++, at, triad);
            out->nodes++;
            if (run)
                run->nodes++;
            continue;
        }
        if (verdict == DEAD)
            out->dead_ends += out->nodes > 0;
        else if (!record_solution(top, limit, run, out))
            return;
        top--;
    }
    out->complete = true;
}
