#include "table.h"

/* A line of the table is a cache line. LINE_BITS: logarithm of the number of lines, for 4 KiB to 64 MiB. */
enum { WAYS = 4, LINE_BYTES = WAYS * sizeof(struct suits_entry), LINE_BITS_MIN = 6, LINE_BITS_MAX = 20 };
_Static_assert(LINE_BYTES == 64, "four entries fill a line of the cache");

bool suits_table_make(struct suits_table *table, unsigned order, struct nash_arena *arena)
{
    unsigned bits = order > LINE_BITS_MIN + 3 ? order - 3 : LINE_BITS_MIN;
    if (bits > LINE_BITS_MAX)
        bits = LINE_BITS_MAX;
    *table = (struct suits_table){0};
    void *room = NULL;
    for (; bits >= LINE_BITS_MIN && !room; bits--) {
        room = nash_arena_alloc(arena, ((size_t)LINE_BYTES << bits) + LINE_BYTES);
        table->lines_mask = (1ull << bits) - 1;
    }
    if (!room)
        return false;
    table->entry = (struct suits_entry *)(((uintptr_t)room + LINE_BYTES - 1) & ~(uintptr_t)(LINE_BYTES - 1));
    return true;
}

struct suits_key suits_key_of(const struct suits_state *state)
{
    struct suits_key key = {.cards = 1};
    for (unsigned i = 0; i < WHIST_SUITS; i++) {
        unsigned cards = suits_cards(state->word[i]);
        key.cards = key.cards << cards | suits_own(state->word[i]);
        if (i)
            key.lengths = key.lengths << 6 | cards;
    }
    uint64_t hash = (key.cards ^ (uint64_t)key.lengths << 46) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 29;
    hash *= 0xbf58476d1ce4e5b9;
    key.hash = hash ^ hash >> 32;
    return key;
}

static struct suits_entry *line_of(struct suits_table *table, const struct suits_key *key)
{
    return table->entry + (key->hash & table->lines_mask) * WAYS;
}

static struct suits_entry *find_in_line(struct suits_entry *line, const struct suits_key *key)
{
    for (unsigned i = 0; i < WAYS; i++)
        if (line[i].cards == key->cards && line[i].lengths == key->lengths)
            return line + i;
    return NULL;
}

const struct suits_entry *suits_table_find(struct suits_table *table, const struct suits_key *key)
{
    const struct suits_entry *known = find_in_line(line_of(table, key), key);
    table->hits += known != NULL;
    return known;
}

static struct suits_entry *cheapest_in_line(struct suits_entry *line)
{
    struct suits_entry *least = line;
    for (unsigned i = 1; i < WAYS; i++)
        if (line[i].effort < least->effort)
            least = line + i;
    return least;
}

void suits_table_store(struct suits_table *table, const struct suits_key *key, unsigned low, unsigned high,
                       uint8_t best, uint64_t nodes)
{
    struct suits_entry *line = line_of(table, key), *known = find_in_line(line, key);
    uint8_t effort = (uint8_t)(65 - __builtin_clzll(nodes | 1));
    if (!known) {
        known = cheapest_in_line(line);
        *known = (struct suits_entry){.cards = key->cards, .lengths = key->lengths, .best = SUITS_NO_LEAD};
        table->stored++;
    }
    known->low = (uint8_t)low;
    known->high = (uint8_t)high;
    if (best != SUITS_NO_LEAD)
        known->best = best;
    if (effort > known->effort)
        known->effort = effort;
}
