#include "table.h"

double holdem_response(const struct holdem_range *hero, const struct holdem_range *opponent,
                       const struct holdem_range *fold, struct holdem_range *rest)
{
    double card[2][CARD_DECK] = {{0}}, total[2] = {0, 0}, deals[2] = {0, 0};
    double weight[2][HOLDEM_COMBOS]; /* of all combos, and of those that fold */
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        weight[0][i] = (double)opponent->weight[i];
        weight[1][i] = (double)opponent->weight[i] * (double)fold->weight[i];
        rest->weight[i] = (float)(weight[0][i] - weight[1][i]);
        for (unsigned k = 0; k < 2; k++) {
            card[k][holdem_combo_high[i]] += weight[k][i];
            card[k][holdem_combo_low[i]] += weight[k][i];
            total[k] += weight[k][i];
        }
    }
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        for (unsigned k = 0; k < 2; k++)
            deals[k] += (double)hero->weight[i] *
                        (total[k] - card[k][holdem_combo_high[i]] - card[k][holdem_combo_low[i]] + weight[k][i]);
    const double p_fold = deals[1] / deals[0];
    return p_fold > 1 - 1e-12 ? 1 : p_fold > 0 ? p_fold : 0;
}
