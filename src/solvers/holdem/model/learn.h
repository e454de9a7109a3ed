/* Learns a model from hands, one by one, and measures each prediction before its hand is learnt.
 *
 *     learner_begin(&l, model, arena);
 *     for each hand
 *         learner_hand(&l, hand);
 *     learner_end(&l);                  (model then has all counts)
 *
 * A decision of a player whose cards are known counts once, in the cell of these cards. If the cards are unknown, it is
 * divided among the cells by the posterior after the whole hand, given the policy at this point (one step of
 * expectation maximisation, online). Predictions use the policy as of the last refit: after 32, 64 and 128 hands of the
 * model, and after each complete block. */
#ifndef HOLDEM_MODEL_LEARN_H
#define HOLDEM_MODEL_LEARN_H

#include "belief.h"

enum learner_result { LEARNER_LEARNT, LEARNER_REPEATED, LEARNER_SKIPPED, LEARNER_NOMEM };

struct learner {
    struct nash_arena *arena;
    struct holdem_model *model;
    struct holdem_policy *policy;
    struct model_block open; /* the block that is not complete, without its counts */
    uint32_t *tally;         /* [MODEL_KEYS] its counts */
    struct measure *measure; /* of the hand at hand (measure.h) */
    uint64_t *seen;          /* hash set of the hands, with open addressing; 0: empty */
    size_t seen_room, seen_count;
};

/* Begins with a model, which may be empty and is changed. Returns false if the arena is full. */
bool learner_begin(struct learner *l, struct holdem_model *model, struct nash_arena *arena);
/* Learns a hand. Skipped: the model is that of one player, who does not act in the hand. */
enum learner_result learner_hand(struct learner *l, const struct holdem_history_hand *hand);
/* Closes the open block and writes the list of hands. Returns false if the arena is full. */
bool learner_end(struct learner *l);

#endif
