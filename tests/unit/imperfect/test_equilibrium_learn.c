/* Responses with trust, and learning from hands. */
#include <math.h>
#include <string.h>

#include <solvers/imperfect/equilibrium/habits.h>
#include <solvers/imperfect/equilibrium/hand_text.h>
#include <solvers/imperfect/equilibrium/restricted.h>
#include <solvers/imperfect/equilibrium/session.h>
#include <solvers/imperfect/equilibrium/values.h>
#include <solvers/imperfect/games/builtin.h>
#include <solvers/imperfect/games/styles.h>

#include "../base/test.h"
#include "random_game.h"

/* Indices of game_style_names and game_builtin_names. */
enum { TIGHT = 1, STATION, MANIAC, BLUFFER, INVERTED, IGNORES, STYLES, LEDUC = 1 };

static struct nash_arena *arena;
static struct nash_rng rng;

static struct nash_run fresh(void)
{
    nash_arena_reset(arena, 1 << 30);
    return (struct nash_run){.arena = arena};
}

static void assert_close(double is, double wanted, double tolerance)
{
    if (!(fabs(is - wanted) <= tolerance))
        fail_msg("%.12g is not %.12g to %g", is, wanted, tolerance);
}

static struct game_tree *leduc(void)
{
    struct nash_error error = {0};
    struct game_tree *tree = game_leduc(arena, &error);
    assert_non_null(tree);
    return tree;
}

static void fill_style(const struct game_tree *tree, unsigned style, double *strategy)
{
    assert_true(game_style(style, LEDUC, tree, strategy));
}

/* Returns the mean of an equilibrium and of random play, a prior that assumes little. */
static double *generic_strategy(const struct game_tree *tree, struct nash_run *run)
{
    struct cfr_options options = {.target = 1e-3};
    struct cfr_result result;
    struct nash_error error = {0};
    assert_int_equal(cfr_solve(tree, &options, run, &result, &error), NASH_OK);
    double *uniform = NASH_NEW(arena, double, tree->actions);
    game_uniform(tree, uniform);
    for (uint32_t a = 0; a < tree->actions; a++)
        result.strategy[a] = (result.strategy[a] + uniform[a]) / 2;
    return result.strategy;
}

static struct response respond(const struct game_tree *tree, const double *model, struct response_options options,
                               struct nash_run *run)
{
    struct response response;
    struct nash_error error = {0};
    options.cfr.target = options.cfr.target > 0 ? options.cfr.target : 2e-4;
    if (response_solve(tree, model, &options, run, &response, &error) != NASH_OK)
        fail_msg("%s", error.detail);
    return response;
}

/* The dial: trust 1 is the best response, trust 0 has the value of the game as worst case; between them the payoff
 * against the model does not fall and the worst case does not rise. */
static void the_dial_of_trust(void **state)
{
    for (int style = TIGHT; style < STYLES; style++) {
        struct nash_run run = fresh();
        struct game_tree *tree = leduc();
        double *model = NASH_NEW(arena, double, tree->actions);
        fill_style(tree, (unsigned)style, model);
        double half = 0; /* worst case at trust 0.5, mean of the seats */
        for (uint32_t player = 0; player < 2; player++) {
            double best, ev = -INFINITY, worst = INFINITY, game = player == 0 ? -0.085606 : 0.085606;
            assert_int_equal(game_best_response(tree, player, model, NULL, &best, arena), NASH_OK);
            for (int step = 0; step <= 4; step++) {
                struct response_options options = {.player = player, .trust = step / 4.0};
                struct response response = respond(tree, model, options, &run);
                assert_true(response.ev >= ev - 2e-3);
                assert_true(response.worst_case <= worst + 2e-3);
                assert_true(response.worst_case <= response.ev + 1e-9);
                ev = response.ev;
                worst = response.worst_case;
                if (step == 0)
                    assert_close(worst, game, 5e-4);
                if (step == 2)
                    half += worst / 2;
                if (step == 4)
                    assert_close(ev, best, 1e-9);
                assert_true(response.exact == (step == 4));
            }
        }
        assert_true(half > -0.6);
    }
}

/* A restricted response is optimal for its own game: trust * ev + (1 - trust) * worst case is no less than that of an
 * equilibrium strategy or a best response. */
static void restricted_responses_are_optimal(void **state)
{
    for (unsigned round = 0; round < test_length(20, 500); round++) {
        struct nash_run run = fresh();
        struct game_tree *tree = random_game(arena, &rng, 2, 5, true);
        double *model = NASH_NEW(arena, double, tree->actions), trust = 0.25 * (1 + (double)nash_rng_below(&rng, 3));
        random_strategy(tree, &rng, model);
        struct response_options options = {.trust = trust, .cfr = {.iterations = 100000}};
        struct response response = respond(tree, model, options, &run);
        double here = trust * response.ev + (1 - trust) * response.worst_case;
        for (int end = 0; end <= 1; end++) {
            struct response_options at_end = {.trust = end, .cfr = {.iterations = 100000}};
            struct response other = respond(tree, model, at_end, &run);
            assert_true(trust * other.ev + (1 - trust) * other.worst_case <= here + 1e-3);
        }
    }
}

/* A data-biased response without data is an equilibrium, with very many data a best response. */
static void data_biased_ends(void **state)
{
    struct nash_run run = fresh();
    struct game_tree *tree = leduc();
    double *model = NASH_NEW(arena, double, tree->actions), *count = NASH_NEW(arena, double, tree->infosets), best;
    fill_style(tree, MANIAC, model);
    struct response none = respond(tree, model, (struct response_options){.trust = 1, .count = count}, &run);
    assert_close(none.worst_case, -0.085606, 5e-4);
    for (uint32_t i = 0; i < tree->infosets; i++)
        count[i] = 1e9;
    struct response all = respond(tree, model, (struct response_options){.trust = 1, .count = count}, &run);
    assert_int_equal(game_best_response(tree, 0, model, NULL, &best, arena), NASH_OK);
    assert_close(all.ev, best, 2e-3);
}

/* Kinds: a hand that ended by a fold looks the same whatever the opponent held; a showdown does not. */
static void kinds_of_hands(void **state)
{
    struct nash_error error = {0};
    struct learn_views views;
    (void)fresh();
    struct game_tree *tree = game_kuhn(arena, &error);
    assert_int_equal(learn_views_init(&views, tree, arena), NASH_OK);
    uint32_t folds = 0, shown = 0;
    for (uint32_t v = 0; v < tree->nodes; v++) {
        if (tree->player[v] != GAME_TERMINAL)
            continue;
        bool fold = fabs(tree->payoff[2 * (size_t)v]) < 1.5 && strcmp(tree->edge_name[v], "pass") == 0 &&
                    strcmp(tree->edge_name[tree->parent[v]], "bet") == 0;
        assert_true(views.shown[v] == !fold);
        folds += fold;
        shown += views.shown[v];
        uint32_t members = 0;
        for (uint32_t z = views.kind[v]; z != UINT32_MAX; z = views.next[z])
            members++;
        if (fold)
            assert_int_equal(members, 2); /* of three cards one is known */
    }
    assert_int_equal(folds, 12);
    assert_int_equal(shown, 18);
}

/* Every hand of Kuhn, Leduc and random games can be written and is read back as the same kind. */
static void hands_as_text(void **state)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    unsigned read = 0;
    for (unsigned round = 0; round < test_length(15, 300); round++) {
        struct nash_error error = {0};
        struct learn_views views;
        (void)fresh();
        struct game_tree *tree = round == 0   ? leduc()
                                 : round == 1 ? game_kuhn(arena, &error)
                                              : random_game(arena, &rng, 2, 5, true);
        assert_int_equal(learn_views_init(&views, tree, arena), NASH_OK);
        for (uint32_t n = 0; n < 2 * tree->nodes; n++) {
            struct learn_hand hand = {n / 2, (uint8_t)nash_rng_below(&rng, 2), n % 2}, back;
            char why[HAND_TEXT_WHY];
            if (tree->player[n / 2] != GAME_TERMINAL || (!hand.shown && views.shown[n / 2]))
                continue;
            nash_buf_reset(&text);
            hand_text_write(&views, &hand, &text);
            enum nash_status status = hand_text_read(&views, text.data, text.len, &back, why, arena);
            read += status == NASH_OK;
            if (status != NASH_OK && round > 1 && strstr(why, "several results"))
                continue; /* in a random game, actions can be unseen */
            if (status != NASH_OK)
                fail_msg("%.*s: %s", (int)text.len, text.data, why);
            assert_int_equal(back.seat, hand.seat);
            assert_int_equal(back.shown, hand.shown);
            if (!hand.shown) {
                assert_int_equal(back.terminal, views.kind[hand.seat * tree->nodes + hand.terminal]);
            } else if (round < 2) {
                assert_int_equal(back.terminal, hand.terminal);
            }
        }
    }
    assert_true(read > 1000);
    nash_buf_free(&text);
}

/* The words of a bad hand are named. */
static void bad_hands(void **state)
{
    static const struct {
        const char *text, *why;
    } bad[] = {{"", "seat"},
               {"3 K", "seat"},
               {"1", "information set"},
               {"1 A:r", "A:r"},
               {"1 K:r call", "K:r"},
               {"1 K raise fly", "fly"},
               {"1 K raise call", "not over"},
               {"1 K:cr fold fold", "fold"},
               {"1 K:crc/J call call", "shows"},
               {"1 K:crc/J call call shows", "after"},
               {"1 K:crc/J call call shows X", "X"},
               {"1 K:crc/J call call shows Q please", "please"},
               {"1 \"K", "quote"}};
    struct learn_views views;
    struct learn_hand hand;
    char why[HAND_TEXT_WHY];
    (void)fresh();
    struct game_tree *tree = leduc();
    assert_int_equal(learn_views_init(&views, tree, arena), NASH_OK);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        assert_int_equal(hand_text_read(&views, bad[k].text, strlen(bad[k].text), &hand, why, arena),
                         NASH_UNPROCESSABLE);
        if (!strstr(why, bad[k].why))
            fail_msg("%s: %s", bad[k].text, why);
    }
    const char *good = "2 J:crrc/K:r  fold";
    assert_int_equal(hand_text_read(&views, good, strlen(good), &hand, why, arena), NASH_OK);
    assert_false(hand.shown);
    good = "1 Q raise fold";
    assert_int_equal(hand_text_read(&views, good, strlen(good), &hand, why, arena), NASH_OK);
    assert_close(tree->payoff[2 * (size_t)hand.terminal], 1, 0);
}

/* With every card shown and many hands, the fit is the frequency; counts are additive. */
static void fits_frequencies(void **state)
{
    struct nash_run run = fresh();
    struct game_tree *tree = leduc();
    struct learn_views views;
    struct learn_table table = {.arena = arena}, halves = {.arena = arena};
    struct learn_fit fit, again;
    double *truth = NASH_NEW(arena, double, tree->actions);
    assert_int_equal(learn_views_init(&views, tree, arena), NASH_OK);
    random_strategy(tree, &rng, truth);
    for (uint32_t hand = 0; hand < 40000; hand++) {
        struct learn_hand seen = {session_deal(tree, truth, 2, 0, &rng), (uint8_t)(hand % 2), true};
        assert_true(learn_add(&table, &views, &seen, 0, 1));
        assert_true(learn_add(&halves, &views, &seen, 0, 0.25));
        assert_true(learn_add(&halves, &views, &seen, 0, 0.75));
    }
    struct learn_options options = {.habit = -1, .strength = 1e-6};
    assert_int_equal(learn_fit(&views, &table, &options, &run, &fit), NASH_OK);
    assert_int_equal(learn_fit(&views, &halves, &options, &run, &again), NASH_OK);
    for (uint32_t i = 0; i < tree->infosets; i++) {
        const struct game_infoset *set = &tree->infoset_of[i];
        for (uint32_t a = set->first_action; fit.count[i] > 0 && a < set->first_action + set->action_count; a++) {
            double error = sqrt(truth[a] * (1 - truth[a]) / fit.count[i]);
            assert_close(fit.strategy[a], truth[a], 5 * error + 4 / fit.count[i]);
            assert_close(again.strategy[a], fit.strategy[a], 1e-9);
        }
    }
    assert_true(fit.log_likelihood > fit.generic_log_likelihood);
}

/* Folded hands: EM recovers what an opponent does with each card in Kuhn poker, although folds hide the card, and its
 * likelihood is no lower than that of the truth. */
static void folded_hands_count(void **state)
{
    struct nash_error error = {0};
    struct nash_run run = fresh();
    struct game_tree *tree = game_kuhn(arena, &error);
    struct learn_views views;
    struct learn_table table = {.arena = arena};
    struct learn_fit fit;
    double *truth = NASH_NEW(arena, double, tree->actions), hands;
    double *reach = NASH_NEW(arena, double, tree->nodes);
    assert_int_equal(learn_views_init(&views, tree, arena), NASH_OK);
    for (uint32_t i = 0; i < tree->infosets; i++) {
        truth[2 * i] = 0.2 + 0.6 * nash_rng_unit(&rng);
        truth[2 * i + 1] = 1 - truth[2 * i];
    }
    for (uint32_t hand = 0; hand < 60000; hand++) {
        uint32_t end = session_deal(tree, truth, 2, 0, &rng);
        struct learn_hand seen = {end, (uint8_t)(hand % 2), views.shown[end]};
        assert_true(learn_add(&table, &views, &seen, 0, 1));
    }
    struct learn_options options = {.habit = -1, .strength = 1e-3, .passes = 5000};
    assert_int_equal(learn_fit(&views, &table, &options, &run, &fit), NASH_OK);
    for (uint32_t a = 0; a < tree->actions; a++)
        assert_close(fit.strategy[a], truth[a], 0.06);
    double best = learn_log_likelihood(&views, &table, 0, 1, fit.strategy, reach, &hands);
    assert_int_equal(hands, 60000);
    assert_true(best >= learn_log_likelihood(&views, &table, 0, 1, truth, reach, &hands));
}

/* The learning curves of the six styles with fixed seeds: at 10,000 hands at least 0.90 of the best response. */
static void learning_curves(void **state)
{
    static const uint64_t schedule[] = {0, 100, 1000, 10000};
    for (int style = TIGHT; style < STYLES; style++) {
        double captured[4] = {0};
        unsigned runs = test_length(4, 20);
        for (unsigned r = 0; r < runs; r++) {
            struct nash_run run = fresh();
            struct game_tree *tree = leduc();
            struct learn_views views;
            struct session session;
            double *opponent = NASH_NEW(arena, double, tree->actions);
            fill_style(tree, (unsigned)style, opponent);
            run.seed = 100 + r;
            assert_int_equal(learn_views_init(&views, tree, arena), NASH_OK);
            struct session_options options = {.opponent = opponent,
                                              .learn = {.generic = generic_strategy(tree, &run)},
                                              .schedule = schedule,
                                              .points = 4};
            struct nash_error error = {0};
            assert_int_equal(session_play(&views, &options, &run, &session, &error), NASH_OK);
            for (int k = 0; k < 4; k++)
                captured[k] += session.point[k].captured / runs;
            /* Nothing is known at first, so the response is an equilibrium. */
            assert_close((session.point[0].worst[0] + session.point[0].worst[1]) / 2, 0, 2e-3);
        }
        if (captured[3] < 0.90 || captured[2] < captured[0])
            fail_msg("%s: captured %.3f %.3f %.3f %.3f", game_style_names[style], captured[0], captured[1], captured[2],
                     captured[3]);
    }
}

/* An opponent that turns from tight to inverted is found out, near the hand where it changed, and the fit recovers; one
 * that stays is left in peace. */
static void changes_are_found(void **state)
{
    static const uint64_t schedule[] = {2000, 4000};
    for (int changes = 0; changes < 2; changes++) {
        struct nash_run run = fresh();
        struct game_tree *tree = leduc();
        struct learn_views views;
        struct session session;
        double *before = NASH_NEW(arena, double, tree->actions), *after = NASH_NEW(arena, double, tree->actions);
        fill_style(tree, TIGHT, before);
        fill_style(tree, INVERTED, after);
        run.seed = 7;
        assert_int_equal(learn_views_init(&views, tree, arena), NASH_OK);
        struct nash_error error = {0};
        struct session_options options = {.opponent = before,
                                          .changed = changes ? after : NULL,
                                          .change_at = 2000,
                                          .learn = {.generic = generic_strategy(tree, &run)},
                                          .block_hands = 100,
                                          .schedule = schedule,
                                          .points = 2};
        assert_int_equal(session_play(&views, &options, &run, &session, &error), NASH_OK);
        struct learn_options detect = options.learn;
        struct learn_fit fit;
        detect.detect_change = true;
        assert_int_equal(learn_fit(&views, &session.table, &detect, &run, &fit), NASH_OK);
        if (!changes) {
            assert_int_equal(fit.changed_at, 0);
            continue;
        }
        assert_in_range(fit.changed_at, 17, 25);
        assert_true(fit.changed_by > LEARN_CHANGE_NATS);
        assert_true(fit.log_likelihood > session.fit.log_likelihood);
    }
}

/* No change is found where there is none, even if the generic strategy is better than any fit: the opponent's own. */
static void no_change_without_one(void **state)
{
    unsigned found = 0, runs = test_length(4, 60);
    for (unsigned r = 0; r < runs; r++) {
        struct nash_run run = fresh();
        struct game_tree *tree = leduc();
        struct learn_views views;
        struct learn_table table = {.arena = arena};
        struct learn_fit fit;
        double *opponent = NASH_NEW(arena, double, tree->actions);
        assert_int_equal(learn_views_init(&views, tree, arena), NASH_OK);
        if (r % 2)
            fill_style(tree, TIGHT + r / 2 % IGNORES, opponent);
        else
            game_uniform(tree, opponent);
        for (uint32_t hand = 0; hand < 4000; hand++) {
            uint32_t end = session_deal(tree, opponent, 2, 0, &rng);
            struct learn_hand seen = {end, (uint8_t)(hand % 2), views.shown[end]};
            assert_true(learn_add(&table, &views, &seen, hand / 100, 1));
        }
        struct learn_options options = {.detect_change = true};
        assert_int_equal(learn_fit(&views, &table, &options, &run, &fit), NASH_OK);
        found += fit.changed_at != 0;
    }
    if (found > 0)
        fail_msg("%u changes in %u runs", found, runs);
}

/* With detection, play recovers after the opponent's change from tight to bluffer: 2,000 hands later it captures at
 * least 0.85 of the new best response, and no less than without detection. */
static void play_recovers_from_a_change(void **state)
{
    static const uint64_t schedule[] = {3000, 3300, 5000};
    double captured[2] = {0};
    for (int detect = 0; detect < 2; detect++)
        for (unsigned r = 0; r < test_length(2, 10); r++) {
            struct nash_run run = fresh();
            struct nash_error error = {0};
            struct game_tree *tree = leduc();
            struct learn_views views;
            struct session session;
            double *before = NASH_NEW(arena, double, tree->actions), *after = NASH_NEW(arena, double, tree->actions);
            fill_style(tree, TIGHT, before);
            fill_style(tree, BLUFFER, after);
            run.seed = 40 + r;
            assert_int_equal(learn_views_init(&views, tree, arena), NASH_OK);
            struct session_options options = {
                .opponent = before,
                .changed = after,
                .change_at = 3000,
                .learn = {.generic = generic_strategy(tree, &run), .detect_change = detect},
                .block_hands = 100,
                .schedule = schedule,
                .points = 3};
            assert_int_equal(session_play(&views, &options, &run, &session, &error), NASH_OK);
            captured[detect] += session.point[2].captured / test_length(2, 10);
        }
    print_message("captured after a change: %.3f, with detection %.3f\n", captured[0], captured[1]);
    assert_true(captured[1] > 0.85);
    assert_true(captured[1] >= captured[0]);
}

/* Each numbered stop leaves a result. */
static void stops(void **state)
{
    static const uint64_t schedule[] = {10, 1000};
    struct nash_run run = fresh();
    struct game_tree *tree = leduc();
    struct learn_views views;
    struct session session;
    double *opponent = NASH_NEW(arena, double, tree->actions);
    fill_style(tree, STATION, opponent);
    assert_int_equal(learn_views_init(&views, tree, arena), NASH_OK);
    struct session_options options = {.opponent = opponent, .schedule = schedule, .points = 2};
    struct nash_error error = {0};
    run.force_check = EQUILIBRIUM_STOP_SESSION;
    assert_int_equal(session_play(&views, &options, &run, &session, &error), NASH_OK);
    assert_int_equal(session.point[0].hands, 0);
    run = (struct nash_run){.arena = arena, .force_check = EQUILIBRIUM_STOP_FIT};
    struct learn_table table = {.arena = arena};
    struct learn_fit fit;
    struct learn_options learn = {0};
    assert_int_equal(learn_fit(&views, &table, &learn, &run, &fit), NASH_OK);
    for (uint32_t i = 0; i < tree->infosets; i++)
        assert_close(fit.strategy[tree->infoset_of[i].first_action], 1.0 / tree->infoset_of[i].action_count, 1e-12);
}

int main(void)
{
    arena = nash_arena_new(1 << 30);
    rng = test_rng();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_dial_of_trust),
        cmocka_unit_test(restricted_responses_are_optimal),
        cmocka_unit_test(data_biased_ends),
        cmocka_unit_test(kinds_of_hands),
        cmocka_unit_test(hands_as_text),
        cmocka_unit_test(bad_hands),
        cmocka_unit_test(fits_frequencies),
        cmocka_unit_test(folded_hands_count),
        cmocka_unit_test(learning_curves),
        cmocka_unit_test(changes_are_found),
        cmocka_unit_test(no_change_without_one),
        cmocka_unit_test(play_recovers_from_a_change),
        cmocka_unit_test(stops),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    nash_arena_free(arena);
    return failed;
}
