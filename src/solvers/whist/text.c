/* The text form: a deal of one suit as a word of the letters a and b from the highest card to the lowest, "abbabaab"; a
 * leads, or the one named before a colon, "b: abbabaab". Blanks count for nothing. The answer is "a 2, b 2". */
#include <string.h>

#include "problem.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Passes over "a:" or "b:". */
static bool take_leader(const char **text, const char *end, bool *b_leads)
{
    const char *colon = memchr(*text, ':', (size_t)(end - *text)), *c = *text;
    if (!colon)
        return true;
    while (is_blank(*c))
        c++;
    *b_leads = *c == 'b';
    if (*c != 'a' && *c != 'b')
        return false;
    while (is_blank(*++c))
        ;
    *text = colon + 1;
    return c == colon;
}

/* The signs of the word for the player on lead, and how many they are. */
static enum nash_status read_word(const char *text, const char *end, bool b_leads, int8_t *word, size_t *cards,
                                  struct nash_error *error)
{
    size_t of_a = 0, count = 0;
    for (const char *c = text; c < end; c++) {
        if (is_blank(*c))
            continue;
        if (*c != 'a' && *c != 'b')
            return nash_fail(error, NASH_INVALID, "",
                             "card %zu is neither a nor b: a deal is a word of these two letters from the highest card "
                             "to the lowest, as abbabaab, or b: abbabaab when b leads",
                             count + 1);
        of_a += *c == 'a';
        word[count++] = (*c == 'b') == b_leads ? 1 : -1;
    }
    *cards = count;
    if (!count)
        return nash_fail(error, NASH_INVALID, "", "no card: write the deal as abbabaab, from the highest card down");
    if (2 * of_a != count)
        return nash_fail(error, NASH_UNPROCESSABLE, "", "a holds %zu card%s and b %zu: both hold equally many", of_a,
                         &"s"[of_a == 1], count - of_a);
    if (of_a > WHIST_ORDER_MAX)
        return nash_fail(error, NASH_UNPROCESSABLE, "", "a hand holds at most %d cards, not %zu", WHIST_ORDER_MAX,
                         of_a);
    return NASH_OK;
}

enum nash_status whist_parse_text(const char *text, size_t len, struct nash_arena *arena, void **problem,
                                  struct nash_error *error)
{
    const char *end = text + len;
    struct whist_problem *p = NASH_NEW(arena, struct whist_problem, 1);
    int8_t *word = nash_arena_alloc_raw(arena, len ? len : 1, 1);
    size_t cards = 0;
    bool b_leads = false;
    if (!p || !word)
        return nash_fail(error, NASH_NOMEM, "", "the deal does not fit into the memory of this job");
    if (!take_leader(&text, end, &b_leads))
        return nash_fail(error, NASH_INVALID, "", "before the colon stands who leads: a or b, as in b: abbabaab");
    enum nash_status status = read_word(text, end, b_leads, word, &cards, error);
    if (status != NASH_OK)
        return status;
    int64_t *label = nash_arena_alloc_raw(arena, cards * sizeof *label, _Alignof(int64_t));
    if (!label)
        return nash_fail(error, NASH_NOMEM, "", "the deal does not fit into the memory of this job");
    for (size_t i = 0; i < cards; i++)
        label[i] = (int64_t)(cards - i);
    *p = (struct whist_problem){
        .leads = true,
        .line = true,
        .has_deal = true,
        .deal = {.order = (uint32_t)(cards / 2), .word = word, .label = label, .b_leads = b_leads}};
    *problem = p;
    return NASH_OK;
}

/* ---- answers ---- */

static void put_tricks(struct nash_buf *out, uint64_t a, uint64_t b)
{
    nash_buf_puts(out, "a ");
    nash_buf_u64(out, a);
    nash_buf_puts(out, ", b ");
    nash_buf_u64(out, b);
}

void whist_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out)
{
    const struct whist_problem *p = problem;
    const struct whist_answer *a = result->answer;
    const uint32_t *count = p->distribution ? whist_distribution(p->distribution) : NULL;
    if (p->suits || p->has_deal) {
        uint32_t order = p->suits ? p->suits->order : p->deal.order;
        bool b_leads = p->suits ? p->suits->b_leads : p->deal.b_leads;
        if (a->known)
            put_tricks(out, b_leads ? order - a->low : a->low, b_leads ? a->low : order - a->low);
        else
            nash_buf_puts(out, "timeout");
        return;
    }
    for (uint32_t t = 0; t <= p->distribution; t++) {
        if (t)
            nash_buf_putc(out, ' ');
        nash_buf_u64(out, count[t]);
    }
}

void whist_text_of(const cJSON *result, struct nash_buf *out)
{
    const cJSON *tricks = nash_json_get(result, "tricks"), *count;
    bool first = true;
    if (cJSON_IsObject(tricks)) {
        put_tricks(out, (uint64_t)nash_json_get(tricks, "a")->valuedouble,
                   (uint64_t)nash_json_get(tricks, "b")->valuedouble);
    } else if (tricks) {
        nash_buf_puts(out, "timeout");
    } else {
        cJSON_ArrayForEach(count, nash_json_get(nash_json_get(result, "distribution"), "counts"))
        {
            if (!first)
                nash_buf_putc(out, ' ');
            nash_buf_u64(out, (uint64_t)count->valuedouble);
            first = false;
        }
    }
}
