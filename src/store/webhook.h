/* Webhooks as the store keeps them: the end of a job is sent to a URL, and tried again until it arrives. */
#ifndef STORE_WEBHOOK_H
#define STORE_WEBHOOK_H

#include <nash/jsonw.h>
#include <store/job.h>

enum { WEBHOOK_URL_MAX = 1024, WEBHOOK_ERROR_MAX = 160 }; /* bytes, with NUL */

/* The numbers are stored, so they never change. */
enum webhook_state {
    WEBHOOK_WAITS = 0, /* the job is unfinished */
    WEBHOOK_DUE = 1,
    WEBHOOK_DELIVERED = 2,
    WEBHOOK_FAILED = 3 /* given up */
};

struct store_webhook {
    struct job_id job;
    char url[WEBHOOK_URL_MAX];
    enum webhook_state state;
    unsigned attempts;             /* deliveries tried */
    int64_t next_ms;               /* WEBHOOK_DUE: time of the next delivery, since 1970 */
    int status;                    /* HTTP status of the last delivery; 0: no reply */
    char error[WEBHOOK_ERROR_MAX]; /* why the last delivery failed; "": it did not, or there was none */
};

/* Returns the webhook as the member "webhook" of its job, a JSON object; NULL without memory. */
struct bytes *store_webhook_json(const struct store_webhook *webhook);

struct store;

/* Takes up to `max` webhooks that are due by now_ms, and puts off their next delivery to until_ms, so that no other
 * node delivers them meanwhile. Sets *count. */
enum nash_status store_webhooks_claim(struct store *store, int64_t now_ms, int64_t until_ms, size_t max,
                                      struct store_webhook rows[], size_t *count, struct nash_error *error);

#endif
