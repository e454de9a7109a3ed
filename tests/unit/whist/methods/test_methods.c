/* The patent's trees and full minimax: their values compared with the table of all deals, their numbers of nodes
 * compared with each other, stops. */
#include <solvers/whist/closed_rule/rule.h>
#include <solvers/whist/methods/patent_tree.h>
#include <solvers/whist/methods/table.h>

#include "../../base/test.h"
#include "../harness/check.h"
#include "../harness/reference.h"
#include "../harness/table.h"

enum { NAIVE_ALL = 5, SEED_ALL = 8, TRICK_ALL = 12, SOME = 200, ARENA = 1 << 20 };

static struct test_table t;
static int8_t word[2 * WHIST_MASK_ORDER];

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

/* Returns the number of nodes of full minimax: the root, and n^2 trees of the order below. */
static uint64_t naive_nodes(uint32_t n)
{
    return n == 0 ? 1 : 1 + (uint64_t)n * n * naive_nodes(n - 1);
}

static void test_naive_on_all_deals(void **state)
{
    assert_true(whist_table_fill(SEED_ALL, &t.run));
    for (uint32_t n = 1; n <= NAIVE_ALL; n++)
        for (uint32_t mask = (1U << n) - 1; mask < 1U << 2 * n; mask = reference_next(mask)) {
            whist_word_of(mask, n, word);
            t.work = (struct whist_work){.run = &t.run};
            CHECK_EQUAL(whist_naive.tricks(&t.work, word, n), whist_table_at(mask, n), word, n);
            assert_true(t.work.nodes == naive_nodes(n));
        }
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 8; i++) {
        reference_deal(word, whist_naive.order_max, i, &rng);
        CHECK_EQUAL(whist_naive.tricks(&t.work, word, whist_naive.order_max),
                    whist_table_at((uint32_t)whist_mask_of(word, whist_naive.order_max), whist_naive.order_max), word,
                    whist_naive.order_max);
    }
}

/* The claims of the patent: its pruning changes no value, and it saves nodes. */
static void test_seed_on_all_deals(void **state)
{
    uint64_t mean_before = 0;
    for (uint32_t n = 1; n <= SEED_ALL; n++) {
        uint64_t nodes = 0, deals = 0;
        for (uint32_t mask = (1U << n) - 1; mask < 1U << 2 * n; mask = reference_next(mask), deals++) {
            whist_word_of(mask, n, word);
            t.work = (struct whist_work){.run = &t.run};
            CHECK_EQUAL(whist_seed.tricks(&t.work, word, n), whist_table_at(mask, n), word, n);
            assert_true(t.work.nodes <= naive_nodes(n));
            nodes += t.work.nodes;
        }
        uint64_t mean = nodes / deals;
        assert_true(mean >= mean_before && (n < 4 || mean < naive_nodes(n) / (n * n)));
        mean_before = mean;
    }
}

/* For larger orders, it suffices to search one trick of the tree: the positions after it are deals of the order below,
 * for which the tree was shown to be right. */
static void test_seed_on_all_deals_trick_by_trick(void **state)
{
    assert_true(whist_table_fill(TRICK_ALL, &t.run));
    for (uint32_t n = SEED_ALL + 1; n <= TRICK_ALL; n++) {
        uint32_t step = n > TRICK_ALL - 2 ? test_step(16, 1) : 1, number = 0;
        for (uint32_t mask = (1U << n) - 1; mask < 1U << 2 * n; mask = reference_next(mask)) {
            if (number++ % step)
                continue;
            int tricks = whist_patent_tree(&t.work, mask, n, n - 1);
            if (tricks != (int)whist_table_at(mask, n)) {
                whist_word_of(mask, n, word);
                CHECK_EQUAL(tricks, whist_table_at(mask, n), word, n);
            }
        }
    }
}

static void test_seed_on_some_deals(void **state)
{
    struct nash_rng rng = test_rng();
    unsigned some = test_length(SOME / 4, SOME);
    for (uint32_t n = SEED_ALL + 1; n <= SEED_ALL + 2; n++)
        for (unsigned i = 0; i < (n == SEED_ALL + 1 ? some : some / 10); i++) {
            reference_deal(word, n, i % REFERENCE_FAMILIES, &rng);
            CHECK_EQUAL(whist_seed.tricks(&t.work, word, n), whist_table_at((uint32_t)whist_mask_of(word, n), n), word,
                        n);
        }
}

static void test_table_looks_up(void **state)
{
    for (uint32_t n = 1; n <= SEED_ALL; n++)
        for (uint32_t mask = (1U << n) - 1; mask < 1U << 2 * n; mask = reference_next(mask)) {
            whist_word_of(mask, n, word);
            t.work = (struct whist_work){.run = &t.run};
            CHECK_EQUAL(whist_table.tricks(&t.work, word, n), reference_value(mask, n), word, n);
            assert_true(t.work.nodes == 0 && t.work.table == 1 && t.work.tabulated == n);
        }
}

/* Above the tabulated orders, the method table searches a tree whose leaves are looked up. */
static void test_table_drops_in(void **state)
{
    struct nash_rng rng = test_rng();
    int32_t room[2 * WHIST_MASK_ORDER];
    assert_true(whist_rule_room(whist_table.order_max) <= 2 * WHIST_MASK_ORDER);
    for (uint32_t n = WHIST_TABLE_ORDER + 1; n <= whist_table.order_max; n++)
        for (unsigned i = 0; i < test_length(500, 2000); i++) {
            reference_deal(word, n, i % REFERENCE_FAMILIES, &rng);
            t.work = (struct whist_work){.run = &t.run};
            CHECK_EQUAL(whist_table.tricks(&t.work, word, n), whist_rule_tricks(word, n, true, room), word, n);
            assert_true(t.work.table >= 1 && t.work.nodes >= 1 && t.work.tabulated == WHIST_TABLE_ORDER);
        }
}

/* ---- stops ---- */

static void assert_stopped(const struct whist_engine *engine, uint32_t order, enum nash_stop_reason why)
{
    CHECK_EQUAL(engine->tricks(&t.work, word, order), -1, word, order);
    assert_int_equal(t.run.stopped, why);
    assert_int_equal(engine->tricks(&t.work, word, order), -1); /* once stopped, always stopped */
}

static void stop_engine(const struct whist_engine *engine, unsigned check, uint32_t order)
{
    const _Atomic int cancel = 1;
    struct nash_rng rng = test_rng();
    reference_deal(word, order, 0, &rng);
    table_clear(&t, ARENA);
    t.run.force_check = check;
    assert_stopped(engine, order, NASH_STOP_TEST);
    assert_int_equal(t.run.last_check, check);
    table_clear(&t, ARENA);
    t.run.cancel = &cancel;
    assert_stopped(engine, order, NASH_STOP_CANCEL);
    table_clear(&t, ARENA);
    t.run.node_limit = 1000;
    assert_stopped(engine, order, NASH_STOP_NODES);
    assert_true(t.run.nodes >= 1000 && t.run.nodes <= 1000 + 2 * NASH_CLOCK_EVERY);
    table_clear(&t, ARENA);
    t.run.deadline_ns = 1; /* in the past */
    assert_stopped(engine, order, NASH_STOP_TIME);
}

static void test_stops(void **state)
{
    stop_engine(&whist_naive, 21, 6);
    stop_engine(&whist_seed, 22, 12);
    struct nash_rng rng = test_rng();
    reference_deal(word, 16, 0, &rng);
    table_clear(&t, ARENA);
    t.run.force_check = 22;
    assert_stopped(&whist_table, 16, NASH_STOP_TEST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_naive_on_all_deals),
        cmocka_unit_test(test_seed_on_all_deals),
        cmocka_unit_test(test_seed_on_all_deals_trick_by_trick),
        cmocka_unit_test(test_seed_on_some_deals),
        cmocka_unit_test(test_table_looks_up),
        cmocka_unit_test(test_table_drops_in),
        cmocka_unit_test(test_stops),
    };
    return cmocka_run_group_tests(tests, open_run, close_run);
}
