/* The course of a training in a job: pieces of work, with reports and checkpoints between them. A worker runs it from
 * begin to end (solve.c); a game of the cluster has its pieces carried out one by one, while members play. */
#ifndef HEX_TRAIN_COURSE_H
#define HEX_TRAIN_COURSE_H

#include "form.h"

struct hex_course;

/* Makes the trainer, from the checkpoint of an earlier run of the job (run->resume), that of the request, or nothing.
 * All is in run->arena. NULL with *error. */
struct hex_course *hex_course_begin(const struct hex_training *training, struct nash_run *run,
                                    struct nash_error *error);
struct hex_trainer *hex_course_trainer(struct hex_course *course);
/* Does a piece of work, and what follows it: counts time, emits checkpoints by run->emit, reports by run->progress.
 * Returns what hex_trainer_work() returned; HEX_TRAIN_FAILED with *error if a checkpoint could not be made. */
enum hex_train_event hex_course_work(struct hex_course *course, struct nash_error *error);
/* Writes the keys and values of a report. */
void hex_course_write_progress(const struct hex_course *course, struct nash_jsonw *out);
/* Fills in the answer after the last piece, `event`. The course's buffers are freed. */
struct hex_train_answer *hex_course_end(struct hex_course *course, enum hex_train_event event);

#endif
