/* How the partitions play together: each mode is a file. */
#ifndef CLUSTER_SUDOKU_MODE_H
#define CLUSTER_SUDOKU_MODE_H

#include <stdbool.h>
#include <stdint.h>

#include <cluster/sudoku/shard/protocol.h>

struct coordinator;
struct partition;

struct mode {
    /* A round waits for a member that has yet to answer an earlier round; else the hub plays its part at once. */
    bool patient;
    /* Plays one run of the game, or all replicas: until solved, out of updates, or stopped. */
    void (*play)(struct coordinator *c);
    /* Handles an answer of the partition's member in its epoch, other than LEASED, PONG and REFUSED. */
    void (*answered)(struct coordinator *c, struct partition *partition, const struct message_head *head,
                     const uint8_t *body);
    /* The partition has another member, or its member a new lease: an open request must be sent again. */
    void (*leased)(struct coordinator *c, struct partition *partition);
};

extern const struct mode mode_exact, mode_token, mode_replicas;

#endif
