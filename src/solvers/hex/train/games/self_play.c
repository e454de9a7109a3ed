/* Games by PUCT with the net that is trained (AlphaZero: Silver et al. 2017). */
#include "self_play.h"

/* Three of four games begin with a random stone: matches are played over all of these openings. */
enum { OPENED_OF_FOUR = 3, NOISE_ALPHA = 10 };

static struct hex_puct_options options_of(const struct hex_train_config *config)
{
    struct hex_puct_options options = hex_puct_defaults();
    options.simulations = config->simulations;
    options.exploration = config->exploration;
    options.noise = config->noise;
    options.noise_alpha = NOISE_ALPHA;
    options.connect = UINT32_MAX; /* virtual connections decide the root alone: half of the positions are proved so */
    options.turn = false;
    return options;
}

size_t hex_self_play_memory(const struct hex_train_config *config, unsigned size)
{
    return hex_puct_memory(&config->shape, size, size, config->simulations) + HEX_ARENA_SPARE;
}

void hex_self_play_begin(struct hex_train_game *game, unsigned size, uint64_t seed, struct hex_position *position,
                         struct nash_rng *rng)
{
    nash_rng_seed(rng, seed);
    hex_train_game_begin(game, size, position);
    if (nash_rng_below(rng, 4) < OPENED_OF_FOUR && size > 1)
        hex_train_game_open(game, position, rng);
}

bool hex_self_play(const struct hex_play_net *net, const struct hex_train_config *config, unsigned size, uint64_t seed,
                   void *scratch, struct nash_run *run, struct hex_train_game *game)
{
    struct nash_arena *arena = nash_arena_in(scratch, hex_self_play_memory(config, size));
    struct hex_puct *puct = arena ? hex_puct_new(arena, net, size, size, config->simulations) : NULL;
    struct hex_puct_options options = options_of(config);
    struct hex_position position;
    struct nash_rng rng;
    struct nash_run own = *run;
    if (!puct)
        return false;
    own.progress = NULL;
    hex_self_play_begin(game, size, seed, &position, &rng);
    while (game->winner == HEX_EMPTY) {
        struct hex_opinion opinion;
        float weight[HEX_CELLS_MAX];
        hex_opinion_clear(&opinion);
        hex_puct_search(puct, &position, &options, &rng, &own, HEX_STOP_TRAIN, &opinion);
        own.clock_in = 0; /* moves are few and long: each poll reads the clock */
        bool stopped = nash_stop(&own, HEX_STOP_TRAIN);
        run->nodes = own.nodes;
        run->stopped = own.stopped;
        run->last_check = own.last_check;
        if (stopped || opinion.move < 0)
            return false;
        float sum = hex_opinion_weights(&opinion, size * size, weight);
        hex_train_game_note(game, &position, weight, &opinion);
        bool hot = game->plies < config->hot_plies;
        hex_train_game_play(game, &position,
                            hot ? hex_weights_draw(weight, sum, size * size, &rng) : (unsigned)opinion.move);
    }
    return true;
}
