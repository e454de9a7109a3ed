/* Writes the answer in the text form, "10: 6#1 3#1 2#1": the cost, and the connectors of the solution graph if the
 * result lists them. If the cost is not proved optimal, brackets follow: "7: n0#1 n3#1 (not optimal; 4: n0#2 n2#1)". */
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

/* ---- from the answer ---- */

static void text_append_graph(struct andor_writer *w, const struct andor_choice *choice, uint32_t count,
                              struct nash_buf *out)
{
    nash_buf_putc(out, ':');
    for (uint32_t i = 0; i < count; i++)
        text_append_word(out, andor_connector_text(w, choice[i].connector));
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
    if (andor_lists_solution(p, a))
        text_append_graph(&w, a->solution, a->solution_count, out);
    if (a->missed) {
        nash_buf_puts(out, " (not optimal; ");
        andor_append_cost(out, andor_value(a->values, a->graph->root), a->graph->unit);
        if (andor_lists_optimum(p, a))
            text_append_graph(&w, a->optimum, a->optimum_count, out);
        nash_buf_putc(out, ')');
    } else if (!a->proved) {
        nash_buf_puts(out, " (not proved optimal)");
    }
    nash_buf_free(&w.name);
}

/* ---- from the result in JSON ---- */

static void text_append_number(struct nash_buf *out, double value)
{
    char text[400];
    int len = snprintf(text, sizeof text, "%.6f", value);
    while (len > 0 && text[len - 1] == '0')
        len--;
    len -= len > 0 && text[len - 1] == '.';
    nash_buf_add(out, text, (size_t)len);
}

/* Appends the members "cost" and "solution" of an object. */
static void text_append_solution(const cJSON *object, struct nash_buf *out)
{
    const cJSON *cost = nash_json_get(object, "cost"), *solution = nash_json_get(object, "solution"), *item;
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

void andor_text_of(const cJSON *result, struct nash_buf *out)
{
    const cJSON *solvable = nash_json_get(result, "solvable"), *optimum = nash_json_get(result, "optimum");
    text_append_outcome(out, cJSON_IsBool(solvable), cJSON_IsTrue(solvable));
    if (!cJSON_IsTrue(solvable))
        return;
    text_append_solution(result, out);
    if (optimum) {
        nash_buf_puts(out, " (not optimal; ");
        text_append_solution(optimum, out);
        nash_buf_putc(out, ')');
    } else if (!cJSON_IsTrue(nash_json_get(result, "proved_optimal"))) {
        nash_buf_puts(out, " (not proved optimal)");
    }
}
