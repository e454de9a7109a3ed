/* A second work for the tests, with certificates: a square root of `square` modulo `prime` is searched in ranges. The
 * roots of the tree never end; the first root that passes the check ends the farm.
 *
 *     task    u64 prime, u64 square
 *     unit    u64 begin, u64 count
 *     answer  u64 tried, u64 root (UINT64_MAX: none) */
#ifndef TEST_FARM_ROOTS_H
#define TEST_FARM_ROOTS_H

#include <cluster/unit_farm/job.h>
#include <cluster/unit_farm/work.h>

enum { ROOTS_WORK = 0xfff2, ROOTS_TASK = 16, ROOTS_ANSWER = 16 };

extern const struct farm_work roots_work;

struct roots {
    struct farm_job job;
    uint8_t task[ROOTS_TASK];
    uint64_t prime, square, count, next;
    uint64_t root; /* the result; UINT64_MAX: none */
};

void roots_init(struct roots *job, uint64_t prime, uint64_t square, uint64_t count);

#endif
