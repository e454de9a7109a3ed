/* The brief of a result (nash/solver.h): what a list of jobs says of it, "8 cards each, a leads: a 5, b 3".
 *
 * Phrases between ", ": the deal, then ": ", then what came of it. A page in another language puts them together anew,
 * phrase by phrase, so each is either fixed or numbers and fixed words. */
#include "brief.h"

#include <stdarg.h>
#include <stdio.h>

struct brief {
    char text[NASH_BRIEF_MAX + 1];
    size_t len;
};

__attribute__((format(printf, 2, 3))) static void put(struct brief *brief, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int len = vsnprintf(brief->text + brief->len, sizeof brief->text - brief->len, format, list);
    va_end(list);
    brief->len += len > 0 ? (size_t)len : 0;
    if (brief->len > NASH_BRIEF_MAX)
        brief->len = NASH_BRIEF_MAX;
}

static void put_deal(struct brief *brief, const struct whist_problem *p)
{
    const struct whist_suits *suits = p->suits;
    uint32_t order = suits ? suits->order : p->deal.order, count = 0;
    put(brief, "%u %s each", order, order == 1 ? "card" : "cards");
    for (unsigned s = 0; suits && s < WHIST_SUITS; s++)
        count += suits->cards[s] > 0;
    if (suits) {
        put(brief, ", %u %s, ", count, count == 1 ? "suit" : "suits");
        put(brief, suits->deal.trump < 0 ? "no trump" : "trump %c",
            suits->deal.trump < 0 ? ' ' : whist_suit_names[suits->deal.trump]);
    }
    put(brief, ", %s leads", (suits ? suits->b_leads : p->deal.b_leads) ? "b" : "a");
}

static uint32_t mistakes(const struct whist_problem *p, const struct whist_answer *a)
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

static void put_outcome(struct brief *brief, const struct whist_problem *p, const struct whist_answer *a)
{
    uint32_t order = p->suits ? p->suits->order : p->deal.order;
    bool b_leads = p->suits ? p->suits->b_leads : p->deal.b_leads;
    uint32_t played = p->suits ? p->suits->played : p->played;
    bool looked = p->suits ? a->suits->moves == played : a->move != NULL;
    if (!a->known) {
        put(brief, "timeout");
        return;
    }
    put(brief, "a %u, b %u", b_leads ? order - a->tricks : a->tricks, b_leads ? a->tricks : order - a->tricks);
    if (played && looked) {
        uint32_t count = mistakes(p, a);
        put(brief, ", %u %s in play", count, count == 1 ? "mistake" : "mistakes");
    }
    if (a->timeout)
        put(brief, ", timeout");
}

void whist_brief_write(const struct whist_problem *p, const struct whist_answer *a, struct nash_jsonw *out)
{
    struct brief brief = {.len = 0};
    if (p->suits || p->has_deal) {
        put_deal(&brief, p);
        put(&brief, ": ");
        put_outcome(&brief, p, a);
    } else {
        put(&brief, "distribution, %u %s each", p->distribution, p->distribution == 1 ? "card" : "cards");
    }
    nash_jsonw_key(out, "brief");
    nash_jsonw_string_n(out, brief.text, brief.len);
}
