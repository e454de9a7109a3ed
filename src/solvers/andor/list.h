/* A list of numbers that grows in an arena. The blocks it leaves behind when it grows take no more room than the list
 * itself. */
#ifndef ANDOR_LIST_H
#define ANDOR_LIST_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <nash/arena.h>

struct andor_list {
    uint32_t *at;
    uint32_t count, room;
};

/* Makes room for `room` numbers in all. Returns false if the arena is full. */
static inline bool andor_list_reserve(struct andor_list *list, uint32_t room, struct nash_arena *arena)
{
    if (room <= list->room)
        return true;
    uint32_t twice = list->room ? 2 * list->room : 16;
    room = room > twice ? room : twice;
    uint32_t *moved = nash_arena_alloc_raw(arena, room * sizeof *moved, sizeof *moved);
    if (!moved)
        return false;
    if (list->count)
        memcpy(moved, list->at, list->count * sizeof *moved);
    list->at = moved;
    list->room = room;
    return true;
}

static inline bool andor_list_push(struct andor_list *list, uint32_t number, struct nash_arena *arena)
{
    if (__builtin_expect(list->count == list->room, 0) && !andor_list_reserve(list, list->count + 1, arena))
        return false;
    list->at[list->count++] = number;
    return true;
}

#endif
