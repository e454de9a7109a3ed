/* The value of every lead (the patent's OA are the best of them) and of every reply to every lead (OD), by any
 * engine: each reply leads to a child whose value the engine computes. */
#ifndef WHIST_VALUES_H
#define WHIST_VALUES_H

#include <solvers/whist/methods/engine.h>
#include <solvers/whist/methods/intervals.h>

struct whist_reply {
    uint32_t interval; /* index of an interval of the other player */
    uint32_t tricks;   /* the leader's tricks after this reply, this trick included */
    bool optimal;      /* no reply leaves the leader fewer tricks */
};

struct whist_lead {
    uint32_t interval;               /* index of an interval of the leader */
    uint32_t tricks;                 /* the leader's tricks after this lead if the reply is best */
    bool optimal;                    /* no lead makes more tricks */
    uint32_t replies;                /* entries of reply */
    const struct whist_reply *reply; /* NULL if only the value was computed */
};

struct whist_values {
    uint32_t tricks;               /* the leader's tricks: the value of the word */
    uint32_t leads;                /* entries of lead */
    const struct whist_lead *lead; /* from the highest interval; in the run's arena */
};

/* Computes the values. Returns NASH_OK or NASH_NOMEM; values->lead stays NULL when run was stopped. By the closed
 * rule, without replies: 0.4 us for 26 cards a hand, 0.2 ms for 10,000 dealt at random; O(n^2) at worst, 10 ms for
 * 10,000 where K (closed_rule/rule.c) is n/2. With replies one value for each pair of intervals: 12 bytes and O(n)
 * each. */
enum nash_status whist_values_find(struct whist_values *values, const struct whist_engine *engine,
                                   struct whist_work *work, const int8_t *word, const struct whist_intervals *intervals,
                                   uint32_t order, bool with_replies);

/* Returns the leader's tricks, this one included, after the card at `lead` and the reply at `reply`, or -1 when
 * stopped. after: buffer for the 2(order - 1) remaining cards. */
int whist_reply_tricks(const struct whist_engine *engine, struct whist_work *work, const int8_t *word, uint32_t order,
                       uint32_t lead, uint32_t reply, int8_t *after);

/* Returns the same after the best reply, stored in *reply: the lowest card that wins or the lowest of all, since no
 * other reply is better than both (closed_rule/PROOF.md); the lower one if both are best. */
int whist_lead_tricks(const struct whist_engine *engine, struct whist_work *work, const int8_t *word, uint32_t order,
                      uint32_t lead, uint32_t *reply, int8_t *after);

#endif
