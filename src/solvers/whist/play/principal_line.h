/* One line of optimal play from a word to its end, and its replay, which proves that value and line agree. */
#ifndef WHIST_PRINCIPAL_LINE_H
#define WHIST_PRINCIPAL_LINE_H

#include <solvers/whist/methods/engine.h>

struct whist_trick {
    uint32_t lead, reply; /* places in the root's word */
    bool by_first;        /* led by the root's leader (+1) */
    bool won_by_first;
};

/* Writes `order` tricks into the run's arena. Returns NASH_OK, with *line NULL when stopped, or NASH_NOMEM. Both
 * players play their first optimal card from the lowest interval up, which takes three or four values a trick. By
 * the closed rule O(n^2): 5 us for 26 cards a hand, 3 ms for 1,000, 0.25 s for 10,000, 30 s for 100,000. */
enum nash_status whist_principal_line_find(const struct whist_trick **line, const struct whist_engine *engine,
                                           struct whist_work *work, const int8_t *word, uint32_t order);

/* Plays the line by the rules of the game alone. Returns the tricks of the root's leader, or -1 if a trick breaks a
 * rule. */
int whist_principal_line_replay(const struct whist_trick *line, const int8_t *word, uint32_t order,
                                struct nash_arena *arena);

#endif
