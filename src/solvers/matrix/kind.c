/* The plug-in "matrix". */
#include "problem.h"

const struct nash_solver nash_solver_matrix = {
    .kind = "matrix",
    .title = "Matrix games: equilibria, dominance, and decisions against nature",
    .version = "1",
    .limits = {.body_bytes = 8 << 20, /* two matrices of 400 by 400 */
               .memory_bytes = 512 << 20,
               .result_bytes = 48 << 20,
               .time_ms_default = 10000,
               .time_ms_max = 600000},
    .parse = matrix_parse,
    .parse_text = matrix_parse_text,
    .canon = matrix_canon,
    .solve = matrix_solve,
    .verify = matrix_verify,
    .describe = matrix_describe,
    .write = matrix_write,
    .write_text = matrix_write_text,
    .text_of = matrix_text_of,
};
