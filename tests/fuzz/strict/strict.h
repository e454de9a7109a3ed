/* A second reader of HTTP/1.1 requests, strict, and simple because it has all bytes at once. It shares no code with
 * src/http; fuzz_smuggling.c compares the two. */
#ifndef FUZZ_STRICT_H
#define FUZZ_STRICT_H

#include <stdbool.h>
#include <stddef.h>

enum { STRICT_MESSAGES = 32, STRICT_FIELDS = 100 };

/* A part of the input. */
struct strict_text {
    const char *at;
    size_t len;
};

struct strict_message {
    struct strict_text method, target;
    bool is_1_0;
    struct strict_text name[STRICT_FIELDS], value[STRICT_FIELDS]; /* values without white space around them */
    unsigned fields;
    char *body; /* decoded; owned */
    size_t body_len;
};

enum strict_verdict {
    STRICT_DONE,    /* the input ends with a message */
    STRICT_PARTIAL, /* it ends within a line, head or body; what is there of it was not judged */
    STRICT_REFUSED, /* the message after the last one is malformed */
    STRICT_VAGUE    /* the rest was not read: another protocol, or near a limit of the server */
};

struct strict_reading {
    struct strict_message message[STRICT_MESSAGES];
    unsigned count; /* complete messages */
    enum strict_verdict verdict;
};

void strict_read(struct strict_reading *reading, const char *data, size_t len);
void strict_release(struct strict_reading *reading);

/* Returns whether two texts are equal, in any case of letters. */
bool strict_equal(struct strict_text a, struct strict_text b);

#endif
