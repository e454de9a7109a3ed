/* A problem of the kind "bridge" and its answer. */
#ifndef BRIDGE_PROBLEM_H
#define BRIDGE_PROBLEM_H

#include <solvers/bridge/double_dummy/dds.h>
#include <solvers/bridge/single_dummy/sampling.h>

#include "score.h"

enum bridge_want {
    BRIDGE_WANT_TABLE = 1 << 0, /* the table: 20 results */
    BRIDGE_WANT_CARD = 1 << 1,  /* every legal card of the hand to play */
    BRIDGE_WANT_LINE = 1 << 2,  /* one optimal line to the end */
    BRIDGE_WANT_PAR = 1 << 3,   /* par; implies the table */
    BRIDGE_WANT_PLAY = 1 << 4,  /* a played hand, card by card */
    BRIDGE_WANT_SCORE = 1 << 5, /* the score of a contract, for the tricks in the request or the double-dummy tricks */
    BRIDGE_WANT_SAMPLE = 1 << 6 /* hidden hands dealt at random */
};

/* What the request has, before defaults and before anything is left out or played; for write_problem(). */
struct bridge_given {
    bool strain, leader, dealer, vulnerable; /* present */
    int tricks;                              /* -1: absent */
    struct bridge_position position;
    uint32_t play_count;
    const struct bridge_card *play;
};

struct bridge_problem {
    unsigned want; /* bits of bridge_want; never 0 */
    bool has_deal; /* false: only a score of given tricks */
    struct bridge_position position;
    bool has_strain;    /* position.strain and position.leader are given */
    uint8_t dealer;     /* a seat */
    uint8_t vulnerable; /* bridge_vulnerable */
    bool has_contract;
    struct bridge_contract contract;
    int given_tricks;    /* tricks to be scored; -1: double dummy */
    uint32_t play_count; /* cards of the played hand */
    const struct bridge_card *play;
    const struct bridge_sampling *sampling;
    struct bridge_given given;

    /* Parts of the record of the request for write_text: lines in the arena, or NULL. */
    const char *tags; /* PBN: all tags but those of results that are computed again; LIN: the board and the players */
    const char *sections; /* auction and play in PBN notation */
    bool is_pbn;
};

/* One card of a played hand. */
struct bridge_move {
    struct bridge_card card;
    uint8_t seat;
    uint8_t before,
        after; /* tricks of the declaring side (the leader's opponents) in the whole hand before and after the card */
    uint8_t cost;            /* tricks that the player's side lost by the card */
    struct bridge_card best; /* a card of cost 0; the card itself if its cost is 0 */
    bool known;              /* false: not reached before the stop */
    bool has_best;           /* false: not found before the stop */
};

struct bridge_table {
    uint8_t tricks[BRIDGE_STRAINS][BRIDGE_SEATS]; /* [strain][declarer] */
    uint8_t known;                                /* a bit per strain: its tricks were found */
};

struct bridge_answer {
    struct bridge_table table;
    struct bridge_options options;
    uint32_t line_count;
    const struct bridge_card *line;
    int line_tricks; /* tricks of the side to play; -1: unknown */
    struct bridge_par par;
    bool has_par;
    const struct bridge_move *move; /* play_count entries */
    int before_play;                /* tricks of the declaring side before the first card; -1: unknown */
    int score;                      /* duplicate score of the declarer's side, if score_tricks >= 0 */
    int score_tricks;               /* tricks of the declarer's side that were scored; -1: unknown */
    const struct bridge_sample *sample;
    uint64_t nodes;
    const char *engine; /* "libdds 2.9.0" or "own" */
};

/* Returns the side whose tricks a play counts: 0 North-South, 1 East-West. The declarer's side, or without a
 * contract the opponents of the leader. */
static inline unsigned bridge_declaring_side(const struct bridge_problem *problem)
{
    return (problem->has_contract ? problem->contract.declarer : problem->position.leader + 1u) % 2;
}

/* Each function fills its part of the answer and returns NASH_OK also when run was stopped. */
enum nash_status bridge_find_table(const struct bridge_problem *problem, struct nash_run *run,
                                   struct bridge_answer *answer, struct nash_error *error);
enum nash_status bridge_find_card(const struct bridge_problem *problem, struct nash_run *run,
                                  struct bridge_answer *answer, struct nash_error *error);
enum nash_status bridge_find_line(const struct bridge_problem *problem, struct nash_run *run,
                                  struct bridge_answer *answer, struct nash_error *error);
enum nash_status bridge_find_play(const struct bridge_problem *problem, struct nash_run *run,
                                  struct bridge_answer *answer, struct nash_error *error);
enum nash_status bridge_find_sample(const struct bridge_problem *problem, struct nash_run *run,
                                    struct bridge_answer *answer, struct nash_error *error);

#endif
