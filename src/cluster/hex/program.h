/* A match of Hex whose games members play, as a game of the cluster. */
#ifndef CLUSTER_HEX_PROGRAM_H
#define CLUSTER_HEX_PROGRAM_H

#include <cluster/unit_farm/coordinator.h>
#include <solvers/hex/match/match.h>

struct hex_farm {
    struct farm_game farm; /* must be the first field */
    const struct hex_match *match;
    struct nash_run *run;
    const struct cluster_host *host;
    int64_t begin_ns;
    struct farm_job job; /* hex_match_job with the number of its work, and its time */
    struct hex_match_answer *answer;
    uint8_t task[HEX_TASK_MAX];
    unsigned supplied;    /* games that the farm has as units */
    unsigned wins[2];     /* of a and b in the games at the begin, without a gap */
    struct hex_game game; /* the one that is read or written */
};

extern const struct farm_job hex_match_job; /* of servers: program.c changes it for browsers */

/* Writes games and wins up to the first gap into a progress report; self: struct hex_farm. */
void hex_match_progress(void *self, const struct farm *farm, struct nash_jsonw *out);

#endif
