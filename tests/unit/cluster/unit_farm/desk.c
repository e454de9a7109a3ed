#include "desk.h"

#include <string.h>

#include <cluster/unit_farm/runner.h>

#include "../../base/test.h"

static const struct farm_work *const works[] = {&primes_work, NULL};

static void on_send(void *context, struct farm_member *as, const uint8_t *message, size_t len)
{
    static uint8_t answer[MESSAGE_MAX];
    struct desk_member *member = farm_member_own(as);
    (void)context;
    if (message[0] == FARM_UNITS && member->queued < DESK_QUEUE) {
        member->queue[member->queued] = malloc(len);
        memcpy(member->queue[member->queued], message, len);
        member->len[member->queued++] = len;
    } else if (message[0] == FARM_TASK) {
        member->tasks++;
        runner_take(member->runner, message, len, answer, sizeof answer);
    }
    member->pings += message[0] == MESSAGE_PING;
    member->bye |= message[0] == MESSAGE_BYE;
}

static void on_ended(void *context, struct farm_member *as, enum farm_end end, const char *why)
{
    struct desk_member *member = farm_member_own(as);
    if (member == NULL) {
        ((struct desk *)context)->wrong_before = farm_member_name(as);
        return;
    }
    member->ended = true;
    member->end = end;
    member->why = why;
}

void desk_open(struct desk *desk, uint64_t end, uint64_t budget, uint64_t range, const struct farm_options *limits)
{
    struct farm_options options = limits != NULL ? *limits : (struct farm_options){.job = NULL};
    *desk = (struct desk){.now = 1000 * (int64_t)DESK_MS};
    primes_init(&desk->job, end, budget, range);
    options.job = &desk->job.job;
    options.self = &desk->job;
    options.task = desk->job.task;
    options.task_len = sizeof desk->job.task;
    options.game = 9;
    options.seed = 1;
    options.send = on_send;
    options.ended = on_ended;
    options.context = desk;
    desk->farm = farm_new(&options);
}

void desk_renew(struct desk *desk, uint64_t end, uint64_t budget, uint64_t range)
{
    desk_expect_result(desk);
    primes_init(&desk->job, end, budget, range);
    assert_true(farm_renew(desk->farm, desk->job.task, sizeof desk->job.task, desk->now));
    desk_step(desk, 0);
}

void desk_close(struct desk *desk)
{
    farm_free(desk->farm);
    for (unsigned i = 0; i < desk->members; i++) {
        for (unsigned k = 0; k < desk->member[i].queued; k++)
            free(desk->member[i].queue[k]);
        free(desk->member[i].runner);
    }
}

unsigned desk_join(struct desk *desk, bool trusted, double audit)
{
    struct desk_member *member = &desk->member[desk->members];
    member->runner = runner_init(aligned_alloc(64, (runner_bytes(works) + 63) / 64 * 64), works);
    char name[20];
    snprintf(name, sizeof name, "member %u", desk->members);
    struct farm_member_options options = {
        .name = name, .kind = trusted ? "local" : "phone", .trusted = trusted, .audit = audit, .own = member};
    member->as = farm_join(desk->farm, &options, desk->now);
    desk_step(desk, 0);
    return desk->members++;
}

bool desk_compute(struct desk *desk, unsigned i)
{
    struct desk_member *member = &desk->member[i];
    if (member->queued == 0)
        return false;
    desk->done_len = runner_take(member->runner, member->queue[0], member->len[0], desk->done, sizeof desk->done);
    free(member->queue[0]);
    member->queued--;
    memmove(member->queue, member->queue + 1, member->queued * sizeof *member->queue);
    memmove(member->len, member->len + 1, member->queued * sizeof *member->len);
    return true;
}

void desk_send(struct desk *desk, unsigned i)
{
    desk->now += DESK_MS;
    farm_receive(desk->farm, desk->member[i].as, desk->done, desk->done_len, desk->now);
    desk_step(desk, 0);
}

bool desk_answer(struct desk *desk, unsigned i)
{
    if (!desk_compute(desk, i))
        return false;
    desk_send(desk, i);
    return true;
}

void desk_finish(struct desk *desk, unsigned first, unsigned last)
{
    for (bool any = true; any && farm_state(desk->farm) == FARM_RUNNING;) {
        any = false;
        for (unsigned i = first; i <= last; i++)
            any |= desk_answer(desk, i);
    }
}

void desk_step(struct desk *desk, int64_t ns)
{
    desk->now += ns;
    farm_step(desk->farm, desk->now);
}

uint8_t *desk_first(struct desk *desk)
{
    return desk->done + MESSAGE_HEAD + FARM_LIST_FIXED + FARM_ITEM_FIXED;
}

void desk_expect_result(struct desk *desk)
{
    struct primes direct;
    assert_int_equal(farm_state(desk->farm), FARM_COMPLETE);
    primes_direct(&desk->job, &direct);
    farm_merge(desk->farm, false);
    assert_int_equal(desk->job.primes, direct.primes);
    assert_int_equal(desk->job.path, direct.path);
    assert_int_equal(desk->job.merged, direct.merged);
}
