/* Rounds a row to integers and checks it, in 64 bits where the sums are sure to fit, else in 128. */
#include "proof.h"

#include <math.h>

/* The multipliers that are not 0. */
struct farkas {
    uint32_t count;
    uint32_t answer[MATRIX_SIDE_MAX];
    int64_t weight[MATRIX_SIDE_MAX];
};

/* The row reads  variable = value + sum entry * nonbasic, so w is the entry of each slack, and -1 of its own. `most` is
 * the size the largest is brought to. False: the row has numbers that are none. */
static bool round_row(struct farkas *farkas, const struct guess *guess, uint32_t variable, double most)
{
    const double *cell = guess->cell + (size_t)guess->place[variable] * guess->stride;
    double largest = variable >= guess->own ? 1 : 0;
    for (uint32_t column = 0; column < guess->cols; column++)
        if (guess->nonbasic[column] >= guess->own)
            largest = fmax(largest, fabs(cell[column]));
    double scale = largest > 0 ? most / largest : 0;
    farkas->count = 0;
    if (variable >= guess->own) {
        farkas->answer[0] = variable - guess->own;
        farkas->weight[farkas->count++] = -(int64_t)scale;
    }
    for (uint32_t column = 0; column < guess->cols; column++) {
        uint32_t name = guess->nonbasic[column];
        if (name < guess->own || (!guess->fixed[name] && cell[column] <= 0))
            continue;
        double weight = cell[column] * scale;
        if (!(fabs(weight) <= most))
            return false;
        farkas->answer[farkas->count] = name - guess->own;
        farkas->weight[farkas->count++] = (int64_t)weight;
    }
    return true;
}

/* Makes the sum 0 by a weight that may have either sign; without one all are 0, which proves that the x_i cannot all be
 * 0. */
static void balance(struct farkas *farkas, const struct guess *guess, uint32_t variable)
{
    int64_t sum = 0;
    uint32_t free = TABLE_NONE;
    for (uint32_t k = 0; k < farkas->count; k++) {
        uint32_t name = farkas->answer[k] + guess->own;
        sum += farkas->weight[k];
        if (guess->fixed[name] || name == variable)
            free = k;
    }
    if (free == TABLE_NONE)
        farkas->count = 0;
    else
        farkas->weight[free] -= sum;
}

static bool positive(const struct farkas *farkas, const int64_t *pay)
{
    int64_t sum = 0;
    for (uint32_t k = 0; k < farkas->count; k++)
        sum += farkas->weight[k] * pay[farkas->answer[k]];
    return sum > 0;
}

static bool positive_long(const struct farkas *farkas, const int64_t *pay)
{
    __int128 sum = 0;
    for (uint32_t k = 0; k < farkas->count; k++)
        sum += (__int128)farkas->weight[k] * pay[farkas->answer[k]];
    return sum > 0;
}

bool proof_empty(const struct guess *guess, const struct answers *answers, uint32_t variable)
{
    struct farkas farkas;
    if (guess->place[variable] >= guess->rows)
        return false;
    /* The balanced weight is at most `other` times the others: no sum is more than 2 * other * most * size. */
    double least = (double)guess->least, size = fmax(fabs(least), fabs(least + guess->range)) + 1;
    double most = 0x1p61 / size / guess->other;
    bool fits = most >= 0x1p30;
    if (!round_row(&farkas, guess, variable, fits ? fmin(most, 0x1p45) : 0x1p50))
        return false;
    balance(&farkas, guess, variable);
    for (uint32_t i = 0; i < guess->own; i++) {
        const int64_t *pay = answers->pay + (size_t)i * guess->other;
        if (guess->fixed[i] || i == variable)
            continue;
        if (!(fits ? positive(&farkas, pay) : positive_long(&farkas, pay)))
            return false;
    }
    return true;
}
