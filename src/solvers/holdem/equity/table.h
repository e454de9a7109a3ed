/* Equities at a table of two to nine players with a range each. */
#ifndef HOLDEM_EQUITY_TABLE_H
#define HOLDEM_EQUITY_TABLE_H

#include "equity.h"

enum holdem_method { HOLDEM_AUTO, HOLDEM_EXACT, HOLDEM_MONTE_CARLO, HOLDEM_PREFLOP_TABLE };

/* Showdowns and hands, counted as elementary steps of about 2 ns, up to which "auto" is exact, and which "exact" may
 * not exceed. */
#define HOLDEM_AUTO_STEPS  5e8
#define HOLDEM_EXACT_STEPS 1e11

struct holdem_table {
    unsigned players;
    struct holdem_range range[HOLDEM_PLAYERS_MAX]; /* without the combos that touch known cards */
    struct holdem_spot spot;
};

/* Of one player. The sums by combo have the unit of a weight of deals: share / all is the equity of the combo. */
struct holdem_seat {
    double win, tie, equity; /* probabilities, and the mean share of the pot */
    double error;            /* standard error of the equity; 0: exact */
    double *share, *all;     /* [HOLDEM_COMBOS] */
};

struct holdem_outcome {
    enum holdem_method method;
    double showdowns; /* deals of hands and boards whose outcome is known, without their weights */
    uint64_t samples; /* of Monte Carlo */
    bool stopped;     /* Monte Carlo ended before all samples */
    struct holdem_seat seat[HOLDEM_PLAYERS_MAX];
};

/* Returns whether some deal gives every player a combo of the range. Stops early with true if the search takes long. */
bool holdem_table_possible(const struct holdem_table *table);
/* Returns the method that "auto" selects. *steps: the cost of the exact method. */
enum holdem_method holdem_table_method(const struct holdem_table *table, double *steps);

/* Compute the outcome. Exact methods return NASH_STOPPED if stopped. Monte Carlo returns NASH_OK with the samples so
 * far; NASH_STOPPED before the first. NASH_NOMEM. */
enum nash_status holdem_table_solve(const struct holdem_table *table, enum holdem_method method, uint64_t samples,
                                    struct nash_run *run, struct holdem_outcome *out);

/* Returns the probability that the opponent folds to the hero, if each combo folds with the probability in `fold`; sets
 * *rest to the range that does not fold. Deals in which both have a card count for nothing. */
double holdem_response(const struct holdem_range *hero, const struct holdem_range *opponent,
                       const struct holdem_range *fold, struct holdem_range *rest);

/* The engines. deals.c: all deals and boards; duel.c: two players by holdem_equity_range_v_range(); sample.c */
enum nash_status holdem_deals_solve(const struct holdem_table *table, struct nash_run *run, struct holdem_outcome *out);
enum nash_status holdem_duel_solve(const struct holdem_table *table, bool preflop, struct nash_run *run,
                                   struct holdem_outcome *out);
enum nash_status holdem_samples_solve(const struct holdem_table *table, uint64_t samples, struct nash_run *run,
                                      struct holdem_outcome *out);

#endif
