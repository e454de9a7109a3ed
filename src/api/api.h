/* The resources of the wire contract, one file each; they turn HTTP into calls on jobs and back.
 *
 * routes.c holds the table of all of them. Handlers find struct api through http_context(). */
#ifndef API_API_H
#define API_API_H

#include <stdatomic.h>

#include <api/keys.h>
#include <http/http.h>
#include <jobs/jobs.h>
#include <shards/invitation.h>
#include <shards/joined.h>
#include <shards/seat.h>
#include <shards/shards.h>

struct api {
    struct jobs *jobs;
    struct store *store;
    struct keys *keys; /* NULL: authentication is off */
    struct sandbox_report sandbox;
    struct shards *shards;
    struct seats *seats;
    struct joined *joined;
    struct invitations *invitations;
    const char *public_url; /* by which others reach this server, or NULL */
    char spool_dir[512];    /* where batch answers wait for their reader */
    int64_t started_ms;
    _Atomic bool draining;
};

extern const struct http_route api_routes[];
extern const size_t api_routes_count;

enum { WAIT_DEFAULT_S = 10, WAIT_MAX_S = 60, SSE_PING_MS = 15000, TIMEOUT_MAX_MS = 86400000 };

/* ---- handlers, by resource ---- */
http_handler api_submit, api_submit_head;                                  /* submit.c */
http_handler api_kind_batch, api_kind_batch_head;                          /* kind_batch.c */
http_handler api_batch, api_batch_head;                                    /* batch.c */
http_handler api_job_get, api_job_problem, api_job_cancel, api_job_delete; /* job.c */
http_handler api_job_events;                                               /* events.c */
http_handler api_feed;                                                     /* feed.c */
http_handler api_jobs_list;                                                /* list.c */
http_handler api_kinds, api_kind;                                          /* kinds.c */
http_handler api_openapi, api_schema;                                      /* schema.c */
http_handler api_healthz, api_readyz;                                      /* health.c */
http_handler api_metrics;                                                  /* metrics.c */
http_handler api_stats;                                                    /* stats.c */
http_handler api_shards;                                                   /* shards.c */
http_handler api_invitations_post, api_invitation_qr;                      /* shards_invitations.c */
http_handler api_members_post, api_member_delete;                          /* shards_members.c */
http_handler api_member_socket;                                            /* shards_socket.c */
http_handler api_member_messages, api_member_messages_head;                /* shards_messages.c */
http_handler api_seat_head, api_seat_post, api_seat_delete;                /* shards_seats.c */
http_handler api_index;                                                    /* index.c */
http_handler api_page, api_join, api_asset;                                /* page.c */

/* stats.c: the counts the feed tells (feed_set_stats); api is a struct api. */
void api_stats_write(void *api, struct nash_buf *json);

#endif
