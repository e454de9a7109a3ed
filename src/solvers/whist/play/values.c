/* The values of leads and replies. The position after a lead and a reply is a child, a word with two cards less, whose
 * value the engine computes. All cards of an interval have the same child, so one card of each interval is tried. */
#include "values.h"

int whist_reply_tricks(const struct whist_engine *engine, struct whist_work *work, const int8_t *word, uint32_t order,
                       uint32_t lead, uint32_t reply, int8_t *after)
{
    bool won = whist_word_after(word, order, lead, reply, after);
    int tricks = order > 1 ? engine->tricks(work, after, order - 1) : 0;
    if (tricks < 0)
        return -1;
    return won ? tricks + 1 : (int)order - 1 - tricks;
}

int whist_lead_tricks(const struct whist_engine *engine, struct whist_work *work, const int8_t *word, uint32_t order,
                      uint32_t lead, uint32_t *reply, int8_t *after)
{
    uint32_t lowest = 2 * order - 1, beating = lead;
    while (word[lowest] > 0)
        lowest--;
    while (beating > 0 && word[beating] > 0)
        beating--;
    int tricks = whist_reply_tricks(engine, work, word, order, lead, lowest, after);
    *reply = lowest;
    if (tricks < 0 || lowest < lead || word[beating] > 0)
        return tricks;
    int other = whist_reply_tricks(engine, work, word, order, lead, beating, after);
    if (other < tricks)
        *reply = beating;
    return other < tricks ? other : tricks;
}

/* Computes one lead and all replies to it. Returns false when stopped or out of memory. */
static bool find_replies(struct whist_lead *lead, const struct whist_engine *engine, struct whist_work *work,
                         const int8_t *word, const struct whist_intervals *intervals, uint32_t order, int8_t *after)
{
    struct whist_reply *reply = NASH_NEW(work->run->arena, struct whist_reply, intervals->count / 2 + 1);
    if (!reply)
        return false;
    lead->tricks = order;
    for (uint32_t i = 0; i < intervals->count; i++) {
        if (intervals->interval[i].sign > 0)
            continue;
        int tricks = whist_reply_tricks(engine, work, word, order, intervals->interval[lead->interval].first,
                                        intervals->interval[i].first, after);
        if (tricks < 0)
            return false;
        reply[lead->replies++] = (struct whist_reply){.interval = i, .tricks = (uint32_t)tricks};
        if ((uint32_t)tricks < lead->tricks)
            lead->tricks = (uint32_t)tricks;
    }
    for (uint32_t i = 0; i < lead->replies; i++)
        reply[i].optimal = reply[i].tricks == lead->tricks;
    lead->reply = reply;
    return true;
}

/* Computes one lead. Returns false when stopped or out of memory. */
static bool find_lead(struct whist_lead *lead, const struct whist_engine *engine, struct whist_work *work,
                      const int8_t *word, const struct whist_intervals *intervals, uint32_t order, bool with_replies,
                      int8_t *after)
{
    if (with_replies)
        return find_replies(lead, engine, work, word, intervals, order, after);
    uint32_t reply;
    int tricks = whist_lead_tricks(engine, work, word, order, intervals->interval[lead->interval].first, &reply, after);
    lead->tricks = tricks < 0 ? 0 : (uint32_t)tricks;
    return tricks >= 0;
}

/* Computes all leads. known: the values by engine->leads(), which omit the highest interval, or NULL. Returns false
 * when stopped or out of memory. */
static bool find_leads(struct whist_values *values, struct whist_lead *lead, const uint32_t *known,
                       const struct whist_engine *engine, struct whist_work *work, const int8_t *word,
                       const struct whist_intervals *intervals, uint32_t order, bool with_replies, int8_t *after)
{
    for (uint32_t i = 0; i < intervals->count; i++) {
        if (intervals->interval[i].sign < 0)
            continue;
        struct whist_lead *now = &lead[values->leads];
        now->interval = i;
        if (known && values->leads > 0)
            now->tricks = *known++;
        else if (nash_stop(work->run, 2) || !find_lead(now, engine, work, word, intervals, order, with_replies, after))
            return false;
        values->leads++;
        if (now->tricks > values->tricks)
            values->tricks = now->tricks;
    }
    for (uint32_t i = 0; i < values->leads; i++)
        lead[i].optimal = lead[i].tricks == values->tricks;
    return true;
}

enum nash_status whist_values_find(struct whist_values *values, const struct whist_engine *engine,
                                   struct whist_work *work, const int8_t *word, const struct whist_intervals *intervals,
                                   uint32_t order, bool with_replies)
{
    struct nash_arena *arena = work->run->arena;
    bool known = !with_replies && engine->leads;
    struct whist_lead *lead = NASH_NEW(arena, struct whist_lead, intervals->count / 2 + 1);
    uint32_t *tricks = NASH_NEW(arena, uint32_t, known ? intervals->count / 2 + 1 : 0);
    int8_t *after = NASH_NEW(arena, int8_t, 2 * (size_t)order);
    *values = (struct whist_values){0};
    if (!lead || !tricks || !after)
        return NASH_NOMEM;
    if ((known && !engine->leads(work, word, intervals, order, tricks)) ||
        !find_leads(values, lead, known ? tricks : NULL, engine, work, word, intervals, order, with_replies, after))
        return work->run->stopped != NASH_STOP_NONE ? NASH_OK : NASH_NOMEM;
    values->lead = lead;
    return NASH_OK;
}
