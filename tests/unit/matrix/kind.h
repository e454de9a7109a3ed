/* Helpers of the tests of the kind matrix, in addition to ../solvers/kind_case.h. */
#ifndef TEST_MATRIX_KIND_H
#define TEST_MATRIX_KIND_H

#include <solvers/matrix/answer.h>

#include "../solvers/kind_case.h"

extern const struct nash_solver nash_solver_matrix;

static inline struct matrix_answer *answer_of(const struct kind_case *c)
{
    return c->result.answer;
}

/* Fails the test unless the member at `path`, printed without blanks, equals `json`. */
void kind_is(const struct kind_case *c, const char *path, const char *json);

/* Appends a matrix of random entries from lo to hi as JSON to `out`, and stores it in entry[rows * cols]. */
void kind_random_table(struct nash_rng *rng, uint32_t rows, uint32_t cols, int lo, int hi, struct nash_buf *out,
                       int64_t *entry);

#endif
