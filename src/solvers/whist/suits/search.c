/* Alpha-beta search with null windows over tricks; a node is a position before a lead. */
#include "search.h"

#include "bounds.h"

bool suits_trick_reaches(struct suits_search *search, const struct suits_state *state, unsigned order, int want,
                         const struct suits_move *lead, const struct suits_move *reply)
{
    bool won = suits_wins(search->trump, lead, reply);
    struct suits_state next = suits_played(state, lead, reply, won);
    if (won)
        return suits_reach(search, &next, order - 1, want - 1);
    return !suits_reach(search, &next, order - 1, (int)order - want) && !suits_stopped(search);
}

bool suits_lead_reaches(struct suits_search *search, const struct suits_state *state, unsigned order, int want,
                        const struct suits_move *lead)
{
    struct suits_move reply[SUITS_MOVES];
    unsigned replies = suits_replies(state, search->trump, order, lead, reply);
    for (unsigned k = 0; k < replies; k++)
        if (!suits_trick_reaches(search, state, order, want, lead, &reply[k]))
            return false;
    return true;
}

/* Moves the best lead of an earlier search to the front. */
static void move_lead_to_front(struct suits_move lead[], unsigned leads, uint8_t first)
{
    for (unsigned i = 1; i < leads; i++)
        if (lead[i].suit == first >> 6 && lead[i].low == (first & 63)) {
            struct suits_move move = lead[i];
            for (; i; i--)
                lead[i] = lead[i - 1];
            lead[0] = move;
            return;
        }
}

/* Returns the lead that makes `want` tricks, or SUITS_NO_LEAD. first: a lead to be tried first, or SUITS_NO_LEAD. */
static uint8_t find_lead(struct suits_search *search, const struct suits_state *state, unsigned order, int want,
                         uint8_t first)
{
    struct suits_move lead[SUITS_MOVES];
    unsigned leads = suits_leads(state, lead);
    if (first != SUITS_NO_LEAD)
        move_lead_to_front(lead, leads, first);
    for (unsigned i = 0; i < leads && !suits_stopped(search); i++)
        if (suits_lead_reaches(search, state, order, want, &lead[i]))
            return (uint8_t)(lead[i].suit << 6 | lead[i].low);
    return SUITS_NO_LEAD;
}

static void report_progress(const struct suits_search *search)
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
    nash_progress_send(run, &buf);
}

/* Searches a position whose trivial bounds do not decide it. */
static bool search_position(struct suits_search *search, const struct suits_state *state, unsigned order, unsigned want)
{
    struct suits_key key = suits_key_of(state);
    const struct suits_entry *known = suits_table_find(&search->table, &key);
    unsigned low = 0, high = order;
    uint8_t best = SUITS_NO_LEAD;
    if (known) {
        low = known->low;
        high = known->high;
        best = known->best;
        if (low >= want || high < want)
            return low >= want;
    }
    if (suits_quick_tricks(state, search->trump, want))
        return true;
    if (suits_quick_tricks_second(state, search->trump, order - want + 1))
        return false;
    uint64_t before = search->nodes;
    best = find_lead(search, state, order, (int)want, best);
    if (suits_stopped(search))
        return false;
    if (best != SUITS_NO_LEAD)
        low = want;
    else
        high = want - 1;
    suits_table_store(&search->table, &key, low, high, best, search->nodes - before);
    return best != SUITS_NO_LEAD;
}

bool suits_reach(struct suits_search *search, const struct suits_state *state, unsigned order, int want)
{
    if (want <= 0)
        return true;
    if (want > (int)order || nash_stop(search->run, SUITS_CHECK_SEARCH))
        return false;
    search->run->nodes++;
    if ((++search->nodes & 0xfff) == 0)
        report_progress(search);
    struct suits_state ordered = suits_ordered(state, search->trump);
    return search_position(search, &ordered, order, (unsigned)want);
}
