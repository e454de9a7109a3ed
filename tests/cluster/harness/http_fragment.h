/* One HTTP request or answer, with its body, as the proxy forwards it. */
#ifndef TESTS_CLUSTER_HTTP_FRAGMENT_H
#define TESTS_CLUSTER_HTTP_FRAGMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fragment {
    uint8_t *data; /* head and body */
    size_t len, head, room;
};

/* Reads a request or an answer with its body of Content-Length bytes. Returns false at the end of the stream, or if the
 * message is malformed. Further bytes that were read are kept for the next call. */
bool fragment_read(struct fragment *fragment, int fd);
bool fragment_send(const struct fragment *fragment, size_t len, int fd);
void fragment_free(struct fragment *fragment);

/* Reverses the order of the shard messages in the body. Returns false if there are fewer than two. */
bool fragment_reverse(struct fragment *fragment);
/* Changes a value in an event (EVENTS) or a byte of an answer to a unit (DONE). Returns false if the body has neither.
 * chance: a random number, which selects the event or byte. */
bool fragment_lie(struct fragment *fragment, uint32_t chance);

#endif
