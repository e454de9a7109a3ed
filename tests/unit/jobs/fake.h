/* An executor without processes.
 *
 * By hand: start() puts an execution on a bench of so many places, and the test ends it when it likes, from its own
 * thread. By itself: as many threads end what is on the bench as a function says, after some time.
 *
 * A pack sits at its place line by line: by hand each call is for the line at hand, the first without an answer. By
 * itself, the function is asked for each line; the answers leave in pieces, a pack is often handed back before its end,
 * and a line that fails with NASH_INTERNAL is the death of its worker, with the answers that have not left. */
#ifndef FAKE_H
#define FAKE_H

#include <jobs/executor.h>

struct fake;

/* What a thread of the fake does with an execution, or a line of a pack as if it were one. It may tell progress
 * (fake_progress), waits in fake_nap(), and says how it ended; result_text is copied. */
struct fake_answer {
    struct execution_outcome outcome; /* without result */
    char text[400];                   /* the result when status is NASH_OK */
};
typedef void fake_work(struct fake *fake, struct execution *execution, struct fake_answer *answer);

/* places >= 1; work NULL = by hand. */
struct executor *fake_new(unsigned places, fake_work *work, struct fake **fake);

/* ---- from work, or by hand ---- */
void fake_progress(struct fake *fake, struct execution *execution, const char *json);
void fake_blob(struct fake *fake, struct execution *execution, const char *name, const char *text);
/* Up to that many microseconds; true when the execution has been cancelled. */
bool fake_nap(struct fake *fake, struct execution *execution, unsigned us);

/* ---- by hand ---- */
unsigned fake_busy(struct fake *fake);
/* What sits at place i, or NULL; and whether somebody wants it to stop. */
struct execution *fake_at(struct fake *fake, unsigned i);
/* The problem, or the line at hand; in a static buffer. */
const char *fake_text(struct fake *fake, unsigned i);
/* Lines of the pack without an answer, the one at hand among them. */
unsigned fake_lines(struct fake *fake, unsigned i);
bool fake_is_cancelled(struct fake *fake, unsigned i);
void fake_end(struct fake *fake, unsigned i, const struct execution_outcome *outcome);
void fake_succeed(struct fake *fake, unsigned i, const char *json, bool final);
void fake_fail(struct fake *fake, unsigned i, enum nash_status status, const char *type);
/* The line at hand cannot be read. */
void fake_refuse(struct fake *fake, unsigned i);
/* So many lines are solved, but their answers have not left. */
void fake_swallow(struct fake *fake, unsigned i, unsigned lines);
/* The rest of the pack is wanted back. */
void fake_hand_back(struct fake *fake, unsigned i);
/* No place is free whatever the bench says, until it is taken back (which tells ready). */
void fake_close_bench(struct fake *fake, bool closed);
uint64_t fake_started(struct fake *fake); /* executions ever */

#endif
