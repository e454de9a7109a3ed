/* The problems of a batch that have no answer yet, oldest first: an answer may have to repeat a problem that failed
 * (nash_solver.text_failed). The caller has a lock. */
#ifndef API_PENDING_H
#define API_PENDING_H

#include <nash/buf.h>

struct pending {
    struct nash_buf text; /* the problems, each ended by a newline */
    size_t taken;         /* bytes of text that pending_take() has returned */
};

#define PENDING_INIT ((struct pending){.text = NASH_BUF_INIT(0)})

void pending_release(struct pending *pending);
/* Adds a problem, which contains no newline. Without memory it and all later problems are empty. */
void pending_add(struct pending *pending, const char *problem, size_t len);
/* Removes the problem of this length that was added last. */
void pending_remove_last(struct pending *pending, size_t len);
/* Removes and returns the oldest problem, valid until the next call. */
const char *pending_take(struct pending *pending, size_t *len);

#endif
