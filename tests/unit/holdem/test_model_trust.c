/* Trust in a model: what a line takes from it, and from the generic player. */
#include <math.h>
#include <string.h>

#include <solvers/holdem/model/learn.h>

#include "../solvers/kind_case.h"
#include "styles.h"

extern const struct nash_solver nash_solver_holdem;
const struct nash_solver *const kind_solver = &nash_solver_holdem;

enum { ARENA = 512 << 20, STEPS = 4 };

/* A bluff with the worst hand, and the line of a real hand with the same bets on the same board. */
#define BLUFF                                                                                                          \
    "{\"learn\":{\"format\":\"acpc\",\"player\":\"Villain\",\"hands\":\"STATE:1:r300c/cr700c/cr1900c/cr4900c:"         \
    "JsTs|7c2h/4c9sJd/2d/8c:4900|-4900:You|Villain\"}}"
#define REAL                                                                                                           \
    "\"line\":\"p3 f; p4 f; p5 cbr 250; p6 f; p1 cbr 1150; p2 f; p5 cc; d db 4c9sJd; p1 cbr 750; p5 cc; d db 2d; "     \
    "p1 cc; p5 cbr 1825; p1 cc; d db 8c; p1 cc; p5 cbr 6275\",\"of\":\"p5\","                                          \
    "\"hero\":{\"player\":\"p1\",\"cards\":\"JsTs\"}"
#define HAND                                                                                                           \
    "\"hand\":\"STATE:1:r300c/cr700c/cr1900c/cr4900c:JsTs|7c2h/4c9sJd/2d/8c:4900|-4900:You|Villain\","                 \
    "\"format\":\"acpc\",\"of\":\"Villain\""

static void learn_hands(struct holdem_model *model, enum style style, unsigned count, struct nash_arena *arena)
{
    static struct holdem_history_hand hand;
    struct learner l;
    assert_true(learner_begin(&l, model, arena));
    for (unsigned k = 0; k < count; k++) {
        struct nash_rng rng;
        nash_rng_seed(&rng, k);
        style_play(style, &rng, k, &hand);
        assert_int_equal(learner_hand(&l, &hand), LEARNER_LEARNT);
    }
    assert_true(learner_end(&l));
}

/* Trust 0 is the generic player, trust 1 the model, and every probability between them is their mixture. */
static void probabilities_are_mixed(void **state)
{
    static const unsigned counts[] = {1, 9, 40, 300};
    for (unsigned k = 0; k < sizeof counts / sizeof *counts; k++) {
        struct nash_arena *arena = nash_arena_new(ARENA);
        struct holdem_model *model = NASH_NEW(arena, struct holdem_model, 1);
        struct holdem_policy *policy[4];
        const double n = counts[k], trust[4] = {0, 1, 0.3, n * n / (n * n + 100)};
        learn_hands(model, STYLE_INVERTED, counts[k], arena);
        struct holdem_policy *generic = holdem_policy_new(arena);
        for (unsigned t = 0; t < 4; t++) {
            policy[t] = holdem_policy_new(arena);
            holdem_policy_fit(policy[t], model, t < 3 ? trust[t] : MODEL_TRUST_BY_DATA, arena);
            assert_true(fabs(policy[t]->trust - trust[t]) < 1e-12);
        }
        for (unsigned s = 0; s < SITUATIONS; s++)
            for (unsigned d = 0; d < HOLDEM_DEEDS; d++) {
                const unsigned cells = s < SITUATION_PREFLOP_3 ? HOLDEM_CLASSES : CELLS_POSTFLOP;
                const float *none = holdem_policy_deed(generic, s, d), *p[4];
                for (unsigned t = 0; t < 4; t++)
                    p[t] = holdem_policy_deed(policy[t], s, d);
                assert_memory_equal(p[0], none, cells * sizeof *none);
                for (unsigned c = 0; c < cells; c++)
                    for (unsigned t = 2; t < 4; t++) {
                        const double mixed = trust[t] * exp((double)p[1][c]) + (1 - trust[t]) * exp((double)none[c]);
                        assert_true(fabs(exp((double)p[t][c]) - mixed) < 1e-5);
                    }
            }
        nash_arena_free(arena);
    }
}

/* An action that the player was never seen to take stays possible, and still tells strong hands from weak ones. */
static void unseen_actions_keep_their_shape(void **state)
{
    struct nash_arena *arena = nash_arena_new(ARENA);
    struct holdem_model *model = NASH_NEW(arena, struct holdem_model, 1);
    struct holdem_policy *generic = holdem_policy_new(arena), *policy = holdem_policy_new(arena);
    unsigned unseen = 0;
    learn_hands(model, STYLE_STATION, 3, arena);
    holdem_policy_fit(policy, model, 1, arena);
    for (unsigned s = 0; s < SITUATION_PREFLOP_3; s++) {
        const unsigned spot = situation_at((uint16_t)s, 0);
        for (unsigned d = 0; policy->seen[SITUATION_FINEST][s] && d < HOLDEM_DEEDS; d++) {
            if (policy->total_of[0][spot][d] > 0)
                continue;
            const float *now = holdem_policy_deed(policy, s, d), *before = holdem_policy_deed(generic, s, d);
            const unsigned best = 0, worst = 12 * 13 + 5; /* AA and 92o; neither is near to a hand that was played */
            assert_true(now[best] > logf(1e-6F) && now[worst] > logf(1e-6F));
            if (fabsf(before[best] - before[worst]) < 1)
                continue;
            assert_true((now[best] > now[worst]) == (before[best] > before[worst]));
            assert_true(fabsf(now[best] - now[worst]) > 0.5F);
            unseen++;
        }
    }
    assert_true(unseen > 0);
    nash_arena_free(arena);
}

/* Solves `members` with the model of one bluff and a trust (negative: by the data). The caller frees the case. */
static void solve_with_trust(struct kind_case *c, const char *members, double trust, const char *model)
{
    struct nash_buf request = NASH_BUF_INIT(0);
    nash_buf_printf(&request, "{%s", members);
    if (model)
        nash_buf_printf(&request, ",\"model\":%s", model);
    if (trust >= 0)
        nash_buf_printf(&request, ",\"trust\":%g", trust);
    nash_buf_puts(&request, "}");
    memset(c, 0, sizeof *c);
    kind_solve(c, NASH_FORMAT_JSON, nash_buf_cstr(&request));
    nash_buf_free(&request);
}

static char *model_of_a_bluff(double *trust)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON, BLUFF);
    char *model = cJSON_PrintUnformatted(kind_at(&c, "model"));
    *trust = kind_number(&c, "report/trust");
    kind_free(&c);
    assert_non_null(model);
    return model;
}

static void one_bluff_moves_little(void **state)
{
    struct kind_case c;
    double by_data, equity[STEPS + 1];
    char *model = model_of_a_bluff(&by_data);
    assert_true(fabs(by_data - 1 / 101.0) < 1e-4);
    solve_with_trust(&c, REAL, -1, NULL);
    const double generic = kind_number(&c, "equity");
    assert_false(kind_has(&c, "model/trust"));
    kind_free(&c);
    for (unsigned k = 0; k <= STEPS; k++) {
        solve_with_trust(&c, REAL, k / (double)STEPS, model);
        equity[k] = kind_number(&c, "equity");
        assert_true(kind_number(&c, "model/trust") == k / (double)STEPS);
        kind_free(&c);
        assert_true(k == 0 || equity[k] > equity[k - 1] + 0.01); /* a bluffer is beaten more often */
    }
    assert_true(equity[0] == generic);
    solve_with_trust(&c, REAL, -1, model);
    assert_true(fabs(kind_number(&c, "model/trust") - by_data) < 1e-4);
    assert_true(kind_number(&c, "equity") > generic && kind_number(&c, "equity") < generic + 0.02);
    kind_free(&c);
    cJSON_free(model);
}

static void trust_of_a_played_hand(void **state)
{
    struct kind_case none, full, half;
    double by_data;
    char *model = model_of_a_bluff(&by_data);
    solve_with_trust(&none, HAND, 0, model);
    solve_with_trust(&half, HAND, 0.5, model);
    solve_with_trust(&full, HAND, 1, model);
    assert_true(kind_number(&half, "held/p") > kind_number(&none, "held/p"));
    assert_true(kind_number(&full, "held/p") > kind_number(&half, "held/p"));
    kind_free(&none);
    kind_free(&half);
    kind_free(&full);
    cJSON_free(model);
}

static void refusals_and_keys(void **state)
{
    static const char empty[] = "\"model\":{\"format\":\"holdem-model-1\",\"ids\":[],\"blocks\":[]}";
    char request[3][1024];
    snprintf(request[0], sizeof request[0], "{%s,%s,\"trust\":1.5}", REAL, empty);
    kind_refuses(NASH_FORMAT_JSON, request[0], NASH_INVALID, "/trust", "");
    snprintf(request[0], sizeof request[0], "{%s,%s,\"trust\":\"all\"}", HAND, empty);
    kind_refuses(NASH_FORMAT_JSON, request[0], NASH_INVALID, "/trust", "");
    kind_refuses(NASH_FORMAT_JSON, "{" REAL ",\"trust\":1}", NASH_UNPROCESSABLE, "/trust", "without a model");
    kind_refuses(NASH_FORMAT_JSON, "{" HAND ",\"trust\":1}", NASH_UNPROCESSABLE, "/trust", "without a model");
    snprintf(request[0], sizeof request[0], "{%s,%s}", REAL, empty);
    snprintf(request[1], sizeof request[1], "{%s,%s,\"trust\":0}", REAL, empty);
    snprintf(request[2], sizeof request[2], "{%s,%s,\"trust\":-0.0}", REAL, empty);
    kind_keys(NASH_FORMAT_JSON, request[0], NASH_FORMAT_JSON, request[1], false);
    kind_keys(NASH_FORMAT_JSON, request[1], NASH_FORMAT_JSON, request[2], true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probabilities_are_mixed), cmocka_unit_test(unseen_actions_keep_their_shape),
        cmocka_unit_test(one_bluff_moves_little),  cmocka_unit_test(trust_of_a_played_hand),
        cmocka_unit_test(refusals_and_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
