/* Arrays that grow in an arena, and a list of numbers. The blocks that an array leaves behind when it grows take no
 * more room than the array itself. */
#ifndef ANDOR_LIST_H
#define ANDOR_LIST_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <nash/arena.h>

/* Returns a copy of an array of `count` items with room for `need` items or more, at least twice its *room, which is
 * raised. Returns NULL if the arena is full; *room is unchanged then. */
static inline void *andor_grow(const void *at, uint32_t count, size_t size, uint32_t need, uint32_t *room,
                               struct nash_arena *arena)
{
    uint32_t twice = *room ? 2 * *room : 16, more = need > twice ? need : twice;
    void *moved = nash_arena_alloc_raw(arena, more * size, _Alignof(max_align_t));
    if (!moved)
        return NULL;
    if (count)
        memcpy(moved, at, count * size);
    *room = more;
    return moved;
}

struct andor_list {
    uint32_t *at;
    uint32_t count, room;
};

/* Makes room for `room` numbers in all. Returns false if the arena is full. */
static inline bool andor_list_reserve(struct andor_list *list, uint32_t room, struct nash_arena *arena)
{
    if (room <= list->room)
        return true;
    uint32_t *moved = andor_grow(list->at, list->count, sizeof *moved, room, &list->room, arena);
    if (moved)
        list->at = moved;
    return moved;
}

static inline bool andor_list_push(struct andor_list *list, uint32_t number, struct nash_arena *arena)
{
    if (__builtin_expect(list->count == list->room, 0) && !andor_list_reserve(list, list->count + 1, arena))
        return false;
    list->at[list->count++] = number;
    return true;
}

#endif
