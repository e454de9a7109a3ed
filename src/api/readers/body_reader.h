/* Threads that do what takes time, such as reading a large body or the store, so that the HTTP thread serves others
 * meanwhile. Most handlers use them by offload.h.
 *
 * A handler embeds a struct body_reading in its own struct, adds it, and waits (http_wait). When the body has been
 * read, the request is woken, and body_reading_is_done() is true. The struct is ended in on_close, and freed by its
 * release(): then, or later by the thread, which may be reading it. Bodies are begun in the order of arrival; with one
 * thread they are read one after the other. */
#ifndef API_READERS_BODY_READER_H
#define API_READERS_BODY_READER_H

#include <stdbool.h>
#include <stddef.h>

#include <nash/status.h>

enum { BODY_READ_HERE_MAX = 32 << 10 }; /* bytes of a body that the HTTP thread reads itself, in less than 10 ms */

struct http_request;
struct body_reader;

struct body_reading {
    void (*read)(struct body_reading *reading);    /* called in the thread; not at all if the server stops before */
    void (*release)(struct body_reading *reading); /* frees the struct that contains this one */
    /* private */
    struct http_request *request; /* NULL: the request has ended */
    struct body_reading *next;
    enum { BODY_WAITS, BODY_IS_READ, BODY_DONE } state;
};

/* Starts one thread. Returns NULL with *error on failure. */
struct body_reader *body_reader_start(struct nash_error *error);
enum { BODY_READERS_MAX = 8 };
/* Starts several threads (1 to BODY_READERS_MAX). waiting_max: bodies that may wait for one of them; 0: no limit. */
struct body_reader *body_readers_start(unsigned threads, unsigned waiting_max, struct nash_error *error);
/* Ends the threads after the bodies that they are reading; all others are done without having been read. Called before
 * http_stop(); no body is accepted afterwards. NULL is allowed, here and below. */
void body_reader_stop(struct body_reader *reader);
/* Called after http_stop(). */
void body_reader_free(struct body_reader *reader);

/* Adds a body. Returns false after body_reader_stop(), if there is no reader, or if too many wait. request: woken when
 * the body has been read; NULL: none. */
bool body_reader_add(struct body_reader *reader, struct body_reading *reading, struct http_request *request);
bool body_reading_is_done(struct body_reader *reader, const struct body_reading *reading);
/* Gives a reading up that was added. It is released now, or after the thread has read it. One that is done may be
 * released by its owner instead. */
void body_reading_end(struct body_reader *reader, struct body_reading *reading);

#endif
