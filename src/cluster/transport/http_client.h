/* Requests to another nashd over HTTP, on libcurl. Connections are reused; there are no proxies, redirects or signals;
 * only http and https are allowed; sizes and times are bounded. */
#ifndef CLUSTER_TRANSPORT_HTTP_CLIENT_H
#define CLUSTER_TRANSPORT_HTTP_CLIENT_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/buf.h>
#include <nash/status.h>

enum { HTTP_CLIENT_URL_MAX = 128, HTTP_CLIENT_WHY_MAX = 128, HTTP_CLIENT_CONNECT_MS = 3000 };

/* Writes the URL in normal form, without a slash at the end, so that equal URLs compare equal. NASH_INVALID if it is
 * not http or https, too long, or has a user, query or fragment; error->detail then begins with the URL. */
enum nash_status http_client_url(const char *url, char out[HTTP_CLIENT_URL_MAX], struct nash_error *error);

struct http_client {
    CURL *easy;
    struct curl_slist *headers;
    struct nash_buf answer;
    bool too_long;        /* the answer was longer than answer_max */
    const char *instance; /* instance of this server, see cluster_instance() */
};

/* Initializes a client. `key` is sent as bearer token; NULL = no token. `instance` is that of this server and must
 * outlive the client. Returns false when out of memory. */
bool http_client_init(struct http_client *client, const char *key, const char *instance);
void http_client_free(struct http_client *client);
/* Sets the content type and the bearer token of the requests from now on. Returns false when out of memory. */
bool http_client_set_bearer(struct http_client *client, const char *type, const char *secret);
/* Sets up a request, method "POST" or "DELETE". The caller then performs client->easy, by itself or in a multi handle;
 * `body` must live until that is done. */
void http_client_prepare(struct http_client *client, const char *method, const char *url, const void *body, size_t len,
                         long timeout_ms, size_t answer_max);
/* Returns whether the request has failed, and writes the reason. *status (may be NULL) is the HTTP status, 0 if none
 * came. `type` is the content type that a good answer must have. */
bool http_client_failed(const struct http_client *client, CURLcode code, const char *type, long *status,
                        char why[HTTP_CLIENT_WHY_MAX]);
/* Returns a header of the answer, valid until the next request; NULL if it has none. */
const char *http_client_header(const struct http_client *client, const char *name);

#endif
