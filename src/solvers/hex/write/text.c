/* Writes the text form of an answer: the move, "swap", or "-" if there is none. The remarks before it are the winner,
 * the rate of wins, the line of play, and what was asked besides. Of a review it is the moves that lost a won game,
 * each with a better one; of a record its SGF; of a training its summary, after the curve. */
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

/* Writes "7 c4 loses, d3 wins" for each mistake, or "-". */
static void review_text(const cJSON *result, struct nash_buf *out)
{
    size_t begun = out->len;
    const cJSON *moves = nash_json_get(result, "review");
    for (const cJSON *move = moves->child; move; move = move->next) {
        const cJSON *better = nash_json_get(move, "better");
        if (!nash_json_get(move, "mistake"))
            continue;
        nash_buf_printf(out, "%s%.0f %s loses", out->len > begun ? "\n" : "", text_member_number(move, "ply"),
                        text_member_string(move, "move"));
        if (cJSON_IsArray(better)) {
            nash_buf_putc(out, ',');
            add_words(out, better);
            nash_buf_puts(out, " wins");
        }
    }
    if (out->len == begun)
        nash_buf_putc(out, '-');
}

/* Writes a line for each point of the curve, and the summary. */
static void training_text(const cJSON *result, struct nash_buf *out)
{
    const cJSON *point;
    cJSON_ArrayForEach(point, nash_json_get(result, "curve")) text_remark(
        out, "step %.0f: %.1f %% against resistance, %.1f %% against uct", text_member_number(point, "step"),
        text_member_number(point, "resistance") * 100, text_member_number(point, "uct") * 100);
    nash_buf_puts(out, text_member_string(result, "summary"));
}

void hex_text_of(const cJSON *result, struct nash_buf *out)
{
    const cJSON *move = nash_json_get(result, "move"), *winner = nash_json_get(result, "winner");
    if (nash_json_get(result, "sgf")) {
        nash_buf_puts(out, text_member_string(result, "sgf"));
        return;
    }
    if (nash_json_get(result, "train")) {
        training_text(result, out);
        return;
    }
    if (cJSON_IsString(winner))
        text_remark(out, "%s wins by %s", winner->valuestring, text_member_string(result, "won_by"));
    else if (nash_json_get(result, "win_rate"))
        text_remark(out, "%.0f %%", text_member_number(result, "win_rate") * 100);
    if (nash_json_get(result, "timeout"))
        text_remark(out, "the budget of time ended the search");
    if (nash_json_get(result, "review")) {
        review_text(result, out);
        return;
    }
    remark_words(result, "line", out);
    remark_words(result, "winning", out);
    nash_buf_puts(out, cJSON_IsString(move) ? move->valuestring : "-");
}
