/* The deadline of a request body follows its progress.
 *
 * A body has body_ms of grace from the head. Then it must have come at body_rate bytes per second on average, so each
 * byte moves the deadline. It must end after body_max_ms. A body that the route consumes as it comes has no such end,
 * because its client may wait for answers in between; it must go on within body_max_ms. Time for which the server
 * itself suspends the request does not count. */
#include <http/connection/suspend.h>

#include "head.h"

static uint64_t body_deadline(const struct http_body *body, const struct http_options *options, uint64_t now)
{
    uint64_t start = body->began_ms + body->paused_ms, granted = options->body_max_ms;
    if (options->body_rate > 0) {
        uint64_t earned = body->seen / options->body_rate * 1000;
        granted = earned > options->body_ms ? earned : options->body_ms;
    }
    uint64_t last = (body->consume != NULL ? now : start) + options->body_max_ms;
    return start + granted < last ? start + granted : last;
}

void http_body_begin(struct http_request *request)
{
    request->body.began_ms = http_now_ms();
    http_body_progress(request);
}

void http_body_progress(struct http_request *request)
{
    http_conn_until(request->conn, HTTP_PHASE_BODY,
                    body_deadline(&request->body, &request->http->options, http_now_ms()));
}

enum http_suspended http_body_pause(struct http_request *request)
{
    request->body.suspended_ms = http_now_ms();
    return http_suspend(request, HTTP_WAIT_MAX_MS);
}

enum http_wait_state http_body_resumed(struct http_request *request)
{
    enum http_wait_state why = http_resumed(request);
    request->body.paused_ms += http_now_ms() - request->body.suspended_ms;
    http_body_progress(request);
    return why;
}
