/* Comparison, confirmation and proof of values, omitted lists, and the texts and counts of a result. */
#include <stdlib.h>

#include <solvers/whist/closed_rule/rule.h>
#include <solvers/whist/kind.h>
#include <solvers/whist/write/result.h>

#include "../harness/kind.h"

/* Solves a random deal of an order. members: further members of the request, each with a comma behind it. */
static void solve_deal(struct kind_case *c, uint32_t order, const char *members)
{
    struct nash_rng rng = test_rng();
    struct nash_buf text = NASH_BUF_INIT(0), deal = NASH_BUF_INIT(0);
    char *word = malloc(2 * (size_t)order + 1);
    kind_random_deal(&rng, order, &deal, word);
    nash_buf_printf(&text, "{%s%s}", members, nash_buf_cstr(&deal));
    kind_solve(c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
    free(word);
    nash_buf_free(&text);
    nash_buf_free(&deal);
}

/* ---- compare ---- */

static void test_naive_tree(void **state)
{
    static const struct {
        uint32_t order;
        const char *nodes;
    } trees[] = {
        {1, "2"},
        {2, "9"},
        {4, "1313"},
        {6, "1181737"},
        {10, "30018011105801"},
        {20, "13492893173044623332247719479541319201"},
        {64, "36701992561635205283308240036330550974073350907767957949433649231474340592746273997158473147310980258665"
             "654660627512968044491321948727884616818344761308621438036095605703149002753"},
    };
    char digits[WHIST_NAIVE_DIGITS];
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
        assert_int_equal(whist_naive_nodes(trees[i].order, digits), strlen(trees[i].nodes));
        assert_string_equal(digits, trees[i].nodes);
    }
}

/* The number of nodes that the method naive searches equals the computed size of the full tree. */
static void test_naive_walks_its_tree(void **state)
{
    for (uint32_t order = 1; order <= whist_naive.order_max; order++) {
        struct kind_case c = {0};
        solve_deal(&c, order, "\"compare\":true,");
        assert_string_equal(kind_word(&c, "compare/methods/0/method"), "naive");
        assert_string_equal(kind_word(&c, "compare/methods/0/nodes"), kind_word(&c, "compare/naive_tree"));
        assert_int_equal(kind_int(&c, "compare/methods/0/ratio"), 1);
        kind_free(&c);
    }
}

static void test_compare(void **state)
{
    static const uint32_t orders[] = {5, 9, 12, 15, 18, 70};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        struct kind_case c = {0};
        char path[48];
        solve_deal(&c, orders[i], "\"compare\":true,\"line\":false,");
        for (unsigned m = 0; m < WHIST_METHODS - 1; m++) {
            enum whist_method method = (enum whist_method)(WHIST_NAIVE + m);
            snprintf(path, sizeof path, "compare/methods/%u/method", m);
            assert_string_equal(kind_word(&c, path), whist_method_names[method]);
            bool takes = orders[i] <= whist_method_engine(method)->order_max;
            snprintf(path, sizeof path, "compare/methods/%u/tricks/a", m);
            assert_int_equal(kind_has(&c, path), takes);
            if (takes)
                assert_int_equal(kind_int(&c, path), kind_number(&c, "tricks/a"));
            snprintf(path, sizeof path, "compare/methods/%u/skipped", m);
            assert_int_equal(kind_has(&c, path), !takes);
        }
        assert_int_equal(kind_has(&c, "compare/naive_tree"), orders[i] <= 64);
        assert_true(c.result.final);
        kind_free(&c);
    }
}

static double positions_of(const struct kind_case *c, unsigned method)
{
    char path[48];
    snprintf(path, sizeof path, "compare/methods/%u/nodes", method);
    double nodes = strtod(kind_word(c, path), NULL);
    snprintf(path, sizeof path, "compare/methods/%u/table", method);
    return nodes + strtod(kind_word(c, path), NULL);
}

/* The claim of the patent application at order 10: its rules alone need a million times fewer positions than the full
 * tree; its table needs one position. The reported ratio counts all positions, searched and looked up. */
static void test_ratio(void **state)
{
    const double tree = 30018011105801;
    struct kind_case c = {0};
    solve_deal(&c, 10, "\"compare\":true,");
    assert_string_equal(kind_word(&c, "compare/naive_tree"), "30018011105801");
    assert_true(positions_of(&c, 1) > 10 && positions_of(&c, 1) < 1e7);
    assert_true(positions_of(&c, 2) == 1);
    for (unsigned method = 1; method < WHIST_METHODS - 1; method++) {
        char path[48];
        snprintf(path, sizeof path, "compare/methods/%u/ratio", method);
        double times = kind_number(&c, path) * positions_of(&c, method);
        assert_true(times > 0.99 * tree && times < 1.01 * tree);
    }
    assert_false(kind_has(&c, "compare/methods/1/instances"));
    assert_int_equal(kind_int(&c, "compare/methods/2/instances"),
                     2 + 6 + 20 + 70 + 252 + 924 + 3432 + 12870 + 48620 + 184756);
    kind_free(&c);
}

/* ---- confirm and proof ---- */

static void expect_confirmed(uint32_t order, const char *members, const char *by, const char *proof)
{
    struct kind_case c = {0};
    solve_deal(&c, order, members);
    if (by) {
        assert_string_equal(kind_word(&c, "confirmed/by"), by);
        assert_true(cJSON_IsTrue(kind_at(&c, "confirmed/agrees")));
    } else {
        assert_false(kind_has(&c, "confirmed/by") && !cJSON_IsNull(kind_at(&c, "confirmed/by")));
    }
    assert_string_equal(kind_word(&c, "proof"), proof);
    assert_true(c.result.final);
    kind_free(&c);
}

static void test_confirm(void **state)
{
    expect_confirmed(16, "", NULL, "exhaustive");
    expect_confirmed(17, "", NULL, "verified_rule");
    expect_confirmed(11, "\"confirm\":true,", "table", "exhaustive");
    expect_confirmed(20, "\"confirm\":true,", "search", "exhaustive");
    expect_confirmed(20, "\"confirm\":true,\"method\":\"search\",", "formula", "exhaustive");
    expect_confirmed(20, "\"compare\":true,", NULL, "exhaustive");
    expect_confirmed(65, "\"confirm\":true,", NULL, "verified_rule");
}

/* If the node limit ends the confirming search, the answer is still complete. */
static void test_confirm_out_of_time(void **state)
{
    struct kind_case c = {.run = {.node_limit = 10000}};
    solve_deal(&c, 60, "\"confirm\":true,");
    assert_string_equal(kind_word(&c, "confirmed/by"), "search");
    assert_true(cJSON_IsFalse(kind_at(&c, "confirmed/agrees")));
    assert_non_null(strstr(kind_word(&c, "confirmed/detail"), "time budget"));
    assert_string_equal(kind_word(&c, "proof"), "verified_rule");
    assert_true(cJSON_IsTrue(kind_at(&c, "timeout")));
    assert_true(kind_number(&c, "tricks/a") + kind_number(&c, "tricks/b") == 60);
    assert_true(kind_has(&c, "line") && kind_has(&c, "leads"));
    assert_false(c.result.final);
    kind_free(&c);
}

static void test_search_out_of_time(void **state)
{
    struct kind_case c = {.run = {.node_limit = 10000}};
    solve_deal(&c, 60, "\"method\":\"search\",");
    assert_true(cJSON_IsNull(kind_at(&c, "tricks")));
    assert_true(kind_number(&c, "bounds/a/0") < kind_number(&c, "bounds/a/1"));
    assert_int_equal(kind_int(&c, "bounds/a/0") + kind_int(&c, "bounds/b/1"), 60);
    assert_int_equal(kind_int(&c, "bounds/a/1") + kind_int(&c, "bounds/b/0"), 60);
    assert_false(kind_has(&c, "proof"));
    assert_string_equal(kind_word(&c, "summary"), "60 cards each, a leads: timeout");
    kind_free(&c);
}

/* Bounds that are proved before a stop are reported. They are never wider than those of greedy matching, and they
 * narrow with the node limit. */
static void test_search_narrows_bounds(void **state)
{
    const uint32_t order = 28;
    unsigned narrower = 0;
    bool known = false;
    for (uint64_t limit = 8; !known; limit += limit / 8) {
        struct kind_case c = {.run = {.node_limit = limit}};
        uint32_t low, high;
        solve_deal(&c, order, "\"method\":\"search\",\"leads\":false,\"line\":false,");
        const struct whist_deal *deal = &((const struct whist_problem *)c.problem)->deal;
        int32_t *room = calloc(whist_rule_room(order), sizeof *room);
        uint32_t value = whist_rule_tricks(deal->word, order, true, room);
        whist_matching_bounds(deal->word, order, &low, &high);
        assert_true(low <= answer_of(&c)->low && answer_of(&c)->low <= value && value <= answer_of(&c)->high &&
                    answer_of(&c)->high <= high);
        known = answer_of(&c)->known;
        narrower += !known && answer_of(&c)->high - answer_of(&c)->low < high - low;
        free(room);
        kind_free(&c);
    }
    assert_true(narrower > 0);
}

/* For several suits, the answer names the requested lists that are omitted for lack of time. */
static void test_suits_out_of_time(void **state)
{
    static const char suits[] = "\"suits\":{\"S\":{\"a\":[1,4,5],\"b\":[2,3,6]},\"H\":{\"a\":[2,3],\"b\":[1,4]}}}";
    char text[160];
    for (unsigned lists = 0; lists < 2; lists++) {
        struct kind_case c = {.run = {.deadline_ns = 1}};
        snprintf(text, sizeof text, "{\"leads\":%s,%s", lists ? "true" : "false", suits);
        kind_solve(&c, NASH_FORMAT_JSON, text);
        assert_int_equal(kind_has(&c, "omitted/leads"), lists);
        assert_true(kind_has(&c, "omitted/line") && kind_has(&c, "timeout") && !kind_has(&c, "leads"));
        kind_free(&c);
    }
}

/* ---- sizes ---- */

/* Writes the request with the largest result: as many intervals as cards, cards with the longest numbers, and a whole
 * game if that order may have one. In this game, b wins the first trick and leads on, and a always plays the adjacent
 * card. */
static void put_largest(struct nash_buf *text, uint32_t order)
{
    const long long least = -9007199254740991LL;
    nash_buf_puts(text, "{");
    for (unsigned hand = 0; hand < 2; hand++) {
        nash_buf_printf(text, "%s\"%c\":[", hand ? "," : "", "ab"[hand]);
        for (uint32_t k = 0; k < order; k++)
            nash_buf_printf(text, "%s%lld", k ? "," : "", least + 2LL * k + hand);
        nash_buf_putc(text, ']');
    }
    if (order <= WHIST_PLAY_ORDER_MAX) {
        nash_buf_puts(text, ",\"play\":[");
        for (uint32_t k = 0; k < 2 * order; k++)
            nash_buf_printf(text, "%s%lld", k ? "," : "", least + (k < 2 ? k : k ^ 1));
        nash_buf_putc(text, ']');
    }
    nash_buf_putc(text, '}');
}

/* The largest lists fit into the result; larger ones are omitted with a reason. */
static void test_largest_results(void **state)
{
    static const uint32_t orders[] = {64, 65, 1000, 1001, 2000, 2001, 10000, 10001};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        struct nash_buf text = NASH_BUF_INIT(0), out = NASH_BUF_INIT(0);
        struct nash_jsonw writer = NASH_JSONW(&out);
        struct kind_case c = {0};
        uint32_t n = orders[i];
        put_largest(&text, n);
        kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
        nash_solver_whist.write(c.problem, &c.result, &writer);
        if (out.len > nash_solver_whist.limits.result_bytes)
            fail_msg("order %u: %zu bytes", n, out.len);
        assert_int_equal(kind_has(&c, "graph"), n <= WHIST_INTERVALS_ORDER_MAX);
        assert_int_equal(kind_has(&c, "omitted/graph"), n > WHIST_INTERVALS_ORDER_MAX);
        if (kind_has(&c, "graph")) {
            assert_int_equal(cJSON_GetArraySize(kind_at(&c, "graph/intervals")), 2 * n);
            assert_int_equal(cJSON_GetArraySize(kind_at(&c, "graph/edges")), 2 * (2 * n) - 3);
        }
        assert_int_equal(kind_has(&c, "leads"), n <= 2000);
        assert_int_equal(kind_has(&c, "omitted/leads"), n > 2000);
        assert_int_equal(kind_has(&c, "leads/0/replies"), n * n <= WHIST_REPLIES_MAX);
        assert_int_equal(kind_has(&c, "omitted/replies"), n * n > WHIST_REPLIES_MAX);
        assert_int_equal(kind_has(&c, "line"), n <= 2000);
        assert_int_equal(kind_has(&c, "omitted/line"), n > 2000);
        assert_int_equal(kind_has(&c, "play"), n <= WHIST_PLAY_ORDER_MAX);
        assert_false(kind_has(&c, "timeout"));
        kind_free(&c);
        nash_buf_free(&text);
        nash_buf_free(&out);
    }
}

static void test_lists_left_out(void **state)
{
    struct kind_case c = {0};
    solve_deal(&c, 10, "\"leads\":false,\"line\":false,");
    assert_false(kind_has(&c, "leads") || kind_has(&c, "line") || kind_has(&c, "omitted"));
    assert_true(kind_has(&c, "graph"));
    kind_free(&c);
    solve_deal(&c, 10, "\"graph\":false,");
    assert_true(kind_has(&c, "leads/0/replies") && kind_has(&c, "line"));
    assert_false(kind_has(&c, "graph") || kind_has(&c, "omitted"));
    kind_free(&c);
    solve_deal(&c, 10001, "\"graph\":false,\"leads\":false,\"line\":false,");
    assert_false(kind_has(&c, "graph") || kind_has(&c, "omitted"));
    kind_free(&c);
    solve_deal(&c, 24, "\"method\":\"search\",");
    assert_true(kind_has(&c, "leads") && kind_has(&c, "line") && kind_has(&c, "omitted/replies"));
    assert_false(kind_has(&c, "leads/0/replies"));
    kind_free(&c);
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"a\":[1,3,5,7,9,11,13,15,17],\"b\":[2,4,6,8,10,12,14,16,18],\"play\":[1,18],"
               "\"method\":\"seed\"}");
    assert_string_equal(kind_word(&c, "play_by"), "formula");
    assert_string_equal(kind_word(&c, "engine"), "seed");
    kind_free(&c);
}

/* ---- distribution ---- */

static void test_distribution(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON, "{\"distribution\":{\"order\":5}}");
    static const int five[] = {2, 33, 108, 92, 16, 1};
    for (unsigned t = 0; t < 6; t++) {
        char path[32];
        snprintf(path, sizeof path, "distribution/counts/%u", t);
        assert_int_equal(kind_int(&c, path), five[t]);
    }
    assert_int_equal(kind_int(&c, "distribution/total"), 252);
    assert_true(kind_number(&c, "distribution/mean") > 2.357 && kind_number(&c, "distribution/mean") < 2.358);
    assert_false(kind_has(&c, "tricks") || kind_has(&c, "distribution/percentile"));
    assert_string_equal(kind_word(&c, "summary"), "distribution, 5 cards each");
    kind_free(&c);
    kind_solve(&c, NASH_FORMAT_JSON, "{\"leader\":\"b\",\"a\":[1,2],\"b\":[3,4],\"distribution\":{}}");
    assert_int_equal(kind_int(&c, "tricks/b"), 2); /* the best of the 6 deals: 2 have the value 0, 3 the value 1 */
    assert_int_equal(kind_int(&c, "distribution/below"), 5);
    assert_int_equal(kind_int(&c, "distribution/equal"), 1);
    assert_true(kind_number(&c, "distribution/percentile") > 91.6 && kind_number(&c, "distribution/percentile") < 91.7);
    kind_free(&c);
    for (uint32_t order = 1; order <= WHIST_DISTRIBUTION_ORDER; order++) {
        solve_deal(&c, order, "\"distribution\":{},");
        assert_int_equal(kind_int(&c, "distribution/order"), order);
        kind_free(&c);
    }
}

/* ---- texts ---- */

static void test_words(void **state)
{
    static const struct {
        enum nash_format format;
        const char *text, *summary, *answer;
    } cases[] = {
        {NASH_FORMAT_TEXT, "ab", "1 card each, a leads: a 1, b 0", "a 1, b 0"},
        {NASH_FORMAT_TEXT, "b:abbabaab", "4 cards each, b leads: a 2, b 2", "a 2, b 2"},
        {NASH_FORMAT_JSON, "{\"distribution\":{\"order\":1}}", "distribution, 1 card each", "1 1"},
        {NASH_FORMAT_JSON, "{\"a\":[1,4],\"b\":[2,3],\"play\":[4,3,1,2]}",
         "2 cards each, a leads: a 1, b 1, 0 mistakes in play", "# 4 cards played, 0 mistakes\na 1, b 1"},
        {NASH_FORMAT_JSON, "{\"a\":[3,4,9],\"b\":[1,2,8],\"play\":[9,8]}",
         "3 cards each, a leads: a 2, b 1, 1 mistake in play",
         "# mistake of b, card 2: 8 costs 1\n# 2 cards played, 1 mistake\na 2, b 1"},
        {NASH_FORMAT_JSON, "{\"a\":[3,4,9],\"b\":[1,2,8],\"play\":[9]}",
         "3 cards each, a leads: a 2, b 1, 0 mistakes in play", "# 1 card played, 0 mistakes\na 2, b 1"},
        {NASH_FORMAT_JSON, "{\"suits\":{\"S\":{\"a\":[1],\"b\":[2]}},\"trump\":\"S\"}",
         "1 card each, 1 suit, trump S, a leads: a 0, b 1", "a 0, b 1"},
        {NASH_FORMAT_JSON, "{\"suits\":{\"S\":{\"a\":[1],\"b\":[]},\"D\":{\"a\":[],\"b\":[2]}}}",
         "1 card each, 2 suits, no trump, a leads: a 1, b 0", "a 1, b 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct nash_buf text = NASH_BUF_INIT(0);
        struct kind_case c = {0};
        kind_solve(&c, cases[i].format, cases[i].text);
        nash_solver_whist.write_text(c.problem, &c.result, &text);
        assert_string_equal(kind_word(&c, "summary"), cases[i].summary);
        assert_string_equal(nash_buf_cstr(&text), cases[i].answer);
        nash_buf_free(&text);
        kind_free(&c);
    }
}

/* ---- the check ---- */

/* verify() rejects an answer with any wrong part. */
static void test_check_finds_faults(void **state)
{
    static const char deal[] = "{\"a\":[8,5,4,2],\"b\":[7,6,3,1],\"play\":[8,1,2,6],\"compare\":true}";
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON, deal);
    struct whist_answer right = *answer_of(&c);
    answer_of(&c)->tricks = answer_of(&c)->low = answer_of(&c)->high = right.tricks + 1;
    assert_int_equal(whist_verify(c.problem, &c.result, &c.error), NASH_INTERNAL);
    *answer_of(&c) = right;
    struct whist_trick *line = NASH_NEW(c.arena, struct whist_trick, 4);
    memcpy(line, right.line, 4 * sizeof *line);
    line[3].reply = line[2].reply;
    answer_of(&c)->line = line;
    assert_int_equal(whist_verify(c.problem, &c.result, &c.error), NASH_INTERNAL);
    *answer_of(&c) = right;
    struct whist_lead *lead = NASH_NEW(c.arena, struct whist_lead, right.values.leads);
    memcpy(lead, right.values.lead, right.values.leads * sizeof *lead);
    lead[0].tricks++;
    answer_of(&c)->values.lead = lead;
    assert_int_equal(whist_verify(c.problem, &c.result, &c.error), NASH_INTERNAL);
    *answer_of(&c) = right;
    struct whist_move *move = NASH_NEW(c.arena, struct whist_move, 4);
    memcpy(move, right.move, 4 * sizeof *move);
    move[1].after++;
    answer_of(&c)->move = move;
    assert_int_equal(whist_verify(c.problem, &c.result, &c.error), NASH_INTERNAL);
    *answer_of(&c) = right;
    struct whist_trial *trial = NASH_NEW(c.arena, struct whist_trial, WHIST_METHODS - 1);
    memcpy(trial, right.trial, (WHIST_METHODS - 1) * sizeof *trial);
    trial[2].tricks++;
    answer_of(&c)->trial = trial;
    assert_int_equal(whist_verify(c.problem, &c.result, &c.error), NASH_INTERNAL);
    *answer_of(&c) = right;
    assert_int_equal(whist_verify(c.problem, &c.result, &c.error), NASH_OK);
    kind_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_naive_tree),
        cmocka_unit_test(test_naive_walks_its_tree),
        cmocka_unit_test(test_compare),
        cmocka_unit_test(test_ratio),
        cmocka_unit_test(test_confirm),
        cmocka_unit_test(test_confirm_out_of_time),
        cmocka_unit_test(test_search_out_of_time),
        cmocka_unit_test(test_search_narrows_bounds),
        cmocka_unit_test(test_suits_out_of_time),
        cmocka_unit_test(test_largest_results),
        cmocka_unit_test(test_lists_left_out),
        cmocka_unit_test(test_distribution),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_check_finds_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
