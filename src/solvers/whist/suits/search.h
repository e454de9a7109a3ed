/* Null windows over positions: can the player on lead make so many tricks? */
#ifndef SUITS_SEARCH_H
#define SUITS_SEARCH_H

#include "table.h"

/* Numbers of the stops. */
enum { SUITS_CHECK_SEARCH = 40, SUITS_CHECK_VALUE = 41, SUITS_CHECK_LEADS = 42, SUITS_CHECK_LINE = 43 };

struct suits_search {
    struct nash_run *run;
    bool trump; /* suit 0 is */
    struct suits_table table;
    uint64_t nodes;
    unsigned low, high; /* of the root's value, for reports */
};

/* Does the player on lead make at least `want` of the `order` tricks left? False without meaning when the run was
 * stopped. The suits may stand in any order. */
bool suits_reach(struct suits_search *search, const struct suits_state *state, unsigned order, int want);

/* The tricks of the player on lead, known to lie in low..high; narrows these, to one number unless stopped. */
void suits_narrow(struct suits_search *search, const struct suits_state *state, unsigned order, unsigned *low,
                  unsigned *high);

#endif
