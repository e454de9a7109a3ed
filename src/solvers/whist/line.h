/* One line of best play from a word to its end, and its replay, which is the proof that value and line agree. */
#ifndef WHIST_LINE_H
#define WHIST_LINE_H

#include "engine.h"

struct whist_trick {
    uint32_t lead, reply; /* places in the root's word */
    bool by_first;        /* led by the root's leader (+1) */
    bool won_by_first;
};

/* `order` tricks, in the run's arena. NASH_OK with *line NULL when stopped; NASH_NOMEM. Both play the first best they
 * have from the lowest interval up, which takes some three or four values a trick. By the closed rule O(n^2): 5 us for
 * 26 cards a hand, 3 ms for 1,000, a quarter of a second for 10,000, half a minute for 100,000. */
enum nash_status whist_line_find(const struct whist_trick **line, const struct whist_engine *engine,
                                 struct whist_work *work, const int8_t *word, uint32_t order);

/* Plays the line by the rules of the game alone: the tricks of the root's leader, or -1 where a trick breaks a rule. */
int whist_line_replay(const struct whist_trick *line, const int8_t *word, uint32_t order, struct nash_arena *arena);

#endif
