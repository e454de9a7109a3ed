/* Compares the search with the table of all deals, and for larger orders with the closed rule: with and without a table
 * at its leaves, in little memory, after a stop, and repeated. */
#include <stdio.h>
#include <string.h>

#include <solvers/whist/closed_rule/rule.h>
#include <solvers/whist/methods/table.h>

#include "../../base/test.h"
#include "../harness/check.h"
#include "../harness/reference.h"
#include "../harness/table.h"

enum { ALL = 8, RANDOM = 300, ARENA = 64 << 20, LITTLE = 256 << 10 };

static struct test_table t;
static int8_t word[2 * WHIST_MASK_ORDER];
static int32_t room[2 * WHIST_MASK_ORDER];

static int open_run(void **state)
{
    table_open(&t, ARENA);
    return 0;
}

static int close_run(void **state)
{
    table_close(&t);
    return 0;
}

static int search(uint32_t order, size_t arena)
{
    table_clear(&t, arena);
    return whist_search.tricks(&t.work, word, order);
}

static uint32_t rule(uint32_t order)
{
    return whist_rule_tricks(word, order, true, room);
}

/* ---- without a table; these tests must run first, because a table lasts as long as the process ---- */

static void test_all_deals(void **state)
{
    for (uint32_t n = 1; n <= ALL; n++)
        for (uint32_t mask = (1U << n) - 1; mask < 1U << 2 * n; mask = reference_next(mask)) {
            whist_word_of(mask, n, word);
            CHECK_EQUAL(search(n, ARENA), reference_value(mask, n), word, n);
        }
    assert_int_equal(whist_table_verified(WHIST_TABLE_ORDER), 0);
}

/* Random deals of tabulated orders, up to 12, are searched first and then looked up. */
static void test_random_deals_of_the_table(void **state)
{
    static int8_t deals[RANDOM][2 * 12];
    static int found[RANDOM];
    struct nash_rng rng = test_rng();
    for (uint32_t i = 0; i < RANDOM; i++) {
        uint32_t n = 10 + i % 3;
        reference_deal(word, n, i / 3 % REFERENCE_FAMILIES, &rng);
        memcpy(deals[i], word, 2 * n);
        found[i] = search(n, ARENA);
        assert_true(t.work.table == 0);
    }
    assert_true(whist_table_fill(12, &t.run));
    for (uint32_t i = 0; i < RANDOM; i++) {
        uint32_t n = 10 + i % 3;
        CHECK_EQUAL(found[i], whist_table_at((uint32_t)whist_mask_of(deals[i], n), n), deals[i], n);
    }
}

/* ---- with the table of order 12 ---- */

static void test_random_deals_beyond(void **state)
{
    struct nash_rng rng = test_rng();
    for (uint32_t n = 13; n <= 24; n++)
        for (unsigned i = 0; i < 40; i++) {
            reference_deal(word, n, i % REFERENCE_FAMILIES, &rng);
            CHECK_EQUAL(search(n, ARENA), rule(n), word, n);
        }
}

/* Repeated patterns are not harder than the hardest of some random deals of the same order, and alternating cards
 * are easy. */
static void test_structured_deals(void **state)
{
    static const char *const patterns[] = {"ab", "ba", "aabb", "bbaa"};
    struct nash_rng rng = test_rng();
    for (uint32_t n = 20; n <= 28; n += 4) {
        uint64_t random = 0;
        for (unsigned i = 0; i < 30; i++) {
            reference_deal(word, n, 0, &rng);
            CHECK_EQUAL(search(n, ARENA), rule(n), word, n);
            random = t.work.nodes > random ? t.work.nodes : random;
        }
        for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++) {
            for (uint32_t i = 0; i < 2 * n; i++)
                word[i] = patterns[p][i % strlen(patterns[p])] == 'a' ? 1 : -1;
            CHECK_EQUAL(search(n, ARENA), rule(n), word, n);
            CHECK(t.work.nodes <= (p < 2 ? random / 10 : random), "harder than random deals", word, n);
        }
    }
}

static void test_masks_of_128_bits(void **state)
{
    for (uint32_t n = 60; n <= WHIST_MASK_ORDER; n++)
        for (uint32_t period = 1; period <= 2 * n; period = period == 1 ? n : period * 2)
            for (int sign = -1; sign <= 1; sign += 2) {
                for (uint32_t i = 0; i < 2 * n; i++)
                    word[i] = (int8_t)(i / period % 2 ? -sign : sign);
                uint32_t first = 0;
                for (uint32_t i = 0; i < 2 * n; i++)
                    first += word[i] > 0;
                if (first == n)
                    CHECK_EQUAL(search(n, ARENA), rule(n), word, n);
            }
}

/* With little memory, entries are replaced and searched again, and the values are still right. */
static void test_little_memory(void **state)
{
    struct nash_rng rng = test_rng();
    uint64_t little = 0, much = 0;
    for (unsigned i = 0; i < 20; i++) {
        reference_deal(word, 24, 0, &rng);
        CHECK_EQUAL(search(24, LITTLE), rule(24), word, 24);
        assert_true(nash_arena_peak(t.run.arena) <= LITTLE);
        little += t.work.nodes;
        CHECK_EQUAL(search(24, ARENA), rule(24), word, 24);
        much += t.work.nodes;
    }
    assert_true(little > much);
}

static void test_no_memory(void **state)
{
    struct nash_rng rng = test_rng();
    reference_deal(word, 24, 0, &rng);
    for (size_t arena = 0; arena < 32 << 10; arena += 1 << 10) {
        int tricks = search(24, arena);
        CHECK(tricks == -1 || tricks == (int)rule(24), "in hardly any memory", word, 24);
        assert_int_equal(t.run.stopped, NASH_STOP_NONE);
        if (arena == 0)
            assert_int_equal(tricks, -1);
    }
}

/* The search's table takes at most half of the arena. */
static void test_leaves_memory(void **state)
{
    enum { CAP = 4 << 20 };
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 5; i++) {
        reference_deal(word, 28, 0, &rng);
        CHECK_EQUAL(search(28, CAP), rule(28), word, 28);
        assert_true(nash_arena_used(t.run.arena) > CAP / 16);
        assert_non_null(nash_arena_alloc_raw(t.run.arena, CAP / 4, 16));
    }
}

/* A later search reuses the results of an earlier one. */
static void test_asked_again(void **state)
{
    struct nash_rng rng = test_rng();
    reference_deal(word, 24, 0, &rng);
    assert_int_equal(search(24, ARENA), rule(24));
    uint64_t first = t.work.nodes;
    assert_int_equal(whist_search.tricks(&t.work, word, 24), rule(24));
    assert_true(first > 0 && t.work.nodes - first <= 2 && t.work.hits > 0 && t.work.stored <= first);
}

/* ---- stops and reports ---- */

static void test_stops(void **state)
{
    const _Atomic int cancel = 1;
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 4; i++) {
        reference_deal(word, 40, 0, &rng);
        table_clear(&t, ARENA);
        static const enum nash_stop_reason why[] = {NASH_STOP_TEST, NASH_STOP_CANCEL, NASH_STOP_NODES, NASH_STOP_TIME};
        t.run.force_check = i == 0 ? 23 : 0;
        t.run.cancel = i == 1 ? &cancel : NULL;
        t.run.node_limit = i == 2 ? 5000 : 0;
        t.run.deadline_ns = i == 3 ? 1 : 0;
        CHECK_EQUAL(whist_search.tricks(&t.work, word, 40), -1, word, 40);
        assert_int_equal(t.run.stopped, why[i]);
        assert_int_equal(t.run.last_check, 23);
        assert_true(t.run.nodes < 6000);
    }
}

static unsigned reports;

static void hear(struct nash_run *run, const char *json, size_t len)
{
    unsigned long long nodes, stored;
    unsigned order, least, most;
    assert_int_equal(strlen(json), len);
    assert_int_equal(sscanf(json,
                            "{\"engine\":\"search\",\"nodes\":%llu,\"stored\":%llu,\"order\":%u,\"tricks\":[%u,%u]}",
                            &nodes, &stored, &order, &least, &most),
                     5);
    assert_true(nodes == run->nodes && stored <= nodes && order == 28 && least <= rule(28) && rule(28) <= most);
    reports++;
}

static void test_reports(void **state)
{
    struct nash_rng rng = test_rng();
    reference_deal(word, 28, 0, &rng);
    table_clear(&t, ARENA);
    t.run.progress = hear;
    CHECK_EQUAL(whist_search.tricks(&t.work, word, 28), rule(28), word, 28);
    assert_true(reports == t.work.nodes / 1024 && reports > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_deals),
        cmocka_unit_test(test_random_deals_of_the_table),
        cmocka_unit_test(test_random_deals_beyond),
        cmocka_unit_test(test_structured_deals),
        cmocka_unit_test(test_masks_of_128_bits),
        cmocka_unit_test(test_little_memory),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_leaves_memory),
        cmocka_unit_test(test_asked_again),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_reports),
    };
    return cmocka_run_group_tests(tests, open_run, close_run);
}
