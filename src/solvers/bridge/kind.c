/* The kind "bridge": its entry in the registry of solvers. */
#include "kind.h"

static enum nash_status prepare(const char *data_dir, struct nash_error *error)
{
    (void)data_dir, (void)error;
    bridge_dds_open(); /* without libdds, scores and endgames are still solved */
    return NASH_OK;
}

const struct nash_solver nash_solver_bridge = {
    .kind = "bridge",
    .title = "Bridge, double dummy: tables, par, every card, play analysis, single-dummy samples",
    .version = "1",
    .limits = {.body_bytes = 64 << 10,
               .memory_bytes = 96 << 20, /* so that a whole worker process stays below 160 MiB */
               .resident_bytes = BRIDGE_RESIDENT_BYTES,
               .result_bytes = 256 << 10,
               .time_ms_default = 20000,
               .time_ms_max = 600000},
    .prepare = prepare,
    .parse = bridge_parse,
    .parse_text = bridge_parse_text,
    .text_next = bridge_text_next,
    .text_failed = bridge_text_failed,
    .seeded = bridge_seeded,
    .canon = bridge_canon,
    .solve = bridge_solve,
    .verify = bridge_verify,
    .describe = bridge_describe,
    .write_problem = bridge_write_problem,
    .write = bridge_write,
    .write_text = bridge_write_text,
    .text_of = bridge_text_of,
};
