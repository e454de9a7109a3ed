/* Writes what each action of the first player is worth. */
#include <stdio.h>

#include "write.h"

enum { ACTION_TEXT = 48 };

/* The actions in the order of the result. */
struct ranking {
    double best_ev, second_ev;
    unsigned actions;
    char id[ACTION_TEXT];
};

static void rank_action(struct ranking *ranking, const char *id, double ev)
{
    const bool better = ranking->actions == 0 || ev > ranking->best_ev;
    if (better)
        snprintf(ranking->id, sizeof ranking->id, "%s", id);
    if (ranking->actions == 1 || (ranking->actions > 1 && (better || ev > ranking->second_ev)))
        ranking->second_ev = better ? ranking->best_ev : ev;
    ranking->best_ev = better ? ev : ranking->best_ev;
    ranking->actions++;
}

static void begin_action(struct nash_jsonw *out, struct ranking *ranking, const char *id,
                         const struct holdem_action *action)
{
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "id", id);
    nash_jsonw_kdouble(out, "ev", action->ev);
    if (action->error > 0)
        nash_jsonw_kdouble(out, "stderr", action->error);
    rank_action(ranking, id, action->ev);
}

static void write_bet(const struct holdem_stakes *stakes, const struct holdem_bet *bet,
                      const struct holdem_action *action, struct ranking *ranking, struct nash_jsonw *out)
{
    char id[ACTION_TEXT];
    snprintf(id, sizeof id, "%s %.10g", stakes->to_call > 0 ? "raise" : "bet", bet->amount + stakes->invested);
    begin_action(out, ranking, id, action);
    nash_jsonw_kdouble(out, "amount", bet->amount);
    nash_jsonw_kdouble(out, "p_fold", action->p_fold);
    nash_jsonw_key(out, "equity_called");
    if (action->p_fold < 1)
        nash_jsonw_double(out, action->called);
    else
        nash_jsonw_null(out);
    nash_jsonw_object_end(out);
}

void holdem_write_decision(const struct holdem_problem *p, const struct holdem_answer *a, struct nash_jsonw *out)
{
    const struct holdem_stakes *stakes = &p->stakes;
    const struct holdem_action fold = {.ev = 0};
    struct ranking ranking = {.actions = 0};
    nash_jsonw_kobject(out, "decision");
    nash_jsonw_kdouble(out, "pot", stakes->pot);
    nash_jsonw_kdouble(out, "to_call", stakes->to_call);
    if (stakes->to_call > 0) {
        nash_jsonw_kdouble(out, "pot_odds", stakes->pot / stakes->to_call);
        nash_jsonw_kdouble(out, "break_even", stakes->to_call / (stakes->pot + stakes->to_call));
        nash_jsonw_kdouble(out, "call_ev", a->call.ev);
    }
    nash_jsonw_karray(out, "actions");
    if (stakes->to_call > 0) {
        begin_action(out, &ranking, "fold", &fold);
        nash_jsonw_object_end(out);
    }
    begin_action(out, &ranking, stakes->to_call > 0 ? "call" : "check", &a->call);
    nash_jsonw_object_end(out);
    for (unsigned i = 0; i < stakes->bets; i++)
        write_bet(stakes, &stakes->bet[i], &a->bet[i], &ranking, out);
    nash_jsonw_array_end(out);
    nash_jsonw_kstring(out, "best", ranking.id);
    if (ranking.actions > 1)
        nash_jsonw_kdouble(out, "margin", ranking.best_ev - ranking.second_ev);
    nash_jsonw_object_end(out);
}
