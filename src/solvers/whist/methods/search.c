/* Null-window search: does the leader make at least `target` tricks? Two such searches find the value where the first
 * guess is right. The pruning is proved (closed_rule/PROOF.md); the closed rule and the defence rules of the patent
 * order the moves only, so the search checks both. README.md describes the bounds, the move order and what was tried.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <solvers/whist/closed_rule/rule.h>
#include <solvers/whist/mask.h>

#include "engine.h"
#include "table.h"
#include "transposition.h"

enum { CHECK_SEARCH = 23, TABULATED = 12, LEADS = WHIST_MASK_ORDER, NODES_PER_REPORT = 1024 };

/* Eight cards of a word: the sum of their signs, and the maximum and minimum of the partial sums from the highest
 * card down. */
struct octet {
    int8_t sum, max, min;
    int8_t word[8];
};

struct search {
    struct whist_work *work;
    struct whist_transpositions *transpositions;
    uint32_t tabulated; /* positions up to this order are looked up in the table of instances */
    bool stopped;
    uint32_t order, low, high; /* the root's order and the bounds of its value */
    struct octet octet[256];
    /* buffers for the closed rule */
    int8_t word[2 * WHIST_MASK_ORDER + 8];
    int32_t room[2 * WHIST_MASK_ORDER];
};

enum verdict { UNKNOWN, YES, NO };

/* A lead and the positions after two replies: the cheapest card that beats it, and the lowest card. */
struct lead {
    whist_mask beaten, discarded;
    enum verdict when_beaten, when_discarded; /* whether the target is made; YES without such a reply */
    bool highest;                             /* the lead is from the leader's highest interval */
};

/* ---- a position at a glance ---- */

static void make_octets(struct search *s)
{
    for (uint32_t byte = 0; byte < 256; byte++) {
        struct octet *o = &s->octet[byte];
        *o = (struct octet){0};
        for (uint32_t i = 0; i < 8; i++) {
            o->word[i] = byte >> (7 - i) & 1 ? 1 : -1;
            o->sum = (int8_t)(o->sum + o->word[i]);
            o->max = o->sum > o->max ? o->sum : o->max;
            o->min = o->sum < o->min ? o->sum : o->min;
        }
    }
}

/* Returns the mask left-aligned in 128 bits, the highest card first. */
static inline whist_mask aligned(whist_mask mask, uint32_t order)
{
    return mask << (2 * (WHIST_MASK_ORDER - order));
}

static void matching_bounds(const struct search *s, whist_mask mask, uint32_t order, uint32_t *low, uint32_t *high)
{
    int sum = 0, max = 0, min = 0;
    whist_mask left = aligned(mask, order);
    uint32_t octets = order / 4;
    for (uint32_t i = 0; i < octets; i++, left <<= 8) {
        const struct octet *o = &s->octet[(uint8_t)(left >> 120)];
        max = sum + o->max > max ? sum + o->max : max;
        min = sum + o->min < min ? sum + o->min : min;
        sum += o->sum;
    }
    for (uint32_t i = 8 * octets; i < 2 * order; i++, left <<= 1) {
        sum += left >> 127 ? 1 : -1;
        max = sum > max ? sum : max;
        min = sum < min ? sum : min;
    }
    *low = (uint32_t)max;
    *high = (uint32_t)((int)order + min);
}

/* Returns the value by the closed rule; used for the order of the search only. */
static uint32_t predicted_value(struct search *s, whist_mask mask, uint32_t order)
{
    whist_mask left = aligned(mask, order);
    for (uint32_t i = 0; i < 2 * order; i += 8, left <<= 8)
        memcpy(s->word + i, s->octet[(uint8_t)(left >> 120)].word, 8);
    return whist_rule_tricks(s->word, order, true, s->room);
}

/* Computes bounds of the value without a search, from the table of instances or by matching. */
static void static_bounds(struct search *s, whist_mask mask, uint32_t order, uint32_t *low, uint32_t *high)
{
    if (order > s->tabulated) {
        matching_bounds(s, mask, order, low, high);
        return;
    }
    s->work->table++;
    *low = *high = whist_table_at((uint32_t)mask, order);
}

static enum verdict verdict_of(uint32_t target, uint32_t low, uint32_t high)
{
    return low >= target ? YES : high < target ? NO : UNKNOWN;
}

static enum verdict opposite(enum verdict verdict)
{
    return verdict == UNKNOWN ? UNKNOWN : verdict == YES ? NO : YES;
}

/* ---- the tree ---- */

static bool search_makes(struct search *s, whist_mask mask, uint32_t order, uint32_t target, uint32_t low,
                         uint32_t high, bool expected);

/* Returns whether the leader makes `target` tricks; looks the position up before searching it. */
static bool search_child_makes(struct search *s, whist_mask mask, uint32_t order, uint32_t target, bool expected)
{
    uint32_t low, high;
    static_bounds(s, mask, order, &low, &high);
    enum verdict verdict = verdict_of(target, low, high);
    if (verdict == UNKNOWN && whist_transpositions_find(s->transpositions, mask, order, &low, &high)) {
        s->work->hits++;
        verdict = verdict_of(target, low, high);
    }
    return verdict == UNKNOWN ? search_makes(s, mask, order, target, low, high, expected) : verdict == YES;
}

/* Returns whether `target` is still made when the lead is beaten, or answered by the lowest card. expected: the
 * prediction of the closed rule. */
static bool search_reply(struct search *s, const struct lead *lead, bool beaten, uint32_t order, uint32_t target,
                         bool expected)
{
    if ((beaten ? lead->when_beaten : lead->when_discarded) == YES)
        return true;
    if (beaten) /* the other player leads, and must not make order - target of the remaining order - 1 tricks */
        return !search_child_makes(s, lead->beaten, order - 1, order - target, !expected);
    return search_child_makes(s, lead->discarded, order - 1, target - 1, expected);
}

/* Decides a child by its bounds; if they do not suffice, prefetches its entry of the transposition table. */
static enum verdict child_by_bounds(struct search *s, whist_mask mask, uint32_t order, uint32_t target)
{
    uint32_t low, high;
    static_bounds(s, mask, order, &low, &high);
    enum verdict verdict = verdict_of(target, low, high);
    if (verdict == UNKNOWN)
        whist_transpositions_prefetch(s->transpositions, mask, order);
    return verdict;
}

static enum verdict child_by_table(struct search *s, whist_mask mask, uint32_t order, uint32_t target)
{
    uint32_t low = 0, high = order;
    s->work->hits += whist_transpositions_find(s->transpositions, mask, order, &low, &high);
    return verdict_of(target, low, high);
}

/* Collects the leads that may make `target`, from the lowest. Returns YES when one of them is known to make it. */
static enum verdict leads_by_bounds(struct search *s, whist_mask mask, uint32_t order, uint32_t target,
                                    struct lead *leads, uint32_t *count)
{
    whist_mask cards = mask_cards(order), below = mask_cards(order - 1);
    uint32_t lowest = mask_lowest(~mask & cards), top = 2 * order - 1, first = mask_lowest(mask_interval_tops(mask));
    whist_mask rest = mask_without(mask, lowest);
    *count = 0;
    for (whist_mask tops = mask_interval_tops(mask); tops; tops &= tops - 1) {
        uint32_t at = mask_lowest(tops);
        struct lead *lead = &leads[*count];
        *lead = (struct lead){.when_beaten = YES, .when_discarded = YES, .highest = (tops & (tops - 1)) == 0};
        if (at < top) {
            lead->beaten = ~mask_without_two(mask, at) & below;
            lead->when_beaten = opposite(child_by_bounds(s, lead->beaten, order - 1, order - target));
        }
        if (lead->when_beaten != NO && lowest < at && (at > first || at == top)) {
            lead->discarded = mask_without(rest, at - 1);
            lead->when_discarded = child_by_bounds(s, lead->discarded, order - 1, target - 1);
        }
        if (lead->when_beaten == YES && lead->when_discarded == YES)
            return YES;
        *count += lead->when_beaten != NO && lead->when_discarded != NO;
    }
    return UNKNOWN;
}

/* Removes the leads that the transposition table refutes. Returns YES when a lead is known to make `target`, NO when
 * none is left. */
static enum verdict leads_by_table(struct search *s, uint32_t order, uint32_t target, struct lead *leads,
                                   uint32_t *count)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < *count; i++) {
        struct lead *lead = &leads[i];
        if (lead->when_beaten == UNKNOWN)
            lead->when_beaten = opposite(child_by_table(s, lead->beaten, order - 1, order - target));
        if (lead->when_beaten != NO && lead->when_discarded == UNKNOWN)
            lead->when_discarded = child_by_table(s, lead->discarded, order - 1, target - 1);
        if (lead->when_beaten == YES && lead->when_discarded == YES)
            return YES;
        if (lead->when_beaten != NO && lead->when_discarded != NO)
            leads[left++] = *lead;
    }
    *count = left;
    return left ? UNKNOWN : NO;
}

/* Returns whether the closed rule predicts that this lead makes `target`. Below the highest interval the cheapest
 * winning reply decides alone. */
static bool is_predicted(struct search *s, const struct lead *lead, uint32_t order, uint32_t target)
{
    if (lead->when_beaten == UNKNOWN && predicted_value(s, lead->beaten, order - 1) >= order - target)
        return false;
    return !lead->highest || lead->when_discarded == YES ||
           predicted_value(s, lead->discarded, order - 1) >= target - 1;
}

/* Moves the first lead that the closed rule predicts to succeed to the front. */
static void move_predicted_first(struct search *s, struct lead *leads, uint32_t count, uint32_t order, uint32_t target)
{
    for (uint32_t i = 0; i < count; i++)
        if (is_predicted(s, &leads[i], order, target)) {
            struct lead first = leads[i];
            memmove(leads + 1, leads, i * sizeof *leads);
            leads[0] = first;
            return;
        }
}

static bool search_lead(struct search *s, const struct lead *lead, uint32_t order, uint32_t target, bool expected)
{
    bool beat_first = !lead->highest;
    if (lead->highest && lead->when_beaten == UNKNOWN && lead->when_discarded == UNKNOWN && !expected)
        beat_first = predicted_value(s, lead->beaten, order - 1) >= order - target;
    return search_reply(s, lead, beat_first, order, target, expected) && !s->stopped &&
           search_reply(s, lead, !beat_first, order, target, expected);
}

static void report_progress(const struct search *s)
{
    char json[160];
    struct nash_run *run = s->work->run;
    if (!nash_progress_due(run))
        return;
    int len = snprintf(json, sizeof json,
                       "{\"engine\":\"search\",\"nodes\":%" PRIu64 ",\"stored\":%" PRIu64 ",\"order\":%" PRIu32
                       ",\"tricks\":[%" PRIu32 ",%" PRIu32 "]}",
                       s->work->nodes, s->work->stored, s->order, s->low, s->high);
    run->progress(run, json, (size_t)len);
}

/* Searches a position. Precondition: low <= value <= high, low < target <= high, and the transposition table has no
 * tighter bounds. Returns false when stopped. */
static bool search_makes(struct search *s, whist_mask mask, uint32_t order, uint32_t target, uint32_t low,
                         uint32_t high, bool expected)
{
    struct lead leads[LEADS];
    uint32_t count;
    uint64_t before = s->work->nodes++;
    s->work->run->nodes++;
    s->stopped = s->stopped || nash_stop(s->work->run, CHECK_SEARCH);
    if (s->stopped)
        return false;
    if (s->work->nodes % NODES_PER_REPORT == 0)
        report_progress(s);
    enum verdict verdict = leads_by_bounds(s, mask, order, target, leads, &count);
    if (verdict == UNKNOWN)
        verdict = leads_by_table(s, order, target, leads, &count);
    if (verdict == UNKNOWN && expected && count > 1)
        move_predicted_first(s, leads, count, order, target);
    for (uint32_t i = 0; i < count && verdict == UNKNOWN; i++) {
        if (search_lead(s, &leads[i], order, target, expected && i == 0))
            verdict = YES;
        if (s->stopped)
            return false;
    }
    bool made = verdict == YES;
    s->work->stored += whist_transpositions_store(s->transpositions, mask, order, made ? target : low,
                                                  made ? high : target - 1, s->work->nodes - before);
    return made;
}

/* ---- the engine ---- */

static struct search *search_state(struct whist_work *work)
{
    struct search *s = work->state;
    if (s)
        return s;
    s = NASH_NEW(work->run->arena, struct search, 1);
    struct whist_transpositions *transpositions = s ? whist_transpositions_make(work->run->arena) : NULL;
    if (!transpositions)
        return NULL;
    s->work = work;
    s->transpositions = transpositions;
    s->tabulated = work->tabulated = whist_table_verified(TABULATED);
    make_octets(s);
    work->state = s;
    return s;
}

static int search_tricks(struct whist_work *work, const int8_t *word, uint32_t order)
{
    struct search *s = search_state(work);
    if (!s)
        return -1;
    whist_mask mask = whist_mask_of(word, order);
    uint32_t guess = predicted_value(s, mask, order);
    s->order = order;
    static_bounds(s, mask, order, &s->low, &s->high);
    while (s->low < s->high) {
        uint32_t target = guess > s->low && guess <= s->high ? guess : s->low + 1;
        bool made = search_child_makes(s, mask, order, target, target <= guess);
        if (s->stopped) {
            work->low = s->low;
            work->high = s->high;
            return -1;
        }
        if (made)
            s->low = target;
        else
            s->high = target - 1;
    }
    return (int)s->low;
}

const struct whist_engine whist_search = {.name = "search", .order_max = WHIST_MASK_ORDER, .tricks = search_tricks};
