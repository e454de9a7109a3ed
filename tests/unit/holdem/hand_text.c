#include "hand_text.h"

#include <inttypes.h>

#include <solvers/holdem/history/amount.h>

#define AMOUNT(amount) history_amount_write((amount), (char[HISTORY_AMOUNT_TEXT]){0})

static void add_card(unsigned card, struct nash_buf *out)
{
    char text[CARD_TEXT];
    nash_buf_puts(out, card == CARD_NONE ? "??" : card_write(card, text));
}

static void add_seat(const struct history_seat *seat, struct nash_buf *out)
{
    nash_buf_printf(out, "%s: %s", seat->name, AMOUNT(seat->stack));
    if (seat->ante)
        nash_buf_printf(out, " ante %s", AMOUNT(seat->ante));
    if (seat->blind)
        nash_buf_printf(out, " blind %s", AMOUNT(seat->blind));
    nash_buf_putc(out, ' ');
    add_card(seat->hole[0], out);
    add_card(seat->hole[1], out);
    nash_buf_puts(out, seat->shown ? " shown" : "");
    nash_buf_puts(out, seat->mucked ? " mucked" : "");
    if (seat->finish_known)
        nash_buf_printf(out, " -> %s", AMOUNT(seat->finish));
    nash_buf_putc(out, '\n');
}

static void add_action(const struct history_action *action, struct nash_buf *out)
{
    static const char *const moves[] = {"fold", "check", "call", "bet", "raise"};
    nash_buf_printf(out, "\n p%u %s", action->player + 1, moves[action->move]);
    if (action->move >= HISTORY_BET)
        nash_buf_printf(out, " %s", AMOUNT(action->to));
    nash_buf_printf(out, " (+%s of %s,", AMOUNT(action->added), AMOUNT(action->stack));
    nash_buf_printf(out, " pot %s, call %s, raises %u%s)", AMOUNT(action->pot), AMOUNT(action->to_call), action->raises,
                    action->all_in ? ", all in" : "");
}

void hand_text_play(const struct holdem_history_hand *hand, struct nash_buf *out)
{
    for (unsigned i = 0; i < hand->players; i++)
        add_seat(&hand->seat[i], out);
    for (unsigned street = 0, next = 0; street < HISTORY_STREETS && history_street_board(street) <= hand->board_count;
         street++) {
        nash_buf_puts(out, "street");
        for (unsigned i = street ? history_street_board(street - 1) : 0; i < history_street_board(street); i++) {
            nash_buf_putc(out, ' ');
            add_card(hand->board[i], out);
        }
        for (; next < hand->actions && hand->action[next].street == street; next++)
            add_action(&hand->action[next], out);
        nash_buf_putc(out, '\n');
    }
}

void hand_text(const struct holdem_history_hand *hand, struct nash_buf *out)
{
    static const char *const bettings[] = {"no limit", "pot limit", "fixed limit"};
    nash_buf_printf(out, "hand %s, line %u, %s, bets %s/", hand->id, hand->line, bettings[hand->betting],
                    AMOUNT(hand->min_bet));
    nash_buf_printf(out, "%s, time %" PRIu64 "%s%s\n", AMOUNT(hand->big_bet), hand->time,
                    hand->antes_trimmed ? ", antes trimmed" : "", hand->complete ? "" : ", not complete");
    hand_text_play(hand, out);
}
