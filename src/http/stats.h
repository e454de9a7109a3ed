/* Counters of the server and of each route. */
#ifndef HTTP_STATS_H
#define HTTP_STATS_H

#include <http/http.h>

enum { HTTP_BUCKETS = 12, HTTP_ROUTES = 96 };
extern const double http_bucket_seconds[HTTP_BUCKETS]; /* upper bounds of the buckets */

struct http_route_stats {
    const struct http_route *route;
    uint64_t by_class[6];                      /* replies by status: [2] counts 2xx … */
    uint64_t seconds_bucket[HTTP_BUCKETS + 1]; /* replies by duration, not cumulative; the last is unbounded */
    double seconds_sum;                        /* duration of all replies */
};

struct http_stats {
    unsigned connections, waiting, streams, sockets; /* open connections, suspended requests, streams, WebSockets */
    uint64_t inflight_bytes;                         /* memory of all request bodies */
    uint64_t file_bytes, file_bytes_max;             /* disk space of bodies in files, and its limit; 0: none */
    uint64_t socket_received, socket_sent;           /* messages */
    uint64_t socket_cut;                             /* sockets cut because they were silent or read too slowly */
    /* connections accepted; connections cut at the deadline of each phase; requests refused without a valid key;
     * malformed requests, see framing/framing.h */
    uint64_t accepted, cut_head, cut_body, cut_idle, cut_reply, refused_auth, malformed;
    size_t routes;
    struct http_route_stats route[HTTP_ROUTES];
};

/* Reads all counters, from any thread. They are read one by one, so they may differ by one request. */
void http_stats(struct http *http, struct http_stats *stats);

#endif
