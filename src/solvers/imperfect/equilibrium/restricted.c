#include "restricted.h"

#include <string.h>

#include "values.h"

/* Writes the trust of each information set of the opponent: 0 where the model rests on nothing. */
static void trust_by_data(const struct game_tree *tree, const struct response_options *options, double *obeyed)
{
    double caution = options->caution > 0 ? options->caution : RESPONSE_CAUTION;
    for (uint32_t i = 0; i < tree->infosets; i++)
        if (tree->infoset_of[i].player != options->player)
            obeyed[i] = options->trust * options->count[i] / (options->count[i] + caution);
}

/* Computes what the response earns against the model and against its worst opponent. */
static enum nash_status rate(const struct game_tree *tree, uint32_t player, struct response *response,
                             struct nash_arena *arena)
{
    double value[2], worst;
    enum nash_status status = game_expected(tree, response->strategy, value, arena);
    if (status == NASH_OK)
        status = game_best_response(tree, 1 - player, response->strategy, NULL, &worst, arena);
    if (status != NASH_OK)
        return status;
    response->ev = value[player];
    response->worst_case = tree->constant - worst;
    return NASH_OK;
}

enum nash_status response_solve(const struct game_tree *tree, const double *model,
                                const struct response_options *options, struct nash_run *run, struct response *response,
                                struct nash_error *error)
{
    *response = (struct response){0};
    if (tree->players != 2 || !tree->constant_sum)
        return nash_fail(error, NASH_UNPROCESSABLE, "/game",
                         "a response with trust needs 2 players whose payoffs add up to the same number at every end");
    if (options->trust == 1 && !options->count) {
        double best;
        response->strategy = NASH_NEW(run->arena, double, tree->actions);
        response->exact = true;
        if (!response->strategy ||
            game_best_response(tree, options->player, model, response->strategy, &best, run->arena) != NASH_OK)
            return NASH_NOMEM;
        return rate(tree, options->player, response, run->arena);
    }
    struct cfr_restriction restriction = {.player = 1 - options->player, .model = model, .trust = options->trust};
    if (options->count) {
        double *obeyed = NASH_NEW(run->arena, double, tree->infosets);
        if (!obeyed)
            return NASH_NOMEM;
        trust_by_data(tree, options, obeyed);
        restriction.obeyed = obeyed;
        restriction.trust = 0;
    }
    struct cfr_options cfr = options->cfr;
    struct cfr_result result;
    cfr.restricted = &restriction;
    enum nash_status status = cfr_solve(tree, &cfr, run, &result, error);
    if (status != NASH_OK)
        return status;
    response->strategy = result.strategy;
    response->exploitability = result.exploitability;
    response->iterations = result.iterations;
    game_copy_player(tree, 1 - options->player, model, response->strategy);
    return rate(tree, options->player, response, run->arena);
}
