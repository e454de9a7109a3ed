/* Fuzzes both ends of a farm's protocol, and stored answers. The first byte selects:
 *
 *   0    a runner takes messages of an untrusted hub; two runners, whose memory differs at first, must answer alike,
 * and their answers must be well-formed 1    a farm takes messages of an untrusted member, all of whose units are
 * audited; then a local member finishes, and the result must be that of a loop without a farm 2    a farm reads the
 * rest as stored answers, which must not change the result beyond what check() accepts: a local member finishes, and
 * the farm must be complete
 *
 * In 0 and 1 the rest holds for each message: u8 flags, u16 length, bytes. Flag 1: the right version, length, protocol,
 * game and epoch are written into its head. Flag 2 (in 1): the message is not of the input: the member carries out its
 * oldest message, and the bytes are added to the answer, byte by byte. */
#include <string.h>

#include <cluster/unit_farm/runner.h>

#include "../fuzz.h"
#include "desk.h"

#define MUST(holds) ((holds) ? (void)0 : fuzz_fail(#holds, "farm"))

enum { END = 300, BUDGET = 100, RANGE = 100, MESSAGES = 200, LATE_S = 100, MEND = 1, HONEST = 2 };

static const struct farm_work *const works[] = {&primes_work, NULL};

/* ---- a runner ---- */

static void check_answer(const uint8_t *answer, size_t len)
{
    struct message_head head;
    struct farm_item item;
    const uint8_t *at = answer + MESSAGE_HEAD + FARM_LIST_FIXED;
    MUST(message_head_read(&head, answer, len));
    MUST(head.protocol == FARM_PROTOCOL);
    if (head.type == MESSAGE_REFUSED) {
        MUST(head.len == 4 && message_u32(answer + MESSAGE_HEAD) >= MESSAGE_MALFORMED);
    } else if (head.type == FARM_DONE) {
        uint32_t count = message_u32(answer + MESSAGE_HEAD + 4);
        MUST(count > 0);
        for (; count > 0; count--)
            MUST(farm_item_read(&item, &at, answer + len, FARM_ANSWER_MAX));
        MUST(at == answer + len);
    } else {
        MUST((head.type == FARM_READY && head.len == 0) || (head.type == MESSAGE_PONG && head.len == 4));
    }
}

/* Bounds the work of a task or unit. */
static void limit(uint8_t *message, size_t len)
{
    uint8_t *p = message + MESSAGE_HEAD + FARM_TASK_FIXED;
    if (message[0] == FARM_TASK && len == MESSAGE_HEAD + FARM_TASK_FIXED + PRIMES_TASK)
        message_put64(message_put64(p, message_u64(p) % 4096), message_u64(p + 8) % 4096);
}

static void fuzz_runner(const uint8_t *message, size_t len)
{
    static struct runner *runner[2];
    static uint8_t answer[2][MESSAGE_MAX];
    size_t answered[2];
    for (int i = 0; i < 2; i++) {
        if (runner[i] == NULL) {
            size_t bytes = (runner_bytes(works) + 63) / 64 * 64;
            runner[i] = aligned_alloc(64, bytes);
            memset(runner[i], i * 0x5a, bytes);
            runner_init(runner[i], works);
        }
        answered[i] = runner_take(runner[i], message, len, answer[i], sizeof answer[i]);
    }
    MUST(answered[0] == answered[1] && memcmp(answer[0], answer[1], answered[0]) == 0);
    if (answered[0] > 0 && (len < MESSAGE_HEAD || message_u16(message + 2) == FARM_PROTOCOL))
        check_answer(answer[0], answered[0]);
}

/* ---- a farm ---- */

static struct desk desk;

static void finish(bool exact)
{
    struct primes direct;
    if (farm_state(desk.farm) == FARM_RUNNING) {
        unsigned local = desk_join(&desk, true, 0);
        desk_finish(&desk, local, local);
        for (unsigned s = 0; s < LATE_S && farm_state(desk.farm) == FARM_RUNNING; s++) {
            desk_step(&desk, 1000 * (int64_t)DESK_MS); /* the member has units, and becomes late */
            desk_finish(&desk, local, local);
        }
    }
    MUST(farm_state(desk.farm) == FARM_COMPLETE);
    farm_merge(desk.farm, false);
    primes_direct(&desk.job, &direct);
    MUST(!exact || (desk.job.path == direct.path && desk.job.primes == direct.primes));
    desk_close(&desk);
}

/* Sends the message as the member's; with HONEST, its own answer with these bytes added. */
static void fuzz_farm(const uint8_t *message, size_t len, unsigned flags)
{
    if (!(flags & HONEST)) {
        farm_receive(desk.farm, desk.member[0].as, message, len, desk.now);
        desk_step(&desk, DESK_MS);
    } else if (desk_compute(&desk, 0)) {
        for (size_t i = 0; i < len && MESSAGE_HEAD + i < desk.done_len; i++)
            desk.done[MESSAGE_HEAD + i] = (uint8_t)(desk.done[MESSAGE_HEAD + i] + message[i]);
        desk_send(&desk, 0);
    }
}

static void mend(uint8_t *message, size_t len, uint32_t game, uint32_t epoch)
{
    if (len >= MESSAGE_HEAD)
        message_head_write(message, FARM_PROTOCOL, message[0], game, epoch, len - MESSAGE_HEAD);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *why;
    unsigned part = size > 0 ? data[0] % 3 : 0;
    const uint8_t *at = data + (size > 0), *end = data + size;
    if (part != 0)
        desk_open(&desk, END, BUDGET, RANGE, &(struct farm_options){.units_max = 2000, .memory_max = 4 << 20});
    if (part == 2) {
        farm_restore(desk.farm, at, (size_t)(end - at), &why);
        finish(false);
        return 0;
    }
    if (part == 1)
        desk_join(&desk, false, 1);
    for (unsigned i = 0; i < MESSAGES && end - at >= 3; i++) {
        unsigned flags = at[0];
        size_t len = message_u16(at + 1), left = (size_t)(end - at) - 3;
        len = len < left ? len : left;
        uint8_t *message = malloc(len + (len == 0)); /* exact, so that a sanitizer detects a read past the end */
        MUST(message != NULL);
        memcpy(message, at + 3, len);
        at += 3 + len;
        if (flags & MEND)
            mend(message, len, 9, 1);
        if (part == 0 && len > 0)
            limit(message, len);
        if (part == 0)
            fuzz_runner(message, len);
        else
            fuzz_farm(message, len, flags);
        free(message);
    }
    if (part == 1)
        finish(true);
    return 0;
}
