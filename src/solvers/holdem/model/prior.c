/* The generic player. */
#include "prior.h"

#include <math.h>
#include <string.h>

/* Before the flop: the best `raise` of all hands raise, those up to `play` call. */
static const struct {
    double raise, play;
} opening[SITUATION_SPOTS] = {{0.26, 0.30}, {0.14, 0.45}, {0.06, 0.20},   {0.03, 0.10},
                              {0.03, 0.05}, {0.02, 0.05}, {0.015, 0.025}, {0.14, 1.00}};

/* After the flop, by the bet that is faced: the share of hands that fold, and the strength from which hands raise. */
static const struct {
    double fold, raise;
} answer[SITUATION_FACINGS] = {{0, 0}, {0, 0}, {0.42, 0.90}, {0.52, 0.92}, {0.60, 0.94}, {0.72, 0.95}, {0.70, 0.96}};

static const double draw_worth[CELL_DRAWS] = {0, 0.08, 0.22, 0.30}; /* in percentiles of strength */

enum { NOISE = 20 }; /* per cent of actions that do not depend on the cards */

/* A step from 0 to 1 at `at`, about 4 * width wide. */
static double step(double x, double at, double width)
{
    return 1 / (1 + exp((at - x) / width));
}

static void store(float probability[HOLDEM_DEEDS][CELLS], unsigned cell, double fold, const double size[3],
                  double raise)
{
    const double part[HOLDEM_DEEDS] = {fold, 1 - fold - raise, raise * size[0], raise * size[1], raise * size[2]};
    for (unsigned d = 0; d < HOLDEM_DEEDS; d++)
        probability[d][cell] = (float)(part[d] * (1 - NOISE / 100.0) + NOISE / 100.0 / HOLDEM_DEEDS);
}

static void fill_preflop(unsigned spot, float probability[HOLDEM_DEEDS][CELLS])
{
    static const double size[3] = {0.5, 0.4, 0.1};
    for (unsigned c = 0; c < HOLDEM_CLASSES; c++) {
        double better = 0; /* the share of all combos that are better */
        for (unsigned other = 0; other < HOLDEM_CLASSES; other++) {
            const double difference = class_points(other) - class_points(c);
            better += class_combos(other) * (difference > 0 ? 1 : difference < 0 ? 0 : 0.5);
        }
        better /= HOLDEM_COMBOS;
        const double width = 0.01 + opening[spot].play / 8;
        const double raise =
            0.9 * step(-better, -opening[spot].raise, width * opening[spot].raise / opening[spot].play);
        const double play = opening[spot].play >= 1 ? 1 : step(-better, -opening[spot].play, width);
        store(probability, c, play > raise ? 1 - play : 1 - raise, size, raise);
    }
}

static void fill_postflop(unsigned facing, float probability[HOLDEM_DEEDS][CELLS])
{
    for (unsigned c = 0; c < CELLS_POSTFLOP; c++) {
        const unsigned draw = c / CELL_BINS;
        const double strength = (c % CELL_BINS + 0.5) / CELL_BINS;
        const double large = 0.1 + 0.3 * strength, size[3] = {0.45 - 0.25 * strength, 0.45 - 0.05 * strength, large};
        if (facing < 2) {
            const double value = 0.55 * step(strength, 0.75, 0.06), bluff = 0.18 * (1 - strength) + 0.08 * draw;
            store(probability, c, 0, size, fmin(value + bluff, 0.85));
        } else {
            const double fold = 1 - step(strength + draw_worth[draw], answer[facing].fold, 0.08);
            const double raise = 0.35 * step(strength, answer[facing].raise, 0.03) + 0.02 + 0.02 * draw;
            store(probability, c, fold * (1 - raise), size, raise);
        }
    }
}

void prior_fill(uint16_t situation, float probability[HOLDEM_DEEDS][CELLS])
{
    memset(probability, 0, sizeof(float[HOLDEM_DEEDS][CELLS]));
    if (situation < SITUATION_PREFLOP_0)
        fill_preflop(situation, probability);
    else
        fill_postflop((situation - (unsigned)SITUATION_PREFLOP_0) % SITUATION_FACINGS, probability);
}
