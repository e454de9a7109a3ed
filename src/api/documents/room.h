/* A room: the documents of one type, such as opponents or games, and the thread that does all work on them.
 *
 * The thread does whatever reads the store, waits for a commit or goes through a document, for all requests in the
 * order of their arrival. So no request sees half a change, and a client that has seen one finds it. */
#ifndef API_DOCUMENTS_ROOM_H
#define API_DOCUMENTS_ROOM_H

#include <pthread.h>

#include <api/common.h>
#include <api/json_members.h>
#include <api/readers/body_reader.h>
#include <store/documents.h>

struct document_room {
    struct api *api;
    struct body_reader *thread;
    const char *type;     /* of the documents: "opponent" */
    const char *missing;  /* problem type: "opponent-not-found" */
    pthread_mutex_t lock; /* guards parts of each call; the owner of the room may guard more by it */
};

/* Starts the thread. Returns false with *error; the room needs no document_room_end() then. */
bool document_room_start(struct document_room *room, struct nash_error *error);
/* Called after http_stop(), when the thread has been stopped by body_reader_stop(). */
void document_room_end(struct document_room *room);
/* Runs fn(room) in the thread, once. Returns false without memory. */
bool document_room_run(struct document_room *room, void (*fn)(struct document_room *room));

/* ---- in the thread ---- */

/* Reads a document that this owner ("": all) may see. Returns false with the error in *error: NASH_NOT_FOUND, or the
 * store failed. The row holds references. */
bool document_read(struct document_room *room, const struct job_id *id, const char *owner, bool with_body,
                   struct store_document *row, struct nash_error *error);
/* Says that a document does not exist, or is not for this client. */
void document_is_missing(const struct document_room *room, const struct job_id *id, struct nash_error *error);
/* Applies a write and waits for its commit. Returns its status. */
enum nash_status document_write(struct document_room *room, struct store_op *op);
/* Says that the database takes no writes now. */
void document_explain_write(enum nash_status status, struct nash_error *error);

/* Calls run() in the thread after a pause of 50 ms, in which the thread does no other work. It is needed only while the
 * queue of jobs is full or the database takes no writes. Does nothing without memory. */
void document_run_later(struct document_room *room, const struct job_id *document,
                        void (*run)(struct document_room *room, const struct job_id *document));

/* ---- everywhere ---- */

/* Writes COLLECTION/ID and `tail` after it into out[DOCUMENT_PATH_MAX]. Returns out. */
enum { DOCUMENT_PATH_MAX = 64 + 2 * JOB_ID_TEXT };
char *document_path(char *out, const char *collection, const struct job_id *id, const char *tail);

static inline struct slice slice_of(const struct bytes *bytes)
{
    return bytes != NULL ? (struct slice){bytes->data, bytes->len} : (struct slice){0};
}

#endif
