/* Random hands: they conserve chips, and each is the same hand after it was written and read in each format. */
#include <stdlib.h>
#include <string.h>

#include <solvers/holdem/history/amount.h>
#include <solvers/holdem/history/history.h>
#include <solvers/holdem/history/settle.h>

#include "../../base/test.h"
#include "hand_text.h"

static struct history_play play;
static struct holdem_history_hand hand;
static struct holdem_history history;

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

/* ---- play ---- */

static unsigned below(struct nash_rng *rng, unsigned count)
{
    return (unsigned)nash_rng_below(rng, count);
}

/* Plays a random legal action; returns its move. */
static void play_random_action(struct nash_rng *rng)
{
    const unsigned player = play.next, choice = below(rng, 8);
    const int64_t most = play.bet[player] + play.stack[player];
    bool legal;
    if (choice == 0) {
        legal = history_play_act(&play, player, HISTORY_FOLD, 0);
    } else if (choice < 6 || most <= play.high || hand.actions > 100) {
        legal = history_play_act(&play, player, history_play_passive(&play), 0);
    } else {
        int64_t to = most;
        if (play.min_to < most && choice == 6)
            to = hand.betting == HISTORY_FIXED_LIMIT
                     ? play.min_to
                     : play.min_to + (int64_t)nash_rng_below(rng, (uint64_t)(most - play.min_to));
        else if (hand.betting == HISTORY_FIXED_LIMIT && play.min_to < most)
            to = play.min_to;
        legal = history_play_act(&play, player, history_play_active(&play), to);
    }
    if (!legal)
        fail_msg("%s", play.why);
}

/* Plays a random hand to its end. equal: all stacks are 20,000, as ACPC logs have them. */
static void play_random_hand(struct nash_rng *rng, enum history_betting betting, unsigned players, bool equal)
{
    uint8_t deck[CARD_DECK];
    unsigned stacks[HISTORY_SEATS + 1] = {0}, used = 0;
    for (unsigned i = 0; i < CARD_DECK; i++) {
        const unsigned k = below(rng, i + 1);
        deck[i] = deck[k];
        deck[k] = (uint8_t)i;
    }
    for (unsigned i = 0; i < players; i++)
        stacks[i] = equal ? 400 : 1 + below(rng, 200);
    begin(betting, stacks);
    for (unsigned i = 0; i < players; i++, used += 2)
        assert_true(history_play_hole(&play, i, &deck[used]));
    while (play.phase != HISTORY_PHASE_OVER) {
        if (play.phase == HISTORY_PHASE_ACT) {
            play_random_action(rng);
            continue;
        }
        const unsigned count = play.street == HISTORY_PREFLOP ? 3 : 1;
        assert_true(history_play_board(&play, &deck[used], count));
        used += count;
    }
    history_play_end(&play);
    history_settle_hand(&play);
}

/* ---- the formats ---- */

static void add_cards(const uint8_t *cards, unsigned count, struct nash_buf *out)
{
    char text[CARD_TEXT];
    for (unsigned i = 0; i < count; i++)
        nash_buf_puts(out, card_write(cards[i], text));
}

static void add_amounts(const char *name, const int64_t *amounts, struct nash_buf *out)
{
    char text[HISTORY_AMOUNT_TEXT];
    nash_buf_printf(out, "%s = [", name);
    for (unsigned i = 0; i < hand.players; i++)
        nash_buf_printf(out, "%s%s", i ? ", " : "", history_amount_write(amounts[i], text));
    nash_buf_puts(out, "]\n");
}

/* Appends the board's cards that are dealt before `street`. */
static void add_streets_phh(unsigned *street, unsigned until, struct nash_buf *out)
{
    for (; *street < until; ++*street) {
        const unsigned from = history_street_board(*street), to = history_street_board(*street + 1);
        nash_buf_puts(out, "'d db ");
        add_cards(&hand.board[from], to - from, out);
        nash_buf_puts(out, "', ");
    }
}

static unsigned last_street(void)
{
    return hand.board_count ? hand.board_count - 2u : 0;
}

static void write_phh(struct nash_buf *out)
{
    char text[HISTORY_AMOUNT_TEXT];
    int64_t stacks[HISTORY_SEATS], blinds[HISTORY_SEATS];
    unsigned street = 0;
    for (unsigned i = 0; i < hand.players; i++) {
        stacks[i] = hand.seat[i].stack;
        blinds[i] = hand.seat[hand.players == 2 ? 1 - i : i].blind;
    }
    nash_buf_printf(out, "variant = '%s'\nsmall_bet = 2\nbig_bet = 4\nmin_bet = 2\n",
                    hand.betting == HISTORY_FIXED_LIMIT ? "FT" : "NT");
    add_amounts("starting_stacks", stacks, out);
    add_amounts("blinds_or_straddles", blinds, out);
    nash_buf_puts(out, "actions = [");
    for (unsigned i = 0; i < hand.players; i++) {
        nash_buf_printf(out, "'d dh p%u ", i + 1);
        add_cards(hand.seat[i].hole, 2, out);
        nash_buf_puts(out, "', ");
    }
    for (unsigned i = 0; i < hand.actions; i++) {
        const struct history_action *action = &hand.action[i];
        add_streets_phh(&street, action->street, out);
        nash_buf_printf(out, "'p%u ", action->player + 1);
        if (action->move >= HISTORY_BET)
            nash_buf_printf(out, "cbr %s', ", history_amount_write(action->to, text));
        else
            nash_buf_puts(out, action->move == HISTORY_FOLD ? "f', " : "cc', ");
    }
    add_streets_phh(&street, last_street(), out);
    nash_buf_puts(out, "]\n");
}

static void write_acpc(struct nash_buf *out)
{
    char text[HISTORY_AMOUNT_TEXT];
    unsigned street = 0;
    int64_t before[HISTORY_SEATS] = {0}, now[HISTORY_SEATS] = {0}; /* paid before this street, and in all */
    nash_buf_puts(out, "STATE::");
    for (unsigned i = 0; i < hand.players; i++)
        now[i] = hand.seat[i].blind;
    for (unsigned i = 0; i < hand.actions; i++) {
        const struct history_action *action = &hand.action[i];
        for (; street < action->street; street++) {
            nash_buf_putc(out, '/');
            memcpy(before, now, sizeof before);
        }
        now[action->player] = before[action->player] + action->to;
        nash_buf_putc(out, "fccrr"[action->move]);
        if (action->move >= HISTORY_BET && hand.betting != HISTORY_FIXED_LIMIT)
            nash_buf_puts(out, history_amount_write(now[action->player], text));
    }
    for (; street < last_street(); street++)
        nash_buf_putc(out, '/');
    for (unsigned i = 0; i < hand.players; i++) {
        nash_buf_putc(out, i ? '|' : ':');
        add_cards(hand.seat[i].hole, 2, out);
    }
    for (street = 0; street < last_street(); street++) {
        const unsigned from = history_street_board(street);
        nash_buf_putc(out, '/');
        add_cards(&hand.board[from], history_street_board(street + 1) - from, out);
    }
}

#define AMOUNT(amount) history_amount_write((amount), (char[HISTORY_AMOUNT_TEXT]){0})

static void add_streets_site(unsigned *street, unsigned until, struct nash_buf *out)
{
    static const char *const names[] = {"FLOP", "TURN", "RIVER"};
    for (; *street < until; ++*street) {
        const unsigned from = history_street_board(*street), to = history_street_board(*street + 1);
        nash_buf_printf(out, "*** %s *** [", names[*street]);
        add_cards(hand.board, from, out);
        nash_buf_puts(out, "] [");
        add_cards(&hand.board[from], to - from, out);
        nash_buf_puts(out, "]\n");
    }
}

/* Appends an action; *high is the bet of the street before it. */
static void add_action_site(const struct history_action *action, int64_t *high, struct nash_buf *out)
{
    static const char *const moves[] = {"folds", "checks", "calls", "bets", "raises"};
    nash_buf_printf(out, "Player %u: %s", action->player + 1u, moves[action->move]);
    if (action->move == HISTORY_RAISE)
        nash_buf_printf(out, " $%s to $%s", AMOUNT(action->to - *high), AMOUNT(action->to));
    else if (action->added > 0)
        nash_buf_printf(out, " $%s", AMOUNT(action->added));
    if (action->all_in)
        nash_buf_puts(out, " and is all-in");
    nash_buf_putc(out, '\n');
    if (action->move >= HISTORY_BET)
        *high = action->to;
}

static void write_site(struct nash_buf *out)
{
    unsigned street = 0;
    int64_t high = 2 * HISTORY_CHIP;
    nash_buf_printf(out, "PokerStars Hand #: Hold'em %s ($%s/$%s USD) -\nTable 'T' 10-max Seat #%u is the button\n",
                    hand.betting == HISTORY_FIXED_LIMIT ? "Limit" : "No Limit",
                    hand.betting == HISTORY_FIXED_LIMIT ? "2" : "1", hand.betting == HISTORY_FIXED_LIMIT ? "4" : "2",
                    hand.players);
    for (unsigned i = 0; i < hand.players; i++)
        nash_buf_printf(out, "Seat %u: Player %u ($%s in chips)\n", i + 1, i + 1, AMOUNT(hand.seat[i].stack));
    for (unsigned i = 0; i < hand.players; i++) {
        const int64_t blind = hand.seat[i].blind, stack = hand.seat[i].stack;
        if (blind > 0)
            nash_buf_printf(out, "Player %u: posts %s blind $%s%s\n", i + 1, blind == HISTORY_CHIP ? "small" : "big",
                            AMOUNT(blind < stack ? blind : stack), blind >= stack ? " and is all-in" : "");
    }
    nash_buf_puts(out, "*** HOLE CARDS ***\n");
    for (unsigned i = 0; i < hand.players; i++) {
        nash_buf_printf(out, "Dealt to Player %u [", i + 1);
        add_cards(hand.seat[i].hole, 2, out);
        nash_buf_puts(out, "]\n");
    }
    for (unsigned i = 0; i < hand.actions; i++) {
        high = street < hand.action[i].street ? 0 : high;
        add_streets_site(&street, hand.action[i].street, out);
        add_action_site(&hand.action[i], &high, out);
    }
    add_streets_site(&street, last_street(), out);
    for (unsigned i = 0; i < hand.players; i++)
        if (hand.seat[i].finish > play.stack[i])
            nash_buf_printf(out, "Player %u collected $%s from pot\n", i + 1,
                            AMOUNT(hand.seat[i].finish - play.stack[i]));
}

/* Reads the text and compares the hand with the one that was played, but for the marks of the showdown. */
static void compare_written(enum history_format format, struct nash_buf *text)
{
    struct nash_buf one = NASH_BUF_INIT(0), two = NASH_BUF_INIT(0);
    assert_true(holdem_history_open(&history, format, text->data, text->len));
    history.acpc = (struct history_acpc){.small_blind = HISTORY_CHIP,
                                         .big_blind = 2 * HISTORY_CHIP,
                                         .stack = 400 * HISTORY_CHIP,
                                         .betting = hand.betting};
    if (holdem_history_next(&history) != HISTORY_READ)
        fail_msg("%s: %s", nash_buf_cstr(text), history.refusal.why);
    for (unsigned i = 0; i < hand.players; i++) {
        snprintf(hand.seat[i].name, HISTORY_NAME, format == HISTORY_FORMAT_SITE ? "Player %u" : "p%u", i + 1);
        history.hand.seat[i].shown = false;
    }
    hand_text(&hand, &one);
    history.hand.line = 0;
    hand_text(&history.hand, &two);
    assert_string_equal(nash_buf_cstr(&two), nash_buf_cstr(&one));
    nash_buf_free(&one);
    nash_buf_free(&two);
    nash_buf_reset(text);
}

static void random_hands(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_buf text = NASH_BUF_INIT(0);
    for (unsigned k = 0; k < test_length(4000, 100000); k++) {
        const bool equal = k % 2;
        play_random_hand(&rng, k % 3 ? HISTORY_NO_LIMIT : HISTORY_FIXED_LIMIT, 2 + below(&rng, HISTORY_SEATS - 1),
                         equal);
        int64_t begun = 0, ended = 0;
        for (unsigned i = 0; i < hand.players; i++) {
            begun += hand.seat[i].stack;
            ended += hand.seat[i].finish;
            assert_true(hand.seat[i].finish_known && hand.seat[i].finish >= 0);
        }
        assert_int_equal(begun, ended);
        write_phh(&text);
        compare_written(HISTORY_FORMAT_PHH, &text);
        write_site(&text);
        compare_written(HISTORY_FORMAT_SITE, &text);
        if (!equal)
            continue;
        write_acpc(&text);
        compare_written(HISTORY_FORMAT_ACPC, &text);
    }
    nash_buf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_hands)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
