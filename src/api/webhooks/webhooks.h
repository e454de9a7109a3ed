/* Webhooks: the end of a job is sent to the URL in its member "job"."webhook".
 *
 * One thread claims those that are due from the store, sends them at the same time by curl, and stores what became of
 * each. A failed delivery is tried again after 5 s, 30 s, 2 min and so on, for a day and a half; a server that was
 * killed in the midst of one repeats it, so a receiver may get a message twice, with the same webhook-id. */
#ifndef API_WEBHOOKS_WEBHOOKS_H
#define API_WEBHOOKS_WEBHOOKS_H

#include <stdint.h>

#include <nash/status.h>

struct jobs;
struct store;
struct webhooks;

struct webhooks_options {
    const char *const *origins; /* allowed ones, see target.h; empty: webhooks are off. Outlives the webhooks */
    const char *secret;         /* file of the secret, see signature.h; NULL: messages are not signed */
};

struct webhooks_stats {
    uint64_t delivered, retried, failed;
    unsigned sending; /* now */
};

/* Starts the thread, even if webhooks are off, because jobs in the store may have some. Returns NULL with *error. */
struct webhooks *webhooks_start(const struct webhooks_options *options, struct jobs *jobs, struct store *store,
                                struct nash_error *error);
/* Ends the thread; deliveries under way are tried again after the next start. NULL is allowed. */
void webhooks_stop(struct webhooks *webhooks);
void webhooks_stats(struct webhooks *webhooks, struct webhooks_stats *stats);

/* For check_webhook of struct jobs_options; context: the allowed origins. */
enum nash_status webhooks_check(void *context, const char *url, struct nash_error *error);

/* Returns the time after which a delivery is tried again, in ms, when this many have failed; 0: it is given up.
 * random: 0 to 255, spreads the retries. */
int64_t webhook_delay_ms(unsigned failures, uint8_t random);

#endif
