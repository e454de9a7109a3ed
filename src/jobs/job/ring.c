#include <stdlib.h>

#include <base/bytes.h>

#include "events.h"

struct event *ring_at(struct event_ring *ring, unsigned i)
{
    struct event *events = ring->far != NULL ? ring->far : ring->near;
    return &events[(ring->first + i) % ring->room];
}

static void ring_drop_first(struct event_ring *ring)
{
    struct event *event = ring_at(ring, 0);
    if (event->charged) {
        ring->bytes -= event->progress->len;
        budget_give(ring->budget, event->progress->len);
    }
    bytes_unref(event->progress);
    ring->first = (ring->first + 1) % ring->room;
    ring->first_id++;
    ring->count--;
}

void ring_release(struct event_ring *ring)
{
    while (ring->count > 0)
        ring_drop_first(ring);
    free(ring->far);
    ring->far = NULL;
}

/* Makes room for one more event: doubles the ring up to EVENTS_MAX, else drops the oldest event. */
static void ring_reserve(struct event_ring *ring)
{
    if (ring->room == 0)
        ring->room = EVENTS_INLINE;
    if (ring->count < ring->room)
        return;
    unsigned room = ring->room * 2;
    struct event *far = room <= EVENTS_MAX ? malloc(room * sizeof *far) : NULL;
    if (far == NULL) {
        ring_drop_first(ring);
        return;
    }
    for (unsigned i = 0; i < ring->count; i++)
        far[i] = *ring_at(ring, i);
    free(ring->far);
    ring->far = far;
    ring->room = room;
    ring->first = 0;
}

/* Charges the newest event to the budget; drops the others while it is used up. */
static void ring_charge(struct event_ring *ring)
{
    size_t len = ring_at(ring, ring->count - 1)->progress->len;
    bool charged = budget_take(ring->budget, len);
    while (!charged && ring->count > 1) {
        ring_drop_first(ring);
        charged = budget_take(ring->budget, len);
    }
    ring_at(ring, ring->count - 1)->charged = charged;
    if (charged)
        ring->bytes += len;
}

void ring_add(struct event_ring *ring, int64_t id, struct event event)
{
    ring_reserve(ring);
    if (ring->count == 0)
        ring->first_id = id;
    *ring_at(ring, ring->count++) = event;
    if (event.progress != NULL)
        ring_charge(ring);
    while (ring->bytes > EVENTS_BYTES && ring->count > 1)
        ring_drop_first(ring);
}
