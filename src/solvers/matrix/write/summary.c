/* The summary of a result: "2x2 bimatrix: 3 equilibria, 2 pure". Names of strategies may be in any script, so acts are
 * given by their numbers. */
#include <string.h>

#include <solvers/kit/summary.h>

#include "write.h"

enum { VALUE_MAX = 24 }; /* characters of a value */

/* Appends the act that a criterion selects, if it is only one. */
static void add_act(struct summary *summary, const char *criterion, const struct matrix_criterion *c, uint32_t acts)
{
    uint32_t named = 0, count = 0;
    for (uint32_t act = 0; act < acts; act++)
        if (c->best[act]) {
            named = act + 1;
            count++;
        }
    if (count == 1)
        summary_add(summary, "%s %u", criterion, named);
    else
        summary_add(summary, "%s tied", criterion);
}

static void add_decision(struct summary *summary, const struct matrix_problem *p, const struct matrix_decision *d)
{
    summary_add(summary, "%ux%u decision: ", p->game.rows, p->game.cols);
    add_act(summary, "maximin", &d->maximin, p->game.rows);
    summary_add(summary, ", ");
    add_act(summary, "regret", &d->regret, p->game.rows);
    if (p->probability) {
        summary_add(summary, ", ");
        add_act(summary, "expected", &d->expected, p->game.rows);
    }
}

/* Appends the value of a game if it is short. Values beyond 64 bits are left out. */
static void add_value(struct summary *summary, const struct matrix_problem *p, const char *value)
{
    struct rational number;
    char text[RATIONAL_TEXT];
    if (rational_read(value, strlen(value), &number) != RATIONAL_READ)
        return;
    rational_text(text, number.num, (__int128)number.den * p->scale);
    if (strlen(text) <= VALUE_MAX)
        summary_add(summary, "value %s, ", text);
}

static void add_game(struct summary *summary, const struct matrix_problem *p, const struct matrix_answer *a)
{
    const struct matrix_equilibria *e = &a->equilibria;
    summary_add(summary, "%ux%u %s: ", p->game.rows, p->game.cols,
                p->form == MATRIX_ZERO_SUM ? "zero-sum" : "bimatrix");
    if (a->value.value)
        add_value(summary, p, a->value.value);
    else if (p->form == MATRIX_ZERO_SUM && matrix_has(p, a, MATRIX_ONE)) /* every equilibrium pays the value */
        add_value(summary, p, a->one.equilibrium.row_value);
    if (matrix_has(p, a, MATRIX_EQUILIBRIA))
        summary_add(summary, "%s%u %s, ", e->complete ? "" : "at least ", e->count,
                    e->count == 1 && e->complete ? "equilibrium" : "equilibria");
    else if (matrix_has(p, a, MATRIX_ONE))
        summary_add(summary, "an equilibrium, ");
    if (a->found >> MATRIX_PURE & 1)
        summary_add(summary, "%u pure", a->pure.count);
    else
        summary_add(summary, "unfinished");
    if (matrix_has(p, a, MATRIX_EQUILIBRIA) && e->degenerate)
        summary_add(summary, ", degenerate");
}

void matrix_describe(const void *problem, struct nash_buf *out)
{
    static const char *const names[] = {
        [MATRIX_BIMATRIX] = "bimatrix", [MATRIX_ZERO_SUM] = "zero-sum", [MATRIX_DECISION] = "decision"};
    const struct matrix_problem *p = problem;
    nash_buf_printf(out, "%ux%u %s", p->game.rows, p->game.cols, names[p->form]);
}

void matrix_write_summary(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out)
{
    struct summary summary = {0};
    if (p->form == MATRIX_DECISION)
        add_decision(&summary, p, &a->decision);
    else
        add_game(&summary, p, a);
    if (a->unfinished)
        summary_add(&summary, ", timeout");
    summary_write(&summary, out);
}
