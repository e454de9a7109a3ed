/* Registers the kind "andor". */
#include "problem.h"

const struct nash_solver nash_solver_andor = {
    .kind = "andor",
    .title = "AND/OR graphs: cheapest solution graphs by AO* and from the terminals upwards",
    .version = "4",
    .limits = {.body_bytes = 128 << 20,         /* ten million nodes in the compact form */
               .memory_bytes = (size_t)2 << 30, /* cJSON needs about 15 bytes for each byte of the verbose form */
               .result_bytes = 32 << 20,
               .time_ms_default = 20000,
               .time_ms_max = 600000},
    .parse = andor_parse,
    .parse_text = andor_parse_text,
    .canon = andor_canon,
    .solve = andor_solve,
    .verify = andor_verify,
    .describe = andor_describe,
    .write = andor_write,
    .write_text = andor_write_text,
    .text_of = andor_text_of,
};
