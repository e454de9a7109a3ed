/* A problem of the kind "matrix" and its answer: what the files of the plug-in hand to each other. Everything lives in
 * the arena of the request or the run.
 *
 * All payoffs of a problem are brought to one common denominator, so that sums and comparisons between the players are
 * those of integers: payoff = a[] / scale. */
#ifndef MATRIX_PROBLEM_H
#define MATRIX_PROBLEM_H

#include <solvers/matrix/game.h>
#include <solvers/matrix/rational.h>

enum matrix_form { MATRIX_BIMATRIX, MATRIX_ZERO_SUM, MATRIX_DECISION };

/* What may be asked of a game, in the order in which it is found. */
enum matrix_want {
    MATRIX_PURE,
    MATRIX_CLASSIFICATION,
    MATRIX_PARETO,
    MATRIX_ONE,
    MATRIX_SECURITY,
    MATRIX_DOMINANCE,
    MATRIX_EQUILIBRIA,
    MATRIX_WANTS
};
extern const char *const matrix_want_names[MATRIX_WANTS + 1]; /* NULL-terminated */

enum {
    MATRIX_ALL_SIDES = 30,    /* rows + cols up to which all equilibria are looked for unasked */
    MATRIX_LIMIT = 1000,      /* list members given unless the request says otherwise */
    MATRIX_LIMIT_MAX = 10000, /* and at most */
    MATRIX_NAME = 60          /* characters of a name */
};

/* Places where a run may be stopped; those of exact/ have numbers of their own. */
enum matrix_stop { MATRIX_STOP_BETWEEN = 101, MATRIX_STOP_PROFILES, MATRIX_STOP_DOMINATORS };

struct matrix_problem {
    enum matrix_form form;
    struct matrix_game game; /* of a decision: rows are acts, columns states, and b is NULL */
    int64_t scale;           /* payoff = game.a[] / scale, the same for b */
    const char *const *row_name, *const *col_name;
    const char *row_player, *col_player; /* NULL: not said */
    bool cooperative, dynamic;
    uint32_t want; /* 1 << enum matrix_want */
    uint32_t limit;
    struct rational alpha;      /* Hurwicz: weight of the best outcome */
    const int64_t *probability; /* [cols], which sum up to probability_scale; NULL: not said */
    int64_t probability_scale;
};

/* One player's view of a game: his strategies against the other's, whoever he is. */
struct matrix_side {
    uint32_t own, other;
    const int64_t *pay; /* [own * other], by his strategies */
};

/* ---- what is found ---- */

struct matrix_profile {
    uint32_t row, col;
    bool strict; /* of an equilibrium: each answer is the only best one */
};

/* Pairs of strategies. A list may have fewer than there are: those asked for by limit. */
struct matrix_profiles {
    struct matrix_profile *list;
    uint32_t listed, count;
};

enum { MATRIX_BY_MIXTURE = -1 };

/* `strategy` is dominated by `by`, or by the mixture mix. */
struct matrix_dominator {
    uint32_t strategy;
    int32_t by; /* a strategy, or MATRIX_BY_MIXTURE */
    bool strict;
    struct matrix_mix mix; /* over all strategies of the player */
};

/* One strategy struck out. All of one round are dominated in the game as the round begins. */
struct matrix_strike {
    uint32_t round; /* from 1 */
    bool col;       /* of the column player */
    struct matrix_dominator why;
};

struct matrix_elimination {
    struct matrix_strike *strike;
    uint32_t strikes;
    bool *alive[2]; /* rows, columns that are left */
};

struct matrix_dominance {
    struct matrix_dominator *list[2]; /* rows, columns dominated in the whole game */
    uint32_t count[2];
    struct matrix_elimination weak, strict; /* repeated; weak: weakly or strictly dominated ones are struck out */
};

/* What a player can make sure of. */
struct matrix_security {
    int64_t level; /* with pure strategies, in units of 1 / scale */
    bool *best;    /* [own]: strategies that do so */
    struct matrix_value mixed;
};

enum matrix_sum { MATRIX_SUM_NONE, MATRIX_SUM_CONSTANT, MATRIX_SUM_ZERO };

struct matrix_classification {
    enum matrix_sum sum;
    int64_t constant; /* in units of 1 / scale */
    bool symmetric;
};

/* A criterion's number for each act, num[act] / den. */
struct matrix_criterion {
    __int128 *num;
    __int128 den;
    bool *best; /* [acts] */
};

struct matrix_decision {
    struct matrix_criterion maximin, maximax, hurwicz, regret, laplace, expected; /* expected.num: NULL, no chances */
    int64_t *regret_of; /* [acts * states], in units of 1 / scale */
    __int128 foresight; /* expected payoff of who knows the state beforehand, over expected.den */
    struct matrix_dominator *dominated;
    uint32_t dominated_count;
};

struct matrix_answer {
    struct nash_arena *arena; /* of the run, for the check */
    uint32_t found;           /* 1 << enum matrix_want of what is here, whole or cut */
    uint32_t unfinished;      /* the same of what a budget cut or left out */
    bool *best[2];            /* [rows * cols]: this row, this column is a best answer to the other */
    struct matrix_profiles pure, pareto;
    struct matrix_profiles better; /* Pareto-better than a pure equilibrium, */
    uint32_t *better_than;         /* that of this index in pure.list */
    struct matrix_security security[2];
    struct matrix_classification classification;
    struct matrix_value value; /* of a zero-sum or constant-sum game; value NULL: not known or none */
    struct matrix_dominance dominance;
    struct matrix_one one;
    struct matrix_equilibria equilibria;
    uint32_t equilibria_listed;
    struct matrix_decision decision;
    uint64_t solve_us;
};

/* ---- the plug-in ---- */

/* parse.c: JSON; text.c: .nfg and lrsnash's form */
enum nash_status matrix_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error);
enum nash_status matrix_parse_text(const char *text, size_t len, struct nash_arena *arena, void **problem,
                                   struct nash_error *error);
/* canon.c */
void matrix_canon(const void *problem, struct nash_sha256 *sha);
/* solve.c */
enum nash_status matrix_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error);
/* verify.c */
enum nash_status matrix_verify(const void *problem, const struct nash_result *result, struct nash_error *error);
/* write.c, write_text.c */
void matrix_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);
void matrix_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out);
void matrix_text_of(const cJSON *result, struct nash_buf *out);

#endif
