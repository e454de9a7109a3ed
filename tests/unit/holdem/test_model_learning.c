/* Learning from players of synthetic styles whose true probabilities are known: how much of what their actions tell is
 * recovered, with fixed seeds; a change of style; cards that are not known; the measures. */
#include <math.h>
#include <string.h>

#include <solvers/holdem/evaluate/evaluate.h>
#include <solvers/holdem/model/learn.h>

#include "../base/test.h"
#include "styles.h"

enum { ARENA = 512 << 20, HAND_SEED = 1000000 };

static struct nash_arena *arena;
static struct holdem_history_hand hand;

static int arena_begin(void **state)
{
    arena = nash_arena_new(ARENA);
    return arena ? 0 : -1;
}

static int arena_end(void **state)
{
    nash_arena_free(arena);
    return 0;
}

static void play(enum style style, unsigned number)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, number);
    style_play(style, &rng, number, &hand);
}

static void hide_folded(void)
{
    for (uint32_t k = 0; k < hand.actions; k++)
        if (hand.action[k].move == HISTORY_FOLD)
            for (unsigned p = 0; p < hand.players; p++)
                hand.seat[p].hole[0] = hand.seat[p].hole[1] = CARD_NONE;
}

/* Learns hands from `first` on; hidden: hands that end with a fold show no cards. */
static void learn(struct learner *l, enum style style, unsigned first, unsigned count, bool hidden)
{
    for (unsigned k = first; k < first + count; k++) {
        play(style, k);
        if (hidden)
            hide_folded();
        assert_int_equal(learner_hand(l, &hand), LEARNER_LEARNT);
    }
}

/* Means on new hands of the style. Losses of the model, of the truth, and uniform. Values of a decision, in pots: at
 * the river the opponent bets the pot, and a player who knows the own hand and has this posterior calls or folds; a
 * call is worth 3 w - 1 for the true probability w to win. */
struct losses {
    double model, truth, uniform;
    double model_value, truth_value, uniform_value;
};

static void add_values(struct losses *sum, const struct measure *m, unsigned player, const double truth[HOLDEM_COMBOS])
{
    static double flat[HOLDEM_COMBOS];
    const unsigned own = combo_of(hand.seat[!player].hole[0], hand.seat[!player].hole[1]);
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        flat[i] = combo_mask(i) & m->board ? 0 : 1;
    const double wins = belief_beaten(truth, own, hand.board), call = 3 * wins - 1;
    sum->truth_value += call > 0 ? call : 0;
    sum->model_value += belief_beaten(m->probability[player], own, hand.board) > 1.0 / 3 ? call : 0;
    sum->uniform_value += belief_beaten(flat, own, hand.board) > 1.0 / 3 ? call : 0;
}

static struct losses losses_of(const struct holdem_policy *policy, enum style style, unsigned count)
{
    static double truth[HOLDEM_COMBOS];
    struct losses sum = {0};
    double players = 0;
    struct measure *m = NASH_NEW(arena, struct measure, 1);
    for (unsigned k = 0; k < count; k++) {
        struct model_quality quality = {0};
        struct model_losses shown = {0};
        play(style, HAND_SEED + k);
        if (hand.board_count < 5)
            continue;
        measure_begin(m, policy, &hand);
        measure_hand(m, 3, &quality, &shown);
        sum.model += (double)(quality.group[MODEL_SHOWDOWN].loss + quality.group[MODEL_FLOP].loss) * 1e-6;
        for (unsigned p = 0; p < 2; p++) {
            style_posterior(style, &hand, p, truth);
            sum.truth -= log(truth[combo_of(hand.seat[p].hole[0], hand.seat[p].hole[1])]);
            add_values(&sum, m, p, truth);
        }
        players += 2;
    }
    return (struct losses){sum.model / players,       sum.truth / players,       log(1081),
                           sum.model_value / players, sum.truth_value / players, sum.uniform_value / players};
}

static double captured(struct losses loss)
{
    return (loss.uniform - loss.model) / (loss.uniform - loss.truth);
}

static void learning_recovers_every_style(void **state)
{
    static const double least[STYLES] = {0.82, 0.82, 0.82, 0.82, 0.82, 0};
    const unsigned hands = 3000, fresh = test_is_long() ? 3000 : 400; /* fewer would be noise, also with a sanitizer */
    for (enum style style = 0; style < STYLES; style++) {
        arena_begin(state);
        struct holdem_model *model = NASH_NEW(arena, struct holdem_model, 1);
        struct learner l;
        struct losses early, late, none;
        assert_true(learner_begin(&l, model, arena));
        none = losses_of(l.policy, style, fresh);
        learn(&l, style, 0, 250, false);
        early = losses_of(l.policy, style, fresh);
        learn(&l, style, 250, hands - 250, false);
        late = losses_of(l.policy, style, fresh);
        print_message("%-9s uniform %.3f generic %.3f, 250 hands %.3f, %u hands %.3f, known %.3f: captured %.3f\n"
                      "          value uniform %.3f generic %.3f, 250 hands %.3f, %u hands %.3f, known %.3f: %.3f\n",
                      style_names[style], none.uniform, none.model, early.model, hands, late.model, late.truth,
                      style == STYLE_IGNORES ? 1 : captured(late), none.uniform_value, none.model_value,
                      early.model_value, hands, late.model_value, late.truth_value,
                      late.model_value / late.truth_value);
        assert_true(late.model_value > 0.95 * late.truth_value);
        assert_true(late.model < none.model);
        assert_true(late.model < early.model + 0.01);
        assert_true(late.model > late.truth - 0.05);
        if (style == STYLE_IGNORES)
            assert_true(late.model - late.truth < 0.1);
        else
            assert_true(captured(late) > least[style]);
        arena_end(state);
    }
}

static void a_change_is_found_and_learnt(void **state)
{
    struct holdem_model *model = NASH_NEW(arena, struct holdem_model, 1);
    struct learner l;
    uint8_t first[MODEL_BLOCKS];
    double evidence[MODEL_BLOCKS];
    const unsigned fresh = test_is_long() ? 3000 : 400;
    assert_true(learner_begin(&l, model, arena));
    learn(&l, STYLE_TIGHT, 0, 1000, false);
    assert_int_equal(model_stretches(model, arena, first, evidence), 1);
    const struct losses before = losses_of(l.policy, STYLE_INVERTED, fresh);
    learn(&l, STYLE_INVERTED, 1000, 250, false);
    const struct losses soon = losses_of(l.policy, STYLE_INVERTED, fresh);
    learn(&l, STYLE_INVERTED, 1250, 1750, false);
    const struct losses after = losses_of(l.policy, STYLE_INVERTED, fresh);
    assert_true(learner_end(&l));
    print_message("tight, then inverted: %.3f, after 250 hands %.3f, after 2,000 %.3f, known %.3f\n", before.model,
                  soon.model, after.model, after.truth);
    assert_int_equal(model_stretches(model, arena, first, evidence), 2);
    assert_int_equal(first[1], 4);
    assert_true(before.model > before.uniform); /* the old model is worse than none */
    assert_true(soon.model < soon.uniform && captured(soon) > 0.25);
    assert_true(captured(after) > 0.8);
}

static void hidden_cards_count_in_part(void **state)
{
    struct holdem_model *model = NASH_NEW(arena, struct holdem_model, 1);
    struct learner l;
    const unsigned fresh = test_is_long() ? 3000 : 400;
    assert_true(learner_begin(&l, model, arena));
    const struct losses none = losses_of(l.policy, STYLE_MANIAC, fresh);
    learn(&l, STYLE_MANIAC, 0, 2000, true);
    const struct losses late = losses_of(l.policy, STYLE_MANIAC, fresh);
    assert_true(learner_end(&l));
    print_message("folded hands hidden: generic %.3f, 2,000 hands %.3f, known %.3f\n", none.model, late.model,
                  late.truth);
    assert_true(captured(late) > 0.74);
    for (uint32_t b = 0; b < model->blocks; b++) {
        uint64_t sum = 0;
        for (uint32_t e = 0; e < model->block[b].entries; e++)
            sum += model->block[b].count[e];
        assert_int_equal(sum, (uint64_t)model->block[b].actions * MODEL_UNIT);
    }
}

/* ---- the measures ---- */

/* Sets the posterior of a player by multiplying probabilities, combo by combo. */
static void direct_posterior(const struct holdem_policy *policy, unsigned player, bool flop, double p[HOLDEM_COMBOS])
{
    static struct decision decision[HISTORY_ACTIONS];
    const size_t count = situation_list(&hand, decision);
    uint64_t board = 0;
    double sum = 0;
    for (unsigned k = 0; flop && k < hand.board_count; k++)
        board |= card_bit(hand.board[k]);
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        p[i] = combo_mask(i) & board ? 0 : 1;
    for (size_t k = 0; k < count; k++) {
        uint8_t cell[HOLDEM_COMBOS];
        if (decision[k].player != player)
            continue;
        cells_preflop(cell);
        if (decision[k].street)
            cells_of_board(hand.board, history_street_board(decision[k].street), policy->class_weight, cell);
        for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
            if (p[i] > 0)
                p[i] *= exp((double)holdem_policy_deed(policy, decision[k].situation, decision[k].deed)[cell[i]]);
    }
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        sum += p[i];
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        p[i] /= sum;
}

/* Returns the probability that the first hand wins at the showdown, against a distribution. */
static double direct_win(unsigned own, const double p[HOLDEM_COMBOS])
{
    uint64_t board = 0;
    double won = 0, all = 0;
    for (unsigned k = 0; k < 5; k++)
        board |= card_bit(hand.board[k]);
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        if (combo_mask(i) & (board | combo_mask(own)))
            continue;
        const int mine = holdem_set_strength(board | combo_mask(own)),
                  other = holdem_set_strength(board | combo_mask(i));
        won += p[i] * (mine > other ? 1 : mine == other ? 0.5 : 0);
        all += p[i];
    }
    return won / all;
}

static void measures_equal_a_direct_computation(void **state)
{
    struct holdem_model *model = NASH_NEW(arena, struct holdem_model, 1);
    struct holdem_policy *generic = holdem_policy_new(arena);
    struct learner l;
    static double p[2][HOLDEM_COMBOS];
    double loss[MODEL_GROUPS] = {0}, brier = 0, said = 0;
    int64_t count[MODEL_GROUPS] = {0}, pairs = 0, binned = 0;
    assert_true(learner_begin(&l, model, arena));
    for (unsigned k = 0; k < 31; k++) { /* no refit before 32 hands: the generic player predicts all */
        play(STYLE_BLUFFER, k);
        assert_int_equal(learner_hand(&l, &hand), LEARNER_LEARNT);
        const bool flop = hand.board_count >= 3;
        const bool shown = hand.action[hand.actions - 1].move != HISTORY_FOLD;
        unsigned own[2];
        for (unsigned s = 0; s < 2; s++) {
            const unsigned group = shown ? MODEL_SHOWDOWN : flop ? MODEL_FLOP : MODEL_PREFLOP;
            bool acts = false;
            for (uint32_t a = 0; a < hand.actions; a++)
                acts = acts || hand.action[a].player == s;
            own[s] = combo_of(hand.seat[s].hole[0], hand.seat[s].hole[1]);
            direct_posterior(generic, s, flop, p[s]);
            if (acts) {
                loss[group] -= log(p[s][own[s]]);
                count[group]++;
            }
        }
        for (unsigned s = 0; shown && s < 2; s++) {
            static double certain[HOLDEM_COMBOS];
            memset(certain, 0, sizeof certain);
            certain[own[!s]] = 1;
            const double chance = direct_win(own[s], p[!s]), won = direct_win(own[s], certain);
            brier += (chance - won) * (chance - won);
            said += chance;
            pairs++;
        }
    }
    for (unsigned g = 0; g < MODEL_GROUPS; g++) {
        assert_int_equal(model->quality.group[g].count, count[g]);
        assert_true(fabs((double)model->quality.group[g].loss * 1e-6 - loss[g]) < 1e-3);
    }
    assert_true(count[MODEL_SHOWDOWN] > 0 && count[MODEL_FLOP] > 0);
    assert_int_equal(model->quality.wins.count, pairs);
    assert_true(fabs((double)model->quality.wins.brier * 1e-6 - brier) < 1e-3);
    for (unsigned b = 0; b < MODEL_BINS; b++) {
        binned += model->quality.wins.bin_count[b];
        said -= (double)model->quality.wins.said[b] * 1e-6;
    }
    assert_int_equal(binned, pairs);
    assert_true(fabs(said) < 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learning_recovers_every_style),
        cmocka_unit_test_setup_teardown(a_change_is_found_and_learnt, arena_begin, arena_end),
        cmocka_unit_test_setup_teardown(hidden_cards_count_in_part, arena_begin, arena_end),
        cmocka_unit_test_setup_teardown(measures_equal_a_direct_computation, arena_begin, arena_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
