/* Answers of the kind matrix: the games of the lecture notes, and random games compared with exhaustive search. */
#include "kind.h"

enum { GAMES = 400, SIDE = 5 };

static void solve(struct kind_case *c, const char *text)
{
    *c = (struct kind_case){0};
    kind_solve(c, NASH_FORMAT_JSON, text);
    assert_true(c->result.final && !kind_has(c, "timeout"));
}

/* ---- games of the lecture notes ---- */

static void test_dilemma(void **state)
{
    struct kind_case c;
    solve(&c, "{\"example\":\"prisoners_dilemma\"}");
    kind_is(&c, "pure", "[{\"row\":\"betray\",\"col\":\"betray\",\"payoff\":[-2,-2],\"strict\":true}]");
    kind_is(&c, "equilibria/count", "1");
    kind_is(&c, "equilibria/complete", "true");
    kind_is(&c, "dominance/rows", "[{\"row\":\"silent\",\"by\":\"betray\",\"strict\":true}]");
    kind_is(&c, "dominance/cols", "[{\"col\":\"silent\",\"by\":\"betray\",\"strict\":true}]");
    kind_is(&c, "pareto_better_than_equilibrium", "[{\"row\":\"silent\",\"col\":\"silent\",\"than\":0}]");
    kind_is(&c, "pareto_count", "3");
    kind_is(&c, "classification",
            "{\"sum\":\"non-zero\",\"symmetric\":true,\"timing\":\"static\",\"cooperative\":false,\"information\":"
            "\"complete\"}");
    kind_is(&c, "summary", "\"2x2 bimatrix: 1 equilibrium, 1 pure\"");
    kind_free(&c);
}

/* One equilibrium of a zero-sum game tells its value. */
static void test_one(void **state)
{
    struct kind_case c;
    solve(&c, "{\"payoff\":[[\"1/2\",-1,0],[0,0.25,-1]],\"want\":\"one\"}");
    kind_is(&c, "summary", "\"2x3 zero-sum: value -4/9, an equilibrium, 0 pure\"");
    kind_is(&c, "one/payoff", "[\"-4/9\",\"4/9\"]");
    kind_free(&c);
    solve(&c, "{\"row_payoff\":[[3,0],[0,3]],\"col_payoff\":[[0,3],[3,0]],\"want\":\"one\"}");
    kind_is(&c, "summary", "\"2x2 bimatrix: an equilibrium, 0 pure\"");
    kind_free(&c);
}

static void test_pigs(void **state)
{
    static const struct {
        const char *name, *pure, *rows, *cols;
    } pigs[] = {
        {"rational_pigs", "[{\"row\":\"press\",\"col\":\"wait\",\"payoff\":[4,4],\"strict\":true}]", "[]",
         "[{\"col\":\"press\",\"by\":\"wait\",\"strict\":true}]"},
        {"rational_pigs_half", "[{\"row\":\"wait\",\"col\":\"wait\",\"payoff\":[0,0],\"strict\":true}]",
         "[{\"row\":\"press\",\"by\":\"wait\",\"strict\":true}]",
         "[{\"col\":\"press\",\"by\":\"wait\",\"strict\":true}]"},
        {"rational_pigs_double",
         "[{\"row\":\"press\",\"col\":\"wait\",\"payoff\":[8,10],\"strict\":true},{\"row\":\"wait\",\"col\":\"press\","
         "\"payoff\":[10,8],\"strict\":true}]",
         "[]", "[]"},
        {"rational_pigs_half_moved",
         "[{\"row\":\"press\",\"col\":\"press\",\"payoff\":[\"5/2\",\"5/2\"],\"strict\":true}]",
         "[{\"row\":\"wait\",\"by\":\"press\",\"strict\":true}]",
         "[{\"col\":\"wait\",\"by\":\"press\",\"strict\":true}]"}};
    for (size_t i = 0; i < sizeof pigs / sizeof *pigs; i++) {
        char text[64];
        struct kind_case c;
        snprintf(text, sizeof text, "{\"example\":\"%s\"}", pigs[i].name);
        solve(&c, text);
        kind_is(&c, "pure", pigs[i].pure);
        kind_is(&c, "dominance/rows", pigs[i].rows);
        kind_is(&c, "dominance/cols", pigs[i].cols);
        kind_is(&c, "classification/sum", "\"non-zero\"");
        kind_free(&c);
    }
}

/* The strategy "press" of the small pig (col) is eliminated first; only then is "wait" of the big pig (row) dominated.
 */
static void test_order_of_dominance(void **state)
{
    struct kind_case c;
    solve(&c, "{\"example\":\"rational_pigs\"}");
    kind_is(&c, "dominance/iterated/strict",
            "{\"order\":[{\"round\":1,\"player\":\"col\",\"strategy\":\"press\",\"by\":\"wait\",\"strict\":true},"
            "{\"round\":2,\"player\":\"row\",\"strategy\":\"wait\",\"by\":\"press\",\"strict\":true}],"
            "\"rows\":[\"press\"],\"cols\":[\"wait\"]}");
    kind_free(&c);
    solve(&c, "{\"example\":\"rational_pigs_double\"}");
    kind_is(&c, "equilibria/list/2/row", "[\"4/5\",\"1/5\"]");
    kind_is(&c, "equilibria/list/2/payoff", "[8,8]");
    kind_is(&c, "dominance/iterated/weak/order", "[]");
    kind_free(&c);
}

static void test_quarrel(void **state)
{
    struct kind_case c;
    solve(&c, "{\"example\":\"quarrel\"}");
    kind_is(&c, "pure_count", "2");
    kind_is(&c, "pure/0/row", "\"hard\"");
    kind_is(&c, "pure/0/col", "\"soft\"");
    kind_is(&c, "pure/1/row", "\"soft\"");
    kind_is(&c, "pure/1/col", "\"hard\"");
    kind_is(&c, "dominance/rows", "[]");
    kind_free(&c);
}

static void test_pennies(void **state)
{
    struct kind_case c;
    solve(&c, "{\"example\":\"matching_pennies\"}");
    kind_is(&c, "game", "\"zero_sum\"");
    kind_is(&c, "pure", "[]");
    kind_is(&c, "value", "0");
    kind_is(&c, "optimal", "{\"row\":[[\"1/2\",\"1/2\"]],\"col\":[[\"1/2\",\"1/2\"]]}");
    kind_is(&c, "security/row/pure/level", "-1");
    kind_is(&c, "security/row/mixed/level", "0");
    kind_is(&c, "classification/sum", "\"zero\"");
    kind_free(&c);
}

static void test_farmer(void **state)
{
    struct kind_case c;
    solve(&c, "{\"example\":\"farmer\"}");
    kind_is(&c, "decision/criteria/expected/values", "[4,\"-3/10\",-1]");
    kind_is(&c, "decision/criteria/expected/best", "[\"drought-proof\"]");
    kind_is(&c, "decision/criteria/maximin/best", "[\"drought-proof\"]");
    kind_is(&c, "decision/criteria/maximax/best", "[\"rest\"]");
    kind_is(&c, "decision/criteria/laplace/values", "[\"7/3\",\"4/3\",\"-1/3\"]");
    kind_is(&c, "decision/criteria/regret/values", "[10,12,14]");
    kind_is(&c, "decision/criteria/regret/best", "[\"drought-proof\"]");
    kind_is(&c, "decision/criteria/regret/matrix", "[[0,10,8],[12,0,9],[14,12,0]]");
    kind_is(&c, "decision/criteria/expected/value_of_perfect_information", "\"22/5\"");
    kind_free(&c);
}

/* ---- what examples do not show ---- */

static void test_mixed_dominance(void **state)
{
    struct kind_case c;
    solve(&c, "{\"row_payoff\":[[4,0],[0,4],[1,1]],\"col_payoff\":[[0,0],[0,0],[0,0]]}");
    kind_is(&c, "dominance/rows/0/row", "\"r3\"");
    kind_is(&c, "dominance/rows/0/strict", "true");
    assert_true(cJSON_IsObject(kind_at(&c, "dominance/rows/0/by")));
    kind_is(&c, "dominance/iterated/strict/rows", "[\"r1\",\"r2\"]");
    kind_is(&c, "equilibria/degenerate", "true");
    assert_true(kind_has(&c, "equilibria/components/0"));
    kind_free(&c);
}

static void test_ties(void **state)
{
    struct kind_case c;
    solve(
        &c,
        "{\"payoff\":[[\"1/3\",0.5],[0.5,\"1/3\"],[\"1/3\",\"1/3\"]],\"acts\":[\"x\",\"y\",\"z\"],\"alpha\":\"1/3\"}");
    kind_is(&c, "decision/criteria/maximin/best", "[\"x\",\"y\",\"z\"]");
    kind_is(&c, "decision/criteria/laplace/values", "[\"5/12\",\"5/12\",\"1/3\"]");
    kind_is(&c, "decision/criteria/hurwicz/values", "[\"7/18\",\"7/18\",\"1/3\"]");
    kind_is(&c, "decision/criteria/regret/values", "[\"1/6\",\"1/6\",\"1/6\"]");
    kind_is(&c, "decision/dominance", "[{\"act\":\"z\",\"by\":{\"x\":\"1/2\",\"y\":\"1/2\"},\"strict\":true}]");
    kind_is(&c, "summary", "\"3x2 decision: maximin tied, regret tied\"");
    assert_false(kind_has(&c, "decision/criteria/expected"));
    kind_free(&c);
}

static void test_constant_sum(void **state)
{
    struct kind_case c;
    solve(&c, "{\"row_payoff\":[[0.5,2],[2,0.5]],\"col_payoff\":[[2,0.5],[0.5,2]]}");
    kind_is(&c, "classification/sum", "\"constant\"");
    kind_is(&c, "classification/constant", "\"5/2\"");
    kind_is(&c, "value", "\"5/4\"");
    kind_free(&c);
}

static void test_wide_numbers(void **state)
{
    struct kind_case c;
    solve(&c, "{\"row_payoff\":[[\"4611686018427387903\",\"-4611686018427387903\"],[0,1]],"
              "\"col_payoff\":[[\"-4611686018427387903\",1],[2,\"4611686018427387903\"]]}");
    kind_is(&c, "row_payoff/0", "[\"4611686018427387903\",\"-4611686018427387903\"]");
    kind_is(&c, "equilibria/complete", "true");
    kind_free(&c);
    solve(&c, "{\"payoff\":[[\"4611686018427387903\",\"-4611686018427387903\"]],\"acts\":[\"x\"],"
              "\"probability\":[\"4611686018427387901/4611686018427387903\",\"2/4611686018427387903\"]}");
    kind_is(&c, "decision/criteria/regret/values", "[0]");
    kind_is(&c, "decision/criteria/expected/values", "[\"4611686018427387899\"]");
    kind_free(&c);
}

static void test_want_and_limit(void **state)
{
    struct kind_case c;
    solve(&c, "{\"payoff\":[[0,0,0],[0,0,0]],\"limit\":2,\"want\":[\"pure\",\"equilibria\",\"pareto\"]}");
    kind_is(&c, "pure_count", "6");
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "pure")), 2);
    kind_is(&c, "pareto_count", "6");
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "pareto")), 2);
    kind_is(&c, "equilibria/complete", "false");
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "equilibria/list")), 2);
    assert_false(kind_has(&c, "dominance") || kind_has(&c, "security") || kind_has(&c, "classification"));
    kind_free(&c);
    solve(&c, "{\"example\":\"quarrel\",\"want\":[\"one\"]}");
    kind_is(&c, "one/certificate", "\"exact\"");
    assert_false(kind_has(&c, "pure") || kind_has(&c, "equilibria"));
    kind_free(&c);
}

/* ---- random games, compared with exhaustive search ---- */

struct game {
    uint32_t rows, cols;
    int64_t a[SIDE * SIDE], b[SIDE * SIDE];
    struct nash_buf json;
};

static void random_game(struct nash_rng *rng, struct game *g)
{
    int most = 1 + (int)nash_rng_below(rng, 9);
    g->rows = 1 + (uint32_t)nash_rng_below(rng, SIDE);
    g->cols = 1 + (uint32_t)nash_rng_below(rng, SIDE);
    g->json = NASH_BUF_INIT(0);
    nash_buf_puts(&g->json, "{\"row_payoff\":");
    kind_random_table(rng, g->rows, g->cols, -most, most, &g->json, g->a);
    nash_buf_puts(&g->json, ",\"col_payoff\":");
    kind_random_table(rng, g->rows, g->cols, -most, most, &g->json, g->b);
    nash_buf_putc(&g->json, '}');
}

/* Returns a payoff of the row player (or the column player) by own strategy and opponent's strategy. */
static int64_t pay(const struct game *g, bool col, uint32_t own, uint32_t other)
{
    return col ? g->b[other * g->cols + own] : g->a[own * g->cols + other];
}

static uint32_t pure_count(const struct game *g)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->rows; i++)
        for (uint32_t j = 0; j < g->cols; j++) {
            bool best = true;
            for (uint32_t k = 0; k < g->rows; k++)
                best = best && pay(g, false, k, j) <= pay(g, false, i, j);
            for (uint32_t k = 0; k < g->cols; k++)
                best = best && pay(g, true, k, i) <= pay(g, true, j, i);
            count += best;
        }
    return count;
}

static uint32_t pareto_count(const struct game *g)
{
    uint32_t count = 0, profiles = g->rows * g->cols;
    for (uint32_t i = 0; i < profiles; i++) {
        bool improved = false;
        for (uint32_t k = 0; k < profiles; k++)
            improved = improved || (g->a[k] >= g->a[i] && g->b[k] >= g->b[i] && g->a[k] + g->b[k] > g->a[i] + g->b[i]);
        count += !improved;
    }
    return count;
}

/* Eliminates strategies that pure strategies dominate strictly, one at a time. left: bit sets of the remaining rows and
 * columns. */
static void strike_pure(const struct game *g, uint32_t left[2])
{
    for (bool more = true; more;) {
        more = false;
        for (int col = 0; col < 2 && !more; col++) {
            uint32_t own = col ? g->cols : g->rows, other = col ? g->rows : g->cols;
            for (uint32_t mine = 0; mine < own && !more; mine++)
                for (uint32_t by = 0; by < own && !more; by++) {
                    bool worse = by != mine && left[col] >> mine & 1 && left[col] >> by & 1;
                    for (uint32_t k = 0; k < other; k++)
                        worse = worse && (!(left[!col] >> k & 1) || pay(g, col, by, k) > pay(g, col, mine, k));
                    if (worse)
                        left[col] &= ~(1U << mine);
                    more = worse;
                }
        }
    }
}

static int64_t security(const struct game *g, bool col)
{
    int64_t best = INT64_MIN;
    for (uint32_t own = 0; own < (col ? g->cols : g->rows); own++) {
        int64_t worst = INT64_MAX;
        for (uint32_t other = 0; other < (col ? g->rows : g->cols); other++)
            worst = pay(g, col, own, other) < worst ? pay(g, col, own, other) : worst;
        best = worst > best ? worst : best;
    }
    return best;
}

/* Checks that the answer eliminates at least the strategies that pure strategies dominate; mixtures may eliminate more.
 */
static void check_strikes(const struct kind_case *c, const struct game *g)
{
    uint32_t left[2] = {(1U << g->rows) - 1, (1U << g->cols) - 1};
    strike_pure(g, left);
    for (int col = 0; col < 2; col++) {
        const cJSON *name;
        cJSON_ArrayForEach(name, kind_at(c, col ? "dominance/iterated/strict/cols" : "dominance/iterated/strict/rows"))
        {
            if (!(left[col] >> (atoi(name->valuestring + 1) - 1) & 1))
                fail_msg("%s should be struck out of %s", name->valuestring, (const char *)g->json.data);
        }
    }
}

static void test_random(void **state)
{
    struct nash_rng rng = test_rng();
    for (int i = 0; i < GAMES; i++) {
        struct game g;
        struct kind_case c;
        char number[24];
        random_game(&rng, &g);
        solve(&c, nash_buf_cstr(&g.json));
        snprintf(number, sizeof number, "%u", pure_count(&g));
        kind_is(&c, "pure_count", number);
        snprintf(number, sizeof number, "%u", pareto_count(&g));
        kind_is(&c, "pareto_count", number);
        for (int col = 0; col < 2; col++) {
            snprintf(number, sizeof number, "%lld", (long long)security(&g, col));
            kind_is(&c, col ? "security/col/pure/level" : "security/row/pure/level", number);
        }
        check_strikes(&c, &g);
        kind_free(&c);
        nash_buf_free(&g.json);
    }
}

static bool is_dominated_by_lp(const struct kind_case *c, uint32_t r, bool strict)
{
    static const bool alive[SIDE] = {true, true, true, true, true};
    const struct matrix_game *game = &((const struct matrix_problem *)c->problem)->game;
    struct nash_run run = {.arena = c->arena};
    struct nash_error error = {0};
    struct matrix_mix mix;
    bool dominated;
    assert_int_equal(
        matrix_dominated(game->rows, game->cols, game->a, alive, alive, r, strict, &run, &dominated, &mix, &error),
        NASH_OK);
    return dominated;
}

/* The shortcuts that decide dominance without linear programming agree with it for every row. */
static void test_dominated_are_all(void **state)
{
    struct nash_rng rng = test_rng();
    uint32_t met[2] = {0, 0};
    for (int i = 0; i < GAMES; i++) {
        struct game g;
        struct kind_case c;
        random_game(&rng, &g);
        solve(&c, nash_buf_cstr(&g.json));
        const struct matrix_dominance *d = &answer_of(&c)->dominance;
        for (uint32_t r = 0, next = 0; r < g.rows; r++) {
            bool listed = next < d->count[0] && d->list[0][next].strategy == r;
            bool strict = listed && d->list[0][next].strict;
            next += listed;
            met[strict] += listed;
            if (is_dominated_by_lp(&c, r, true) != strict || is_dominated_by_lp(&c, r, false) != listed)
                fail_msg("row %u of %s", r, (const char *)g.json.data);
        }
        kind_free(&c);
        nash_buf_free(&g.json);
    }
    assert_true(met[0] > 10 && met[1] > 10);
}

/* Equilibria do not change if payoffs are multiplied by a positive constant or shifted. */
static void test_units(void **state)
{
    struct nash_rng rng = test_rng();
    for (int i = 0; i < GAMES / 4; i++) {
        struct game g;
        struct kind_case one, two;
        struct nash_buf moved = NASH_BUF_INIT(0);
        random_game(&rng, &g);
        for (int col = 0; col < 2; col++) {
            nash_buf_puts(&moved, col ? "],\"col_payoff\":[" : "{\"row_payoff\":[");
            for (uint32_t k = 0; k < g.rows * g.cols; k++) {
                const char *before = k == 0 ? "[" : k % g.cols ? "," : "],[";
                nash_buf_printf(&moved, "%s\"%lld/%d\"", before, 10 + 3 * (long long)(col ? g.b : g.a)[k],
                                col ? 7 : 11);
            }
            nash_buf_putc(&moved, ']');
        }
        nash_buf_puts(&moved, "]}");
        solve(&one, nash_buf_cstr(&g.json));
        solve(&two, nash_buf_cstr(&moved));
        for (int k = 0; k < (int)answer_of(&one)->equilibria.count; k++) {
            char path[64];
            for (int col = 0; col < 2; col++) {
                snprintf(path, sizeof path, "equilibria/list/%d/%s", k, col ? "col" : "row");
                char *text = cJSON_PrintUnformatted(kind_at(&one, path));
                kind_is(&two, path, text);
                cJSON_free(text);
            }
        }
        char *dominance = cJSON_PrintUnformatted(kind_at(&one, "dominance/iterated"));
        kind_is(&two, "dominance/iterated", dominance);
        cJSON_free(dominance);
        kind_free(&one);
        kind_free(&two);
        nash_buf_free(&moved);
        nash_buf_free(&g.json);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dilemma),      cmocka_unit_test(test_one),
        cmocka_unit_test(test_pigs),         cmocka_unit_test(test_order_of_dominance),
        cmocka_unit_test(test_quarrel),      cmocka_unit_test(test_pennies),
        cmocka_unit_test(test_farmer),       cmocka_unit_test(test_mixed_dominance),
        cmocka_unit_test(test_ties),         cmocka_unit_test(test_constant_sum),
        cmocka_unit_test(test_wide_numbers), cmocka_unit_test(test_want_and_limit),
        cmocka_unit_test(test_random),       cmocka_unit_test(test_dominated_are_all),
        cmocka_unit_test(test_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
