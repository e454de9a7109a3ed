/* Checks the answer of a training: the curve holds what a curve can hold, and the best checkpoint is still the one that
 * was emitted, and can be read. */
#include <math.h>
#include <string.h>

#include "form.h"

/* Returns whether a rate is a number of games won, of so many. */
static bool is_rate_of(float rate, unsigned games)
{
    float wins = rate * (float)games;
    return rate >= 0 && rate <= 1 && fabsf(wins - roundf(wins)) < 1e-2F;
}

static const char *point_fault(const struct hex_train_config *c, const struct hex_train_point *point)
{
    if (!isfinite(point->loss) || point->loss < 0)
        return "a loss is not a number from 0 on";
    for (unsigned i = 0; i < 2; i++)
        if (!is_rate_of(point->win_rate[i], c->evaluate_games))
            return "a rate is not one of the games played";
    return point->best > 1 ? "a rate against the best checkpoint is above 1" : NULL;
}

static const char *curve_fault(const struct hex_train_config *c, const struct hex_train_progress *progress)
{
    const char *fault = progress->points > HEX_CURVE_MAX ? "the curve is too long" : NULL;
    for (unsigned i = 0; !fault && i < progress->points; i++) {
        const struct hex_train_point *point = &progress->point[i], *before = i ? point - 1 : NULL;
        fault = point_fault(c, point);
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

enum nash_status hex_train_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct hex_train_answer *a = result->answer;
    struct nash_error own = {0};
    const char *fault = curve_fault(&a->config, hex_trainer_progress(a->trainer));
    (void)problem;
    fault = fault ? fault : best_fault(a, &own);
    return fault ? nash_fail(error, NASH_INTERNAL, "", "the check of the answer failed: %s", fault) : NASH_OK;
}
