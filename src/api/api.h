/* The resources of the HTTP interface, one file each; they translate requests into calls of jobs, store and cluster.
 *
 * routes.c holds the table of all resources. http_context() gives handlers the struct api. */
#ifndef API_API_H
#define API_API_H

#include <stdatomic.h>

#include <api/handlers.h>
#include <api/keys.h>
#include <base/memory/budget.h>
#include <cluster/cluster.h>
#include <cluster/sessions/invitation.h>
#include <cluster/sessions/sessions.h>
#include <cluster/transport/hosted_shard.h>
#include <http/http.h>
#include <jobs/batches.h>
#include <jobs/job_view.h>
#include <jobs/jobs.h>
#include <jobs/processes.h>
#include <jobs/stats.h>

/* The key of the cursors of lists (cursor.h). */
struct cursor_secret {
    unsigned char byte[32];
};

enum { API_BUDGETS_MAX = 8 };
struct api {
    struct jobs *jobs;
    struct body_reader *body_reader; /* NULL: the HTTP thread reads all bodies */
    struct body_reader *readers;     /* the threads of offload.h */
    struct opponents *opponents;
    struct games *games;
    struct models *models;
    struct store *store;
    struct keys *keys; /* NULL: authentication is off */
    struct cursor_secret cursors;
    struct sandbox_report sandbox;
    struct cluster *cluster;
    struct hosted_shards *hosted_shards;
    struct sessions *sessions;
    struct invitations *invitations;
    struct webhooks *webhooks;
    const char *public_url;        /* the address of this server for other machines, or NULL */
    char spool_dir[512];           /* folder for batch answers that have not been read */
    struct byte_budget body_files; /* large request bodies, in files */
    int64_t started_ms;            /* wall clock, ms since 1970 */
    struct api_budget {            /* for /metrics and /v1/stats */
        const char *name;
        struct byte_budget *budget;
    } budget[API_BUDGETS_MAX];
    unsigned budgets;
    struct byte_budget reply_bytes; /* of blobs that are being sent, in temporary files */
    _Atomic bool draining;
};

extern const struct http_route api_routes[];
extern const size_t api_routes_count;

/* How long a request waits for a result: by default, and at most; how often an idle event stream sends a comment. */
enum { WAIT_DEFAULT_S = 10, WAIT_MAX_S = 60, SSE_PING_MS = 15000 };

/* Shows a budget of the server in /metrics and /v1/stats. Before http_start(). */
static inline void api_add_budget(struct api *api, const char *name, struct byte_budget *budget)
{
    if (api->budgets < API_BUDGETS_MAX)
        api->budget[api->budgets++] = (struct api_budget){name, budget};
}

/* server/stats.c: writes the counters that the feed publishes (feed_set_stats). api: a struct api. */
void api_stats_write(void *api, struct nash_buf *json);

#endif
