/* Does the leader make at least so many tricks? A search with null windows: the value is found by two such questions
 * where the first guess is right.
 *
 * What is taken for granted has a proof (PROOF.md): one lead for each interval is enough, and two replies, the
 * cheapest card that wins and the lowest of all; to the leader's lowest card the first of them. Greedy matching bounds
 * the value: who has d more than the other among the k highest cards wins d tricks with them. The table of all
 * instances, as far as it is there, ends the tree below. Bounds found before are remembered (memory.h), and looked for
 * in all children before any of them is searched (enhanced transposition cutoff): first all are fetched, then all are
 * read.
 *
 * The closed rule only guides: it tells the first guess, and which lead a position that should be won begins with; the
 * patent's defence rules tell which reply to try first. Were they wrong, the search would take longer and find the same
 * value. It is a judge of both.
 *
 * Leads are tried from the lowest. Other orders (the fewest replies, the most to spare by the rule, the nearest to the
 * bounds) met more positions, since they lead less often to the same. Asking the complement too (its value is the
 * other's within one) saved 5 % of the nodes and cost more. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine.h"
#include "mask.h"
#include "memory.h"
#include "rule.h"
#include "table.h"

enum { CHECK_SEARCH = 23, TABULATED = 12, LEADS = WHIST_MASK_ORDER, NODES_PER_REPORT = 1024 };

/* Eight cards of a word: the sum of their signs, and the extremes of the sums from the highest down. */
struct octet {
    int8_t sum, most, least;
    int8_t word[8];
};

struct search {
    struct whist_work *work;
    struct whist_memory *memory;
    uint32_t tabulated;
    bool stopped;
    uint32_t order, least, most; /* of the root and its value, as far as it is known */
    struct octet octet[256];
    int8_t word[2 * WHIST_MASK_ORDER + 8];
    int32_t room[2 * WHIST_MASK_ORDER];
};

enum verdict { UNKNOWN, YES, NO };

/* A lead and what it leads to. */
struct lead {
    whist_mask beaten, discarded;
    enum verdict when_beaten, when_discarded; /* does the leader still make it? YES also where there is no such reply */
    bool highest;                             /* from the leader's highest interval */
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
            o->most = o->sum > o->most ? o->sum : o->most;
            o->least = o->sum < o->least ? o->sum : o->least;
        }
    }
}

/* Left-aligned in 128 bits, the highest card first. */
static inline whist_mask aligned(whist_mask mask, uint32_t order)
{
    return mask << (2 * (WHIST_MASK_ORDER - order));
}

static void bounds(const struct search *s, whist_mask mask, uint32_t order, uint32_t *least, uint32_t *most)
{
    int sum = 0, high = 0, low = 0;
    whist_mask left = aligned(mask, order);
    uint32_t octets = order / 4;
    for (uint32_t i = 0; i < octets; i++, left <<= 8) {
        const struct octet *o = &s->octet[(uint8_t)(left >> 120)];
        high = sum + o->most > high ? sum + o->most : high;
        low = sum + o->least < low ? sum + o->least : low;
        sum += o->sum;
    }
    for (uint32_t i = 8 * octets; i < 2 * order; i++, left <<= 1) {
        sum += left >> 127 ? 1 : -1;
        high = sum > high ? sum : high;
        low = sum < low ? sum : low;
    }
    *least = (uint32_t)high;
    *most = (uint32_t)((int)order + low);
}

/* What the closed rule says; for the order of the search alone. */
static uint32_t rule(struct search *s, whist_mask mask, uint32_t order)
{
    whist_mask left = aligned(mask, order);
    for (uint32_t i = 0; i < 2 * order; i += 8, left <<= 8)
        memcpy(s->word + i, s->octet[(uint8_t)(left >> 120)].word, 8);
    return whist_rule_tricks(s->word, order, true, s->room);
}

/* Bounds without a search. */
static void look(struct search *s, whist_mask mask, uint32_t order, uint32_t *least, uint32_t *most)
{
    if (order > s->tabulated) {
        bounds(s, mask, order, least, most);
        return;
    }
    s->work->table++;
    *least = *most = whist_table_at((uint32_t)mask, order);
}

static enum verdict verdict_of(uint32_t target, uint32_t least, uint32_t most)
{
    return least >= target ? YES : most < target ? NO : UNKNOWN;
}

static enum verdict opposite(enum verdict verdict)
{
    return verdict == UNKNOWN ? UNKNOWN : verdict == YES ? NO : YES;
}

/* ---- the tree ---- */

static bool makes(struct search *s, whist_mask mask, uint32_t order, uint32_t target, uint32_t least, uint32_t most,
                  bool expected);

/* Does the leader make `target` tricks? The position may be known. */
static bool child_makes(struct search *s, whist_mask mask, uint32_t order, uint32_t target, bool expected)
{
    uint32_t least, most;
    look(s, mask, order, &least, &most);
    enum verdict verdict = verdict_of(target, least, most);
    if (verdict == UNKNOWN && whist_memory_find(s->memory, mask, order, &least, &most)) {
        s->work->hits++;
        verdict = verdict_of(target, least, most);
    }
    return verdict == UNKNOWN ? makes(s, mask, order, target, least, most, expected) : verdict == YES;
}

/* Is `target` still made when the lead is beaten, or answered by the lowest card? expected: what the rule thinks. */
static bool survives(struct search *s, const struct lead *lead, bool beaten, uint32_t order, uint32_t target,
                     bool expected)
{
    if ((beaten ? lead->when_beaten : lead->when_discarded) == YES)
        return true;
    if (beaten) /* the other leads, and must not make order - target of the order - 1 tricks that are left */
        return !child_makes(s, lead->beaten, order - 1, order - target, !expected);
    return child_makes(s, lead->discarded, order - 1, target - 1, expected);
}

/* A child by its bounds; it is fetched when these do not tell. */
static enum verdict glance(struct search *s, whist_mask mask, uint32_t order, uint32_t target)
{
    uint32_t least, most;
    look(s, mask, order, &least, &most);
    enum verdict verdict = verdict_of(target, least, most);
    if (verdict == UNKNOWN)
        whist_memory_fetch(s->memory, mask, order);
    return verdict;
}

static enum verdict recall(struct search *s, whist_mask mask, uint32_t order, uint32_t target)
{
    uint32_t least = 0, most = order;
    s->work->hits += whist_memory_find(s->memory, mask, order, &least, &most);
    return verdict_of(target, least, most);
}

/* The leads that may make it, from the lowest; YES when one of them is known to. */
static enum verdict find_leads(struct search *s, whist_mask mask, uint32_t order, uint32_t target, struct lead *leads,
                               uint32_t *count)
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
            lead->when_beaten = opposite(glance(s, lead->beaten, order - 1, order - target));
        }
        if (lead->when_beaten != NO && lowest < at && (at > first || at == top)) {
            lead->discarded = mask_without(rest, at - 1);
            lead->when_discarded = glance(s, lead->discarded, order - 1, target - 1);
        }
        if (lead->when_beaten == YES && lead->when_discarded == YES)
            return YES;
        *count += lead->when_beaten != NO && lead->when_discarded != NO;
    }
    return UNKNOWN;
}

/* The same by what is remembered of the children. */
static enum verdict recall_leads(struct search *s, uint32_t order, uint32_t target, struct lead *leads, uint32_t *count)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < *count; i++) {
        struct lead *lead = &leads[i];
        if (lead->when_beaten == UNKNOWN)
            lead->when_beaten = opposite(recall(s, lead->beaten, order - 1, order - target));
        if (lead->when_beaten != NO && lead->when_discarded == UNKNOWN)
            lead->when_discarded = recall(s, lead->discarded, order - 1, target - 1);
        if (lead->when_beaten == YES && lead->when_discarded == YES)
            return YES;
        if (lead->when_beaten != NO && lead->when_discarded != NO)
            leads[left++] = *lead;
    }
    *count = left;
    return left ? UNKNOWN : NO;
}

/* Does the rule think that this lead makes it? Below the highest interval it is enough to ask for the cheapest win. */
static bool looks_good(struct search *s, const struct lead *lead, uint32_t order, uint32_t target)
{
    if (lead->when_beaten == UNKNOWN && rule(s, lead->beaten, order - 1) >= order - target)
        return false;
    return !lead->highest || lead->when_discarded == YES || rule(s, lead->discarded, order - 1) >= target - 1;
}

/* The first that looks good comes first. */
static void begin_with_best(struct search *s, struct lead *leads, uint32_t count, uint32_t order, uint32_t target)
{
    for (uint32_t i = 0; i < count; i++)
        if (looks_good(s, &leads[i], order, target)) {
            struct lead first = leads[i];
            memmove(leads + 1, leads, i * sizeof *leads);
            leads[0] = first;
            return;
        }
}

static bool lead_makes(struct search *s, const struct lead *lead, uint32_t order, uint32_t target, bool expected)
{
    bool beat_first = !lead->highest;
    if (lead->highest && lead->when_beaten == UNKNOWN && lead->when_discarded == UNKNOWN && !expected)
        beat_first = rule(s, lead->beaten, order - 1) >= order - target;
    return survives(s, lead, beat_first, order, target, expected) && !s->stopped &&
           survives(s, lead, !beat_first, order, target, expected);
}

static void report(const struct search *s)
{
    char json[160];
    struct nash_run *run = s->work->run;
    if (!nash_progress_due(run))
        return;
    int len = snprintf(json, sizeof json,
                       "{\"engine\":\"search\",\"nodes\":%" PRIu64 ",\"stored\":%" PRIu64 ",\"order\":%" PRIu32
                       ",\"tricks\":[%" PRIu32 ",%" PRIu32 "]}",
                       s->work->nodes, s->work->stored, s->order, s->least, s->most);
    run->progress(run, json, (size_t)len);
}

/* least <= value <= most, least < target <= most; nothing more is known. False when stopped. */
static bool makes(struct search *s, whist_mask mask, uint32_t order, uint32_t target, uint32_t least, uint32_t most,
                  bool expected)
{
    struct lead leads[LEADS];
    uint32_t count;
    uint64_t before = s->work->nodes++;
    s->work->run->nodes++;
    s->stopped = s->stopped || nash_stop(s->work->run, CHECK_SEARCH);
    if (s->stopped)
        return false;
    if (s->work->nodes % NODES_PER_REPORT == 0)
        report(s);
    enum verdict verdict = find_leads(s, mask, order, target, leads, &count);
    if (verdict == UNKNOWN)
        verdict = recall_leads(s, order, target, leads, &count);
    if (verdict == UNKNOWN && expected && count > 1)
        begin_with_best(s, leads, count, order, target);
    for (uint32_t i = 0; i < count && verdict == UNKNOWN; i++) {
        if (lead_makes(s, &leads[i], order, target, expected && i == 0))
            verdict = YES;
        if (s->stopped)
            return false;
    }
    bool made = verdict == YES;
    s->work->stored += whist_memory_keep(s->memory, mask, order, made ? target : least, made ? most : target - 1,
                                         s->work->nodes - before);
    return made;
}

/* ---- the engine ---- */

static struct search *search_of(struct whist_work *work)
{
    struct search *s = work->own;
    if (s)
        return s;
    s = NASH_NEW(work->run->arena, struct search, 1);
    struct whist_memory *memory = s ? whist_memory_make(work->run->arena) : NULL;
    if (!memory)
        return NULL;
    s->work = work;
    s->memory = memory;
    s->tabulated = work->tabulated = whist_table_believe(TABULATED);
    make_octets(s);
    work->own = s;
    return s;
}

static int search_tricks(struct whist_work *work, const int8_t *word, uint32_t order)
{
    struct search *s = search_of(work);
    if (!s)
        return -1;
    whist_mask mask = whist_mask_of(word, order);
    uint32_t guess = rule(s, mask, order);
    s->order = order;
    look(s, mask, order, &s->least, &s->most);
    while (s->least < s->most) {
        uint32_t target = guess > s->least && guess <= s->most ? guess : s->least + 1;
        bool made = child_makes(s, mask, order, target, target <= guess);
        if (s->stopped) {
            work->low = s->least;
            work->high = s->most;
            return -1;
        }
        if (made)
            s->least = target;
        else
            s->most = target - 1;
    }
    return (int)s->least;
}

const struct whist_engine whist_search = {.name = "search", .order_max = WHIST_MASK_ORDER, .tricks = search_tricks};
