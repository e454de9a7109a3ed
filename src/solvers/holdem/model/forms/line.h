/* The form "line": what a line of actions says about a player's hidden cards, and what to do. */
#ifndef HOLDEM_MODEL_LINE_H
#define HOLDEM_MODEL_LINE_H

#include <solvers/holdem/history/history.h>
#include <solvers/holdem/model/belief.h>
#include <solvers/holdem/problem.h>

#include "forms.h"

enum { LINE_NONE = 255, LINE_BYTES = 1 << 20, LINE_TOP = 10, LINE_RAISES = HOLDEM_BETS_MAX };

struct line_problem {
    struct holdem_history_hand hand;
    struct history_play play;         /* where the line ends; play.hand is &hand */
    uint8_t of, hero;                 /* players; hero LINE_NONE: there is none */
    uint8_t cards[2];                 /* of the hero */
    bool typed;                       /* a line, not a hand of a history */
    bool combos;                      /* list the 1326 probabilities */
    const struct holdem_range *range; /* of `of` before the first action; NULL: all hands */
    const struct holdem_model *model; /* NULL: the generic player */
    double trust;                     /* in the model, 0 to 1; MODEL_TRUST_BY_DATA */
    unsigned raises;                  /* 0: half the pot, the pot, all-in */
    int64_t raise_to[LINE_RAISES];
};

/* One action, or the cards of a street. */
struct line_step {
    uint32_t action; /* index in the hand's actions; or for cards the number of the street, with `cards` */
    bool cards, own; /* own: by the player whose range is sought */
    double entropy, gained, likelihood; /* in bits; likelihood: P(deed), given what was known before; own only */
    float grid[HOLDEM_CLASSES];         /* mean probability of the possible combos of a class; the largest is 1 */
    uint8_t top[LINE_TOP];              /* the classes with the largest probability, in descending order */
    float top_p[LINE_TOP];
};

struct line_answer {
    struct line_step *step;
    unsigned steps;
    double entropy; /* before the first action */
    double trust;   /* in the model, 0 to 1 */
    double probability[HOLDEM_COMBOS];
    bool contradicted, stopped; /* contradicted: the range and the cards exclude each other */
    bool decided;
    const char *why; /* why there is no decision, though there is a hero */
    struct holdem_problem *spot;
    struct holdem_answer *worth;
};

/* line_read.c */
void line_canon(const void *problem, struct nash_sha256 *sha);
void line_read_line(struct reader *r, void **problem);
void line_read_hand(struct reader *r, void **problem);
/* line.c */
enum nash_status line_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                            struct nash_error *error);
enum nash_status line_verify(const void *problem, const struct nash_result *result, struct nash_error *error);
/* Returns the set of the cards that are known when `street` is played: its board, and the hero's cards. */
uint64_t line_known(const struct line_problem *p, unsigned street);
/* line_decide.c: sets the decision, or why there is none. */
enum nash_status line_decide(const struct line_problem *p, const struct holdem_policy *policy, struct nash_run *run,
                             struct line_answer *a, struct nash_error *error);
/* line_write.c */
void line_describe(const void *problem, struct nash_buf *out);
void line_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);

#endif
