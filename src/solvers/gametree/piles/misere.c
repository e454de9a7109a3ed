/* The search of misere Grundy: positions as sorted bytes, each searched once.
 *
 * Piles are replaced by equal smaller ones, by Conway's rule for misere play (On Numbers and Games, chapter 12): a
 * game G may lose the options E from each of which G without them can be reached, as long as options stay or G is won
 * by the mover. Piles of 1 and 2 have no moves: 0. 3 = {0} = *, and * + * = {*} = 0; so 4 = {*} = 0, 5 = {0, *} = *2,
 * 6 = {0, *2} = *, 7 = {*, *2} = 0, 8 = {0, *, *3} = *2, 9 = {0, *2} = *, 10 = {*, *2} = 0, 11 = {0, *, *3} = *2,
 * 12 = {0, *2} = *. From 13 = {*, *2, *2 + *2} on, hardly a pile is equal to a smaller one. */
#include "misere.h"

#include <string.h>

#include <solvers/kit/collections/hash_index.h>

enum {
    STAR = 3,                 /* the smallest pile that is equal to * */
    EQUAL_MAX = 12,           /* the largest pile that is equal to a smaller one */
    PARTS = MISERE_COINS_MAX, /* piles of a position */
    POSITIONS_MIN = 1 << 12
};
static const uint8_t equal[EQUAL_MAX + 1] = {0, 0, 0, STAR, 0, 5, STAR, 0, 5, STAR, 0, 5, STAR};

struct position {
    uint32_t count;
    uint8_t part[PARTS + 2]; /* descending; two more while a pile is split */
};

struct misere_search {
    struct nash_run *run;
    struct hash_index index;
    const uint8_t **known; /* [room]: whether the mover wins, the number of parts, the parts */
    uint32_t count, room;
    bool reduced;
    enum nash_status status; /* not NASH_OK: the search has ended early, and its results mean nothing */
};

/* ---- positions ---- */

/* Adds a pile, or what is equal to it. */
static void position_add(struct position *p, uint32_t pile, bool reduced)
{
    uint32_t part = reduced && pile <= EQUAL_MAX ? equal[pile] : pile, at = p->count;
    if (part < STAR)
        return;
    if (reduced && part == STAR && p->count && p->part[p->count - 1] == STAR) {
        p->count--;
        return;
    }
    for (; at > 0 && p->part[at - 1] < part; at--)
        p->part[at] = p->part[at - 1];
    p->part[at] = (uint8_t)part;
    p->count++;
}

/* Makes the position in which the part at `at` is split into `piece` and the rest. */
static void position_split(struct position *next, const struct position *p, uint32_t at, uint32_t piece, bool reduced)
{
    uint32_t part = p->part[at];
    memcpy(next->part, p->part, at);
    memcpy(next->part + at, p->part + at + 1, p->count - at - 1);
    next->count = p->count - 1;
    position_add(next, piece, reduced);
    position_add(next, part - piece, reduced);
}

static uint64_t hash_of(const struct position *p)
{
    uint64_t hash = p->count;
    for (uint32_t i = 0; i < p->count; i++) {
        hash = (hash ^ p->part[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return hash * UINT64_C(0x9E3779B97F4A7C15);
}

/* ---- the memory ---- */

static const uint8_t *find_known(const struct misere_search *s, const struct position *p, struct hash_probe *probe)
{
    *probe = hash_index_probe(&s->index, hash_of(p));
    for (uint32_t i; (i = hash_index_next(&s->index, probe)) != HASH_INDEX_NONE;)
        if (s->known[i][1] == p->count && memcmp(s->known[i] + 2, p->part, p->count) == 0)
            return s->known[i];
    return NULL;
}

static bool grow(struct misere_search *s)
{
    if (hash_index_is_full(&s->index, s->count) && !hash_index_grow(&s->index, s->run->arena))
        return false;
    if (s->count < s->room)
        return true;
    const uint8_t **more = NASH_NEW(s->run->arena, const uint8_t *, 2 * (size_t)s->room);
    if (!more)
        return false;
    memcpy(more, s->known, s->count * sizeof *more);
    s->known = more;
    s->room *= 2;
    return true;
}

static void remember(struct misere_search *s, const struct position *p, bool wins)
{
    struct hash_probe probe;
    uint8_t *known = grow(s) ? nash_arena_alloc_raw(s->run->arena, p->count + 2, 1) : NULL;
    if (!known) {
        s->status = NASH_NOMEM;
        return;
    }
    known[0] = wins;
    known[1] = (uint8_t)p->count;
    memcpy(known + 2, p->part, p->count);
    find_known(s, p, &probe);
    s->known[s->count] = known;
    hash_index_insert(&s->index, &probe, s->count++);
}

/* ---- the search ---- */

/* Returns whether the mover wins. Each move splits a part, so the depth of the recursion is below MISERE_COINS_MAX. */
static bool search(struct misere_search *s, const struct position *p)
{
    struct hash_probe probe;
    struct position next;
    const uint8_t *known = find_known(s, p, &probe);
    if (known)
        return known[0];
    bool wins = p->count == 0;
    if (s->status == NASH_OK && nash_stop(s->run, PILES_CHECK_MISERE))
        s->status = NASH_STOPPED;
    for (uint32_t i = 0; i < p->count && !wins; i++)
        for (uint32_t piece = 1; 2 * piece < p->part[i] && !wins && s->status == NASH_OK; piece++) {
            if (i > 0 && p->part[i] == p->part[i - 1])
                break;
            position_split(&next, p, i, piece, s->reduced);
            wins = !search(s, &next);
        }
    s->run->nodes++;
    if (s->status == NASH_OK)
        remember(s, p, wins);
    return wins;
}

uint64_t misere_coins(const uint32_t *pile, size_t count)
{
    uint64_t coins = 0, stars = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t part = pile[i] <= EQUAL_MAX ? equal[pile[i]] : pile[i];
        stars += part == STAR;
        coins += part == STAR ? 0 : part;
    }
    return coins + stars % 2 * STAR;
}

struct misere_search *misere_new(bool reduced, struct nash_run *run)
{
    struct misere_search *s = NASH_NEW(run->arena, struct misere_search, 1);
    if (!s || !hash_index_init(&s->index, POSITIONS_MIN, run->arena) ||
        !(s->known = NASH_NEW(run->arena, const uint8_t *, POSITIONS_MIN)))
        return NULL;
    s->run = run;
    s->reduced = reduced;
    s->room = POSITIONS_MIN;
    return s;
}

enum nash_status misere_wins(struct misere_search *s, const uint32_t *pile, size_t count, bool *wins)
{
    struct position p = {0};
    for (size_t i = 0; i < count; i++)
        position_add(&p, pile[i], s->reduced);
    *wins = search(s, &p);
    return s->status;
}

uint64_t misere_positions(const struct misere_search *s)
{
    return s->count;
}
