/* Equities of hands and ranges in Hold'em: the share of the pot at a showdown with no further betting. */
#ifndef HOLDEM_EQUITY_H
#define HOLDEM_EQUITY_H

#include <stdbool.h>

#include <nash/run.h>
#include <solvers/holdem/range/combo.h>

enum { HOLDEM_PLAYERS_MAX = 9, HOLDEM_BOARD = 5 };

/* The known cards: sets of cards (1 << card) that do not overlap. */
struct holdem_spot {
    uint64_t board; /* 0, 3, 4 or 5 cards */
    uint64_t dead;  /* cards that no player can have */
};

/* Each combo of one player, the hero, against a weighted range: sums over all combos of the range without a card of the
 * hero's, and over all boards, of the weight of the combo. equity = (win + tie / 2) / all. All are 0 for a combo with a
 * known card. */
struct holdem_versus {
    double win[HOLDEM_COMBOS], tie[HOLDEM_COMBOS], all[HOLDEM_COMBOS];
};

/* Numbers of the stop checks. */
enum holdem_equity_stop {
    HOLDEM_STOP_VERSUS = 1, /* once a board */
    HOLDEM_STOP_DEALS,      /* once a board */
    HOLDEM_STOP_SAMPLES,    /* once a block of samples */
    HOLDEM_STOP_TUPLES      /* once a thousand deals of hands */
};

/* Computes all 1326 combos against the range at once, exactly. Returns NASH_STOPPED (then *out is incomplete) or
 * NASH_NOMEM. Takes about 11 us on a river, 3 to 6 ms on a flop, and up to seconds before it: see
 * holdem_equity_preflop(). Uses about 3 MB of run->arena and gives them back. */
enum nash_status holdem_equity_range_v_range(const struct holdem_range *range, const struct holdem_spot *spot,
                                             struct nash_run *run, struct holdem_versus *out);
/* The same before the flop without dead cards, from the exact table. hero: the combos to compute, weights above 0. */
void holdem_equity_preflop(const struct holdem_range *hero, const struct holdem_range *range,
                           struct holdem_versus *out);

/* Returns the equity of one combo, or of all combos of a range by their weights, from the sums; NAN if no deal is
 * possible. */
double holdem_versus_equity(const struct holdem_versus *versus, unsigned combo);
double holdem_versus_range_equity(const struct holdem_versus *versus, const struct holdem_range *hero);

#endif
