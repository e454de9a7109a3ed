/* The member's side of a farm: what a runner refuses, when it stops, and how much it answers at once. */
#include <string.h>

#include <cluster/unit_farm/protocol.h>
#include <cluster/unit_farm/runner.h>

#include "../../base/test.h"
#include "primes.h"
#include "roots.h"

static uint8_t message[MESSAGE_MAX + 1], answer[MESSAGE_MAX];

static uint32_t refusal_of(size_t len)
{
    assert_int_equal(len, MESSAGE_HEAD + 4);
    assert_int_equal(answer[0], MESSAGE_REFUSED);
    return message_u32(answer + MESSAGE_HEAD);
}

static size_t write_task(unsigned work)
{
    uint8_t *p = message_head_write(message, FARM_PROTOCOL, FARM_TASK, 1, 2, FARM_TASK_FIXED + PRIMES_TASK);
    p = message_put16(message_put16(p, work), 0);
    message_put64(message_put64(p, 1000), 1000000);
    return MESSAGE_HEAD + FARM_TASK_FIXED + PRIMES_TASK;
}

static size_t write_units(uint32_t count, uint32_t epoch)
{
    uint8_t *p = message + MESSAGE_HEAD;
    p = message_put32(message_put32(p, 5), count);
    for (uint32_t i = 0; i < count; i++) {
        p = message_put32(message_put32(p, i), PRIMES_UNIT);
        p = message_put64(message_put64(p, i), i + 1);
    }
    message_head_write(message, FARM_PROTOCOL, FARM_UNITS, 1, epoch, (size_t)(p - message) - MESSAGE_HEAD);
    return (size_t)(p - message);
}

static void test_a_runner_refuses_what_it_cannot_do(void **state)
{
    static const struct farm_work *const works[] = {&primes_work, NULL};
    struct runner *runner = runner_init(aligned_alloc(64, (runner_bytes(works) + 63) / 64 * 64), works);
    size_t len = write_units(1, 2);
    assert_int_equal(refusal_of(runner_take(runner, message, len, answer, sizeof answer)), MESSAGE_UNLEASED);
    len = write_task(ROOTS_WORK);
    assert_int_equal(refusal_of(runner_take(runner, message, len, answer, sizeof answer)), MESSAGE_UNABLE);
    len = write_task(PRIMES_WORK);
    message_put32(message + 4, (uint32_t)(len - MESSAGE_HEAD - 1));
    assert_int_equal(refusal_of(runner_take(runner, message, len - 1, answer, sizeof answer)), MESSAGE_MALFORMED);
    len = write_task(PRIMES_WORK);
    assert_int_equal(runner_take(runner, message, len, answer, sizeof answer), MESSAGE_HEAD);
    assert_int_equal(answer[0], FARM_READY);
    len = write_units(1, 3);
    assert_int_equal(refusal_of(runner_take(runner, message, len, answer, sizeof answer)), MESSAGE_UNLEASED);
    len = write_units(3, 2);
    message[MESSAGE_HEAD + 4] = 4;
    assert_int_equal(refusal_of(runner_take(runner, message, len, answer, sizeof answer)), MESSAGE_MALFORMED);
    message[1]++;
    assert_int_equal(refusal_of(runner_take(runner, message, len, answer, sizeof answer)), MESSAGE_OF_OTHER_VERSION);
    message_head_write(message, FARM_PROTOCOL, MESSAGE_BYE, 1, 2, 0);
    assert_int_equal(runner_take(runner, message, MESSAGE_HEAD, answer, sizeof answer), 0);
    len = write_units(1, 2);
    assert_int_equal(refusal_of(runner_take(runner, message, len, answer, sizeof answer)), MESSAGE_UNLEASED);
    free(runner);
}

static void test_a_runner_stops_when_its_message_is_full(void **state)
{
    static const struct farm_work *const works[] = {&primes_work, NULL};
    struct runner *runner = runner_init(aligned_alloc(64, (runner_bytes(works) + 63) / 64 * 64), works);
    size_t len = write_task(PRIMES_WORK);
    runner_take(runner, message, len, answer, sizeof answer);
    len = write_units(FARM_BATCH_MAX - 1, 2);
    size_t answered = runner_take(runner, message, len, answer, sizeof answer);
    uint32_t done = message_u32(answer + MESSAGE_HEAD + 4);
    assert_true(done > 0 && done < FARM_BATCH_MAX - 1);
    assert_int_equal(answered, MESSAGE_HEAD + FARM_LIST_FIXED + done * (FARM_ITEM_FIXED + PRIMES_ANSWER));
    assert_true(answered + FARM_ITEM_FIXED + FARM_ANSWER_MAX > FARM_DONE_MAX);
    free(runner);
}

static bool has_no_memory(void *memory)
{
    (void)memory;
    return false;
}

/* A member that has not the memory for a task leaves it to others. */
static void test_a_runner_without_memory_is_unable(void **state)
{
    struct farm_work poor = primes_work;
    const struct farm_work *const works[] = {&poor, NULL};
    struct runner *runner = runner_init(aligned_alloc(64, (runner_bytes(works) + 63) / 64 * 64), works);
    poor.reserve = has_no_memory;
    size_t len = write_task(PRIMES_WORK);
    assert_int_equal(refusal_of(runner_take(runner, message, len, answer, sizeof answer)), MESSAGE_UNABLE);
    len = write_units(1, 2);
    assert_int_equal(refusal_of(runner_take(runner, message, len, answer, sizeof answer)), MESSAGE_UNLEASED);
    free(runner);
}

/* A work whose units end when they are stopped only. */
struct endless {
    _Atomic int *stop;
    unsigned polls;
};

static size_t endless_bytes(void)
{
    return sizeof(struct endless);
}

static bool endless_open(void *memory, const uint8_t *task, size_t len)
{
    (void)task;
    (void)len;
    *(struct endless *)memory = (struct endless){0};
    return true;
}

static void endless_on_stop(void *memory, _Atomic int *stop)
{
    ((struct endless *)memory)->stop = stop;
}

static size_t endless_run(void *memory, const uint8_t *unit, size_t len, uint8_t *written)
{
    struct endless *endless = memory;
    (void)unit;
    (void)len;
    while (*endless->stop == 0)
        if (++endless->polls % 100 == 0)
            *endless->stop = 1; /* as another thread would */
    *written = 1;
    return 1;
}

static void test_a_unit_that_is_stopped_has_no_answer(void **state)
{
    static const struct farm_work endless = {.number = PRIMES_WORK,
                                             .bytes = endless_bytes,
                                             .open = endless_open,
                                             .run = endless_run,
                                             .on_stop = endless_on_stop};
    static const struct farm_work *const works[] = {&endless, NULL};
    struct runner *runner = runner_init(aligned_alloc(64, (runner_bytes(works) + 63) / 64 * 64), works);
    _Atomic int stop = 0;
    runner_on_stop(runner, &stop);
    for (unsigned i = 0; i < 2; i++) { /* a new task reaches the stop too */
        size_t len = write_task(PRIMES_WORK);
        assert_int_equal(runner_take(runner, message, len, answer, sizeof answer), MESSAGE_HEAD);
        len = write_units(3, 2);
        assert_int_equal(runner_take(runner, message, len, answer, sizeof answer), 0);
        assert_int_equal(stop, 1);
        stop = 0;
    }
    free(runner);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_runner_refuses_what_it_cannot_do),
        cmocka_unit_test(test_a_runner_stops_when_its_message_is_full),
        cmocka_unit_test(test_a_runner_without_memory_is_unable),
        cmocka_unit_test(test_a_unit_that_is_stopped_has_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
