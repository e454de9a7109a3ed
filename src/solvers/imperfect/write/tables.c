/* Writes the result of a problem of the form "tables" as JSON. */
#include <math.h>

#include <solvers/kit/summary.h>

#include "write.h"

/* ---- the summary ---- */

static void summarise_problem(const struct tables_problem *p, struct summary *summary)
{
    summary_add_count(summary, p->hidden, "hidden state", "hidden states");
    summary_add(summary, ", ");
    summary_add_count(summary, p->observations, "observation", "observations");
}

void tables_describe(const void *problem, struct nash_buf *out)
{
    struct summary summary = {0};
    summarise_problem(problem, &summary);
    nash_buf_add(out, summary.text, summary.len);
}

/* Returns whether a name can stand in a summary. */
static bool name_is_plain(const char *name)
{
    for (; *name; name++)
        if (*name < ' ' || *name > '~' || *name == '"' || *name == '\\')
            return false;
    return true;
}

static void write_summary(const struct tables_problem *p, const struct tables_answer *a, struct nash_jsonw *out)
{
    struct summary summary = {0};
    char number[TABLES_NUMBER];
    const char *name = p->action[a->best].id;
    summarise_problem(p, &summary);
    if (name_is_plain(name))
        summary_add(&summary, ": %s, ", name);
    else
        summary_add(&summary, ": action %u, ", a->best + 1);
    summary_add(&summary, "worth %s", tables_number(a->value[a->best].ev, number));
    if (a->set_aside)
        summary_add(&summary, ", model contradicted");
    summary_write(&summary, out);
}

/* ---- parts ---- */

static void write_inference(const struct tables_problem *p, const struct tables_answer *a, struct nash_jsonw *out)
{
    nash_jsonw_karray(out, "hidden");
    for (uint32_t h = 0; h < p->hidden; h++) {
        nash_jsonw_object(out);
        nash_jsonw_kstring(out, "id", p->hidden_name[h]);
        nash_jsonw_kdouble(out, "prior", tables_round(p->prior[h]));
        nash_jsonw_kdouble(out, "posterior", tables_round(a->posterior[h]));
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
    nash_jsonw_kobject(out, "entropy_bits");
    nash_jsonw_kdouble(out, "prior", tables_round(a->entropy_prior));
    nash_jsonw_kdouble(out, "posterior", tables_round(a->entropy_posterior));
    nash_jsonw_object_end(out);
}

static void write_observation(const struct tables_problem *p, const struct tables_answer *a, uint32_t i,
                              struct nash_jsonw *out)
{
    const struct tables_trace *one = &a->trace[i];
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "observation", p->row_name[p->observation[i]]);
    nash_jsonw_kdouble(out, "told_bits", tables_round(one->told));
    nash_jsonw_kdouble(out, "bits_gained", tables_round(one->gained));
    nash_jsonw_kdouble(out, "entropy_bits", tables_round(one->entropy));
    nash_jsonw_kdouble(out, "likelihood", tables_round(one->likelihood));
    if (one->set_aside)
        nash_jsonw_kbool(out, "set_aside", true);
    if (one->rose != TABLES_NONE)
        nash_jsonw_kstring(out, "towards", p->hidden_name[one->rose]);
    if (one->fell != TABLES_NONE)
        nash_jsonw_kstring(out, "away_from", p->hidden_name[one->fell]);
    if (one->posterior) {
        nash_jsonw_karray(out, "posterior");
        for (uint32_t h = 0; h < p->hidden; h++)
            nash_jsonw_double(out, tables_round(one->posterior[h]));
        nash_jsonw_array_end(out);
    }
    nash_jsonw_object_end(out);
}

static void write_observations(const struct tables_problem *p, const struct tables_answer *a, struct nash_jsonw *out)
{
    nash_jsonw_karray(out, "observations");
    for (uint32_t i = 0; i < a->traced; i++)
        write_observation(p, a, i, out);
    nash_jsonw_array_end(out);
    nash_jsonw_kbool(out, "model_contradicted", a->set_aside > 0);
    if (a->set_aside == 0)
        return;
    nash_jsonw_kobject(out, "contradiction");
    nash_jsonw_kuint(out, "index", a->contradicted_at);
    nash_jsonw_kstring(out, "observation", p->row_name[p->observation[a->contradicted_at]]);
    nash_jsonw_kuint(out, "set_aside", a->set_aside);
    nash_jsonw_object_end(out);
}

static void write_actions(const struct tables_problem *p, const struct tables_answer *a, struct nash_jsonw *out)
{
    nash_jsonw_karray(out, "actions");
    for (uint32_t i = 0; i < p->actions; i++) {
        nash_jsonw_object(out);
        nash_jsonw_kstring(out, "id", p->action[i].id);
        nash_jsonw_kdouble(out, "ev", tables_round(a->value[i].ev));
        nash_jsonw_kdouble(out, "stderr", tables_round(a->value[i].stderr_));
        nash_jsonw_kdouble(out, "ev_prior", tables_round(a->value[i].prior));
        nash_jsonw_kdouble(out, "ev_uniform", tables_round(a->value[i].uniform));
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

static void write_decision(const struct tables_problem *p, const struct tables_answer *a, struct nash_jsonw *out)
{
    if (p->win) {
        nash_jsonw_kdouble(out, "p_win", tables_round(a->chance[TABLES_WIN]));
        nash_jsonw_kdouble(out, "p_tie", tables_round(a->chance[TABLES_TIE]));
        nash_jsonw_kdouble(out, "p_lose", tables_round(a->chance[TABLES_LOSE]));
    }
    write_actions(p, a, out);
    nash_jsonw_kstring(out, "best", p->action[a->best].id);
    nash_jsonw_kdouble(out, "margin", tables_round(a->margin));
    nash_jsonw_kdouble(out, "switch_p", tables_round(a->switch_p));
    if (!isnan(a->switch_p))
        nash_jsonw_kstring(out, "switch_to", p->action[a->switch_to].id);
    nash_jsonw_kdouble(out, "evpi", tables_round(a->evpi));
    nash_jsonw_kobject(out, "ignoring");
    nash_jsonw_kstring(out, "best", p->action[a->ignoring].id);
    nash_jsonw_kdouble(out, "ev", tables_round(a->ignoring_ev));
    nash_jsonw_kdouble(out, "loss", tables_round(a->ignoring_loss));
    nash_jsonw_object_end(out);
}

static void write_compare(const struct tables_problem *p, const struct tables_answer *a, struct nash_jsonw *out)
{
    nash_jsonw_kobject(out, "compare");
    for (unsigned way = 0; way < TABLES_WAYS; way++) {
        const struct tables_choice *choice = &a->choice[way];
        if (!choice->defined)
            continue;
        nash_jsonw_kobject(out, tables_way_names[way]);
        nash_jsonw_kstring(out, "best", p->action[choice->best].id);
        nash_jsonw_kdouble(out, "claims", tables_round(choice->claims));
        nash_jsonw_kdouble(out, "ev", tables_round(choice->ev));
        nash_jsonw_object_end(out);
    }
    nash_jsonw_object_end(out);
}

static void write_method(const struct tables_problem *p, const struct tables_answer *a, struct nash_jsonw *out)
{
    nash_jsonw_kstring(out, "method", tables_method_names[p->method]);
    nash_jsonw_kbool(out, "exact", p->method == TABLES_EXACT);
    if (a->samples == 0)
        return;
    nash_jsonw_kuint(out, "samples", a->samples);
    if (!p->win)
        return;
    nash_jsonw_kuint(out, "wins", a->drawn[TABLES_WIN]);
    nash_jsonw_kuint(out, "ties", a->drawn[TABLES_TIE]);
    nash_jsonw_kuint(out, "losses", a->drawn[TABLES_LOSE]);
}

static void write_unfinished(const struct tables_problem *p, const struct tables_answer *a, struct nash_jsonw *out)
{
    bool observations = a->traced < p->observations, samples = p->method != TABLES_EXACT && a->samples < p->samples;
    if (!observations && !samples)
        return;
    nash_jsonw_kbool(out, "timeout", true);
    nash_jsonw_karray(out, "unfinished");
    if (observations)
        nash_jsonw_string(out, "observations");
    if (samples)
        nash_jsonw_string(out, "samples");
    nash_jsonw_array_end(out);
}

void tables_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct tables_problem *p = problem;
    const struct tables_answer *a = result->answer;
    nash_jsonw_object(out);
    write_summary(p, a, out);
    write_decision(p, a, out);
    write_inference(p, a, out);
    write_observations(p, a, out);
    write_compare(p, a, out);
    if (p->method == TABLES_SEED)
        tables_write_corrections(p, a, out);
    write_method(p, a, out);
    tables_write_explanation(p, a, out);
    write_unfinished(p, a, out);
    nash_jsonw_object_end(out);
}
