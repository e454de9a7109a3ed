/* A farm whose messages a test carries by hand: each member has a queue of what it was sent, and a real runner. */
#ifndef TEST_FARM_DESK_H
#define TEST_FARM_DESK_H

#include <cluster/unit_farm/farm.h>
#include <cluster/unit_farm/protocol.h>

#include "primes.h"

enum { DESK_MEMBERS = 8, DESK_QUEUE = 256, DESK_MS = 1000000 };

struct desk_member {
    struct farm_member *as;
    struct runner *runner;
    uint8_t *queue[DESK_QUEUE]; /* UNITS messages that are not answered */
    size_t len[DESK_QUEUE];
    unsigned queued, tasks, pings; /* tasks, pings: that came */
    bool ended, bye;
    enum farm_end end;
    const char *why;
};

struct desk {
    struct primes job;
    struct farm *farm;
    int64_t now;
    struct desk_member member[DESK_MEMBERS];
    unsigned members;
    const char *wrong_before;  /* name of the member that was quarantined for stored answers; NULL: none */
    uint8_t done[MESSAGE_MAX]; /* the last answer */
    size_t done_len;
};

/* Makes a farm that counts the primes below `end`; `limits` may set the limits of struct farm_options. */
void desk_open(struct desk *desk, uint64_t end, uint64_t budget, uint64_t range, const struct farm_options *limits);
/* Merges the round, and begins one that counts the primes below `end`. */
void desk_renew(struct desk *desk, uint64_t end, uint64_t budget, uint64_t range);
void desk_close(struct desk *desk);
/* Joins a member and steps the farm. Returns its index. */
unsigned desk_join(struct desk *desk, bool trusted, double audit);
/* Computes the answer to the oldest message of the member into desk->done. Returns false if there is none. */
bool desk_compute(struct desk *desk, unsigned member);
/* Sends desk->done as an answer of the member, and steps the farm. */
void desk_send(struct desk *desk, unsigned member);
/* Computes and sends one answer. */
bool desk_answer(struct desk *desk, unsigned member);
/* Lets these members answer in turns until the farm has ended or they have nothing to do. */
void desk_finish(struct desk *desk, unsigned first, unsigned last);
void desk_step(struct desk *desk, int64_t ns);
/* Returns the first answer in desk->done. */
uint8_t *desk_first(struct desk *desk);
/* Fails unless the farm is complete and its result that of a loop without a farm. */
void desk_expect_result(struct desk *desk);

#endif
