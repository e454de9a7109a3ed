/* Cards as numbers and as text: each card both ways, other spellings, and text that is no card. */
#include <string.h>

#include <solvers/kit/card.h>

#include "test.h"

static void test_each_card(void **state)
{
    (void)state;
    for (unsigned card = 0; card < CARD_DECK; card++) {
        char text[CARD_TEXT];
        uint8_t read = CARD_NONE;
        assert_int_equal(card_read(card_write(card, text), 2, &read), 2);
        assert_int_equal(read, card);
        assert_int_equal(card_make(card_rank(card), card_suit(card)), card);
    }
}

static void test_spellings(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t used;
        unsigned rank, suit;
    } cases[] = {{"aH", 2, 12, 2}, {"10s", 3, 8, 3}, {"tS", 2, 8, 3}, {"2CX", 2, 0, 0}, {"KdQd", 2, 11, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t card = CARD_NONE;
        if (card_read(cases[i].text, strlen(cases[i].text), &card) != cases[i].used ||
            card != card_make(cases[i].rank, cases[i].suit))
            fail_msg("%s reads as card %u", cases[i].text, card);
    }
}

static void test_no_cards(void **state)
{
    (void)state;
    static const char *const cases[] = {"", "A", "10", "1s", "11s", "hA", "Ax", "0s", " As"};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t card = 77;
        if (card_read(cases[i], strlen(cases[i]), &card) != 0 || card != 77)
            fail_msg("\"%s\" reads as card %u", cases[i], card);
    }
    uint8_t card;
    assert_int_equal(card_read("As", 1, &card), 0); /* reads no character past the length */
    assert_int_equal(card_read("\0s", 2, &card), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_card), cmocka_unit_test(test_spellings),
                                       cmocka_unit_test(test_no_cards)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
