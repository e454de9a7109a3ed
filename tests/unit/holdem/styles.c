#include "styles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <solvers/holdem/history/play.h>

const char *const style_names[STYLES] = {"tight", "station", "maniac", "bluffer", "inverted", "ignores"};

/* Logistic steps over the strength: below `fold` the player folds to a bet, above `raise` the player bets or raises. */
static const struct {
    double fold, raise, bluff; /* bluff: bets with the weakest hands */
} habit[STYLES] = {{0.55, 0.80, 0.01}, {0.10, 0.93, 0.01}, {0.20, 0.45, 0.25},
                   {0.45, 0.80, 0.35}, {0.40, 0.70, 0.05}, {0, 0, 0}};

static double step(double x, double at)
{
    return 1 / (1 + exp((at - x) / 0.05));
}

/* Sets the probabilities of fold, check or call, and bet or raise. */
static void style_mix(enum style style, double strength, bool bet, bool capped, double mix[3])
{
    if (style == STYLE_IGNORES) {
        mix[0] = bet ? 0.25 : 0;
        mix[2] = capped ? 0 : 0.3;
        mix[1] = 1 - mix[0] - mix[2];
        return;
    }
    const double s = style == STYLE_INVERTED ? 1 - strength : strength;
    const double raise = 0.85 * step(s, habit[style].raise) + habit[style].bluff * step(-s, -0.25);
    mix[0] = bet ? (1 - step(s, habit[style].fold)) * (1 - raise) : 0;
    mix[2] = capped ? 0 : raise;
    mix[1] = 1 - mix[0] - mix[2];
    for (unsigned k = 0; k < 3; k++) /* no action is impossible for any hand */
        mix[k] = 0.97 * mix[k] + (k == 0 && !bet ? 0 : k == 2 && capped ? 0 : 0.01);
    const double sum = mix[0] + mix[1] + mix[2];
    for (unsigned k = 0; k < 3; k++)
        mix[k] /= sum;
}

/* The strengths of all combos on a street: percentiles, which a player knows. */
struct strengths {
    double of[HOLDEM_COMBOS];
};

static void strengths_fill(struct strengths *s, const uint8_t *board, unsigned count)
{
    static double weight[HOLDEM_CLASSES];
    static uint8_t cell[HOLDEM_COMBOS];
    if (weight[0] == 0)
        cells_weights(weight);
    if (count)
        cells_of_board(board, count, weight, cell);
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        s->of[i] =
            count ? (cell[i] % CELL_BINS + 0.5) / CELL_BINS : fmin(fmax((class_points(combo_class(i)) + 1) / 14, 0), 1);
}

static bool street_over(const struct history_play *play)
{
    return play->phase != HISTORY_PHASE_ACT;
}

void style_play(enum style style, struct nash_rng *rng, unsigned number, struct holdem_history_hand *hand)
{
    uint8_t deck[CARD_DECK];
    struct history_play play;
    struct strengths strength;
    for (unsigned c = 0; c < CARD_DECK; c++)
        deck[c] = (uint8_t)c;
    for (unsigned c = 0; c < 9; c++) {
        const unsigned other = c + (unsigned)nash_rng_below(rng, CARD_DECK - c);
        const uint8_t kept = deck[c];
        deck[c] = deck[other];
        deck[other] = kept;
    }
    *hand = (struct holdem_history_hand){.players = 2, .betting = HISTORY_FIXED_LIMIT};
    snprintf(hand->id, sizeof hand->id, "%u", number);
    hand->min_bet = 100 * HISTORY_CHIP;
    hand->big_bet = 200 * HISTORY_CHIP;
    for (unsigned p = 0; p < 2; p++) {
        snprintf(hand->seat[p].name, HISTORY_NAME, "%s%u", style_names[style], p);
        hand->seat[p].stack = 100000 * HISTORY_CHIP;
        hand->seat[p].blind = (p ? 50 : 100) * HISTORY_CHIP;
        hand->seat[p].hole[0] = hand->seat[p].hole[1] = CARD_NONE;
    }
    bool legal = history_play_begin(&play, hand);
    for (unsigned p = 0; p < 2; p++)
        legal = legal && history_play_hole(&play, p, &deck[2 * p]);
    strengths_fill(&strength, NULL, 0);
    while (legal && play.phase != HISTORY_PHASE_OVER) {
        if (street_over(&play)) {
            const unsigned first = hand->board_count, count = first ? 1 : 3;
            legal = history_play_board(&play, &deck[4 + first], count);
            strengths_fill(&strength, hand->board, hand->board_count);
            continue;
        }
        double mix[3];
        const unsigned p = play.next, own = combo_of(deck[2 * p], deck[2 * p + 1]);
        style_mix(style, strength.of[own], play.high > play.bet[p], play.raises >= 4, mix);
        const double draw = nash_rng_unit(rng);
        const enum history_move move = draw < mix[0]            ? HISTORY_FOLD
                                       : draw < mix[0] + mix[1] ? history_play_passive(&play)
                                                                : history_play_active(&play);
        legal = history_play_act(&play, p, move, move >= HISTORY_BET ? play.min_to : 0);
    }
    history_play_end(&play);
    if (!legal) {
        fprintf(stderr, "a hand of %s is not legal: %s\n", style_names[style], play.why);
        abort();
    }
}

static void write_cards(const char *before, const uint8_t *card, unsigned count, struct nash_buf *out)
{
    char text[CARD_TEXT];
    nash_buf_printf(out, "'d %s", before);
    for (unsigned k = 0; k < count; k++)
        nash_buf_puts(out, card_write(card[k], text));
    nash_buf_puts(out, "', ");
}

void style_write_phh(const struct holdem_history_hand *hand, unsigned number, struct nash_buf *out)
{
    unsigned board = 0;
    nash_buf_printf(out,
                    "[%u]\nvariant = 'FT'\nantes = [0, 0]\nblinds_or_straddles = [50, 100]\nsmall_bet = 100\n"
                    "big_bet = 200\nstarting_stacks = [100000, 100000]\nhand = %s\nplayers = ['%s', '%s']\nactions = [",
                    number, hand->id, hand->seat[0].name, hand->seat[1].name);
    write_cards("dh p1 ", hand->seat[0].hole, 2, out);
    write_cards("dh p2 ", hand->seat[1].hole, 2, out);
    for (uint32_t k = 0; k <= hand->actions; k++) {
        const unsigned seen = k < hand->actions ? history_street_board(hand->action[k].street) : hand->board_count;
        for (; board < seen; board += board ? 1 : 3)
            write_cards("db ", &hand->board[board], board ? 1 : 3, out);
        if (k == hand->actions)
            break;
        const struct history_action *a = &hand->action[k];
        nash_buf_printf(out, "'p%u ", a->player + 1U);
        if (a->move >= HISTORY_BET)
            nash_buf_printf(out, "cbr %lld', ", (long long)(a->to / HISTORY_CHIP));
        else
            nash_buf_puts(out, a->move == HISTORY_FOLD ? "f', " : "cc', ");
    }
    nash_buf_puts(out, "]\n");
}

void style_posterior(enum style style, const struct holdem_history_hand *hand, unsigned player,
                     double probability[static HOLDEM_COMBOS])
{
    struct strengths strength;
    double *const weight = probability, sum = 0;
    uint64_t board = 0;
    unsigned street = HISTORY_PREFLOP;
    for (unsigned k = 0; k < hand->board_count; k++)
        board |= card_bit(hand->board[k]);
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        weight[i] = combo_mask(i) & board ? 0 : 1;
    strengths_fill(&strength, NULL, 0);
    for (uint32_t k = 0; k < hand->actions; k++) {
        const struct history_action *a = &hand->action[k];
        if (a->street != street)
            strengths_fill(&strength, hand->board, history_street_board(street = a->street));
        if (a->player != player)
            continue;
        for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
            double mix[3];
            if (weight[i] <= 0)
                continue;
            style_mix(style, strength.of[i], a->to_call > 0, a->raises >= 4, mix);
            weight[i] *= mix[a->move == HISTORY_FOLD ? 0 : a->move <= HISTORY_CALL ? 1 : 2];
        }
    }
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        sum += weight[i];
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        weight[i] /= sum;
}
