/* Writes the result as JSON (schema/kinds/whist.result.json). Cards are the integers of the request. */
#include "result.h"

#include <math.h>
#include <string.h>

#include "summary.h"

const char *whist_player_name(bool leader, bool b_leads)
{
    return leader == b_leads ? "b" : "a";
}

void whist_write_tricks(struct nash_jsonw *out, const char *key, uint32_t tricks, uint32_t order, bool b_leads)
{
    nash_jsonw_kobject(out, key);
    nash_jsonw_kuint(out, "a", b_leads ? order - tricks : tricks);
    nash_jsonw_kuint(out, "b", b_leads ? tricks : order - tricks);
    nash_jsonw_object_end(out);
}

static void write_range(struct nash_jsonw *out, const char *key, uint32_t low, uint32_t high)
{
    nash_jsonw_karray(out, key);
    nash_jsonw_uint(out, low);
    nash_jsonw_uint(out, high);
    nash_jsonw_array_end(out);
}

void whist_write_value(struct nash_jsonw *out, const struct whist_answer *a, uint32_t order, bool b_leads)
{
    if (a->known) {
        whist_write_tricks(out, "tricks", a->tricks, order, b_leads);
        nash_jsonw_kint(out, "otd", 2 * (int64_t)a->tricks - order);
        return;
    }
    nash_jsonw_key(out, "tricks");
    nash_jsonw_null(out);
    nash_jsonw_kobject(out, "bounds");
    write_range(out, b_leads ? "b" : "a", a->low, a->high);
    write_range(out, b_leads ? "a" : "b", order - a->high, order - a->low);
    nash_jsonw_object_end(out);
}

/* ---- leads and replies ---- */

/* Returns the rule by which the patent application selects this reply to a lead; NULL if it selects another reply,
 * or considers every reply. */
static const char *reply_rule(const struct whist_intervals *intervals, const struct whist_lead *lead, uint32_t top_own,
                              uint32_t reply)
{
    if (lead->interval != top_own)
        return reply == lead->interval - 1 ? "just-beat" : NULL;
    bool lowest_is_his = intervals->interval[intervals->count - 1].sign < 0;
    return lowest_is_his && reply == intervals->count - 1 ? "lowest-discard" : NULL;
}

/* Writes an interval, a card of it and its value; the object is left open. */
static void write_choice(struct nash_jsonw *out, const struct whist_deal *deal, const struct whist_intervals *intervals,
                         uint32_t interval, uint32_t tricks, bool optimal)
{
    nash_jsonw_object(out);
    nash_jsonw_kuint(out, "interval", interval);
    nash_jsonw_kint(out, "card",
                    deal->label[intervals->interval[interval].first + intervals->interval[interval].count - 1]);
    nash_jsonw_kuint(out, "tricks", tricks);
    nash_jsonw_kint(out, "otd", 2 * (int64_t)tricks - deal->order);
    nash_jsonw_kbool(out, "optimal", optimal);
}

static void write_replies(struct nash_jsonw *out, const struct whist_deal *deal,
                          const struct whist_intervals *intervals, const struct whist_lead *lead, uint32_t top_own)
{
    nash_jsonw_karray(out, "replies");
    for (uint32_t i = 0; i < lead->replies; i++) {
        const struct whist_reply *reply = &lead->reply[i];
        const char *rule = reply_rule(intervals, lead, top_own, reply->interval);
        write_choice(out, deal, intervals, reply->interval, reply->tricks, reply->optimal);
        if (rule)
            nash_jsonw_kstring(out, "rule", rule);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

static void write_leads(struct nash_jsonw *out, const struct whist_deal *deal, const struct whist_answer *a)
{
    const struct whist_intervals *intervals = &a->intervals;
    uint32_t top_own = intervals->interval[0].sign > 0 ? 0 : 1;
    nash_jsonw_karray(out, "leads");
    for (uint32_t i = 0; i < a->values.leads; i++) {
        const struct whist_lead *lead = &a->values.lead[i];
        write_choice(out, deal, intervals, lead->interval, lead->tricks, lead->optimal);
        if (lead->reply)
            write_replies(out, deal, intervals, lead, top_own);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

/* ---- play ---- */

static void write_line(struct nash_jsonw *out, const struct whist_deal *deal, const struct whist_trick *line)
{
    nash_jsonw_karray(out, "line");
    for (uint32_t i = 0; i < deal->order; i++) {
        nash_jsonw_object(out);
        nash_jsonw_kstring(out, "by", whist_player_name(line[i].by_first, deal->b_leads));
        nash_jsonw_kint(out, "lead", deal->label[line[i].lead]);
        nash_jsonw_kint(out, "reply", deal->label[line[i].reply]);
        nash_jsonw_kstring(out, "winner", whist_player_name(line[i].won_by_first, deal->b_leads));
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

static void write_play(struct nash_jsonw *out, const struct whist_problem *p, const struct whist_answer *a)
{
    const struct whist_deal *deal = &p->deal;
    nash_jsonw_karray(out, "play");
    for (uint32_t i = 0; i < p->played; i++) {
        const struct whist_move *move = &a->move[i];
        nash_jsonw_object(out);
        nash_jsonw_kstring(out, "by", whist_player_name(move->by_first, deal->b_leads));
        nash_jsonw_kint(out, "card", deal->label[move->place]);
        nash_jsonw_kobject(out, "tricks");
        whist_write_tricks(out, "before", move->before, deal->order, deal->b_leads);
        whist_write_tricks(out, "after", move->after, deal->order, deal->b_leads);
        nash_jsonw_object_end(out);
        nash_jsonw_kuint(out, "cost", move->cost);
        nash_jsonw_kint(out, "best", deal->label[move->best]);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

/* ---- other methods, statistics ---- */

/* Returns whether the value is certain. The closed rule is verified on every deal up to order 16; a value of a
 * larger deal needs the confirmation of another method. */
static bool value_is_exhaustive(const struct whist_problem *p, const struct whist_answer *a)
{
    if (a->engine != WHIST_FORMULA || p->deal.order <= WHIST_RULE_VERIFIED || (a->confirmed && a->confirmed->agrees))
        return true;
    for (unsigned i = 0; a->trial && i < WHIST_METHODS - 1; i++)
        if (a->trial[i].finished && a->trial[i].method != WHIST_FORMULA)
            return true;
    return false;
}

static void write_confirmed(struct nash_jsonw *out, const struct whist_confirmation *confirmed)
{
    nash_jsonw_kobject(out, "confirmed");
    nash_jsonw_key(out, "by");
    nash_jsonw_string(out, confirmed->by == WHIST_AUTO ? NULL : whist_method_names[confirmed->by]);
    nash_jsonw_kbool(out, "agrees", confirmed->agrees);
    nash_jsonw_key(out, "nodes");
    nash_jsonw_uint_string(out, confirmed->nodes);
    if (!confirmed->agrees)
        nash_jsonw_kstring(out, "detail",
                           confirmed->by == WHIST_AUTO ? "no other method takes so many cards"
                           : confirmed->out_of_memory  ? "the memory of the job did not suffice"
                                                       : WHIST_NO_TIME);
    nash_jsonw_object_end(out);
}

static void write_statistics(struct nash_jsonw *out, const struct whist_answer *a)
{
    nash_jsonw_kobject(out, "statistics");
    nash_jsonw_kuint(out, "nodes", a->suits ? a->suits->found.nodes : a->work.nodes);
    nash_jsonw_kuint(out, "stored", a->suits ? a->suits->found.stored : a->work.stored);
    nash_jsonw_kuint(out, "hits", a->suits ? a->suits->found.hits : a->work.hits);
    nash_jsonw_kuint(out, "table", a->work.table);
    nash_jsonw_kuint(out, "solve_us", a->solve_us);
    nash_jsonw_object_end(out);
}

static void write_omitted(struct nash_jsonw *out, const struct whist_omitted *omitted)
{
    const struct {
        const char *name, *why;
    } lists[] = {{"graph", omitted->intervals},
                 {"leads", omitted->leads},
                 {"replies", omitted->replies},
                 {"line", omitted->line},
                 {"play", omitted->play}};
    bool open = false;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (!lists[i].why)
            continue;
        if (!open) {
            nash_jsonw_kobject(out, "omitted");
        }
        open = true;
        nash_jsonw_kstring(out, lists[i].name, lists[i].why);
    }
    if (open)
        nash_jsonw_object_end(out);
}

/* ---- the result ---- */

static void write_deal(struct nash_jsonw *out, const struct whist_problem *p, const struct whist_answer *a)
{
    nash_jsonw_kuint(out, "order", p->deal.order);
    nash_jsonw_kstring(out, "leader", p->deal.b_leads ? "b" : "a");
    whist_write_value(out, a, p->deal.order, p->deal.b_leads);
    nash_jsonw_kstring(out, "engine", whist_method_names[a->engine]);
    if (a->known)
        nash_jsonw_kstring(out, "proof", value_is_exhaustive(p, a) ? "exhaustive" : "verified_rule");
    if (a->confirmed)
        write_confirmed(out, a->confirmed);
    if (p->graph && a->intervals.count)
        whist_write_graph(out, &p->deal, &a->intervals);
    if (a->values.lead)
        write_leads(out, &p->deal, a);
    if (a->line)
        write_line(out, &p->deal, a->line);
    if (a->move)
        write_play(out, p, a);
    if (a->move && a->play_by != a->engine)
        nash_jsonw_kstring(out, "play_by", whist_method_names[a->play_by]);
    if (a->trial)
        whist_write_compare(out, p, a);
}

static void write_distribution(struct nash_jsonw *out, const struct whist_problem *p, const struct whist_answer *a)
{
    const uint32_t *count = whist_distribution(p->distribution);
    uint64_t total = 0, tricks = 0, below = 0;
    nash_jsonw_kobject(out, "distribution");
    nash_jsonw_kuint(out, "order", p->distribution);
    nash_jsonw_karray(out, "counts");
    for (uint32_t t = 0; t <= p->distribution; t++) {
        nash_jsonw_uint(out, count[t]);
        total += count[t];
        tricks += (uint64_t)t * count[t];
        below += a->known && t < a->tricks ? count[t] : 0;
    }
    nash_jsonw_array_end(out);
    nash_jsonw_kuint(out, "total", total);
    nash_jsonw_kdouble(out, "mean", round(1e6 * (double)tricks / (double)total) / 1e6);
    if (p->has_deal && a->known) {
        double rank = (double)below + count[a->tricks] / 2.0;
        nash_jsonw_kuint(out, "below", below);
        nash_jsonw_kuint(out, "equal", count[a->tricks]);
        nash_jsonw_kdouble(out, "percentile", round(1e4 * rank / (double)total) / 1e2);
    }
    nash_jsonw_object_end(out);
}

void whist_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct whist_problem *p = problem;
    const struct whist_answer *a = result->answer;
    nash_jsonw_object(out);
    whist_summary_write(p, a, out);
    if (p->suits)
        whist_write_suits(out, p, a);
    else if (p->has_deal)
        write_deal(out, p, a);
    if (p->distribution)
        write_distribution(out, p, a);
    write_omitted(out, &a->omitted);
    if (a->timeout)
        nash_jsonw_kbool(out, "timeout", true);
    if (p->suits || p->has_deal)
        write_statistics(out, a);
    nash_jsonw_object_end(out);
}
