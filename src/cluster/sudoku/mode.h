/* A mode defines how the partitions play together. Each mode has a file, mode_*.c. */
#ifndef CLUSTER_SUDOKU_MODE_H
#define CLUSTER_SUDOKU_MODE_H

#include <stdbool.h>
#include <stdint.h>

struct coordinator;

enum { MODE_OVER = -1, MODE_PROVE = -2 };

struct mode {
    /* true: a round waits for a member that still has an earlier round to answer. false: the hub plays its part at
     * once.
     */
    bool patient;
    /* Begins one run of the game. */
    void (*begin)(struct coordinator *c);
    /* Continues the run after the inbox was read: computes for some milliseconds at most, and never waits. Returns the
     * time of the next call if no message comes before; 0: at once, after the inbox was read again; MODE_OVER: the run
     * is solved, out of updates, or stopped; MODE_PROVE: the rounds so far are to be replayed before it goes on. */
    int64_t (*step)(struct coordinator *c);
};

extern const struct mode mode_exact, mode_token;

#endif
