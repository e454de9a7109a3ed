/* Requests that a server must refuse, and requests that it must read, with what RFC 9110 and RFC 9112 say of them. They
 * are sent to the parser (test_framing.c) and to a server (test_malformed.c), whose routes are those of fixture.h. */
#ifndef TESTS_HTTP_MESSAGES_H
#define TESTS_HTTP_MESSAGES_H

#include <stddef.h>

struct message {
    const char *bytes; /* may contain NUL */
    size_t len;
    int status;
    const char *answer; /* problem type, or the reply's body */
};

extern const struct message malformed_messages[], readable_messages[];
extern const size_t malformed_count, readable_count;

#endif
