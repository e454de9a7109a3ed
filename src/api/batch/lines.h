/* Splits a body that arrives in pieces into lines. A line longer than max is truncated to max + 1 bytes, so that its
 * receiver detects the excess and refuses it. */
#ifndef API_LINES_H
#define API_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include <nash/buf.h>

struct lines {
    size_t max;           /* bytes of the longest valid line */
    struct nash_buf held; /* the beginning of a line whose end has not arrived */
    bool cut;             /* the held line is longer than max + 1 bytes: its rest is discarded */
    bool failed;          /* out of memory */
};

void lines_init(struct lines *lines, size_t max);
void lines_release(struct lines *lines);

/* Passes each whole line of data (without its end, "\n" or "\r\n") to take(). If take() returns false, it has refused
 * the line, and reading stops before it. Returns the number of bytes used; call again with the rest. */
size_t lines_feed(struct lines *lines, const char *data, size_t len,
                  bool (*take)(void *context, const char *line, size_t len), void *context);
/* Passes the last line to take() if no newline ends it. Returns false when take() refused it: call again. */
bool lines_end(struct lines *lines, bool (*take)(void *context, const char *line, size_t len), void *context);

#endif
