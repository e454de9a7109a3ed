/* A second game for the cluster, as small as one can be: the sum of the squares of 1 to n, each member adding up a part
 * of them. */
#ifndef TEST_SUM_H
#define TEST_SUM_H

#include <cluster/program.h>

enum {
    SUM_PROTOCOL = 9,
    SUM_ADD = 1,   /* u32 first, u32 last -> SUM_TOTAL */
    SUM_TOTAL = 65 /* u64 sum */
};

extern const struct cluster_program sum_program;
extern const struct nash_solver sum_solver; /* {"n":10,"members":3} -> {"sum":385,"answers":3} */

#endif
