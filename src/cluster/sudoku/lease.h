/* Partitions, and the leases by which members play them. See lease.c. */
#ifndef CLUSTER_SUDOKU_LEASE_H
#define CLUSTER_SUDOKU_LEASE_H

#include <stdbool.h>
#include <stdint.h>

#include <cluster/registry.h>
#include <solvers/sudoku/game/setup.h>

#include "trips.h"

struct coordinator;
struct round_part;

enum { PARTITIONS_MAX = SUDOKU_SHARDS_MAX };

/* Rows of the board, or in the mode of replicas all of it, and the member that plays them. */
struct partition {
    unsigned index, row, row_end;
    const char *requested_member; /* "local", "phone" or a URL */
    struct member *member;        /* NULL: the hub plays the partition */
    uint32_t epoch;               /* of its lease */
    uint64_t tick;                /* of the shard, once it has read all that was sent */
    int64_t request_ns;           /* of the oldest request without an answer; 0 = none is open */
    int64_t received_ns, ping_ns; /* the last message, the last PING */
    unsigned answers_due;
    unsigned refusals;
    struct trips trips;

    /* A ROUND or SEARCH that has no answer yet. */
    bool round_open;
    uint64_t round_tick; /* which it was sent at */
    int64_t round_ns;    /* when */

    struct round_part *part; /* of token and exact */
    struct {
        uint64_t seed, moves, changes;
        uint32_t run;    /* from 0 */
        uint32_t slice;  /* moves of the next request */
        uint32_t asked;  /* moves of the open request */
        uint32_t fewest; /* conflicts */
        bool begun;
        bool over; /* no run is left */
    } search;      /* of replicas */
    struct sudoku_shard_report report;
    int64_t seconds_ns; /* spent in rounds, for the rate in the report */
};

/* Gives every partition that has a member a new epoch, and its member the committed state. */
void lease_renew_all(struct coordinator *c);
void lease_renew(struct coordinator *c, struct partition *partition);

/* Finds a member for one partition, or for all that have none. */
void lease_find(struct coordinator *c, struct partition *partition);
void lease_fill_all(struct coordinator *c);

/* Gives a member that has joined, which the game waited for, a partition; or gives it back. */
void lease_accept_member(struct coordinator *c, struct member *member);

/* Ends the lease and gives the member back; finds another if `replace`. */
void lease_end(struct coordinator *c, struct partition *partition, const char *state, enum registry_reason reason,
               bool replace);

/* Sends heartbeats, and ends the leases of members that are silent. */
void lease_check_all(struct coordinator *c, int64_t now_ns);

/* Asks the registry for as many phones as are missing. */
void lease_request_phones(struct coordinator *c);

/* Ends all leases, at the end of the game. */
void lease_release(struct coordinator *c);

/* Sends message[len] to the partition's member. */
void lease_send(struct partition *partition, const uint8_t *message, size_t len, bool expects_answer);

#endif
