/* What is asked about a deal, and what was found. */
#ifndef BRIDGE_PROBLEM_H
#define BRIDGE_PROBLEM_H

#include "library.h"
#include "score.h"

enum bridge_want {
    BRIDGE_WANT_TABLE = 1 << 0, /* 20 results */
    BRIDGE_WANT_CARD = 1 << 1,  /* every legal card of the hand to play */
    BRIDGE_WANT_LINE = 1 << 2,  /* one optimal line to the end */
    BRIDGE_WANT_PAR = 1 << 3,   /* brings the table */
    BRIDGE_WANT_PLAY = 1 << 4,  /* a played hand, card by card */
    BRIDGE_WANT_SCORE = 1 << 5, /* of a contract, for the tricks given or the double-dummy ones */
    BRIDGE_WANT_SAMPLE = 1 << 6 /* unseen hands dealt at random */
};

enum { BRIDGE_SAMPLES_MAX = 2000 };

/* What is known of a hand that is not seen. Ranges are inclusive. */
struct bridge_constraint {
    uint8_t hcp[2];                   /* 0 to 37 */
    uint8_t shape[BRIDGE_SUITS][2];   /* 0 to 13 cards of the suit in the hand as dealt */
    bridge_ranks has[BRIDGE_SUITS];   /* cards it is known to hold */
    bridge_ranks lacks[BRIDGE_SUITS]; /* and not to hold */
};

/* Single dummy: position.deal has the hands that are seen (or parts of them); the others are dealt from what is left.
 */
struct bridge_sampling {
    uint8_t seen; /* bit per seat: the whole hand is known */
    uint32_t samples;
    struct bridge_constraint constraint[BRIDGE_SEATS];
};

struct bridge_problem {
    unsigned want; /* bits of bridge_want; never 0 */
    struct bridge_position position;
    bool has_strain;    /* position.strain and leader are given (card, line, play) */
    uint8_t dealer;     /* a seat */
    uint8_t vulnerable; /* bridge_vulnerable */
    bool has_contract;
    struct bridge_contract contract;
    int given_tricks;    /* score: -1 = double dummy */
    uint32_t play_count; /* cards of the played hand */
    const struct bridge_card *play;
    const struct bridge_sampling *sampling;
    const char *tags; /* PBN record it came from, for write_text: in the arena, or NULL */
};

/* One card of a played hand. */
struct bridge_move {
    struct bridge_card card;
    uint8_t seat;
    uint8_t before,
        after;    /* tricks of the declaring side (leader's opponents) in the whole hand before and after the card */
    uint8_t cost; /* what the player's side gave away */
    struct bridge_card best;
    bool known; /* false: not reached before the stop */
};

struct bridge_table {
    uint8_t tricks[BRIDGE_STRAINS][BRIDGE_SEATS]; /* by declarer */
    uint8_t known;                                /* bit per strain */
};

struct bridge_sample_card {
    struct bridge_card card;
    bridge_ranks equals;
    double tricks, tricks_error; /* mean of the side to play's tricks and its standard error */
    double makes,
        makes_error; /* share of deals in which the contract makes (or is beaten, for a defender); with a contract */
};

struct bridge_sample {
    uint32_t dealt, tried; /* deals solved; hands dealt to find them */
    unsigned count;
    struct bridge_sample_card card[BRIDGE_RANKS];
};

struct bridge_answer {
    struct bridge_table table;
    struct bridge_options options;
    uint32_t line_count;
    const struct bridge_card *line;
    int line_tricks; /* of the side to play; -1: not known */
    struct bridge_par par;
    bool has_par;
    const struct bridge_move *move; /* play_count entries */
    int before_play;                /* declaring side's tricks before the first card; -1 */
    int score;
    int score_tricks; /* -1: not known */
    const struct bridge_sample *sample;
    uint64_t nodes;
    const char *engine; /* "libdds 2.9.0", "own" */
};

/* One file each; every one fills its part of the answer, NASH_OK also when run was stopped. */
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
