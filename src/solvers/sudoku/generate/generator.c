/* One board with one search over it, reused by all steps, and the polling of the run.
 *
 * The clock is read at every step: a step costs from ten microseconds (9x9) to milliseconds (49x49). The search runs in
 * slices, so that the run is polled between two of them and progress reports show the puzzle, not a board of the
 * search. */
#include "generator.h"

#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/stops.h>

enum { SLICE_NODES = 64 }; /* nodes between two polls of the run */

bool sudoku_generator_halted(struct sudoku_generator *f)
{
    f->run->nodes++;
    f->run->clock_in = 0;
    if (nash_stop(f->run, SUDOKU_CHECK_GENERATE))
        return true;
    sudoku_progress_send(&f->progress);
    return false;
}

enum sudoku_outcome sudoku_generator_search(struct sudoku_generator *f, uint64_t allowance)
{
    struct sudoku_search *search = f->search;
    uint64_t nodes = search->nodes, dead_ends = search->dead_ends;
    enum sudoku_outcome outcome = SUDOKU_SPENT;
    f->progress.engine = SUDOKU_BY_SEARCH;
    for (uint64_t used = 0; outcome == SUDOKU_SPENT && used < allowance; used = search->nodes - nodes) {
        uint64_t rest = allowance - used;
        if (used && sudoku_generator_halted(f))
            outcome = SUDOKU_HALTED;
        else
            outcome = sudoku_search_next(search, rest < SLICE_NODES ? rest : SLICE_NODES);
    }
    f->run->nodes += search->nodes - nodes;
    f->answer->statistics.nodes += search->nodes - nodes;
    f->answer->statistics.dead_ends += search->dead_ends - dead_ends;
    return outcome;
}

void sudoku_generator_clear(struct sudoku_generator *f)
{
    sudoku_search_rewind(f->search);
    sudoku_board_undo(f->board, 0);
}

struct sudoku_sat *sudoku_generator_sat(struct sudoku_generator *f)
{
    struct sudoku_sat_size size = sudoku_sat_estimate(f->board);
    f->progress.engine = SUDOKU_BY_CADICAL;
    if (size.bytes > SUDOKU_SAT_MEMORY_MAX) {
        nash_fail(
            f->error, NASH_TOO_LARGE, "",
            "the SAT solver would need about %llu MB for a puzzle of size %u with so few clues, and at most %d MB "
            "are allowed; ask for more clues",
            (unsigned long long)(size.bytes >> 20), f->problem->size, SUDOKU_SAT_MEMORY_MAX >> 20);
        return NULL;
    }
    struct sudoku_sat *sat = sudoku_sat_new(f->board, &f->progress);
    if (!sat)
        sudoku_generator_no_memory(f);
    return sat;
}

enum sudoku_generate_status sudoku_generator_no_memory(struct sudoku_generator *f)
{
    nash_fail(f->error, NASH_NOMEM, "", "making a grid of size %u does not fit into the memory of this job",
              f->problem->size);
    return SUDOKU_GENERATE_FAILED;
}

void sudoku_generator_shuffle(struct sudoku_generator *f, uint16_t *item, unsigned count)
{
    for (unsigned i = count; i > 1; i--) {
        unsigned j = (unsigned)nash_rng_below(&f->rng, i);
        uint16_t kept = item[i - 1];
        item[i - 1] = item[j];
        item[j] = kept;
    }
}
