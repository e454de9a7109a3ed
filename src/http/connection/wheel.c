/* The wheel has a slot for each tick of the next 25 s. A connection is in the slot of its deadline, or in the last one;
 * when the slot is due its clock is read, and it moves on if the deadline has moved. So a connection costs something
 * when its deadline was near, not at each tick.
 *
 * A deadline that becomes earlier is the exception. conn->due is the time at which the wheel looks next. The HTTP
 * thread sets the clock and then reads `due`; the deadline thread sets `due` and then reads the clock again. So one of
 * them sees that the deadline is earlier, and the connection goes on a list that each turn empties. */
#include "wheel.h"

#include <stdlib.h>

enum { SLOTS = 512 };

struct http_wheel {
    uint64_t tick;                     /* the tick whose slot was looked at last */
    struct http_conn *slot[SLOTS];     /* lists by wheel_next */
    _Atomic(struct http_conn *) early; /* by early_next; connections to be moved, some of them closed since */
};

struct http_wheel *http_wheel_new(void)
{
    struct http_wheel *wheel = calloc(1, sizeof *wheel);
    if (wheel != NULL)
        wheel->tick = http_now_ms() / HTTP_TICK_MS;
    return wheel;
}

void http_wheel_free(struct http_wheel *wheel)
{
    free(wheel);
}

/* Returns the deadline in a clock, or UINT64_MAX for a phase without one. */
static uint64_t deadline_of(uint64_t clock)
{
    enum http_phase phase = (enum http_phase)(clock & 7);
    return phase == HTTP_PHASE_HANDLE || phase == HTTP_PHASE_CUT ? UINT64_MAX : clock >> 3;
}

void http_wheel_add(struct http_wheel *wheel, struct http_conn *conn)
{
    uint64_t tick, last = wheel->tick + SLOTS - 1, deadline = deadline_of(atomic_load(&conn->clock));
    for (;;) {
        tick = deadline / HTTP_TICK_MS;
        if (tick > last)
            tick = last;
        if (tick <= wheel->tick)
            tick = wheel->tick + 1;
        atomic_store(&conn->due, tick * HTTP_TICK_MS);
        uint64_t again = deadline_of(atomic_load(&conn->clock));
        if (again >= deadline)
            break;
        deadline = again;
    }
    conn->slot = (unsigned)(tick % SLOTS);
    conn->wheel_prev = NULL;
    conn->wheel_next = wheel->slot[conn->slot];
    if (conn->wheel_next != NULL)
        conn->wheel_next->wheel_prev = conn;
    wheel->slot[conn->slot] = conn;
}

void http_wheel_remove(struct http_wheel *wheel, struct http_conn *conn)
{
    if (conn->wheel_prev != NULL)
        conn->wheel_prev->wheel_next = conn->wheel_next;
    else
        wheel->slot[conn->slot] = conn->wheel_next;
    if (conn->wheel_next != NULL)
        conn->wheel_next->wheel_prev = conn->wheel_prev;
}

void http_wheel_earlier(struct http_wheel *wheel, struct http_conn *conn)
{
    if (atomic_exchange(&conn->early, true))
        return; /* is on the list */
    conn->early_next = atomic_load(&wheel->early);
    while (!atomic_compare_exchange_weak(&wheel->early, &conn->early_next, conn))
        ;
}

static void move_early(struct http_wheel *wheel)
{
    struct http_conn *conn = atomic_exchange(&wheel->early, NULL);
    while (conn != NULL) {
        struct http_conn *next = conn->early_next;
        atomic_store(&conn->early, false);
        if (conn->mhd != NULL) { /* NULL: closed */
            http_wheel_remove(wheel, conn);
            http_wheel_add(wheel, conn);
        }
        conn = next;
    }
}

void http_wheel_turn(struct http_wheel *wheel, uint64_t now,
                     void (*due)(struct http_conn *conn, enum http_phase phase, uint64_t clock))
{
    move_early(wheel);
    for (uint64_t end = now / HTTP_TICK_MS; wheel->tick < end;) {
        wheel->tick++;
        struct http_conn *conn = wheel->slot[wheel->tick % SLOTS];
        wheel->slot[wheel->tick % SLOTS] = NULL;
        while (conn != NULL) {
            struct http_conn *next = conn->wheel_next;
            uint64_t clock = atomic_load(&conn->clock);
            if (deadline_of(clock) <= now)
                due(conn, (enum http_phase)(clock & 7), clock);
            http_wheel_add(wheel, conn);
            conn = next;
        }
    }
}
