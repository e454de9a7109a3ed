/* The engine "uct": the choice of the variant, and the defaults. */
#include "uct.h"

struct hex_uct_options hex_uct_defaults(void)
{
    return (struct hex_uct_options){.iterations = HEX_UCT_ITERATIONS,
                                    .exploration = HEX_UCT_EXPLORATION,
                                    .rave_bias = 0.001f,
                                    .rave = true,
                                    .proofs = true,
                                    .pairs = true,
                                    .priors = true,
                                    .prior_weight = 0.3f,
                                    .prior_count = 100,
                                    .expand = 8,
                                    .connect = 1000,
                                    .pool_mib_max = 256};
}

struct hex_uct_options hex_uct_plain(void)
{
    struct hex_uct_options options = hex_uct_defaults();
    options.proofs = options.priors = false;
    options.prior_weight = 0;
    options.prior_count = options.connect = 0;
    return options;
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

struct hex_uct_options hex_uct_options_of(const struct hex_settings *settings)
{
    struct hex_uct_options options = settings->plain ? hex_uct_plain() : hex_uct_defaults();
    if (settings->iterations)
        options.iterations = settings->iterations;
    options.exploration = settings->exploration;
    options.rave = settings->rave;
    if (!options.rave && options.exploration == 0)
        options.exploration = HEX_UCT_EXPLORATION_PLAIN;
    return options;
}

static size_t memory(unsigned rows, unsigned cols, const struct hex_settings *settings)
{
    struct hex_uct_options options = hex_uct_options_of(settings);
    struct hex_board board = {.rows = (uint8_t)rows, .cols = (uint8_t)cols};
    return hex_uct_variant(&board, true)->memory(rows, cols, &options);
}

static enum nash_status think(const struct hex_position *position, const struct hex_settings *settings,
                              struct nash_run *run, struct hex_opinion *opinion, struct nash_error *error)
{
    struct hex_uct_options options = hex_uct_options_of(settings);
    return hex_uct_variant(&position->board, false)->think(position, &options, run, opinion, error);
}

const struct hex_engine hex_engine_uct = {.name = "uct", .seeded = true, .think = think, .memory = memory};
