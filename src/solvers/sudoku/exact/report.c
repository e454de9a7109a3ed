/* Progress reports of a search, and its stop. */
#include <solvers/sudoku/progress.h>
#include <solvers/sudoku/stops.h>

#include "search.h"

enum { PROGRESS_EVERY = 256 }; /* nodes between two checks whether a report is due */

/* Keeps the fullest grid for progress reports and polls the run. True: stop now. */
static bool search_poll(struct sudoku_search *search)
{
    struct sudoku_progress *progress = search->progress;
    if (search->nodes % PROGRESS_EVERY == PROGRESS_EVERY - 1 && nash_progress_due(progress->run)) {
        unsigned set = sudoku_board_count(search->board);
        if (set > progress->best_set)
            progress->best_set = sudoku_board_grid(search->board, progress->best);
        sudoku_progress_send(progress);
    }
    if (search->board->geometry->cages)
        progress->run->clock_in = 0; /* a node costs up to a millisecond then: read the clock each time */
    if (nash_stop(progress->run, SUDOKU_CHECK_SEARCH))
        return true;
    progress->run->nodes++;
    return false;
}

void sudoku_search_report(struct sudoku_search *search, struct sudoku_progress *progress)
{
    search->progress = progress;
    search->halted = search_poll;
}
