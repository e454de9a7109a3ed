/* The handlers of all routes, by file. routes.c has the table. */
#ifndef API_HANDLERS_H
#define API_HANDLERS_H

#include <http/http.h>

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

#endif
