/* Changes of style are found, within a block too and where most of what a player does stays; and none is found where
 * the player stays the same. */
#include <string.h>

#include <solvers/holdem/history/play.h>
#include <solvers/holdem/model/learn.h>

#include "../base/test.h"
#include "pluribus.h"
#include "styles.h"

enum { ARENA = 512 << 20 };

static struct nash_arena *arena;
static struct holdem_model *model;
static struct learner learner;
static struct holdem_history_hand hand;
static uint8_t first[MODEL_BLOCKS];
static double evidence[MODEL_BLOCKS];

static void begin(const char *player)
{
    arena = nash_arena_new(ARENA);
    assert_non_null(arena);
    model = NASH_NEW(arena, struct holdem_model, 1);
    strcpy(model->player, player);
    assert_true(learner_begin(&learner, model, arena));
}

/* Ends learning, prints and returns the number of changes. */
static unsigned end(const char *name)
{
    assert_true(learner_end(&learner));
    const unsigned changes = model_stretches(model, arena, first, evidence) - 1;
    print_message("%-28s %5u hands, %u changes", name, model->hands, changes);
    for (unsigned k = 1; k <= changes; k++)
        print_message("%s block %u (%.1f nats)", k == 1 ? ":" : ",", first[k], evidence[k]);
    print_message("\n");
    nash_arena_free(arena);
    return changes;
}

/* Hides the cards of hands that are not shown. */
static void hide_folded(void)
{
    uint32_t folded = 0;
    for (uint32_t k = 0; k < hand.actions; k++)
        if (hand.action[k].move == HISTORY_FOLD)
            folded |= UINT32_C(1) << hand.action[k].player;
    const uint32_t left = ~folded & ((UINT32_C(1) << hand.players) - 1);
    for (unsigned p = 0; p < hand.players; p++)
        if (folded >> p & 1 || !(left & (left - 1)))
            hand.seat[p].hole[0] = hand.seat[p].hole[1] = CARD_NONE;
}

static void learn(enum style style, unsigned from, unsigned count, bool hidden)
{
    for (unsigned k = from; k < from + count; k++) {
        struct nash_rng rng;
        nash_rng_seed(&rng, k);
        style_play(style, &rng, k, &hand);
        if (hidden)
            hide_folded();
        assert_int_equal(learner_hand(&learner, &hand), LEARNER_LEARNT);
    }
}

static void unchanged_styles_have_no_change(void **state)
{
    const unsigned hands = test_length(1500, 20000);
    for (unsigned hidden = 0; hidden < 2; hidden++)
        for (enum style style = 0; style < STYLES; style++) {
            begin("");
            learn(style, 2000000, hands, hidden);
            assert_int_equal(end(style_names[style]), 0);
        }
}

/* At the end of a block, and 60 hands before. */
static void changes_of_style_are_found(void **state)
{
    static const enum style pair[][2] = {{STYLE_TIGHT, STYLE_INVERTED},
                                         {STYLE_STATION, STYLE_MANIAC},
                                         {STYLE_MANIAC, STYLE_STATION},
                                         {STYLE_TIGHT, STYLE_STATION},
                                         {STYLE_MANIAC, STYLE_BLUFFER}};
    for (unsigned late = 0; late < 2; late++)
        for (size_t k = 0; k < sizeof pair / sizeof *pair; k += test_step(2, 1)) {
            char name[64];
            const unsigned at = late ? 1440 : 1500;
            snprintf(name, sizeof name, "%s, then %s at %u", style_names[pair[k][0]], style_names[pair[k][1]], at);
            begin("");
            learn(pair[k][0], 3000000, at, false);
            learn(pair[k][1], 4000000, 500, false);
            assert_int_equal(end(name), 1);
            assert_int_equal(first[1], 6);
        }
}

/* These styles differ in few hands: one block does not show it, more do. */
static void a_small_change_is_found_later(void **state)
{
    begin("");
    learn(STYLE_BLUFFER, 3000000, 1500, false);
    learn(STYLE_TIGHT, 4000000, 1500, false);
    assert_int_equal(end("bluffer, then tight"), 1);
    assert_in_range(first[1], 5, 7);
}

/* Plays a hand heads-up in which Vera, who acts first before the flop, raises and bets with `strong` cards only. */
static void play_vera(unsigned number, bool inverted)
{
    static struct history_play play;
    struct nash_rng rng;
    uint8_t deck[CARD_DECK];
    nash_rng_seed(&rng, number);
    for (unsigned c = 0; c < CARD_DECK; c++)
        deck[c] = (uint8_t)c;
    for (unsigned c = 0; c < 9; c++) {
        const unsigned other = c + (unsigned)nash_rng_below(&rng, CARD_DECK - c);
        const uint8_t kept = deck[c];
        deck[c] = deck[other];
        deck[other] = kept;
    }
    hand = (struct holdem_history_hand){.players = 2, .min_bet = 100 * HISTORY_CHIP, .big_bet = 100 * HISTORY_CHIP};
    snprintf(hand.id, sizeof hand.id, "%u", number);
    for (unsigned p = 0; p < 2; p++) {
        snprintf(hand.seat[p].name, HISTORY_NAME, "%s", p ? "Vera" : "Ann");
        hand.seat[p].stack = 10000 * HISTORY_CHIP;
        hand.seat[p].blind = (p ? 50 : 100) * HISTORY_CHIP;
        hand.seat[p].hole[0] = hand.seat[p].hole[1] = CARD_NONE;
    }
    assert_true(history_play_begin(&play, &hand));
    for (unsigned p = 0; p < 2; p++)
        assert_true(history_play_hole(&play, p, &deck[2 * p]));
    const bool strong = (deck[2] / 4 + deck[3] / 4 > 14) != inverted;
    while (play.phase != HISTORY_PHASE_OVER) {
        if (play.phase != HISTORY_PHASE_ACT) {
            const unsigned count = hand.board_count ? 1 : 3;
            assert_true(history_play_board(&play, &deck[4 + hand.board_count], count));
            continue;
        }
        const bool bets = play.next == 1 && strong && hand.board_count <= 3;
        const int64_t to = (hand.board_count ? 200 : 300) * HISTORY_CHIP;
        assert_true(history_play_act(&play, play.next, bets ? history_play_active(&play) : history_play_passive(&play),
                                     bets ? to : 0));
    }
    history_play_end(&play);
}

static void a_change_of_few_situations_is_found(void **state)
{
    static const char *const players[] = {"Vera", "", "Ann"};
    for (unsigned p = 0; p < 3; p++)
        for (unsigned seed = 0; seed < test_length(2, 3); seed++) {
            begin(players[p]);
            for (unsigned k = 0; k < 2400; k++) {
                play_vera(5000000 + 10000 * seed + k, k >= 1440);
                assert_int_equal(learner_hand(&learner, &hand), LEARNER_LEARNT);
            }
            assert_int_equal(end(players[p]), p == 2 ? 0 : 1); /* Ann always does the same */
            assert_true(p == 2 || first[1] == 6);
        }
}

static void players_of_the_reference_data_do_not_change(void **state)
{
    static const char *const players[] = {"", "Pluribus", "MrBlue", "MrBlonde", "MrWhite", "MrPink", "MrBrown"};
    for (size_t k = 0; k < sizeof players / sizeof *players; k += test_step(2, 1)) {
        struct pluribus p;
        if (!pluribus_open(&p, SHARED_DIR "/data/imperfect/pluribus_train.tsv")) {
            print_message("skipped: no reference data\n");
            skip();
        }
        begin(players[k]);
        while (pluribus_next(&p))
            assert_int_not_equal(learner_hand(&learner, &p.hand), LEARNER_NOMEM);
        pluribus_close(&p);
        assert_int_equal(end(players[k]), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unchanged_styles_have_no_change),
        cmocka_unit_test(changes_of_style_are_found),
        cmocka_unit_test(a_small_change_is_found_later),
        cmocka_unit_test(a_change_of_few_situations_is_found),
        cmocka_unit_test(players_of_the_reference_data_do_not_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
