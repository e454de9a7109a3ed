/* Hands of any distinct integers become a word: the cards of both are sorted by a radix sort (stable, a pass for each
 * byte in which they differ, so that the usual small ranks cost one or two), and what lies side by side twice was given
 * twice. Of several such cards the one is named that comes first in the request. */
#include "deal.h"

#include <stdio.h>

struct card {
    uint64_t key;   /* ascending with the label */
    uint32_t place; /* in the request: a's cards, then b's */
};

enum { DIGITS = sizeof(uint64_t), VALUES = 256, DIGIT_BITS = 8 };

static uint64_t key_of(int64_t label)
{
    return (uint64_t)label ^ (UINT64_C(1) << 63);
}

static int64_t label_of(uint64_t key)
{
    return (int64_t)(key ^ (UINT64_C(1) << 63));
}

static void sort_by_digit(const struct card *from, struct card *to, uint32_t cards, uint32_t *start, unsigned shift)
{
    uint32_t sum = 0;
    for (unsigned value = 0; value < VALUES; value++) {
        uint32_t count = start[value];
        start[value] = sum;
        sum += count;
    }
    for (uint32_t i = 0; i < cards; i++)
        to[start[from[i].key >> shift & (VALUES - 1)]++] = from[i];
}

/* Ascending; either `card` or `other` holds them. */
static struct card *sort(struct card *card, struct card *other, uint32_t cards)
{
    for (unsigned digit = 0; digit < DIGITS; digit++) {
        uint32_t count[VALUES] = {0};
        unsigned shift = digit * DIGIT_BITS;
        for (uint32_t i = 0; i < cards; i++)
            count[card[i].key >> shift & (VALUES - 1)]++;
        if (count[card[0].key >> shift & (VALUES - 1)] == cards)
            continue;
        sort_by_digit(card, other, cards, count, shift);
        struct card *swap = card;
        card = other;
        other = swap;
    }
    return card;
}

static enum nash_status check_sizes(uint32_t a_count, uint32_t b_count, struct nash_error *error)
{
    if (a_count == 0 && b_count == 0)
        return nash_fail(error, NASH_UNPROCESSABLE, "/a", "both hands are empty: deal each at least one card");
    if (a_count != b_count)
        return nash_fail(error, NASH_UNPROCESSABLE, a_count < b_count ? "/a" : "/b",
                         "a has %u card%s and b has %u: both hands need equally many", a_count, &"s"[a_count == 1],
                         b_count);
    if (a_count > WHIST_ORDER_MAX)
        return nash_fail(error, NASH_UNPROCESSABLE, "/a", "%u cards a hand: at most %d can be solved", a_count,
                         WHIST_ORDER_MAX);
    return NASH_OK;
}

static enum nash_status check_distinct(const struct card *card, uint32_t order, struct nash_error *error)
{
    uint32_t cards = 2 * order, place = cards;
    int64_t label = 0;
    for (uint32_t i = 1; i < cards; i++)
        if (card[i].key == card[i - 1].key && card[i].place < place) {
            place = card[i].place;
            label = label_of(card[i].key);
        }
    if (place == cards)
        return NASH_OK;
    char pointer[32];
    snprintf(pointer, sizeof pointer, "/%c/%u", place < order ? 'a' : 'b', place % order);
    return nash_fail(error, NASH_UNPROCESSABLE, pointer, "the card %lld was dealt before: every card is dealt once",
                     (long long)label);
}

enum nash_status whist_deal_make(struct whist_deal *deal, const int64_t *a, uint32_t a_count, const int64_t *b,
                                 uint32_t b_count, bool b_leads, struct nash_arena *arena, struct nash_error *error)
{
    enum nash_status status = check_sizes(a_count, b_count, error);
    if (status != NASH_OK)
        return status;
    uint32_t order = a_count, cards = 2 * order;
    int8_t *word = NASH_NEW(arena, int8_t, cards);
    int64_t *label = NASH_NEW(arena, int64_t, cards);
    struct nash_arena_mark mark = nash_arena_mark(arena);
    struct card *card = NASH_NEW(arena, struct card, cards);
    struct card *other = NASH_NEW(arena, struct card, cards);
    if (!word || !label || !card || !other)
        return nash_fail(error, NASH_NOMEM, "", "the deal does not fit into the memory of this job");
    for (uint32_t i = 0; i < cards; i++)
        card[i] = (struct card){.key = key_of(i < order ? a[i] : b[i - order]), .place = i};
    card = sort(card, other, cards);
    status = check_distinct(card, order, error);
    for (uint32_t i = 0; i < cards; i++) {
        bool of_b = card[i].place >= order;
        word[cards - 1 - i] = of_b == b_leads ? 1 : -1;
        label[cards - 1 - i] = label_of(card[i].key);
    }
    nash_arena_release(arena, mark);
    *deal = (struct whist_deal){.order = order, .word = word, .label = label, .b_leads = b_leads};
    return status;
}

whist_mask whist_mask_of(const int8_t *word, uint32_t order)
{
    whist_mask mask = 0;
    for (uint32_t i = 0; i < 2 * order; i++)
        mask = mask << 1 | (word[i] > 0);
    return mask;
}

void whist_word_of(whist_mask mask, uint32_t order, int8_t *word)
{
    for (uint32_t i = 2 * order; i-- > 0; mask >>= 1)
        word[i] = mask & 1 ? 1 : -1;
}

bool whist_word_after(const int8_t *word, uint32_t order, uint32_t lead, uint32_t reply, int8_t *after)
{
    bool won = lead < reply;
    int8_t sign = won ? 1 : -1;
    uint32_t high = won ? lead : reply, low = won ? reply : lead;
    for (uint32_t i = 0; i < high; i++)
        after[i] = (int8_t)(word[i] * sign);
    for (uint32_t i = high + 1; i < low; i++)
        after[i - 1] = (int8_t)(word[i] * sign);
    for (uint32_t i = low + 1; i < 2 * order; i++)
        after[i - 2] = (int8_t)(word[i] * sign);
    return won;
}
