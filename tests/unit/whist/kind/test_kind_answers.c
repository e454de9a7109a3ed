/* Answers as JSON: values, leads, replies, lines and games are compared with minimax over all cards, with arbitrary
 * integers for the cards. */
#include "../harness/kind.h"
#include "../harness/reference.h"

enum { EVERY_ORDER = 4 };

/* ---- leads and replies ---- */

static void check_replies(uint32_t mask, uint32_t order, const cJSON *lead, uint32_t bit)
{
    const cJSON *reply;
    cJSON_ArrayForEach(reply, cJSON_GetObjectItem(lead, "replies"))
    {
        uint32_t answer = kind_bit((int64_t)cJSON_GetObjectItem(reply, "card")->valuedouble);
        uint32_t tricks = reference_after_trick(mask, order, bit, answer);
        assert_false(mask >> answer & 1);
        assert_int_equal(cJSON_GetObjectItem(reply, "tricks")->valueint, tricks);
        assert_int_equal(cJSON_IsTrue(cJSON_GetObjectItem(reply, "optimal")),
                         tricks == reference_after_lead(mask, order, bit));
        if (cJSON_GetObjectItem(reply, "rule"))
            assert_int_equal(tricks, reference_after_lead(mask, order, bit));
    }
}

static void check_leads(const struct kind_case *c, uint32_t mask, uint32_t order)
{
    uint32_t value = reference_all_cards(mask, order);
    const cJSON *lead;
    int leads = 0;
    cJSON_ArrayForEach(lead, kind_at(c, "leads"))
    {
        uint32_t bit = kind_bit((int64_t)cJSON_GetObjectItem(lead, "card")->valuedouble);
        uint32_t tricks = reference_after_lead(mask, order, bit);
        leads++;
        assert_true(mask >> bit & 1);
        assert_int_equal(cJSON_GetObjectItem(lead, "tricks")->valueint, tricks);
        assert_int_equal(cJSON_GetObjectItem(lead, "otd")->valueint, 2 * (int)tricks - (int)order);
        assert_int_equal(cJSON_IsTrue(cJSON_GetObjectItem(lead, "optimal")), tricks == value);
        check_replies(mask, order, lead, bit);
    }
    assert_int_equal(leads, __builtin_popcount(mask & ~(mask << 1)));
}

/* Replays the line by its labels and compares owners, winners and the result. */
static void check_line(const struct kind_case *c, uint32_t mask, uint32_t order, bool b_leads)
{
    uint32_t left = (1U << 2 * order) - 1, won = 0, tricks = 0;
    bool first = true;
    const cJSON *trick;
    cJSON_ArrayForEach(trick, kind_at(c, "line"))
    {
        uint32_t lead = kind_bit((int64_t)cJSON_GetObjectItem(trick, "lead")->valuedouble);
        uint32_t reply = kind_bit((int64_t)cJSON_GetObjectItem(trick, "reply")->valuedouble);
        assert_string_equal(cJSON_GetObjectItem(trick, "by")->valuestring, first == b_leads ? "b" : "a");
        assert_true(left >> lead & 1 && left >> reply & 1);
        assert_int_equal(mask >> lead & 1, first);
        assert_int_equal(mask >> reply & 1, !first);
        left &= ~(1U << lead | 1U << reply);
        first = (lead > reply) == first;
        assert_string_equal(cJSON_GetObjectItem(trick, "winner")->valuestring, first == b_leads ? "b" : "a");
        won += first;
        tricks++;
    }
    assert_int_equal(tricks, order);
    assert_int_equal(won, reference_all_cards(mask, order));
}

static void check_deal(uint32_t mask, uint32_t order, bool b_leads, const char *method)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    struct kind_case c = {0};
    char member[32];
    uint32_t value = reference_all_cards(mask, order);
    snprintf(member, sizeof member, "\"method\":\"%s\",", method);
    kind_request(&text, mask, order, b_leads, member);
    kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
    assert_int_equal(kind_int(&c, b_leads ? "tricks/b" : "tricks/a"), value);
    assert_int_equal(kind_int(&c, b_leads ? "tricks/a" : "tricks/b"), order - value);
    assert_int_equal(kind_int(&c, "otd"), 2 * (int)value - (int)order);
    assert_string_equal(kind_word(&c, "proof"), "exhaustive");
    assert_string_equal(kind_word(&c, "engine"), strcmp(method, "auto") == 0 ? "formula" : method);
    assert_true(c.result.final);
    check_leads(&c, mask, order);
    check_line(&c, mask, order, b_leads);
    kind_free(&c);
    nash_buf_free(&text);
}

/* Every deal of the small orders, with either leader, by every method. */
static void test_every_small_deal(void **state)
{
    reference_fill(EVERY_ORDER);
    for (uint32_t order = 1; order <= EVERY_ORDER; order++)
        for (uint32_t mask = (1U << order) - 1; mask < 1U << 2 * order; mask = reference_next(mask))
            for (unsigned method = WHIST_AUTO; method < WHIST_METHODS; method++)
                check_deal(mask, order, (mask + method) % 2, whist_method_names[method]);
}

static void test_random_deals(void **state)
{
    struct nash_rng rng = test_rng();
    reference_fill(REFERENCE_ORDER);
    for (uint32_t order = EVERY_ORDER + 1; order <= REFERENCE_ORDER - 2; order++)
        for (unsigned i = 0; i < 12; i++) {
            int8_t word[2 * REFERENCE_ORDER];
            reference_deal(word, order, i % REFERENCE_FAMILIES, &rng);
            uint32_t mask = (uint32_t)whist_mask_of(word, order);
            static const char *const methods[] = {"formula", "table", "search", "seed"};
            check_deal(mask, order, i % 2, methods[i % (order > 7 ? 3 : 4)]);
        }
}

/* ---- games ---- */

/* A game of random cards. value[i]: the tricks of the deal's leader by minimax before card i; the last: after all
 * cards. */
struct game {
    uint32_t card[2 * REFERENCE_ORDER]; /* bit numbers in the deal's mask */
    bool first[2 * REFERENCE_ORDER];    /* played by the deal's leader */
    uint32_t value[2 * REFERENCE_ORDER + 1];
    uint32_t played;
};

/* Returns a random bit among the 2n bits of the mask that is set, or clear. */
static uint32_t random_bit(struct nash_rng *rng, uint32_t mask, uint32_t n, bool set)
{
    uint32_t bit;
    do
        bit = (uint32_t)nash_rng_below(rng, 2 * n);
    while ((mask >> bit & 1) != set);
    return bit;
}

static void play_randomly(struct nash_rng *rng, uint32_t mask, uint32_t order, struct game *game)
{
    uint32_t place[2 * REFERENCE_ORDER], won[2] = {0};
    bool first = true; /* the deal's leader is on lead; `mask` has the cards of the player on lead */
    *game = (struct game){.value = {reference_all_cards(mask, order)}};
    for (uint32_t i = 0; i < 2 * order; i++)
        place[i] = i;
    for (uint32_t n = order; n; n--) {
        uint32_t lead = random_bit(rng, mask, n, true), reply = random_bit(rng, mask, n, false);
        uint32_t led = reference_after_lead(mask, n, lead), both = reference_after_trick(mask, n, lead, reply);
        uint32_t high = lead > reply ? lead : reply, low = lead < reply ? lead : reply;
        game->card[game->played] = place[lead];
        game->first[game->played] = first;
        game->value[++game->played] = won[0] + (first ? led : n - led);
        game->card[game->played] = place[reply];
        game->first[game->played] = !first;
        game->value[++game->played] = won[0] + (first ? both : n - both);
        first = (lead > reply) == first;
        won[!first]++;
        mask = reference_without(mask, lead, reply);
        mask = lead > reply ? mask : ~mask & ((1U << 2 * (n - 1)) - 1);
        memmove(place + high, place + high + 1, (2 * n - high - 1) * sizeof *place);
        memmove(place + low, place + low + 1, (2 * n - low - 2) * sizeof *place);
    }
}

static int64_t told(const struct kind_case *c, uint32_t card, const char *member)
{
    char path[48];
    snprintf(path, sizeof path, "play/%u/%s", card, member);
    return kind_int(c, path);
}

/* Checks the analysis of a game: each value equals that of minimax, each cost is the loss of value, and each better
 * card belongs to the player. */
static void check_game(const struct kind_case *c, const struct game *game, uint32_t mask, bool b_leads)
{
    for (uint32_t i = 0; i < game->played; i++) {
        int64_t before = game->value[i], after = game->value[i + 1], best = told(c, i, "best");
        assert_int_equal(told(c, i, "card"), kind_label(game->card[i] + 1));
        assert_int_equal(told(c, i, b_leads ? "tricks/before/b" : "tricks/before/a"), before);
        assert_int_equal(told(c, i, b_leads ? "tricks/after/b" : "tricks/after/a"), after);
        assert_int_equal(told(c, i, "cost"), game->first[i] ? before - after : after - before);
        if (before == after)
            assert_int_equal(best, kind_label(game->card[i] + 1));
        else
            assert_int_equal(mask >> kind_bit(best) & 1, game->first[i]);
    }
}

static void solve_game(struct nash_rng *rng, uint32_t mask, uint32_t order, bool b_leads)
{
    struct nash_buf play = NASH_BUF_INIT(0), text = NASH_BUF_INIT(0);
    struct kind_case c = {0};
    struct game game;
    play_randomly(rng, mask, order, &game);
    nash_buf_puts(&play, "\"play\":[");
    for (uint32_t i = 0; i < game.played; i++)
        nash_buf_printf(&play, "%s%lld", i ? "," : "", (long long)kind_label(game.card[i] + 1));
    nash_buf_puts(&play, "],");
    kind_request(&text, mask, order, b_leads, nash_buf_cstr(&play));
    kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
    check_game(&c, &game, mask, b_leads);
    kind_free(&c);
    nash_buf_free(&play);
    nash_buf_free(&text);
}

static void test_random_games(void **state)
{
    struct nash_rng rng = test_rng();
    reference_fill(REFERENCE_ORDER);
    for (unsigned i = 0; i < 200; i++) {
        int8_t word[2 * REFERENCE_ORDER];
        uint32_t order = 1 + (uint32_t)nash_rng_below(&rng, 7);
        reference_deal(word, order, i % REFERENCE_FAMILIES, &rng);
        solve_game(&rng, (uint32_t)whist_mask_of(word, order), order, i % 2);
    }
}

/* If the line of an answer, or its beginning, is sent as a game, the analysis finds no mistake. */
static void test_line_has_no_mistake(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_buf text = NASH_BUF_INIT(0), deal = NASH_BUF_INIT(0);
    char word[2 * 60 + 1];
    for (unsigned i = 0; i < 30; i++) {
        uint32_t order = 1 + (uint32_t)nash_rng_below(&rng, 60);
        struct kind_case c = {0};
        const cJSON *trick;
        kind_random_deal(&rng, order, &deal, word);
        nash_buf_reset(&text);
        nash_buf_printf(&text, "{%s}", nash_buf_cstr(&deal));
        kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
        nash_buf_reset(&text);
        nash_buf_printf(&text, "{%s,\"play\":[", nash_buf_cstr(&deal));
        cJSON_ArrayForEach(trick, kind_at(&c, "line"))
        {
            nash_buf_printf(&text, "%s%d", trick == kind_at(&c, "line")->child ? "" : ",",
                            cJSON_GetObjectItem(trick, "lead")->valueint);
            if (i % 3 || trick->next)
                nash_buf_printf(&text, ",%d", cJSON_GetObjectItem(trick, "reply")->valueint);
        }
        nash_buf_puts(&text, "]}");
        kind_free(&c);
        kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
        if (!strstr(kind_word(&c, "summary"), "0 mistakes in play"))
            fail_msg("%s: %s", nash_buf_cstr(&text), kind_word(&c, "summary"));
        kind_free(&c);
    }
    nash_buf_free(&text);
    nash_buf_free(&deal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_small_deal),
        cmocka_unit_test(test_random_deals),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_line_has_no_mistake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
