/* One shard and its messages: leases and epochs, changes that state the old value, refusals (each with its reason and
 * without an effect), searches in slices. */
#include <string.h>

#include <cluster/sudoku/shard/protocol.h>
#include <solvers/sudoku/game/tabu.h>

#include "../base/test.h"
#include "harness/board.h"

enum { GAME = 5, EPOCH = 10 };

struct fixture {
    struct board board;
    struct game_rules rules;
    struct shard *shard;
    size_t len; /* length of `message` */
    uint8_t message[MESSAGE_MAX + 1], answer[MESSAGE_MAX];
};

static struct fixture f;

/* Gives f.message to the shard in a buffer of exactly its size. Returns the type of the answer, or 0 if there is none.
 */
static unsigned take(void)
{
    uint8_t *said = malloc(f.len + (f.len == 0));
    assert_non_null(said);
    memcpy(said, f.message, f.len);
    size_t answered = shard_take(f.shard, said, f.len, f.answer, sizeof f.answer);
    free(said);
    if (answered == 0)
        return 0;
    assert_true(answered >= MESSAGE_HEAD);
    assert_int_equal(message_u32(f.answer + 4), answered - MESSAGE_HEAD);
    assert_int_equal(f.answer[1], MESSAGE_VERSION);
    return f.answer[0];
}

static uint32_t refused(void)
{
    assert_int_equal(take(), MESSAGE_REFUSED);
    return message_u32(f.answer + MESSAGE_HEAD);
}

static void lease_rows(uint32_t row, uint32_t row_end, uint32_t epoch)
{
    f.len = board_lease(&f.board, row, row_end, GAME, epoch, f.message);
}

static void round_of(uint32_t n, uint32_t epoch)
{
    f.len = board_round(f.board.tick, f.board.tick, n, NULL, 0, NULL, 0, GAME, epoch, f.message);
}

static int setup(void **state)
{
    struct nash_rng rng = test_rng();
    board_make(&f.board, &rng, 3, 3, 30, false);
    board_rules(&f.board, &f.rules);
    f.shard = board_shard();
    return 0;
}

static int setup_leased(void **state)
{
    setup(state);
    lease_rows(0, 3, EPOCH);
    assert_int_equal(take(), MESSAGE_LEASED);
    return 0;
}

static int teardown(void **state)
{
    free(f.shard);
    return 0;
}

/* Checks that the shard still has the values and the tick of its lease. */
static void assert_untouched(void)
{
    uint32_t side, row, row_end;
    const uint8_t *value = shard_values(f.shard, &side, &row, &row_end);
    assert_non_null(value);
    assert_memory_equal(value, f.board.value, f.rules.cells);
    f.len = board_commit(f.board.tick, f.board.tick, NULL, 0, GAME, EPOCH, f.message);
    assert_int_equal(take(), MESSAGE_LEASED);
    assert_int_equal(message_u64(f.answer + MESSAGE_HEAD), f.board.tick);
}

/* ---- leases ---- */

static void test_without_a_lease(void **state)
{
    uint32_t side, row, row_end;
    assert_null(shard_values(f.shard, &side, &row, &row_end));
    assert_int_equal(shard_conflicts(f.shard), 0);
    round_of(10, EPOCH);
    assert_int_equal(refused(), MESSAGE_UNLEASED);
    f.len = board_commit(f.board.tick, f.board.tick, NULL, 0, GAME, EPOCH, f.message);
    assert_int_equal(refused(), MESSAGE_UNLEASED);
    f.len = MESSAGE_HEAD;
    protocol_head_write(f.message, MESSAGE_BYE, GAME, EPOCH, 0);
    assert_int_equal(take(), 0);
}

static void test_ping(void **state)
{
    f.len = MESSAGE_HEAD + 4;
    message_put32(protocol_head_write(f.message, MESSAGE_PING, 0xfffffffeU, 7, 4), 0xdeadbeefU);
    assert_int_equal(take(), MESSAGE_PONG);
    assert_int_equal(message_u32(f.answer + MESSAGE_HEAD), 0xdeadbeefU);
    assert_int_equal(message_u32(f.answer + 8), 0xfffffffeU);
    assert_int_equal(message_u32(f.answer + 12), 7);
}

static void test_epochs(void **state)
{
    round_of(10, EPOCH - 1);
    assert_int_equal(refused(), MESSAGE_UNLEASED);
    round_of(10, EPOCH + 1);
    assert_int_equal(refused(), MESSAGE_UNLEASED);
    lease_rows(3, 6, EPOCH - 1);
    assert_int_equal(refused(), MESSAGE_UNLEASED);
    assert_int_equal(message_u32(f.answer + 12), EPOCH - 1);
    assert_untouched();

    lease_rows(3, 6, EPOCH + 1);
    assert_int_equal(take(), MESSAGE_LEASED);
    round_of(10, EPOCH);
    assert_int_equal(refused(), MESSAGE_UNLEASED);
    round_of(10, EPOCH + 1);
    assert_int_equal(take(), MESSAGE_EVENTS);
    for (uint32_t i = 0; i < message_u32(f.answer + MESSAGE_HEAD + 12); i++) {
        uint32_t row = message_event(f.answer + MESSAGE_HEAD + MESSAGE_EVENTS_FIXED + (size_t)i * 8).cell / 9U;
        assert_in_range(row, 3, 5);
    }

    /* an epoch of one game is not compared with an epoch of another */
    f.len = board_lease(&f.board, 0, 3, GAME + 1, 1, f.message);
    assert_int_equal(take(), MESSAGE_LEASED);
    round_of(10, EPOCH + 1);
    assert_int_equal(refused(), MESSAGE_UNLEASED);
}

static void test_bye(void **state)
{
    f.len = MESSAGE_HEAD;
    protocol_head_write(f.message, MESSAGE_BYE, GAME, EPOCH - 1, 0);
    assert_int_equal(take(), 0);
    assert_untouched();
    f.len = MESSAGE_HEAD;
    protocol_head_write(f.message, MESSAGE_BYE, GAME, EPOCH, 0);
    assert_int_equal(take(), 0);
    round_of(10, EPOCH);
    assert_int_equal(refused(), MESSAGE_UNLEASED);
    lease_rows(0, 3, EPOCH - 1); /* a late lease is refused */
    assert_int_equal(refused(), MESSAGE_UNLEASED);
    lease_rows(0, 3, EPOCH);
    assert_int_equal(take(), MESSAGE_LEASED);
}

/* Leases with one fault each are refused. */
static void test_bad_leases(void **state)
{
    enum { MASKS = MESSAGE_HEAD + MESSAGE_LEASE_FIXED, VALUES = MASKS + 81 * 8 };
    uint8_t *m = f.message;
    lease_rows(0, 9, EPOCH);
    size_t whole = f.len;
#define SPOILT(what)                                                                                                   \
    do {                                                                                                               \
        lease_rows(0, 9, EPOCH);                                                                                       \
        what;                                                                                                          \
        assert_int_equal(refused(), MESSAGE_MALFORMED);                                                                \
    } while (0)
    SPOILT(m[MESSAGE_HEAD] = 3);
    SPOILT(m[MESSAGE_HEAD] = 50);
    SPOILT(m[MESSAGE_HEAD] = 16);
    SPOILT(m[MESSAGE_HEAD + 1] = 2);
    SPOILT(m[MESSAGE_HEAD + 2] = 0);
    SPOILT(m[MESSAGE_HEAD + 3] = 2);
    SPOILT(m[MESSAGE_HEAD + 3] = MESSAGE_REGIONS); /* the flag is set, but no regions follow */
    SPOILT(message_put16(m + MESSAGE_HEAD + 4, 9));
    SPOILT(message_put16(m + MESSAGE_HEAD + 6, 0));
    SPOILT(message_put16(m + MESSAGE_HEAD + 6, 10));
    SPOILT(message_put64(m + MESSAGE_HEAD + 16, MESSAGE_TICK_MAX + 1));
    SPOILT(message_put32(m + MESSAGE_HEAD + 24, BETA_MAX + 1));
    SPOILT(message_put32(m + MESSAGE_HEAD + 28, 80));
    SPOILT(message_put32(m + MESSAGE_HEAD + 28, 0xffffffffU));
    SPOILT(message_put64(m + MASKS, 0));
    SPOILT(message_put64(m + MASKS + 8, 1U << 9 | 1));
    SPOILT(message_put64(m + MASKS + 80 * 8, UINT64_C(1) << 63));
    SPOILT(m[VALUES] = 9);
    SPOILT(m[VALUES + 80] = 255);
    SPOILT(m[4]--);
    for (size_t len = 0; len < whole; len += 1 + len / 40) {
        lease_rows(0, 9, EPOCH);
        f.len = len;
        if (len >= MESSAGE_HEAD)
            message_put32(m + 4, (uint32_t)(len - MESSAGE_HEAD));
        assert_int_equal(refused(), MESSAGE_MALFORMED);
    }
    /* a lease without a mutable cell */
    lease_rows(0, 9, EPOCH);
    for (uint32_t cell = 0; cell < 81; cell++) {
        message_put64(m + MASKS + cell * 8U, UINT64_C(1) << cell % 9);
        m[VALUES + cell] = (uint8_t)(cell % 9);
    }
    assert_int_equal(refused(), MESSAGE_MALFORMED);
    f.board.regions = true;
    SPOILT(m[f.len - 81] = 9);             /* no such region */
    SPOILT(memset(m + f.len - 81, 0, 10)); /* ten cells in one region */
    SPOILT(m[MESSAGE_HEAD + 3] = 0);       /* regions follow, but the flag is not set */
#undef SPOILT
    lease_rows(0, 9, EPOCH);
    assert_int_equal(take(), MESSAGE_LEASED);
    f.board.regions = false;
    lease_rows(0, 9, EPOCH);
    assert_int_equal(take(), MESSAGE_LEASED);
}

/* ---- rounds ---- */

static uint8_t another_value(uint32_t cell, uint32_t value)
{
    return (uint8_t)__builtin_ctzll(f.rules.allowed[cell] & ~(UINT64_C(1) << value));
}

/* Returns a valid change of the first mutable cell in rows [row, row_end), at tick offset `at`. */
static struct game_event good_event(uint32_t row, uint32_t row_end, uint32_t at)
{
    for (uint32_t i = 0; i < f.rules.players; i++) {
        uint32_t cell = f.rules.player[i], value = f.board.value[cell];
        if (cell / 9 >= row && cell / 9 < row_end)
            return (struct game_event){at, (uint16_t)cell, (uint8_t)value, another_value(cell, value)};
    }
    fail_msg("no player in rows %u to %u", row, row_end);
    return (struct game_event){0};
}

static uint32_t refused_commit(uint64_t from, uint64_t tick, const struct game_event *event, uint32_t count)
{
    f.len = board_commit(from, tick, event, count, GAME, EPOCH, f.message);
    return refused();
}

static uint32_t refused_round(const struct game_event *foreign, uint32_t count)
{
    f.len = board_round(f.board.tick, f.board.tick, 100, NULL, 0, foreign, count, GAME, EPOCH, f.message);
    return refused();
}

static uint32_t immutable_cell(uint32_t from_row)
{
    for (uint32_t cell = from_row * 9; cell < 81; cell++)
        if (__builtin_popcountll(f.rules.allowed[cell]) == 1)
            return cell;
    fail_msg("no immutable cell");
    return 0;
}

static void test_compare_and_set(void **state)
{
    uint64_t t = f.board.tick;
    struct game_event good[2] = {good_event(0, 3, 4), good_event(3, 9, 8)}, bad[2];
    assert_int_equal(refused_commit(t + 1, t + 10, NULL, 0), MESSAGE_OUT_OF_STEP);
    assert_int_equal(refused_commit(t - 1, t + 10, NULL, 0), MESSAGE_OUT_OF_STEP);
    assert_int_equal(refused_commit(t, t - 1, NULL, 0), MESSAGE_MALFORMED);
    assert_int_equal(refused_commit(t, MESSAGE_TICK_MAX + 1, NULL, 0), MESSAGE_MALFORMED);
#define BAD(why, what)                                                                                                 \
    do {                                                                                                               \
        memcpy(bad, good, sizeof bad);                                                                                 \
        what;                                                                                                          \
        assert_int_equal(refused_commit(t, t + 10, bad, 2), why);                                                      \
        assert_untouched();                                                                                            \
    } while (0)
    BAD(MESSAGE_MALFORMED, bad[1].at = 4);
    BAD(MESSAGE_MALFORMED, bad[1].at = 10);
    BAD(MESSAGE_MALFORMED, bad[1].at = 3);
    BAD(MESSAGE_MALFORMED, bad[1].cell = 81);
    BAD(MESSAGE_MALFORMED, bad[1].cell = 0xffff);
    BAD(MESSAGE_MALFORMED, bad[1].to = 9);
    BAD(MESSAGE_MALFORMED, bad[1].from = 64);
    BAD(MESSAGE_MALFORMED, bad[1].to = bad[1].from);
    BAD(MESSAGE_OUT_OF_STEP, bad[1].from = bad[1].to; bad[1].to = f.board.value[bad[1].cell]);
    BAD(MESSAGE_OUT_OF_STEP, bad[1].cell = (uint16_t)immutable_cell(3); bad[1].from = f.board.value[bad[1].cell];
        bad[1].to = (uint8_t)((bad[1].from + 1) % 9));
    BAD(MESSAGE_OUT_OF_STEP, bad[1] = bad[0]; bad[1].at = 8);
#undef BAD
    f.len = board_commit(t, t + 10, good, 2, GAME, EPOCH, f.message);
    assert_int_equal(take(), MESSAGE_LEASED);
    assert_int_equal(message_u64(f.answer + MESSAGE_HEAD), t + 10);
    assert_int_equal(message_u32(f.answer + MESSAGE_HEAD + 8), shard_conflicts(f.shard));
    f.board.value[good[0].cell] = good[0].to;
    f.board.value[good[1].cell] = good[1].to;
    f.board.tick = t + 10;
    assert_untouched();
    static struct game_state anew;
    assert_true(game_begin(&anew, &f.rules, f.board.value));
    assert_int_equal(shard_conflicts(f.shard), anew.conflicts);
}

static void test_foreign_changes(void **state)
{
    struct game_event good = good_event(3, 9, 5), bad = good_event(0, 3, 5);
    uint32_t given = immutable_cell(3);
    assert_int_equal(refused_round(&bad, 1), MESSAGE_MALFORMED); /* a foreign change in the shard's own rows */
    bad = (struct game_event){5, (uint16_t)given, f.board.value[given], (uint8_t)((f.board.value[given] + 1) % 9)};
    assert_int_equal(refused_round(&bad, 1), MESSAGE_OUT_OF_STEP);
    assert_untouched();
    f.len = board_round(f.board.tick, f.board.tick, 100, NULL, 0, &good, 1, GAME, EPOCH, f.message);
    assert_int_equal(take(), MESSAGE_EVENTS);
    assert_untouched(); /* without committed changes, a round leaves the state as it is */
}

static void test_bad_rounds(void **state)
{
    enum { COUNTS = MESSAGE_HEAD + 20 };
    static struct game_event many[MESSAGE_EVENTS_MAX + 1];
    round_of(0, EPOCH);
    assert_int_equal(refused(), MESSAGE_MALFORMED);
    for (unsigned list = 0; list < 2; list++) {
        static const uint32_t counts[] = {1, 0x7fffffff, 0x20000000, 0xffffffff, MESSAGE_EVENTS_MAX + 1};
        for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
            round_of(10, EPOCH);
            message_put32(f.message + COUNTS + list * 4, counts[i]);
            assert_int_equal(refused(), MESSAGE_MALFORMED);
        }
    }
    assert_int_equal(refused_round(many, MESSAGE_EVENTS_MAX + 1), MESSAGE_MALFORMED);
    for (uint32_t len = MESSAGE_HEAD; len < MESSAGE_HEAD + MESSAGE_ROUND_FIXED; len++) {
        round_of(10, EPOCH);
        f.len = len;
        message_put32(f.message + 4, len - MESSAGE_HEAD);
        assert_int_equal(refused(), MESSAGE_MALFORMED);
    }
    assert_untouched();
}

/* Rounds of more ticks than a list of changes can hold end early. */
static void test_long_rounds(void **state)
{
    const uint8_t *p = f.answer + MESSAGE_HEAD;
    f.board.beta = 0;
    lease_rows(0, 9, EPOCH);
    assert_int_equal(take(), MESSAGE_LEASED);
    round_of(UINT32_MAX, EPOCH);
    assert_int_equal(take(), MESSAGE_EVENTS);
    uint32_t ticks = message_u32(p + 8), count = message_u32(p + 12);
    assert_int_equal(count, MESSAGE_EVENTS_MAX);
    assert_true(ticks > message_event(p + MESSAGE_EVENTS_FIXED + (count - 1) * 8).at && ticks < MESSAGE_TICKS_MAX);
    round_of(ticks, EPOCH);
    assert_int_equal(take(), MESSAGE_EVENTS);
    assert_int_equal(message_u32(p + 8), ticks);
    assert_int_equal(message_u32(p + 12), MESSAGE_EVENTS_MAX);
    round_of(ticks + 1, EPOCH); /* the change of the last tick does not fit into the list */
    assert_int_equal(take(), MESSAGE_EVENTS);
    assert_int_equal(message_u32(p + 8), ticks);

    /* without conflicts nothing ever changes */
    f.board.beta = BETA_MAX;
    for (uint32_t cell = 0; cell < 81; cell++) {
        f.board.value[cell] = (uint8_t)((cell / 9 % 3 * 3 + cell / 27 + cell % 9) % 9);
        f.board.allowed[cell] = UINT64_C(1) << f.board.value[cell];
    }
    f.board.allowed[0] |= 3;
    lease_rows(0, 9, EPOCH);
    assert_int_equal(take(), MESSAGE_LEASED);
    round_of(UINT32_MAX, EPOCH);
    assert_int_equal(take(), MESSAGE_EVENTS);
    assert_int_equal(message_u32(p + 8), MESSAGE_TICKS_MAX);
    assert_int_equal(message_u32(p + 12), 0);
}

/* ---- not a message ---- */

static void test_no_message(void **state)
{
    for (unsigned type = 0; type < 256; type++) {
        f.len = MESSAGE_HEAD;
        protocol_head_write(f.message, (unsigned)type, GAME, EPOCH, 0);
        if (type == MESSAGE_BYE || type == MESSAGE_LEASE)
            continue;
        if (type >= MESSAGE_LEASED)
            assert_int_equal(take(), 0);
        else
            assert_int_equal(refused(), MESSAGE_MALFORMED);
    }
    assert_untouched();
    round_of(10, EPOCH);
    f.message[1] = MESSAGE_VERSION + 1;
    assert_int_equal(refused(), MESSAGE_OF_OTHER_VERSION);
    assert_int_equal(message_u32(f.answer + 8), GAME);
    round_of(10, EPOCH);
    for (f.len = 0; f.len < MESSAGE_HEAD; f.len++)
        assert_int_equal(refused(), MESSAGE_MALFORMED);
    memset(f.message + MESSAGE_HEAD, 0, MESSAGE_MAX + 1 - MESSAGE_HEAD);
    f.len = MESSAGE_MAX + 1;
    protocol_head_write(f.message, MESSAGE_PING, GAME, EPOCH, f.len - MESSAGE_HEAD);
    assert_int_equal(refused(), MESSAGE_MALFORMED);
    round_of(10, EPOCH);
    assert_int_equal(shard_take(f.shard, f.message, f.len, f.answer, MESSAGE_MAX - 1), 0);
    assert_untouched();
}

int main(void)
{
#define LEASED(test) cmocka_unit_test_setup_teardown(test, setup_leased, teardown)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_without_a_lease, setup, teardown),
        cmocka_unit_test_setup_teardown(test_ping, setup, teardown),
        LEASED(test_epochs),
        LEASED(test_bye),
        cmocka_unit_test_setup_teardown(test_bad_leases, setup, teardown),
        LEASED(test_compare_and_set),
        LEASED(test_foreign_changes),
        LEASED(test_bad_rounds),
        LEASED(test_long_rounds),
        LEASED(test_no_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
