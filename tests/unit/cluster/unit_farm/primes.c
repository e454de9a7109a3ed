#include "primes.h"

#include <stdlib.h>
#include <string.h>

#include <cluster/envelope.h>
#include <cluster/unit_farm/farm.h>

/* ---- the work ---- */

struct memory {
    uint64_t end, budget;
};

static size_t work_bytes(void)
{
    return sizeof(struct memory);
}

static bool work_open(void *memory, const uint8_t *task, size_t len)
{
    struct memory *m = memory;
    if (len != PRIMES_TASK)
        return false;
    *m = (struct memory){.end = message_u64(task), .budget = message_u64(task + 8)};
    return m->budget > 0;
}

static bool is_prime(uint64_t n, uint64_t *divisions)
{
    if (n < 2)
        return false;
    for (uint64_t d = 2; d * d <= n; d++) {
        ++*divisions;
        if (n % d == 0)
            return false;
    }
    return true;
}

static size_t work_run(void *memory, const uint8_t *unit, size_t len, uint8_t *answer)
{
    const struct memory *m = memory;
    if (len != PRIMES_UNIT)
        return 0;
    uint64_t begin = message_u64(unit), end = message_u64(unit + 8), at = begin, primes = 0, divisions = 0;
    if (begin >= end || end > m->end)
        return 0;
    for (; at < end && divisions < m->budget; at++)
        primes += is_prime(at, &divisions);
    message_put64(message_put64(message_put64(message_put64(answer, begin), at), primes), divisions);
    return PRIMES_ANSWER;
}

const struct farm_work primes_work = {
    .number = PRIMES_WORK, .name = "primes", .bytes = work_bytes, .open = work_open, .run = work_run};

/* ---- the job ---- */

static void put_range(uint8_t *unit, uint64_t begin, uint64_t end)
{
    message_put64(message_put64(unit, begin), end);
}

static bool job_supply(void *self, struct farm *farm, unsigned wanted)
{
    struct primes *job = self;
    uint8_t unit[PRIMES_UNIT];
    for (; wanted > 0 && job->next < job->end; wanted--) {
        uint64_t end = job->next + job->range < job->end ? job->next + job->range : job->end;
        put_range(unit, job->next, end);
        farm_add(farm, unit, sizeof unit);
        job->next = job->endless == 2 ? 0 : end;
    }
    return job->next < job->end;
}

static enum farm_verdict job_check(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len,
                                   const char **why)
{
    const struct primes *job = self;
    *why = "its answer cannot be read";
    if (len != PRIMES_ANSWER)
        return FARM_WRONG;
    uint64_t begin = message_u64(unit->bytes), end = message_u64(unit->bytes + 8);
    uint64_t at = message_u64(answer + 8), primes = message_u64(answer + 16);
    *why = "its answer is of another range";
    if (message_u64(answer) != begin || at <= begin || at > end)
        return FARM_WRONG;
    *why = "it counts more primes than numbers";
    if (primes > at - begin)
        return FARM_WRONG;
    return job->last_after != 0 && primes > 0 && at > job->last_after ? FARM_LAST : FARM_VALID;
}

static void job_divide(void *self, struct farm *farm, const struct farm_unit *unit, const uint8_t *answer, size_t len)
{
    const struct primes *job = self;
    uint64_t at = message_u64(answer + 8), end = message_u64(unit->bytes + 8), middle = at + (end - at + 1) / 2;
    uint8_t child[PRIMES_UNIT];
    (void)len;
    if (job->endless == 1) {
        farm_add_child(farm, unit->bytes, unit->len);
        farm_add_child(farm, unit->bytes, unit->len);
        return;
    }
    if (at < middle) {
        put_range(child, at, middle);
        farm_add_child(farm, child, sizeof child);
    }
    if (middle < end) {
        put_range(child, middle, end);
        farm_add_child(farm, child, sizeof child);
    }
}

static uint64_t job_steps(void *self, const uint8_t *answer, size_t len)
{
    (void)self;
    return len == PRIMES_ANSWER ? message_u64(answer + 24) : 0;
}

static uint64_t job_yield(void *self, const uint8_t *answer, size_t len)
{
    (void)self;
    (void)len;
    return message_u64(answer + 16);
}

static bool job_merge(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len)
{
    struct primes *job = self;
    (void)unit;
    for (size_t i = 0; i < len; i++)
        job->path = (job->path ^ answer[i]) * UINT64_C(0x100000001b3);
    job->primes += message_u64(answer + 16);
    job->divisions += message_u64(answer + 24);
    job->merged++;
    return true;
}

void primes_init(struct primes *job, uint64_t end, uint64_t budget, uint64_t range)
{
    *job = (struct primes){.job = {.work = PRIMES_WORK,
                                   .supply = job_supply,
                                   .check = job_check,
                                   .divide = job_divide,
                                   .steps = job_steps,
                                   .merge = job_merge},
                           .end = end,
                           .budget = budget,
                           .range = range};
    message_put64(message_put64(job->task, end), budget);
}

void primes_limit(struct primes *job, uint64_t limit)
{
    job->limit = job->job.limit = limit;
    job->job.yield = job_yield;
}

static bool job_decides(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len, bool first)
{
    struct primes *job = self;
    (void)unit;
    job->counted = (first ? 0 : job->counted) + job_yield(self, answer, len);
    return job->counted >= job->limit;
}

void primes_decide(struct primes *job, uint64_t limit)
{
    job->limit = limit;
    job->job.decides = job_decides;
}

/* ---- without a farm ---- */

/* Computes the unit and what descends from it. Returns false when nothing after it is needed. */
static bool direct_unit(const struct primes *job, struct primes *result, uint64_t begin, uint64_t end)
{
    struct memory memory = {.end = job->end, .budget = job->budget};
    uint8_t unit[PRIMES_UNIT], answer[PRIMES_ANSWER];
    put_range(unit, begin, end);
    work_run(&memory, unit, sizeof unit, answer);
    job_merge(result, NULL, answer, sizeof answer);
    uint64_t at = message_u64(answer + 8), middle = at + (end - at + 1) / 2;
    if (job->last_after != 0 && message_u64(answer + 16) > 0 && at > job->last_after)
        return false;
    if (job->limit != 0 && result->primes >= job->limit)
        return false;
    if (at < middle && !direct_unit(job, result, at, middle))
        return false;
    return middle >= end || direct_unit(job, result, middle, end);
}

void primes_direct(const struct primes *job, struct primes *result)
{
    *result = (struct primes){0};
    for (uint64_t begin = 0; begin < job->end; begin += job->range)
        if (!direct_unit(job, result, begin, begin + job->range < job->end ? begin + job->range : job->end))
            return;
}

uint64_t primes_sieve(uint64_t end)
{
    uint8_t *composite = calloc(end + 1, 1);
    uint64_t count = 0;
    for (uint64_t n = 2; n < end; n++) {
        count += !composite[n];
        for (uint64_t m = n * n; m < end; m += n)
            composite[m] = 1;
    }
    free(composite);
    return count;
}

/* ---- lies ---- */

bool primes_lie(enum primes_lie lie, uint8_t *answer, const uint8_t *unit)
{
    uint64_t begin = message_u64(answer), at = message_u64(answer + 8), primes = message_u64(answer + 16);
    uint64_t divisions = message_u64(answer + 24), end = message_u64(unit + 8);
    switch (lie) {
    case PRIMES_MORE:
        primes += primes < at - begin;
        break;
    case PRIMES_FEWER:
        primes -= primes > 0;
        break;
    case PRIMES_DROPPED:
        at = end;
        break;
    case PRIMES_AGAIN:
        at -= at - begin > 1;
        break;
    default:
        divisions += 1;
    }
    bool differs =
        at != message_u64(answer + 8) || primes != message_u64(answer + 16) || divisions != message_u64(answer + 24);
    message_put64(message_put64(message_put64(message_put64(answer, begin), at), primes), divisions);
    return differs;
}
