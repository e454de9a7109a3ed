/* Changes of style: where the counts of a block do not come from the same distributions as those before it.
 *
 * For every coarse situation (level 1) and coarse cell, the deeds before and in a block are two samples. With a
 * Dirichlet prior on their distribution, the probability of the counts has a closed form (the Dirichlet-multinomial
 * distribution), and so has the Bayes factor of "two distributions" against "one". */
#include <math.h>
#include <string.h>

#include "model.h"

enum { COARSE_CELLS = 12, COARSE_SITUATIONS = SITUATION_PREFLOP_1 + SITUATION_POSTFLOP_1 };
enum { COARSE = COARSE_SITUATIONS * COARSE_CELLS };

#define CHANGE_EVIDENCE 12.0 /* nats: a change is e^12 times as likely as none */

typedef double deeds_table[COARSE][HOLDEM_DEEDS];

static unsigned coarse_cell(bool preflop, unsigned cell)
{
    if (!preflop)
        return cell % CELL_BINS * 6 / CELL_BINS + (cell / CELL_BINS >= 2 ? 6 : 0);
    const double points = class_points(cell);
    const unsigned level = points < 1 ? 0 : points < 3 ? 1 : points < 5 ? 2 : points < 7 ? 3 : points < 10 ? 4 : 5;
    return level + (cell / 13 < cell % 13 ? 6 : 0);
}

static void block_deeds(const struct model_block *block, deeds_table sum)
{
    memset(sum, 0, sizeof(deeds_table));
    for (uint32_t e = 0; e < block->entries; e++) {
        const unsigned s = model_key_situation(block->key[e]);
        const unsigned row = situation_at((uint16_t)s, 1) * COARSE_CELLS +
                             coarse_cell(s < SITUATION_PREFLOP_3, model_key_cell(block->key[e]));
        sum[row][block->key[e] % HOLDEM_DEEDS] += (double)block->count[e] / MODEL_UNIT;
    }
}

/* Returns the logarithm of the probability of the counts under a symmetric Dirichlet prior. */
static double log_evidence(const double count[static HOLDEM_DEEDS])
{
    const double alpha = 0.4;
    double all = 0, value = lgamma(alpha * HOLDEM_DEEDS) - HOLDEM_DEEDS * lgamma(alpha);
    for (unsigned d = 0; d < HOLDEM_DEEDS; d++) {
        all += count[d];
        value += lgamma(count[d] + alpha);
    }
    return value - lgamma(all + alpha * HOLDEM_DEEDS);
}

static double change_evidence(deeds_table before, deeds_table block)
{
    double sum = 0;
    for (unsigned row = 0; row < COARSE; row++) {
        double both[HOLDEM_DEEDS], a = 0, b = 0;
        for (unsigned d = 0; d < HOLDEM_DEEDS; d++) {
            both[d] = before[row][d] + block[row][d];
            a += before[row][d];
            b += block[row][d];
        }
        if (a > 0 && b > 0)
            sum += log_evidence(before[row]) + log_evidence(block[row]) - log_evidence(both);
    }
    return sum;
}

unsigned model_stretches(const struct holdem_model *model, struct nash_arena *arena, uint8_t first[static MODEL_BLOCKS],
                         double evidence[static MODEL_BLOCKS])
{
    const struct nash_arena_mark mark = nash_arena_mark(arena);
    deeds_table *table = nash_arena_array(arena, 2, sizeof *table);
    unsigned stretches = 1;
    first[0] = 0;
    evidence[0] = 0;
    for (unsigned b = 0; table && b < model->blocks; b++) {
        block_deeds(&model->block[b], table[1]);
        const double change = b > first[stretches - 1] ? change_evidence(table[0], table[1]) : 0;
        if (change > CHANGE_EVIDENCE) {
            first[stretches] = (uint8_t)b;
            evidence[stretches++] = change;
            memset(table[0], 0, sizeof *table);
        }
        for (unsigned row = 0; row < COARSE; row++)
            for (unsigned d = 0; d < HOLDEM_DEEDS; d++)
                table[0][row][d] += table[1][row][d];
    }
    nash_arena_release(arena, mark);
    return stretches;
}
