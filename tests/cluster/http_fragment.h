/* Whole HTTP requests and answers, as the proxy forwards them. */
#ifndef TESTS_CLUSTER_HTTP_FRAGMENT_H
#define TESTS_CLUSTER_HTTP_FRAGMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fragment {
    uint8_t *data; /* head and body */
    size_t len, head, room;
};

/* Reads one with its body by Content-Length. Returns false at the end of the stream, or if it is malformed. Bytes
 * beyond it stay for the next call. */
bool fragment_read(struct fragment *fragment, int fd);
bool piece_send(const struct fragment *fragment, size_t len, int fd);
void piece_free(struct fragment *fragment);

/* Reverses the messages of the body. Returns false if there are not two. */
bool fragment_reverse(struct fragment *fragment);
/* Changes a value in an event (EVENTS) or in a solution (FOUND). Returns false if there is none. */
bool fragment_lie(struct fragment *fragment, uint32_t chance);

#endif
