/* The resources of the HTTP interface, one file each; they translate requests into calls of jobs, store and cluster.
 *
 * routes.c holds the table of all resources. http_context() gives handlers the struct api. */
#ifndef API_API_H
#define API_API_H

#include <stdatomic.h>

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

/* ---- handlers, by file ---- */

/* jobs/ */
http_handler api_submit, api_submit_head;                                  /* submit.c */
http_handler api_read, api_read_head;                                      /* read.c */
http_handler api_read_any, api_read_any_head;                              /* read_any.c */
http_handler api_job_get, api_job_problem, api_job_cancel, api_job_delete; /* job.c */
http_handler api_job_record;                                               /* record.c */
http_handler api_job_blobs, api_job_blob;                                  /* blobs.c */
http_handler api_jobs_cancel, api_jobs_delete;                             /* bulk.c */
http_handler api_jobs_list;                                                /* list.c */
http_handler api_job_events;                                               /* events.c */
http_handler api_feed;                                                     /* feed.c */

/* opponents/ */
http_handler api_opponents_post, api_opponents_list;                    /* collection.c */
http_handler api_opponent_get, api_opponent_delete;                     /* opponent.c */
http_handler api_opponent_export, api_opponents_import;                 /* copies.c */
http_handler api_opponent_observe, api_opponent_merge, api_observation; /* observe.c */
http_handler api_opponent_report;                                       /* report.c */
http_handler api_opponent_json_head, api_opponent_observe_head;         /* call.c */

/* models/ */
http_handler api_models_post, api_models_head, api_models_list;  /* collection.c */
http_handler api_model_get, api_model_default;                   /* model.c */
http_handler api_model_rename, api_model_head, api_model_delete; /* model.c */
http_handler api_models_compare, api_models_match;               /* compare.c */

/* games/ */
http_handler api_games_post, api_games_list, api_games_head;               /* new.c */
http_handler api_game_get, api_game_delete;                                /* game.c */
http_handler api_game_move, api_game_undo, api_game_redo, api_game_engine; /* game.c */
http_handler api_game_invitation;                                          /* invitation.c */
http_handler api_game_record;                                              /* export.c */
http_handler api_game_events;                                              /* events.c */

/* batch/ */
http_handler api_kind_batch, api_kind_batch_head; /* kind_batch.c */
http_handler api_batch, api_batch_head;           /* batch.c */

/* server/ */
http_handler api_kinds, api_kind;                               /* kinds.c */
http_handler api_openapi, api_schema;                           /* schema.c */
http_handler api_keys;                                          /* keys.c */
http_handler api_healthz, api_readyz;                           /* health.c */
http_handler api_metrics;                                       /* metrics.c */
http_handler api_stats;                                         /* stats.c */
http_handler api_index;                                         /* index.c */
http_handler api_page, api_join, api_asset, api_service_worker; /* page.c */
http_handler api_docs_index, api_docs;                          /* docs.c */

/* cluster/ */
http_handler api_shards;                                                            /* status.c */
http_handler api_invitations_post, api_invitation_qr;                               /* invitations.c */
http_handler api_members_post, api_member_delete;                                   /* members.c */
http_handler api_member_socket;                                                     /* member_socket.c */
http_handler api_member_messages, api_member_messages_head;                         /* messages.c */
http_handler api_hosted_shard_head, api_hosted_shard_post, api_hosted_shard_delete; /* hosted_shards.c */

/* Shows a budget of the server in /metrics and /v1/stats. Before http_start(). */
static inline void api_add_budget(struct api *api, const char *name, struct byte_budget *budget)
{
    if (api->budgets < API_BUDGETS_MAX)
        api->budget[api->budgets++] = (struct api_budget){name, budget};
}

/* server/stats.c: writes the counters that the feed publishes (feed_set_stats). api: a struct api. */
void api_stats_write(void *api, struct nash_buf *json);

#endif
