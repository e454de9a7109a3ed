#include "roots.h"

#include <cluster/envelope.h>
#include <cluster/unit_farm/farm.h>

static size_t work_bytes(void)
{
    return ROOTS_TASK;
}

static bool work_open(void *memory, const uint8_t *task, size_t len)
{
    uint64_t *m = memory;
    if (len != ROOTS_TASK)
        return false;
    m[0] = message_u64(task);
    m[1] = message_u64(task + 8);
    return m[0] > 2 && m[0] < UINT32_MAX;
}

static size_t work_run(void *memory, const uint8_t *unit, size_t len, uint8_t *answer)
{
    const uint64_t *m = memory;
    if (len != 16 || message_u64(unit + 8) > UINT32_MAX)
        return 0;
    uint64_t begin = message_u64(unit), count = message_u64(unit + 8), tried = 0, root = UINT64_MAX;
    for (; tried < count && root == UINT64_MAX; tried++) {
        uint64_t x = (begin + tried) % m[0];
        if (x * x % m[0] == m[1])
            root = x;
    }
    message_put64(message_put64(answer, tried), root);
    return ROOTS_ANSWER;
}

const struct farm_work roots_work = {
    .number = ROOTS_WORK, .name = "roots", .bytes = work_bytes, .open = work_open, .run = work_run};

static bool job_supply(void *self, struct farm *farm, unsigned wanted)
{
    struct roots *job = self;
    uint8_t unit[16];
    for (; wanted > 0; wanted--, job->next += job->count) {
        message_put64(message_put64(unit, job->next), job->count);
        farm_add(farm, unit, sizeof unit);
    }
    return true;
}

static enum farm_verdict job_check(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len,
                                   const char **why)
{
    const struct roots *job = self;
    *why = "its root is none";
    (void)unit;
    if (len != ROOTS_ANSWER)
        return FARM_WRONG;
    uint64_t root = message_u64(answer + 8);
    if (root == UINT64_MAX)
        return FARM_VALID;
    return root < job->prime && root * root % job->prime == job->square ? FARM_FINAL : FARM_WRONG;
}

static uint64_t job_steps(void *self, const uint8_t *answer, size_t len)
{
    (void)self;
    return len == ROOTS_ANSWER ? message_u64(answer) : 0;
}

static bool job_merge(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len)
{
    struct roots *job = self;
    (void)unit;
    (void)len;
    job->root = message_u64(answer + 8);
    return job->root == UINT64_MAX;
}

void roots_init(struct roots *job, uint64_t prime, uint64_t square, uint64_t count)
{
    *job = (struct roots){.job = {.work = ROOTS_WORK,
                                  .certified = true,
                                  .supply = job_supply,
                                  .check = job_check,
                                  .steps = job_steps,
                                  .merge = job_merge},
                          .prime = prime,
                          .square = square,
                          .count = count,
                          .root = UINT64_MAX};
    message_put64(message_put64(job->task, prime), square);
}
