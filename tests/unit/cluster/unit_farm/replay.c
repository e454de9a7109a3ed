#include "replay.h"

#include <stdlib.h>
#include <string.h>

#include <cluster/envelope.h>
#include <cluster/unit_farm/work.h>

#include "sim.h"

enum { REPLAY_WORK = 0xfff3 };

/* The recorded tree. Units and answers are the index of the unit, padded to the recorded length. */
static struct {
    const struct replay_unit *unit;
    size_t count, next_root;
    size_t *first, *next; /* index of the first child and of the next child of the same parent; SIZE_MAX: none */
    size_t first_root;
    int64_t merged_ns;
} tree;

/* ---- the work ---- */

static size_t work_bytes(void)
{
    return 1;
}

static bool work_open(void *memory, const uint8_t *task, size_t len)
{
    (void)memory;
    (void)task;
    return len > 0;
}

static size_t padded(uint32_t recorded)
{
    return recorded < 4 ? 4 : recorded;
}

static size_t work_run(void *memory, const uint8_t *unit, size_t len, uint8_t *answer)
{
    (void)memory;
    if (len < 4 || message_u32(unit) >= tree.count)
        return 0;
    size_t answered = padded(tree.unit[message_u32(unit)].answer_bytes);
    memset(answer, 0, answered);
    message_put32(answer, message_u32(unit));
    return answered;
}

static const struct farm_work replay_work = {
    .number = REPLAY_WORK, .name = "replay", .bytes = work_bytes, .open = work_open, .run = work_run};
static const struct farm_work *const works[] = {&replay_work, NULL};

/* ---- the job ---- */

static void unit_write(uint8_t *bytes, size_t i)
{
    memset(bytes, 0, padded(tree.unit[i].unit_bytes));
    message_put32(bytes, (uint32_t)i);
}

static bool job_supply(void *self, struct farm *farm, unsigned wanted)
{
    static uint8_t bytes[FARM_UNIT_MAX];
    (void)self;
    for (; wanted > 0 && tree.next_root != SIZE_MAX; wanted--, tree.next_root = tree.next[tree.next_root]) {
        unit_write(bytes, tree.next_root);
        farm_add(farm, bytes, padded(tree.unit[tree.next_root].unit_bytes));
    }
    return tree.next_root != SIZE_MAX;
}

static enum farm_verdict job_check(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len,
                                   const char **why)
{
    const struct replay_unit *recorded = &tree.unit[message_u32(unit->bytes)];
    (void)self;
    *why = "it is another unit";
    if (len < 4 || (message_u32(answer) & 0x7fffffff) != message_u32(unit->bytes))
        return FARM_WRONG;
    return recorded->final ? FARM_FINAL : recorded->last ? FARM_LAST : FARM_VALID;
}

static void job_divide(void *self, struct farm *farm, const struct farm_unit *unit, const uint8_t *answer, size_t len)
{
    static uint8_t bytes[FARM_UNIT_MAX];
    (void)self;
    (void)answer;
    (void)len;
    for (size_t i = tree.first[message_u32(unit->bytes)]; i != SIZE_MAX; i = tree.next[i]) {
        unit_write(bytes, i);
        farm_add_child(farm, bytes, padded(tree.unit[i].unit_bytes));
    }
}

static uint64_t job_steps(void *self, const uint8_t *answer, size_t len)
{
    (void)self;
    return len >= 4 && message_u32(answer) < tree.count ? tree.unit[message_u32(answer)].cpu_ns : 0;
}

static bool job_merge(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len)
{
    (void)self;
    (void)unit;
    tree.merged_ns += (int64_t)job_steps(NULL, answer, len);
    return true;
}

static bool lie(unsigned kind, uint8_t *answer, const uint8_t *unit)
{
    (void)kind;
    (void)unit;
    answer[3] ^= 0x80;
    return true;
}

/* ---- the replay ---- */

/* Links children and roots. Returns the longest path from a root. */
static int64_t tree_init(const struct replay_unit *unit, size_t count)
{
    size_t *last = malloc((count + 1) * sizeof *last), last_root = SIZE_MAX;
    int64_t *path = malloc((count + 1) * sizeof *path), longest = 0;
    tree.unit = unit;
    tree.count = count;
    tree.first = malloc((count + 1) * sizeof *tree.first);
    tree.next = malloc((count + 1) * sizeof *tree.next);
    tree.first_root = SIZE_MAX;
    tree.merged_ns = 0;
    for (size_t i = 0; i < count; i++) {
        bool root = unit[i].parent == REPLAY_ROOT;
        size_t *end = root ? &last_root : &last[unit[i].parent];
        *(*end != SIZE_MAX ? &tree.next[*end] : root ? &tree.first_root : &tree.first[unit[i].parent]) = i;
        *end = i;
        last[i] = tree.first[i] = tree.next[i] = SIZE_MAX;
        path[i] = (root ? 0 : path[unit[i].parent]) + (int64_t)unit[i].cpu_ns;
        longest = path[i] > longest ? path[i] : longest;
    }
    tree.next_root = tree.first_root;
    free(last);
    free(path);
    return longest;
}

static struct replay_result replay_run(struct sim *sim, const struct replay_options *options)
{
    for (unsigned i = 0; i < options->members; i++) {
        bool slow = i == 0 && options->slowdown > 1;
        struct sim_member_options member = {.trusted = options->trusted,
                                            .audit = options->audit,
                                            .rtt_ns = options->rtt_ns,
                                            .jitter = options->jitter,
                                            .ns_per_step = 1,
                                            .slowdown = slow ? options->slowdown : 1,
                                            .returns = true};
        sim_join(sim, &member, 0);
    }
    struct sim_result ran = sim_run(sim, INT64_MAX / 4);
    struct farm_counts counts = farm_counts(sim_farm(sim));
    if (ran.state == FARM_COMPLETE)
        farm_merge(sim_farm(sim), false);
    return (struct replay_result){.complete = ran.state == FARM_COMPLETE,
                                  .wall_ns = ran.wall_ns,
                                  .alone_ns = tree.merged_ns,
                                  .cpu_ns = ran.cpu_ns,
                                  .hub_ns = ran.hub_ns,
                                  .units = counts.units,
                                  .messages = counts.messages,
                                  .bytes = counts.bytes,
                                  .reissued = counts.reissued,
                                  .dropped = counts.dropped,
                                  .audits = counts.audits};
}

struct replay_result replay_farm(const struct replay_unit *unit, size_t units, const struct replay_options *options)
{
    int64_t critical_ns = tree_init(unit, units);
    const struct farm_job job = {.work = REPLAY_WORK,
                                 .certified = options->certified,
                                 .supply = job_supply,
                                 .check = job_check,
                                 .divide = job_divide,
                                 .steps = job_steps,
                                 .merge = job_merge};
    struct sim_options sim_options = {
        .farm = {.job = &job, .self = &tree, .task = (const uint8_t *)"t", .task_len = 1, .seed = options->seed},
        .works = works,
        .seed = options->seed,
        .trouble_ns = options->trouble_ns,
        .may_lie = options->liars,
        .local_ns_per_step = 1,
        .lie = lie};
    struct sim *sim = sim_new(&sim_options);
    struct replay_result result = replay_run(sim, options);
    sim_free(sim);
    free(tree.first);
    free(tree.next);
    result.critical_ns = critical_ns;
    return result;
}
