/* An executor without processes.
 *
 * In manual mode, start() puts work at a free place, and the test ends it by a call, from its own thread. In automatic
 * mode, one thread for each place calls a function of the test, which decides how and when the work ends.
 *
 * A chunk is solved line by line. In manual mode, each call is for the current line, the first without an answer. In
 * automatic mode, the function is called for each line; the answers are sent in blocks; a chunk is often returned
 * before its end; and a line that fails with NASH_INTERNAL stands for the death of a worker, which loses the answers
 * that are not sent yet. */
#ifndef FAKE_H
#define FAKE_H

#include <jobs/executor/executor.h>

struct fake;

/* How work ends in automatic mode. */
struct fake_answer {
    struct work_result result; /* its member `result` is not used */
    char text[400];            /* the result as JSON, if the status is NASH_OK; it is copied */
};
/* The test's function for automatic mode: fills *answer for work, or for a line of a chunk as if it were work. It may
 * report progress with fake_progress() and must wait only in fake_nap(). */
typedef void fake_work(struct fake *fake, struct work *work, struct fake_answer *answer);

/* Makes an executor with places >= 1. work: the function for automatic mode; NULL = manual mode. */
struct executor *fake_new(unsigned places, fake_work *work, struct fake **fake);

/* ---- in both modes ---- */
void fake_progress(struct fake *fake, struct work *work, const char *json);
void fake_blob(struct fake *fake, struct work *work, const char *name, const char *text);
/* Returns a reference to the blob that an earlier run of the work has stored, or NULL. */
struct bytes *fake_stored(struct fake *fake, struct work *work, const char *name);
/* Reads a problem that is not in memory, as an executor does. */
ssize_t fake_problem(struct fake *fake, struct work *work, uint64_t from, void *out, size_t room);
/* Waits up to `us` microseconds; returns true as soon as the work is cancelled. */
bool fake_nap(struct fake *fake, struct work *work, unsigned us);

/* ---- manual mode ---- */
unsigned fake_busy(struct fake *fake);
/* Returns the work at place i, or NULL. */
struct work *fake_at(struct fake *fake, unsigned i);
/* Returns the problem, or the current line of a chunk, in a static buffer. */
const char *fake_text(struct fake *fake, unsigned i);
/* Returns the number of lines of the chunk without an answer, including the current one. */
unsigned fake_lines(struct fake *fake, unsigned i);
bool fake_is_cancelled(struct fake *fake, unsigned i);
/* Reports that the problem at place i, a WORK_READING, was read. */
void fake_read(struct fake *fake, unsigned i, const struct work_reading *reading);
void fake_end(struct fake *fake, unsigned i, const struct work_result *result);
void fake_succeed(struct fake *fake, unsigned i, const char *json, bool final);
void fake_fail(struct fake *fake, unsigned i, enum nash_status status, const char *type);
/* Ends the work, or the chunk at its current line, as if its worker had been killed from outside. */
void fake_kill(struct fake *fake, unsigned i);
/* The same, as if it had crashed. */
void fake_crash(struct fake *fake, unsigned i);
/* Answers that the current line cannot be parsed. */
void fake_refuse(struct fake *fake, unsigned i);
/* Skips `lines` lines, as if their answers were lost. */
void fake_lose_answers(struct fake *fake, unsigned i, unsigned lines);
/* Ends the chunk; the jobs core starts its remaining lines again. */
void fake_return_chunk(struct fake *fake, unsigned i);
/* While closed, no place is free. Opening calls ready(). */
void fake_set_closed(struct fake *fake, bool closed);
uint64_t fake_started(struct fake *fake); /* number of calls of start() */

#endif
