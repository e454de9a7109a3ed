/* Checks the answer of a training: the curve holds what a curve can hold, the best checkpoint is still the one that was
 * emitted and can be read, and some games of its evaluation end as they did. */
#include <math.h>
#include <string.h>

#include "form.h"

enum { REPEATED_GAMES = 4 };

static bool is_share(float rate)
{
    return rate >= 0 && rate <= 1;
}

static const char *point_fault(const struct hex_train_point *point)
{
    if (!isfinite(point->loss) || point->loss < 0)
        return "a loss is not a number from 0 on";
    if (!is_share(point->win_rate[0]) || !is_share(point->win_rate[1]) || point->best > 1)
        return "a rate of wins is not from 0 to 1";
    for (unsigned i = 0; i < 2; i++) {
        float wins = point->win_rate[i] * (float)point->of;
        if (!point->of || fabsf(wins - roundf(wins)) > 1e-2F)
            return "a rate of wins is not one of its games";
    }
    return NULL;
}

static const char *curve_fault(const struct hex_train_config *c, const struct hex_train_progress *progress)
{
    const char *fault = progress->points > HEX_CURVE_MAX ? "the curve is too long" : NULL;
    for (unsigned i = 0; !fault && i < progress->points; i++) {
        const struct hex_train_point *point = &progress->point[i], *before = i ? point - 1 : NULL;
        fault = point_fault(point);
        if (before && (point->step < before->step || point->games < before->games ||
                       point->positions < before->positions || point->seconds < before->seconds))
            fault = "the curve goes back";
        if (point->step > progress->step || point->games > progress->games)
            fault = "the curve goes beyond the training";
    }
    if (c->steps && progress->step > c->steps)
        fault = "there are more steps than planned";
    return fault;
}

static const char *best_fault(const struct hex_train_answer *a, struct nash_error *error)
{
    struct hex_train_file file;
    struct nash_buf bytes = NASH_BUF_INIT(0);
    bool saved = !a->best.len || hex_train_save(a->trainer, true, a->arena, &bytes, &file, error);
    nash_buf_free(&bytes);
    if (!saved)
        return error->detail;
    return a->best.len && memcmp(&file.weights, &a->best.weights, sizeof file.weights) != 0
               ? "the best checkpoint has changed"
               : NULL;
}

/* Plays some games of the best network again. */
static const char *games_fault(const struct hex_train_answer *a)
{
    const struct hex_train_progress *progress = hex_trainer_progress(a->trainer);
    const struct hex_train_point *best = hex_train_point_at(progress, progress->best_step);
    if (!best || best->of != a->config.evaluate_games) /* games of other settings cannot be repeated */
        return NULL;
    for (unsigned i = 0; i < REPEATED_GAMES && i < best->of; i++) {
        struct nash_run run = {0};
        bool played, won = hex_trainer_repeat(a->trainer, i, &run, &played);
        if (played && won != (progress->best_won >> i & 1))
            return "a game of the best network ends otherwise when it is repeated";
    }
    return NULL;
}

enum nash_status hex_train_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct hex_train_answer *a = result->answer;
    struct nash_error own = {0};
    const char *fault = curve_fault(&a->config, hex_trainer_progress(a->trainer));
    (void)problem;
    fault = fault ? fault : best_fault(a, &own);
    fault = fault ? fault : games_fault(a);
    return fault ? nash_fail(error, NASH_INTERNAL, "", "the check of the answer failed: %s", fault) : NASH_OK;
}
