/* The answers of a pack's lines in one piece of memory: how they travel from worker to teller, written once, copied
 * whole, read once. One after the other, without alignment:
 *
 *     struct answer_head, then `len` bytes: the answer, without the end of its (last) line; or, when
 *     `status` is not NASH_OK, type, pointer and detail of the error, each ended by a NUL */
#ifndef JOBS_ANSWERS_H
#define JOBS_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

#include <nash/buf.h>
#include <nash/status.h>

struct answer_head {
    uint32_t len;
    int32_t status; /* enum nash_status */
};

/* The longest error there can be. */
enum { ANSWER_ERROR_MOST = sizeof(struct nash_error) };

/* ---- writing ---- */

/* Begins an answer, which is then appended to out, and ended. Returns the place to end it with. */
size_t answers_begin(struct nash_buf *out);
void answers_end(struct nash_buf *out, size_t place);
/* One answer that is an error; its strings are made UTF-8. */
void answers_add_error(struct nash_buf *out, const struct nash_error *error);

/* ---- reading ---- */

struct answer {
    enum nash_status status;
    const char *text; /* of the answer or the error's strings, within the piece */
    size_t len;
};

/* The next of a piece that is whole; *at moves on. False at its end. */
bool answers_next(const char **at, const char *end, struct answer *answer);
void answer_error(const struct answer *answer, struct nash_error *error);

/* What a piece from an untrusted writer has to keep to. */
struct answers_rules {
    unsigned count_most;
    size_t len_most; /* of one answer */
    bool json;       /* each answer is a JSON text; else any UTF-8 text of one line, */
    bool lines;      /* or of several */
};

/* True when the piece is whole, is not empty and keeps to the rules. Counts the answers, and among them those that ran
 * out of memory. */
bool answers_check(const char *piece, size_t len, const struct answers_rules *rules, unsigned *count, unsigned *no_mem);

#endif
