/* The values of Grundy's game, for each instruction set: compared with the mex (least value that no split has) of all
 * splits, and with known figures. */
#include <string.h>

#include <solvers/gametree/piles/grundy_table.h>

#include "../base/test.h"

enum { NAIVE = 6000, FAR = 1 << 17 };

static uint16_t naive[NAIVE];

static void make_naive(void)
{
    for (uint32_t pile = 0; pile < NAIVE; pile++) {
        bool seen[1024] = {false};
        for (uint32_t x = 1; 2 * x < pile; x++)
            seen[naive[x] ^ naive[pile - x]] = true;
        while (seen[naive[pile]])
            naive[pile]++;
    }
}

static struct mex *new_mex(struct nash_arena *arena, const struct mex_loops *loops, uint32_t piles, uint32_t known,
                           struct mex_values values)
{
    struct nash_error error;
    struct mex *mex = nash_arena_array(arena, 1, sizeof *mex);
    if (!values.code)
        values = (struct mex_values){nash_arena_array(arena, piles, 1), nash_arena_array(arena, piles / 8, 1)};
    assert_non_null(values.large);
    assert_int_equal(mex_begin(mex, values, known, &error), NASH_OK);
    mex->loops = loops;
    return mex;
}

static void fill(struct mex *mex, uint32_t from, uint32_t to)
{
    struct nash_error error;
    for (uint32_t pile = from; pile < to; pile += MEX_LANES)
        if (mex_block(mex, pile, &error) != NASH_OK)
            fail_msg("%u: %s", pile, error.detail);
}

static size_t all_loops(const struct mex_loops *loops[3])
{
    size_t count = 0;
    loops[count++] = &mex_plain;
#if defined __x86_64__
    if (__builtin_cpu_supports("avx2"))
        loops[count++] = &mex_avx2;
    if (mex_loops_best() == &mex_avx512)
        loops[count++] = &mex_avx512;
#endif
    return count;
}

static void test_each_loop_finds_the_mex_of_all_splits(void **state)
{
    const struct mex_loops *loops[3];
    make_naive();
    for (size_t i = all_loops(loops); i-- > 0;) {
        struct nash_arena *arena = nash_arena_new(4 << 20);
        struct mex *mex = new_mex(arena, loops[i], NAIVE + MEX_LANES, 0, (struct mex_values){0});
        fill(mex, 0, NAIVE);
        for (uint32_t pile = 0; pile < NAIVE; pile++)
            if (mex_value(&mex->values, pile) != naive[pile])
                fail_msg("%s: %u has %u, not %u", loops[i]->name, pile, mex_value(&mex->values, pile), naive[pile]);
        nash_arena_free(arena);
    }
}

/* The computation may begin at any pile. It finds the rare piles below that pile in the existing values. */
static void test_begins_anywhere(void **state)
{
    const struct mex_loops *loops[3];
    struct nash_arena *arena = nash_arena_new(4 << 20);
    struct mex *whole = new_mex(arena, &mex_plain, FAR, 0, (struct mex_values){0});
    fill(whole, 0, FAR / 4);
    for (size_t i = all_loops(loops); i-- > 0;) {
        for (uint32_t from = 0; from < FAR / 4; from += from < 512 ? MEX_LANES : test_step(155, 31) * MEX_LANES) {
            uint8_t before[8 * MEX_LANES], *at = whole->values.code + from;
            memcpy(before, at, sizeof before);
            memset(at, 0, sizeof before);
            struct nash_arena_mark mark = nash_arena_mark(arena);
            struct mex *mex = new_mex(arena, loops[i], FAR, from, whole->values);
            fill(mex, from, from + sizeof before);
            if (memcmp(before, at, sizeof before) != 0)
                fail_msg("%s: begun at %u it finds others", loops[i]->name, from);
            nash_arena_release(arena, mark);
        }
    }
    nash_arena_free(arena);
}

/* Returns the mex of all splits of a pile, computed from the given values of smaller piles. */
static uint32_t mex_of_all(const struct mex_values *values, uint32_t pile)
{
    bool seen[512] = {false};
    uint32_t value = 0;
    for (uint32_t x = 1; 2 * x < pile; x++)
        seen[mex_value(values, x) ^ mex_value(values, pile - x)] = true;
    while (seen[value])
        value++;
    return value;
}

/* A value above 255 far below a pile is treated right: with such a value inserted by hand, the values above it are the
 * mex of all splits. */
static void test_large_values_below(void **state)
{
    const struct mex_loops *loops[3];
    enum { BASE = MEX_BACK + 3 * MEX_LANES + 5, UP_TO = BASE + 3 * MEX_LANES };
    struct nash_error error;
    for (size_t i = all_loops(loops); i-- > 0;) {
        struct nash_arena *arena = nash_arena_new(4 << 20);
        struct mex *mex = new_mex(arena, loops[i], FAR, 0, (struct mex_values){0});
        uint32_t from = (BASE / MEX_LANES + 1) * MEX_LANES;
        fill(mex, 0, from);
        mex->values.code[BASE] = MEX_RARE | 5;
        mex->values.large[BASE / 8] |= 1 << BASE % 8;
        assert_int_equal(mex_begin(mex, mex->values, from, &error), NASH_OK);
        mex->loops = loops[i];
        assert_int_equal(mex_value(&mex->values, BASE), 261);
        fill(mex, from, UP_TO);
        for (uint32_t pile = from; pile < UP_TO; pile++) {
            uint32_t value = mex_of_all(&mex->values, pile);
            if (value != mex_value(&mex->values, pile))
                fail_msg("%s: %u has %u, not %u", loops[i]->name, pile, mex_value(&mex->values, pile), value);
        }
        nash_arena_free(arena);
    }
}

/* The result is the mex of all splits for any table of smaller values, not only for that of the game: with many rare
 * piles, and with values that leave gaps or none (the result is then above 255). */
static void test_any_values_below(void **state)
{
    const struct mex_loops *loops[3];
    enum { KNOWN = MEX_BACK + 4 * MEX_LANES, ROUNDS = 60 };
    struct nash_rng rng = test_rng();
    size_t count = all_loops(loops);
    uint32_t larges = 0, evens = 0;
    struct nash_error error;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct nash_arena *arena = nash_arena_new(4 << 20);
        struct mex *mex = new_mex(arena, &mex_plain, 2 * KNOWN, 0, (struct mex_values){0});
        uint32_t most = 2 + (uint32_t)nash_rng_below(&rng, 255),
                 rare_in = 3 + (uint32_t)nash_rng_below(&rng, round % 2 ? 15 : 900);
        uint32_t mask = round % 3 ? 255 : (uint32_t)nash_rng_below(&rng, 256);
        for (uint32_t pile = 0; pile < KNOWN; pile++) {
            uint32_t value = pile ? (uint32_t)nash_rng_below(&rng, most) & mask : 0;
            bool rare = nash_rng_below(&rng, rare_in) == 0;
            mex->values.code[pile] = mex_code(pile && mex_is_even(value) != rare ? value ^ 2 : value);
        }
        assert_int_equal(mex_begin(mex, mex->values, KNOWN, &error), NASH_OK);
        mex->loops = loops[round % count];
        fill(mex, KNOWN, KNOWN + 2 * MEX_LANES);
        for (uint32_t pile = KNOWN; pile < KNOWN + 2 * MEX_LANES; pile++) {
            uint32_t value = mex_of_all(&mex->values, pile);
            if (value != mex_value(&mex->values, pile))
                fail_msg("%s, round %u: %u has %u, not %u", mex->loops->name, round, pile,
                         mex_value(&mex->values, pile), value);
            larges += value > 255;
            evens += mex_is_even(value);
        }
        nash_arena_free(arena);
    }
    assert_in_range(larges, 10, ROUNDS * 2 * MEX_LANES - 10);
    assert_in_range(evens, 10, ROUNDS * 2 * MEX_LANES - 10);
}

/* ---- the table ---- */

/* Up to 10^6, 41 piles are lost for the player to move. The expected checksum was computed by the plain mex. */
static void test_known_figures(void **state)
{
    static const uint16_t lost[] = {1,   2,   4,   7,   10,  20,  23,  26,  50,  53,  270, 273, 276, 282,
                                    285, 288, 316, 334, 337, 340, 346, 359, 362, 365, 386, 389, 392, 566,
                                    630, 633, 636, 639, 673, 676, 682, 685, 923, 926, 929, 932, 1222};
    enum { LAST_PILE = 1000000, LOST = sizeof lost / sizeof *lost };
    struct nash_run run = {.arena = nash_arena_new(1 << 20)};
    struct nash_error error;
    uint64_t hash = UINT64_C(1469598103934665603), hash_5 = 0;
    uint32_t zeros = 0, rare = 0, last = 0, most = 0, most_at = 0;
    const uint32_t last_pile = test_length(LAST_PILE, LAST_PILE);
    assert_int_equal(grundy_table_fill(last_pile, &run, &error), NASH_OK);
    struct mex_values values = grundy_table();
    for (uint32_t pile = 0; pile <= last_pile; pile++) {
        uint32_t value = mex_value(&values, pile);
        hash = (hash ^ value) * UINT64_C(1099511628211);
        hash_5 = pile == 100000 ? hash : hash_5;
        if (value == 0 && pile > 0) {
            assert_true(zeros < LOST);
            assert_int_equal(pile, lost[zeros++]);
        }
        if (pile > 0 && mex_is_even(value))
            rare++, last = pile;
        if (value > most)
            most = value, most_at = pile;
    }
    assert_int_equal(zeros, LOST);
    assert_true(hash_5 == UINT64_C(0xc41ba06c3d3c6c6f));
    assert_int_equal(rare, 1273);
    assert_int_equal(last, 82860);
    if (last_pile == LAST_PILE) {
        assert_true(hash == UINT64_C(0x385ebed9ff780127));
        assert_int_equal(most, 231);
        assert_int_equal(most_at, 763622);
    }
    nash_arena_free(run.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_loop_finds_the_mex_of_all_splits),
        cmocka_unit_test(test_begins_anywhere),
        cmocka_unit_test(test_large_values_below),
        cmocka_unit_test(test_any_values_below),
        cmocka_unit_test(test_known_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
