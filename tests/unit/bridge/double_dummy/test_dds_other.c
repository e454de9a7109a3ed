/* With a libdds of another version, problems that need libdds fail with an error that names the remedy; all others are
 * solved. This test is linked with a false libdds.so.0 (other_dds.c). */
#include <string.h>

#include <solvers/bridge/double_dummy/engine.h>

#include "../../base/test.h"
#include "../harness/minimax.h"

static void is_not_opened(void **state)
{
    assert_false(bridge_dds_open());
    assert_false(bridge_dds_open());
    assert_string_equal(bridge_dds_name(), "libdds");
}

static void whole_deals_say_what_is_missing(void **state)
{
    struct nash_rng rng = test_rng();
    struct bridge_deal deal;
    struct nash_run run = {0};
    struct nash_error error;
    uint8_t tricks[BRIDGE_SEATS];
    bool whole;
    minimax_deal(&rng, BRIDGE_RANKS, &deal);
    assert_int_equal(bridge_solve_strain(&deal, BRIDGE_NOTRUMP, &run, tricks, &whole, &error), NASH_INTERNAL);
    if (!strstr(error.detail, "another version") || !strstr(error.detail, "install the package libdds0"))
        fail_msg("%s", error.detail);
}

static void endings_need_none(void **state)
{
    struct nash_rng rng = test_rng();
    struct bridge_position position;
    struct bridge_card card;
    struct nash_run run = {.arena = nash_arena_new(1 << 20)};
    struct nash_error error;
    int tricks;
    minimax_position(&rng, 5, 0, &position);
    assert_int_equal(bridge_solve_best(&position, &run, &card, &tricks, &error), NASH_OK);
    assert_true(tricks >= 0);
    nash_arena_free(run.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_not_opened),
                                       cmocka_unit_test(whole_deals_say_what_is_missing),
                                       cmocka_unit_test(endings_need_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
