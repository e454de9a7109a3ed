/* The closed rule only guides the search: with a wrong rule, the search takes longer and finds the same values. The
 * wrong rule in this file is linked instead of the library's. */
#include <string.h>

#include <solvers/whist/closed_rule/rule.h>
#include <solvers/whist/methods/table.h>

#include "../../base/test.h"
#include "../harness/check.h"
#include "../harness/reference.h"
#include "../harness/table.h"

enum { ALL = 8, RANDOM = 60, ARENA = 64 << 20 };

static struct nash_rng whim;
static uint64_t lies;
static int manner;

size_t whist_rule_room(uint32_t order)
{
    return 2 * (size_t)order;
}

/* Returns a wrong value: random, always the maximum, always the minimum, or the opposite of the right one. */
uint32_t whist_rule_tricks(const int8_t *word, uint32_t order, bool leads, int32_t *room)
{
    (void)leads, (void)room;
    lies++;
    if (manner == 0)
        return (uint32_t)nash_rng_below(&whim, order + 1);
    if (manner == 3 && order <= REFERENCE_ORDER)
        return order - reference_value((uint32_t)whist_mask_of(word, order), order);
    return manner == 1 ? order : 0;
}

static void test_lies_change_nothing(void **state)
{
    struct test_table t;
    int8_t word[2 * WHIST_MASK_ORDER];
    whim = test_rng();
    table_open(&t, ARENA);
    for (manner = 0; manner < 4; manner++) {
        for (uint32_t n = 1; n <= ALL; n++)
            for (uint32_t mask = (1U << n) - 1; mask < 1U << 2 * n; mask = reference_next(mask)) {
                whist_word_of(mask, n, word);
                table_clear(&t, ARENA);
                CHECK_EQUAL(whist_search.tricks(&t.work, word, n), reference_value(mask, n), word, n);
            }
        assert_true(lies > 0);
    }
    table_close(&t);
}

/* For larger deals, two searches with different wrong rules agree. */
static void test_liars_agree(void **state)
{
    struct test_table t;
    struct nash_rng rng = test_rng();
    int8_t word[2 * WHIST_MASK_ORDER];
    table_open(&t, ARENA);
    for (unsigned i = 0; i < RANDOM; i++) {
        uint32_t n = 12 + i % 5;
        int found[3];
        reference_deal(word, n, i % REFERENCE_FAMILIES, &rng);
        for (manner = 0; manner < 3; manner++) {
            table_clear(&t, ARENA);
            found[manner] = whist_search.tricks(&t.work, word, n);
        }
        CHECK_EQUAL(found[0], found[1], word, n);
        CHECK_EQUAL(found[0], found[2], word, n);
    }
    table_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lies_change_nothing),
        cmocka_unit_test(test_liars_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
