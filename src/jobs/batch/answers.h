/* The answers of a chunk's lines in one block of memory: the form in which they travel from a worker to the delivery
 * thread, written once, copied as a whole, read once. The answers follow each other without alignment; each is
 *
 *     struct answer_head, then `len` bytes: the answer, without the newline that ends its last line; or, when
 *     `status` is not NASH_OK, type, pointer and detail of the error, each ended by a NUL */
#ifndef JOBS_BATCH_ANSWERS_H
#define JOBS_BATCH_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

#include <nash/buf.h>
#include <nash/status.h>

struct answer_head {
    uint32_t len;   /* bytes after the head */
    int32_t status; /* enum nash_status */
};

/* ---- writing ---- */

/* Begins an answer, whose text is then appended to out. Returns the position for answers_end(). */
size_t answers_begin(struct nash_buf *out);
/* Ends the answer that begins at `place`: fills in its head. */
void answers_end(struct nash_buf *out, size_t place);
/* Adds one answer that is an error; in its strings, what is not UTF-8 is replaced. */
void answers_add_error(struct nash_buf *out, const struct nash_error *error);

/* ---- reading ---- */

struct answer {
    enum nash_status status;
    const char *text; /* points into the block: to the answer, or to the error's strings */
    size_t len;
};

/* Takes the next answer of a valid block and advances *at. Returns false at the end. */
bool answers_next(const char **at, const char *end, struct answer *answer);
/* Reads the error of an answer whose status is not NASH_OK. */
void answer_error(const struct answer *answer, struct nash_error *error);

/* Returns true when every line of the text but the last is a remark, which begins with '#'. */
bool answer_is_one_line(const char *text, size_t len);

/* What a block from an untrusted writer must satisfy. */
struct answers_rules {
    unsigned count_max; /* number of answers */
    size_t len_max;     /* bytes of one answer */
    bool json;          /* each answer is a JSON text; otherwise UTF-8 text */
    bool lines;         /* an answer may have several lines that are no remarks */
};

/* Returns true when the block is complete, not empty and satisfies the rules. *count: number of answers; *no_mem:
 * number of those that are NASH_NOMEM errors. */
bool answers_check(const char *block, size_t len, const struct answers_rules *rules, unsigned *count, unsigned *no_mem);

#endif
