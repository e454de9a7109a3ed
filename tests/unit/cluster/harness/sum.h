/* A second, minimal game for the cluster: the sum of the squares of 1 to n. Each member adds up the squares of a part
 * of these numbers. */
#ifndef TEST_SUM_H
#define TEST_SUM_H

#include <cluster/program.h>

enum {
    SUM_PROTOCOL = 9,
    SUM_LARGE = 500, /* sum_program does not accept this n, or a larger one */
    SUM_ADD = 1,     /* request, with the body u32 first, u32 last; the answer is SUM_TOTAL */
    SUM_TOTAL = 65   /* answer, with the body u64 sum */
};

extern const struct cluster_program sum_program;
extern const struct cluster_program sum_large_program; /* accepts what sum_program does not; cannot be played */
extern const struct nash_solver sum_solver;            /* answers {"n":10,"members":3} with {"sum":385,"answers":3} */

#endif
