/* Ranges as text: what each token means, what is refused and where, and that a written range reads as the same one. */
#include <math.h>
#include <string.h>

#include <nash/nash.h>
#include <solvers/holdem/range/range.h>
#include <solvers/holdem/range/symmetry.h>

#include "../base/test.h"

enum { RANDOM_RANGES = 500 };

static bool read_text(const char *text, struct holdem_range *range, struct range_fault *fault)
{
    return range_read((struct text_span){text, text + strlen(text)}, range, fault);
}

static struct holdem_range range_of(const char *text)
{
    struct holdem_range range;
    struct range_fault fault;
    if (!read_text(text, &range, &fault))
        fail_msg("%s: %s", text, fault.detail);
    return range;
}

static void test_tokens(void **state)
{
    static const struct {
        const char *text;
        unsigned combos;
    } cases[] = {
        {"QQ", 6},       {"QQ+", 18},    {"22+", 78},     {"QQ-99", 24},
        {"AKs", 4},      {"AKo", 12},    {"AK", 16},      {"KA", 16},
        {"ATs+", 16},    {"KTs+", 12},   {"QTs+", 8},     {"AKs+", 4},
        {"A5s-A2s", 16}, {"A5s-A5s", 4}, {"T9s-54s", 24}, {"AQo-ATo", 36},
        {"A5-A4", 32},   {"AhKd", 1},    {"KdAh", 1},     {"random", 1326},
        {"ANY", 1326},   {"*", 1326},    {"aks", 4},      {"ahkD", 1},
        {"AA, KK", 12},  {"AA KK", 12},  {"AA,,KK,", 12}, {"AA,AA", 6},
        {"AA:0", 0},     {"KJs-JTs", 0}, {"AJ+", 48},     {"22+,A2s+,KTs+,QTs+,ATo+", 194},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct holdem_range range;
        struct range_fault fault;
        const bool read = read_text(cases[i].text, &range, &fault);
        const unsigned combos = read ? range_count(&range) : 0;
        if (combos != cases[i].combos)
            fail_msg("%s: %u combos, not %u", cases[i].text, combos, cases[i].combos);
    }
}

static void test_weights(void **state)
{
    const unsigned hearts = combo_of(card_make(12, 2), card_make(11, 2)),
                   clubs = combo_of(card_make(12, 0), card_make(11, 0));
    struct holdem_range range = range_of("AKs:0.25,AhKh");
    assert_true(range.weight[hearts] == 1);
    assert_true(range.weight[clubs] == 0.25F);
    range = range_of("AhKh,AKs:0.25"); /* the later token counts */
    assert_true(range.weight[hearts] == 0.25F);
    range = range_of("AKs,AhKh:0");
    assert_int_equal(range_count(&range), 3);
    range = range_of("AKs:-0");
    assert_false(signbit(range.weight[hearts]));
    range = range_of("AKs:1e-3,QQ:1E-1");
    assert_true(range.weight[hearts] == 0.001F);
}

static void refuses(const char *text, size_t at, const char *word)
{
    struct holdem_range range;
    struct range_fault fault;
    if (read_text(text, &range, &fault))
        fail_msg("%s is accepted", text);
    if ((size_t)(fault.at - text) != at || !strstr(fault.detail, word))
        fail_msg("%s: at %zu, not %zu: %s", text, (size_t)(fault.at - text), at, fault.detail);
}

static void test_refused(void **state)
{
    refuses("", 0, "range is expected");
    refuses(" , ", 0, "range is expected");
    refuses("10h9h", 0, "write T");
    refuses("Ah10h", 2, "write T");
    refuses("1010", 0, "write T");
    refuses("AA,XX", 3, "unknown rank \"X\"");
    refuses("AhKx", 2, "unknown suit \"x\"");
    refuses("AhK", 2, "suit of the card \"K\"");
    refuses("Ah", 2, "card is expected");
    refuses("AhAh", 0, "twice");
    refuses("AhKdQs", 4, "two cards");
    refuses("A", 0, "hand is expected");
    refuses("QQs", 0, "neither suited nor offsuit");
    refuses("99-AA", 0, "inverted");
    refuses("A2s-A5s", 0, "inverted");
    refuses("54s-T9s", 0, "inverted");
    refuses("A5s-K2s", 0, "share neither");
    refuses("A5s-A2o", 0, "both ends");
    refuses("QQ-A2s", 0, "both ends");
    refuses("QQ-", 3, "hand is expected");
    refuses("QQ++", 2, "expected");
    refuses("QQ-99+", 5, "comma");
    refuses("AKx", 2, "expected");
    refuses("AA:", 3, "weight");
    refuses("AA:x", 3, "weight");
    refuses("AA:1.5", 3, "weight");
    refuses("AA:-0.1", 3, "weight");
    refuses("AA:nan", 3, "weight");
    refuses("AA:inf", 3, "weight");
    refuses("AA:1e400", 3, "weight");
    refuses("AA:0.5:0.5", 3, "weight");
    refuses("\x01\x02", 0, "unknown rank \"?\"");
}

static void test_written(void **state)
{
    static const char *const same[] = {"random", "QQ+",          "QQ-99",           "AKs", "ATs+,AJo+", "A5s-A2s:0.5",
                                       "AhKd",   "random:0.125", "QQ+,AKs:0.5,AhKd"};
    struct nash_buf out = NASH_BUF_INIT(0);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        const struct holdem_range range = range_of(same[i]);
        nash_buf_reset(&out);
        range_write(&range, &out);
        assert_string_equal(nash_buf_cstr(&out), same[i]);
    }
    nash_buf_free(&out);
}

/* Random weights by class, with single combos changed. */
static void test_round_trip(void **state)
{
    struct nash_rng rng;
    struct nash_buf out = NASH_BUF_INIT(0);
    nash_rng_seed(&rng, 17);
    for (unsigned n = 0; n < RANDOM_RANGES; n++) {
        float class[HOLDEM_CLASSES];
        struct holdem_range range, again;
        struct range_fault fault;
        for (unsigned i = 0; i < HOLDEM_CLASSES; i++)
            class[i] = nash_rng_below(&rng, 3) ? 0 : nash_rng_below(&rng, 2) ? 1 : (float)nash_rng_unit(&rng);
        for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
            range.weight[i] = nash_rng_below(&rng, 50) ? class[combo_class(i)] : (float)nash_rng_unit(&rng);
        nash_buf_reset(&out);
        range_write(&range, &out);
        if (!read_text(nash_buf_cstr(&out), &again, &fault))
            fail_msg("%s: %s", out.data, fault.detail);
        assert_memory_equal(&range, &again, sizeof range);
    }
    nash_buf_free(&out);
}

static void test_numbers(void **state)
{
    unsigned combos[HOLDEM_CLASSES] = {0};
    char text[HOLDEM_COMBO_TEXT];
    for (unsigned a = 1; a < CARD_DECK; a++)
        for (unsigned b = 0; b < a; b++) {
            uint8_t high, low;
            const unsigned combo = combo_of(a, b);
            combo_cards(combo, &high, &low);
            assert_int_equal(combo, combo_of(b, a));
            assert_true(high == a && low == b && combo_mask(combo) == (card_bit(a) | card_bit(b)));
            combos[combo_class(combo)]++;
        }
    for (unsigned i = 0; i < HOLDEM_CLASSES; i++)
        assert_int_equal(combos[i], class_combos(i));
    assert_string_equal(class_write(0, text), "AA");
    assert_string_equal(class_write(1, text), "AKs");
    assert_string_equal(class_write(13, text), "AKo");
    assert_string_equal(class_write(168, text), "22");
    assert_string_equal(combo_write(combo_of(0, 51), text), "As2c");
}

static void test_symmetry(void **state)
{
    struct symmetry symmetry;
    const struct holdem_range random = range_of("random"), suited = range_of("AhKh"), mixed = range_of("AhKd,QQ");
    const struct holdem_range *all[] = {&random}, *two[] = {&random, &suited}, *three[] = {&mixed};
    const uint64_t flop = card_bit(0) | card_bit(5) | card_bit(9); /* 2c 3d 4d */
    symmetry_find(all, 1, NULL, 0, SYMMETRY_MAX, &symmetry);
    assert_int_equal(symmetry.count, 24);
    symmetry_find(two, 2, NULL, 0, SYMMETRY_MAX, &symmetry);
    assert_int_equal(symmetry.count, 6);
    symmetry_find(three, 1, NULL, 0, SYMMETRY_MAX, &symmetry);
    assert_int_equal(symmetry.count, 2);
    symmetry_find(all, 1, &flop, 1, SYMMETRY_MAX, &symmetry);
    assert_int_equal(symmetry.count, 2);
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        assert_int_equal(symmetry_combo(&symmetry, 0, i), i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),  cmocka_unit_test(test_tokens),  cmocka_unit_test(test_weights),
        cmocka_unit_test(test_refused),  cmocka_unit_test(test_written), cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_symmetry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
