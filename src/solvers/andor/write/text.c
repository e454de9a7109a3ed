/* Writes the answer in the text form, "10: 6#1 3#1 2#1": the cost, and the connectors of the solution graph if the
 * result lists them. */
#include <stdio.h>

#include "write.h"

static void text_append_word(struct nash_buf *out, const char *text)
{
    nash_buf_putc(out, ' ');
    for (; *text; text++)
        nash_buf_putc(out, (unsigned char)*text < ' ' ? '?' : *text);
}

static void text_append_outcome(struct nash_buf *out, bool known, bool solvable)
{
    if (!known)
        nash_buf_puts(out, "unknown");
    else if (!solvable)
        nash_buf_puts(out, "unsolvable");
}

void andor_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out)
{
    const struct andor_problem *p = problem;
    const struct andor_answer *a = result->answer;
    struct andor_writer w = {.p = p, .a = a, .name = NASH_BUF_INIT(0)};
    struct nash_jsonw none = NASH_JSONW(out);
    w.out = &none;
    text_append_outcome(out, a->known, a->solvable);
    if (!a->known || !a->solvable)
        return;
    andor_append_cost(out, a->cost, a->graph->unit);
    if (andor_lists_solution(p, a)) {
        nash_buf_putc(out, ':');
        for (uint32_t i = 0; i < a->solution_count; i++)
            text_append_word(out, andor_connector_text(&w, a->solution[i].connector));
    }
    nash_buf_free(&w.name);
}

static void text_append_number(struct nash_buf *out, double value)
{
    char text[400];
    int len = snprintf(text, sizeof text, "%.6f", value);
    while (len > 0 && text[len - 1] == '0')
        len--;
    len -= len > 0 && text[len - 1] == '.';
    nash_buf_add(out, text, (size_t)len);
}

void andor_text_of(const cJSON *result, struct nash_buf *out)
{
    const cJSON *solvable = nash_json_get(result, "solvable"), *cost = nash_json_get(result, "cost");
    const cJSON *solution = nash_json_get(result, "solution"), *item;
    text_append_outcome(out, cJSON_IsBool(solvable), cJSON_IsTrue(solvable));
    if (!cJSON_IsTrue(solvable))
        return;
    if (cJSON_IsString(cost))
        nash_buf_puts(out, cost->valuestring);
    else
        text_append_number(out, cost->valuedouble);
    if (solution)
        nash_buf_putc(out, ':');
    cJSON_ArrayForEach(item, solution)
    {
        if (cJSON_IsString(item)) {
            text_append_word(out, item->valuestring);
        } else { /* a pair of numbers */
            nash_buf_putc(out, ' ');
            text_append_number(out, cJSON_GetArrayItem(item, 1)->valuedouble);
        }
    }
}
