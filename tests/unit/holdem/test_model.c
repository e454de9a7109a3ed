/* The parts of the model: cells, situations, posteriors, and the addition of counts. */
#include <math.h>
#include <string.h>

#include <solvers/holdem/evaluate/evaluate.h>
#include <solvers/holdem/history/history.h>
#include <solvers/holdem/model/learn.h>
#include <solvers/holdem/model/prior.h>

#include "../base/test.h"
#include "styles.h"

enum { ARENA = 256 << 20 };

static struct nash_arena *arena;

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

static void deal(struct nash_rng *rng, uint8_t *card, unsigned count)
{
    uint64_t seen = 0;
    for (unsigned k = 0; k < count; seen |= card_bit(card[k++]))
        do
            card[k] = (uint8_t)nash_rng_below(rng, CARD_DECK);
        while (seen >> card[k] & 1);
}

/* ---- cells ---- */

/* Returns the highest rank of a straight among the ranks, 0 for none; 3 is the five-high one. */
static int straight_top(unsigned ranks)
{
    for (int top = 12; top >= 3; top--) {
        bool all = true;
        for (int k = 0; k < 5; k++)
            all = all && (ranks >> (top - k >= 0 ? top - k : 12) & 1);
        if (all)
            return top;
    }
    return 0;
}

/* The kind of a draw by its definition, card by card. */
static unsigned draw_of(const uint8_t *board, unsigned count, unsigned combo)
{
    uint8_t hole[2];
    unsigned ranks = 0, shared = 0, top = 0, flush = 0, outs = 0;
    struct holdem_hand hand = holdem_hand_empty();
    combo_cards(combo, &hole[0], &hole[1]);
    for (unsigned k = 0; k < count; k++) {
        shared |= 1U << card_rank(board[k]);
        top = card_rank(board[k]) > top ? card_rank(board[k]) : top;
        hand = holdem_hand_add(hand, board[k]);
    }
    ranks = shared | 1U << card_rank(hole[0]) | 1U << card_rank(hole[1]);
    hand = holdem_hand_add(holdem_hand_add(hand, hole[0]), hole[1]);
    if (count == 5 || holdem_strength_category(holdem_hand_strength(hand)) >= HOLDEM_TRIPS)
        return 0;
    for (unsigned suit = 0; suit < CARD_SUITS; suit++) {
        unsigned on_board = 0, held = 0;
        for (unsigned k = 0; k < count; k++)
            on_board += card_suit(board[k]) == suit;
        for (unsigned k = 0; k < 2; k++)
            held += card_suit(hole[k]) == suit;
        if (held && on_board + held == 4)
            flush = 2;
        else if (held && on_board && count == 3 && on_board + held == 3 && flush == 0)
            flush = 1;
    }
    for (unsigned r = 0; r < CARD_RANKS; r++)
        outs += !(ranks >> r & 1) && straight_top(ranks | 1U << r) &&
                straight_top(shared | 1U << r) != straight_top(ranks | 1U << r);
    const unsigned over = (unsigned)(card_rank(hole[0]) > top) + (unsigned)(card_rank(hole[1]) > top);
    if (flush == 2)
        return outs ? 3 : 2;
    if (outs >= 2)
        return 2;
    return outs == 1 || (flush == 1 && over) || over == 2;
}

static void cells_follow_their_definition(void **state)
{
    struct nash_rng rng = test_rng();
    double weight[HOLDEM_CLASSES];
    cells_weights(weight);
    for (unsigned round = 0; round < test_length(60, 1000); round++) {
        uint8_t board[5], cell[HOLDEM_COMBOS], turned_board[5], turned[HOLDEM_COMBOS];
        uint16_t strength[HOLDEM_COMBOS] = {0}, weakest[CELL_BINS], strongest[CELL_BINS] = {0};
        const unsigned count = 3 + round % 3;
        uint64_t set = 0;
        memset(weakest, 255, sizeof weakest);
        deal(&rng, board, count);
        for (unsigned k = 0; k < count; k++) {
            set |= card_bit(board[k]);
            turned_board[k] = board[k] ^ 3; /* clubs and spades, diamonds and hearts change places */
        }
        cells_of_board(board, count, weight, cell);
        cells_of_board(turned_board, count, weight, turned);
        for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
            assert_int_equal(cell[i] == CELL_DEAD, (combo_mask(i) & set) != 0);
            assert_int_equal(turned[combo_of(holdem_combo_high[i] ^ 3U, holdem_combo_low[i] ^ 3U)], cell[i]);
            if (cell[i] == CELL_DEAD)
                continue;
            assert_int_equal(cell[i] / CELL_BINS, draw_of(board, count, i));
            strength[i] = holdem_set_strength(set | combo_mask(i));
            const unsigned bin = cell[i] % CELL_BINS;
            weakest[bin] = strength[i] < weakest[bin] ? strength[i] : weakest[bin];
            strongest[bin] = strength[i] > strongest[bin] ? strength[i] : strongest[bin];
        }
        for (unsigned a = 0; a < CELL_BINS; a++)
            for (unsigned b = a + 1; b < CELL_BINS; b++)
                assert_true(strongest[a] == 0 || strongest[b] == 0 || strongest[a] < weakest[b]);
    }
}

/* ---- situations ---- */

static void situations_form_a_tree(void **state)
{
    char name[SITUATION_NAME], other[SITUATION_NAME];
    for (unsigned s = 0; s < SITUATIONS; s++)
        for (unsigned level = 0; level < SITUATION_LEVELS; level++) {
            const unsigned up = situation_at((uint16_t)s, level);
            assert_true(up < situation_count[level]);
            assert_int_equal(up < situation_preflop[level], s < SITUATION_PREFLOP_3);
            assert_true(strlen(situation_name((uint16_t)up, level, name)) < SITUATION_NAME - 1);
        }
    for (unsigned a = situation_preflop[2]; a < situation_count[2]; a++)
        for (unsigned b = situation_preflop[2]; b < a; b++)
            assert_string_not_equal(situation_name((uint16_t)a, 2, name), situation_name((uint16_t)b, 2, other));
}

static void play_line(struct holdem_history_hand *hand, struct history_play *play, const char *line)
{
    *hand = (struct holdem_history_hand){.players = 6, .min_bet = 100 * HISTORY_CHIP, .big_bet = 100 * HISTORY_CHIP};
    for (unsigned p = 0; p < 6; p++) {
        hand->seat[p].stack = 10000 * HISTORY_CHIP;
        hand->seat[p].hole[0] = hand->seat[p].hole[1] = CARD_NONE;
        hand->seat[p].blind = (p == 0 ? 50 : p == 1 ? 100 : 0) * HISTORY_CHIP;
    }
    assert_true(history_play_begin(play, hand));
    assert_true(holdem_line_read(play, line, strlen(line)));
    history_play_end(play);
}

static void situations_of_a_line(void **state)
{
    static const char *const expected[] = {
        "unopened pot, early",
        "facing a raise, early, raised from early",
        "facing a raise, late, raised from early",
        "facing a raise, late, raised from early, others called",
        "facing a raise, small blind, raised from early, others called",
        "facing a raise, big blind, raised from early, others called",
        "own action reraised, early, raised from big blind",
        "own action reraised, late, raised from big blind, others called",
        "flop, first to act, with the initiative, multiway",
        "flop, facing a medium bet, without the initiative, multiway",
        "flop, facing a medium bet, without the initiative, multiway, last",
        "turn, first to act, with the initiative, heads-up, bet before, reraised pot",
        "turn, checked to, without the initiative, heads-up, last, called before, reraised pot",
        "turn, facing a huge bet, with the initiative, heads-up, bet before, reraised pot"};
    static struct holdem_history_hand hand;
    static struct history_play play;
    static struct decision decision[HISTORY_ACTIONS];
    char name[SITUATION_NAME];
    play_line(&hand, &play,
              "p3 cbr 225; p4 f; p5 cc; p6 f; p1 f; p2 cbr 900; p3 cc; p5 cc; d db Qh7s2d; p2 cbr 1400; p3 cc; p5 f; "
              "d db Kc; p2 cc; p3 cbr 7600; p2 f");
    const size_t count = situation_list(&hand, decision);
    assert_int_equal(count, 14);
    for (size_t k = 0; k < count; k++) {
        situation_name(decision[k].situation, 3, name);
        /* the finest level says more about seats: it must say the rest in the same words */
        if (decision[k].street == HISTORY_PREFLOP) {
            assert_int_equal(strncmp(name, expected[k], strcspn(expected[k], ",")), 0);
            assert_int_equal(strstr(name, "others called") != NULL, strstr(expected[k], "others called") != NULL);
        } else if (decision[k].street == HISTORY_FLOP) {
            assert_string_equal(situation_name(situation_at(decision[k].situation, 2), 2, name), expected[k]);
        } else {
            assert_string_equal(name, expected[k]);
        }
    }
    assert_int_equal(decision[11].deed, HOLDEM_DEED_PASSIVE);
    assert_int_equal(decision[12].deed, HOLDEM_DEED_LARGE);
    assert_int_equal(decision[8].deed, HOLDEM_DEED_MEDIUM);
    assert_int_equal(decision[0].deed, HOLDEM_DEED_SMALL);
}

/* ---- the generic player, posteriors ---- */

static void generic_player_is_a_distribution(void **state)
{
    static float p[HOLDEM_DEEDS][CELLS];
    for (unsigned s = 0; s < situation_count[0]; s++) {
        prior_fill((uint16_t)s, p);
        for (unsigned c = 0; c < (s < SITUATION_PREFLOP_0 ? CELLS : CELLS_POSTFLOP); c++) {
            double sum = 0;
            for (unsigned d = 0; d < HOLDEM_DEEDS; d++) {
                assert_true(p[d][c] > 0);
                sum += (double)p[d][c];
            }
            assert_true(fabs(sum - 1) < 1e-5);
        }
    }
}

static void posterior_is_a_distribution(void **state)
{
    struct nash_rng rng = test_rng();
    struct holdem_policy *policy = holdem_policy_new(arena);
    static struct belief one, two;
    static double p[HOLDEM_COMBOS], q[HOLDEM_COMBOS];
    for (unsigned round = 0; round < test_length(50, 500); round++) {
        uint8_t card[7], cell[HOLDEM_COMBOS];
        deal(&rng, card, 7);
        const uint64_t known = card_bit(card[5]) | card_bit(card[6]);
        const unsigned s = SITUATION_PREFLOP_3 + (unsigned)nash_rng_below(&rng, SITUATION_POSTFLOP_3);
        const unsigned t = SITUATION_PREFLOP_3 + (unsigned)nash_rng_below(&rng, SITUATION_POSTFLOP_3);
        cells_of_board(card, 5, policy->class_weight, cell);
        belief_begin(&one, NULL, known);
        assert_true(fabs(belief_normalise(&one, p) - log(1225)) < 1e-9); /* 50 choose 2 */
        assert_true(fabs(belief_entropy(p) - log2(1225)) < 1e-9);
        belief_begin(&two, NULL, known);
        belief_act(&one, policy, s, 1, cell);
        belief_act(&one, policy, t, 3, cell);
        belief_act(&two, policy, t, 3, cell);
        belief_act(&two, policy, s, 1, cell);
        belief_normalise(&one, p);
        belief_normalise(&two, q);
        double sum = 0, direct = 0;
        for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
            assert_true(fabs(p[i] - q[i]) < 1e-12); /* any order */
            assert_true(cell[i] != CELL_DEAD || p[i] == 0);
            assert_true(!(combo_mask(i) & known) || p[i] == 0);
            sum += p[i];
            direct += p[i] > 0 ? exp((double)(holdem_policy_deed(policy, s, 1)[cell[i]] +
                                              holdem_policy_deed(policy, t, 3)[cell[i]]))
                               : 0;
        }
        assert_true(fabs(sum - 1) < 1e-9);
        for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
            if (p[i] > 0)
                assert_true(fabs(p[i] - exp((double)(holdem_policy_deed(policy, s, 1)[cell[i]] +
                                                     holdem_policy_deed(policy, t, 3)[cell[i]])) /
                                            direct) < 1e-6);
    }
}

static void posterior_of_an_impossible_range(void **state)
{
    static struct belief belief;
    static struct holdem_range range;
    static double p[HOLDEM_COMBOS];
    range.weight[combo_of(51, 50)] = 1;
    belief_begin(&belief, &range, card_bit(51));
    assert_true(belief_normalise(&belief, p) == -INFINITY);
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        assert_true(p[i] == 0);
}

/* ---- adding ---- */

static struct holdem_model *learn_range(enum style style, unsigned first, unsigned end, unsigned *repeated)
{
    static struct holdem_history_hand hand;
    struct holdem_model *model = NASH_NEW(arena, struct holdem_model, 1);
    struct learner l;
    assert_true(learner_begin(&l, model, arena));
    for (unsigned k = first; k < end; k++) {
        struct nash_rng rng;
        nash_rng_seed(&rng, k);
        style_play(style, &rng, k, &hand);
        assert_int_equal(learner_hand(&l, &hand), LEARNER_LEARNT);
        if (repeated && k % 3 == 0)
            *repeated += learner_hand(&l, &hand) == LEARNER_REPEATED;
    }
    assert_true(learner_end(&l));
    return model;
}

/* Returns the sums of all blocks by key; the arena owns them. */
static uint64_t *totals(const struct holdem_model *model)
{
    uint64_t *sum = NASH_NEW(arena, uint64_t, MODEL_KEYS);
    for (uint32_t b = 0; b < model->blocks; b++)
        for (uint32_t e = 0; e < model->block[b].entries; e++)
            sum[model->block[b].key[e]] += model->block[b].count[e];
    return sum;
}

static void adding_is_learning_together(void **state)
{
    uint32_t twice;
    unsigned repeated = 0;
    struct holdem_model *a = learn_range(STYLE_TIGHT, 0, 430, &repeated), *b = learn_range(STYLE_TIGHT, 430, 700, NULL);
    struct holdem_model *c = learn_range(STYLE_TIGHT, 0, 700, NULL);
    assert_int_equal(repeated, 144);
    assert_true(model_merge(a, b, arena, &twice));
    assert_int_equal(twice, 0);
    assert_int_equal(a->hands, 700);
    assert_int_equal(c->hands, 700);
    assert_int_equal(a->ids, 700);
    assert_memory_equal(a->id, c->id, 700 * sizeof *a->id);
    assert_memory_equal(totals(a), totals(c), MODEL_KEYS * sizeof(uint64_t));
    assert_int_equal(a->quality.group[MODEL_PREFLOP].count, c->quality.group[MODEL_PREFLOP].count);
    assert_true(model_merge(c, b, arena, &twice));
    assert_int_equal(twice, 270);
    assert_int_equal(c->ids, 700);
    assert_int_equal(c->hands, 970);
}

static void many_blocks_are_added(void **state)
{
    uint32_t twice;
    struct holdem_model *sum = NASH_NEW(arena, struct holdem_model, 1);
    const struct holdem_model *one = learn_range(STYLE_STATION, 0, 40, NULL);
    for (unsigned k = 0; k < 100; k++) {
        assert_true(model_merge(sum, one, arena, &twice));
        assert_true(sum->blocks <= MODEL_BLOCKS);
    }
    const uint64_t *all = totals(sum), *part = totals(one);
    for (unsigned k = 0; k < MODEL_KEYS; k++)
        assert_int_equal(all[k], 100 * part[k]);
    assert_int_equal(sum->hands, 4000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_follow_their_definition),
        cmocka_unit_test(situations_form_a_tree),
        cmocka_unit_test(situations_of_a_line),
        cmocka_unit_test(generic_player_is_a_distribution),
        cmocka_unit_test_setup_teardown(posterior_is_a_distribution, arena_begin, arena_end),
        cmocka_unit_test(posterior_of_an_impossible_range),
        cmocka_unit_test_setup_teardown(adding_is_learning_together, arena_begin, arena_end),
        cmocka_unit_test_setup_teardown(many_blocks_are_added, arena_begin, arena_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
