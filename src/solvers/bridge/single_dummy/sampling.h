/* Single dummy: some hands are seen, the others are dealt at random from the remaining cards; each deal that
 * satisfies the constraints has the same probability. Every deal is solved double dummy, and the results are
 * averaged.
 *
 * "As dealt" includes the cards that the hand has already played, as far as they are known: those of the trick in
 * progress and those in `played`. */
#ifndef BRIDGE_SAMPLING_H
#define BRIDGE_SAMPLING_H

#include <solvers/bridge/deal.h>

enum { BRIDGE_SAMPLES_MAX = 2000, BRIDGE_HCP_MAX = 37 };

/* The constraints on a hand. Ranges are inclusive. A seen hand must satisfy them. */
struct bridge_constraint {
    uint8_t hcp[2];                   /* high-card points (A 4, K 3, Q 2, J 1) as dealt: 0 to 37 */
    uint8_t shape[BRIDGE_SUITS][2];   /* cards of the suit as dealt: 0 to 13 */
    bridge_ranks has[BRIDGE_SUITS];   /* cards that the hand was dealt; it may have played them */
    bridge_ranks lacks[BRIDGE_SUITS]; /* cards that the hand was not dealt */
};

/* No constraint. */
#define BRIDGE_CONSTRAINT_NONE                                                                                         \
    ((struct bridge_constraint){.hcp = {0, BRIDGE_HCP_MAX}, .shape = {{0, 13}, {0, 13}, {0, 13}, {0, 13}}})

/* Hands not in `seen` are dealt from the cards that they hold together in position.deal; if they hold none there,
 * from all cards that are in no seen hand, not in the trick and not in `played`. */
struct bridge_sampling {
    uint8_t seen; /* a bit per seat: its cards in position.deal are its whole hand. The seat to play is one of them */
    uint32_t samples; /* 1 to BRIDGE_SAMPLES_MAX */
    struct bridge_constraint constraint[BRIDGE_SEATS];

    /* A hand in progress; all zero if it is not. bridge_sampling_play() sets these members. */
    bridge_ranks played[BRIDGE_SEATS][BRIDGE_SUITS]; /* cards of completed tricks, by the seat that played them */
    uint8_t voids[BRIDGE_SEATS];                     /* a bit per suit: the seat has shown out and holds none */
    uint8_t won[2]; /* tricks already made by North-South and East-West; they count for the contract */
};

struct bridge_problem;

/* Plays the cards from position.leader on. Seen hands must hold the cards they play and must not revoke; hidden
 * hands held whatever they played, and are void of a suit they did not follow. Precondition: the sampling belongs to
 * the problem. Returns NASH_UNPROCESSABLE with the pointer "/play/N". */
enum nash_status bridge_sampling_play(struct bridge_position *position, struct bridge_sampling *sampling,
                                      const struct bridge_card *play, uint32_t count, struct nash_error *error);

/* Checks a problem with sampling, in place of bridge_position_check(): seen hands, trick, remaining cards, and, by
 * counting, that a deal satisfies the constraints. Returns NASH_UNPROCESSABLE with the pointer of a conflicting
 * member, such as "/constraints/W/hcp", or NASH_NOMEM. The arena is left unchanged. */
enum nash_status bridge_sampling_check(const struct bridge_problem *problem, struct nash_arena *arena,
                                       struct nash_error *error);

struct bridge_sample_card {
    struct bridge_card card;
    bridge_ranks equals; /* lower cards of the same suit and hand that are equivalent in every deal */
    /* Mean over the deals of the tricks of the side to play from here on, and its standard error; 0 if all possible
     * deals were solved, NAN if one of several was. */
    double tricks, tricks_error;
    double makes, makes_error; /* with a contract: share of the deals in which it makes (for a defender: is beaten) */
};

struct bridge_sample {
    uint32_t dealt;    /* deals solved */
    uint64_t possible; /* deals that satisfy the constraints; if equal to `dealt`, each was solved once */
    unsigned count;    /* entries of card */
    struct bridge_sample_card card[BRIDGE_RANKS]; /* most tricks (with a contract: most often made) first */
};

#endif
