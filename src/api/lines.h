/* Cuts a body that comes in pieces into lines. A line longer than max is cut to max + 1 bytes, which is enough for
 * whoever gets it to refuse it; the rest is thrown away. */
#ifndef API_LINES_H
#define API_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include <nash/buf.h>

struct lines {
    size_t max;
    struct nash_buf held; /* the beginning of a line whose end has not come */
    bool cut;             /* the rest of this line is thrown away */
    bool failed;          /* no memory for a line */
};

void lines_init(struct lines *lines, size_t max);
void lines_release(struct lines *lines);

/* Gives each whole line of data (without its end, "\n" or "\r\n") to take(), until it returns false: that line is not
 * taken and will be given again. Returns the bytes used up; call again with the rest. */
size_t lines_feed(struct lines *lines, const char *data, size_t len,
                  bool (*take)(void *context, const char *line, size_t len), void *context);
/* The last line, when no newline ended it. False when take() refused it: call again. */
bool lines_end(struct lines *lines, bool (*take)(void *context, const char *line, size_t len), void *context);

#endif
