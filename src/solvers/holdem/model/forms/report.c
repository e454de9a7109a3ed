/* The report on a model: how good its predictions were before each hand was learnt, how they changed, and where data is
 * thin. */
#include <math.h>

#include "forms.h"

enum { THIN_ACTIONS = 100, THIN_LISTED = 20, THIN_LEVEL = 2 };
enum { THIN_SITUATIONS = SITUATION_PREFLOP_2 + SITUATION_POSTFLOP_2 };

void model_report_make(const struct holdem_model *model, struct nash_arena *arena, struct model_report *report)
{
    *report = (struct model_report){0};
    report->stretches = model_stretches(model, arena, report->first, report->evidence);
    for (uint32_t b = 0; b < model->blocks; b++)
        for (uint32_t e = 0; e < model->block[b].entries; e++) {
            const unsigned s = model_key_situation(model->block[b].key[e]);
            report->situation[situation_at((uint16_t)s, THIN_LEVEL)] += (float)model->block[b].count[e] / MODEL_UNIT;
        }
}

static double rounded(double value)
{
    return round(value * 1e4) / 1e4;
}

static void write_losses(const char *name, const struct model_losses *l, struct nash_jsonw *out)
{
    const double n = (double)l->count;
    if (l->count == 0)
        return;
    const double loss = (double)l->loss / n * 1e-6, uniform = (double)l->uniform / n * 1e-6;
    const double variance = (double)l->square / n * 1e-6 - loss * loss;
    nash_jsonw_kobject(out, name);
    nash_jsonw_kint(out, "n", l->count);
    nash_jsonw_kdouble(out, "log_loss", rounded(loss));
    nash_jsonw_kdouble(out, "stderr", rounded(sqrt(fmax(variance, 0) / n)));
    nash_jsonw_kdouble(out, "uniform", rounded(uniform));
    nash_jsonw_kdouble(out, "gain", rounded(uniform - loss));
    nash_jsonw_kdouble(out, "perplexity", rounded(exp(loss)));
    nash_jsonw_object_end(out);
}

/* Returns the expected calibration error: the mean distance of what was said from what happened, over the bins. */
static double calibration_error(const struct model_calibration *c)
{
    double sum = 0;
    for (unsigned b = 0; b < MODEL_BINS; b++)
        sum += fabs((double)(c->said[b] - c->won[b]));
    return sum * 1e-6 / (double)c->count;
}

static void write_calibration(const struct model_quality *quality, struct nash_jsonw *out)
{
    const struct model_calibration *c = &quality->wins, *u = &quality->uniform_wins;
    if (c->count == 0)
        return;
    nash_jsonw_kobject(out, "win_probability");
    nash_jsonw_kint(out, "n", c->count);
    nash_jsonw_kdouble(out, "brier", rounded((double)c->brier * 1e-6 / (double)c->count));
    nash_jsonw_kdouble(out, "brier_uniform", rounded((double)u->brier * 1e-6 / (double)u->count));
    nash_jsonw_kdouble(out, "ece", rounded(calibration_error(c)));
    nash_jsonw_kdouble(out, "ece_uniform", rounded(calibration_error(u)));
    nash_jsonw_karray(out, "bins");
    for (unsigned b = 0; b < MODEL_BINS; b++) {
        const double n = (double)c->bin_count[b];
        nash_jsonw_object(out);
        nash_jsonw_kdouble(out, "from", b / 10.0);
        nash_jsonw_kdouble(out, "to", (b + 1) / 10.0);
        nash_jsonw_kint(out, "n", c->bin_count[b]);
        if (c->bin_count[b]) {
            nash_jsonw_kdouble(out, "said", rounded((double)c->said[b] * 1e-6 / n));
            nash_jsonw_kdouble(out, "won", rounded((double)c->won[b] * 1e-6 / n));
        }
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
    nash_jsonw_object_end(out);
}

static void write_drift(const struct holdem_model *model, const struct model_report *report, struct nash_jsonw *out)
{
    uint32_t hand = 1;
    unsigned stretch = 0;
    nash_jsonw_karray(out, "drift");
    for (uint32_t b = 0; b < model->blocks; b++) {
        const struct model_block *block = &model->block[b];
        nash_jsonw_object(out);
        nash_jsonw_kuint(out, "from_hand", hand);
        nash_jsonw_kuint(out, "hands", block->hands);
        nash_jsonw_kuint(out, "actions", block->actions);
        if (block->from)
            nash_jsonw_kuint(out, "from", block->from);
        if (block->to)
            nash_jsonw_kuint(out, "to", block->to);
        if (block->deeds.count)
            nash_jsonw_kdouble(out, "action_loss",
                               rounded((double)block->deeds.loss * 1e-6 / (double)block->deeds.count));
        write_losses("showdown", &block->shown, out);
        if (stretch + 1 < report->stretches && report->first[stretch + 1] == b)
            nash_jsonw_kdouble(out, "changed", rounded(report->evidence[++stretch]));
        nash_jsonw_object_end(out);
        hand += block->hands;
    }
    nash_jsonw_array_end(out);
}

static void write_thin(const struct model_report *report, struct nash_jsonw *out)
{
    char name[SITUATION_NAME];
    unsigned seen = 0, thin = 0;
    for (unsigned s = 0; s < THIN_SITUATIONS; s++) {
        seen += report->situation[s] > 0;
        thin += report->situation[s] > 0 && report->situation[s] < THIN_ACTIONS;
    }
    nash_jsonw_kobject(out, "situations");
    nash_jsonw_kuint(out, "seen", seen);
    nash_jsonw_kuint(out, "thin", thin);
    nash_jsonw_kuint(out, "thin_below", THIN_ACTIONS);
    nash_jsonw_karray(out, "thin_list"); /* those with the most actions first: they matter most */
    float below = THIN_ACTIONS;
    for (unsigned listed = 0; listed < THIN_LISTED;) {
        float most = 0;
        for (unsigned s = 0; s < THIN_SITUATIONS; s++)
            if (report->situation[s] < below && report->situation[s] > most)
                most = report->situation[s];
        if (most <= 0)
            break;
        for (unsigned s = 0; s < THIN_SITUATIONS && listed < THIN_LISTED; s++)
            if (report->situation[s] == most) {
                nash_jsonw_object(out);
                nash_jsonw_kstring(out, "situation", situation_name((uint16_t)s, THIN_LEVEL, name));
                nash_jsonw_kdouble(out, "actions", rounded((double)most));
                nash_jsonw_object_end(out);
                listed++;
            }
        below = most;
    }
    nash_jsonw_array_end(out);
    nash_jsonw_object_end(out);
}

void model_report_write(const struct holdem_model *model, const struct model_report *report, struct nash_jsonw *out)
{
    uint64_t actions = 0;
    for (uint32_t b = 0; b < model->blocks; b++)
        actions += model->block[b].actions;
    nash_jsonw_kobject(out, "report");
    nash_jsonw_kuint(out, "hands", model->hands);
    nash_jsonw_kuint(out, "actions", actions);
    nash_jsonw_kdouble(out, "trust", rounded(model_trust(model, report->first[report->stretches - 1])));
    nash_jsonw_kint(out, "hidden_players", model->quality.hidden);
    nash_jsonw_kbool(out, "conditional_on_showdown", model->quality.hidden > 0);
    write_losses("showdown", &model->quality.group[MODEL_SHOWDOWN], out);
    write_losses("flop", &model->quality.group[MODEL_FLOP], out);
    write_losses("preflop", &model->quality.group[MODEL_PREFLOP], out);
    write_calibration(&model->quality, out);
    nash_jsonw_kuint(out, "changes", report->stretches - 1);
    write_drift(model, report, out);
    write_thin(report, out);
    nash_jsonw_object_end(out);
}
