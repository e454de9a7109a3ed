#include "job_event.h"

#include <stdlib.h>

struct job_event {
    struct body_reading event; /* first */
    struct document_room *room;
    void (*ended)(void *context);
    void *context;
    struct job *job; /* a reference; NULL: ended */
    struct job_watch watch;
    bool queued; /* the event is in the queue, or being read, and frees itself */
};

static void job_event_read(struct body_reading *reading)
{
    struct job_event *event = (struct job_event *)reading;
    if (event->job != NULL)
        event->ended(event->context);
}

static void job_event_release(struct body_reading *reading)
{
    struct job_event *event = (struct job_event *)reading;
    if (event->job == NULL)
        free(event);
    else
        event->queued = false; /* the thread has stopped: job_event_end() frees it */
}

/* Under the core's lock, or without it from the thread. */
static void job_event_fire(struct job_watch *watch)
{
    struct job_event *event = watch->context;
    event->queued = body_reader_add(event->room->thread, &event->event, NULL);
}

struct job_event *job_event_new(struct document_room *room, struct job *job, void (*ended)(void *context),
                                void *context)
{
    struct job_event *event = calloc(1, sizeof *event);
    if (event == NULL) {
        job_unref(job);
        return NULL;
    }
    *event = (struct job_event){.event = {.read = job_event_read, .release = job_event_release},
                                .room = room,
                                .ended = ended,
                                .context = context,
                                .job = job,
                                .watch = {.condition = JOB_IS_DONE, .fire = job_event_fire, .context = event}};
    if (!job_watch(room->api->jobs, job, &event->watch, 0))
        job_event_fire(&event->watch);
    return event;
}

struct job *job_event_job(const struct job_event *event)
{
    return event->job;
}

void job_event_end(struct job_event *event)
{
    job_unwatch(event->room->api->jobs, &event->watch);
    job_unref(event->job);
    event->job = NULL;
    if (!event->queued)
        free(event);
}
