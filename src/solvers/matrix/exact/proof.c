/* Rounds a row to integers and checks it, in 64 bits if the sums surely fit, else in 128. */
#include "proof.h"

#include <math.h>

/* The nonzero multipliers w_j of proof.h. */
struct farkas {
    uint32_t count;
    uint32_t answer[MATRIX_SIDE_MAX]; /* the response j */
    int64_t weight[MATRIX_SIDE_MAX];  /* w_j */
};

/* Reads the multipliers from the row of `variable`, which means variable = value + sum entry * nonbasic: the entry of
 * each slack, and -1 for the variable itself if it is a slack. The largest is scaled to `max`. Returns false if an
 * entry is not finite. */
static bool farkas_round_row(struct farkas *farkas, const struct float_tableau *approx, uint32_t variable, double max)
{
    const double *cell = approx->cell + (size_t)approx->place[variable] * approx->stride;
    double largest = variable >= approx->own ? 1 : 0;
    for (uint32_t column = 0; column < approx->cols; column++)
        if (approx->nonbasic[column] >= approx->own)
            largest = fmax(largest, fabs(cell[column]));
    double scale = largest > 0 ? max / largest : 0;
    farkas->count = 0;
    if (variable >= approx->own) {
        farkas->answer[0] = variable - approx->own;
        farkas->weight[farkas->count++] = -(int64_t)scale;
    }
    for (uint32_t column = 0; column < approx->cols; column++) {
        uint32_t name = approx->nonbasic[column];
        if (name < approx->own || (!approx->fixed[name] && cell[column] <= 0))
            continue;
        double weight = cell[column] * scale;
        if (!(fabs(weight) <= max))
            return false;
        farkas->answer[farkas->count] = name - approx->own;
        farkas->weight[farkas->count++] = (int64_t)weight;
    }
    return true;
}

/* Makes the sum 0 by changing a weight that may have either sign. Without such a weight no multiplier is left, and a
 * proof succeeds only if all x_i must be 0. */
static void farkas_balance(struct farkas *farkas, const struct float_tableau *approx, uint32_t variable)
{
    int64_t sum = 0;
    uint32_t free = TABLEAU_NONE;
    for (uint32_t k = 0; k < farkas->count; k++) {
        uint32_t name = farkas->answer[k] + approx->own;
        sum += farkas->weight[k];
        if (approx->fixed[name] || name == variable)
            free = k;
    }
    if (free == TABLEAU_NONE)
        farkas->count = 0;
    else
        farkas->weight[free] -= sum;
}

static bool farkas_is_positive(const struct farkas *farkas, const int64_t *pay)
{
    int64_t sum = 0;
    for (uint32_t k = 0; k < farkas->count; k++)
        sum += farkas->weight[k] * pay[farkas->answer[k]];
    return sum > 0;
}

static bool farkas_is_positive_wide(const struct farkas *farkas, const int64_t *pay)
{
    __int128 sum = 0;
    for (uint32_t k = 0; k < farkas->count; k++)
        sum += (__int128)farkas->weight[k] * pay[farkas->answer[k]];
    return sum > 0;
}

bool proof_empty(const struct float_tableau *approx, const struct polyhedron *polyhedron, uint32_t variable)
{
    struct farkas farkas;
    if (approx->place[variable] >= approx->rows)
        return false;
    /* The balanced weight is at most `other` times the largest, so no sum exceeds 2 * other * max * size. */
    double min = (double)approx->min, size = fmax(fabs(min), fabs(min + approx->range)) + 1;
    double max = 0x1p61 / size / approx->other;
    bool fits = max >= 0x1p30;
    if (!farkas_round_row(&farkas, approx, variable, fits ? fmin(max, 0x1p45) : 0x1p50))
        return false;
    farkas_balance(&farkas, approx, variable);
    for (uint32_t i = 0; i < approx->own; i++) {
        const int64_t *pay = polyhedron->pay + (size_t)i * approx->other;
        if (approx->fixed[i] || i == variable)
            continue;
        if (!(fits ? farkas_is_positive(&farkas, pay) : farkas_is_positive_wide(&farkas, pay)))
            return false;
    }
    return true;
}
