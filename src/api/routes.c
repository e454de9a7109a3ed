/* Every path the server knows, in one place. */
#include <api/api.h>

const struct http_route api_routes[] = {
    {HTTP_GET, "/", api_page, NULL, true, "index"},
    {HTTP_GET, "/assets/{name}", api_asset, NULL, true, "asset"},
    {HTTP_GET, "/healthz", api_healthz, NULL, true, "healthz"},
    {HTTP_GET, "/readyz", api_readyz, NULL, true, "readyz"},
    {HTTP_GET, "/metrics", api_metrics, NULL, false, "metrics"},
    {HTTP_GET, "/v1/openapi.json", api_openapi, NULL, true, "openapi"},
    {HTTP_GET, "/v1/schema/{name}", api_schema, NULL, true, "schema"},
    {HTTP_GET, "/v1/kinds", api_kinds, NULL, true, "kinds"},
    {HTTP_GET, "/v1/kinds/{kind}", api_kind, NULL, true, "kind"},
    {HTTP_GET, "/v1/events", api_feed, NULL, false, "events"},
    {HTTP_GET, "/v1/stats", api_stats, NULL, false, "stats"},
    {HTTP_GET, "/v1/jobs", api_jobs_list, NULL, false, "jobs"},
    {HTTP_GET, "/v1/jobs/{id}", api_job_get, NULL, false, "job"},
    {HTTP_DELETE, "/v1/jobs/{id}", api_job_delete, NULL, false, "job_delete"},
    {HTTP_GET, "/v1/jobs/{id}/problem", api_job_problem, NULL, false, "job_problem"},
    {HTTP_GET, "/v1/jobs/{id}/events", api_job_events, NULL, false, "job_events"},
    {HTTP_POST, "/v1/jobs/{id}/cancel", api_job_cancel, NULL, false, "job_cancel"},
    {HTTP_POST, "/v1/batch", api_batch, api_batch_head, false, "batch"},
    {HTTP_GET, "/v1/shards", api_shards, NULL, false, "shards"},
    {HTTP_POST, "/v1/shards/invitations", api_invitations_post, NULL, false, "invitations"},
    {HTTP_GET, "/v1/shards/invitations/{token}/qr", api_invitation_qr, NULL, false, "invitation_qr"},
    {HTTP_POST, "/v1/shards/members", api_members_post, NULL, true, "members"},
    {HTTP_DELETE, "/v1/shards/members/{id}", api_member_delete, NULL, true, "member_delete"},
    {HTTP_GET, "/v1/shards/members/{id}/socket", api_member_socket, NULL, true, "member_socket"},
    {HTTP_POST, "/v1/shards/members/{id}/messages", api_member_messages, api_member_messages_head, true,
     "member_messages"},
    {HTTP_POST, "/v1/{kind}", api_submit, api_submit_head, false, "submit"},
    {HTTP_POST, "/v1/{kind}/batch", api_kind_batch, api_kind_batch_head, false, "kind_batch"},
};
const size_t api_routes_count = sizeof api_routes / sizeof api_routes[0];
