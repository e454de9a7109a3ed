/* Writes the answers of a batch of one kind, as NDJSON or in the kind's text form, each ended by a newline. An empty
 * line ends each text answer of a kind with records. */
#ifndef API_ANSWER_H
#define API_ANSWER_H

#include <jobs/batches.h>
#include <nash/buf.h>

struct answer_form {
    const struct nash_solver *solver;
    bool want_text;
    bool has_members; /* the problems have members, or stand beside some: a pointer into them means something */
};

/* Returns whether a text answer repeats a problem that failed (nash_solver.text_failed). */
bool answer_repeats_failed(const struct answer_form *form);

/* Appends an answer. problem: the problem that it answers, `len` bytes; only read if answer_repeats_failed(). */
void answer_write(const struct answer_form *form, const struct batch_answer *answer, const char *problem, size_t len,
                  struct nash_buf *out);

/* Appends {"index":…,"error":{…}}\n. */
void answer_write_error(struct nash_buf *out, uint64_t index, const struct nash_error *error);

#endif
