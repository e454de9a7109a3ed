/* Single dummy: some hands are seen, the others are dealt at random from what is left, each deal that agrees with what
 * is known being as likely as any other; every deal is solved double dummy, and the results are averaged.
 *
 * "As dealt" means with the cards that the hand has already played, as far as they are known: those of the trick in
 * progress and those in `played`. */
#ifndef BRIDGE_SAMPLING_H
#define BRIDGE_SAMPLING_H

#include "deal.h"

enum { BRIDGE_SAMPLES_MAX = 2000, BRIDGE_HCP_MAX = 37 };

/* What is known of a hand. Ranges are inclusive. Of a seen hand it must be true. */
struct bridge_constraint {
    uint8_t hcp[2];                   /* high-card points (A 4, K 3, Q 2, J 1) as dealt: 0 to 37 */
    uint8_t shape[BRIDGE_SUITS][2];   /* cards of the suit as dealt: 0 to 13 */
    bridge_ranks has[BRIDGE_SUITS];   /* cards it was dealt; it may have played them since */
    bridge_ranks lacks[BRIDGE_SUITS]; /* and was not dealt */
};

/* Nothing known: for those who fill in only a part. */
#define BRIDGE_CONSTRAINT_NONE                                                                                         \
    ((struct bridge_constraint){.hcp = {0, BRIDGE_HCP_MAX}, .shape = {{0, 13}, {0, 13}, {0, 13}, {0, 13}}})

/* The hands not in `seen` are dealt from the cards which they hold together in position.deal; if they hold none there,
 * from all cards that are in no seen hand, not in the trick and not in `played`. */
struct bridge_sampling {
    uint8_t seen;     /* bit per seat: its cards in position.deal are its whole hand. The seat to play is one of them */
    uint32_t samples; /* 1 to BRIDGE_SAMPLES_MAX */
    struct bridge_constraint constraint[BRIDGE_SEATS];

    /* Of a hand already begun; all zero where nothing is known of it. bridge_sampling_play() fills them in. */
    bridge_ranks played[BRIDGE_SEATS][BRIDGE_SUITS]; /* cards of the tricks that are over, by who played them */
    uint8_t voids[BRIDGE_SEATS];                     /* bit per suit: has shown out, holds none any more */
    uint8_t won[2]; /* tricks already made by North-South, East-West: they count for the contract */
};

struct bridge_problem;

/* Plays the cards from position.leader on. Seen hands must hold what they play and may not revoke; the others have
 * whatever they played, and are void of what they did not follow. The sampling must be the problem's own.
 * NASH_UNPROCESSABLE with the pointer "/play/N". */
enum nash_status bridge_sampling_play(struct bridge_position *position, struct bridge_sampling *sampling,
                                      const struct bridge_card *play, uint32_t count, struct nash_error *error);

/* All that is to be checked of a problem with sampling, in place of bridge_position_check(): seen hands, trick, cards
 * left, and whether any deal agrees with the constraints, which is counted. NASH_UNPROCESSABLE with the pointer of what
 * stands in the way, such as "/constraints/W/hcp"; NASH_NOMEM. The arena is left as it was. */
enum nash_status bridge_sampling_check(const struct bridge_problem *problem, struct nash_arena *arena,
                                       struct nash_error *error);

struct bridge_sample_card {
    struct bridge_card card;
    bridge_ranks equals; /* of the same suit and hand, lower, that do the same in every deal */
    /* Mean over the deals of the side to play's tricks from here on, and its standard error; 0 when all deals there are
     * were solved, NAN when one of several was. */
    double tricks, tricks_error;
    double makes, makes_error; /* with a contract: share of deals in which it makes (is beaten, for a defender) */
};

struct bridge_sample {
    uint32_t dealt;    /* deals solved */
    uint64_t possible; /* deals that agree with what is known; if dealt equals it, each was solved once */
    unsigned count;
    struct bridge_sample_card card[BRIDGE_RANKS]; /* most tricks (with a contract: most often made) first */
};

#endif
