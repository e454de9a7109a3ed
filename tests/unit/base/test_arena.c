/* Arenas: alignment, zeroed memory, caps, marks, reuse. */
#include <stdbool.h>
#include <string.h>

#include <nash/arena.h>

#include "test.h"

static bool all_same(const unsigned char *at, size_t size, unsigned char value)
{
    return size == 0 || (at[0] == value && memcmp(at, at + 1, size - 1) == 0);
}

static bool all_zero(const unsigned char *at, size_t size)
{
    return all_same(at, size, 0);
}

/* Random allocations between marks and releases, each filled with a pattern: no two overlap, and each is zeroed and
 * aligned. */
static void test_random(void **state)
{
    enum { MOST = 400, DEPTH = 8 };
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(64 << 20);
    assert_non_null(arena);
    for (int round = 0; round < 200; round++) {
        struct {
            unsigned char *at;
            size_t size;
        } piece[MOST];
        struct {
            struct nash_arena_mark mark;
            size_t pieces, used;
        } level[DEPTH];
        size_t pieces = 0, levels = 0;
        while (pieces < MOST) {
            uint64_t act = nash_rng_below(&rng, 100);
            if (act < 5 && levels < DEPTH) {
                level[levels].mark = nash_arena_mark(arena);
                level[levels].used = nash_arena_used(arena);
                level[levels++].pieces = pieces;
            } else if (act < 8 && levels > 0) {
                nash_arena_release(arena, level[--levels].mark);
                pieces = level[levels].pieces;
                assert_int_equal(nash_arena_used(arena), level[levels].used);
            } else {
                size_t size = nash_rng_below(&rng, act < 97 ? 200 : 100000);
                size_t align = (size_t)1 << nash_rng_below(&rng, 13);
                bool raw = act < 50;
                unsigned char *at = raw ? nash_arena_alloc_raw(arena, size, align) : nash_arena_alloc(arena, size);
                assert_non_null(at);
                assert_int_equal((uintptr_t)at % (raw ? align : 16), 0);
                assert_true(raw || all_zero(at, size));
                memset(at, (int)(pieces % 255) + 1, size);
                piece[pieces].at = at;
                piece[pieces++].size = size;
            }
        }
        for (size_t i = 0; i < pieces; i++)
            assert_true(all_same(piece[i].at, piece[i].size, (unsigned char)(i % 255 + 1)));
        assert_true(nash_arena_peak(arena) >= nash_arena_used(arena));
        nash_arena_reset(arena, 64 << 20);
    }
    nash_arena_free(arena);
}

/* The arena never holds more than its cap, and returns NULL beyond it. */
static void test_cap(void **state)
{
    struct nash_rng rng = test_rng();
    for (size_t cap = 0; cap < 200000; cap += 1 + nash_rng_below(&rng, 3000)) {
        struct nash_arena *arena = nash_arena_new(cap);
        size_t given = 0;
        for (;;) {
            size_t size = 1 + nash_rng_below(&rng, 5000);
            unsigned char *at = nash_arena_alloc(arena, size);
            assert_true(nash_arena_used(arena) <= cap);
            assert_true(nash_arena_peak(arena) <= cap);
            if (!at)
                break;
            memset(at, 255, size);
            given += size;
        }
        assert_true(given <= cap);
        /* an allocation may fail only if at least half of the cap is used */
        assert_true(cap < 20000 || given >= cap / 2);
        assert_null(nash_arena_alloc(arena, cap + 1));
        nash_arena_free(arena);
    }
}

static void test_overflow(void **state)
{
    struct nash_arena *arena = nash_arena_new(SIZE_MAX);
    volatile size_t huge = SIZE_MAX;
    assert_null(nash_arena_alloc(arena, huge));
    assert_null(nash_arena_alloc(arena, huge - 8));
    assert_null(nash_arena_alloc_raw(arena, huge - 100, 4096));
    assert_null(nash_arena_array(arena, huge / 2, 3));
    assert_null(nash_arena_array(arena, huge, huge));
    assert_null(nash_arena_strndup(arena, "", huge));
    assert_null(nash_arena_alloc_raw(arena, 8, 3));
    assert_null(nash_arena_alloc_raw(arena, 8, 0));
    assert_null(nash_arena_alloc_raw(arena, 8, 8192));
    assert_non_null(nash_arena_alloc(arena, 0));
    assert_non_null(nash_arena_array(arena, 0, huge));
    nash_arena_free(arena);
    nash_arena_free(NULL);
}

/* A released or reset block returns zeroes again, and a smaller cap takes effect at the reset. */
static void test_reuse(void **state)
{
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct nash_arena_mark empty = nash_arena_mark(arena);
    for (int i = 0; i < 3; i++) {
        unsigned char *at = nash_arena_alloc(arena, 5000);
        assert_true(all_zero(at, 5000));
        memset(at, 7, 5000);
        struct nash_arena_mark mark = nash_arena_mark(arena);
        at = nash_arena_alloc(arena, 3000);
        memset(at, 8, 3000);
        nash_arena_release(arena, mark);
        unsigned char *again = nash_arena_alloc(arena, 3000);
        assert_ptr_equal(again, at);
        assert_true(all_zero(again, 3000));
        nash_arena_reset(arena, 1 << 20);
    }
    nash_arena_release(arena, empty);
    assert_int_equal(nash_arena_used(arena), 0);
    nash_arena_reset(arena, 1000);
    assert_null(nash_arena_alloc(arena, 2000));
    assert_string_equal(nash_arena_strndup(arena, "abcdef", 3), "abc");
    nash_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_cap),
        cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_reuse),
    };
    return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
