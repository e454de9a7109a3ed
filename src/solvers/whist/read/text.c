/* Reads the text form: a deal of one suit as a word of the letters a and b from the highest card to the lowest,
 * "abbabaab". The leader is the player named before a colon, "b: abbabaab", else that of the member "leader", else a.
 * White space is ignored. */
#include <string.h>

#include <solvers/kit/beside_text.h>
#include <solvers/kit/text_reader.h>

#include "input.h"

/* Reads "a:" or "b:", if there is one. */
static void read_leader(struct text_reader *t, bool *b_leads)
{
    const char *colon = memchr(t->rest.at, ':', text_length(t->rest));
    if (!colon)
        return;
    struct text_span name = text_trim((struct text_span){t->rest.at, colon});
    *b_leads = text_is(name, "b");
    if (!*b_leads && !text_is(name, "a"))
        reader_fail(t->r, NASH_INVALID, NULL, "before the colon stands who leads: a or b, as in b: abbabaab");
    t->rest.at = colon + 1;
}

/* Reads the signs of the word, as the player on lead sees them. Returns the number of cards. */
static size_t read_word(const struct text_reader *t, bool b_leads, int8_t *word)
{
    size_t of_a = 0, count = 0;
    for (const char *c = t->rest.at; c < t->rest.end && reader_ok(t->r); c++) {
        if (text_is_space(*c))
            continue;
        if (*c != 'a' && *c != 'b')
            text_fail(t, NASH_INVALID, c,
                      "card %zu is neither a nor b: a deal is a word of these two letters from the highest card to the "
                      "lowest, as abbabaab, or b: abbabaab when b leads",
                      count + 1);
        of_a += *c == 'a';
        word[count++] = (*c == 'b') == b_leads ? 1 : -1;
    }
    if (!count)
        reader_fail(t->r, NASH_INVALID, NULL, "no card: write the deal as abbabaab, from the highest card down");
    if (2 * of_a != count)
        reader_fail(t->r, NASH_UNPROCESSABLE, NULL, "a holds %zu card%s and b %zu: both hold equally many", of_a,
                    &"s"[of_a == 1], count - of_a);
    if (of_a > WHIST_ORDER_MAX)
        reader_fail(t->r, NASH_UNPROCESSABLE, NULL, "a hand holds at most %d cards, not %zu", WHIST_ORDER_MAX, of_a);
    return count;
}

/* Reads the deal. It is complete if reader_ok(). */
static void read_deal(struct text_reader *t, bool b_leads, struct whist_deal *deal)
{
    read_leader(t, &b_leads);
    int8_t *word = READER_NEW(t->r, int8_t, text_length(t->rest) + 1);
    size_t cards = reader_ok(t->r) ? read_word(t, b_leads, word) : 0;
    int64_t *label = READER_NEW(t->r, int64_t, cards);
    for (size_t i = 0; label && i < cards; i++)
        label[i] = (int64_t)(cards - i);
    *deal = (struct whist_deal){.order = (uint32_t)(cards / 2), .word = word, .label = label, .b_leads = b_leads};
}

enum nash_status whist_parse_text(const char *text, size_t len, const struct nash_json *members,
                                  struct nash_arena *arena, void **problem, struct nash_error *error)
{
    struct reader r;
    struct text_reader t;
    struct whist_deal deal;
    struct whist_input in = {.deal = &deal, .has_hands = true};
    reader_beside_text(&r, members, arena, error);
    whist_read_beside_text(&r, &in);
    if (!text)
        return reader_status(&r);
    text_begin(&t, &r, text, len);
    if (reader_ok(&r))
        read_deal(&t, in.b_leads, &deal);
    if (reader_ok(&r))
        *problem = whist_validate(&r, &in);
    return reader_status(&r);
}
