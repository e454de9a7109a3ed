#include "webhook.h"

#include <base/clock.h>

struct bytes *store_webhook_json(const struct store_webhook *webhook)
{
    /* A job that has just finished shows the same as before its first delivery. */
    static const char *const states[] = {"pending", "pending", "delivered", "failed"};
    char when[CLOCK_TEXT];
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    nash_jsonw_object(&out);
    nash_jsonw_kstring(&out, "url", webhook->url);
    nash_jsonw_kstring(&out, "status", states[webhook->state]);
    nash_jsonw_kuint(&out, "attempts", webhook->attempts);
    if (webhook->status != 0)
        nash_jsonw_kint(&out, "http_status", webhook->status);
    if (webhook->error[0] != '\0')
        nash_jsonw_kstring(&out, "error", webhook->error);
    if (webhook->state == WEBHOOK_DUE && webhook->attempts > 0)
        nash_jsonw_kstring(&out, "next_attempt_at", clock_text(when, webhook->next_ms));
    nash_jsonw_object_end(&out);
    struct bytes *json = buf.failed ? NULL : bytes_copy(buf.data, buf.len);
    nash_buf_free(&buf);
    return json;
}
