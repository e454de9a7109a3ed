/* Writes the answer as text: equilibria as Gambit's tools print them, "NE,4/5,1/5,1,0", the weights of the row player's
 * strategies before the column player's. A game of a batch has one line, so equilibria are separated by blanks. Without
 * equilibria, the text is the summary. Remarks before it say what is missing, and what was asked besides.
 *
 * matrix_write_text() writes from the answer, because writing JSON first takes 23 % more instructions for a 2 by 2 game
 * of a batch and 7 % more for a 10 by 10 one, not counting its parsing. */
#include <string.h>

#include <solvers/kit/text_answer.h>
#include <solvers/matrix/numbers.h>

#include "write.h"

extern const struct nash_solver nash_solver_matrix;

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

/* Returns whether the text is the equilibria alone: they are complete, and no other part was asked for by name. */
static bool text_is_plain(const struct matrix_problem *p, const struct matrix_answer *a)
{
    bool by_default = p->want == matrix_usual_want(p->game.rows, p->game.cols);
    const struct matrix_equilibria *e = &a->equilibria;
    if (a->unfinished || p->form == MATRIX_DECISION)
        return false;
    if (matrix_has(p, a, MATRIX_EQUILIBRIA))
        return (by_default || p->want == 1U << MATRIX_EQUILIBRIA) && e->complete && !e->degenerate &&
               a->equilibria_listed == e->count && e->count > 0;
    return by_default || p->want == 1U << MATRIX_ONE;
}

void matrix_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out)
{
    const struct matrix_problem *p = problem;
    const struct matrix_answer *a = result->answer;
    if (!text_is_plain(p, a))
        text_by_json(&nash_solver_matrix, problem, result, out);
    else if (matrix_has(p, a, MATRIX_EQUILIBRIA))
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

/* Remarks how the list of equilibria is incomplete. */
static void remark_equilibria(const cJSON *equilibria, struct nash_buf *out)
{
    const cJSON *count = nash_json_get(equilibria, "count");
    int listed = cJSON_GetArraySize(nash_json_get(equilibria, "list"));
    if (!equilibria)
        return;
    if (cJSON_IsTrue(nash_json_get(equilibria, "degenerate")))
        text_remark(out, "degenerate: extreme equilibria, there may be infinitely many others");
    if (!cJSON_IsTrue(nash_json_get(equilibria, "complete")))
        text_remark(out, "not all extreme equilibria");
    if (count->valueint > listed)
        text_remark(out, "%d of %d equilibria", listed, count->valueint);
}

/* Remarks the choices of a decision: "maximin: drought-proof". */
static void remark_decision(const cJSON *result, struct nash_buf *out)
{
    const cJSON *criterion, *act;
    cJSON_ArrayForEach(criterion, nash_json_get(nash_json_get(result, "decision"), "criteria"))
    {
        struct nash_buf best = NASH_BUF_INIT(0);
        cJSON_ArrayForEach(act, nash_json_get(criterion, "best"))
            nash_buf_printf(&best, "%s%s", best.len > 0 ? ", " : "", act->valuestring);
        if (best.len > 0)
            text_remark(out, "%s: %s", criterion->string, nash_buf_cstr(&best));
        nash_buf_free(&best);
    }
}

/* Returns whether a part is in the result, or would be if the time had sufficed. */
static bool has_part(const cJSON *result, const char *name)
{
    const cJSON *part;
    if (nash_json_get(result, name))
        return true;
    cJSON_ArrayForEach(part, nash_json_get(result, "unfinished")) if (strcmp(part->valuestring, name) == 0) return true;
    return false;
}

/* Returns whether the parts of the result are those of a request without "want": none was asked for by name. */
static bool has_usual_parts(const cJSON *result)
{
    uint32_t want = 0;
    for (unsigned what = 0; what < MATRIX_WANTS; what++)
        want |= (uint32_t)has_part(result, matrix_want_names[what]) << what;
    return want == matrix_usual_want((uint32_t)cJSON_GetArraySize(nash_json_get(result, "rows")),
                                     (uint32_t)cJSON_GetArraySize(nash_json_get(result, "cols")));
}

/* Remarks the parts that were asked for by name: pure equilibria, and which others only JSON has. */
static void remark_parts(const cJSON *result, struct nash_buf *out)
{
    static const struct text_part parts[] = {{"classification", "classification", false},
                                             {"pareto", "pareto", false},
                                             {"security", "security", false},
                                             {"dominance", "dominance", false}};
    const cJSON *item;
    if (has_usual_parts(result))
        return;
    cJSON_ArrayForEach(item, nash_json_get(result, "pure")) text_remark(
        out, "pure: %s, %s", nash_json_get(item, "row")->valuestring, nash_json_get(item, "col")->valuestring);
    text_remark_parts(result, parts, sizeof parts / sizeof *parts, out);
}

static void remark_unfinished(const cJSON *result, struct nash_buf *out)
{
    const cJSON *part;
    struct nash_buf parts = NASH_BUF_INIT(0);
    cJSON_ArrayForEach(part, nash_json_get(result, "unfinished"))
        nash_buf_printf(&parts, "%s%s", parts.len > 0 ? ", " : "", part->valuestring);
    if (parts.len > 0)
        text_remark(out, "the time was up: %s", nash_buf_cstr(&parts));
    nash_buf_free(&parts);
}

void matrix_text_of(const cJSON *result, struct nash_buf *out)
{
    const cJSON *equilibria = nash_json_get(result, "equilibria"), *list = nash_json_get(equilibria, "list"), *item;
    const cJSON *one = nash_json_get(result, "one"), *summary = nash_json_get(result, "summary");
    remark_equilibria(equilibria, out);
    if (nash_json_get(result, "decision"))
        remark_decision(result, out);
    else
        remark_parts(result, out);
    remark_unfinished(result, out);
    if (list && list->child)
        cJSON_ArrayForEach(item, list) text_add_json_equilibrium(out, item, item == list->child);
    else if (one)
        text_add_json_equilibrium(out, one, true);
    else
        nash_buf_puts(out, cJSON_IsString(summary) ? summary->valuestring : "");
}
