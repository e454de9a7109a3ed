/* The theorems of src/solvers/whist/closed_rule/PROOF.md, by their numbers, on all deals of small orders. */
#include <stdlib.h>
#include <string.h>

#include <solvers/whist/deal.h>

#include "../../base/test.h"
#include "../harness/check.h"
#include "../harness/reference.h"

enum { ORDER = 7, CARDS = 2 * ORDER };

static int8_t word[CARDS];

/* f() and g() return the tricks of player +1: f() if +1 is on lead, g() if the other player is. */
static int f(const int8_t *w, uint32_t n)
{
    return n == 0 ? 0 : (int)reference_value((uint32_t)whist_mask_of(w, n), n);
}

static int g(const int8_t *w, uint32_t n)
{
    int8_t other[CARDS];
    for (uint32_t i = 0; i < 2 * n; i++)
        other[i] = (int8_t)-w[i];
    return (int)n - f(other, n);
}

/* Writes to `rest` the word w without the cards at places a and b. */
static void without(const int8_t *w, uint32_t n, uint32_t a, uint32_t b, int8_t *rest)
{
    for (uint32_t i = 0; i < 2 * n; i++)
        if (i != a && i != b)
            *rest++ = w[i];
}

typedef void theorem(uint32_t n);

static void for_all_deals(theorem *holds, uint32_t order)
{
    for (uint32_t n = 1; n <= order; n++)
        for (uint32_t mask = (1U << n) - 1; mask < 1U << 2 * n; mask = reference_next(mask)) {
            whist_word_of(mask, n, word);
            holds(n);
        }
}

static void the_lead_costs_none_or_one(uint32_t n)
{
    int cost = g(word, n) - f(word, n);
    CHECK(cost == 0 || cost == 1, "theorems 1 and 5", word, n);
}

static void a_higher_card_gains_none_or_one(uint32_t n)
{
    int8_t better[CARDS];
    for (uint32_t from = 1; from < 2 * n; from++)
        for (uint32_t to = 0; word[from] > 0 && to < from; to++) {
            memcpy(better, word, to);
            better[to] = 1;
            memcpy(better + to + 1, word + to, from - to);
            memcpy(better + from + 1, word + from + 1, 2 * n - from - 1);
            int by_f = f(better, n) - f(word, n), by_g = g(better, n) - g(word, n);
            CHECK(by_f >= 0 && by_f <= 1 && by_g >= 0 && by_g <= 1, "theorem 2", word, n);
        }
}

static uint32_t lowest(int8_t sign, uint32_t n)
{
    uint32_t place = 2 * n - 1;
    while (word[place] != sign)
        place--;
    return place;
}

static void his_lowest_for_any(uint32_t n)
{
    int8_t rest[CARDS];
    for (uint32_t b = 0; b < 2 * n; b++) {
        if (word[b] > 0)
            continue;
        without(word, n, lowest(1, n), b, rest);
        CHECK(f(word, n) <= f(rest, n - 1) + 1 && g(word, n) <= g(rest, n - 1) + 1, "theorems 3 and 4", word, n);
    }
}

static void a_pair_taken_out(uint32_t n)
{
    int8_t rest[CARDS];
    for (uint32_t a = 0; a < 2 * n; a++)
        for (uint32_t b = 0; b < 2 * n; b++) {
            if (word[a] < 0 || word[b] > 0)
                continue;
            without(word, n, a, b, rest);
            int trick = a < b, by_f = f(word, n) - f(rest, n - 1) - trick, by_g = g(word, n) - g(rest, n - 1) - trick;
            CHECK(abs(by_f) <= 1 && abs(by_g) <= 1, "theorem 6", word, n);
        }
}

static int answered(uint32_t n, uint32_t lead, uint32_t reply)
{
    int8_t rest[CARDS];
    without(word, n, lead, reply, rest);
    return lead < reply ? 1 + f(rest, n - 1) : g(rest, n - 1);
}

static void leads_and_answers(uint32_t n)
{
    int value = f(word, n);
    for (uint32_t a = 0; a < 2 * n; a++) {
        int least = (int)n, of_two = answered(n, a, lowest(-1, n));
        uint32_t beat = a;
        if (word[a] < 0)
            continue;
        for (uint32_t b = 0; b < 2 * n; b++) {
            if (word[b] > 0)
                continue;
            int now = answered(n, a, b);
            least = now < least ? now : least;
            beat = b < a ? b : beat;
        }
        if (beat != a && answered(n, a, beat) < of_two)
            of_two = answered(n, a, beat);
        CHECK(least == value || least == value - 1, "theorem 7", word, n);
        CHECK(least == of_two, "theorem 8", word, n);
    }
}

static void cards_that_must_win(uint32_t n)
{
    int level = 0, high = 0, low = 0;
    for (uint32_t i = 0; i < 2 * n; i++) {
        level += word[i];
        high = level > high ? level : high;
        low = level < low ? level : low;
    }
    CHECK(high <= f(word, n) && g(word, n) <= (int)n + low, "theorem 9", word, n);
}

static void the_top_and_the_lowest(uint32_t n)
{
    int8_t rest[CARDS];
    if (word[0] < 0)
        return;
    without(word, n, 0, lowest(-1, n), rest);
    int by_f = f(word, n) - f(rest, n - 1), by_g = g(word, n) - g(rest, n - 1);
    CHECK(by_f >= 1 && by_f <= 2 && by_g >= 1 && by_g <= 2, "theorem 10", word, n);
}

/* Moves the last card of the word, a card of B, before all others. */
static void raise_last(uint32_t n, int8_t *raised)
{
    raised[0] = -1;
    memcpy(raised + 1, word, 2 * n - 1);
}

static void the_lowest_made_the_highest(uint32_t n)
{
    int8_t rest[CARDS], raised[CARDS];
    if (word[2 * n - 1] > 0)
        return;
    raise_last(n, raised);
    without(word, n, lowest(1, n), 2 * n - 1, rest);
    CHECK(f(word, n) >= g(rest, n - 1) && g(rest, n - 1) >= g(raised, n), "theorem 11", word, n);
    uint32_t a0 = lowest(1, n), y = a0;
    while (y-- > 0 && word[y] > 0)
        continue;
    if (y < a0) { /* B can win the lead of a0 with y, and then keeps his lowest card in place of y */
        int8_t beaten[CARDS];
        without(word, n, a0, y, beaten);
        CHECK(g(beaten, n - 1) >= g(rest, n - 1), "theorem 11, the answer that wins", word, n);
    }
}

/* Moves a card of B at `high` below the cards of A that follow it, if both players own a higher card. */
static void over_an_interval(uint32_t n)
{
    int8_t rest[CARDS], lower[CARDS];
    for (uint32_t high = 2; high + 1 < 2 * n; high++) {
        uint32_t low = high;
        while (low + 1 < 2 * n && word[low + 1] > 0)
            low++;
        if (word[high] > 0 || low == high || !memchr(word, 1, high) || !memchr(word, -1, high))
            continue;
        memcpy(lower, word, 2 * n);
        lower[high] = 1;
        lower[low] = -1;
        without(word, n, high, low, rest);
        CHECK(f(word, n) >= g(rest, n - 1) && g(lower, n) <= 1 + f(rest, n - 1), "theorem 13", word, n);
    }
}

static void test_theorems(void **state)
{
    for_all_deals(the_lead_costs_none_or_one, ORDER);
    for_all_deals(a_higher_card_gains_none_or_one, ORDER);
    for_all_deals(his_lowest_for_any, ORDER);
    for_all_deals(a_pair_taken_out, ORDER);
    for_all_deals(leads_and_answers, ORDER);
    for_all_deals(cards_that_must_win, ORDER);
    for_all_deals(the_top_and_the_lowest, ORDER);
    for_all_deals(the_lowest_made_the_highest, ORDER);
    for_all_deals(over_an_interval, ORDER);
}

static void test_families(void **state)
{
    for (uint32_t n = 1; n <= ORDER; n++) {
        for (uint32_t p = 0; p <= n; p++) {
            memset(word, 1, sizeof word);
            memset(word + p, -1, n);
            CHECK_EQUAL(f(word, n), p, word, n);
            CHECK_EQUAL(g(word, n), p, word, n);
        }
        for (uint32_t i = 0; i < 2 * n; i++)
            word[i] = i % 2 ? -1 : 1;
        CHECK_EQUAL(f(word, n), (n + 1) / 2, word, n);
        CHECK_EQUAL(g(word, n), n / 2 + 1, word, n);
    }
}

/* Checks the statements J, D and M of PROOF.md about the patent's rules of defence. J is not proved; D (theorem 12) and
 * theorem 13 are proved under the condition J; M, which would imply a part of J, is not proved either. */
static void rules_of_defence(uint32_t n)
{
    int8_t raised[CARDS];
    if (word[2 * n - 1] < 0) {
        raise_last(n, raised);
        CHECK(g(word, n) >= f(raised, n) + 1, "D", word, n);
    }
    bool below_top = false;
    for (uint32_t a = 1; a < 2 * n; a++) {
        below_top = below_top || (word[a] < 0 && memchr(word, 1, a));
        if (word[a] > 0 && word[a - 1] < 0 && below_top && lowest(-1, n) > a)
            CHECK(answered(n, a, a - 1) <= answered(n, a, lowest(-1, n)), "J", word, n);
    }
}

static void neighbours_that_change_places(uint32_t n)
{
    int8_t other[CARDS];
    for (uint32_t a = 2; a + 1 < 2 * n; a++) {
        if (word[a] < 0 || word[a + 1] > 0 || !memchr(word, 1, a) || !memchr(word, -1, a))
            continue;
        memcpy(other, word, 2 * n);
        other[a] = -1;
        other[a + 1] = 1;
        CHECK(f(word, n) <= g(other, n), "M", word, n);
    }
}

static void test_rules_of_defence(void **state)
{
    for_all_deals(rules_of_defence, ORDER);
    for_all_deals(neighbours_that_change_places, ORDER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_theorems),
        cmocka_unit_test(test_families),
        cmocka_unit_test(test_rules_of_defence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
