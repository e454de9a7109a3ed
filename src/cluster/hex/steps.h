/* The steps of a training whose games members play: the work of the hub itself. They run as turns of low
 * priority, one at a time, while the loop of the game calls the functions below; none of these waits. */
#ifndef CLUSTER_HEX_STEPS_H
#define CLUSTER_HEX_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/jsonw.h>
#include <nash/run.h>
#include <solvers/hex/train/form.h>
#include <solvers/hex/train/trainer.h>

struct cluster_host;
struct steps;

/* The next games that the training needs. */
struct steps_round {
    bool mentor;
    uint64_t first;
    uint32_t count;
    const uint8_t *task; /* [task_len], valid until steps_take() */
    size_t task_len;
};

enum steps_state {
    STEPS_WAIT,  /* until another training has ended, so that not too many take memory at once */
    STEPS_RUN,   /* a turn is queued or runs */
    STEPS_GAMES, /* it can go on only with the games of the last round */
    STEPS_ENDED
};

/* Makes the steps of a training for a run of the host, which is woken when the state changes or a round is there.
 * Everything but the result is freed by steps_free(). Returns NULL when out of memory. */
struct steps *steps_new(const struct hex_training *training, struct nash_run *run, struct cluster_host *host);
void steps_free(struct steps *steps);

/* Begins the training, or goes on, if it may. Returns the state. */
enum steps_state steps_continue(struct steps *steps);
/* Returns whether there is a new round, and reads it. */
bool steps_next_round(struct steps *steps, struct steps_round *round);
/* Gives the games of the last round: for each in order u32 length and its answer. Only in the state STEPS_GAMES. */
void steps_take(struct steps *steps, const struct nash_buf *answers);
/* Ends the steps soon: the state becomes STEPS_ENDED, or remains STEPS_WAIT. */
void steps_stop(struct steps *steps);

/* Writes the keys and values of the last report of the training into an object. */
void steps_write_progress(struct steps *steps, struct nash_jsonw *out);
/* Fills in the answer. NULL with *error: the training could not begin, or a checkpoint could not be made. Not while the
 * state is STEPS_RUN. */
struct hex_train_answer *steps_end(struct steps *steps, struct nash_error *error);

#endif
