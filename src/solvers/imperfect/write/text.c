/* The text form of a result: its explanation, whose last line is the decision and whose other lines are remarks; of a
 * result without one, the summary. */
#include <solvers/imperfect/games/form.h>
#include <solvers/imperfect/problem.h>
#include <solvers/kit/text_answer.h>

void imperfect_text_of(const cJSON *result, struct nash_buf *out)
{
    const cJSON *lines = cJSON_GetObjectItemCaseSensitive(result, "explanation"), *line;
    const cJSON *corrections = cJSON_GetObjectItemCaseSensitive(result, "corrections"), *one;
    if (game_text_of(result, out))
        return;
    if (!lines || !lines->child) {
        nash_buf_puts(out, text_member_string(result, "summary"));
        return;
    }
    cJSON_ArrayForEach(line, lines)
    {
        const char *text = cJSON_IsString(line) ? line->valuestring : "";
        if (line->next) {
            text_remark(out, "%s", text);
            continue;
        }
        cJSON_ArrayForEach(one, corrections)
            text_remark(out, "%s: %s", text_member_string(one, "defect"), text_member_string(one, "text"));
        for (; *text; text++)
            nash_buf_putc(out, (unsigned char)*text < ' ' ? '?' : *text);
    }
}
