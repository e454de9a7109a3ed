/* The course of a training in a job: pieces of work, with reports and checkpoints between them. A worker runs it from
 * begin to end (solve.c); a game of the cluster has its pieces carried out one by one, while members play. Time decides
 * only when the training ends and when a checkpoint is written; it changes no bit of what is learnt. */
#ifndef HEX_TRAIN_COURSE_H
#define HEX_TRAIN_COURSE_H

#include "form.h"

struct hex_course;

/* Makes the trainer, from the checkpoint of an earlier run of the job (run->resume), that of the request, or nothing.
 * The training, the run and its arena, which has all but a buffer, outlive the course. Returns NULL with *error;
 * nothing needs to be ended then. */
struct hex_course *hex_course_begin(const struct hex_training *training, struct nash_run *run,
                                    struct nash_error *error);
struct hex_trainer *hex_course_trainer(struct hex_course *course);
/* Does a piece of work, and what follows it: counts the processor time of this thread, emits checkpoints by run->emit,
 * reports by run->progress, which may be NULL. Returns what hex_trainer_work() returned; HEX_TRAIN_FAILED and
 * *error, which was zeroed, if a checkpoint could not be made; without *error if the training diverged. Calls need not
 * come from one thread. */
enum hex_train_event hex_course_work(struct hex_course *course, struct nash_error *error);
/* Returns whether nothing follows the piece that ended so. */
static inline bool hex_course_ends(enum hex_train_event event)
{
    return event == HEX_TRAIN_DONE || event == HEX_TRAIN_STOPPED || event == HEX_TRAIN_FAILED;
}
/* Writes the keys and values of a report, at most 60 kB. Not while hex_course_work() runs. */
void hex_course_write_progress(const struct hex_course *course, struct nash_jsonw *out);
/* Fills in the answer after the last piece, which ended as `event`, and frees the buffer. */
struct hex_train_answer *hex_course_end(struct hex_course *course, enum hex_train_event event);

#endif
