/* Fuzzes the readers of hand histories, each with the whole input, and the line of actions that a person types.
 *
 * A hand that is accepted must conserve chips, have no card twice, and be accepted again, with the same actions, when
 * its steps are played anew. A refusal must have a reason in valid UTF-8. Reading must come to an end. */
#include <string.h>

#include <base/utf8.h>
#include <solvers/holdem/history/history.h>
#include <solvers/holdem/history/settle.h>

#include "fuzz.h"

static struct holdem_history history;
static struct holdem_history_hand again;

static void check_why(const char *why)
{
    if (!*why || utf8_span(why, strlen(why)) != strlen(why))
        fuzz_fail("a refusal without a valid reason", why);
}

static void check_cards(const struct holdem_history_hand *hand)
{
    uint64_t seen = 0;
    for (unsigned i = 0; i < hand->board_count + 2u * hand->players; i++) {
        const unsigned hole = i - hand->board_count;
        const uint8_t card = i < hand->board_count ? hand->board[i] : hand->seat[hole / 2].hole[hole % 2];
        if (card == CARD_NONE)
            continue;
        if (card >= CARD_DECK || seen & card_bit(card))
            fuzz_fail("a card is accepted twice", hand->id);
        seen |= card_bit(card);
    }
}

static void check_chips(const struct history_play *play)
{
    const struct holdem_history_hand *hand = play->hand;
    int64_t begun = 0, left = play->pot, finish[HISTORY_SEATS];
    for (unsigned i = 0; i < hand->players; i++) {
        if (play->stack[i] < 0)
            fuzz_fail("a stack is negative", hand->id);
        begun += hand->seat[i].stack;
        left += play->stack[i];
    }
    if (begun != left)
        fuzz_fail("chips are lost during play", hand->id);
    if (!history_settle(play, HISTORY_CHIP, finish))
        return;
    for (unsigned i = 0; i < hand->players; i++)
        begun -= finish[i];
    if (begun != 0)
        fuzz_fail("chips are lost at the end", hand->id);
}

/* Plays the steps of the hand again. */
static void check_again(const struct holdem_history_hand *hand)
{
    struct history_play play;
    again = *hand;
    for (unsigned i = 0; i < hand->players; i++)
        memset(again.seat[i].hole, CARD_NONE, sizeof again.seat[i].hole);
    bool legal = history_play_begin(&play, &again);
    for (unsigned i = 0; legal && i < hand->players; i++)
        legal = history_play_hole(&play, i, hand->seat[i].hole);
    for (unsigned i = 0; legal && i <= hand->actions; i++) {
        const struct history_action *action = &hand->action[i];
        while (legal && again.board_count < hand->board_count && play.phase == HISTORY_PHASE_BOARD)
            legal = history_play_board(&play, &hand->board[again.board_count], again.board_count ? 1 : 3);
        if (i == hand->actions)
            break;
        legal = legal && history_play_act(&play, action->player, (enum history_move)action->move, action->to) &&
                memcmp(&again.action[i], action, sizeof *action) == 0;
    }
    if (!legal || again.board_count != hand->board_count || history_identity(&again) != history_identity(hand))
        fuzz_fail("a hand changes when it is played again", play.why);
}

static void check_format(enum history_format format, const char *text, size_t len)
{
    if (!holdem_history_open(&history, format, text, len)) {
        check_why(history.refusal.why);
        return;
    }
    size_t hands = 0;
    for (enum history_step step; (step = holdem_history_next(&history)) != HISTORY_END;) {
        if (++hands > len)
            fuzz_fail("more hands than bytes", "");
        if (step == HISTORY_REFUSED) {
            check_why(history.refusal.why);
            continue;
        }
        check_cards(&history.hand);
        check_chips(&history.play);
        check_again(&history.hand);
    }
}

static void check_line(const char *text, size_t len)
{
    struct history_play play;
    memset(&again, 0, sizeof again);
    again.players = 3;
    again.min_bet = again.big_bet = 2 * HISTORY_CHIP;
    for (unsigned i = 0; i < again.players; i++) {
        again.seat[i].stack = 100 * HISTORY_CHIP;
        again.seat[i].blind = i < 2 ? (i + 1) * HISTORY_CHIP : 0;
        memset(again.seat[i].hole, CARD_NONE, sizeof again.seat[i].hole);
    }
    if (!history_play_begin(&play, &again))
        fuzz_fail("a plain table is refused", play.why);
    if (!holdem_line_read(&play, text, len))
        check_why(play.why);
    history_play_end(&play);
    check_cards(&again);
    check_chips(&play);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    for (unsigned format = HISTORY_FORMAT_AUTO; format < HISTORY_FORMATS; format++)
        check_format((enum history_format)format, text, size);
    check_line(text, size);
    return 0;
}
