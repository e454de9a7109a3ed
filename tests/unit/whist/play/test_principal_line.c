/* Lines of optimal play make as many tricks as the value of the deal, and no card loses a trick. The replay of a line
 * checks every rule. */
#include <string.h>

#include <solvers/whist/closed_rule/rule.h>
#include <solvers/whist/play/principal_line.h>

#include "../../base/test.h"
#include "../harness/check.h"
#include "../harness/reference.h"
#include "../harness/table.h"

enum { ARENA = 1 << 26, ORDER = 300 };

static struct test_table table;
static int8_t word[2 * ORDER];
static int32_t room[2 * ORDER];

static int setup(void **state)
{
    table_open(&table, ARENA);
    return table.run.arena ? 0 : -1;
}

static int teardown(void **state)
{
    table_close(&table);
    return 0;
}

static const struct whist_trick *line_of(const struct whist_engine *engine, uint32_t order)
{
    const struct whist_trick *line;
    table_clear(&table, ARENA);
    CHECK_EQUAL(whist_principal_line_find(&line, engine, &table.work, word, order), NASH_OK, word, order);
    assert_non_null(line);
    return line;
}

static void test_lines_of_all_deals_to_order_8(void **state)
{
    for (uint32_t n = 1; n <= 8; n++)
        for (uint32_t mask = (1U << n) - 1; mask < 1U << 2 * n; mask = reference_next(mask)) {
            whist_word_of(mask, n, word);
            const struct whist_trick *line = line_of(n % 2 ? &reference_engine : &whist_formula, n);
            CHECK_EQUAL(whist_principal_line_replay(line, word, n, table.run.arena), reference_value(mask, n), word, n);
        }
}

/* The line of a long deal makes as many tricks as the closed rule predicts. */
static void test_lines_of_long_words(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned round = 0; round < 400; round++) {
        uint32_t order = 1 + (uint32_t)nash_rng_below(&rng, round % 10 ? 60 : ORDER);
        reference_deal(word, order, round % REFERENCE_FAMILIES, &rng);
        const struct whist_trick *line = line_of(&whist_formula, order);
        CHECK_EQUAL(whist_principal_line_replay(line, word, order, table.run.arena),
                    whist_rule_tricks(word, order, true, room), word, order);
    }
}

static unsigned bits(uint32_t mask)
{
    return (unsigned)__builtin_popcount(mask);
}

/* Returns the tricks of the player with the cards `mine` (bits), by minimax over every card, independent of the tested
 * code. i_lead: this player is on lead. */
static int rest(uint32_t mine, uint32_t yours, bool i_lead)
{
    if (mine == 0)
        return 0;
    uint32_t leading = i_lead ? mine : yours, following = i_lead ? yours : mine;
    int best = -1;
    for (uint32_t l = leading; l != 0; l &= l - 1) {
        uint32_t lead = l & -l;
        int least = -1;
        for (uint32_t r = following; r != 0; r &= r - 1) {
            uint32_t reply = r & -r, gone = ~(lead | reply);
            int won = lead > reply;
            int mine_after = rest(mine & gone, yours & gone, i_lead == won) + (i_lead == won);
            int after = i_lead ? mine_after : (int)bits(mine) - mine_after;
            least = least < 0 || after < least ? after : least;
        }
        best = least > best ? least : best;
    }
    return i_lead ? best : (int)bits(mine) - best;
}

/* Every trick of the line keeps the value, by minimax over cards. */
static void test_every_trick_keeps_the_value(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned round = 0; round < 150; round++) {
        uint32_t order = 1 + (uint32_t)nash_rng_below(&rng, 5), mine = 0, yours = 0;
        reference_deal(word, order, 0, &rng);
        for (uint32_t i = 0; i < 2 * order; i++)
            *(word[i] > 0 ? &mine : &yours) |= 1U << (2 * order - 1 - i);
        const struct whist_trick *line = line_of(&whist_formula, order);
        int value = rest(mine, yours, true), made = 0;
        for (uint32_t i = 0; i < order; i++) {
            uint32_t gone = ~(1U << (2 * order - 1 - line[i].lead) | 1U << (2 * order - 1 - line[i].reply));
            mine &= gone;
            yours &= gone;
            made += line[i].won_by_first;
            CHECK_EQUAL(made + rest(mine, yours, line[i].won_by_first), value, word, order);
        }
    }
}

static void test_replay_believes_nothing(void **state)
{
    struct nash_rng rng = test_rng();
    enum { N = 9 };
    for (unsigned round = 0; round < 500; round++) {
        reference_deal(word, N, round % REFERENCE_FAMILIES, &rng);
        struct whist_trick forged[N];
        memcpy(forged, line_of(&whist_formula, N), sizeof forged);
        struct whist_trick *t = &forged[nash_rng_below(&rng, N)], *u = &forged[nash_rng_below(&rng, N)];
        switch (nash_rng_below(&rng, 7)) {
        case 0:
            t->won_by_first = !t->won_by_first;
            break;
        case 1:
            t->by_first = !t->by_first;
            break;
        case 2:
            t->lead = t->reply;
            break;
        case 3:
            t->reply = t->lead;
            break;
        case 4:
            t->lead = 2 * N;
            break;
        case 5:
            t->reply = UINT32_MAX;
            break;
        default: /* a card played twice */
            if (t == u)
                continue;
            t->reply = u->reply;
        }
        assert_int_equal(whist_principal_line_replay(forged, word, N, table.run.arena), -1);
    }
}

static void test_stops_and_memory(void **state)
{
    static const unsigned checks[] = {1, 3};
    struct nash_rng rng = test_rng();
    const struct whist_trick *line;
    reference_deal(word, ORDER, 0, &rng);
    for (unsigned i = 0; i < 2; i++) {
        table_clear(&table, ARENA);
        table.run.force_check = checks[i];
        assert_int_equal(whist_principal_line_find(&line, &whist_formula, &table.work, word, ORDER), NASH_OK);
        assert_null(line);
        assert_int_equal(table.run.last_check, checks[i]);
    }
    table_clear(&table, ARENA);
    table.run.node_limit = ORDER / 2;
    assert_int_equal(whist_principal_line_find(&line, &whist_formula, &table.work, word, ORDER), NASH_OK);
    assert_null(line);
    assert_int_equal(table.run.stopped, NASH_STOP_NODES);
    table_clear(&table, 2048);
    assert_int_equal(whist_principal_line_find(&line, &whist_formula, &table.work, word, ORDER), NASH_NOMEM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_of_all_deals_to_order_8),
        cmocka_unit_test(test_lines_of_long_words),
        cmocka_unit_test(test_every_trick_keeps_the_value),
        cmocka_unit_test(test_replay_believes_nothing),
        cmocka_unit_test(test_stops_and_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
