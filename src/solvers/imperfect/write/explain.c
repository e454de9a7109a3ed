/* The explanation in plain words: what each observation told, then the decision. */
#include <math.h>

#include "write.h"

enum { LINES_MAX = 200 /* observations with a line; a longer history is for programs */ };

#define NUMBERS(...) ((const double[]){__VA_ARGS__})
#define NAMES(...)   ((const char *const[]){__VA_ARGS__})

static void write_line(struct nash_buf *line, struct nash_jsonw *out)
{
    nash_jsonw_string_n(out, line->data ? line->data : "", line->len);
    out->out->failed |= line->failed;
    nash_buf_reset(line);
}

static void explain_observation(const struct tables_problem *p, const struct tables_answer *a, uint32_t i,
                                struct nash_buf *line)
{
    const struct tables_trace *one = &a->trace[i];
    const char *name = p->row_name[p->observation[i]];
    if (one->set_aside) {
        tables_phrase(line, "@: impossible in every state that was left, so the model is contradicted; set aside", NULL,
                      NAMES(name));
        return;
    }
    if (one->rose == TABLES_NONE) {
        tables_phrase(line, "@: tells nothing, all states that are left make it equally likely", NULL, NAMES(name));
        return;
    }
    tables_phrase(line, "@: told # bits; ", &one->told, NAMES(name));
    tables_phrase(line, "@ rose from # to #", NUMBERS(one->rose_from, one->rose_to), NAMES(p->hidden_name[one->rose]));
    if (one->fell != TABLES_NONE)
        tables_phrase(line, ", @ fell from # to #", NUMBERS(one->fell_from, one->fell_to),
                      NAMES(p->hidden_name[one->fell]));
    if (one->gained < -0.005)
        nash_buf_puts(line, "; less is certain than before");
}

static void explain_observations(const struct tables_problem *p, const struct tables_answer *a, struct nash_buf *line,
                                 struct nash_jsonw *out)
{
    for (uint32_t i = 0; i < a->traced && i < LINES_MAX; i++) {
        explain_observation(p, a, i, line);
        write_line(line, out);
    }
    if (p->observations > LINES_MAX || a->traced < p->observations) {
        nash_buf_printf(line, "%u more observations without a line here",
                        p->observations - (a->traced < LINES_MAX ? a->traced : LINES_MAX));
        write_line(line, out);
    }
    if (a->set_aside && p->smoothing == 0) {
        nash_buf_printf(line,
                        "impossible under the model: %u of %u observations; a smoothing of 0.01 lets the "
                        "opponent err",
                        a->set_aside, p->observations);
        write_line(line, out);
    }
}

/* Returns the action with the second largest value. */
static uint32_t second_action(const struct tables_problem *p, const struct tables_answer *a)
{
    uint32_t second = TABLES_NONE;
    for (uint32_t i = 0; i < p->actions; i++)
        if (i != a->best && (second == TABLES_NONE || a->value[i].ev > a->value[second].ev))
            second = i;
    return second;
}

/* Says where another action becomes the best one. */
static void explain_switch(const struct tables_problem *p, const struct tables_answer *a, struct nash_buf *line)
{
    if (isnan(a->switch_p))
        return;
    const char *side = a->switch_p < a->chance[TABLES_WIN] ? "below" : "above";
    tables_phrase(line, a->margin == 0 ? "" : "; @ is better ", NULL, NAMES(p->action[a->switch_to].id));
    if (a->margin != 0)
        tables_phrase(line, "@ a win chance of #", NUMBERS(a->switch_p), NAMES(side));
}

static void explain_decision(const struct tables_problem *p, const struct tables_answer *a, struct nash_buf *line)
{
    uint32_t second = second_action(p, a);
    tables_phrase(line, "@: worth #", NUMBERS(a->value[a->best].ev), NAMES(p->action[a->best].id));
    if (a->samples && !isnan(a->value[a->best].stderr_))
        tables_phrase(line, " (standard error #)", NUMBERS(a->value[a->best].stderr_), NULL);
    if (second != TABLES_NONE && a->margin > 0)
        tables_phrase(line, ", # more than @", NUMBERS(a->margin), NAMES(p->action[second].id));
    else if (second != TABLES_NONE)
        tables_phrase(line, ", the same as @", NULL, NAMES(p->action[second].id));
    if (p->win)
        tables_phrase(line, a->chance[TABLES_TIE] > 0 ? "; win # tie # lose #" : "; the win chance is #", a->chance,
                      NULL);
    explain_switch(p, a, line);
    if (a->ignoring != a->best && a->ignoring_loss > 0)
        tables_phrase(line, "; without the observations @ would be chosen, which loses #", NUMBERS(a->ignoring_loss),
                      NAMES(p->action[a->ignoring].id));
    if (a->evpi > 0)
        tables_phrase(line, "; knowing the hidden state is worth #", NUMBERS(a->evpi), NULL);
}

void tables_write_explanation(const struct tables_problem *p, const struct tables_answer *a, struct nash_jsonw *out)
{
    struct nash_buf line = NASH_BUF_INIT(0);
    nash_jsonw_karray(out, "explanation");
    explain_observations(p, a, &line, out);
    explain_decision(p, a, &line);
    write_line(&line, out);
    nash_jsonw_array_end(out);
    nash_buf_free(&line);
}
