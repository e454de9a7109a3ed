/* Posterior distributions over the combos. */
#include "belief.h"

#include <math.h>

#include <solvers/holdem/evaluate/evaluate.h>

void belief_begin(struct belief *belief, const struct holdem_range *range, uint64_t known)
{
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        belief->log_weight[i] = range ? log(range->weight[i]) : 0;
    belief_remove(belief, known);
}

void belief_remove(struct belief *belief, uint64_t cards)
{
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        if (combo_mask(i) & cards)
            belief->log_weight[i] = -INFINITY;
}

void belief_act(struct belief *belief, const struct holdem_policy *policy, unsigned situation, unsigned deed,
                const uint8_t cell[static HOLDEM_COMBOS])
{
    const float *log_probability = holdem_policy_deed(policy, situation, deed);
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        belief->log_weight[i] += cell[i] == CELL_DEAD ? -INFINITY : (double)log_probability[cell[i]];
}

double belief_normalise(const struct belief *belief, double probability[static HOLDEM_COMBOS])
{
    double most = -INFINITY, sum = 0;
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        most = belief->log_weight[i] > most ? belief->log_weight[i] : most;
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        probability[i] = most == -INFINITY ? 0 : exp(belief->log_weight[i] - most);
        sum += probability[i];
    }
    for (unsigned i = 0; sum > 0 && i < HOLDEM_COMBOS; i++)
        probability[i] /= sum;
    return sum > 0 ? most + log(sum) : -INFINITY;
}

double belief_entropy(const double probability[static HOLDEM_COMBOS])
{
    double bits = 0;
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        if (probability[i] > 0)
            bits -= probability[i] * log2(probability[i]);
    return bits;
}

double belief_beaten(const double probability[static HOLDEM_COMBOS], unsigned combo, const uint8_t board[static 5])
{
    struct holdem_hand shared = holdem_hand_empty();
    for (unsigned k = 0; k < 5; k++)
        shared = holdem_hand_add(shared, board[k]);
    const uint64_t mask = combo_mask(combo);
    const struct holdem_hand own =
        holdem_hand_add(holdem_hand_add(shared, holdem_combo_high[combo]), holdem_combo_low[combo]);
    const uint16_t strength = holdem_hand_strength(own);
    double won = 0, all = 0;
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        if (probability[i] <= 0 || (combo_mask(i) & mask))
            continue;
        const struct holdem_hand hand =
            holdem_hand_add(holdem_hand_add(shared, holdem_combo_high[i]), holdem_combo_low[i]);
        const uint16_t other = holdem_hand_strength(hand);
        won += probability[i] * (strength > other ? 1 : strength == other ? 0.5 : 0);
        all += probability[i];
    }
    return all > 0 ? won / all : (double)NAN;
}
