/* Writes the answer in the text form, "10: 6#1 3#1 2#1": the cost, and the connectors of the solution graph if the
 * result lists them. If the cost is not proved optimal, brackets follow: "7: n0#1 n3#1 (not optimal; 4: n0#2 n2#1)".
 * Answers to further questions follow behind bars: "5: n0#2 n5#1 n4#2 | solution_graph 7: k(n7, N) = 0, ...". A remark
 * before the line names the questions that only JSON answers. */
#include <stdio.h>
#include <string.h>

#include <solvers/kit/text_answer.h>

#include "write.h"

extern const struct nash_solver nash_solver_andor;

/* Appends a text; names may have characters that would break the line. */
static void text_append(struct nash_buf *out, const char *text)
{
    for (; *text; text++)
        nash_buf_putc(out, (unsigned char)*text < ' ' ? '?' : *text);
}

static void text_append_word(struct nash_buf *out, const char *text)
{
    nash_buf_putc(out, ' ');
    text_append(out, text);
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

static void text_append_cost(struct andor_writer *w, struct nash_buf *out)
{
    const struct andor_answer *a = w->a;
    andor_append_cost(out, a->cost, a->graph->unit);
    if (andor_lists_solution(w->p, a))
        text_append_graph(w, a->solution, a->solution_count, out);
    if (a->missed) {
        nash_buf_puts(out, " (not optimal; ");
        andor_append_cost(out, andor_value(a->values, a->graph->root), a->graph->unit);
        if (andor_lists_optimum(w->p, a))
            text_append_graph(w, a->optimum, a->optimum_count, out);
        nash_buf_putc(out, ')');
    } else if (!a->proved) {
        nash_buf_puts(out, " (not proved optimal)");
    }
}

void andor_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out)
{
    const struct andor_problem *p = problem;
    const struct andor_answer *a = result->answer;
    struct andor_writer w = {.p = p, .a = a, .name = NASH_BUF_INIT(0)};
    struct nash_jsonw none = NASH_JSONW(out);
    if (p->options.trace || p->options.dot || p->options.compare || andor_asks_listing(&p->options) ||
        andor_asks_graphs(&p->options) || a->omitted.k_best || a->omitted.solution_graph) {
        text_by_json(&nash_solver_andor, problem, result, out);
        return;
    }
    w.out = &none;
    text_append_outcome(out, a->known, a->solvable);
    if (a->known && a->solvable)
        text_append_cost(&w, out);
    struct nash_buf questions = NASH_BUF_INIT(0);
    andor_append_questions(&w, &questions);
    text_append(out, nash_buf_cstr(&questions));
    nash_buf_free(&questions);
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

static void text_append_amount(const cJSON *cost, struct nash_buf *out)
{
    if (cJSON_IsString(cost))
        nash_buf_puts(out, cost->valuestring);
    else
        text_append_number(out, cost->valuedouble);
}

/* Appends the connectors of a solution graph. */
static void text_append_choices(const cJSON *solution, struct nash_buf *out)
{
    const cJSON *item;
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

/* Appends the members "cost" and "solution" of an object. */
static void text_append_solution(const cJSON *object, struct nash_buf *out)
{
    const cJSON *solution = nash_json_get(object, "solution");
    text_append_amount(nash_json_get(object, "cost"), out);
    if (solution)
        nash_buf_putc(out, ':');
    text_append_choices(solution, out);
}

static void text_append_check(const cJSON *check, struct nash_buf *out)
{
    bool valid = cJSON_IsTrue(nash_json_get(check, "valid"));
    const cJSON *cost = nash_json_get(check, "cost"), *list = nash_json_get(check, valid ? "steps" : "faults"), *item;
    nash_buf_puts(out, " | solution_graph ");
    if (!valid)
        nash_buf_puts(out, "invalid");
    else if (cJSON_IsNull(cost))
        nash_buf_puts(out, "unknown");
    else
        text_append_amount(cost, out);
    cJSON_ArrayForEach(item, list)
    {
        nash_buf_puts(out, item == list->child ? ": " : valid ? ", " : "; ");
        text_append(out, nash_json_get(item, valid ? "sum" : "detail")->valuestring);
    }
}

static void text_append_k_best(const cJSON *best, struct nash_buf *out)
{
    const cJSON *graphs = nash_json_get(best, "graphs"), *ended = nash_json_get(best, "ended"), *item;
    nash_buf_puts(out, cJSON_IsTrue(nash_json_get(best, "complete")) ? " | k_best of " : " | k_best of at least ");
    nash_buf_puts(out, nash_json_get(best, "count")->valuestring);
    cJSON_ArrayForEach(item, graphs)
    {
        nash_buf_puts(out, item == graphs->child ? ": " : "; ");
        text_append_amount(nash_json_get(item, "cost"), out);
        text_append_choices(nash_json_get(item, "solution"), out);
    }
    if (ended)
        nash_buf_printf(out, " (%s)", ended->valuestring);
}

static void text_append_optimum(const cJSON *result, struct nash_buf *out)
{
    const cJSON *optimum = nash_json_get(result, "optimum");
    if (optimum) {
        nash_buf_puts(out, " (not optimal; ");
        text_append_solution(optimum, out);
        nash_buf_putc(out, ')');
    } else if (!cJSON_IsTrue(nash_json_get(result, "proved_optimal"))) {
        nash_buf_puts(out, " (not proved optimal)");
    }
}

/* Remarks what was asked for and is only in JSON, or is missing. Engines, nodes and optimal graphs are there without
 * being asked for, too. */
static void text_remark_asked(const cJSON *result, struct nash_buf *out)
{
    static const struct {
        struct text_part part;
        const char *asked; /* NULL, or the member of the result that says that it was asked for */
    } all[] = {{{"trace", "trace", false}, NULL},
               {{"dot", "dot", false}, NULL},
               {{"values", "listing", false}, NULL},
               {{"graphs", "optimal_graphs", false}, "graphs"},
               {{"compare", "engines", false}, "compare"},
               {{"k_best", "k_best", true}, NULL},
               {{"solution_graph", "solution_graph", true}, NULL}};
    struct text_part parts[sizeof all / sizeof *all];
    size_t count = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!all[i].asked || nash_json_get(result, all[i].asked))
            parts[count++] = all[i].part;
    text_remark_parts(result, parts, count, out);
}

void andor_text_of(const cJSON *result, struct nash_buf *out)
{
    const cJSON *solvable = nash_json_get(result, "solvable"), *check = nash_json_get(result, "solution_graph"),
                *best = nash_json_get(result, "k_best");
    text_remark_asked(result, out);
    text_append_outcome(out, cJSON_IsBool(solvable), cJSON_IsTrue(solvable));
    if (cJSON_IsTrue(solvable)) {
        text_append_solution(result, out);
        text_append_optimum(result, out);
    }
    if (check)
        text_append_check(check, out);
    if (best)
        text_append_k_best(best, out);
}
