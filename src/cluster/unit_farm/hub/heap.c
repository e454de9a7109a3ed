#include "heap.h"

#include <stdlib.h>

#include "tree.h"

enum { HEAP_FIRST = 64 };

static void heap_set(struct heap *heap, uint32_t at, struct node *node)
{
    heap->at[at] = node;
    node->heap_at = at;
}

/* Moves the unit from `at` towards the top as far as necessary. */
static void heap_rise(struct heap *heap, uint32_t at)
{
    struct node *node = heap->at[at];
    for (; at > 0 && tree_before(node, heap->at[(at - 1) / 2]); at = (at - 1) / 2)
        heap_set(heap, at, heap->at[(at - 1) / 2]);
    heap_set(heap, at, node);
}

static void heap_sink(struct heap *heap, uint32_t at)
{
    struct node *node = heap->at[at];
    for (uint32_t child; (child = 2 * at + 1) < heap->count; at = child) {
        if (child + 1 < heap->count && tree_before(heap->at[child + 1], heap->at[child]))
            child++;
        if (!tree_before(heap->at[child], node))
            break;
        heap_set(heap, at, heap->at[child]);
    }
    heap_set(heap, at, node);
}

bool heap_add(struct heap *heap, struct node *node)
{
    if (heap->count == heap->room) {
        uint32_t room = heap->room > 0 ? heap->room * 2 : HEAP_FIRST;
        struct node **at = realloc(heap->at, room * sizeof *at);
        if (at == NULL)
            return false;
        heap->at = at;
        heap->room = room;
    }
    node->heap = heap;
    heap->at[heap->count] = node;
    heap_rise(heap, heap->count++);
    return true;
}

void heap_remove(struct node *node)
{
    struct heap *heap = node->heap;
    if (heap == NULL)
        return;
    uint32_t at = node->heap_at;
    struct node *last = heap->at[--heap->count];
    node->heap = NULL;
    if (last == node)
        return;
    heap_set(heap, at, last);
    heap_rise(heap, at);
    heap_sink(heap, last->heap_at);
}
