/* Visits the boards of five cards that complete a spot: of those that a symmetry maps to each other only one, with
 * their number. */
#ifndef HOLDEM_EQUITY_BOARDS_H
#define HOLDEM_EQUITY_BOARDS_H

#include <solvers/holdem/range/symmetry.h>

#include "equity.h"

struct boards_visitor {
    /* Called when a card is dealt as the level-th one (from 0), and when it is taken back. May be NULL. */
    void (*deal)(void *context, unsigned level, unsigned card);
    void (*take_back)(void *context, unsigned level, unsigned card);
    /* Called with a board that counts `times` times. A status other than NASH_OK ends the visit. */
    enum nash_status (*show)(void *context, uint64_t board, unsigned times);
    void *context;
};

/* Finds the symmetries of ranges and of a spot: with few boards only the identity, because the search would take longer
 * than it saves. */
void boards_symmetry(const struct holdem_spot *spot, const struct holdem_range *const range[], unsigned ranges,
                     struct symmetry *symmetry);
/* Returns the visitor's first status that is not NASH_OK, else NASH_OK. The symmetry keeps the spot. */
enum nash_status boards_visit(const struct holdem_spot *spot, const struct symmetry *symmetry,
                              const struct boards_visitor *visitor);
/* Reports {"boards":n,"of":n} if a progress report is due. */
void boards_progress(struct nash_run *run, double done, double boards);
/* Returns the number of boards without symmetry. */
double boards_count(const struct holdem_spot *spot);
/* Returns the number of boards that are left for `players` with known hands. */
double boards_beside(const struct holdem_spot *spot, unsigned players);

/* Returns n choose k. */
double boards_choose(unsigned n, unsigned k);

#endif
