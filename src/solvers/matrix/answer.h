/* The answer to a problem of the kind "matrix": what solve.c computes and verify/ and write/ read. It lives in the
 * arena of the run. */
#ifndef MATRIX_ANSWER_H
#define MATRIX_ANSWER_H

#include <solvers/matrix/problem.h>

struct matrix_profile {
    uint32_t row, col;
    bool strict; /* the profile is an equilibrium in which each strategy is the only best response */
};

/* Pairs of strategies: `count` were found; the first of them, at most "limit" of the request, are in the list. */
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
    struct matrix_mix mix; /* weights of all strategies of the player; set with MATRIX_BY_MIXTURE */
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
    int64_t level;             /* payoff guaranteed by a pure strategy, in units of 1 / scale */
    bool *best;                /* [own]: the pure strategies that guarantee it */
    struct matrix_value mixed; /* payoff guaranteed by a mixed strategy; mixed.row is that strategy */
};

enum matrix_sum { MATRIX_SUM_NONE, MATRIX_SUM_CONSTANT, MATRIX_SUM_ZERO };

struct matrix_classification {
    enum matrix_sum sum;
    int64_t constant; /* sum of the payoffs of the first profile, in units of 1 / scale */
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
    uint32_t unfinished;      /* bits 1 << enum matrix_want: parts that the budget cut or left out */
    bool *best[2];            /* [own * other]: best responses of the row player, of the column player */
    struct matrix_profiles pure, pareto;
    struct matrix_profiles better; /* profiles that are Pareto-better than a pure equilibrium */
    uint32_t *better_than;         /* [better.listed]: index of that equilibrium in pure.list */
    struct matrix_security security[2];
    struct matrix_classification classification;
    struct matrix_value value; /* value of a constant-sum game; value.value is NULL if it is unknown */
    struct matrix_dominance dominance;
    struct matrix_one one;
    struct matrix_equilibria equilibria;
    uint32_t equilibria_listed; /* number of equilibria to write to the result, at most equilibria.count */
    struct matrix_decision decision;
    uint64_t solve_us;
};

/* Returns whether this part is requested and present. */
static inline bool matrix_has(const struct matrix_problem *p, const struct matrix_answer *a, enum matrix_want what)
{
    return p->want >> what & a->found >> what & 1;
}

#endif
