/* Changes of style: where the counts of some blocks do not come from the same distributions as those before them.
 *
 * A row is a situation (level 1) with a coarse cell; the deeds before and after a place are two samples of it. With a
 * Dirichlet prior on their distribution, the probability of the counts has a closed form (the Dirichlet-multinomial
 * distribution), and so has the Bayes factor B of "two distributions" against "one". A player who changes does so in
 * some rows only, and the many others would outweigh these, each with the price of a second distribution. Therefore a
 * row changes with the probability q, and counts as log(1 - q + q B). */
#include <math.h>
#include <string.h>

#include "model.h"

enum { COARSE_CELLS = 6, COARSE_SITUATIONS = SITUATION_PREFLOP_1 + SITUATION_POSTFLOP_1 };
enum { COARSE = COARSE_SITUATIONS * COARSE_CELLS };
enum { WINDOW = 4 }; /* at most so many blocks are compared with those before them */

#define CHANGE_EVIDENCE 12.0 /* nats: a change is e^12 times as likely as none */
#define ROW_CHANGES     0.1  /* the probability that a row changes if the player does */
#define DEED_PRIOR      0.4  /* of the Dirichlet distribution, for each deed */

/* Counts in units of 1 / MODEL_UNIT, so that differences are exact. */
typedef uint64_t deeds_table[COARSE][HOLDEM_DEEDS];

static unsigned coarse_cell(bool preflop, unsigned cell)
{
    if (!preflop)
        return cell % CELL_BINS * COARSE_CELLS / CELL_BINS;
    const double points = class_points(cell);
    return points < 1 ? 0 : points < 3 ? 1 : points < 5 ? 2 : points < 7 ? 3 : points < 10 ? 4 : 5;
}

static void block_deeds(const struct model_block *block, deeds_table sum)
{
    memset(sum, 0, sizeof(deeds_table));
    for (uint32_t e = 0; e < block->entries; e++) {
        const unsigned s = model_key_situation(block->key[e]);
        const unsigned row = situation_at((uint16_t)s, 1) * COARSE_CELLS +
                             coarse_cell(s < SITUATION_PREFLOP_3, model_key_cell(block->key[e]));
        sum[row][block->key[e] % HOLDEM_DEEDS] += block->count[e];
    }
}

static void table_add(deeds_table sum, deeds_table other)
{
    for (unsigned row = 0; row < COARSE; row++)
        for (unsigned d = 0; d < HOLDEM_DEEDS; d++)
            sum[row][d] += other[row][d];
}

/* Returns the logarithm of the probability of the counts under a symmetric Dirichlet prior. */
static double log_evidence(const uint64_t count[static HOLDEM_DEEDS])
{
    double all = 0, value = lgamma(DEED_PRIOR * HOLDEM_DEEDS);
    for (unsigned d = 0; d < HOLDEM_DEEDS; d++)
        if (count[d]) {
            const double n = (double)count[d] / MODEL_UNIT;
            all += n;
            value += lgamma(n + DEED_PRIOR) - lgamma(DEED_PRIOR);
        }
    return value - lgamma(all + DEED_PRIOR * HOLDEM_DEEDS);
}

static bool row_seen(const uint64_t count[static HOLDEM_DEEDS])
{
    uint64_t any = 0;
    for (unsigned d = 0; d < HOLDEM_DEEDS; d++)
        any |= count[d];
    return any != 0;
}

/* Returns the logarithm of the odds of a change within `all` before `after`, which is a part of it. */
static double change_evidence(deeds_table all, deeds_table after)
{
    double sum = 0;
    for (unsigned row = 0; row < COARSE; row++) {
        uint64_t before[HOLDEM_DEEDS];
        for (unsigned d = 0; d < HOLDEM_DEEDS; d++)
            before[d] = all[row][d] - after[row][d];
        if (!row_seen(before) || !row_seen(after[row]))
            continue;
        const double two = log_evidence(before) + log_evidence(after[row]) - log_evidence(all[row]);
        sum += two > 0 ? two + log(ROW_CHANGES + (1 - ROW_CHANGES) * exp(-two)) : log1p(ROW_CHANGES * expm1(two));
    }
    return sum;
}

/* Finds the change among the last blocks of the stretch first..last that the counts favour most. all: those of the
 * stretch. after: for sums. Returns its evidence, and the first block after it in *at. */
static double best_change(deeds_table *block, unsigned first, unsigned last, deeds_table all, deeds_table after,
                          unsigned *at)
{
    double best = -INFINITY;
    memset(after, 0, sizeof(deeds_table));
    for (unsigned b = last; b > first && b + WINDOW > last; b--) {
        table_add(after, block[b]);
        const double change = change_evidence(all, after);
        if (change > best) {
            best = change;
            *at = b;
        }
    }
    return best;
}

unsigned model_stretches(const struct holdem_model *model, struct nash_arena *arena, uint8_t first[static MODEL_BLOCKS],
                         double evidence[static MODEL_BLOCKS])
{
    const struct nash_arena_mark mark = nash_arena_mark(arena);
    deeds_table *block = nash_arena_array(arena, model->blocks + 2, sizeof *block);
    unsigned n = 0; /* the stretch so far */
    first[0] = 0;
    evidence[0] = 0;
    for (unsigned b = 0; block && b < model->blocks; b++) {
        deeds_table *all = &block[model->blocks], *after = &block[model->blocks + 1];
        unsigned at = b;
        block_deeds(&model->block[b], block[b]);
        table_add(*all, block[b]);
        const double change = best_change(block, first[n], b, *all, *after, &at);
        if (change <= CHANGE_EVIDENCE)
            continue;
        /* A stretch of one block between two changes is the block in which the player changed. */
        if (n == 0 || at > first[n] + 1U)
            evidence[++n] = 0;
        first[n] = (uint8_t)at;
        evidence[n] = fmax(evidence[n], change);
        memset(*all, 0, sizeof *all);
        for (unsigned k = at; k <= b; k++)
            table_add(*all, block[k]);
    }
    nash_arena_release(arena, mark);
    return n + 1;
}
