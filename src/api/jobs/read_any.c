/* POST /v1/read: replies with the kinds that can read a body and the problem that each reads, best first. A page sends
 * what a user pastes or drops. The media type is ignored, because pasted texts and dropped files rarely have the right
 * one. Nothing is solved or stored. */
#include <solvers/readings.h>

#include "reading.h"

void api_read_any_head(struct http_request *request)
{
    if (!api_is_draining(request))
        http_body_limit(request, READ_BODY_MAX);
}

/* Replaces the array of reasons by problem details with the additional member "tried". */
static void write_unreadable(struct reading *reading)
{
    struct nash_buf reasons = reading->json;
    reading->json = NASH_BUF_INIT(0);
    http_problem_write(&reading->json, http_problem_status(&reading->error), &reading->error, "/v1/read");
    if (!reading->json.failed)
        reading->json.len--; /* the closing brace */
    nash_buf_puts(&reading->json, ",\"tried\":");
    nash_buf_add(&reading->json, reasons.data, reasons.len);
    nash_buf_puts(&reading->json, "}");
    reading->json.failed |= reasons.failed;
    nash_buf_free(&reasons);
}

static void read_of_any_kind(struct reading *reading)
{
    nash_buf_puts(&reading->json, "{\"readings\":");
    size_t begin = reading->json.len;
    reading->status = readings_write(reading->body.text, reading->body.len, reading->arena, READ_MEMORY, &reading->json,
                                     &reading->error);
    if (reading->status == NASH_OK) {
        nash_buf_puts(&reading->json, "}\n");
    } else if (!reading->json.failed) {
        nash_buf_erase(&reading->json, 0, begin);
        write_unreadable(reading);
    }
}

void api_read_any(struct http_request *request)
{
    struct reading reading = {.read = read_of_any_kind, .json = NASH_BUF_INIT(0)};
    reading.body.text = http_body(request, &reading.body.len);
    reading_reply(request, &reading);
}
