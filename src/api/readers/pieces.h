/* A reply made of pieces, of which some are too large for memory: text, bytes, a temporary file, a body in the store.
 * Reader threads read files and the store, 64 KiB at a time, as fast as the client takes them.
 *
 *     struct pieces *pieces = pieces_new(request);
 *     if (pieces != NULL) {
 *         nash_buf_puts(pieces_text(pieces), "{\"problem\":");
 *         pieces_add_store(pieces, &id, STORE_PROBLEM, row.problem_bytes);
 *         nash_buf_puts(pieces_text(pieces), "}\n");
 *         pieces_reply(request, pieces, "application/json");
 *     } */
#ifndef API_READERS_PIECES_H
#define API_READERS_PIECES_H

#include <api/common.h>
#include <nash/buf.h>

/* Bytes of a body that are copied and hashed at once, in less than 2 ms. A longer one is sent in pieces. */
enum { PIECES_MIN = 256 << 10 };

struct pieces;
struct tempfile;

/* Returns an empty reply; NULL after replying 503. */
struct pieces *pieces_new(struct http_request *request);
void pieces_free(struct pieces *pieces);
/* Returns the buffer of the text that follows what was added. Valid until the next call of this header. */
struct nash_buf *pieces_text(struct pieces *pieces);
/* Add bytes, a file, `len` bytes of a job's problem or result. The first two take references of their own. */
void pieces_add_bytes(struct pieces *pieces, struct bytes *bytes);
void pieces_add_file(struct pieces *pieces, struct tempfile *file);
void pieces_add_store(struct pieces *pieces, const struct job_id *id, enum store_body which, uint64_t len);
/* Replies 200 with Content-Length, and frees the pieces in the end. The request's user pointer is dropped at once. */
void pieces_reply(struct http_request *request, struct pieces *pieces, const char *type);

#endif
