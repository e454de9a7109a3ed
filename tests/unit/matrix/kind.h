/* Helpers of the tests of this kind, beyond ../solvers/kind_case.h. */
#ifndef TEST_MATRIX_KIND_H
#define TEST_MATRIX_KIND_H

#include <solvers/matrix/answer.h>

#include "../solvers/kind_case.h"

extern const struct nash_solver nash_solver_matrix;

static inline struct matrix_answer *answer_of(const struct kind_case *c)
{
    return c->result.answer;
}

/* Fails the test unless the member, printed without blanks, is this. */
void kind_is(const struct kind_case *c, const char *path, const char *json);

/* Writes a matrix of random entries from lo to hi as JSON, and into entry. */
void kind_random_table(struct nash_rng *rng, uint32_t rows, uint32_t cols, int lo, int hi, struct nash_buf *out,
                       int64_t *entry);

#endif
