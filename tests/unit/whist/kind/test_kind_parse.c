/* All notations of one deal share one key; every fault is reported with its JSON pointer, its status and a remedy. */
#include "../harness/kind.h"

/* ---- notations ---- */

static void test_spellings_share_a_key(void **state)
{
    static const char deal[] = "{\"leader\":\"a\",\"a\":[8,5,4,2],\"b\":[7,6,3,1]}";
    static const char *const same[] = {
        "{\"a\":[8,5,4,2],\"b\":[7,6,3,1]}",
        "{\"b\":[1,3,6,7],\"a\":[2,8,4,5],\"leader\":\"a\",\"method\":\"auto\"}",
        "{\"a\":[8.0,5,4e0,2],\"b\":[7,6,3,1],\"method\":\"formula\",\"compare\":false,\"line\":true,\"leads\":true}",
        "{\"a\":[8,5,4,2],\"b\":[7,6,3,1],\"trump\":null,\"play\":[]}",
    };
    static const char *const other[] = {
        "{\"leader\":\"b\",\"a\":[8,5,4,2],\"b\":[7,6,3,1]}",
        "{\"a\":[7,6,3,1],\"b\":[8,5,4,2]}",
        "{\"a\":[80,5,4,2],\"b\":[7,6,3,1]}", /* another key, because the answer contains the numbers of the cards */
        "{\"a\":[8,5,4,2],\"b\":[7,6,3,1],\"method\":\"table\"}",
        "{\"a\":[8,5,4,2],\"b\":[7,6,3,1],\"line\":false}",
        "{\"a\":[8,5,4,2],\"b\":[7,6,3,1],\"leads\":false}",
        "{\"a\":[8,5,4,2],\"b\":[7,6,3,1],\"graph\":false}",
        "{\"a\":[8,5,4,2],\"b\":[7,6,3,1],\"compare\":true}",
        "{\"a\":[8,5,4,2],\"b\":[7,6,3,1],\"confirm\":true}",
        "{\"a\":[8,5,4,2],\"b\":[7,6,3,1],\"play\":[8]}",
        "{\"a\":[8,5,4,2],\"b\":[7,6,3,1],\"distribution\":{}}",
        "{\"suits\":{\"S\":{\"a\":[8,5,4,2],\"b\":[7,6,3,1]}}}",
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        kind_keys(NASH_FORMAT_JSON, deal, NASH_FORMAT_JSON, same[i], true);
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        kind_keys(NASH_FORMAT_JSON, deal, NASH_FORMAT_JSON, other[i], false);
    kind_keys(NASH_FORMAT_JSON, deal, NASH_FORMAT_TEXT, "abbaabab", true);
    kind_keys(NASH_FORMAT_JSON, deal, NASH_FORMAT_TEXT, " a : ab ba\tab ab\n", true);
    kind_keys(NASH_FORMAT_JSON, other[0], NASH_FORMAT_TEXT, "b:abbaabab", true);
    kind_keys(NASH_FORMAT_JSON, deal, NASH_FORMAT_TEXT, "abbaabba", false);
}

static void test_suits_spellings_share_a_key(void **state)
{
    static const char deal[] =
        "{\"suits\":{\"S\":{\"a\":[14,2],\"b\":[13]},\"H\":{\"a\":[],\"b\":[3]}},\"trump\":\"S\"}";
    static const char same[] = "{\"leader\":\"a\",\"trump\":\"S\",\"suits\":{\"D\":{\"a\":[],\"b\":[]},"
                               "\"H\":{\"b\":[3],\"a\":[]},\"S\":{\"a\":[2,14],\"b\":[13]}},\"method\":\"search\"}";
    static const char *const other[] = {
        "{\"suits\":{\"S\":{\"a\":[14,2],\"b\":[13]},\"H\":{\"a\":[],\"b\":[3]}}}",
        "{\"suits\":{\"S\":{\"a\":[14,2],\"b\":[13]},\"H\":{\"a\":[],\"b\":[3]}},\"trump\":\"H\"}",
        "{\"suits\":{\"S\":{\"a\":[14,2],\"b\":[13]},\"D\":{\"a\":[],\"b\":[3]}},\"trump\":\"S\"}",
        "{\"suits\":{\"S\":{\"a\":[14,2],\"b\":[13]},\"H\":{\"a\":[],\"b\":[4]}},\"trump\":\"S\"}",
        "{\"suits\":{\"S\":{\"a\":[14,2],\"b\":[13]},\"H\":{\"a\":[],\"b\":[3]}},\"trump\":\"S\",\"leader\":\"b\"}",
        ("{\"suits\":{\"S\":{\"a\":[14,2],\"b\":[13]},\"H\":{\"a\":[],\"b\":[3]}},\"trump\":\"S\","
         "\"play\":[{\"suit\":\"S\",\"card\":2}]}"),
    };
    kind_keys(NASH_FORMAT_JSON, deal, NASH_FORMAT_JSON, same, true);
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        kind_keys(NASH_FORMAT_JSON, deal, NASH_FORMAT_JSON, other[i], false);
}

/* ---- faults ---- */

struct mistake {
    const char *text;
    enum nash_status status;
    const char *pointer, *says; /* says: part of the detail */
};

static void expect_refused(enum nash_format format, const struct mistake *m)
{
    kind_refuses(format, m->text, m->status, m->pointer, m->says);
}

static void test_mistakes_of_one_suit(void **state)
{
    static const struct mistake mistakes[] = {
        {"{}", NASH_INVALID, "", "\"a\" is missing"},
        {"[]", NASH_INVALID, "", ""},
        {"{\"a\":[1]}", NASH_INVALID, "", "\"b\" is missing"},
        {"{\"b\":[1]}", NASH_INVALID, "", "\"a\" is missing"},
        {"{\"a\":[],\"b\":[]}", NASH_INVALID, "/a", "at least one card"},
        {"{\"a\":[1],\"b\":[]}", NASH_INVALID, "/b", "at least one card"},
        {"{\"a\":[1],\"b\":2}", NASH_INVALID, "/b", "array"},
        {"{\"a\":\"ab\",\"b\":[2]}", NASH_INVALID, "/a", "array"},
        {"{\"a\":[1,2,3],\"b\":[4,5]}", NASH_UNPROCESSABLE, "/b", "equally many"},
        {"{\"a\":[1,2],\"b\":[3,4,5]}", NASH_UNPROCESSABLE, "/a", "equally many"},
        {"{\"a\":[1,7,1],\"b\":[2,3,4]}", NASH_UNPROCESSABLE, "/a/2", "once"},
        {"{\"a\":[1,7],\"b\":[2,2]}", NASH_UNPROCESSABLE, "/b/1", "once"},
        {"{\"a\":[1,7],\"b\":[2,7]}", NASH_UNPROCESSABLE, "/b/1", "once"},
        {"{\"a\":[1,-7],\"b\":[-7,1]}", NASH_UNPROCESSABLE, "/b/0", "once"},
        {"{\"a\":[1.5],\"b\":[2]}", NASH_INVALID, "/a/0", "only the order of the cards counts"},
        {"{\"a\":[1],\"b\":[\"2\"]}", NASH_INVALID, "/b/0", "an integer"},
        {"{\"a\":[1,null],\"b\":[2,3]}", NASH_INVALID, "/a/1", "an integer"},
        {"{\"a\":[[1]],\"b\":[2]}", NASH_INVALID, "/a/0", "an integer"},
        {"{\"a\":[NaN],\"b\":[2]}", NASH_INVALID, "", "line 1"},
        {"{\"a\":[1e300],\"b\":[2]}", NASH_INVALID, "/a/0", "only the order of the cards counts"},
        {"{\"a\":[9007199254740992],\"b\":[2]}", NASH_INVALID, "/a/0", "number them anew"},
        {"{\"a\":[1],\"b\":[-9007199254740992]}", NASH_INVALID, "/b/0", "number them anew"},
        {"{\"a\":[9007199254740993],\"b\":[2]}", NASH_INVALID, "", "larger unit"},
        {"{\"a\":[123456789012345678901234567890],\"b\":[2]}", NASH_INVALID, "", "larger unit"},
        {"{\"leader\":\"c\",\"a\":[1],\"b\":[2]}", NASH_INVALID, "/leader", "one of a, b"},
        {"{\"leader\":0,\"a\":[1],\"b\":[2]}", NASH_INVALID, "/leader", "one of a, b"},
        {"{\"leader\":\"A\",\"a\":[1],\"b\":[2]}", NASH_INVALID, "/leader", "one of a, b"},
        {"{\"leader\":null,\"a\":[1],\"b\":[2]}", NASH_INVALID, "/leader", "one of a, b"},
        {"{\"method\":\"quick\",\"a\":[1],\"b\":[2]}", NASH_INVALID, "/method", "naive, seed, table, search"},
        {"{\"compare\":1,\"a\":[1],\"b\":[2]}", NASH_INVALID, "/compare", ""},
        {"{\"c\":[3],\"a\":[1],\"b\":[2]}", NASH_INVALID, "/c", ""},
        {"{\"trump\":\"S\",\"a\":[1],\"b\":[2]}", NASH_UNPROCESSABLE, "/trump", "one suit only"},
        {"{\"trump\":\"X\",\"a\":[1],\"b\":[2]}", NASH_INVALID, "/trump", "S, H, D, C"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        expect_refused(NASH_FORMAT_JSON, &mistakes[i]);
}

static void test_mistakes_of_play(void **state)
{
    static const struct mistake mistakes[] = {
        {"{\"a\":[1,4],\"b\":[2,3],\"play\":1}", NASH_INVALID, "/play", "array"},
        {"{\"a\":[1,4],\"b\":[2,3],\"play\":[\"4\"]}", NASH_INVALID, "/play/0", "an integer"},
        {"{\"a\":[1,4],\"b\":[2,3],\"play\":[5]}", NASH_UNPROCESSABLE, "/play/0", "in neither hand"},
        {"{\"a\":[1,4],\"b\":[2,3],\"play\":[3]}", NASH_UNPROCESSABLE, "/play/0", "turn of a"},
        {"{\"a\":[1,4],\"b\":[2,3],\"leader\":\"b\",\"play\":[3,2]}", NASH_UNPROCESSABLE, "/play/1", "turn of a"},
        {"{\"a\":[1,4],\"b\":[2,3],\"play\":[4,2,3]}", NASH_UNPROCESSABLE, "/play/2", "turn of a"},
        {"{\"a\":[1,4],\"b\":[2,3],\"play\":[4,2,4]}", NASH_UNPROCESSABLE, "/play/2", "played before, as /play/0"},
        {"{\"a\":[1,4],\"b\":[2,3],\"play\":[4,2,1,3,4]}", NASH_UNPROCESSABLE, "/play", "holds 5 cards"},
        {"{\"a\":[1,4],\"b\":[2,3],\"play\":[{\"suit\":\"S\",\"card\":4}]}", NASH_UNPROCESSABLE, "/play/0",
         "an integer"},
        {"{\"a\":[1,4],\"b\":[2,3],\"play\":[{\"suit\":\"S\",\"card\":4},2]}", NASH_INVALID, "/play/1", ""},
        {"{\"a\":[1,4],\"b\":[2,3],\"play\":[4,{\"suit\":\"S\",\"card\":4}]}", NASH_INVALID, "/play/1", ""},
        {"{\"distribution\":{\"order\":3},\"play\":[4]}", NASH_UNPROCESSABLE, "/play", "needs a deal"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        expect_refused(NASH_FORMAT_JSON, &mistakes[i]);
}

static void test_mistakes_of_suits(void **state)
{
#define SUITS "\"suits\":{\"S\":{\"a\":[14,2],\"b\":[13]},\"H\":{\"a\":[5],\"b\":[3,4]}}"
    static const struct mistake mistakes[] = {
        {"{\"suits\":{}}", NASH_INVALID, "/suits", "at least one suit"},
        {"{\"suits\":[]}", NASH_INVALID, "/suits", ""},
        {"{\"suits\":{\"X\":{\"a\":[1],\"b\":[2]}}}", NASH_INVALID, "/suits/X", "S, H, D and C"},
        {"{\"suits\":{\"s\":{\"a\":[1],\"b\":[2]}}}", NASH_INVALID, "/suits/s", "S, H, D and C"},
        {"{\"suits\":{\"S\":{\"a\":[1]}}}", NASH_INVALID, "/suits/S", "\"b\" is missing"},
        {"{\"suits\":{\"S\":{\"a\":[1],\"b\":[2],\"c\":[]}}}", NASH_INVALID, "/suits/S/c", ""},
        {"{\"suits\":{\"S\":{\"a\":[1],\"b\":[\"K\"]}}}", NASH_INVALID, "/suits/S/b/0", "an integer"},
        {"{\"suits\":{\"S\":{\"a\":[],\"b\":[]}}}", NASH_UNPROCESSABLE, "/suits", "no card"},
        {"{\"suits\":{\"S\":{\"a\":[1],\"b\":[2]},\"D\":{\"a\":[1],\"b\":[]}}}", NASH_UNPROCESSABLE, "/suits",
         "a holds 2 cards and b 1"},
        {"{\"suits\":{\"S\":{\"a\":[1],\"b\":[2]},\"D\":{\"a\":[3,1],\"b\":[2,3]}}}", NASH_UNPROCESSABLE,
         "/suits/D/b/1", "in both hands"},
        {"{\"suits\":{\"C\":{\"a\":[4,4],\"b\":[2,3]}}}", NASH_UNPROCESSABLE, "/suits/C/a/1", "there twice"},
        {"{\"a\":[1],\"b\":[2]," SUITS "}", NASH_UNPROCESSABLE, "/suits", "one of the two"},
        {"{\"distribution\":{}," SUITS "}", NASH_UNPROCESSABLE, "/distribution", "one suit"},
        {"{\"trump\":\"D\"," SUITS "}", NASH_UNPROCESSABLE, "/trump", "none of the suits"},
        {"{\"trump\":3," SUITS "}", NASH_INVALID, "/trump", "null for no trump"},
        {"{\"method\":\"formula\"," SUITS "}", NASH_UNPROCESSABLE, "/method", "by search"},
        {"{\"compare\":true," SUITS "}", NASH_UNPROCESSABLE, "/compare", "one suit"},
        {"{\"confirm\":true," SUITS "}", NASH_UNPROCESSABLE, "/confirm", "one suit"},
        {"{\"play\":[14]," SUITS "}", NASH_UNPROCESSABLE, "/play/0", "\"suit\""},
        {"{\"play\":[{\"suit\":\"S\"}]," SUITS "}", NASH_INVALID, "/play/0", "\"card\" is missing"},
        {"{\"play\":[{\"card\":1}]," SUITS "}", NASH_INVALID, "/play/0", "\"suit\" is missing"},
        {"{\"play\":[{\"suit\":\"T\",\"card\":1}]," SUITS "}", NASH_INVALID, "/play/0/suit", "S, H, D, C"},
        {"{\"play\":[{\"suit\":\"\",\"card\":1}]," SUITS "}", NASH_INVALID, "/play/0/suit", "S, H, D, C"},
        {"{\"play\":[{\"suit\":\"D\",\"card\":14}]," SUITS "}", NASH_UNPROCESSABLE, "/play/0", "not held"},
        {"{\"play\":[{\"suit\":\"S\",\"card\":9}]," SUITS "}", NASH_UNPROCESSABLE, "/play/0", "not held"},
        {"{\"play\":[{\"suit\":\"S\",\"card\":13}]," SUITS "}", NASH_UNPROCESSABLE, "/play/0", "turn of a"},
        {"{\"play\":[{\"suit\":\"S\",\"card\":14},{\"suit\":\"H\",\"card\":3}]," SUITS "}", NASH_UNPROCESSABLE,
         "/play/1", "b holds S and must follow"},
        {"{\"leader\":\"b\",\"play\":[{\"suit\":\"H\",\"card\":4},{\"suit\":\"S\",\"card\":2}]," SUITS "}",
         NASH_UNPROCESSABLE, "/play/1", "a holds H and must follow"},
        {"{\"play\":[{\"suit\":\"S\",\"card\":14},{\"suit\":\"S\",\"card\":13},{\"suit\":\"S\",\"card\":14}]," SUITS
         "}",
         NASH_UNPROCESSABLE, "/play/2", "not held"},
    };
#undef SUITS
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        expect_refused(NASH_FORMAT_JSON, &mistakes[i]);
}

static void test_mistakes_of_words(void **state)
{
    static const struct mistake mistakes[] = {
        {"", NASH_INVALID, "", "no card"},        {" \t", NASH_INVALID, "", "no card"},
        {"b:", NASH_INVALID, "", "no card"},      {"abx", NASH_INVALID, "", "card 3 is neither a nor b"},
        {"aB", NASH_INVALID, "", "card 2"},       {"abb", NASH_UNPROCESSABLE, "", "a holds 1 card and b 2"},
        {"c:ab", NASH_INVALID, "", "who leads"},  {":ab", NASH_INVALID, "", "who leads"},
        {"ab:ab", NASH_INVALID, "", "who leads"}, {"a:b:ab", NASH_INVALID, "", "card 2"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        expect_refused(NASH_FORMAT_TEXT, &mistakes[i]);
}

/* ---- limits ---- */

/* Writes a request with alternating cards of a and b. members: further members, each with a comma behind it. */
static void alternate(struct nash_buf *out, const char *members, uint32_t order)
{
    nash_buf_reset(out);
    nash_buf_printf(out, "{%s\"a\":[", members);
    for (uint32_t i = 0; i < order; i++)
        nash_buf_printf(out, "%s%u", i ? "," : "", 2 * i);
    nash_buf_puts(out, "],\"b\":[");
    for (uint32_t i = 0; i < order; i++)
        nash_buf_printf(out, "%s%u", i ? "," : "", 2 * i + 1);
    nash_buf_puts(out, "]}");
}

static void test_limits(void **state)
{
    static const struct {
        const char *members;
        uint32_t most;
        const char *pointer, *says;
    } limits[] = {
        {"\"method\":\"naive\",", 6, "/method", "naive takes at most 6 cards a hand"},
        {"\"method\":\"seed\",", 12, "/method", "seed takes at most 12 cards a hand"},
        {"\"method\":\"table\",", 16, "/method", "table takes at most 16 cards a hand"},
        {"\"method\":\"search\",", 64, "/method", "search takes at most 64 cards a hand"},
        {"\"distribution\":{},", 14, "/distribution", "up to order 14"},
        {"\"play\":[0],", 1000, "/play", "up to 1000 cards a hand"},
    };
    struct nash_buf text = NASH_BUF_INIT(0);
    struct kind_case c = {0};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        alternate(&text, limits[i].members, limits[i].most);
        if (kind_parse(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text)) != NASH_OK)
            fail_msg("%s %u: %s", limits[i].members, limits[i].most, c.error.detail);
        kind_free(&c);
        alternate(&text, limits[i].members, limits[i].most + 1);
        expect_refused(NASH_FORMAT_JSON,
                       &(struct mistake){nash_buf_cstr(&text), NASH_UNPROCESSABLE, limits[i].pointer, limits[i].says});
    }
    nash_buf_free(&text);
}

static void test_limits_of_distributions(void **state)
{
    static const struct mistake mistakes[] = {
        {"{\"distribution\":{\"order\":15}}", NASH_UNPROCESSABLE, "/distribution/order", "up to order 14"},
        {"{\"distribution\":{\"order\":0}}", NASH_INVALID, "/distribution/order", ""},
        {"{\"distribution\":{\"order\":-3}}", NASH_INVALID, "/distribution/order", ""},
        {"{\"distribution\":{\"order\":2.5}}", NASH_INVALID, "/distribution/order", ""},
        {"{\"distribution\":{}}", NASH_UNPROCESSABLE, "/distribution", "\"order\" is missing"},
        {"{\"distribution\":6}", NASH_INVALID, "/distribution", ""},
        {"{\"distribution\":{\"order\":2},\"a\":[1],\"b\":[2]}", NASH_UNPROCESSABLE, "/distribution/order",
         "the hands hold 1 card each"},
        {"{\"distribution\":{\"order\":2},\"compare\":true}", NASH_UNPROCESSABLE, "/compare", "needs a deal"},
        {"{\"distribution\":{\"order\":2},\"method\":\"naive\"}", NASH_UNPROCESSABLE, "/method", "needs a deal"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        expect_refused(NASH_FORMAT_JSON, &mistakes[i]);
}

/* A million cards a hand are read; one more is too many, in both forms. */
static void test_largest_deal(void **state)
{
    enum { MOST = WHIST_ORDER_MAX };
    struct nash_arena *arena = nash_arena_new(nash_solver_whist.limits.memory_bytes);
    struct nash_error error = {0};
    void *problem;
    size_t cards = 2 * ((size_t)MOST + 1);
    char *word = malloc(cards);
    for (size_t i = 0; i < cards; i++)
        word[i] = i % 2 ? 'b' : 'a';
    assert_int_equal(nash_solver_whist.parse_text(word, cards - 2, NULL, arena, &problem, &error), NASH_OK);
    assert_int_equal(((struct whist_problem *)problem)->deal.order, MOST);
    assert_int_equal(nash_solver_whist.parse_text(word, cards, NULL, arena, &problem, &error), NASH_UNPROCESSABLE);
    assert_non_null(strstr(error.detail, "1000000"));
    free(word);
    nash_arena_free(arena);
    struct nash_buf text = NASH_BUF_INIT(0);
    alternate(&text, "", MOST + 1);
    struct kind_case c = {0};
    assert_true(text.len <= nash_solver_whist.limits.body_bytes);
    expect_refused(NASH_FORMAT_JSON, &(struct mistake){nash_buf_cstr(&text), NASH_UNPROCESSABLE, "/a", "1000000"});
    alternate(&text, "\"leads\":false,", MOST);
    c.arena = NULL;
    if (kind_parse(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text)) != NASH_OK)
        fail_msg("%s %s", c.error.pointer, c.error.detail);
    kind_free(&c);
    nash_buf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spellings_share_a_key),
        cmocka_unit_test(test_suits_spellings_share_a_key),
        cmocka_unit_test(test_mistakes_of_one_suit),
        cmocka_unit_test(test_mistakes_of_play),
        cmocka_unit_test(test_mistakes_of_suits),
        cmocka_unit_test(test_mistakes_of_words),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_limits_of_distributions),
        cmocka_unit_test(test_largest_deal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
