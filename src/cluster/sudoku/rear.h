/* The rear: members that confirm ticks which the hub has committed already. See rear.c. */
#ifndef CLUSTER_SUDOKU_REAR_H
#define CLUSTER_SUDOKU_REAR_H

#include <stdbool.h>
#include <stdint.h>

#include <cluster/sudoku/pace/pace.h>

struct coordinator;
struct partition;

enum { REAR_WINDOWS = 32 };

/* A run of committed ticks. */
struct rear_window {
    uint64_t tick; /* its first */
    uint32_t n;
    bool counted;    /* `ticks` is computed */
    uint32_t *ticks; /* [partitions] how many of its ticks belong to each partition */
};

struct rear {
    struct rear_window window[REAR_WINDOWS]; /* ring of the last ones */
    uint64_t count;                          /* windows ever cut */
    uint64_t tick;                           /* first tick of the next window */
    uint32_t events;                         /* changes since that tick */
    bool stale;                              /* `tick` and `events` do not hold: the mirror was set back */
    int64_t cut_ns;
    uint64_t salt; /* of the hashes, so that no member can construct a list of the same hash */
    uint64_t sent; /* most windows sent to one partition */
};

/* A window that a member is confirming. */
struct rear_open {
    uint64_t window; /* its number, counted from the first one cut */
    uint64_t tick;
    uint32_t n, events; /* its ticks; the member's own changes in it */
    uint64_t hash;      /* of these changes */
    int64_t sent_ns;
};

bool rear_new(struct coordinator *c); /* false: out of memory */

/* The mirror was set to another state, or a run begins: drops the windows. */
void rear_restart(struct coordinator *c);

/* Cuts the windows that are due and sends them to the members in the rear. Called after ticks were committed. */
void rear_advance(struct coordinator *c);

/* The partition has a new lease: nothing is in flight. */
void rear_leased(struct coordinator *c, struct partition *partition);

/* Handles body[len] of an EVENTS message that answers no round. */
void rear_answered(struct coordinator *c, struct partition *partition, const uint8_t *body, uint32_t len);

#endif
