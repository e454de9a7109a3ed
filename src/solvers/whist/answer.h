/* The answer to a problem of the kind "whist". Everything lives in the arena of the run. */
#ifndef WHIST_ANSWER_H
#define WHIST_ANSWER_H

#include "methods/compare.h"
#include "methods/distribution.h"
#include "methods/intervals.h"
#include "play/analysis.h"
#include "play/principal_line.h"
#include "play/values.h"
#include "problem.h"
#include "suits/analysis.h"

enum {
    WHIST_RULE_VERIFIED = 16,          /* the closed rule is verified on every deal up to this order */
    WHIST_INTERVALS_ORDER_MAX = 10000, /* largest order whose strategy graph is listed */
    WHIST_REPLIES_MAX = 4096           /* largest number of listed pairs of a lead and a reply */
};
#define WHIST_NO_TIME "the time budget ended first"

/* The reason for each list that was left out; NULL for the others. */
struct whist_omitted {
    const char *intervals, *leads, *replies, *line, *play;
};

/* One suit: cards are places in the word, tricks are those of the player on lead. */
struct whist_answer {
    enum whist_method engine;  /* the method that gave the value */
    enum whist_method play_by; /* the method that analysed the played game */
    bool known;                /* tricks is the value; otherwise low and high bound it */
    uint32_t tricks;
    uint32_t low, high;                         /* bounds of the value; equal when known */
    struct whist_intervals intervals;           /* count 0: neither graph nor leads */
    struct whist_values values;                 /* lead NULL: left out */
    const struct whist_trick *line;             /* one entry a trick; NULL: left out */
    const struct whist_move *move;              /* cards of the played game; NULL: left out */
    const struct whist_confirmation *confirmed; /* NULL: not requested */
    const struct whist_trial *trial;            /* WHIST_METHODS - 1 trials, from WHIST_NAIVE on; NULL: not compared */
    struct whist_omitted omitted;
    struct whist_work work;
    bool timeout;
    uint64_t solve_us;
    struct nash_arena *arena;               /* the run's arena, for verify.c */
    const struct whist_suits_answer *suits; /* the answer for several suits, or NULL */
};

#endif
