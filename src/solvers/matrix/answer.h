/* The answer to a problem of the kind "matrix": what solve.c computes and verify/ and write/ read. It lives in the
 * arena of the run. */
#ifndef MATRIX_ANSWER_H
#define MATRIX_ANSWER_H

#include <solvers/matrix/problem.h>

struct matrix_profile {
    uint32_t row, col;
    bool strict; /* of an equilibrium: each strategy is the only best response */
};

/* Pairs of strategies. The list holds at most as many as "limit" of the request. */
struct matrix_profiles {
    struct matrix_profile *list;
    uint32_t listed, count;
};

enum { MATRIX_BY_MIXTURE = -1 };

/* `strategy` is dominated by the strategy `by`, or by the mixture `mix`. */
struct matrix_dominator {
    uint32_t strategy;
    int32_t by; /* a strategy, or MATRIX_BY_MIXTURE */
    bool strict;
    struct matrix_mix mix; /* over all strategies of the player */
};

/* One eliminated strategy. All strategies of one round are dominated in the game at the beginning of the round. */
struct matrix_strike {
    uint32_t round; /* from 1 */
    bool col;       /* a strategy of the column player */
    struct matrix_dominator why;
};

struct matrix_elimination {
    struct matrix_strike *strike;
    uint32_t strikes;
    bool *alive[2]; /* the rows and the columns that remain */
};

struct matrix_dominance {
    struct matrix_dominator *list[2]; /* rows and columns that are dominated in the whole game */
    uint32_t count[2];
    struct matrix_elimination weak, strict; /* iterated; weak eliminates weakly and strictly dominated strategies */
};

/* The payoff a player can guarantee. */
struct matrix_security {
    int64_t level; /* of pure strategies, in units of 1 / scale */
    bool *best;    /* [own]: the strategies that guarantee it */
    struct matrix_value mixed;
};

enum matrix_sum { MATRIX_SUM_NONE, MATRIX_SUM_CONSTANT, MATRIX_SUM_ZERO };

struct matrix_classification {
    enum matrix_sum sum;
    int64_t constant; /* in units of 1 / scale */
    bool symmetric;
};

/* The value of a criterion for each act: num[act] / den. */
struct matrix_criterion {
    __int128 *num;
    __int128 den;
    bool *best; /* [acts] */
};

struct matrix_decision {
    struct matrix_criterion maximin, maximax, hurwicz, regret, laplace;
    struct matrix_criterion expected; /* num is NULL without probabilities */
    int64_t *regret_of;               /* [acts * states], in units of 1 / scale */
    __int128 foresight;               /* expected payoff with perfect information, over expected.den */
    struct matrix_dominator *dominated;
    uint32_t dominated_count;
};

struct matrix_answer {
    struct nash_arena *arena; /* of the run; verify/ allocates in it */
    uint32_t found;           /* bits 1 << enum matrix_want: parts that are present, complete or cut */
    uint32_t unfinished;      /* the same: parts that the budget cut or left out */
    bool *best[2];            /* [rows * cols]: this row, this column is a best response to the other */
    struct matrix_profiles pure, pareto;
    struct matrix_profiles better; /* profiles that are Pareto-better than a pure equilibrium, */
    uint32_t *better_than;         /* whose index in pure.list stands here */
    struct matrix_security security[2];
    struct matrix_classification classification;
    struct matrix_value value; /* of a constant-sum game; value.value is NULL if it is unknown */
    struct matrix_dominance dominance;
    struct matrix_one one;
    struct matrix_equilibria equilibria;
    uint32_t equilibria_listed;
    struct matrix_decision decision;
    uint64_t solve_us;
};

/* Returns whether the request wants this part and the answer has it. */
static inline bool matrix_has(const struct matrix_problem *p, const struct matrix_answer *a, enum matrix_want what)
{
    return p->want >> what & a->found >> what & 1;
}

#endif
