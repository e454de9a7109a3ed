#include "terms.h"

#include <string.h>

#include <base/mix.h>

static uint64_t hash_of(uint32_t functor, const int64_t *argument, uint32_t arity)
{
    uint64_t hash = 0x9e3779b97f4a7c15 + functor;
    for (uint32_t i = 0; i < arity; i++)
        hash = mix64(hash ^ (uint64_t)argument[i], 0xd6e8feb86659fd93) + i;
    return mix64(hash, 0xa0761d6478bd642f);
}

bool terms_init(struct terms *terms, struct nash_arena *arena, uint32_t stride, uint32_t expected)
{
    *terms = (struct terms){.arena = arena, .stride = stride};
    if (!hash_index_init(&terms->index, expected, arena))
        return false;
    terms->room = terms->index.slots / 2;
    terms->functor = nash_arena_alloc_raw(arena, terms->room * sizeof *terms->functor, _Alignof(uint32_t));
    terms->argument =
        nash_arena_alloc_raw(arena, (size_t)terms->room * stride * sizeof *terms->argument, _Alignof(int64_t));
    return terms->functor && terms->argument;
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

/* Returns the number of the term, or ANDOR_NONE with the probe at its free slot. */
static inline uint32_t terms_probe(const struct terms *t, uint32_t functor, const int64_t *argument, uint32_t arity,
                                   struct hash_probe *probe)
{
    uint32_t number;
    *probe = hash_index_probe(&t->index, hash_of(functor, argument, arity));
    while ((number = hash_index_next(&t->index, probe)) != HASH_INDEX_NONE)
        if (same(t, number, functor, argument, arity))
            return number;
    return ANDOR_NONE;
}

uint32_t terms_find(const struct terms *terms, uint32_t functor, const int64_t *argument, uint32_t arity)
{
    struct hash_probe probe;
    return terms_probe(terms, functor, argument, arity, &probe);
}

/* Doubles the room. */
static bool terms_grow(struct terms *t)
{
    uint32_t room = t->room * 2;
    uint32_t *functor = nash_arena_alloc_raw(t->arena, room * sizeof *functor, _Alignof(uint32_t));
    int64_t *argument = nash_arena_alloc_raw(t->arena, (size_t)room * t->stride * sizeof *argument, _Alignof(int64_t));
    if (!functor || !argument || !hash_index_grow(&t->index, t->arena))
        return false;
    memcpy(functor, t->functor, t->count * sizeof *functor);
    memcpy(argument, t->argument, (size_t)t->count * t->stride * sizeof *argument);
    t->functor = functor;
    t->argument = argument;
    t->room = room;
    return true;
}

uint32_t terms_add(struct terms *terms, uint32_t functor, const int64_t *argument, uint32_t arity, uint32_t max,
                   bool *fresh)
{
    struct hash_probe probe;
    uint32_t number = terms_probe(terms, functor, argument, arity, &probe);
    *fresh = number == ANDOR_NONE && terms->count >= max;
    if (number != ANDOR_NONE || *fresh)
        return number;
    if (terms->count == terms->room) {
        if (!terms_grow(terms))
            return ANDOR_NONE;
        terms_probe(terms, functor, argument, arity, &probe);
    }
    number = terms->count++;
    terms->functor[number] = functor;
    int64_t *own = &terms->argument[(size_t)number * terms->stride];
    for (uint32_t i = 0; i < arity; i++)
        own[i] = argument[i];
    hash_index_insert(&terms->index, &probe, number);
    *fresh = true;
    return number;
}
