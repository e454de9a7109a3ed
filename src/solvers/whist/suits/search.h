/* Null-window search: can the player on lead make at least `want` tricks? */
#ifndef SUITS_SEARCH_H
#define SUITS_SEARCH_H

#include "move.h"
#include "table.h"

/* Numbers of the stop checks. */
enum { SUITS_CHECK_SEARCH = 40, SUITS_CHECK_VALUE = 41, SUITS_CHECK_LEADS = 42, SUITS_CHECK_LINE = 43 };

struct suits_search {
    struct nash_run *run;
    bool trump; /* suit 0 is trump */
    struct suits_table table;
    uint64_t nodes;
    unsigned low, high; /* bounds of the root's value, for progress reports */
};

/* Returns whether the player on lead makes at least `want` of the remaining `order` tricks. Meaningless when the run
 * was stopped. The suits may be in any order. */
bool suits_reach(struct suits_search *search, const struct suits_state *state, unsigned order, int want);

/* The same after a lead, against every reply. */
bool suits_lead_reaches(struct suits_search *search, const struct suits_state *state, unsigned order, int want,
                        const struct suits_move *lead);

/* The same after a lead and a reply. */
bool suits_trick_reaches(struct suits_search *search, const struct suits_state *state, unsigned order, int want,
                         const struct suits_move *lead, const struct suits_move *reply);

static inline bool suits_stopped(const struct suits_search *search)
{
    return search->run->stopped != NASH_STOP_NONE;
}

#endif
