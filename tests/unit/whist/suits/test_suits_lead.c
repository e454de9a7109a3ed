/* Checks every position of small orders, bottom-up: being on lead costs at most one trick; the cheapest card that wins
 * and the lowest card of a suit suffice as replies; the search finds the same values. */
#include <string.h>

#include "../../base/test.h"
#include "../harness/suits_cards.h"
#include "../harness/suits_levels.h"

enum { MEMORY = 1 << 20, ORDER_REPLIES = 6, ORDER_LEAD = 8, ORDER_SEARCH = 6 };

static void search_agrees(const struct level *level, bool trump)
{
    for (uint64_t place = 0; place < level_positions(level); place++) {
        unsigned length[WHIST_SUITS], at = 0;
        uint64_t leader;
        struct suits_deal deal = {.trump = trump ? 0 : -1};
        level_position(level, place, length, &leader);
        for (unsigned s = WHIST_SUITS; s--; at += length[s]) {
            uint64_t all = (1ull << length[s]) - 1;
            deal.suit[s] = (struct suits_suit){.leader = leader >> at & all, .other = ~leader >> at & all};
        }
        struct solved s = deal_solve(&deal, 0, MEMORY);
        if (s.answer.tricks != level_values(level)[place])
            fail_msg("%s: is worth %u, the search says %u", deal_text(&deal), level_values(level)[place],
                     s.answer.tricks);
    }
}

static void check(bool trump)
{
    struct level *few = NULL, *all = NULL;
    const unsigned less = test_is_long() ? 0 : 1; /* skip the largest order, which takes as long as all others */
    for (unsigned order = 1; order <= ORDER_LEAD - less; order++) {
        uint64_t one_less, fewer;
        few = level_above(few, trump, false);
        level_lead(few, &one_less, &fewer);
        assert_int_equal(fewer, 0);
        assert_true(order == 1 || one_less > 0);
        if (order <= ORDER_REPLIES - less) {
            all = level_above(all, trump, true);
            assert_int_equal(level_positions(all), level_positions(few));
            assert_memory_equal(level_values(all), level_values(few), level_positions(all));
        }
        if (order <= ORDER_SEARCH - less)
            search_agrees(few, trump);
    }
    level_free(few);
    level_free(all);
}

static void test_without_trump(void **state)
{
    check(false);
}

static void test_with_trump(void **state)
{
    check(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_without_trump), cmocka_unit_test(test_with_trump)};
    return cmocka_run_group_tests_name("whist suits lead", tests, NULL, NULL);
}
