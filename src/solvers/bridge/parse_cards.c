/* Cards in JSON: one string, "CTC4CAC9" or "CT C4, CA", or an array of strings. */
#include <string.h>

#include "draft.h"
#include "notation.h"

static const char form[] = "a card is a suit of SHDC and a rank of 23456789TJQKA, such as \"SA\" or \"H10\"";

static enum nash_status read_text(struct bridge_draft *d, const char *text, const char *at, unsigned most,
                                  struct bridge_card *card, uint32_t *count)
{
    for (size_t i = strspn(text, " \t,"); text[i]; i += strspn(text + i, " \t,")) {
        size_t used = *count < most ? bridge_card_read(text + i, strlen(text + i), &card[*count]) : 0;
        if (*count == most)
            return nash_fail(d->error, NASH_INVALID, at, "holds more than %u cards", most);
        if (!used)
            return nash_fail(d->error, NASH_INVALID, at, "no card at character %zu: %s", i + 1, form);
        ++*count;
        i += used;
    }
    return NASH_OK;
}

static enum nash_status read_array(struct bridge_draft *d, const cJSON *array, const char *at, unsigned most,
                                   struct bridge_card *card, uint32_t *count)
{
    char pointer[48];
    for (const cJSON *item = array->child; item; item = item->next, ++*count) {
        size_t len = cJSON_IsString(item) ? strlen(item->valuestring) : 0;
        if (*count == most)
            return nash_fail(d->error, NASH_INVALID, at, "holds more than %u cards", most);
        if (len == 0 || bridge_card_read(item->valuestring, len, &card[*count]) != len)
            return nash_fail(d->error, NASH_INVALID, nash_pointer_index(pointer, sizeof pointer, at, *count), "%s",
                             form);
    }
    return NASH_OK;
}

enum nash_status bridge_parse_cards(struct bridge_draft *d, const cJSON *item, const char *at, unsigned most,
                                    const struct bridge_card **card, uint32_t *count)
{
    struct bridge_card *list = NASH_NEW(d->arena, struct bridge_card, most);
    enum nash_status status;
    *count = 0;
    if (!list)
        return nash_fail(d->error, NASH_NOMEM, at, "the problem does not fit into the memory of this job");
    if (cJSON_IsString(item))
        status = read_text(d, item->valuestring, at, most, list, count);
    else if (cJSON_IsArray(item))
        status = read_array(d, item, at, most, list, count);
    else
        return nash_fail(d->error, NASH_INVALID, at, "must be cards in a string or an array: %s", form);
    if (status == NASH_OK && *count == 0)
        return nash_fail(d->error, NASH_INVALID, at, "holds no card: leave it out, or name some; %s", form);
    *card = list;
    return status;
}
