/* The kind "sudoku" as the rest of the house sees it. */
#include "play.h"
#include "sudoku.h"

static bool spread(const void *problem)
{
    const struct sudoku_play *play = ((const struct sudoku_problem *)problem)->play;
    return play && play->shards > 0;
}

const struct nash_solver nash_solver_sudoku = {
    .kind = "sudoku",
    .title = "Sudoku from 4x4 to 49x49: solve, prove unique, explain, check, make",
    .version = "3",
    .limits = {.body_bytes = 256 << 10,
               .memory_bytes = 512 << 20,
               .result_bytes = 1 << 20,
               .time_ms_default = 10000,
               .time_ms_max = 600000},
    .parse = sudoku_parse,
    .parse_text = sudoku_parse_text,
    .seeded = sudoku_seeded,
    .spread = spread,
    .canon = sudoku_canon,
    .solve = sudoku_solve,
    .verify = sudoku_verify,
    .write = sudoku_write,
    .write_text = sudoku_write_text,
    .text_of = sudoku_text_of,
};
