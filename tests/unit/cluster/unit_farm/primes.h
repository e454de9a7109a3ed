/* A small work for the tests: the primes of [0, end), counted in ranges. A unit is a range; the budget of the task
 * limits the divisions tried in one unit, and the rest of the range is divided into two children.
 *
 *     task    u64 end, u64 budget
 *     unit    u64 begin, u64 end
 *     answer  u64 begin, u64 at (the range is counted up to here), u64 primes, u64 divisions */
#ifndef TEST_FARM_PRIMES_H
#define TEST_FARM_PRIMES_H

#include <cluster/unit_farm/job.h>
#include <cluster/unit_farm/work.h>

enum { PRIMES_WORK = 0xfff1, PRIMES_TASK = 16, PRIMES_UNIT = 16, PRIMES_ANSWER = 32 };

extern const struct farm_work primes_work;

/* The job, and the result of its merge. */
struct primes {
    struct farm_job job;
    uint8_t task[PRIMES_TASK];
    uint64_t end, budget, range, next;        /* range: numbers of a root */
    uint64_t last_after;                      /* an answer with a prime >= this is FARM_LAST; 0: none */
    uint64_t primes, divisions, merged, path; /* path: hash of the answers in the order of merge() */
    uint64_t limit, counted; /* as job.limit, for primes_direct(); primes that job.decides() has seen */
    unsigned endless;        /* 1: each answer has two children of the same range; 2: supply() never ends */
};

/* Counts the primes below `end` with roots of `range` numbers each. */
void primes_init(struct primes *job, uint64_t end, uint64_t budget, uint64_t range);
/* Stops when the units at the begin of the tree have `limit` primes. */
void primes_limit(struct primes *job, uint64_t limit);
/* The same by a decision about the answers in order. */
void primes_decide(struct primes *job, uint64_t limit);
/* Computes the same result in a loop, without a farm, and the number of primes by a sieve. */
void primes_direct(const struct primes *job, struct primes *result);
uint64_t primes_sieve(uint64_t end);

/* How an answer is falsified; each function of unit and answer alone, so that members in league tell the same lie. */
enum primes_lie {
    PRIMES_MORE,    /* one prime too many */
    PRIMES_FEWER,   /* one too few */
    PRIMES_DROPPED, /* the rest of the range is left out: a dropped child */
    PRIMES_AGAIN,   /* a part of the range is left to the children that was counted: a child too many */
    PRIMES_STEPS,   /* other divisions than were made */
    PRIMES_LIES
};
/* Falsifies answer[PRIMES_ANSWER]. Returns whether the answer is another now. */
bool primes_lie(enum primes_lie lie, uint8_t *answer, const uint8_t *unit);

#endif
