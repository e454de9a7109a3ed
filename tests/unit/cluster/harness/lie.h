/* Members that send false answers, for the simulated networks net.c and sim.c. */
#ifndef TEST_CLUSTER_LIE_H
#define TEST_CLUSTER_LIE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <base/bytes.h>
#include <cluster/sudoku/shard/shard.h>
#include <nash/rng.h>

/* How a member falsifies its answers. */
enum net_lie {
    NET_HONEST,
    NET_RANDOM_VALUES,  /* the last change has another value than the one drawn */
    NET_KEEPS_BACK,     /* the last change is left out */
    NET_WRONG_OWNER,    /* a change is moved to a cell of another partition */
    NET_IMMUTABLE,      /* a change is moved to the first cell of the partition, which may be a clue */
    NET_STALE_EPOCH,    /* the epoch is one too small */
    NET_REPLAYS,        /* the first answer is sent again */
    NET_FALSE_SOLUTION, /* a run of local search that found nothing is sent as a solution */
    NET_SAME_GAME,      /* the first game of Hex that it played is sent as its answer to other units */
    NET_OTHER_VALUE,    /* the value of the last position of a game of Hex to learn from is another */
    NET_GARBAGE,        /* all bytes are random */
    NET_SCRAMBLES,      /* up to three bits of the body are changed */
    NET_LIES
};

struct liar {
    enum net_lie lie;
    unsigned lies_of_100; /* percentage of its answers that are falsified */
    bool lied;            /* has sent a false answer */
    struct bytes *first;  /* the first EVENTS or DONE that it sent, for NET_REPLAYS */
};

/* Returns a copy of the shard's answer, falsified as the lie requires. answer[len] is changed; the caller releases the
 * copy. */
struct bytes *liar_answer(struct liar *liar, const struct shard *shard, struct nash_rng *rng, uint8_t *answer,
                          size_t len);
void liar_release(struct liar *liar);

#endif
