/* The form "game" of the kind: a game tree, and what is asked of it. */
#ifndef IMPERFECT_GAMES_PROBLEM_H
#define IMPERFECT_GAMES_PROBLEM_H

#include <nash/solver.h>
#include <solvers/imperfect/equilibrium/cfr.h>
#include <solvers/imperfect/equilibrium/restricted.h>

#include "builtin.h"

struct game_model;

enum game_want { GAME_SOLVE, GAME_BEST_RESPONSE, GAME_EVALUATE, GAME_EXPLOIT, GAME_EXPORT };
extern const char *const game_want_names[];

/* How an equilibrium is found. The CFR methods follow GAME_CFR in the order of enum cfr_method. */
enum game_method {
    GAME_AUTO,
    GAME_BACKWARD,                 /* backward induction: perfect information */
    GAME_NORMAL,                   /* the reduced normal form, exactly: two players */
    GAME_CFR,                      /* CFR with the fastest variant: two players and a constant sum */
    GAME_ONE_PLAYER = GAME_CFR + 5 /* the best response of the only player */
};
extern const char *const game_method_names[]; /* of a request */

enum { GAME_CAUTION_DEFAULT = RESPONSE_CAUTION };

struct game_problem {
    const struct game_tree *tree;
    int builtin; /* index of the built-in game, -1: a tree of the user's */
    enum game_want want;
    uint32_t player;                /* the player asked for; UINT32_MAX: each */
    const double *strategy;         /* [actions] the strategies that are evaluated: of `player`, or of all */
    const double *opponent;         /* [actions] the opponents' strategies; NULL: not given */
    double trust;                   /* 0..1, of the model in exploit */
    const struct game_model *model; /* a learnt opponent in the place of `opponent`, or NULL */
    const double
        *count; /* [infosets] observations of the opponent's infosets, by which it is trusted; NULL: by trust */
    bool trust_given;
    enum game_method method;
    uint64_t iterations; /* limit of CFR */
    double target;       /* exploitability at which CFR stops */
};

/* What is found for one player. Values are expected payoffs. */
struct game_seat {
    uint32_t player;
    double ev;                  /* of the strategy against the opponents */
    double best_response_ev;    /* of the best response to them */
    double worst_case;          /* of the strategy against its worst opponents; two players and a constant sum */
    double equilibrium_ev;      /* of an equilibrium strategy against the opponents; as above */
    struct response safe, full; /* exploit: trust 0 and 1; strategy is not kept */
};

struct game_answer {
    const struct game_problem *problem; /* with the opponent that was fitted to a model, if there is one */
    bool timeout;     /* a budget ended the run: the numbers are those of the strategies found so far */
    double *strategy; /* [actions] what was found: an equilibrium, best responses, or responses */
    double *reach;    /* [infosets] probability that play reaches the infoset */
    double *value;    /* [players] of the equilibrium, or NULL */
    bool has_distance;
    double exploitability, largest_gain;
    enum game_method method;
    const char *exact[2]; /* values as fractions, or NULL */
    bool proved;          /* the equilibrium is exact, but for rounding */
    struct cfr_result cfr;
    const char *efg;        /* export: the text of an .efg file */
    struct game_seat *seat; /* [seats] */
    uint32_t seats;
};

/* solve.c, verify.c, write.c, text.c */
enum nash_status game_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                            struct nash_error *error);
enum nash_status game_verify(const void *problem, const struct nash_result *result, struct nash_error *error);
void game_describe(const void *problem, struct nash_buf *out);
void game_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);

#endif
