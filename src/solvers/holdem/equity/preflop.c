#include <solvers/holdem/evaluate/preflop.h>

#include "equity.h"

void holdem_equity_preflop(const struct holdem_range *hero, const struct holdem_range *range,
                           struct holdem_versus *out)
{
    for (unsigned own = 0; own < HOLDEM_COMBOS; own++) {
        double win = 0, tie = 0, all = 0;
        for (unsigned other = 0; other < HOLDEM_COMBOS && hero->weight[own] > 0; other++) {
            uint32_t wins, ties;
            const double weight = (double)range->weight[other];
            if (weight <= 0 || combo_mask(own) & combo_mask(other))
                continue;
            holdem_preflop_pair(own, other, &wins, &ties);
            win += weight * wins;
            tie += weight * ties;
            all += weight * HOLDEM_PREFLOP_BOARDS;
        }
        out->win[own] = win;
        out->tie[own] = tie;
        out->all[own] = all;
    }
}
