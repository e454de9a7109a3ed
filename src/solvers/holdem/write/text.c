/* Writes the equities as text, "0.557284 0.442716". The results of other forms are their summary. */
#include <solvers/kit/text_answer.h>

#include "write.h"

void holdem_text_of(const cJSON *result, struct nash_buf *out)
{
    const cJSON *equity = cJSON_GetObjectItemCaseSensitive(result, "equity");
    const cJSON *players = cJSON_GetObjectItemCaseSensitive(result, "players"), *number;
    const cJSON *first = cJSON_GetArrayItem(players, 0);
    if (!cJSON_IsArray(equity)) {
        nash_buf_puts(out, text_member_string(result, "summary"));
        return;
    }
    if (cJSON_GetObjectItemCaseSensitive(result, "samples"))
        text_remark(out, "Monte Carlo, %.0f samples, standard error %.6f", text_member_number(result, "samples"),
                    text_member_number(first, "stderr"));
    if (cJSON_GetObjectItemCaseSensitive(result, "timeout"))
        text_remark(out, "the budget ended");
    if (cJSON_GetObjectItemCaseSensitive(first, "hands"))
        text_remark(out, "only in JSON: combos");
    cJSON_ArrayForEach(number, equity)
    {
        nash_buf_puts(out, number == equity->child ? "" : " ");
        nash_buf_printf(out, "%.6f", number->valuedouble);
    }
}
