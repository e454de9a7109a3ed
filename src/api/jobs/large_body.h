/* A body that the HTTP thread does not read itself, on its way to a job: it is large, or it names a document.
 *
 * A large body lies in a file, and a worker reads it (jobs/intakes.h). Before that a thread of the server has a look at
 * those that are not problems yet: a text with members beside it becomes the JSON problem that says the same, and a
 * problem that names a document gets what the document holds. */
#ifndef API_LARGE_BODY_H
#define API_LARGE_BODY_H

#include <api/common.h>
#include <api/filling.h>
#include <api/text_members.h>

struct large_body;

/* What became of a body. */
struct large_outcome {
    enum submit_result result;
    struct job *job; /* a reference, or NULL */
    struct nash_error error;
};

/* Begins to submit a body. file: a reference that is taken over; NULL: the body lies in memory and is taken out of the
 * request. members: beside a text, taken over; NULL: none. filling: for a body in memory, what it may name; NULL: no
 * document. The request is woken (http_wake) when large_body_is_done() may be true. Returns NULL without memory. */
struct large_body *large_body_start(struct http_request *request, const struct jobs_request *problem,
                                    struct text_members *members, const struct filling *filling, struct tempfile *file);
/* Takes the outcome and frees the body; returns false while there is none. Only in the HTTP thread. */
bool large_body_take(struct large_body *large, struct large_outcome *outcome);
/* Gives a body up whose outcome was not taken. */
void large_body_end(struct large_body *large);

/* Submits a problem in memory; members NULL: there are none beside it. */
enum submit_result submit_problem(struct api *api, const struct jobs_request *problem,
                                  const struct text_members *members, struct job **job, struct nash_error *error);

#endif
