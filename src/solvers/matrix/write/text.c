/* Writes the answer as text: equilibria as Gambit's tools print them, "NE,4/5,1/5,1,0", the weights of the row player's
 * strategies before the column player's. A game of a batch has one line, so equilibria are separated by blanks. Without
 * equilibria, the text is the summary.
 *
 * matrix_write_text() writes from the answer, because writing JSON first takes 23 % more instructions for a 2 by 2 game
 * of a batch and 7 % more for a 10 by 10 one, not counting its parsing. */
#include <string.h>

#include <solvers/matrix/numbers.h>

#include "write.h"

static void text_add_mix(struct nash_buf *out, const struct matrix_mix *mix)
{
    for (uint32_t i = 0; i < mix->count; i++) {
        nash_buf_putc(out, ',');
        nash_buf_puts(out, mix->weight[i]);
    }
}

static void text_add_equilibrium(struct nash_buf *out, const struct matrix_equilibrium *e, bool first)
{
    nash_buf_puts(out, first ? "NE" : " NE");
    text_add_mix(out, &e->row);
    text_add_mix(out, &e->col);
}

static void text_add_summary(struct nash_buf *out, const struct matrix_problem *p, const struct matrix_answer *a)
{
    struct nash_buf summary = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&summary);
    nash_jsonw_object(&json);
    matrix_write_summary(p, a, &json);
    size_t quotes = strlen("{\"summary\":\"");
    if (summary.failed)
        out->failed = true;
    else
        nash_buf_add(out, summary.data + quotes, summary.len - quotes - 1);
    nash_buf_free(&summary);
}

void matrix_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out)
{
    const struct matrix_problem *p = problem;
    const struct matrix_answer *a = result->answer;
    if (matrix_has(p, a, MATRIX_EQUILIBRIA) && a->equilibria_listed)
        for (uint32_t i = 0; i < a->equilibria_listed; i++)
            text_add_equilibrium(out, &a->equilibria.list[i], i == 0);
    else if (matrix_has(p, a, MATRIX_ONE))
        text_add_equilibrium(out, &a->one.equilibrium, true);
    else
        text_add_summary(out, p, a);
}

/* ---- from JSON ---- */

/* Appends weights of a JSON result: 0, 1 or strings. */
static void text_add_json_weights(struct nash_buf *out, const cJSON *weights)
{
    const cJSON *weight;
    cJSON_ArrayForEach(weight, weights)
    {
        nash_buf_putc(out, ',');
        if (cJSON_IsString(weight))
            nash_buf_puts(out, weight->valuestring);
        else
            nash_buf_u64(out, (uint64_t)weight->valueint);
    }
}

static void text_add_json_equilibrium(struct nash_buf *out, const cJSON *equilibrium, bool first)
{
    nash_buf_puts(out, first ? "NE" : " NE");
    text_add_json_weights(out, nash_json_get(equilibrium, "row"));
    text_add_json_weights(out, nash_json_get(equilibrium, "col"));
}

void matrix_text_of(const cJSON *result, struct nash_buf *out)
{
    const cJSON *list = nash_json_get(nash_json_get(result, "equilibria"), "list"), *item;
    const cJSON *one = nash_json_get(result, "one"), *summary = nash_json_get(result, "summary");
    if (list && list->child)
        cJSON_ArrayForEach(item, list) text_add_json_equilibrium(out, item, item == list->child);
    else if (one)
        text_add_json_equilibrium(out, one, true);
    else
        nash_buf_puts(out, cJSON_IsString(summary) ? summary->valuestring : "");
}
