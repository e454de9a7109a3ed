#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <base/log.h>

bool document_room_start(struct document_room *room, struct nash_error *error)
{
    pthread_mutex_init(&room->lock, NULL);
    room->thread = body_reader_start(error);
    if (room->thread == NULL)
        pthread_mutex_destroy(&room->lock);
    return room->thread != NULL;
}

void document_room_end(struct document_room *room)
{
    body_reader_free(room->thread);
    pthread_mutex_destroy(&room->lock);
}

/* ---- reading and writing ---- */

void document_is_missing(const struct document_room *room, const struct job_id *id, struct nash_error *error)
{
    char text[JOB_ID_TEXT];
    nash_fail_type(error, NASH_NOT_FOUND, room->missing, "", "%s %s does not exist", room->type, job_id_text(text, id));
}

bool document_read(struct document_room *room, const struct job_id *id, const char *owner, bool with_body,
                   struct store_document *row, struct nash_error *error)
{
    bool found = false;
    struct nash_error why = {0};
    if (store_documents_get(room->api->store, id, 1, with_body, row, &found, &why) != NASH_OK) {
        log_error("store read failed", "reason=%s", why.detail);
        nash_fail_type(error, NASH_BUSY, "unavailable", "", "the database cannot be read now; try again later");
        return false;
    }
    if (found && strcmp(row->type, room->type) == 0 && (owner[0] == '\0' || strcmp(row->owner, owner) == 0))
        return true;
    store_document_release(row);
    document_is_missing(room, id, error);
    return false;
}

enum nash_status document_write(struct document_room *room, struct store_op *op)
{
    store_post(room->api->store, op);
    store_flush(room->api->store);
    return op->status;
}

void document_explain_write(enum nash_status status, struct nash_error *error)
{
    if (status == NASH_TOO_LARGE)
        nash_fail(error, status, "", "the database accepts no value of this size");
    else
        nash_fail_type(error, NASH_BUSY, "unavailable", "", "the database takes no writes now; try again later");
}

char *document_path(char *out, const char *collection, const struct job_id *id, const char *tail)
{
    char text[JOB_ID_TEXT];
    snprintf(out, DOCUMENT_PATH_MAX, "%s/%s%s", collection, job_id_text(text, id), tail);
    return out;
}

/* ---- other work of the thread ---- */

struct errand {
    struct body_reading event; /* first */
    struct document_room *room;
    void (*fn)(struct document_room *room);
    void (*run)(struct document_room *room, const struct job_id *document);
    struct job_id document;
};

static void errand_release(struct body_reading *event)
{
    free(event);
}

static bool errand_add(const struct errand *errand)
{
    struct errand *copy = malloc(sizeof *copy);
    if (copy == NULL)
        return false;
    *copy = *errand;
    if (!body_reader_add(copy->room->thread, &copy->event, NULL))
        free(copy);
    return true;
}

static void room_run_read(struct body_reading *event)
{
    struct errand *errand = (struct errand *)event;
    errand->fn(errand->room);
}

bool document_room_run(struct document_room *room, void (*fn)(struct document_room *room))
{
    return errand_add(
        &(struct errand){.event = {.read = room_run_read, .release = errand_release}, .room = room, .fn = fn});
}

static void run_later_read(struct body_reading *event)
{
    enum { PAUSE_MS = 50 };
    struct errand *errand = (struct errand *)event;
    nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL);
    errand->run(errand->room, &errand->document);
}

void document_run_later(struct document_room *room, const struct job_id *document,
                        void (*run)(struct document_room *room, const struct job_id *document))
{
    errand_add(&(struct errand){
        .event = {.read = run_later_read, .release = errand_release}, .room = room, .run = run, .document = *document});
}
