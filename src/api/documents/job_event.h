/* A job that works for a document: when it is done, a function runs in the room's thread. */
#ifndef API_DOCUMENTS_JOB_EVENT_H
#define API_DOCUMENTS_JOB_EVENT_H

#include <jobs/job_view.h>

#include "room.h"

struct job_event;

/* Begins to watch a job and takes over the reference to it. ended(context) is called in the thread when the job is
 * done, and calls job_event_end(). Returns NULL without memory; the reference is dropped then. */
struct job_event *job_event_new(struct document_room *room, struct job *job, void (*ended)(void *context),
                                void *context);
struct job *job_event_job(const struct job_event *event); /* borrowed */
/* Ends the watch. In the thread, or after it has ended. */
void job_event_end(struct job_event *event);

#endif
