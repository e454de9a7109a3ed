#include <stdarg.h>
#include <stdio.h>

#include "range.h"

/* A set of hands by their ranks: pairs (high == low), or hands of two ranks. */
struct hand_ranks {
    unsigned high, low;
    char suits; /* 's', 'o'; 0: both */
};

__attribute__((format(printf, 3, 4))) static bool range_fail(struct range_fault *fault, const char *at,
                                                             const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(fault->detail, sizeof fault->detail, format, args);
    va_end(args);
    fault->at = at;
    return false;
}

/* ---- cards ---- */

/* Reports what is wrong with the text at `text`, where a card is expected. */
static bool fail_card(struct text_span text, struct range_fault *fault)
{
    size_t used;
    if (text_length(text) == 0)
        return range_fail(fault, text.at, "a card is expected at the end, such as Ah");
    if (text_length(text) > 1 && text.at[0] == '1' && text.at[1] == '0')
        return range_fail(fault, text.at, "10 is not a rank: write T, as in Th for the ten of hearts");
    if (card_rank_of(text.at, text_length(text), &used) < 0)
        return range_fail(fault, text.at, "unknown rank \"%c\": ranks are 2 3 4 5 6 7 8 9 T J Q K A",
                          *text.at > ' ' && *text.at < 127 ? *text.at : '?');
    if (text_length(text) < 2)
        return range_fail(fault, text.at, "the suit of the card \"%c\" is missing: suits are c d h s", *text.at);
    return range_fail(fault, text.at, "unknown suit \"%c\": suits are c d h s",
                      text.at[1] > ' ' && text.at[1] < 127 ? text.at[1] : '?');
}

/* Reads one card of two characters and moves on. "10h" is refused: in a row of cards its digits are too easily
 * misread. */
static bool next_card(struct text_span *text, uint8_t *card, struct range_fault *fault)
{
    size_t used = card_read(text->at, text_length(*text), card);
    if (used != 2)
        return fail_card(*text, fault);
    text->at += used;
    return true;
}

static void skip_separators(struct text_span *text)
{
    while (text->at < text->end && (text_is_space(*text->at) || *text->at == ','))
        text->at++;
}

bool range_read_cards(struct text_span text, uint8_t *card, unsigned max, unsigned *count, struct range_fault *fault)
{
    for (skip_separators(&text); text.at < text.end; skip_separators(&text)) {
        const char *at = text.at;
        uint8_t next;
        char name[CARD_TEXT];
        if (!next_card(&text, &next, fault))
            return false;
        for (unsigned i = 0; i < *count; i++)
            if (card[i] == next)
                return range_fail(fault, at, "the card %s is there twice", card_write(next, name));
        if (*count == max)
            return range_fail(fault, at, "at most %u cards are expected", max);
        card[(*count)++] = next;
    }
    return true;
}

/* ---- sets of hands ---- */

static void set_weight(struct holdem_range *range, unsigned high, unsigned low, char suits, float weight)
{
    for (unsigned a = 0; a < CARD_SUITS; a++)
        for (unsigned b = 0; b < CARD_SUITS; b++) {
            bool suited = a == b;
            if (high == low ? a > b : suits == 0 || suited == (suits == 's'))
                range->weight[combo_of(card_make(high, a), card_make(low, b))] = weight;
        }
}

/* Reads two ranks and perhaps 's' or 'o'. */
static bool read_ranks(struct text_span *text, struct hand_ranks *hand, struct range_fault *fault)
{
    unsigned rank[2];
    const char *begin = text->at;
    for (int i = 0; i < 2; i++) {
        size_t used;
        int found = card_rank_of(text->at, text_length(*text), &used);
        if (text->at == text->end)
            return range_fail(fault, begin, "a hand is expected, such as AhKd, AKs, QQ+ or random");
        if (found < 0 || used != 1)
            return fail_card(*text, fault);
        rank[i] = (unsigned)found;
        text->at++;
    }
    *hand = (struct hand_ranks){rank[0] > rank[1] ? rank[0] : rank[1], rank[0] > rank[1] ? rank[1] : rank[0], 0};
    if (text->at < text->end && (*text->at | 32) == 's')
        hand->suits = 's';
    else if (text->at < text->end && (*text->at | 32) == 'o')
        hand->suits = 'o';
    if (hand->suits && hand->high == hand->low)
        return range_fail(fault, begin, "a pair is neither suited nor offsuit: write %c%c", *begin, *begin);
    text->at += hand->suits != 0;
    return true;
}

/* "QQ+": the pairs from there up; "ATs+": the second card rises to just below the first. */
static void set_upwards(struct holdem_range *range, struct hand_ranks from, float weight)
{
    if (from.high == from.low)
        for (unsigned rank = from.high; rank < CARD_RANKS; rank++)
            set_weight(range, rank, rank, 0, weight);
    else
        for (unsigned low = from.low; low < from.high; low++)
            set_weight(range, from.high, low, from.suits, weight);
}

/* "QQ-99", "A5s-A2s", "T9s-54s". */
static bool set_between(struct text_span whole, struct holdem_range *range, struct hand_ranks from,
                        struct hand_ranks to, float weight, struct range_fault *fault)
{
    int shown = (int)text_length(whole);
    if (from.suits != to.suits)
        return range_fail(fault, whole.at, "both ends of \"%.*s\" must be suited, or offsuit, or neither", shown,
                          whole.at);
    bool same_gap = from.high - from.low == to.high - to.low;
    if (!same_gap && from.high != to.high)
        return range_fail(fault, whole.at,
                          "the ends of \"%.*s\" share neither their first card, as in A5s-A2s, nor their gap, as in "
                          "T9s-54s",
                          shown, whole.at);
    if (to.high > from.high || to.low > from.low)
        return range_fail(fault, whole.at, "the range \"%.*s\" is inverted: the higher hand comes first", shown,
                          whole.at);
    for (unsigned step = 0; step <= from.low - to.low; step++)
        set_weight(range, same_gap ? from.high - step : from.high, from.low - step, from.suits, weight);
    return true;
}

/* ---- tokens ---- */

/* Returns whether the token begins with a card: a rank, then a suit that is not the 's' of "AKs". */
static bool begins_with_card(struct text_span token)
{
    uint8_t card;
    return card_read(token.at, text_length(token), &card) != 0;
}

static bool set_token(struct text_span token, struct holdem_range *range, float weight, struct range_fault *fault)
{
    struct text_span rest = token;
    struct hand_ranks from, to;
    uint8_t a, b;
    if (text_is_nocase(token, "random") || text_is_nocase(token, "any") || text_is(token, "*")) {
        for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
            range->weight[i] = weight;
        return true;
    }
    if (begins_with_card(token)) {
        if (!next_card(&rest, &a, fault) || !next_card(&rest, &b, fault))
            return false;
        if (a == b)
            return range_fail(fault, token.at, "the card %.2s is there twice", token.at);
        if (rest.at < rest.end)
            return range_fail(fault, rest.at, "a hand has two cards: a comma is expected after %.4s", token.at);
        range->weight[combo_of(a, b)] = weight;
        return true;
    }
    if (!read_ranks(&rest, &from, fault))
        return false;
    if (rest.at == rest.end) {
        set_weight(range, from.high, from.low, from.suits, weight);
        return true;
    }
    if (*rest.at == '+' && rest.at + 1 == rest.end) {
        set_upwards(range, from, weight);
        return true;
    }
    if (*rest.at != '-')
        return range_fail(fault, rest.at, "after the hand, \"s\", \"o\", \"+\", \"-\", \":\" or a comma is expected");
    rest.at++;
    if (!read_ranks(&rest, &to, fault))
        return false;
    if (rest.at < rest.end)
        return range_fail(fault, rest.at, "a comma is expected after \"%.*s\"", (int)(rest.at - token.at), token.at);
    return set_between(token, range, from, to, weight, fault);
}

/* Splits a token at its ':' and reads the weight. */
static bool read_weight(struct text_span *token, float *weight, struct range_fault *fault)
{
    struct text_span number = *token;
    double value = 1;
    while (number.at < number.end && *number.at != ':')
        number.at++;
    token->end = number.at;
    if (number.at++ < number.end && (!text_number(number, &value) || value < 0 || value > 1))
        return range_fail(fault, number.at, "a weight from 0 to 1 is expected after ':'");
    *weight = (float)(value + 0.0); /* -0 becomes 0 */
    return true;
}

bool range_read(struct text_span text, struct holdem_range *range, struct range_fault *fault)
{
    struct text_span rest = text, token;
    bool any = false;
    *range = (struct holdem_range){0};
    while (text_word(&rest, " \t\r\n,", &token)) {
        float weight = 0;
        any = true;
        if (!read_weight(&token, &weight, fault) || !set_token(token, range, weight, fault))
            return false;
    }
    return any || range_fail(fault, text.at, "a range is expected, such as AhKs, \"QQ+,AKs:0.5\" or random");
}

void range_remove(struct holdem_range *range, uint64_t cards)
{
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        if (combo_mask(i) & cards)
            range->weight[i] = 0;
}

unsigned range_count(const struct holdem_range *range)
{
    unsigned count = 0;
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        count += range->weight[i] > 0;
    return count;
}
