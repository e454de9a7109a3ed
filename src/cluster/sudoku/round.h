/* A round: every partition whose part is due plays the same window of ticks. See round.c. */
#ifndef CLUSTER_SUDOKU_ROUND_H
#define CLUSTER_SUDOKU_ROUND_H

#include <stdbool.h>
#include <stdint.h>

#include <cluster/sudoku/shard/protocol.h>
#include <solvers/sudoku/game/setup.h>

struct coordinator;
struct partition;

/* One partition's part of a round. */
struct round_part {
    bool due;      /* the partition takes part in the round */
    bool done;     /* its events have been received or computed */
    bool trusted;  /* its events were computed or replayed here, or come from a local shard */
    bool replayed; /* its events come from a member and were replayed here */
    unsigned by;   /* account of the member from which they come, or CREDIT_HUB */
    int64_t request_ns;
    uint32_t played;                                 /* number of ticks played */
    uint32_t count, announced_count;                 /* lengths of event and announced */
    struct game_event event[MESSAGE_EVENTS_MAX];     /* its own changes, as answered */
    struct game_event announced[MESSAGE_EVENTS_MAX]; /* its own changes, as sent to the other partitions */
};

/* The announced changes of several partitions, in the order of ticks; starts as all zero. */
struct round_merge {
    uint32_t next[SUDOKU_SHARDS_MAX]; /* index of each partition's next change */
};

/* Returns the next announced change, without those of partition `but` (UINT_MAX: without exception); NULL at the
 * end. */
const struct game_event *round_next_announced(const struct coordinator *c, struct round_merge *merge, unsigned but);

/* Writes the announced changes of all other partitions within the window into event[MESSAGE_EVENTS_MAX]. Returns their
 * number. They are not kept, because they follow from the announced changes. */
uint32_t round_foreign(const struct coordinator *c, const struct partition *partition, struct game_event *event);

/* Begins a round of n ticks: requests or computes all due parts. */
void round_begin(struct coordinator *c, uint32_t n);

enum round_state {
    ROUND_WAITS, /* for members */
    ROUND_DONE,  /* all due parts are there */
    ROUND_VOID   /* the round ends without a commit: the mirror was set back, or the run must end */
};

/* Continues the round: computes the parts of members that take too long. Sets *next_ns if the round waits: the time of
 * the next call if no message comes before. */
enum round_state round_step(struct coordinator *c, int64_t *next_ns);

/* Returns whether a round could be shared now: some member is in the front and has answered everything. */
bool round_has_members(const struct coordinator *c);

/* Notes the members whose answers are about to be committed without a replay. */
void round_note_unproved(struct coordinator *c);

/* Credits the next n ticks, which are about to be committed, to the accounts from which each part comes. */
void round_credit(struct coordinator *c, uint32_t n);

/* Handles an answer of the partition's member in its epoch, other than LEASED, PONG and REFUSED. */
void round_answered(struct coordinator *c, struct partition *partition, const struct message_head *head,
                    const uint8_t *body);
/* Called when the partition has a new lease, or when the hub plays it from now on: sends an open request again, or
 * carries it out. */
void round_leased(struct coordinator *c, struct partition *partition);

/* Sends the partition's member the changes committed since its own tick. */
void round_catch_up(struct coordinator *c, struct partition *partition);

#endif
