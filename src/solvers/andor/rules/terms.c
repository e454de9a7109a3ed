/* Open addressing. The hash has 32 bits and stands in the slot beside the number, so that nearly every step looks at
 * slots alone, and growing moves slots without a look at the terms. */
#include "terms.h"

#include <string.h>

static uint64_t fold(uint64_t a, uint64_t b)
{
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint32_t hash_of(uint32_t functor, const int64_t *argument, uint32_t arity)
{
    uint64_t hash = 0x9e3779b97f4a7c15 + functor;
    for (uint32_t i = 0; i < arity; i++)
        hash = fold(hash ^ (uint64_t)argument[i], 0xd6e8feb86659fd93) + i;
    return (uint32_t)(fold(hash, 0xa0761d6478bd642f) >> 32);
}

static bool make_slots(struct terms *t, uint32_t slots)
{
    t->slot = NASH_NEW(t->arena, uint64_t, slots);
    t->slots = slots;
    return t->slot;
}

bool terms_begin(struct terms *terms, struct nash_arena *arena, uint32_t stride, uint32_t expected)
{
    uint32_t slots = 16;
    while (slots < UINT32_C(1) << 30 && slots / 2 < expected)
        slots *= 2;
    *terms = (struct terms){.arena = arena, .stride = stride, .room = slots / 2};
    terms->functor = nash_arena_alloc_raw(arena, terms->room * sizeof *terms->functor, _Alignof(uint32_t));
    terms->argument =
        nash_arena_alloc_raw(arena, (size_t)terms->room * stride * sizeof *terms->argument, _Alignof(int64_t));
    return terms->functor && terms->argument && make_slots(terms, slots);
}

static bool same(const struct terms *t, uint32_t number, uint32_t functor, const int64_t *argument, uint32_t arity)
{
    if (t->functor[number] != functor)
        return false;
    const int64_t *known = terms_arguments(t, number);
    for (uint32_t i = 0; i < arity; i++)
        if (known[i] != argument[i])
            return false;
    return true;
}

/* The slot of the term, or the free one where it would stand. */
static uint32_t slot_of(const struct terms *t, uint32_t hash, uint32_t functor, const int64_t *argument, uint32_t arity)
{
    uint32_t mask = t->slots - 1;
    for (uint32_t at = hash & mask;; at = (at + 1) & mask) {
        uint64_t slot = t->slot[at];
        if (!slot || (slot >> 32 == hash && same(t, (uint32_t)slot - 1, functor, argument, arity)))
            return at;
    }
}

uint32_t terms_find(const struct terms *terms, uint32_t functor, const int64_t *argument, uint32_t arity)
{
    uint64_t slot = terms->slot[slot_of(terms, hash_of(functor, argument, arity), functor, argument, arity)];
    return slot ? (uint32_t)slot - 1 : ANDOR_NONE;
}

/* Twice the room. Slots hold all of the hash that places them, so no term is looked at. */
static bool grow(struct terms *t)
{
    uint32_t room = t->room * 2, slots = t->slots, mask = 2 * slots - 1;
    const uint64_t *old = t->slot;
    uint32_t *functor = nash_arena_alloc_raw(t->arena, room * sizeof *functor, _Alignof(uint32_t));
    int64_t *argument = nash_arena_alloc_raw(t->arena, (size_t)room * t->stride * sizeof *argument, _Alignof(int64_t));
    if (slots > UINT32_C(1) << 29 || !functor || !argument || !make_slots(t, 2 * slots))
        return false;
    memcpy(functor, t->functor, t->count * sizeof *functor);
    memcpy(argument, t->argument, (size_t)t->count * t->stride * sizeof *argument);
    t->functor = functor;
    t->argument = argument;
    t->room = room;
    for (uint32_t i = 0; i < slots; i++) {
        uint32_t at = (uint32_t)(old[i] >> 32) & mask;
        if (!old[i])
            continue;
        while (t->slot[at])
            at = (at + 1) & mask;
        t->slot[at] = old[i];
    }
    return true;
}

uint32_t terms_add(struct terms *terms, uint32_t functor, const int64_t *argument, uint32_t arity, uint32_t most,
                   bool *fresh)
{
    uint32_t hash = hash_of(functor, argument, arity), at = slot_of(terms, hash, functor, argument, arity);
    *fresh = !terms->slot[at];
    if (!*fresh)
        return (uint32_t)terms->slot[at] - 1;
    if (terms->count >= most)
        return ANDOR_NONE;
    if (terms->count == terms->room) {
        *fresh = false; /* until it is in */
        if (!grow(terms))
            return ANDOR_NONE;
        at = slot_of(terms, hash, functor, argument, arity);
        *fresh = true;
    }
    uint32_t number = terms->count++;
    terms->functor[number] = functor;
    int64_t *own = &terms->argument[(size_t)number * terms->stride];
    for (uint32_t i = 0; i < arity; i++)
        own[i] = argument[i];
    terms->slot[at] = (uint64_t)hash << 32 | (number + 1);
    return number;
}
