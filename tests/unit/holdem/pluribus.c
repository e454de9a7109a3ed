#include "pluribus.h"

#include <stdlib.h>
#include <string.h>

#include <solvers/holdem/history/amount.h>

enum { PLAYERS = 6, COLUMNS = 5, STACK = 10000, SMALL_BLIND = 50, BIG_BLIND = 100 };
enum { COLUMN_SESSION, COLUMN_HAND, COLUMN_PLAYERS, COLUMN_ACTIONS, COLUMN_FINISH };

bool pluribus_open(struct pluribus *p, const char *path)
{
    memset(p, 0, sizeof *p);
    p->file = fopen(path, "r");
    return p->file && getline(&p->text, &p->room, p->file) > 0 && ++p->line; /* the header */
}

void pluribus_close(struct pluribus *p)
{
    if (p->file)
        fclose(p->file);
    free(p->text);
}

/* Splits the last line. Returns false if it does not have all columns. */
static bool split_columns(const struct pluribus *p, struct text_span column[COLUMNS])
{
    unsigned count = 0;
    struct text_span rest = {p->text, p->text + strlen(p->text)};
    while (count < COLUMNS && text_word(&rest, "\t\n", &column[count]))
        count++;
    return count == COLUMNS;
}

static bool fail_line(struct pluribus *p, const char *why)
{
    snprintf(p->why, sizeof p->why, "line %u: %.160s", p->line, why);
    return false;
}

/* Sets the table and the players of the hand. */
static bool set_hand(struct pluribus *p, const struct text_span column[COLUMNS])
{
    struct holdem_history_hand *hand = &p->hand;
    struct text_span players = column[COLUMN_PLAYERS], finish = column[COLUMN_FINISH], word;
    memset(hand, 0, sizeof *hand);
    snprintf(p->session, sizeof p->session, "%.*s", (int)text_length(column[COLUMN_SESSION]),
             column[COLUMN_SESSION].at);
    snprintf(hand->id, sizeof hand->id, "%s/%.*s", p->session, (int)text_length(column[COLUMN_HAND]),
             column[COLUMN_HAND].at);
    hand->line = p->line;
    hand->players = PLAYERS;
    hand->min_bet = hand->big_bet = BIG_BLIND * HISTORY_CHIP;
    for (unsigned i = 0; i < PLAYERS; i++) {
        struct history_seat *seat = &hand->seat[i];
        seat->hole[0] = seat->hole[1] = CARD_NONE;
        seat->stack = STACK * HISTORY_CHIP;
        seat->blind = i == 0 ? SMALL_BLIND * HISTORY_CHIP : i == 1 ? BIG_BLIND * HISTORY_CHIP : 0;
        if (!text_word(&players, ",", &word) || text_length(word) >= HISTORY_NAME)
            return false;
        memcpy(seat->name, word.at, text_length(word));
        if (!text_word(&finish, ",", &word) || !history_amount_read(word, &seat->finish))
            return false;
        seat->finish_known = true;
    }
    return true;
}

bool pluribus_next(struct pluribus *p)
{
    struct text_span column[COLUMNS];
    p->why[0] = '\0';
    if (getline(&p->text, &p->room, p->file) <= 0)
        return false;
    p->line++;
    if (!split_columns(p, column) || !set_hand(p, column))
        return fail_line(p, "five columns are expected");
    const struct text_span actions = column[COLUMN_ACTIONS];
    if (!history_play_begin(&p->play, &p->hand) || !holdem_line_read(&p->play, actions.at, text_length(actions)))
        return fail_line(p, p->play.why);
    history_play_end(&p->play);
    return true;
}

void pluribus_write_phh(const struct pluribus *p, unsigned number, struct nash_buf *out)
{
    struct text_span column[COLUMNS], rest, word;
    if (!split_columns(p, column))
        return;
    if (number)
        nash_buf_printf(out, "[%u]\n", number);
    nash_buf_printf(out,
                    "variant = 'NT'\nantes = [0, 0, 0, 0, 0, 0]\nblinds_or_straddles = [%d, %d, 0, 0, 0, 0]\n"
                    "min_bet = %d\nstarting_stacks = [%d, %d, %d, %d, %d, %d]\nactions = [",
                    SMALL_BLIND, BIG_BLIND, BIG_BLIND, STACK, STACK, STACK, STACK, STACK, STACK);
    rest = column[COLUMN_ACTIONS];
    for (const char *separator = ""; text_word(&rest, ";", &word); separator = ", ")
        nash_buf_printf(out, "%s'%.*s'", separator, (int)text_length(word), word.at);
    nash_buf_printf(out, "]\nhand = '%s'\nplayers = [", p->hand.id);
    rest = column[COLUMN_PLAYERS];
    for (const char *separator = ""; text_word(&rest, ",", &word); separator = ", ")
        nash_buf_printf(out, "%s'%.*s'", separator, (int)text_length(word), word.at);
    nash_buf_printf(out, "]\nfinishing_stacks = [%.*s]\n", (int)text_length(column[COLUMN_FINISH]),
                    column[COLUMN_FINISH].at);
}
