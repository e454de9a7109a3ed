/* Helpers of the tests of the kind whist, in addition to ../solvers/kind_case.h. */
#ifndef TEST_WHIST_KIND_H
#define TEST_WHIST_KIND_H

#include <solvers/whist/kind.h>

#include "../../solvers/kind_case.h"

extern const struct nash_solver nash_solver_whist;

static inline struct whist_answer *answer_of(const struct kind_case *c)
{
    return c->result.answer;
}

/* Appends a random deal of `order` cards a hand as JSON members "a" and "b", with the cards 1 to 2n. word: set to the
 * owners' letters from the highest card on, NUL-terminated. */
void kind_random_deal(struct nash_rng *rng, uint32_t order, struct nash_buf *members, char *word);

#endif
