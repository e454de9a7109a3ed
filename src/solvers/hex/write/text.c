/* Writes the text form of an answer: the move, "swap", or "-" if there is none. The remarks before it are the winner,
 * the rate of wins, the line of play, and what was asked besides. */
#include <string.h>

#include <solvers/hex/problem.h>
#include <solvers/kit/text_answer.h>

/* Appends the words of an array with blanks between. */
static void add_words(struct nash_buf *out, const cJSON *array)
{
    for (const cJSON *item = array ? array->child : NULL; item; item = item->next) {
        nash_buf_putc(out, ' ');
        nash_buf_puts(out, cJSON_IsString(item) ? item->valuestring : "");
    }
}

static void remark_words(const cJSON *result, const char *member, struct nash_buf *out)
{
    const cJSON *array = nash_json_get(result, member);
    if (!cJSON_IsArray(array))
        return;
    nash_buf_puts(out, "# ");
    nash_buf_puts(out, member);
    nash_buf_putc(out, ':');
    add_words(out, array);
    nash_buf_putc(out, '\n');
}

void hex_text_of(const cJSON *result, struct nash_buf *out)
{
    const cJSON *move = nash_json_get(result, "move"), *winner = nash_json_get(result, "winner");
    if (cJSON_IsString(winner))
        text_remark(out, "%s wins by %s", winner->valuestring, text_member_string(result, "won_by"));
    else if (nash_json_get(result, "win_rate"))
        text_remark(out, "%.0f %%", text_member_number(result, "win_rate") * 100);
    if (nash_json_get(result, "timeout"))
        text_remark(out, "the budget of time ended the search");
    remark_words(result, "line", out);
    remark_words(result, "winning", out);
    nash_buf_puts(out, cJSON_IsString(move) ? move->valuestring : "-");
}
