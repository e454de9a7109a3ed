/* Answers for several suits as JSON, compared with minimax over all cards: values, leads, lines, games. */
#include <solvers/whist/suits/rules.h>

#include "../harness/kind.h"
#include "../harness/suits_cards.h"

/* Writes the deal as members of a request; a rank r is the card 10 r + 1 of its suit. */
static void put_deal(struct nash_buf *out, const struct suits_deal *deal, bool b_leads)
{
    unsigned suits = 0;
    nash_buf_printf(out, "\"leader\":\"%c\",\"suits\":{", b_leads ? 'b' : 'a');
    for (unsigned s = 0; s < WHIST_SUITS; s++) {
        const struct suits_suit *suit = &deal->suit[s];
        if (!(suit->leader | suit->other) && deal->trump != (int)s)
            continue;
        nash_buf_printf(out, "%s\"%c\":{", suits++ ? "," : "", whist_suit_names[s]);
        for (unsigned hand = 0; hand < 2; hand++) {
            uint64_t held = (hand == 1) == b_leads ? suit->leader : suit->other;
            nash_buf_printf(out, "%s\"%c\":[", hand ? "," : "", "ab"[hand]);
            for (bool first = true; held; held &= held - 1, first = false)
                nash_buf_printf(out, "%s%d", first ? "" : ",", 10 * __builtin_ctzll(held) + 1);
            nash_buf_putc(out, ']');
        }
        nash_buf_putc(out, '}');
    }
    nash_buf_putc(out, '}');
    if (deal->trump >= 0)
        nash_buf_printf(out, ",\"trump\":\"%c\"", whist_suit_names[deal->trump]);
}

static struct suits_card card_of(const cJSON *item)
{
    const char *suit = cJSON_GetObjectItem(item, "suit")->valuestring;
    return (struct suits_card){(uint8_t)(strchr(whist_suit_names, *suit) - whist_suit_names),
                               (uint8_t)(cJSON_GetObjectItem(item, "card")->valueint / 10)};
}

static void play_line(const struct kind_case *c, const struct suits_deal *deal, uint32_t order, bool b_leads)
{
    struct suits_game game;
    const cJSON *trick;
    suits_game_init(&game, deal);
    cJSON_ArrayForEach(trick, kind_at(c, "line"))
    {
        struct suits_card lead = card_of(cJSON_GetObjectItem(trick, "lead"));
        struct suits_card reply = card_of(cJSON_GetObjectItem(trick, "reply"));
        assert_string_equal(cJSON_GetObjectItem(trick, "by")->valuestring, (game.turn == 0) == b_leads ? "b" : "a");
        assert_int_equal(suits_game_fault(&game, lead), SUITS_LEGAL);
        suits_game_play(&game, lead);
        assert_int_equal(suits_game_fault(&game, reply), SUITS_LEGAL);
        suits_game_play(&game, reply);
        assert_string_equal(cJSON_GetObjectItem(trick, "winner")->valuestring, (game.turn == 0) == b_leads ? "b" : "a");
    }
    assert_int_equal(suits_game_hand_size(&game, 0) + suits_game_hand_size(&game, 1), 0);
    assert_int_equal(game.won[0], brute_tricks(deal, NULL));
    assert_int_equal(game.won[0] + game.won[1], order);
}

static void check_leads(const struct kind_case *c, const struct suits_deal *deal)
{
    const cJSON *lead, *equal;
    unsigned cards = 0;
    cJSON_ArrayForEach(lead, kind_at(c, "leads"))
    {
        struct suits_card card = card_of(lead);
        int tricks = cJSON_GetObjectItem(lead, "tricks")->valueint;
        assert_int_equal(tricks, brute_tricks(deal, &card));
        assert_int_equal(cJSON_IsTrue(cJSON_GetObjectItem(lead, "optimal")), tricks == brute_tricks(deal, NULL));
        cards++;
        cJSON_ArrayForEach(equal, cJSON_GetObjectItem(lead, "equals"))
        {
            card.rank = (uint8_t)(equal->valueint / 10);
            assert_true(deal->suit[card.suit].leader >> card.rank & 1);
            assert_int_equal(tricks, brute_tricks(deal, &card));
            cards++;
        }
    }
    assert_int_equal(cards, deal_order(deal));
}

static struct suits_deal some_deal(struct nash_rng *rng, unsigned order)
{
    unsigned suits = 1 + (unsigned)nash_rng_below(rng, 4);
    int trump = (int)nash_rng_below(rng, suits + 1) - 1;
    unsigned ranks = (2 * order + suits - 1) / suits + (unsigned)nash_rng_below(rng, 3);
    struct suits_deal deal = deal_random(rng, order, suits, ranks, trump);
    return deal;
}

static void test_random_deals(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_buf text = NASH_BUF_INIT(0);
    for (unsigned i = 0; i < 150; i++) {
        uint32_t order = 1 + (uint32_t)nash_rng_below(&rng, 4);
        struct suits_deal deal = some_deal(&rng, order);
        struct kind_case c = {0};
        nash_buf_reset(&text);
        nash_buf_putc(&text, '{');
        put_deal(&text, &deal, i % 2);
        nash_buf_putc(&text, '}');
        kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
        assert_int_equal(kind_int(&c, i % 2 ? "tricks/b" : "tricks/a"), brute_tricks(&deal, NULL));
        assert_int_equal(kind_int(&c, "tricks/a") + kind_int(&c, "tricks/b"), order);
        assert_true(c.result.final);
        check_leads(&c, &deal);
        play_line(&c, &deal, order, i % 2);
        kind_free(&c);
    }
    nash_buf_free(&text);
}

/* What an answer contains as a deal can be posted as a problem, with an empty play, and is the same problem. */
static void test_answers_as_problems(void **state)
{
    static const char *const members[] = {"leader", "suits", "trump"};
    struct nash_rng rng = test_rng();
    struct nash_buf text = NASH_BUF_INIT(0);
    for (unsigned i = 0; i < 60; i++) {
        struct suits_deal deal = some_deal(&rng, 1 + (uint32_t)nash_rng_below(&rng, 4));
        struct kind_case c = {0};
        cJSON *request = cJSON_CreateObject();
        nash_buf_reset(&text);
        nash_buf_putc(&text, '{');
        put_deal(&text, &deal, i % 2);
        nash_buf_putc(&text, '}');
        kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
        for (size_t m = 0; m < sizeof members / sizeof *members; m++)
            cJSON_AddItemToObject(request, members[m], cJSON_Duplicate(kind_at(&c, members[m]), true));
        cJSON_AddArrayToObject(request, "play");
        char *again = cJSON_PrintUnformatted(request);
        kind_keys(NASH_FORMAT_JSON, nash_buf_cstr(&text), NASH_FORMAT_JSON, again, true);
        free(again);
        cJSON_Delete(request);
        kind_free(&c);
    }
    nash_buf_free(&text);
}

/* Returns the tricks of player 0 in the whole game: those won, and by minimax those to come. No trick may be in
 * progress. */
static int value_of(const struct suits_game *game)
{
    struct suits_deal deal;
    int left = (int)suits_game_hand_size(game, 0);
    suits_game_deal(game, &deal);
    int tricks = left ? brute_tricks(&deal, NULL) : 0;
    return (int)game->won[0] + (game->turn == 0 ? tricks : left - tricks);
}

/* Returns value_of() after a lead and the best legal reply. */
static int value_of_lead(const struct suits_game *game)
{
    int best = -1;
    for (unsigned i = 0; i < WHIST_SUITS * 64; i++) {
        struct suits_card reply = {(uint8_t)(i / 64), (uint8_t)(i % 64)};
        struct suits_game next = *game;
        if (suits_game_fault(game, reply) != SUITS_LEGAL)
            continue;
        suits_game_play(&next, reply);
        int value = value_of(&next);
        if (best < 0 || (game->turn == 0 ? value > best : value < best))
            best = value;
    }
    return best;
}

/* Plays random legal cards and writes them to card[]. value[i]: value before card i. Returns the number of cards. */
static unsigned play_randomly(struct nash_rng *rng, const struct suits_deal *deal, struct suits_card *card, int *value)
{
    struct suits_game game;
    unsigned played = 0;
    suits_game_init(&game, deal);
    value[0] = value_of(&game);
    while (suits_game_hand_size(&game, game.turn)) {
        struct suits_card next;
        do
            next = (struct suits_card){(uint8_t)nash_rng_below(rng, WHIST_SUITS), (uint8_t)nash_rng_below(rng, 16)};
        while (suits_game_fault(&game, next) != SUITS_LEGAL);
        suits_game_play(&game, next);
        card[played++] = next;
        value[played] = game.led ? value_of_lead(&game) : value_of(&game);
    }
    return played;
}

static void check_game(const struct kind_case *c, const struct suits_card *card, const int *value, unsigned played,
                       bool b_leads)
{
    char path[48];
    for (unsigned i = 0; i < played; i++) {
        snprintf(path, sizeof path, "play/%u/tricks/before/%c", i, b_leads ? 'b' : 'a');
        assert_int_equal(kind_int(c, path), value[i]);
        snprintf(path, sizeof path, "play/%u/tricks/after/%c", i, b_leads ? 'b' : 'a');
        assert_int_equal(kind_int(c, path), value[i + 1]);
        snprintf(path, sizeof path, "play/%u/cost", i);
        assert_int_equal(kind_int(c, path), abs(value[i + 1] - value[i]));
        snprintf(path, sizeof path, "play/%u", i);
        struct suits_card told = card_of(kind_at(c, path));
        assert_true(told.suit == card[i].suit && told.rank == card[i].rank);
    }
    snprintf(path, sizeof path, "play/%u", played);
    assert_false(kind_has(c, path));
}

static void test_random_games(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_buf text = NASH_BUF_INIT(0);
    for (unsigned i = 0; i < 60; i++) {
        struct suits_card card[8];
        int value[9];
        struct kind_case c = {0};
        struct suits_deal deal = some_deal(&rng, 1 + (unsigned)nash_rng_below(&rng, 4));
        unsigned played = play_randomly(&rng, &deal, card, value);
        if (i % 3 == 0)
            played = 1 + (unsigned)nash_rng_below(&rng, played);
        nash_buf_reset(&text);
        nash_buf_putc(&text, '{');
        put_deal(&text, &deal, i % 2);
        nash_buf_puts(&text, ",\"play\":[");
        for (unsigned k = 0; k < played; k++)
            nash_buf_printf(&text, "%s{\"suit\":\"%c\",\"card\":%d}", k ? "," : "", whist_suit_names[card[k].suit],
                            10 * card[k].rank + 1);
        nash_buf_puts(&text, "]}");
        kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
        check_game(&c, card, value, played, i % 2);
        kind_free(&c);
    }
    nash_buf_free(&text);
}

/* A better card that the analysis names has cost 0 if it is played instead. */
static void test_better_cards(void **state)
{
    struct kind_case c = {0};
    /* b discards the only winner of b's hand on a lead that b cannot follow */
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"suits\":{\"S\":{\"a\":[9,8],\"b\":[]},\"H\":{\"a\":[5],\"b\":[7,3,2]}},"
               "\"play\":[{\"suit\":\"S\",\"card\":9},{\"suit\":\"H\",\"card\":7}]}");
    assert_int_equal(kind_int(&c, "play/0/cost"), 0);
    assert_int_equal(kind_int(&c, "play/1/cost"), 1);
    assert_string_equal(kind_word(&c, "play/1/by"), "b");
    assert_int_equal(kind_int(&c, "play/1/tricks/before/b"), 1);
    assert_int_equal(kind_int(&c, "play/1/tricks/after/b"), 0);
    assert_true(kind_number(&c, "play/1/best/card") < 7);
    assert_non_null(strstr(kind_word(&c, "summary"), "1 mistake in play"));
    kind_free(&c);
}

/* Renamed suits and swapped players give the same tricks. */
static void test_renaming_changes_nothing(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_buf text = NASH_BUF_INIT(0);
    for (unsigned i = 0; i < 60; i++) {
        uint32_t order = 1 + (uint32_t)nash_rng_below(&rng, 9);
        struct suits_deal deal = some_deal(&rng, order), other = {.trump = -1};
        unsigned shift = 1 + (unsigned)nash_rng_below(&rng, 3);
        for (unsigned s = 0; s < WHIST_SUITS; s++)
            other.suit[(s + shift) % WHIST_SUITS] = deal.suit[s];
        if (deal.trump >= 0)
            other.trump = (int)(((unsigned)deal.trump + shift) % WHIST_SUITS);
        int64_t tricks[3];
        for (unsigned k = 0; k < 3; k++) { /* 0: the deal; 1: suits renamed; 2: with b on lead */
            struct kind_case c = {0};
            nash_buf_reset(&text);
            nash_buf_putc(&text, '{');
            put_deal(&text, k == 1 ? &other : &deal, k == 2);
            nash_buf_putc(&text, '}');
            kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
            tricks[k] = kind_int(&c, k == 2 ? "tricks/b" : "tricks/a");
            kind_free(&c);
        }
        if (tricks[0] != tricks[1] || tricks[0] != tricks[2])
            fail_msg("%s: %d, %d and %d tricks", deal_text(&deal), (int)tricks[0], (int)tricks[1], (int)tricks[2]);
    }
    nash_buf_free(&text);
}

/* A single suit in "suits" is the game of one suit, which the closed rule solves. */
static void test_one_suit_is_one_suit(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_buf text = NASH_BUF_INIT(0), hands = NASH_BUF_INIT(0);
    char word[2 * WHIST_SUITS_CARDS + 1];
    for (unsigned i = 0; i < 80; i++) {
        uint32_t order = 1 + (uint32_t)nash_rng_below(&rng, 18);
        int64_t tricks[2];
        kind_random_deal(&rng, order, &hands, word);
        for (unsigned k = 0; k < 2; k++) {
            struct kind_case c = {0};
            nash_buf_reset(&text);
            nash_buf_printf(&text, k ? "{%s}" : "{\"suits\":{\"C\":{%s}},\"trump\":null}", nash_buf_cstr(&hands));
            kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
            tricks[k] = kind_int(&c, "tricks/a");
            kind_free(&c);
        }
        if (tricks[0] != tricks[1])
            fail_msg("%s: %d tricks by the search of suits, %d by the rule", word, (int)tricks[0], (int)tricks[1]);
    }
    nash_buf_free(&text);
    nash_buf_free(&hands);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_deals),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_answers_as_problems),
        cmocka_unit_test(test_better_cards),
        cmocka_unit_test(test_renaming_changes_nothing),
        cmocka_unit_test(test_one_suit_is_one_suit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
