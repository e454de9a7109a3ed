/* An executor without processes.
 *
 * By hand: start() puts work at one of so many places, and the test ends it when it likes, from its own thread.
 * Automatic: as many threads end the work as a function decides, after some time.
 *
 * A chunk is at its place line by line. By hand, each call is for the current line, the first without an answer. In
 * automatic mode the function is called for each line; the answers are sent in blocks, a chunk is often returned before
 * its end, and a line that fails with NASH_INTERNAL is the death of its worker, with the answers not sent yet. */
#ifndef FAKE_H
#define FAKE_H

#include <jobs/executor.h>

struct fake;

/* What a thread of the fake does with work, or with a line of a chunk as if it were work. It may report progress
 * (fake_progress), waits in fake_nap(), and decides how the work ends; the text is copied. */
struct fake_answer {
    struct work_result result; /* without result */
    char text[400];            /* the result when status is NASH_OK */
};
typedef void fake_work(struct fake *fake, struct work *work, struct fake_answer *answer);

/* places >= 1; work NULL = by hand. */
struct executor *fake_new(unsigned places, fake_work *work, struct fake **fake);

/* ---- in both modes ---- */
void fake_progress(struct fake *fake, struct work *work, const char *json);
void fake_blob(struct fake *fake, struct work *work, const char *name, const char *text);
/* Waits up to that many microseconds; returns true when the work has been cancelled. */
bool fake_nap(struct fake *fake, struct work *work, unsigned us);

/* ---- by hand ---- */
unsigned fake_busy(struct fake *fake);
/* Returns the work at place i, or NULL; and whether it has been cancelled. */
struct work *fake_at(struct fake *fake, unsigned i);
/* Returns the problem, or the current line; in a static buffer. */
const char *fake_text(struct fake *fake, unsigned i);
/* Returns the lines of the chunk without an answer, including the current one. */
unsigned fake_lines(struct fake *fake, unsigned i);
bool fake_is_cancelled(struct fake *fake, unsigned i);
void fake_end(struct fake *fake, unsigned i, const struct work_result *result);
void fake_succeed(struct fake *fake, unsigned i, const char *json, bool final);
void fake_fail(struct fake *fake, unsigned i, enum nash_status status, const char *type);
/* The current line cannot be parsed. */
void fake_refuse(struct fake *fake, unsigned i);
/* So many lines are solved, but their answers are not sent. */
void fake_lose_answers(struct fake *fake, unsigned i, unsigned lines);
/* Returns the rest of the chunk. */
void fake_return_chunk(struct fake *fake, unsigned i);
/* While closed, no place is free. Opening calls ready(). */
void fake_set_closed(struct fake *fake, bool closed);
uint64_t fake_started(struct fake *fake); /* works ever started */

#endif
