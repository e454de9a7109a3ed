/* Request bodies that go to temporary files as they arrive, written by a thread of their own.
 *
 * write(2) may wait for seconds while the kernel brings dirty pages to the disk, and so may opening and closing a large
 * file; the HTTP thread does none of them. It copies bytes into pieces, buffers of a fixed number that all bodies
 * share, and the writer appends them to the files. When no piece is free, the request is suspended until the writer
 * hands it one, and TCP slows the client down. */
#ifndef HTTP_SPOOL_H
#define HTTP_SPOOL_H

#include <base/memory/tempfile.h>
#include <http/http.h>

struct http_spool;   /* the writer and its pieces */
struct http_spooled; /* the body of one request */

/* Starts the writer. folder and budget outlive it; budget may be NULL. Returns NULL if there is no memory or thread. */
struct http_spool *http_spool_start(const char *folder, struct byte_budget *budget);
/* Stops the writer, once every body has been released. NULL is allowed. */
void http_spool_stop(struct http_spool *spool);

/* The functions below are for the HTTP thread. */

/* Begins the body of a request. Returns NULL if there is no memory. */
struct http_spooled *http_spooled_new(struct http_spool *spool, struct http_request *request);
/* Takes bytes of the body, and returns their number. If it is less than len, the request is woken by http_wake() when
 * more can be taken, or the body has failed. */
size_t http_spooled_put(struct http_spooled *spooled, const char *data, size_t len);
/* Returns whether all bytes are in the file, or the body has failed; otherwise the request is woken when that is so. */
bool http_spooled_settled(struct http_spooled *spooled);
/* Returns whether the file could not be written, and the reason. */
bool http_spooled_failed(struct http_spooled *spooled, struct nash_error *error);
/* Returns the file of a settled body with a new reference. */
struct tempfile *http_spooled_file(struct http_spooled *spooled);
/* Ends the use of the body; its request is not woken any more. The writer drops its reference to the file. */
void http_spooled_release(struct http_spooled *spooled);

#endif
