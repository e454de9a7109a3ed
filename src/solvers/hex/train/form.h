/* The form "train" of the kind: a request with the member "train". Its problem is a configuration and, perhaps, a
 * checkpoint to go on from; its answer is the curve. The networks leave by nash_run.emit, as the checkpoints "latest"
 * and "best". */
#ifndef HEX_TRAIN_FORM_H
#define HEX_TRAIN_FORM_H

#include <nash/hash.h>
#include <solvers/hex/members.h>
#include <solvers/hex/problem.h>

#include "trainer.h"

enum {
    HEX_TRAIN_SAVE_S = 60,           /* a checkpoint is emitted after so long at the latest */
    HEX_TRAIN_REPORT_MS = 1000,      /* shortest time between two reports of progress */
    HEX_TRAIN_SIZE_MIN = 2,          /* rows of a board */
    HEX_TRAIN_SECONDS_MAX = 31622400 /* a year */
};

struct hex_training {
    struct hex_train_config config;    /* its seed is that of the checkpoint */
    const struct hex_checkpoint *from; /* NULL: from nothing */
    struct nash_hash from_hash;        /* of the checkpoint's bytes */
    size_t from_len;
    struct hex_members members; /* play the games; none: a worker trains alone */
};

/* A checkpoint that was emitted. */
struct hex_train_file {
    uint64_t step;
    size_t len;                     /* 0: none was emitted */
    struct nash_hash hash, weights; /* of all bytes, and of the part "weights" */
};

struct hex_train_answer {
    struct nash_arena *arena;       /* of the run; verify.c allocates in it */
    struct hex_train_config config; /* its seed is that of the run, if it has one, else that of the checkpoint */
    struct hex_trainer *trainer;
    bool finished; /* all steps, or the seconds, are done */
    bool diverged; /* a gradient was not finite, which ended it */
    bool stopped;  /* a budget of the job, or a cancel, ended it */
    struct hex_train_file latest, best;
    uint64_t memory;                       /* bytes of the trainer */
    uint64_t solve_us;                     /* of this run */
    uint64_t farm_units;                   /* games that members played in this run */
    const struct hex_members_report *farm; /* NULL: members did not play */
};

extern const struct form hex_form_train;

extern const char *const hex_recipe_names[],
    *const hex_mentor_names[], *const hex_optimizer_names[],
                                   *const hex_phase_names[]; /* in the order of their enums, ended by NULL */

/* ---- train/read.c ---- */

void hex_train_read(struct reader *r, void **problem);
/* Reads a request without "from", and a checkpoint that stands beside it; from NULL: none. Returns NULL after reporting
 * an error, of the checkpoint in *error alone. */
struct hex_training *hex_train_read_beside(struct reader *r, const uint8_t *from, size_t from_len,
                                           struct nash_error *error);
/* Returns the bytes that a training takes, with the checkpoint it goes on from; UINT64_MAX: more than 64 bits hold. */
uint64_t hex_train_bytes(const struct hex_train_config *config, size_t from_len);

/* ---- train/read_config.c ---- */

/* Reads the member "train" over the configuration of a checkpoint (a member that is absent keeps its value there), or
 * over the defaults of its recipe; from: NULL, or the checkpoint. Checks all but the memory. */
void hex_train_read_config(struct reader *r, const struct hex_checkpoint *from, struct hex_train_config *config);

/* ---- train/write_config.c ---- */

/* Writes the configuration as the member "train" of the request that gives it. */
void hex_train_write_config(const struct hex_train_config *config, struct nash_jsonw *out);
/* Writes the object of a checkpoint's header: "train", "step", "games", "positions", "best_step", "cpu_s", "curve". */
void hex_train_write_header(const struct hex_train_config *config, const struct hex_train_progress *progress,
                            struct nash_jsonw *out);

/* ---- train/write.c ---- */

/* Writes the keys and values of a report: at most 60 kB. */
void hex_train_write_progress(const struct hex_train_config *config, const struct hex_train_progress *progress,
                              uint64_t memory, struct nash_jsonw *out);
/* Returns the point of the curve at a step, or NULL. */
const struct hex_train_point *hex_train_point_at(const struct hex_train_progress *progress, uint64_t step);
void hex_train_describe(const void *problem, struct nash_buf *out);
void hex_train_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);

/* ---- train/course.c, train/solve.c, train/verify.c ---- */

/* Writes a checkpoint into out, in the place of what is there, reads it again in the arena, and sets *file but its
 * step. Returns false with *error. */
bool hex_train_save(const struct hex_trainer *trainer, bool best, struct nash_arena *arena, struct nash_buf *out,
                    struct hex_train_file *file, struct nash_error *error);
enum nash_status hex_train_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                                 struct nash_error *error);
enum nash_status hex_train_verify(const void *problem, const struct nash_result *result, struct nash_error *error);

#endif
