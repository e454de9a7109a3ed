#include "signature.h"

#include <errno.h>
#include <fcntl.h>
#include <nettle/hmac.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <base/base64.h>

static const char prefix[] = "whsec_";

enum nash_status webhook_secret_read(const char *text, size_t len, struct webhook_secret *secret,
                                     struct nash_error *error)
{
    size_t skip = sizeof prefix - 1;
    uint8_t read[2 * WEBHOOK_SECRET_MAX];
    size_t count = 0;
    *secret = (struct webhook_secret){0};
    bool fits = len > skip && memcmp(text, prefix, skip) == 0 && base64_room(len - skip) <= sizeof read;
    if (!fits || !base64_read(text + skip, len - skip, read, &count) || count < WEBHOOK_SECRET_MIN ||
        count > WEBHOOK_SECRET_MAX)
        return nash_fail(error, NASH_INVALID, "",
                         "expected whsec_ and %d to %d bytes in base64; "
                         "`echo whsec_$(openssl rand -base64 32)` makes a good one",
                         WEBHOOK_SECRET_MIN, WEBHOOK_SECRET_MAX);
    memcpy(secret->byte, read, count);
    secret->len = count;
    return NASH_OK;
}

enum nash_status webhook_secret_load(const char *path, struct webhook_secret *secret, struct nash_error *error)
{
    char text[2 * WEBHOOK_SECRET_MAX + sizeof prefix];
    struct stat status;
    struct nash_error why;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool known = fd >= 0 && fstat(fd, &status) == 0;
    ssize_t len = known ? read(fd, text, sizeof text) : -1;
    int reason = errno;
    if (fd >= 0)
        close(fd);
    if (len < 0)
        return nash_fail(error, NASH_INVALID, "", "--webhook-secret %s: %s", path, strerror(reason));
    if ((status.st_mode & S_IRWXO) != 0)
        return nash_fail(error, NASH_INVALID, "",
                         "--webhook-secret %s: every user of this machine may read it; `chmod 600 %s` keeps it secret",
                         path, path);
    while (len > 0 && strchr("\r\n ", text[len - 1]) != NULL)
        len--;
    if (webhook_secret_read(text, (size_t)len, secret, &why) != NASH_OK)
        return nash_fail(error, NASH_INVALID, "", "--webhook-secret %s: %s", path, why.detail);
    return NASH_OK;
}

void webhook_sign(const struct webhook_secret *secret, const char *id, int64_t seconds, const char *body, size_t len,
                  struct nash_buf *out)
{
    struct hmac_sha256_ctx hmac;
    uint8_t digest[SHA256_DIGEST_SIZE];
    char head[128];
    int count = snprintf(head, sizeof head, "%s.%lld.", id, (long long)seconds);
    hmac_sha256_set_key(&hmac, secret->len, secret->byte);
    hmac_sha256_update(&hmac, (size_t)count, (const uint8_t *)head);
    hmac_sha256_update(&hmac, len, (const uint8_t *)body);
    hmac_sha256_digest(&hmac, sizeof digest, digest);
    nash_buf_puts(out, "v1,");
    base64_add(out, digest, sizeof digest);
}
