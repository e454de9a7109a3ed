/* Builds the normal form of two hands of distinct integers.
 *
 * A radix sort brings the cards of both hands into order. Equal neighbours are duplicates; of several duplicates the
 * error names the one that comes first in the request. */
#include <solvers/kit/collections/sort.h>

#include "input.h"

static bool deal_check_sizes(const struct reader *r, size_t a_count, size_t b_count)
{
    if (a_count == 0 && b_count == 0)
        reader_fail(r, NASH_UNPROCESSABLE, "a", "both hands are empty: deal each at least one card");
    else if (a_count > WHIST_ORDER_MAX || b_count > WHIST_ORDER_MAX)
        reader_fail(r, NASH_UNPROCESSABLE, a_count > WHIST_ORDER_MAX ? "a" : "b", "a hand holds at most %d cards",
                    WHIST_ORDER_MAX);
    else if (a_count != b_count)
        reader_fail(r, NASH_UNPROCESSABLE, a_count < b_count ? "a" : "b",
                    "a has %zu card%s and b has %zu: both hands need equally many", a_count, &"s"[a_count == 1],
                    b_count);
    return reader_ok(r);
}

static bool deal_check_distinct(const struct reader *r, const struct sort_item *card, uint32_t order)
{
    uint32_t cards = 2 * order, place = cards;
    int64_t label = 0;
    for (uint32_t i = 1; i < cards; i++)
        if (card[i].key == card[i - 1].key && card[i].value < place) {
            place = card[i].value;
            label = sort_int_of_key(card[i].key);
        }
    if (place < cards)
        reader_fail_at(r, NASH_UNPROCESSABLE, place < order ? "a" : "b", place % order,
                       "the card %lld was dealt before: every card is dealt once", (long long)label);
    return reader_ok(r);
}

bool whist_deal_make(struct whist_deal *deal, const struct reader *r, const struct nash_json_ints *a,
                     const struct nash_json_ints *b, bool b_leads)
{
    if (!deal_check_sizes(r, a->count, b->count))
        return false;
    uint32_t order = (uint32_t)a->count, cards = 2 * order;
    int8_t *word = READER_NEW(r, int8_t, cards);
    int64_t *label = READER_NEW(r, int64_t, cards);
    struct nash_arena_mark mark = nash_arena_mark(r->root->arena);
    struct sort_item *card = READER_NEW(r, struct sort_item, cards), *scratch = READER_NEW(r, struct sort_item, cards);
    if (!word || !label || !card || !scratch)
        return false;
    for (uint32_t i = 0; i < cards; i++)
        card[i] = (struct sort_item){sort_key_of_int(i < order ? a->value[i] : b->value[i - order]), i};
    card = radix_sort_items(card, scratch, cards);
    bool distinct = deal_check_distinct(r, card, order);
    for (uint32_t i = 0; i < cards; i++) {
        bool of_b = card[i].value >= order;
        word[cards - 1 - i] = of_b == b_leads ? 1 : -1;
        label[cards - 1 - i] = sort_int_of_key(card[i].key);
    }
    nash_arena_release(r->root->arena, mark);
    *deal = (struct whist_deal){.order = order, .word = word, .label = label, .b_leads = b_leads};
    return distinct;
}
