#include "session.h"

#include <string.h>

#include "restricted.h"
#include "values.h"

/* The exploitability at which a data-biased response is good enough to be played, in payoff units. */
#define RESPONSE_TARGET 1e-3

/* Returns an index drawn with these probabilities, whose sum is 1. */
static uint32_t draw(const double *probability, uint32_t count, struct nash_rng *rng)
{
    double u = nash_rng_unit(rng);
    uint32_t k = 0;
    for (; k + 1 < count && u >= probability[k]; k++)
        u -= probability[k];
    return k;
}

uint32_t session_deal(const struct game_tree *tree, const double *profile, uint32_t explorer, double explore,
                      struct nash_rng *rng)
{
    uint32_t v = 0;
    while (tree->player[v] != GAME_TERMINAL) {
        uint32_t first = tree->first_child[v], count = tree->first_child[v + 1] - first, k;
        if (tree->player[v] == GAME_CHANCE)
            k = draw(tree->chance + first, count, rng);
        else if (tree->player[v] == (int)explorer && explore > 0 && nash_rng_unit(rng) < explore)
            k = (uint32_t)nash_rng_below(rng, count);
        else
            k = draw(profile + tree->infoset_of[tree->infoset[v]].first_action, count, rng);
        v = first + k;
    }
    return v;
}

struct play {
    const struct learn_views *views;
    const struct session_options *options;
    struct nash_run *run;
    struct session *session;
    double *profile[2]; /* [actions]: our response at this seat, the opponent at the other */
};

/* Computes our response at one seat to the fit, and puts it into the profile and into session->response. */
static enum nash_status respond_at(struct play *play, uint32_t seat, struct nash_error *error)
{
    const struct game_tree *tree = play->views->tree;
    struct session *session = play->session;
    struct response_options options = {.player = seat, .trust = 1, .cfr = {.target = RESPONSE_TARGET}};
    struct response response;
    options.caution = play->options->caution;
    options.count = options.caution >= 0 ? session->fit.evidence : NULL;
    struct nash_arena_mark mark = nash_arena_mark(play->run->arena);
    enum nash_status status = response_solve(tree, session->fit.strategy, &options, play->run, &response, error);
    if (status == NASH_OK) {
        game_copy_player(tree, seat, response.strategy, play->profile[seat]);
        game_copy_player(tree, seat, response.strategy, session->response);
    }
    nash_arena_release(play->run->arena, mark);
    return status;
}

/* Fits the table and responds at both seats. */
static enum nash_status respond(struct play *play, struct nash_error *error)
{
    enum nash_status status =
        learn_fit(play->views, &play->session->table, &play->options->learn, play->run, &play->session->fit);
    for (uint32_t seat = 0; status == NASH_OK && seat < 2; seat++)
        status = respond_at(play, seat, error);
    return status;
}

static enum nash_status measure_point(struct play *play, struct session_point *point, const double *opponent,
                                      uint64_t hands, double won)
{
    const struct game_tree *tree = play->views->tree;
    *point = (struct session_point){.hands = hands, .won = hands ? won / (double)hands : 0};
    for (uint32_t seat = 0; seat < 2; seat++) {
        double value[2], worst;
        enum nash_status status = game_expected(tree, play->profile[seat], value, play->run->arena);
        if (status == NASH_OK)
            status = game_best_response(tree, seat, opponent, NULL, &point->best[seat], play->run->arena);
        if (status == NASH_OK)
            status = game_best_response(tree, 1 - seat, play->session->response, NULL, &worst, play->run->arena);
        if (status != NASH_OK)
            return status;
        point->ev[seat] = value[seat];
        point->worst[seat] = tree->constant - worst;
    }
    point->captured = (point->ev[0] + point->ev[1]) / (point->best[0] + point->best[1]);
    return NASH_OK;
}

static bool play_init(struct play *play, const struct session_options *options)
{
    const struct game_tree *tree = play->views->tree;
    struct nash_arena *arena = play->run->arena;
    *play->session = (struct session){.point = NASH_NEW(arena, struct session_point, options->points),
                                      .table = {.arena = arena},
                                      .response = NASH_NEW(arena, double, tree->actions)};
    for (uint32_t seat = 0; seat < 2; seat++) {
        play->profile[seat] = NASH_NEW(arena, double, tree->actions);
        if (!play->profile[seat])
            return false;
        memcpy(play->profile[seat], options->opponent, tree->actions * sizeof(double));
    }
    return play->session->point && play->session->response;
}

enum nash_status session_play(const struct learn_views *views, const struct session_options *options,
                              struct nash_run *run, struct session *session, struct nash_error *error)
{
    const struct game_tree *tree = views->tree;
    struct play play = {.views = views, .options = options, .run = run, .session = session};
    const double *opponent = options->opponent;
    double explore = options->explore == 0 ? SESSION_EXPLORE : options->explore, won = 0;
    struct nash_rng rng;
    nash_rng_seed(&rng, run->seed);
    if (!play_init(&play, options))
        return NASH_NOMEM;
    enum nash_status status = respond(&play, error);
    uint64_t refit = 20;
    for (uint64_t hand = 0, at = 0; status == NASH_OK && at < options->points; hand++) {
        if (hand == options->schedule[at] || hand == refit) {
            status = respond(&play, error);
            if (hand == refit)
                refit = hand + hand / 4;
        }
        if (status == NASH_OK && hand == options->schedule[at])
            status = measure_point(&play, &session->point[at++], opponent, hand, won);
        if (options->changed && hand == options->change_at) {
            opponent = options->changed;
            for (uint32_t seat = 0; seat < 2; seat++)
                game_copy_player(tree, 1 - seat, opponent, play.profile[seat]);
        }
        if (nash_stop(run, EQUILIBRIUM_STOP_SESSION))
            break;
        uint8_t seat = (uint8_t)(hand % 2);
        uint32_t end = session_deal(tree, play.profile[seat], seat, explore, &rng);
        struct learn_hand seen = {end, seat, views->shown[end]};
        won += tree->payoff[2 * (size_t)end + seat];
        uint32_t block = options->block_hands ? (uint32_t)(hand / options->block_hands) : 0;
        if (!learn_add(&session->table, views, &seen, block, 1))
            return NASH_NOMEM;
    }
    return status;
}
