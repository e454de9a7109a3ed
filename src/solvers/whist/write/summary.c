/* The summary of a result, "8 cards each, a leads: a 5, b 3": the deal, then ": ", then the outcome. */
#include "summary.h"

#include <solvers/kit/summary.h>

static void add_deal(struct summary *summary, const struct whist_problem *p)
{
    const struct whist_suits *suits = p->suits;
    uint32_t order = suits ? suits->order : p->deal.order, count = 0;
    summary_add_count(summary, order, "card", "cards");
    summary_add(summary, " each");
    for (unsigned s = 0; suits && s < WHIST_SUITS; s++)
        count += suits->cards[s] > 0;
    if (suits) {
        summary_add(summary, ", ");
        summary_add_count(summary, count, "suit", "suits");
        summary_add(summary, ", ");
        summary_add(summary, suits->deal.trump < 0 ? "no trump" : "trump %c",
                    suits->deal.trump < 0 ? ' ' : whist_suit_names[suits->deal.trump]);
    }
    summary_add(summary, ", %s leads", (suits ? suits->b_leads : p->deal.b_leads) ? "b" : "a");
}

static uint32_t count_mistakes(const struct whist_problem *p, const struct whist_answer *a)
{
    uint32_t count = 0;
    if (p->suits)
        for (uint32_t i = 0; i < a->suits->moves; i++)
            count += a->suits->move[i].cost > 0;
    else
        for (uint32_t i = 0; i < p->played; i++)
            count += a->move[i].cost > 0;
    return count;
}

static void add_outcome(struct summary *summary, const struct whist_problem *p, const struct whist_answer *a)
{
    uint32_t order = p->suits ? p->suits->order : p->deal.order;
    bool b_leads = p->suits ? p->suits->b_leads : p->deal.b_leads;
    uint32_t played = p->suits ? p->suits->played : p->played;
    bool analysed = p->suits ? a->suits->moves == played : a->move != NULL;
    if (!a->known) {
        summary_add(summary, "timeout");
        return;
    }
    summary_add(summary, "a %u, b %u", b_leads ? order - a->tricks : a->tricks,
                b_leads ? a->tricks : order - a->tricks);
    if (played && analysed) {
        summary_add(summary, ", ");
        summary_add_count(summary, count_mistakes(p, a), "mistake", "mistakes");
        summary_add(summary, " in play");
    }
    if (a->timeout)
        summary_add(summary, ", timeout");
}

void whist_describe(const void *problem, struct nash_buf *out)
{
    const struct whist_problem *p = problem;
    struct summary summary = {.len = 0};
    if (p->suits || p->has_deal)
        add_deal(&summary, p);
    else
        summary_add_count(&summary, p->distribution, "card", "cards");
    nash_buf_add(out, summary.text, summary.len);
}

void whist_summary_write(const struct whist_problem *p, const struct whist_answer *a, struct nash_jsonw *out)
{
    struct summary summary = {.len = 0};
    if (p->suits || p->has_deal) {
        add_deal(&summary, p);
        summary_add(&summary, ": ");
        add_outcome(&summary, p, a);
    } else {
        summary_add(&summary, "distribution, ");
        summary_add_count(&summary, p->distribution, "card", "cards");
        summary_add(&summary, " each");
    }
    summary_write(&summary, out);
}
