/* Two players: all combos of one against the range of the other. */
#include "boards.h"
#include "table.h"

/* Fills the sums of a player whose combos `versus` has against the other's range; all are multiplied by the weight of
 * the combo. */
static void take_versus(const struct holdem_range *range, const struct holdem_versus *versus, struct holdem_seat *seat)
{
    double win = 0, tie = 0, all = 0;
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        const double weight = (double)range->weight[i];
        seat->share[i] = weight * (versus->win[i] + versus->tie[i] / 2);
        seat->all[i] = weight * versus->all[i];
        win += weight * versus->win[i];
        tie += weight * versus->tie[i];
        all += seat->all[i];
    }
    seat->win = win / all;
    seat->tie = tie / all;
    seat->equity = (win + tie / 2) / all;
}

/* Fills the sums of the other player from those of the first, if that player has a single combo. */
static void take_rest(const struct holdem_seat *from, unsigned combo, struct holdem_seat *seat)
{
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        seat->all[combo] += from->all[i];
        seat->share[combo] += from->all[i] - from->share[i];
    }
}

static double count_showdowns(const struct holdem_table *table)
{
    double card[CARD_DECK] = {0}, total = 0, pairs = 0;
    const struct holdem_range *one = &table->range[0], *two = &table->range[1];
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        if (two->weight[i] > 0) {
            total++;
            card[holdem_combo_high[i]]++;
            card[holdem_combo_low[i]]++;
        }
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        if (one->weight[i] > 0)
            pairs += total - card[holdem_combo_high[i]] - card[holdem_combo_low[i]] + (two->weight[i] > 0);
    return pairs * boards_beside(&table->spot, 2);
}

static unsigned only_combo(const struct holdem_range *range)
{
    unsigned found = HOLDEM_COMBOS;
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        if (range->weight[i] > 0) {
            if (found < HOLDEM_COMBOS)
                return HOLDEM_COMBOS;
            found = i;
        }
    return found;
}

static enum nash_status solve_side(const struct holdem_table *table, unsigned hero, bool preflop, struct nash_run *run,
                                   struct holdem_versus *versus, struct holdem_seat *seat)
{
    const struct holdem_range *own = &table->range[hero], *other = &table->range[1 - hero];
    enum nash_status status = NASH_OK;
    if (preflop)
        holdem_equity_preflop(own, other, versus);
    else
        status = holdem_equity_range_v_range(other, &table->spot, run, versus);
    if (status == NASH_OK)
        take_versus(own, versus, seat);
    return status;
}

enum nash_status holdem_duel_solve(const struct holdem_table *table, bool preflop, struct nash_run *run,
                                   struct holdem_outcome *out)
{
    struct holdem_versus *versus = NASH_NEW(run->arena, struct holdem_versus, 1);
    const unsigned single = only_combo(&table->range[0]) < HOLDEM_COMBOS ? 0 : 1;
    const unsigned combo = only_combo(&table->range[single]);
    const unsigned first = 1 - single;
    struct holdem_seat *one = &out->seat[first], *two = &out->seat[single];
    if (!versus)
        return NASH_NOMEM;
    out->showdowns = count_showdowns(table);
    enum nash_status status = solve_side(table, first, preflop, run, versus, one);
    if (status != NASH_OK)
        return status;
    if (combo < HOLDEM_COMBOS)
        take_rest(one, combo, two);
    else
        status = solve_side(table, single, preflop, run, versus, two);
    two->tie = one->tie;
    two->win = 1 - one->win - one->tie > 0 ? 1 - one->win - one->tie : 0;
    two->equity = 1 - one->equity;
    return status;
}
