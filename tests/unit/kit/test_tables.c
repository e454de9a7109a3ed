/* Symbols, the hash index that they use, radix sorts and summaries, each compared with a plain implementation. */
#include <stdio.h>
#include <string.h>

#include <solvers/kit/collections/sort.h>
#include <solvers/kit/collections/symbols.h>
#include <solvers/kit/summary.h>

#include "test.h"

static void test_symbols(void **state)
{
    enum { NAMES = 3000 };
    for (uint32_t round = 0; round < 3; round++) { /* each round has another hash secret, but the same numbers */
        struct nash_arena *arena = nash_arena_new(1 << 20);
        struct symbols set;
        assert_true(symbols_init(&set, arena, round * 700));
        for (int pass = 0; pass < 2; pass++)
            for (uint32_t i = 0; i < NAMES; i++) {
                char name[32];
                bool is_new;
                int len = snprintf(name, sizeof name, "%x%.*s;", i * 2654435761U, (int)(i % 13), "abcdefghijkl");
                assert_int_equal(symbols_find(&set, name, (size_t)len), pass ? i : SYMBOL_NONE);
                assert_int_equal(symbols_add(&set, name, (size_t)len, &is_new), i);
                assert_int_equal(is_new, !pass);
                assert_string_equal(set.name[i], name);
                assert_int_equal(symbols_find(&set, name, (size_t)len - 1), SYMBOL_NONE);
            }
        assert_int_equal(set.count, NAMES);
        nash_arena_free(arena);
    }
}

static void test_symbols_without_memory(void **state)
{
    struct nash_arena *arena = nash_arena_new(4096);
    struct symbols set;
    char name[] = "name 0000";
    bool is_new;
    uint32_t added = 0, number = 0;
    assert_true(symbols_init(&set, arena, 0));
    for (; added < 1000 && number != SYMBOL_NONE; added++) {
        sprintf(name, "name %04u", added);
        number = symbols_add(&set, name, sizeof name - 1, &is_new);
    }
    assert_true(added > 8 && added < 1000);
    assert_int_equal(set.count, added - 1); /* the symbols added before are kept */
    assert_int_equal(symbols_find(&set, "name 0003", 9), 3);
    nash_arena_free(arena);
}

static int compare_items(const void *a, const void *b)
{
    const struct sort_item *x = a, *y = b;
    return x->key != y->key ? (x->key < y->key ? -1 : 1) : (x->value > y->value) - (x->value < y->value);
}

static void test_sorts(void **state)
{
    enum { MAX = 700 };
    struct nash_rng rng = test_rng();
    for (int round = 0; round < 200; round++) {
        struct sort_item items[MAX], scratch[MAX], expected[MAX];
        uint32_t keys[MAX], other[MAX];
        size_t count = nash_rng_below(&rng, MAX);
        unsigned bits = 1 + (unsigned)nash_rng_below(&rng, 63);
        for (size_t i = 0; i < count; i++) {
            expected[i] = items[i] = (struct sort_item){nash_rng_next(&rng) >> bits << (round % 3 * 5), (uint32_t)i};
            keys[i] = (uint32_t)items[i].key;
        }
        qsort(expected, count, sizeof *expected, compare_items);
        const struct sort_item *sorted = radix_sort_items(items, scratch, count);
        for (size_t i = 0; i < count; i++)
            assert_true(sorted[i].key == expected[i].key && sorted[i].value == expected[i].value);
        const uint32_t *low = radix_sort_u32(keys, other, count);
        for (size_t i = 1; i < count; i++)
            assert_true(low[i - 1] <= low[i]);
    }
}

static void test_sort_keys(void **state)
{
    static const double numbers[] = {-1e300, -2.5, -1e-300, 0, 1e-300, 1, 1e300};
    static const int64_t ints[] = {INT64_MIN, -2, -1, 0, 1, INT64_MAX};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        assert_true(sort_double_of_key(sort_key_of_double(numbers[i])) == numbers[i]);
        assert_true(!i || sort_key_of_double(numbers[i - 1]) < sort_key_of_double(numbers[i]));
    }
    assert_true(sort_key_of_double(-0.0) == sort_key_of_double(0.0));
    for (size_t i = 0; i < sizeof ints / sizeof *ints; i++) {
        assert_true(sort_int_of_key(sort_key_of_int(ints[i])) == ints[i]);
        assert_true(!i || sort_key_of_int(ints[i - 1]) < sort_key_of_int(ints[i]));
    }
}

static void test_summary(void **state)
{
    struct summary summary = {0};
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    summary_add_count(&summary, 1, "card", "cards");
    summary_add(&summary, ", a leads: ");
    summary_add_count(&summary, 2, "trick", "tricks");
    nash_jsonw_object(&out);
    summary_write(&summary, &out);
    nash_jsonw_object_end(&out);
    assert_string_equal(nash_buf_cstr(&buf), "{\"summary\":\"1 card, a leads: 2 tricks\"}");
    nash_buf_free(&buf);
    for (int i = 0; i < 100; i++)
        summary_add(&summary, "%d phrases", i);
    assert_int_equal(summary.len, NASH_SUMMARY_MAX);
    assert_int_equal(strlen(summary.text), NASH_SUMMARY_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_symbols), cmocka_unit_test(test_symbols_without_memory),
                                       cmocka_unit_test(test_sorts), cmocka_unit_test(test_sort_keys),
                                       cmocka_unit_test(test_summary)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
