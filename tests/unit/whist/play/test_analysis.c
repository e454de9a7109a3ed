/* Compares analyses of played games with minimax over every card, the values before and after each card. */
#include <string.h>

#include <solvers/whist/closed_rule/rule.h>
#include <solvers/whist/play/analysis.h>
#include <solvers/whist/play/principal_line.h>

#include "../../base/test.h"
#include "../harness/check.h"
#include "../harness/reference.h"
#include "../harness/table.h"

enum { ARENA = 1 << 24, ORDER = 60, CARDS = 2 * ORDER };

static struct test_table table;
static int8_t word[CARDS];

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

/* A game in progress by the plain rules: the owner of each card, the player to move. */
struct position {
    uint32_t hand[2]; /* cards as bits: of the player who leads the first trick, and of the other */
    bool second_leads;
    uint32_t led; /* bit of the card that was led to the present trick; 0: none */
};

static struct position after_card(struct position p, uint32_t card)
{
    bool second = p.second_leads != (p.led != 0);
    p.hand[second] &= ~card;
    if (p.led == 0) {
        p.led = card;
        return p;
    }
    p.second_leads = card > p.led ? second : !second;
    p.led = 0;
    return p;
}

static int tricks_won(struct position before, struct position after)
{
    return before.led != 0 && !after.second_leads;
}

/* Returns the tricks that the first player (hand[0]) makes from this position on, by minimax. */
static int value_of(struct position p)
{
    bool second = p.second_leads != (p.led != 0);
    int best = -1;
    for (uint32_t left = p.hand[second]; left != 0; left &= left - 1) {
        struct position next = after_card(p, left & -left);
        int value = tricks_won(p, next) + value_of(next);
        best = best < 0 || (second ? value < best : value > best) ? value : best;
    }
    return best < 0 ? 0 : best;
}

static uint32_t card_at(uint32_t place, uint32_t order)
{
    return 1U << (2 * order - 1 - place);
}

/* Plays a random legal game of `count` cards. */
static void random_play(uint32_t *cards, uint32_t count, uint32_t order, struct nash_rng *rng)
{
    bool played[CARDS] = {false};
    int8_t leader = 1;
    for (uint32_t i = 0; i < count; i++) {
        int8_t turn = i % 2 == 0 ? leader : (int8_t)-leader;
        do
            cards[i] = (uint32_t)nash_rng_below(rng, 2 * order);
        while (played[cards[i]] || word[cards[i]] != turn);
        played[cards[i]] = true;
        if (i % 2 == 1 && cards[i] < cards[i - 1])
            leader = (int8_t)-leader;
    }
}

static const struct whist_move *moves_of(const uint32_t *cards, uint32_t count, uint32_t order)
{
    const struct whist_move *move;
    table_clear(&table, ARENA);
    CHECK_EQUAL(whist_play_legal_prefix(word, order, cards, count, table.run.arena), count, word, order);
    CHECK_EQUAL(whist_analysis_make(&move, &whist_formula, &table.work, word, order, cards, count), NASH_OK, word,
                order);
    assert_non_null(move);
    return move;
}

static void check_move(const struct whist_move *move, struct position p, uint32_t card, uint32_t order, int made)
{
    struct position next = after_card(p, card), best = after_card(p, card_at(move->best, order));
    bool second = p.second_leads != (p.led != 0);
    int before = made + value_of(p), after = made + tricks_won(p, next) + value_of(next);
    CHECK_EQUAL(card_at(move->place, order), card, word, order);
    CHECK_EQUAL(move->by_first, !second, word, order);
    CHECK_EQUAL(move->before, before, word, order);
    CHECK_EQUAL(move->after, after, word, order);
    CHECK_EQUAL(move->cost, second ? after - before : before - after, word, order);
    assert_true(p.led != 0 || move->cost <= 1);
    assert_true(p.hand[second] & card_at(move->best, order));
    CHECK_EQUAL(made + tricks_won(p, best) + value_of(best), before, word, order);
    assert_true(move->cost > 0 || move->best == move->place);
}

static void test_random_games_card_by_card(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned round = 0; round < 300; round++) {
        uint32_t order = 1 + (uint32_t)nash_rng_below(&rng, 4), cards[CARDS];
        uint32_t count = (uint32_t)nash_rng_below(&rng, 2 * order + 1);
        reference_deal(word, order, 0, &rng);
        random_play(cards, count, order, &rng);
        const struct whist_move *move = moves_of(cards, count, order);
        struct position p = {{0}};
        for (uint32_t i = 0; i < 2 * order; i++)
            p.hand[word[i] < 0] |= card_at(i, order);
        int made = 0;
        for (uint32_t i = 0; i < count; i++) {
            struct position next = after_card(p, card_at(cards[i], order));
            check_move(&move[i], p, card_at(cards[i], order), order, made);
            made += tricks_won(p, next);
            p = next;
        }
    }
}

/* The value before each card equals the value after the card before it, and the last value is the number of tricks won.
 */
static void test_long_games_add_up(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned round = 0; round < 200; round++) {
        uint32_t order = 1 + (uint32_t)nash_rng_below(&rng, ORDER), cards[CARDS], won = 0;
        int32_t room[CARDS];
        reference_deal(word, order, round % REFERENCE_FAMILIES, &rng);
        random_play(cards, 2 * order, order, &rng);
        const struct whist_move *move = moves_of(cards, 2 * order, order);
        CHECK_EQUAL(move[0].before, whist_rule_tricks(word, order, true, room), word, order);
        for (uint32_t i = 0; i < 2 * order; i++) {
            assert_true(i == 0 || move[i].before == move[i - 1].after);
            CHECK_EQUAL(move[i].after, move[i].by_first ? move[i].before - move[i].cost : move[i].before + move[i].cost,
                        word, order);
            assert_true(i % 2 == 1 || move[i].cost <= 1);
            assert_true(move[i].by_first == (word[move[i].place] > 0));
            if (i % 2 == 1)
                won += move[i].by_first == (cards[i] < cards[i - 1]);
        }
        CHECK_EQUAL(move[2 * order - 1].after, won, word, order);
    }
}

static void test_a_best_line_costs_nothing(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned round = 0; round < 100; round++) {
        uint32_t order = 1 + (uint32_t)nash_rng_below(&rng, ORDER), cards[CARDS];
        const struct whist_trick *line;
        reference_deal(word, order, round % REFERENCE_FAMILIES, &rng);
        table_clear(&table, ARENA);
        CHECK_EQUAL(whist_principal_line_find(&line, &whist_formula, &table.work, word, order), NASH_OK, word, order);
        for (uint32_t i = 0; i < order; i++) {
            cards[2 * i] = line[i].lead;
            cards[2 * i + 1] = line[i].reply;
        }
        const struct whist_move *move = moves_of(cards, 2 * order, order);
        for (uint32_t i = 0; i < 2 * order; i++)
            CHECK_EQUAL(move[i].cost, 0, word, order);
    }
}

static void test_what_is_no_play(void **state)
{
    static const int8_t deal[] = {1, -1, 1, -1, -1, 1};
    struct nash_arena *arena = table.run.arena;
    assert_int_equal(whist_play_legal_prefix(deal, 3, (const uint32_t[]){0, 1, 2, 3}, 4, arena), 4);
    assert_int_equal(whist_play_legal_prefix(deal, 3, (const uint32_t[]){1}, 1, arena), 0);       /* not the leader's */
    assert_int_equal(whist_play_legal_prefix(deal, 3, (const uint32_t[]){0, 2}, 2, arena), 1);    /* not the other's */
    assert_int_equal(whist_play_legal_prefix(deal, 3, (const uint32_t[]){0, 1, 0}, 3, arena), 2); /* played before */
    assert_int_equal(whist_play_legal_prefix(deal, 3, (const uint32_t[]){2, 1, 0}, 3, arena), 2); /* other's lead */
    assert_int_equal(whist_play_legal_prefix(deal, 3, (const uint32_t[]){2, 1, 3, 5}, 4, arena),
                     4);                                                                       /* the other leads */
    assert_int_equal(whist_play_legal_prefix(deal, 3, (const uint32_t[]){0, 6}, 2, arena), 1); /* no such card */
    assert_int_equal(whist_play_legal_prefix(deal, 3, (const uint32_t[]){0, 1, 2, 3, 5, 4, 0}, 7, arena), 6);
    assert_int_equal(whist_play_legal_prefix(deal, 3, NULL, 0, arena), 0);
    struct nash_arena *none = nash_arena_new(0);
    assert_int_equal(whist_play_legal_prefix(deal, 3, NULL, 0, none), UINT32_MAX);
    nash_arena_free(none);
}

static void test_stops_and_memory(void **state)
{
    static const unsigned checks[] = {1, 4};
    struct nash_rng rng = test_rng();
    const struct whist_move *move;
    uint32_t cards[CARDS];
    reference_deal(word, ORDER, 0, &rng);
    random_play(cards, CARDS, ORDER, &rng);
    for (unsigned i = 0; i < 2; i++) {
        table_clear(&table, ARENA);
        table.run.force_check = checks[i];
        assert_int_equal(whist_analysis_make(&move, &whist_formula, &table.work, word, ORDER, cards, CARDS), NASH_OK);
        assert_null(move);
        assert_int_equal(table.run.last_check, checks[i]);
    }
    table_clear(&table, 1024);
    assert_int_equal(whist_analysis_make(&move, &whist_formula, &table.work, word, ORDER, cards, CARDS), NASH_NOMEM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games_card_by_card), cmocka_unit_test(test_long_games_add_up),
        cmocka_unit_test(test_a_best_line_costs_nothing), cmocka_unit_test(test_what_is_no_play),
        cmocka_unit_test(test_stops_and_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
