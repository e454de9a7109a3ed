/* Compares the closed rule with minimax: exhaustively for small orders; for larger ones, by one step of the recursion.
 */
#include <string.h>

#include <solvers/whist/closed_rule/rule.h>
#include <solvers/whist/deal.h>

#include "../../base/test.h"
#include "../harness/check.h"
#include "../harness/reference.h"

enum { CARDS_MAX = 2 * WHIST_ORDER_MAX };

static int32_t room[CARDS_MAX];
static int8_t word[CARDS_MAX];

static unsigned tricks(const int8_t *w, uint32_t order)
{
    return whist_rule_tricks(w, order, true, room);
}

static void test_room_is_what_is_asked_for(void **state)
{
    assert_true(whist_rule_room(1) <= 2);
    assert_true(whist_rule_room(WHIST_ORDER_MAX) <= CARDS_MAX);
    assert_int_equal(whist_rule_tricks(word, 0, true, room), 0);
}

static void test_all_deals_to_order_10(void **state)
{
    for (uint32_t n = 1; n <= REFERENCE_ORDER; n++)
        for (uint32_t mask = (1U << n) - 1; mask < 1U << 2 * n; mask = reference_next(mask)) {
            whist_word_of(mask, n, word);
            uint32_t other = ~mask & ((1U << 2 * n) - 1);
            CHECK(tricks(word, n) == reference_value(mask, n), "on lead", word, n);
            CHECK(whist_rule_tricks(word, n, false, room) == n - reference_value(other, n), "not on lead", word, n);
        }
}

static void test_intervals_say_what_cards_say(void **state)
{
    for (uint32_t n = 1; n <= 7; n++)
        for (uint32_t mask = (1U << n) - 1; mask < 1U << 2 * n; mask = reference_next(mask)) {
            whist_word_of(mask, n, word);
            CHECK_EQUAL(reference_value(mask, n), reference_all_cards(mask, n), word, n);
        }
}

/* Returns the value of a lead: the least value by the rule after any reply. all_cards: tries every reply; otherwise one
 * of each interval. */
static unsigned lead_value(const int8_t *w, uint32_t n, uint32_t lead, bool all_cards)
{
    static int8_t after[CARDS_MAX];
    unsigned least = n;
    for (uint32_t reply = 0; reply < 2 * n; reply++) {
        if (w[reply] > 0 || (!all_cards && reply > 0 && w[reply - 1] < 0))
            continue;
        bool won = whist_word_after(w, n, lead, reply, after);
        unsigned rest = tricks(after, n - 1), value = won ? rest + 1 : n - 1 - rest;
        least = value < least ? value : least;
    }
    return least;
}

/* Checks that the rule is consistent: its value of a word is that of the best lead and the best reply, by the rule's
 * values of the words that follow. If this held for every word of every order, it would prove the rule. */
static void check_recursion(const int8_t *w, uint32_t n, bool all_cards)
{
    unsigned value = tricks(w, n), most = 0;
    for (uint32_t lead = 0; lead < 2 * n; lead++) {
        if (w[lead] < 0 || (!all_cards && lead > 0 && w[lead - 1] > 0))
            continue;
        unsigned now = lead_value(w, n, lead, all_cards);
        CHECK(now == value || now + 1 == value, "a lead is worth the value or one less", w, n);
        most = now > most ? now : most;
    }
    CHECK(most == value, "the best lead is worth the value", w, n);
}

static void test_recursion(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 4000; i++) {
        uint32_t n = 1 + (uint32_t)nash_rng_below(&rng, 60);
        reference_deal(word, n, i % REFERENCE_FAMILIES, &rng);
        check_recursion(word, n, false);
    }
    for (unsigned i = 0; i < 1000; i++) {
        uint32_t n = 1 + (uint32_t)nash_rng_below(&rng, 14);
        reference_deal(word, n, i % REFERENCE_FAMILIES, &rng);
        check_recursion(word, n, true);
    }
}

static void test_being_on_lead_never_gains(void **state)
{
    struct nash_rng rng = test_rng();
    static int8_t other[2 * 300];
    for (unsigned i = 0; i < 20000; i++) {
        uint32_t n = 1 + (uint32_t)nash_rng_below(&rng, 300);
        reference_deal(word, n, i % REFERENCE_FAMILIES, &rng);
        for (uint32_t c = 0; c < 2 * n; c++)
            other[c] = (int8_t)-word[c];
        unsigned both = tricks(word, n) + tricks(other, n);
        CHECK(both == n || both == n - 1, "both leading", word, n);
        CHECK(whist_rule_tricks(word, n, false, room) == n - tricks(other, n), "seats changed", word, n);
    }
}

static void test_running_sums_say_what_the_plain_rule_says(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 8000; i++) {
        uint32_t n = 1 + (uint32_t)nash_rng_below(&rng, i % 100 == 0 ? 1000 : 60);
        reference_deal(word, n, i / 2 % REFERENCE_FAMILIES, &rng);
        CHECK((int)whist_rule_tricks(word, n, i % 2, room) == reference_tricks(&reference_rule, word, n, i % 2),
              "plain rule", word, n);
    }
}

/* If two neighbours are removed from a path, it is the path of the word without these cards. */
static void test_path_without_neighbours(void **state)
{
    struct nash_rng rng = test_rng();
    static int8_t rest[2 * 120];
    static int32_t own[2 * 120];
    for (unsigned i = 0; i < 1500; i++) {
        uint32_t n = 1 + (uint32_t)nash_rng_below(&rng, i % 20 ? 20 : 120);
        int32_t level = 0;
        struct whist_path path;
        reference_deal(word, n, i % REFERENCE_FAMILIES, &rng);
        whist_path_walk(&path, word, n, own);
        for (uint32_t out = 0; out + 1 < 2 * n; level += word[out++]) {
            if (word[out] == word[out + 1])
                continue;
            memcpy(rest, word, out);
            memcpy(rest + out, word + out + 2, 2 * n - out - 2);
            for (int leads = 0; leads < 2; leads++)
                CHECK_EQUAL(whist_path_tricks_without(&path, out, level, leads),
                            whist_rule_tricks(rest, n - 1, leads, room), word, n);
        }
        CHECK_EQUAL(whist_path_tricks(&path, true), tricks(word, n), word, n);
    }
}

/* Checks bounds that are proved for any word (PROOF.md), by matching cards with lower cards of the other player. */
static void check_bounds(const int8_t *w, uint32_t n)
{
    int32_t level = 0, low = 0, high = 0;
    for (uint32_t i = 0; i < 2 * n; i++) {
        level += w[i];
        low = level < low ? level : low;
        high = level > high ? level : high;
    }
    int32_t leads = (int32_t)tricks(w, n), follows = (int32_t)whist_rule_tricks(w, n, false, room);
    CHECK(leads >= high && leads <= (int32_t)n + low, "bounds", w, n);
    CHECK(follows == leads || follows == leads + 1, "the lead costs none or one", w, n);
}

static void test_a_million_cards_a_hand(void **state)
{
    struct nash_rng rng = test_rng();
    uint32_t n = WHIST_ORDER_MAX;
    for (unsigned family = 0; family < REFERENCE_FAMILIES; family++) {
        reference_deal(word, 3000, family, &rng);
        CHECK((int)tricks(word, 3000) == reference_tricks(&reference_rule, word, 3000, true), "plain rule", word, 3000);
        reference_deal(word, n, family, &rng);
        check_bounds(word, n);
    }
    memset(word, 1, n);
    memset(word + n, -1, n);
    assert_int_equal(tricks(word, n), n);
    memset(word, -1, n);
    memset(word + n, 1, n);
    assert_int_equal(tricks(word, n), 0);
}

/* If one constant of the rule is changed, some deal of order <= 9 gets a wrong value. */
static void test_every_token_counts(void **state)
{
    struct reference_rule mutant[25];
    unsigned count = 0;
#define MUTANT(member, change)                                                                                         \
    do {                                                                                                               \
        mutant[count] = reference_rule;                                                                                \
        mutant[count].member = change;                                                                                 \
        count++;                                                                                                       \
    } while (0)
    MUTANT(top_k, 0);
    MUTANT(top_k, 2);
    MUTANT(top_g, 1);
    MUTANT(top_g, 3);
    MUTANT(top_value, 1);
    MUTANT(top_value, -1);
    MUTANT(low_g, -1);
    MUTANT(low_g, -3);
    MUTANT(drop_high, -1);
    MUTANT(drop_high, 1);
    MUTANT(drop_low, -1);
    MUTANT(drop_low, 1);
    MUTANT(zero_value, -1);
    MUTANT(zero_value, 1);
    MUTANT(far_value, 0);
    MUTANT(no_attack_value, 0);
    MUTANT(no_attack_value, -2);
    MUTANT(margin_one, 0);
    MUTANT(margin_one, 4);
    MUTANT(margin, 2);
    MUTANT(margin, -2);
    MUTANT(later, 1);
    MUTANT(later, 3);
    MUTANT(ends, false);
    MUTANT(lead_cost, -1);
    bool caught[25] = {false};
    for (uint32_t n = 1; n <= 9; n++)
        for (uint32_t mask = (1U << n) - 1; mask < 1U << 2 * n; mask = reference_next(mask)) {
            whist_word_of(mask, n, word);
            int value = (int)reference_value(mask, n);
            CHECK(reference_tricks(&reference_rule, word, n, true) == value, "plain rule", word, n);
            for (unsigned i = 0; i < count; i++)
                caught[i] = caught[i] || reference_tricks(&mutant[i], word, n, true) != value;
        }
    for (unsigned i = 0; i < count; i++)
        if (!caught[i])
            fail_msg("mutant %u of the rule is right on all deals to order 9", i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_room_is_what_is_asked_for),
        cmocka_unit_test(test_all_deals_to_order_10),
        cmocka_unit_test(test_intervals_say_what_cards_say),
        cmocka_unit_test(test_recursion),
        cmocka_unit_test(test_being_on_lead_never_gains),
        cmocka_unit_test(test_running_sums_say_what_the_plain_rule_says),
        cmocka_unit_test(test_path_without_neighbours),
        cmocka_unit_test(test_a_million_cards_a_hand),
        cmocka_unit_test(test_every_token_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
