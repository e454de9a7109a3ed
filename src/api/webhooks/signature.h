/* Signatures of webhooks, by the Standard Webhooks specification (standardwebhooks.com, version 1): the receiver
 * computes the same HMAC-SHA256 over id, time and body, and so detects a message that was forged, altered or sent
 * again. */
#ifndef API_WEBHOOKS_SIGNATURE_H
#define API_WEBHOOKS_SIGNATURE_H

#include <stddef.h>
#include <stdint.h>

#include <nash/buf.h>
#include <nash/status.h>

enum { WEBHOOK_SECRET_MIN = 24, WEBHOOK_SECRET_MAX = 64 }; /* bytes */

struct webhook_secret {
    uint8_t byte[WEBHOOK_SECRET_MAX];
    size_t len; /* 0: none */
};

/* Reads a secret: "whsec_" and 24 to 64 bytes in base64. NASH_INVALID otherwise. */
enum nash_status webhook_secret_read(const char *text, size_t len, struct webhook_secret *secret,
                                     struct nash_error *error);
/* Reads a secret from a file of one line, which other users must not be able to read. */
enum nash_status webhook_secret_load(const char *path, struct webhook_secret *secret, struct nash_error *error);
/* Appends the value of the header webhook-signature: "v1," and base64. seconds: time of the delivery, since 1970. */
void webhook_sign(const struct webhook_secret *secret, const char *id, int64_t seconds, const char *body, size_t len,
                  struct nash_buf *out);

#endif
