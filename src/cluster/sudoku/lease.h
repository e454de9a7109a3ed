/* Partitions, and the leases by which members play them. See lease.c. */
#ifndef CLUSTER_SUDOKU_LEASE_H
#define CLUSTER_SUDOKU_LEASE_H

#include <stdbool.h>
#include <stdint.h>

#include <cluster/registry.h>
#include <cluster/sudoku/pace/trips.h>
#include <solvers/sudoku/game/setup.h>

#include "rear.h"

struct coordinator;
struct round_part;

enum { PARTITIONS_MAX = SUDOKU_SHARDS_MAX };

/* The rows [row, row_end) of the board, and the member that plays them. */
struct partition {
    unsigned index, row, row_end;
    const char *requested_member; /* "local", "phone" or a URL */
    struct member *member;        /* NULL: the hub plays the partition */
    uint32_t epoch;               /* epoch of the member's lease */
    uint64_t tick;                /* tick of the member's shard after all messages that were sent to it */
    bool asked;                   /* it was asked for the ticks from `tick` on, so that an answer may come */
    int64_t request_ns;           /* since when an answer is due: last request or last answer; 0 = none is due */
    int64_t lease_ns;             /* time at which the lease was sent; 0: it was answered */
    int64_t received_ns, ping_ns; /* times of the last message from the member and of the last PING to it */
    unsigned answers_due;         /* requests without an answer */
    unsigned refusals;            /* REFUSED messages of this member */
    struct trips trips;           /* round-trip times of this member */
    unsigned credit;              /* the member's account; CREDIT_HUB: the hub's */

    /* A ROUND that has no answer yet. */
    bool round_open;
    uint64_t round_tick; /* committed tick when it was sent */
    int64_t round_ns;    /* time at which it was sent */
    uint32_t round_n;    /* its ticks */

    /* Windows that the member is confirming, oldest first. */
    struct rear_open open[PACE_OPEN_MAX];
    unsigned opens;
    uint64_t rear_next, rear_sent; /* number of the next window for it; windows sent to this partition */

    struct round_part *part; /* its part of the present round */
    struct sudoku_shard_report report;
    int64_t seconds_ns; /* time spent in rounds, for the rate in the report */
};

/* Give a lease of a new epoch, with the committed state, to all members, or to the member of one partition. */
void lease_renew_all(struct coordinator *c);
void lease_renew(struct coordinator *c, struct partition *partition);

/* Find a member for one partition, or for all partitions that have none. */
void lease_find(struct coordinator *c, struct partition *partition);
void lease_fill_all(struct coordinator *c);

/* Gives a partition to a member that has joined for this game; gives the member back if no partition waits for one. */
void lease_accept_member(struct coordinator *c, struct member *member);

/* Ends the lease and gives the member back. Finds another member if `replace`. `state` is a string constant for the
 * report. */
void lease_end(struct coordinator *c, struct partition *partition, const char *state, enum registry_reason reason,
               bool replace);

/* Sends heartbeats, and ends the leases of members that are silent. */
void lease_check_all(struct coordinator *c, int64_t now_ns);

/* Requests as many members from the registry as there are partitions that wait for a phone. */
void lease_request_phones(struct coordinator *c);

/* Ends all leases, at the end of the game. */
void lease_release(struct coordinator *c);

/* Counts a failure of the partition's member. */
void lease_fault(struct coordinator *c, struct partition *partition);

/* Sends a copy of message[len] to the partition's member. */
void lease_send(struct partition *partition, const uint8_t *message, size_t len, bool expects_answer);

#endif
