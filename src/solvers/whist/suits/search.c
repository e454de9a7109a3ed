#include "search.h"

#include "bounds.h"
#include "move.h"

/* The position after a trick from the side of who leads next. */
static bool reach_after(struct suits_search *search, const struct suits_state *state, unsigned order, int want,
                        const struct suits_move *lead, const struct suits_move *reply)
{
    bool won = suits_wins(search->trump, lead->suit, lead->bit, reply->suit, reply->bit);
    struct suits_state next = suits_played(state, lead->suit, lead->bit, reply->suit, reply->bit, won);
    if (won)
        return suits_reach(search, &next, order - 1, want - 1);
    return !suits_reach(search, &next, order - 1, (int)order - want) && search->run->stopped == NASH_STOP_NONE;
}

/* Does the lead make `want` against every reply? */
static bool holds(struct suits_search *search, const struct suits_state *state, unsigned order, int want,
                  const struct suits_move *lead)
{
    struct suits_move reply[SUITS_MOVES];
    unsigned replies = suits_replies(state, search->trump, lead->suit, lead->bit, reply);
    for (unsigned k = 0; k < replies; k++)
        if (!reach_after(search, state, order, want, lead, &reply[k]))
            return false;
    return true;
}

/* The lead that makes `want`, or SUITS_NO_LEAD. first: to be tried before the others, if a lead. */
static uint8_t lead_for(struct suits_search *search, const struct suits_state *state, unsigned order, int want,
                        uint8_t first)
{
    struct suits_move lead[SUITS_MOVES];
    if (first != SUITS_NO_LEAD) {
        lead[0] = (struct suits_move){first >> 6, first & 63, 0};
        if (holds(search, state, order, want, lead))
            return first;
    }
    unsigned leads = suits_leads(state, search->trump, lead);
    for (unsigned i = 0; i < leads && search->run->stopped == NASH_STOP_NONE; i++) {
        uint8_t name = (uint8_t)(lead[i].suit << 6 | lead[i].bit);
        if (name != first && holds(search, state, order, want, &lead[i]))
            return name;
    }
    return SUITS_NO_LEAD;
}

static void tell(const struct suits_search *search)
{
    struct nash_run *run = search->run;
    if (!nash_progress_due(run))
        return;
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    nash_jsonw_object(&out);
    nash_jsonw_kstring(&out, "engine", "suits");
    nash_jsonw_kuint(&out, "nodes", search->nodes);
    nash_jsonw_kuint(&out, "low", search->low);
    nash_jsonw_kuint(&out, "high", search->high);
    nash_jsonw_object_end(&out);
    if (!buf.failed)
        run->progress(run, buf.data, buf.len);
    nash_buf_free(&buf);
}

bool suits_reach(struct suits_search *search, const struct suits_state *given, unsigned order, int want)
{
    if (want <= 0)
        return true;
    if (want > (int)order)
        return false;
    if (nash_stop(search->run, SUITS_CHECK_SEARCH))
        return false;
    search->run->nodes++;
    if ((++search->nodes & 0xfff) == 0)
        tell(search);
    struct suits_state state = *given;
    suits_order(&state, search->trump);
    if (suits_sure(&state, search->trump) >= (unsigned)want)
        return true;
    struct suits_key key = suits_key_of(&state);
    const struct suits_known *known = suits_table_find(&search->table, &key);
    unsigned low = known ? known->low : 0, high = known ? known->high : order;
    if (low >= (unsigned)want || high < (unsigned)want)
        return low >= (unsigned)want;
    uint64_t before = search->nodes;
    uint8_t best = lead_for(search, &state, order, want, known ? known->best : SUITS_NO_LEAD);
    if (search->run->stopped != NASH_STOP_NONE)
        return false;
    if (best == SUITS_NO_LEAD)
        high = (unsigned)want - 1;
    else
        low = (unsigned)want;
    suits_table_keep(&search->table, &key, low, high, best, search->nodes - before);
    return best != SUITS_NO_LEAD;
}

void suits_narrow(struct suits_search *search, const struct suits_state *state, unsigned order, unsigned *low,
                  unsigned *high)
{
    while (*low < *high) {
        unsigned want = (*low + *high + 1) / 2;
        bool reached = suits_reach(search, state, order, (int)want);
        if (search->run->stopped != NASH_STOP_NONE)
            return;
        if (reached)
            *low = want;
        else
            *high = want - 1;
    }
}
