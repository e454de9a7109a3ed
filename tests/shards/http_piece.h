/* Whole HTTP requests and answers, as the proxy moves them. */
#ifndef TESTS_SHARDS_HTTP_PIECE_H
#define TESTS_SHARDS_HTTP_PIECE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct piece {
    uint8_t *data; /* head and body */
    size_t len, head, room;
};

/* Reads one with its body by Content-Length; false at the end of the stream or when it is malformed. What was read
 * beyond it stays for the next call. */
bool piece_read(struct piece *piece, int fd);
bool piece_send(const struct piece *piece, size_t len, int fd);
void piece_free(struct piece *piece);

/* The messages of the body in opposite order. False: there are not two. */
bool piece_reverse(struct piece *piece);
/* Another letter in an event (EVENTS) or in a solution (FOUND). False: there is none. */
bool piece_lie(struct piece *piece, uint32_t chance);

#endif
