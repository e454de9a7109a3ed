/* The state of play: rules in small cases, and random hands, which must conserve chips and survive being written and
 * read in each format. */
#include <stdlib.h>
#include <string.h>

#include <solvers/holdem/history/amount.h>
#include <solvers/holdem/history/history.h>

#include "../../base/test.h"

static struct history_play play;
static struct holdem_history_hand hand;

/* Begins a hand with blinds of 1 and 2. stacks: one for each player, in chips, then 0. */
static void begin(enum history_betting betting, const unsigned stacks[])
{
    memset(&hand, 0, sizeof hand);
    hand.betting = (uint8_t)betting;
    hand.min_bet = 2 * HISTORY_CHIP;
    hand.big_bet = betting == HISTORY_FIXED_LIMIT ? 4 * HISTORY_CHIP : hand.min_bet;
    for (; stacks[hand.players]; hand.players++) {
        struct history_seat *seat = &hand.seat[hand.players];
        seat->stack = stacks[hand.players] * HISTORY_CHIP;
        memset(seat->hole, CARD_NONE, sizeof seat->hole);
    }
    const bool heads_up = hand.players == 2;
    hand.seat[heads_up ? 1 : 0].blind = 1 * HISTORY_CHIP;
    hand.seat[heads_up ? 0 : 1].blind = 2 * HISTORY_CHIP;
    if (!history_play_begin(&play, &hand))
        fail_msg("%s", play.why);
}

/* ---- rules ---- */

enum { STACKS = 5 };

struct rule_case {
    enum history_betting betting;
    unsigned stacks[STACKS]; /* ends with 0 */
    const char *line;
    const char *why; /* part of the reason of a refusal; NULL: legal */
    enum history_phase phase;
    unsigned next; /* the player to act, from 1, if the phase is HISTORY_PHASE_ACT */
};

static void check_rule(const struct rule_case *c)
{
    begin(c->betting, c->stacks);
    const bool legal = holdem_line_read(&play, c->line, strlen(c->line));
    if (legal != !c->why || (c->why && !strstr(play.why, c->why)))
        fail_msg("\"%s\": %s", c->line, legal ? "legal" : play.why);
    if (legal && (play.phase != c->phase || (c->phase == HISTORY_PHASE_ACT && play.next + 1u != c->next)))
        fail_msg("\"%s\": phase %u, next p%u", c->line, play.phase, play.next + 1u);
}

#define NL          HISTORY_NO_LIMIT
#define PL          HISTORY_POT_LIMIT
#define FL          HISTORY_FIXED_LIMIT
#define ACT(player) NULL, HISTORY_PHASE_ACT, player
#define BOARD       NULL, HISTORY_PHASE_BOARD, 0
#define OVER        NULL, HISTORY_PHASE_OVER, 0

static void turns(void **state)
{
    static const struct rule_case cases[] = {
        {NL, {100, 100, 100}, "", ACT(3)},
        {NL, {100, 100, 100}, "p3 cc; p1 cc", ACT(2)}, /* the big blind may raise */
        {NL, {100, 100, 100}, "p3 c; p1 c; p2 check", BOARD},
        {NL, {100, 100, 100}, "p3 cc; p1 cc; p2 cbr 4; p3 f", ACT(1)},
        {NL, {100, 100, 100}, "p3 cc; p1 cc; p2 cc; db AhKhQh", ACT(1)},
        {NL, {100, 100, 100}, "p3 f; p1 f", OVER},
        {NL, {100, 100}, "", ACT(2)}, /* heads-up the button acts first before the flop and last after it */
        {NL, {100, 100}, "p2 call; p1 check; db AhKhQh", ACT(1)},
        {NL, {100, 100}, "p2 call; p1 check; db AhKhQh; p1 x; p2 x; db 2c; p1 x; p2 x; db 3c; p1 bet 2; p2 call", OVER},
        /* all in: nobody is left to act */
        {NL, {100, 100}, "p2 all-in; p1 call", BOARD},
        {NL, {100, 100}, "p2 all-in; p1 call; db AhKhQh; db 2c", BOARD},
        {NL, {100, 100}, "p2 all-in; p1 call; db AhKhQh; db 2c; db 3c", OVER},
        {NL, {100, 50, 100}, "p3 raise to 50; p1 fold; p2 call; db AhKhQh", BOARD},
        {NL, {100, 50, 100}, "p3 raise to 60; p1 call; p2 call; db AhKhQh", ACT(1)},
        /* blinds that are all in: a player who covers them does not act, one who does not must */
        {NL, {100, 1, 100}, "p3 fold", BOARD},
        {NL, {2, 100}, "p2 call", BOARD},
        {NL, {100, 1}, "", BOARD},
        {NL, {1, 100, 100}, "p3 fold", BOARD},
        {NL, {100, 1, 100}, "p3 call; p1 call; db AhKhQh", ACT(1)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_rule(&cases[i]);
}

static void sizes(void **state)
{
#define REFUSED(why) why, 0, 0
    static const struct rule_case cases[] = {
        {NL, {100, 100, 100}, "p3 raise 4", ACT(1)},
        {NL, {100, 100, 100}, "p3 raise 3.9999", REFUSED("p3 raises to 3.9999; the smallest is to 4")},
        {NL, {100, 100, 100}, "p3 raise 10; p1 raise 17", REFUSED("the smallest is to 18")},
        {NL, {100, 100, 100}, "p3 raise 10; p1 raise 18; p2 raise 26", ACT(3)},
        {NL,
         {100, 100, 100},
         "p3 cc; p1 cc; p2 cc; db AhKhQh; p1 bet 1",
         REFUSED("p1 bets to 1; the smallest is to 2")},
        {NL, {100, 100, 3}, "p3 all-in; p1 raise 4", ACT(2)}, /* completes the short raise to 3 */
        {NL, {100, 100, 3}, "p3 raise 3; p1 raise 3.5", REFUSED("the smallest is to 4")},
        {NL, {100, 100, 15}, "p3 raise 10; p1 raise 18; p2 fold; p3 raise 15", REFUSED("more than 18 is expected")},
        {NL, {100, 100, 20}, "p3 raise 10; p1 raise 18; p2 fold; p3 raise 20", ACT(1)}, /* all in below the minimum */
        {NL, {100, 100, 20}, "p3 raise 20.01", REFUSED("p3 raises to 20.01, but has only 20 more")},
        {NL, {100, 100, 100}, "p3 check", REFUSED("p3 checks, but must call 2")},
        {NL, {100, 100, 100}, "p3 call; p1 call; p2 call", REFUSED("p2 calls, but there is no bet to call")},
        {NL, {100, 100, 100}, "p3 raise all-in; p1 call; p2 call", BOARD},
        {PL, {100, 100, 100}, "p3 raise 7", ACT(1)}, /* calls 2 and raises by the pot of 5 */
        {PL, {100, 100, 100}, "p3 raise 7.5", REFUSED("p3 raises to 7.5; the pot limit is 7")},
        {PL, {100, 100, 100}, "p3 cc; p1 cc; p2 cc; db AhKhQh; p1 bet 6", ACT(2)},
        {PL, {100, 100, 100}, "p3 cc; p1 cc; p2 cc; db AhKhQh; p1 bet 7", REFUSED("the pot limit is 6")},
        {FL, {100, 100, 100}, "p3 raise; p1 raise", ACT(2)},
        {FL, {100, 100, 100}, "p3 raise 4; p1 raise 6; p2 raise 8; p3 raise 10", ACT(1)},
        {FL, {100, 100, 100}, "p3 raise 5", REFUSED("p3 raises to 5; the limit allows 4")},
        {FL, {100, 100, 3}, "p3 raise 3; p1 raise 4", ACT(2)},
        {FL, {100, 100, 3}, "p3 raise 3; p1 raise 5", ACT(2)},
        {FL, {100, 100, 3}, "p3 raise 3; p1 raise 6", REFUSED("the limit allows 4")},
        {FL, {100, 100}, "p2 cc; p1 cc; db AhKhQh; p1 bet 2; p2 c; db 2c; p1 bet 2", REFUSED("the limit allows 4")},
        {FL, {100, 100}, "p2 cc; p1 cc; db AhKhQh; p1 bet 2; p2 c; db 2c; p1 bet; p2 raise 8", ACT(1)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_rule(&cases[i]);
}

/* A refused step changes nothing: the line goes on as if it had not been there. */
static void refused_steps_leave_no_trace(void **state)
{
    static const char *const bad[] = {"p1 cc", "p3 cbr 1", "db AhKhQh", "dh p1 2c2c", "p3 check", "p9 f", "p3 x y"};
    begin(NL, (const unsigned[]){100, 100, 100, 0});
    const struct history_play before = play;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(holdem_line_read(&play, bad[i], strlen(bad[i])));
        memcpy(play.why, before.why, sizeof play.why);
        assert_memory_equal(&play, &before, sizeof play);
        assert_int_equal(hand.actions, 0);
    }
}

static void actions_are_counted(void **state)
{
    char action[32];
    begin(NL, (const unsigned[]){100000, 100000, 0});
    for (unsigned i = 0; i < HISTORY_ACTIONS; i++) {
        snprintf(action, sizeof action, "p%u raise %u", i % 2 ? 1 : 2, 4 + 2 * i);
        assert_true(holdem_line_read(&play, action, strlen(action)));
    }
    assert_false(holdem_line_read(&play, "p2 f", 4));
    assert_non_null(strstr(play.why, "more than 512 actions"));
}

static void amounts(void **state)
{
    static const struct {
        const char *text;
        int64_t amount; /* -1: refused */
    } cases[] = {{"0", 0},
                 {"12", 120000},
                 {"0.25", 2500},
                 {"1.0000", 10000},
                 {"1e3", 10000000},
                 {"0.0001", 1},
                 {"1000000000000", HISTORY_AMOUNT_MAX},
                 {"1000000000001", -1},
                 {"0.00005", -1},
                 {"-1", -1},
                 {"1/2", -1},
                 {"", -1},
                 {"1.", -1},
                 {".5", -1},
                 {"nan", -1},
                 {"1e400", -1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t amount = -1;
        char text[HISTORY_AMOUNT_TEXT];
        history_amount_read((struct text_span){cases[i].text, cases[i].text + strlen(cases[i].text)}, &amount);
        if (amount != cases[i].amount)
            fail_msg("\"%s\" is read as %ld", cases[i].text, (long)amount);
        if (amount < 0)
            continue;
        int64_t again = -1;
        history_amount_write(amount, text);
        assert_true(history_amount_read((struct text_span){text, text + strlen(text)}, &again) && again == amount);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(turns), cmocka_unit_test(sizes),
                                       cmocka_unit_test(refused_steps_leave_no_trace),
                                       cmocka_unit_test(actions_are_counted), cmocka_unit_test(amounts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
