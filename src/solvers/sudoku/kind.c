/* The plug-in "sudoku". */
#include "kind.h"

#include <solvers/sudoku/game/options.h>

#include "problem.h"

static bool distributed(const void *problem)
{
    const struct sudoku_options *options = ((const struct sudoku_problem *)problem)->options;
    return options && options->shards > 0;
}

const struct nash_solver nash_solver_sudoku = {
    .kind = "sudoku",
    .title = "Sudoku from 4x4 to 49x49: solve, prove unique, explain, check, make",
    .version = "5",
    .limits = {.body_bytes = 256 << 10,
               .memory_bytes = 512 << 20,
               .result_bytes = 1 << 20,
               .time_ms_default = 10000,
               .time_ms_max = 600000},
    .parse = sudoku_parse,
    .parse_text = sudoku_parse_text,
    .seeded = sudoku_seeded,
    .distributed = distributed,
    .canon = sudoku_canon,
    .solve = sudoku_solve,
    .verify = sudoku_verify,
    .describe = sudoku_describe,
    .doubtful = sudoku_doubtful,
    .write_problem = sudoku_write_problem,
    .write = sudoku_write,
    .write_text = sudoku_write_text,
    .text_of = sudoku_text_of,
    .write_course = sudoku_write_course,
};
