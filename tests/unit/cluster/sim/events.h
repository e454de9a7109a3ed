/* The virtual clock, and the events of a simulation: a heap ordered by time. */
#ifndef TEST_CLUSTER_SIM_EVENTS_H
#define TEST_CLUSTER_SIM_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes;
struct node;

/* Sets the clock. Each call of sim_clock() takes read_ns, so that computations take time. */
void sim_clock_set(int64_t ns, int64_t read_ns);
/* Advances the clock to at_ns, unless it is later already. */
void sim_clock_advance(int64_t at_ns);
/* Returns the time in ns: as a function of struct cluster_options; and without taking time. */
int64_t sim_clock(void);
int64_t sim_now(void);

enum event_type { TO_MEMBER, TO_HUB, JOIN };

struct event {
    int64_t at_ns;
    uint64_t order; /* of events at the same time; set by events_push() */
    enum event_type type;
    struct node *node;     /* JOIN: NULL; else with a reference to its member */
    struct bytes *message; /* a reference; JOIN: NULL */
    bool is_false;         /* TO_HUB: a falsified answer */
    unsigned number;       /* JOIN: of the member in the settings */
    bool again;            /* JOIN: it was there before */
};

struct events {
    struct event *heap;
    size_t count, room;
    uint64_t order;
};

void events_push(struct events *events, struct event event);
/* Removes and returns the first event; there must be one. */
struct event events_pop(struct events *events);
/* Returns the time of the first event; INT64_MAX: there is none. */
int64_t events_next(const struct events *events);

#endif
