#include "runner.h"

#include <string.h>

#include "protocol.h"

enum { ALIGNED = 64 };

struct runner {
    const struct farm_work *const *works;
    const struct farm_work *work; /* the work of the open task; NULL: no task is open */
    uint32_t game, epoch;         /* of the open task */
    uint8_t *memory;              /* of the work */
    _Atomic int *stop;            /* NULL: units are not stopped */
};

/* A message being carried out, and the buffer for its answer. */
struct request {
    struct runner *runner;
    struct message_head head;
    const uint8_t *body;
    uint8_t *answer;
};

static size_t aligned(size_t bytes)
{
    return (bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
}

size_t runner_bytes(const struct farm_work *const *works)
{
    size_t most = 0;
    for (; *works != NULL; works++)
        if ((*works)->bytes() > most)
            most = (*works)->bytes();
    return aligned(sizeof(struct runner)) + aligned(most);
}

struct runner *runner_init(void *memory, const struct farm_work *const *works)
{
    struct runner *runner = memory;
    *runner = (struct runner){.works = works, .memory = (uint8_t *)memory + aligned(sizeof *runner)};
    return runner;
}

void runner_on_stop(struct runner *runner, _Atomic int *stop)
{
    runner->stop = stop;
}

static uint8_t *answer_head(const struct request *r, unsigned type, size_t len)
{
    return message_head_write(r->answer, FARM_PROTOCOL, type, r->head.game, r->head.epoch, len);
}

static size_t answer_refused(const struct request *r, enum message_refusal why)
{
    return (size_t)(message_put32(answer_head(r, MESSAGE_REFUSED, 4), why) - r->answer);
}

static size_t runner_take_task(struct request *r)
{
    struct runner *runner = r->runner;
    runner->work = NULL; /* the hub has given up the old task in any case */
    if (r->head.len < FARM_TASK_FIXED || r->head.len - FARM_TASK_FIXED > FARM_TASK_MAX)
        return answer_refused(r, MESSAGE_MALFORMED);
    const struct farm_work *const *work = runner->works;
    while (*work != NULL && (*work)->number != message_u16(r->body))
        work++;
    if (*work == NULL)
        return answer_refused(r, MESSAGE_UNABLE);
    if (!(*work)->open(runner->memory, r->body + FARM_TASK_FIXED, r->head.len - FARM_TASK_FIXED))
        return answer_refused(r, MESSAGE_MALFORMED);
    if ((*work)->reserve != NULL && !(*work)->reserve(runner->memory))
        return answer_refused(r, MESSAGE_UNABLE);
    if (runner->stop != NULL && (*work)->on_stop != NULL)
        (*work)->on_stop(runner->memory, runner->stop);
    runner->work = *work;
    runner->game = r->head.game;
    runner->epoch = r->head.epoch;
    return (size_t)(answer_head(r, FARM_READY, 0) - r->answer);
}

static bool is_leased(const struct request *r)
{
    const struct runner *runner = r->runner;
    return runner->work != NULL && r->head.game == runner->game && r->head.epoch == runner->epoch;
}

/* Checks the whole list of a UNITS message before any unit is carried out. */
static bool units_are_whole(const struct request *r, uint32_t count)
{
    const uint8_t *at = r->body + FARM_LIST_FIXED, *end = r->body + r->head.len;
    struct farm_item unit;
    for (uint32_t i = 0; i < count; i++)
        if (!farm_item_read(&unit, &at, end, FARM_UNIT_MAX))
            return false;
    return at == end;
}

static size_t runner_take_units(struct request *r)
{
    struct runner *runner = r->runner;
    if (r->head.len < FARM_LIST_FIXED)
        return answer_refused(r, MESSAGE_MALFORMED);
    uint32_t count = message_u32(r->body + 4), done = 0;
    if (count == 0 || count > FARM_BATCH_MAX || !units_are_whole(r, count))
        return answer_refused(r, MESSAGE_MALFORMED);
    if (!is_leased(r))
        return answer_refused(r, MESSAGE_UNLEASED);
    const uint8_t *at = r->body + FARM_LIST_FIXED, *end = r->body + r->head.len;
    const uint8_t *room_end = r->answer + FARM_DONE_MAX;
    uint8_t *p = r->answer + MESSAGE_HEAD + FARM_LIST_FIXED;
    struct farm_item unit;
    for (; done < count && (size_t)(room_end - p) >= FARM_ITEM_FIXED + FARM_ANSWER_MAX; done++) {
        if (!farm_item_read(&unit, &at, end, FARM_UNIT_MAX)) /* not possible: units_are_whole() has read it */
            break;
        size_t len = runner->work->run(runner->memory, unit.bytes, unit.len, p + FARM_ITEM_FIXED);
        if (runner->stop != NULL && *runner->stop != 0)
            return 0;
        p = message_put32(message_put32(p, unit.number), (uint32_t)len) + len;
    }
    uint8_t *body = answer_head(r, FARM_DONE, (size_t)(p - r->answer) - MESSAGE_HEAD);
    message_put32(message_put32(body, message_u32(r->body)), done);
    return (size_t)(p - r->answer);
}

static size_t runner_take_ping(struct request *r)
{
    if (r->head.len != 4)
        return answer_refused(r, MESSAGE_MALFORMED);
    return (size_t)(message_put32(answer_head(r, MESSAGE_PONG, 4), message_u32(r->body)) - r->answer);
}

size_t runner_take(struct runner *runner, const uint8_t *message, size_t len, uint8_t *answer, size_t room)
{
    struct request r = {.runner = runner, .body = message + MESSAGE_HEAD, .answer = answer};
    if (room < MESSAGE_MAX)
        return 0;
    if (!message_head_read(&r.head, message, len)) {
        bool other = len >= MESSAGE_HEAD && len <= MESSAGE_MAX && message[1] != MESSAGE_VERSION;
        return answer_refused(&r, other ? MESSAGE_OF_OTHER_VERSION : MESSAGE_MALFORMED);
    }
    switch (r.head.type) {
    case FARM_TASK:
        return runner_take_task(&r);
    case FARM_UNITS:
        return runner_take_units(&r);
    case MESSAGE_PING:
        return runner_take_ping(&r);
    case MESSAGE_BYE:
        if (is_leased(&r))
            runner->work = NULL;
        return 0;
    default:
        return r.head.type < MESSAGE_ANSWERS ? answer_refused(&r, MESSAGE_MALFORMED) : 0;
    }
}
