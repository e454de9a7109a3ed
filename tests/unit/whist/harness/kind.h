/* Helpers for tests of this kind, besides ../solvers/kind_case.h. */
#ifndef TEST_WHIST_KIND_H
#define TEST_WHIST_KIND_H

#include <solvers/whist/kind.h>

#include "../../solvers/kind_case.h"

extern const struct nash_solver nash_solver_whist;

static inline struct whist_answer *answer_of(const struct kind_case *c)
{
    return c->result.answer;
}

/* Writes a random deal of an order as JSON members "a" and "b" with the labels 1 to 2n; word gets its letters. */
void kind_random_deal(struct nash_rng *rng, uint32_t order, struct nash_buf *members, char *word);

#endif
