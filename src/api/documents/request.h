/* Problems that the server makes itself, for a document. They may name models and opponents that the owner may see
 * (filling.h). In the thread of a room. */
#ifndef API_DOCUMENTS_REQUEST_H
#define API_DOCUMENTS_REQUEST_H

#include "room.h"

/* Reads a request as jobs_submit() would. */
enum nash_status request_check(struct document_room *room, const struct nash_solver *solver, const char *owner,
                               const struct nash_buf *text, struct nash_error *error);
/* Submits a request for this owner; idempotency: key of the job, or NULL. Returns the job, a reference, or NULL with
 * *error. */
struct job *request_submit(struct document_room *room, const struct nash_solver *solver, const char *owner,
                           const char *idempotency, const struct nash_buf *text, struct nash_error *error);

#endif
