#include "events.h"

#include <stdlib.h>

#include "../../base/test.h"

static int64_t now_ns, clock_read_ns;

void sim_clock_set(int64_t ns, int64_t read_ns)
{
    now_ns = ns;
    clock_read_ns = read_ns;
}

void sim_clock_advance(int64_t at_ns)
{
    now_ns = at_ns > now_ns ? at_ns : now_ns;
}

int64_t sim_clock(void)
{
    return now_ns += clock_read_ns;
}

int64_t sim_now(void)
{
    return now_ns;
}

static bool event_is_before(const struct event *a, const struct event *b)
{
    return a->at_ns != b->at_ns ? a->at_ns < b->at_ns : a->order < b->order;
}

static void heap_swap(struct events *events, size_t i, size_t j)
{
    struct event kept = events->heap[i];
    events->heap[i] = events->heap[j];
    events->heap[j] = kept;
}

void events_push(struct events *events, struct event event)
{
    if (events->count == events->room) {
        events->room = events->room * 2 + 64;
        events->heap = realloc(events->heap, events->room * sizeof *events->heap);
        assert_non_null(events->heap);
    }
    event.order = events->order++;
    size_t i = events->count++;
    events->heap[i] = event;
    for (; i > 0 && event_is_before(&events->heap[i], &events->heap[(i - 1) / 2]); i = (i - 1) / 2)
        heap_swap(events, i, (i - 1) / 2);
}

struct event events_pop(struct events *events)
{
    struct event first = events->heap[0];
    events->heap[0] = events->heap[--events->count];
    for (size_t i = 0, least = 0;; i = least) {
        for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < events->count; child++)
            if (event_is_before(&events->heap[child], &events->heap[least]))
                least = child;
        if (least == i)
            return first;
        heap_swap(events, i, least);
    }
}

int64_t events_next(const struct events *events)
{
    return events->count > 0 ? events->heap[0].at_ns : INT64_MAX;
}
