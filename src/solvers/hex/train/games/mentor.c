/* Games by a mentor: the engine "uct", plain, or "resistance". The mentor's choice is learnt in all positions, also in
 * those that random moves led to. */
#include <solvers/hex/engines/player.h>
#include <solvers/hex/net/math.h>
#include <solvers/hex/uct/uct.h>

#include "self_play.h"

/* Most games begin with one or two random stones. Of the moves of the first half of a game one in eight is drawn from
 * all by their weight, so that games differ and mistakes are seen punished. */
enum { DRAWN_OF = 8, RESISTANCE_SCALE = 12 /* of the softmax of values, relative to the largest */ };

static struct hex_player mentor_of(const struct hex_train_config *config)
{
    return (struct hex_player){
        .engine = config->mentor == HEX_MENTOR_UCT ? &hex_engine_uct : &hex_engine_resistance,
        .settings = {
            .iterations = config->mentor_iterations, .exploration = HEX_UCT_EXPLORATION, .rave = true, .plain = true}};
}

size_t hex_mentor_memory(const struct hex_train_config *config, unsigned size)
{
    struct hex_player player = mentor_of(config);
    return player.engine->memory(size, size, &player.settings) + HEX_ARENA_SPARE;
}

/* Writes the softmax of the values of "resistance", or its forced move. Returns the sum. */
static float value_weights(const struct hex_opinion *opinion, unsigned cells, float weight[HEX_CELLS_MAX])
{
    float most = 0, sum = 0;
    bool forced = opinion->winner != HEX_EMPTY || opinion->has_must_play;
    for (unsigned i = 0; i < cells; i++)
        most = opinion->value[i] > most ? opinion->value[i] : most;
    for (unsigned i = 0; i < cells; i++) {
        if (forced || most <= 0)
            weight[i] = i == (unsigned)opinion->move;
        else
            weight[i] = opinion->value[i] < 0 ? 0 : hex_exp((opinion->value[i] / most - 1) * RESISTANCE_SCALE);
        sum += weight[i];
    }
    return sum;
}

/* Lets the mentor think, in scratch memory. */
static bool mentor_think(const struct hex_player *player, const struct hex_position *position, uint64_t seed,
                         void *scratch, size_t bytes, struct nash_run *run, struct hex_opinion *opinion)
{
    struct nash_run own = *run;
    own.arena = nash_arena_in(scratch, bytes);
    own.seed = seed;
    own.node_limit = 0;
    own.nodes = 0;
    own.clock_in = 0;
    own.progress = NULL;
    own.emit = NULL;
    hex_opinion_clear(opinion);
    enum nash_status status = player->engine->think(position, &player->settings, &own, opinion, NULL);
    run->stopped = own.stopped;
    run->last_check = own.last_check;
    run->nodes += opinion->nodes;
    return status == NASH_OK && !run->stopped && opinion->move >= 0;
}

void hex_mentor_begin(struct hex_train_game *game, unsigned size, uint64_t seed, struct hex_position *position,
                      struct nash_rng *rng)
{
    nash_rng_seed(rng, seed);
    hex_train_game_begin(game, size, position);
    for (uint64_t stones = nash_rng_below(rng, 3); stones && size > 2; stones--)
        hex_train_game_open(game, position, rng);
}

bool hex_mentor_game(const struct hex_train_config *config, unsigned size, uint64_t seed, void *scratch,
                     struct nash_run *run, struct hex_train_game *game)
{
    struct hex_player player = mentor_of(config);
    struct hex_position position;
    struct nash_rng rng;
    unsigned cells = size * size;
    hex_mentor_begin(game, size, seed, &position, &rng);
    while (game->winner == HEX_EMPTY) {
        struct hex_opinion opinion;
        float weight[HEX_CELLS_MAX];
        if (nash_stop(run, HEX_STOP_TRAIN) || !mentor_think(&player, &position, nash_rng_next(&rng), scratch,
                                                            hex_mentor_memory(config, size), run, &opinion))
            return false;
        float sum = opinion.measure == HEX_MEASURE_RESISTANCE ? value_weights(&opinion, cells, weight)
                                                              : hex_opinion_weights(&opinion, cells, weight);
        hex_train_game_note(game, &position, weight, &opinion);
        bool drawn = game->plies < cells / 2 && nash_rng_below(&rng, DRAWN_OF) == 0;
        hex_train_game_play(game, &position,
                            drawn ? hex_weights_draw(weight, sum, cells, &rng) : (unsigned)opinion.move);
    }
    return true;
}
