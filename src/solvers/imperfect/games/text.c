/* The text form of an answer: the strategy as remarks, then a line of numbers. */
#include <stdio.h>

#include <solvers/kit/text_answer.h>

#include "form.h"

enum { TEXT_INFOSETS = 500 }; /* in the remarks */

/* Appends a remark for an infoset: "# 1 at Q:b: pass 0.667, bet 0.333". */
static void infoset_remark(const cJSON *infoset, struct nash_buf *out)
{
    struct nash_buf line = NASH_BUF_INIT(1 << 20);
    const cJSON *action;
    const cJSON *actions = cJSON_GetObjectItemCaseSensitive(infoset, "actions");
    for (action = actions ? actions->child : NULL; action; action = action->next)
        nash_buf_printf(&line, "%s%s %.4g", line.len ? ", " : "", action->string, action->valuedouble);
    text_remark(out, "%s at %s: %s", text_member_string(infoset, "player"), text_member_string(infoset, "infoset"),
                nash_buf_cstr(&line));
    nash_buf_free(&line);
}

/* Appends " 0.25", or a fraction as it is. */
static void add_number(const cJSON *number, struct nash_buf *out)
{
    if (cJSON_IsString(number))
        nash_buf_printf(out, " %s", number->valuestring);
    else
        nash_buf_printf(out, " %.9g", number->valuedouble);
}

/* Appends the member's name and its number or numbers; `exact` is the same as fractions, or NULL. */
static void add_numbers(const cJSON *result, const char *member, const cJSON *exact, struct nash_buf *out)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(result, member);
    if (!value || cJSON_IsNull(value))
        return;
    nash_buf_printf(out, "%s%s", out->len && out->data[out->len - 1] != '\n' ? ", " : "", member);
    if (cJSON_IsNumber(value))
        add_number(value, out);
    for (const cJSON *item = exact ? exact->child : value->child; item; item = item->next)
        add_number(item, out);
}

bool game_text_of(const cJSON *result, struct nash_buf *out)
{
    static const char *const members[] = {"value",          "exploitability", "ev",        "best_response_ev",
                                          "equilibrium_ev", "captured",       "worst_case"};
    const cJSON *strategy = cJSON_GetObjectItemCaseSensitive(result, "strategy"), *infoset;
    int listed = 0;
    if (!cJSON_GetObjectItemCaseSensitive(result, "infosets_count"))
        return false;
    text_remark(out, "%s", text_member_string(result, "summary"));
    for (const char *c = text_member_string(result, "efg"); *c; c++)
        nash_buf_putc(out, *c == '\n' ? ' ' : *c); /* a line, which is read as the file is */
    for (infoset = strategy ? strategy->child : NULL; infoset; infoset = infoset->next)
        if (listed++ < TEXT_INFOSETS)
            infoset_remark(infoset, out);
    if (listed > TEXT_INFOSETS)
        text_remark(out, "%d more infosets, in JSON", listed - TEXT_INFOSETS);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        add_numbers(result, members[i], i == 0 ? cJSON_GetObjectItemCaseSensitive(result, "value_exact") : NULL, out);
    return true;
}
