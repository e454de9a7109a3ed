/* A table of names with open addressing. Its hash is keyed with a random secret of the process, so that nobody outside
 * can choose names that collide; numbers go by the order of arrival, whatever the secret. */
#include "names.h"

#include <string.h>

#include <base/secret.h>

static uint64_t secret[2] = {0x9e3779b97f4a7c15, 0xd6e8feb86659fd93};

void andor_names_prepare(void)
{
    secret_random(secret, sizeof secret);
    secret[1] |= 1;
}

static uint64_t fold(uint64_t a, uint64_t b)
{
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t hash_of(const char *text, size_t len)
{
    uint64_t hash = fold(secret[0] ^ len, secret[1]), word;
    for (; len >= 8; text += 8, len -= 8) {
        memcpy(&word, text, 8);
        hash = fold(hash ^ word, secret[1]) + secret[0];
    }
    word = 0;
    memcpy(&word, text, len);
    return fold(hash ^ word, secret[0] | 1);
}

static bool make_slots(struct andor_names *names, uint32_t slots)
{
    names->slot = NASH_NEW(names->arena, uint64_t, slots);
    names->slots = slots;
    return names->slot;
}

bool andor_names_begin(struct andor_names *names, struct nash_arena *arena, uint32_t expected)
{
    uint32_t slots = 16;
    while (slots < UINT32_C(1) << 30 && slots / 2 <= expected)
        slots *= 2;
    *names = (struct andor_names){.arena = arena, .room = expected < 8 ? 8 : expected};
    names->name = nash_arena_alloc_raw(arena, names->room * sizeof *names->name, _Alignof(char *));
    return names->name && make_slots(names, slots);
}

/* The slot of the name, or the free one where it would stand. */
static uint32_t slot_of(const struct andor_names *names, uint64_t hash, const char *name)
{
    uint32_t mask = names->slots - 1;
    for (uint32_t at = (uint32_t)hash & mask;; at = (at + 1) & mask) {
        uint64_t slot = names->slot[at];
        if (!slot || (slot >> 32 == hash >> 32 && strcmp(names->name[(uint32_t)slot - 1], name) == 0))
            return at;
    }
}

uint32_t andor_names_find(const struct andor_names *names, const char *name)
{
    uint64_t slot = names->slot[slot_of(names, hash_of(name, strlen(name)), name)];
    return slot ? (uint32_t)slot - 1 : ANDOR_NONE;
}

static bool grow(struct andor_names *names)
{
    uint32_t room = names->room * 2;
    const char **name = nash_arena_alloc_raw(names->arena, room * sizeof *name, _Alignof(char *));
    if (!name)
        return false;
    memcpy(name, names->name, names->count * sizeof *name);
    names->name = name;
    names->room = room;
    if (names->slots / 2 > room)
        return true;
    if (!make_slots(names, names->slots * 2))
        return false;
    for (uint32_t i = 0; i < names->count; i++) {
        uint64_t hash = hash_of(name[i], strlen(name[i]));
        names->slot[slot_of(names, hash, name[i])] = (hash >> 32 << 32) | (i + 1);
    }
    return true;
}

uint32_t andor_names_add(struct andor_names *names, const char *name, bool *fresh)
{
    size_t len = strlen(name);
    uint64_t hash = hash_of(name, len);
    uint32_t at = slot_of(names, hash, name);
    *fresh = !names->slot[at];
    if (!*fresh)
        return (uint32_t)names->slot[at] - 1;
    if (names->count == names->room) {
        if (!grow(names))
            return ANDOR_NONE;
        at = slot_of(names, hash, name);
    }
    char *copy = nash_arena_strndup(names->arena, name, len);
    if (!copy)
        return ANDOR_NONE;
    names->name[names->count] = copy;
    names->slot[at] = (hash >> 32 << 32) | ++names->count;
    return names->count - 1;
}
