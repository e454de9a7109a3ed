/* A call of another nashd by HTTP, as peers and joins make it, on libcurl: kept alive, without delay, proxy, redirect
 * or signal; nothing but http and https; every size and time has an end. */
#ifndef SHARDS_CALL_H
#define SHARDS_CALL_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/buf.h>
#include <nash/status.h>

enum { CALL_URL_MAX = 128, CALL_WHY_MAX = 128, CALL_CONNECT_MS = 3000 };

/* The URL in normal form, without a slash at the end: by it two spellings are known to be one. NASH_INVALID: no http or
 * https URL, too long, or with user, query or fragment; error->detail begins with the URL. */
enum nash_status call_url(const char *url, char out[CALL_URL_MAX], struct nash_error *error);

struct call {
    CURL *easy;
    struct curl_slist *headers;
    struct nash_buf answer;
    bool too_long;
    const char *instance; /* ours */
};

/* key: as bearer, NULL = none, call_bearer() later; instance: ours, lives as long. False: no memory. */
bool call_init(struct call *call, const char *key, const char *instance);
void call_free(struct call *call);
/* Another secret from now on. False: no memory. */
bool call_bearer(struct call *call, const char *type, const char *secret);
/* Lays out a request; perform call->easy, by itself or in a multi, then. method "POST" or "DELETE"; body lives until
 * it has been performed. */
void call_prepare(struct call *call, const char *method, const char *url, const void *body, size_t len, long timeout_ms,
                  size_t answer_max);
/* After it has been performed: did it fail? In words for a person then. *status (may be NULL): as HTTP says, 0 = none
 * came. type: what a good answer must be. */
bool call_failed(const struct call *call, CURLcode code, const char *type, long *status, char why[CALL_WHY_MAX]);

#endif
