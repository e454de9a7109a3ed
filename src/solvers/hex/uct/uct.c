/* The engine "uct": the choice of the variant, defaults and progress. */
#include "uct.h"

struct hex_uct_options hex_uct_defaults(void)
{
    return (struct hex_uct_options){.iterations = HEX_UCT_ITERATIONS,
                                    .exploration = HEX_UCT_EXPLORATION,
                                    .rave_bias = 0.001f,
                                    .rave = true,
                                    .pairs = true,
                                    .priors = true,
                                    .expand = 8,
                                    .pool_mib_max = 256};
}

const struct hex_uct_variant *hex_uct_variant(const struct hex_board *board, bool plain)
{
    bool small = hex_cells(board) <= 128;
#if UCT_X86
    if (!plain && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt"))
        return small ? &hex_uct_2_fast : &hex_uct_6_fast;
#endif
    (void)plain;
    return small ? &hex_uct_2_plain : &hex_uct_6_plain;
}

void hex_uct_report(struct nash_run *run, unsigned rows, unsigned cols, uint64_t nodes, unsigned move, float rate)
{
    struct nash_buf json = NASH_BUF_INIT(256);
    struct hex_board board;
    char name[HEX_NAME_MAX];
    hex_board_init(&board, rows, cols);
    nash_buf_printf(&json, "{\"nodes\":%llu,\"best\":{\"move\":\"%s\",\"win_rate\":%.3f}}", (unsigned long long)nodes,
                    hex_cell_name(&board, move, name), (double)rate);
    nash_progress_send(run, &json);
}

static enum nash_status think(const struct hex_position *position, const struct hex_settings *settings,
                              struct nash_run *run, struct hex_opinion *opinion, struct nash_error *error)
{
    struct hex_uct_options options = hex_uct_defaults();
    if (settings->iterations)
        options.iterations = settings->iterations;
    options.exploration = settings->exploration;
    options.rave = settings->rave;
    return hex_uct_variant(&position->board, false)->think(position, &options, run, opinion, error);
}

const struct hex_engine hex_engine_uct = {.name = "uct", .seeded = true, .think = think};
