/* The answer as text: equilibria as Gambit's tools print them, "NE,4/5,1/5,1,0": the weights of the row player's
 * strategies, then the column player's. A batch has a line for each game, so equilibria stand side by side. Where none
 * were asked for, the brief serves. */
#include <string.h>

#include "numbers.h"
#include "write.h"

static void put_mix(struct nash_buf *out, const struct matrix_mix *mix)
{
    for (uint32_t i = 0; i < mix->count; i++) {
        nash_buf_putc(out, ',');
        nash_buf_puts(out, mix->weight[i]);
    }
}

static void put_equilibrium(struct nash_buf *out, const struct matrix_equilibrium *e, bool first)
{
    nash_buf_puts(out, first ? "NE" : " NE");
    put_mix(out, &e->row);
    put_mix(out, &e->col);
}

static void put_brief(struct nash_buf *out, const struct matrix_problem *p, const struct matrix_answer *a)
{
    struct nash_buf brief = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&brief);
    nash_jsonw_object(&json);
    matrix_write_brief(p, a, &json);
    size_t quotes = strlen("{\"brief\":\"");
    if (brief.failed)
        out->failed = true;
    else
        nash_buf_add(out, brief.data + quotes, brief.len - quotes - 1);
    nash_buf_free(&brief);
}

void matrix_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out)
{
    const struct matrix_problem *p = problem;
    const struct matrix_answer *a = result->answer;
    if (matrix_has(p, a, MATRIX_EQUILIBRIA) && a->equilibria_listed)
        for (uint32_t i = 0; i < a->equilibria_listed; i++)
            put_equilibrium(out, &a->equilibria.list[i], i == 0);
    else if (matrix_has(p, a, MATRIX_ONE))
        put_equilibrium(out, &a->one.equilibrium, true);
    else
        put_brief(out, p, a);
}

/* ---- from JSON ---- */

/* Weights are 0, 1 or strings. */
static void put_weights(struct nash_buf *out, const cJSON *weights)
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

static void put_object(struct nash_buf *out, const cJSON *equilibrium, bool first)
{
    nash_buf_puts(out, first ? "NE" : " NE");
    put_weights(out, nash_json_get(equilibrium, "row"));
    put_weights(out, nash_json_get(equilibrium, "col"));
}

void matrix_text_of(const cJSON *result, struct nash_buf *out)
{
    const cJSON *list = nash_json_get(nash_json_get(result, "equilibria"), "list"), *item;
    const cJSON *one = nash_json_get(result, "one"), *brief = nash_json_get(result, "brief");
    if (list && list->child)
        cJSON_ArrayForEach(item, list) put_object(out, item, item == list->child);
    else if (one)
        put_object(out, one, true);
    else
        nash_buf_puts(out, cJSON_IsString(brief) ? brief->valuestring : "");
}
