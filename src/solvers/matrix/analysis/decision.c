/* Criteria for a decision under uncertainty: one player against nature.
 *
 *     maximin   the best of the worst outcomes (Wald)
 *     maximax   the best of the best outcomes
 *     Hurwicz   alpha * best + (1 - alpha) * worst
 *     regret    the smallest of the largest regrets; regret = payoff of the best act in a state - own payoff (Savage)
 *     Laplace   the mean with equal weights
 *     expected  the mean with the probabilities of the states, if they are given
 *
 * The value of a criterion is an integer over a denominator that all acts share, below 2^124, so ties are exact. */
#include "analysis.h"

/* The worst and the best payoff of an act. */
struct span {
    int64_t worst, best;
};

static struct span span_of(const struct matrix_game *game, uint32_t act)
{
    const int64_t *pay = game->a + (size_t)act * game->cols;
    struct span span = {pay[0], pay[0]};
    for (uint32_t state = 1; state < game->cols; state++) {
        span.worst = pay[state] < span.worst ? pay[state] : span.worst;
        span.best = pay[state] > span.best ? pay[state] : span.best;
    }
    return span;
}

/* Marks the acts with the largest (or the least) number. */
static void mark_best(struct matrix_criterion *criterion, uint32_t acts, bool least)
{
    __int128 best = criterion->num[0];
    for (uint32_t act = 1; act < acts; act++)
        if (least ? criterion->num[act] < best : criterion->num[act] > best)
            best = criterion->num[act];
    for (uint32_t act = 0; act < acts; act++)
        criterion->best[act] = criterion->num[act] == best;
}

static bool criterion_init(struct matrix_criterion *criterion, uint32_t acts, __int128 den, struct nash_arena *arena)
{
    criterion->num = NASH_NEW(arena, __int128, acts);
    criterion->best = NASH_NEW(arena, bool, acts);
    criterion->den = den;
    return criterion->num && criterion->best;
}

/* Applies the criteria that depend on the worst and the best outcome only. */
static void apply_span_criteria(const struct matrix_problem *p, struct matrix_decision *d)
{
    for (uint32_t act = 0; act < p->game.rows; act++) {
        struct span span = span_of(&p->game, act);
        d->maximin.num[act] = span.worst;
        d->maximax.num[act] = span.best;
        d->hurwicz.num[act] = (__int128)p->alpha.num * span.best + (__int128)(p->alpha.den - p->alpha.num) * span.worst;
    }
    mark_best(&d->maximin, p->game.rows, false);
    mark_best(&d->maximax, p->game.rows, false);
    mark_best(&d->hurwicz, p->game.rows, false);
}

static void apply_regret(const struct matrix_game *game, struct matrix_decision *d)
{
    for (uint32_t state = 0; state < game->cols; state++) {
        int64_t best = game->a[state];
        for (uint32_t act = 1; act < game->rows; act++) {
            int64_t pay = game->a[(size_t)act * game->cols + state];
            best = pay > best ? pay : best;
        }
        for (uint32_t act = 0; act < game->rows; act++) {
            int64_t regret = best - game->a[(size_t)act * game->cols + state];
            d->regret_of[(size_t)act * game->cols + state] = regret;
            if (regret > d->regret.num[act])
                d->regret.num[act] = regret;
        }
    }
    mark_best(&d->regret, game->rows, true);
}

/* Applies the means. foresight is the expected payoff if the state is known before the act is chosen. */
static void apply_means(const struct matrix_problem *p, struct matrix_decision *d)
{
    const struct matrix_game *game = &p->game;
    for (uint32_t state = 0; state < game->cols; state++) {
        int64_t best = game->a[state];
        for (uint32_t act = 0; act < game->rows; act++) {
            int64_t pay = game->a[(size_t)act * game->cols + state];
            d->laplace.num[act] += pay;
            if (p->probability)
                d->expected.num[act] += (__int128)p->probability[state] * pay;
            best = pay > best ? pay : best;
        }
        if (p->probability)
            d->foresight += (__int128)p->probability[state] * best;
    }
    mark_best(&d->laplace, game->rows, false);
    if (p->probability)
        mark_best(&d->expected, game->rows, false);
}

enum nash_status matrix_decide(const struct matrix_problem *p, struct nash_run *run, struct matrix_answer *answer,
                               struct nash_error *error)
{
    struct matrix_decision *d = &answer->decision;
    uint32_t acts = p->game.rows;
    struct nash_arena *arena = run->arena;
    bool room =
        criterion_init(&d->maximin, acts, p->scale, arena) && criterion_init(&d->maximax, acts, p->scale, arena) &&
        criterion_init(&d->hurwicz, acts, (__int128)p->scale * p->alpha.den, arena) &&
        criterion_init(&d->regret, acts, p->scale, arena) &&
        criterion_init(&d->laplace, acts, (__int128)p->scale * p->game.cols, arena) &&
        (!p->probability || criterion_init(&d->expected, acts, (__int128)p->scale * p->probability_scale, arena));
    d->regret_of = NASH_NEW(arena, int64_t, (size_t)acts * p->game.cols);
    if (!room || !d->regret_of)
        return nash_fail(error, NASH_NOMEM, "", "the criteria do not fit into the memory of this job");
    apply_span_criteria(p, d);
    apply_regret(&p->game, d);
    apply_means(p, d);
    struct matrix_side side = {acts, p->game.cols, p->game.a};
    return matrix_find_dominated(&side, run, &d->dominated, &d->dominated_count, error);
}
