/* A training whose games members play, as a game of the cluster. Each round of the farm has the games of one iteration;
 * the members play those of the next one while the hub makes the steps of this one (steps.h). */
#ifndef CLUSTER_HEX_TRAINING_H
#define CLUSTER_HEX_TRAINING_H

#include <cluster/unit_farm/coordinator.h>

#include "steps.h"

struct hex_farm_training {
    struct farm_game farm; /* must be the first field */
    const struct hex_training *training;
    struct hex_train_config config; /* as that of the steps */
    struct nash_run *run;
    struct farm_job job;
    struct steps *steps;
    struct steps_round round;   /* the games that members play */
    uint32_t supplied;          /* those that the farm has as units */
    struct hex_train_game game; /* the one that is read */
    bool merging;               /* merge() adds to `answers` */
    struct nash_buf answers;    /* of the round, in order: u32 length and the bytes of each */
    uint64_t taken;             /* games of all rounds that were merged */
    bool is_over;               /* the farm ends as soon as the steps do */
};

#endif
