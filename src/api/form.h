/* Which form an answer has: JSON, or the kind's text form. */
#ifndef API_FORM_H
#define API_FORM_H

#include <api/common.h>

/* Does the client want text/plain, where there is such a form, rather than json, the media type of the other one?
 * *none: neither is acceptable. */
bool api_wants_text(const struct http_request *request, bool has_text, const char *json, bool *none);

/* Answers with the finished job's result as text: 200 text/plain; a job that has none is the problem that ended it. */
void api_reply_text(struct http_request *request, const struct nash_solver *solver, struct job *job);

#endif
