/* The fingerprint of a request, by which a second request with the same Idempotency-Key is known to be the same. */
#ifndef JOBS_SUBMIT_FINGERPRINT_H
#define JOBS_SUBMIT_FINGERPRINT_H

#include <nash/nash.h>

static inline struct nash_hash request_fingerprint(const struct nash_solver *solver, enum nash_format format,
                                                   const char *text, size_t len)
{
    struct nash_sha256 sha;
    nash_sha256_init(&sha);
    nash_sha256_string(&sha, "nashd-request-1");
    nash_sha256_string(&sha, solver->kind);
    nash_sha256_u64(&sha, format);
    nash_sha256_u64(&sha, len);
    nash_sha256_add(&sha, text, len);
    return nash_sha256_end(&sha);
}

#endif
