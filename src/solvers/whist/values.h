/* The value of every lead (the patent's OA are the best of them) and of every reply to every lead (OD), by any engine:
 * each reply is a child whose value the engine tells. */
#ifndef WHIST_VALUES_H
#define WHIST_VALUES_H

#include "engine.h"
#include "graph.h"

struct whist_reply {
    uint32_t interval; /* of the other player */
    uint32_t tricks;   /* the leader makes in all, this trick included, when the reply is this */
    bool optimal;      /* none leaves the leader less */
};

struct whist_lead {
    uint32_t interval; /* of the leader */
    uint32_t tricks;   /* the leader makes when he leads this and the other answers best */
    bool optimal;      /* no lead makes more */
    uint32_t replies;
    const struct whist_reply *reply; /* NULL where only the value was wanted */
};

struct whist_values {
    uint32_t tricks; /* the leader's: the value of the word */
    uint32_t leads;
    const struct whist_lead *lead; /* from the highest interval; in the run's arena */
};

/* NASH_OK; also when run was stopped, which leaves values->lead NULL. NASH_NOMEM. By the closed rule, without replies:
 * 0.4 us for 26 cards a hand, some 0.2 ms for 10,000 dealt at random; O(n^2) at worst, 10 ms for 10,000 where K is half
 * of n. With replies a value for each pair of intervals: 12 bytes and O(n). */
enum nash_status whist_values_find(struct whist_values *values, const struct whist_engine *engine,
                                   struct whist_work *work, const int8_t *word, const struct whist_graph *graph,
                                   uint32_t order, bool with_replies);

/* The leader's tricks, this one included, when the card at `lead` is answered with the one at `reply`; -1 when stopped.
 * after: room for the 2(order - 1) cards that are left. */
int whist_reply_tricks(const struct whist_engine *engine, struct whist_work *work, const int8_t *word, uint32_t order,
                       uint32_t lead, uint32_t reply, int8_t *after);

/* The same when he leads the card at `lead` and the other answers best, at *reply: with the lowest card that wins or
 * with the lowest of all, since no other answer is better than both (PROOF.md). The lower, where both do. */
int whist_lead_tricks(const struct whist_engine *engine, struct whist_work *work, const int8_t *word, uint32_t order,
                      uint32_t lead, uint32_t *reply, int8_t *after);

#endif
