/* Conversion of hands to words: any distinct integers are accepted, other hands are refused with the place of the
 * fault.
 */
#include <string.h>

#include <solvers/whist/read/input.h>

#include "../../base/test.h"
#include "../harness/check.h"
#include "../harness/reference.h"

enum { ARENA = 1 << 26, ORDER = 40 };

static struct nash_arena *arena;
static struct nash_error error;

static int setup(void **state)
{
    arena = nash_arena_new(ARENA);
    return arena ? 0 : -1;
}

static int teardown(void **state)
{
    nash_arena_free(arena);
    return 0;
}

static enum nash_status make_in(struct nash_arena *memory, struct whist_deal *deal, const int64_t *a, uint32_t a_count,
                                const int64_t *b, uint32_t b_count, bool b_leads)
{
    struct reader r;
    const struct nash_json_ints hand[2] = {{a, a_count}, {b, b_count}};
    memset(&error, 0, sizeof error);
    reader_root(&r, NULL, memory, &error);
    bool made = whist_deal_make(deal, &r, &hand[0], &hand[1], b_leads);
    assert_int_equal(made, reader_ok(&r));
    return reader_status(&r);
}

static enum nash_status make(struct whist_deal *deal, const int64_t *a, uint32_t a_count, const int64_t *b,
                             uint32_t b_count, bool b_leads)
{
    return make_in(arena, deal, a, a_count, b, b_count, b_leads);
}

static void expect_refused(const int64_t *a, uint32_t a_count, const int64_t *b, uint32_t b_count, const char *pointer)
{
    struct whist_deal deal;
    assert_int_equal(make(&deal, a, a_count, b, b_count, false), NASH_UNPROCESSABLE);
    assert_string_equal(error.pointer, pointer);
    assert_true(strlen(error.detail) > 10);
}

static void test_ranks_far_apart(void **state)
{
    struct whist_deal deal;
    const int64_t a[] = {-5, INT64_MAX, 0}, b[] = {INT64_MIN, 7, INT64_MAX - 1};
    const int8_t by_a[] = {1, -1, -1, 1, 1, -1};
    const int64_t labels[] = {INT64_MAX, INT64_MAX - 1, 7, 0, -5, INT64_MIN};
    assert_int_equal(make(&deal, a, 3, b, 3, false), NASH_OK);
    assert_int_equal(deal.order, 3);
    assert_false(deal.b_leads);
    assert_memory_equal(deal.word, by_a, sizeof by_a);
    assert_memory_equal(deal.label, labels, sizeof labels);
    assert_int_equal(make(&deal, a, 3, b, 3, true), NASH_OK);
    assert_true(deal.b_leads);
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(deal.word[i], -by_a[i]);
}

static void test_cards_dealt_twice(void **state)
{
    expect_refused((const int64_t[]){1, 2, 3}, 3, (const int64_t[]){4, 2, 6}, 3, "/b/1");
    expect_refused((const int64_t[]){9, 2, 9}, 3, (const int64_t[]){4, 5, 6}, 3, "/a/2");
    expect_refused((const int64_t[]){1, 2, 3}, 3, (const int64_t[]){4, 4, 6}, 3, "/b/1");
    expect_refused((const int64_t[]){9, 5, 5}, 3, (const int64_t[]){4, 9, 6}, 3, "/a/2");
    expect_refused((const int64_t[]){-1, -1, -1}, 3, (const int64_t[]){-1, -1, -1}, 3, "/a/1");
    expect_refused((const int64_t[]){INT64_MIN}, 1, (const int64_t[]){INT64_MIN}, 1, "/b/0");
}

static void test_hands_of_no_game(void **state)
{
    const int64_t a[] = {1, 2}, b[] = {3, 4};
    expect_refused(a, 0, b, 0, "/a");
    expect_refused(a, 1, b, 2, "/a");
    expect_refused(a, 2, b, 1, "/b");
    expect_refused(a, 2, b, 0, "/b");
    int64_t *many = NASH_NEW(arena, int64_t, WHIST_ORDER_MAX + 1);
    assert_non_null(many);
    expect_refused(many, WHIST_ORDER_MAX + 1, many, WHIST_ORDER_MAX + 1, "/a");
}

static int64_t any_label(struct nash_rng *rng)
{
    static const uint64_t spread[] = {100, 1000, 1U << 20, UINT64_C(1) << 40};
    uint64_t kind = nash_rng_below(rng, 5);
    if (kind == 4)
        return (int64_t)nash_rng_next(rng);
    return (int64_t)nash_rng_below(rng, spread[kind]) - (int64_t)(spread[kind] / 2);
}

/* The word of random hands, given in any order, is compared with the number of higher cards of each card; the players
 * are also swapped. */
static void test_word_is_the_order_of_the_cards(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned round = 0; round < 2000; round++) {
        int64_t card[2 * ORDER];
        uint32_t order = 1 + (uint32_t)nash_rng_below(&rng, ORDER), cards = 2 * order;
        bool b_leads = nash_rng_below(&rng, 2), twice = false;
        for (uint32_t i = 0; i < cards; i++)
            card[i] = any_label(&rng);
        struct whist_deal deal, swapped;
        enum nash_status status = make(&deal, card, order, card + order, order, b_leads);
        for (uint32_t i = 0; i < cards; i++) {
            uint32_t higher = 0;
            for (uint32_t j = 0; j < cards; j++) {
                higher += card[j] > card[i];
                twice |= j != i && card[j] == card[i];
            }
            if (status == NASH_OK) {
                assert_int_equal(deal.label[higher], card[i]);
                assert_int_equal(deal.word[higher], (i >= order) == b_leads ? 1 : -1);
            }
        }
        assert_int_equal(status, twice ? NASH_UNPROCESSABLE : NASH_OK);
        if (twice)
            continue;
        assert_int_equal(make(&swapped, card + order, order, card, order, !b_leads), NASH_OK);
        assert_memory_equal(swapped.word, deal.word, cards);
        assert_int_equal(swapped.b_leads, !b_leads);
    }
}

static void test_no_memory(void **state)
{
    const int64_t a[] = {1, 2, 3}, b[] = {4, 5, 6};
    struct nash_arena *small = nash_arena_new(64);
    struct whist_deal deal;
    assert_int_equal(make_in(small, &deal, a, 3, b, 3, false), NASH_NOMEM);
    nash_arena_free(small);
}

static void test_masks(void **state)
{
    struct nash_rng rng = test_rng();
    int8_t word[2 * WHIST_MASK_ORDER], back[2 * WHIST_MASK_ORDER];
    for (uint32_t order = 1; order <= WHIST_MASK_ORDER; order++) {
        reference_deal(word, order, 0, &rng);
        whist_mask mask = whist_mask_of(word, order);
        for (uint32_t i = 0; i < 2 * order; i++)
            CHECK_EQUAL(mask >> (2 * order - 1 - i) & 1, word[i] > 0, word, order);
        whist_word_of(mask, order, back);
        assert_memory_equal(word, back, 2 * order);
    }
}

static void test_word_after_a_trick(void **state)
{
    struct nash_rng rng = test_rng();
    int8_t word[2 * ORDER], after[2 * ORDER];
    for (unsigned round = 0; round < 2000; round++) {
        uint32_t order = 1 + (uint32_t)nash_rng_below(&rng, ORDER), lead, reply, kept = 0;
        reference_deal(word, order, round % REFERENCE_FAMILIES, &rng);
        do
            lead = (uint32_t)nash_rng_below(&rng, 2 * order);
        while (word[lead] < 0);
        do
            reply = (uint32_t)nash_rng_below(&rng, 2 * order);
        while (word[reply] > 0);
        CHECK_EQUAL(whist_word_after(word, order, lead, reply, after), lead < reply, word, order);
        for (uint32_t i = 0; i < 2 * order; i++)
            if (i != lead && i != reply)
                CHECK_EQUAL(after[kept++], lead < reply ? word[i] : -word[i], word, order);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranks_far_apart),    cmocka_unit_test(test_cards_dealt_twice),
        cmocka_unit_test(test_hands_of_no_game),   cmocka_unit_test(test_word_is_the_order_of_the_cards),
        cmocka_unit_test(test_no_memory),          cmocka_unit_test(test_masks),
        cmocka_unit_test(test_word_after_a_trick),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
