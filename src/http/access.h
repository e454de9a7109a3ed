/* What an access log says of a finished request. */
#ifndef HTTP_ACCESS_H
#define HTTP_ACCESS_H

#include <stdint.h>

enum { HTTP_ID_MAX = 64 }; /* bytes of a request id */

/* Texts are valid during the call. */
struct http_access {
    const char *method, *path;    /* path: as received, with the query; "" if the head is malformed */
    const char *route;            /* pattern of the route, "/v1/jobs/{id}"; NULL: none */
    unsigned status;              /* 0: the connection ended before the reply */
    uint64_t bytes_in, bytes_out; /* of the bodies */
    uint64_t microseconds;        /* from the head to the end of the reply */
    const char *owner, *address;  /* as http_owner() and http_address() */
    const char *request_id;       /* X-Request-Id of the client or, without a valid one, made by the server */
    const char *traceparent;      /* of the client, valid by W3C Trace Context; NULL: none */
};

#endif
