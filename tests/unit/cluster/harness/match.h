/* Games for tests: a board as a request, played by shards or by one process, and the result. */
#ifndef TEST_CLUSTER_MATCH_H
#define TEST_CLUSTER_MATCH_H

#include <stdbool.h>
#include <stdint.h>

#include <cluster/cluster.h>
#include <nash/buf.h>
#include <nash/rng.h>

struct match {
    char *request; /* JSON */
    uint64_t seed; /* job.seed */
    uint32_t timeout_ms;
};

/* Makes a board that has a solution, with `fixed` percent of its cells given. box_rows, box_cols: size of a box;
 * options: more members of the request, each with a comma before it. match_release() frees the match. */
void match_make(struct match *match, struct nash_rng *rng, uint32_t box_rows, uint32_t box_cols, uint32_t fixed,
                const char *options);
void match_release(struct match *match);

struct match_end {
    int status;
    char type[48], detail[512];
    bool final;
    char verdict[32], trajectory[17];
    uint64_t ticks, updates, exchanges, messages, bytes;
    uint64_t shared, led, waits;   /* of "pace" */
    uint64_t used, verified;       /* of "credit", without the hub's */
    unsigned members, late, wrong; /* of "credit" */
    unsigned shards, faults, hedged, leases, replayed;
    char quarantined[1024]; /* quarantined members and reasons, "name: why; …" */
    char *json;             /* the result; free() frees it */
};

/* Plays a game and fills *end. cluster: NULL plays in this process without shards; cancel: may be NULL. */
void match_play(const struct match *match, struct cluster *cluster, const _Atomic int *cancel, struct match_end *end);

/* Fills *end with the result of a game, as nash_solve_end() wrote it, and frees the buffer. */
void match_end_fill(struct match_end *end, enum nash_status status, bool final, struct nash_buf *out,
                    const struct nash_error *error);

#endif
