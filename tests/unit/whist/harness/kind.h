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

/* Returns the integer by which kind_request() names the card of rank 1..2n: not the rank itself. */
int64_t kind_label(uint32_t rank);
/* Returns the bit of a deal's mask for a card that kind_request() named. */
uint32_t kind_bit(int64_t label);
/* Writes the deal of a mask (bit set: the leader's card) as a request. members: further members, each with a comma
 * behind it. */
void kind_request(struct nash_buf *out, uint32_t mask, uint32_t order, bool b_leads, const char *members);

#endif
