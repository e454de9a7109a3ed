/* Progress reports, and the names of verdicts and engines that reports and answers use. */
#include "progress.h"

#include <string.h>

#include "answer.h"

const char *sudoku_verdict_name(enum sudoku_verdict verdict)
{
    static const char *const name[] = {
        [SUDOKU_SOLVED] = "solved",
        [SUDOKU_CONTRADICTION] = "contradiction",
        [SUDOKU_UNSATISFIABLE] = "unsatisfiable",
        [SUDOKU_TIMEOUT] = "timeout",
        [SUDOKU_COMPLETABLE] = "completable",
        [SUDOKU_UNSOLVED] = "unsolved",
    };
    return name[verdict];
}

const char *sudoku_engine_name(enum sudoku_engine engine)
{
    static const char *const name[] = {
        [SUDOKU_BY_PROPAGATION] = "propagation",
        [SUDOKU_BY_SEARCH] = "search",
        [SUDOKU_BY_CADICAL] = "cadical",
        [SUDOKU_BY_SAP] = "sap",
        [SUDOKU_BY_TABU] = "tabu",
    };
    return name[engine];
}

char *sudoku_grid_text(char *out, const struct sudoku_problem *problem, const uint8_t *grid)
{
    unsigned cells = problem->size * problem->size;
    char symbol[SUDOKU_MAX + 1] = {'.'}; /* [value] */
    memcpy(symbol + 1, problem->symbols, SUDOKU_MAX);
    for (unsigned i = 0; i < cells; i++)
        out[i] = symbol[grid[i]];
    out[cells] = '\0';
    return out;
}

void sudoku_progress_send(const struct sudoku_progress *progress)
{
    struct nash_run *run = progress->run;
    if (!nash_progress_due(run))
        return;
    char grid[SUDOKU_CELLS_MAX + 1];
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    nash_jsonw_object(&out);
    nash_jsonw_kstring(&out, "engine", sudoku_engine_name(progress->engine));
    nash_jsonw_kuint(&out, "nodes", run->nodes);
    nash_jsonw_kuint(&out, "count", progress->answer->count);
    bool making = progress->problem->task == SUDOKU_GENERATE; /* best is then the puzzle */
    if (making || progress->problem->task == SUDOKU_SOLVE) {  /* the other tasks must not show the solution */
        nash_jsonw_kuint(&out, making ? "clues" : "cells_set", progress->best_set);
        nash_jsonw_kstring(&out, "best", sudoku_grid_text(grid, progress->problem, progress->best));
    }
    nash_jsonw_object_end(&out);
    nash_progress_send(run, &buf);
}
