/* Reads cards in JSON: one string, "CTC4CAC9" or "CT C4, CA", or an array of strings. */
#include <string.h>

#include <solvers/bridge/notation/notation.h>

#include "input.h"

static const char form[] = "a card is a suit of SHDC and a rank of 23456789TJQKA, such as \"SA\" or \"H10\"";

static uint32_t read_cards_of_text(const struct reader *r, unsigned max, struct bridge_card *card)
{
    const char *text = r->value->valuestring;
    uint32_t count = 0;
    for (size_t i = strspn(text, " \t,"); text[i]; i += strspn(text + i, " \t,"), count++) {
        size_t used = count < max ? bridge_card_read(text + i, strlen(text + i), &card[count]) : 0;
        if (count == max)
            reader_fail(r, NASH_INVALID, NULL, "holds more than %u cards", max);
        else if (!used)
            reader_fail(r, NASH_INVALID, NULL, "no card at character %zu: %s", i + 1, form);
        if (!used)
            break;
        i += used;
    }
    return count;
}

static uint32_t read_cards_of_array(struct reader *r, unsigned max, struct bridge_card *card)
{
    struct reader item = {0};
    uint32_t count = 0;
    for (; reader_item(&item, r); count++) {
        size_t len = cJSON_IsString(item.value) ? strlen(item.value->valuestring) : 0;
        if (count == max)
            reader_fail(r, NASH_INVALID, NULL, "holds more than %u cards", max);
        else if (len == 0 || bridge_card_read(item.value->valuestring, len, &card[count]) != len)
            reader_fail(&item, NASH_INVALID, NULL, "%s", form);
    }
    return count;
}

const struct bridge_card *bridge_read_cards(struct reader *r, unsigned max, uint32_t *count)
{
    struct bridge_card *card = READER_NEW(r, struct bridge_card, max);
    *count = 0;
    if (card && cJSON_IsString(r->value))
        *count = read_cards_of_text(r, max, card);
    else if (card && cJSON_IsArray(r->value))
        *count = read_cards_of_array(r, max, card);
    else
        reader_fail(r, NASH_INVALID, NULL, "must be cards in a string or an array: %s", form);
    if (*count > max)
        *count = max;
    return card;
}
