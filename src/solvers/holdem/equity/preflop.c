#include <solvers/holdem/evaluate/preflop.h>

#include "equity.h"

/* Below this number of combos, single entries of the table are read faster than whole rows. */
enum { ROW_COMBOS = 440 };

/* The wins, ties and deals of a combo against a range. */
struct row_sums {
    double win, tie, all;
};

/* other[count]: the combos of the range. */
static struct row_sums sum_pairs(unsigned own, const struct holdem_range *range, const uint16_t *other, unsigned count)
{
    struct row_sums sums = {0, 0, 0};
    for (unsigned i = 0; i < count; i++) {
        const double weight = (double)range->weight[other[i]];
        uint32_t win, tie;
        if (combo_mask(own) & combo_mask(other[i]))
            continue;
        holdem_preflop_pair(own, other[i], &win, &tie);
        sums.win += weight * win;
        sums.tie += weight * tie;
        sums.all += weight;
    }
    return sums;
}

static struct row_sums sum_row(unsigned own, const struct holdem_range *range)
{
    struct row_sums sums = {0, 0, 0};
    uint32_t wins[HOLDEM_COMBOS], ties[HOLDEM_COMBOS];
    const uint64_t cards = combo_mask(own);
    holdem_preflop_row(own, wins, ties);
    for (unsigned other = 0; other < HOLDEM_COMBOS; other++) {
        const double weight = cards & combo_mask(other) ? 0 : (double)range->weight[other];
        sums.win += weight * wins[other];
        sums.tie += weight * ties[other];
        sums.all += weight;
    }
    return sums;
}

void holdem_equity_preflop(const struct holdem_range *hero, const struct holdem_range *range, struct holdem_versus *out)
{
    uint16_t other[HOLDEM_COMBOS];
    unsigned count = 0;
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        if (range->weight[i] > 0)
            other[count++] = (uint16_t)i;
    for (unsigned own = 0; own < HOLDEM_COMBOS; own++) {
        struct row_sums sums = {0, 0, 0};
        if (hero->weight[own] > 0)
            sums = count < ROW_COMBOS ? sum_pairs(own, range, other, count) : sum_row(own, range);
        out->win[own] = sums.win;
        out->tie[own] = sums.tie;
        out->all[own] = sums.all * HOLDEM_PREFLOP_BOARDS;
    }
}
