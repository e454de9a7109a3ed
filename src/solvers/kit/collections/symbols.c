#include "symbols.h"

#include <string.h>

#include <base/mix.h>
#include <base/secret.h>

bool symbols_init(struct symbols *set, struct nash_arena *arena, uint32_t expected)
{
    *set = (struct symbols){.arena = arena, .room = expected < 8 ? 8 : expected};
    secret_random(set->secret, sizeof set->secret);
    set->secret[2] |= 1;
    set->name = nash_arena_alloc_raw(arena, set->room * sizeof *set->name, _Alignof(char *));
    return set->name && hash_index_init(&set->index, set->room, arena);
}

/* Returns the number of the name; SYMBOL_NONE if it is absent, with the probe at the free slot for it. */
static uint32_t symbols_probe(const struct symbols *set, const char *text, size_t len, struct hash_probe *probe)
{
    uint32_t number;
    *probe = hash_index_probe(&set->index, mix_text(set->secret, text, len));
    while ((number = hash_index_next(&set->index, probe)) != HASH_INDEX_NONE)
        if (strncmp(set->name[number], text, len) == 0 && set->name[number][len] == '\0')
            break;
    return number;
}

uint32_t symbols_find(const struct symbols *set, const char *text, size_t len)
{
    struct hash_probe probe;
    return symbols_probe(set, text, len, &probe);
}

static bool symbols_grow(struct symbols *set)
{
    uint32_t room = set->room * 2;
    const char **name = nash_arena_alloc_raw(set->arena, room * sizeof *name, _Alignof(char *));
    if (!name || (set->index.slots / 2 < room && !hash_index_grow(&set->index, set->arena)))
        return false;
    memcpy(name, set->name, set->count * sizeof *name);
    set->name = name;
    set->room = room;
    return true;
}

uint32_t symbols_add(struct symbols *set, const char *text, size_t len, bool *is_new)
{
    struct hash_probe probe;
    uint32_t number = symbols_probe(set, text, len, &probe);
    *is_new = number == SYMBOL_NONE;
    if (!*is_new)
        return number;
    if (set->count == set->room) {
        if (!symbols_grow(set))
            return SYMBOL_NONE;
        symbols_probe(set, text, len, &probe);
    }
    char *copy = nash_arena_strndup(set->arena, text, len);
    if (!copy)
        return SYMBOL_NONE;
    set->name[set->count] = copy;
    hash_index_insert(&set->index, &probe, set->count);
    return set->count++;
}
