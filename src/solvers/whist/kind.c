/* The kind "whist": its entry in the registry of solvers. */
#include "kind.h"

#include <solvers/whist/methods/table.h>

const struct nash_solver nash_solver_whist = {
    .kind = "whist",
    .title = "Two-hand whist: one suit exactly, several suits by search",
    .version = "2",
    .limits = {.body_bytes = 40 << 20, /* two hands of a million integers */
               .memory_bytes = 256 << 20,
               .result_bytes = 3 << 20, /* a strategy graph of 20,000 intervals */
               .time_ms_default = 10000,
               .time_ms_max = 600000},
    .prepare = whist_table_open,
    .parse = whist_parse,
    .parse_text = whist_parse_text,
    .canon = whist_canon,
    .solve = whist_solve,
    .verify = whist_verify,
    .describe = whist_describe,
    .write = whist_write,
    .write_text = whist_write_text,
    .text_of = whist_text_of,
};
