#include "access.h"

#include <stdio.h>
#include <string.h>

#include <http/reply.h>

#include "common.h"

static bool is_guest(const char *owner)
{
    return strcmp(owner, HTTP_GUEST) == 0;
}

/* Returns the role of the request's key. The server has keys. */
static bool has_role(const char *owner, enum key_role role)
{
    return owner[0] != '\0' && !is_guest(owner) && keys_role(owner) == role;
}

const char *api_scope(const struct http_request *request)
{
    const char *owner = http_owner(request);
    if (api_of(request)->keys == NULL || has_role(owner, KEY_ADMIN))
        return "";
    return owner[0] != '\0' ? owner : HTTP_GUEST; /* an open route has no owner, and sees nothing of any */
}

bool api_sees_server(const struct http_request *request)
{
    const char *owner = http_owner(request);
    return api_of(request)->keys == NULL || has_role(owner, KEY_ADMIN) || has_role(owner, KEY_METRICS);
}

const char *api_list_owner(const struct http_request *request)
{
    const char *scope = api_scope(request), *owner = http_query(request, "owner");
    if (scope[0] != '\0')
        return scope;
    return owner != NULL && api_of(request)->keys != NULL ? owner : NULL;
}

bool api_names_owner(const struct http_request *request)
{
    const char *owner = http_query(request, "owner");
    return owner != NULL && key_name_is_valid(owner);
}

/* ---- roles ---- */

static bool is_named(const struct http_route *route, const char *const names[])
{
    for (size_t i = 0; names[i] != NULL; i++)
        if (strcmp(route->name, names[i]) == 0)
            return true;
    return false;
}

/* Returns why a key of this role may not use the route; NULL: it may. */
static const char *refusal(const struct http_route *route, enum key_role role)
{
    static const char *const admin[] = {"keys", "metrics", NULL}, *const counters[] = {"metrics", "stats", NULL};
    switch (role) {
    case KEY_ADMIN:
        return NULL;
    case KEY_METRICS:
        return is_named(route, counters) ? NULL : "it may only read /metrics and /v1/stats";
    case KEY_READ:
        if (route->method != HTTP_GET)
            return "it may only read";
        __attribute__((fallthrough));
    case KEY_USER:
        return is_named(route, admin) ? "this resource is for administrators" : NULL;
    }
    return "its role is unknown";
}

bool api_key_admitted(struct http_request *request, const char *owner)
{
    enum key_role role = keys_role(owner);
    const char *why = refusal(http_route_of(request), role);
    if (why == NULL)
        return true;
    http_set_header(request, "WWW-Authenticate", "Bearer realm=\"nashd\", error=\"insufficient_scope\"");
    http_problem_text(request, 403, "forbidden", "a key of %s has the role %s: %s", owner, key_role_name(role), why);
    return false;
}

void api_admit(struct http_request *request)
{
    const char *owner = http_owner(request);
    if (api_of(request)->keys != NULL && owner[0] != '\0' && !is_guest(owner))
        api_key_admitted(request, owner);
}

/* ---- jobs ---- */

void api_limit_request(struct api *api, struct jobs_request *request, struct jobs_quota *quota)
{
    if (api->keys == NULL || request->owner[0] == '\0')
        return;
    *quota = keys_quota(api->keys, request->owner, jobs_default_quota(api->jobs));
    request->flow = request->owner;
    request->quota = quota;
}

const char *api_flow(const struct http_request *request)
{
    const char *owner = http_owner(request);
    return owner[0] != '\0' ? owner : http_address(request);
}

void api_set_rate_fields(struct http_request *request, bool refused)
{
    struct api *api = api_of(request);
    struct jobs_request limited = {.owner = http_owner(request)};
    struct jobs_quota quota;
    char text[64];
    api_limit_request(api, &limited, &quota);
    struct jobs_quota_state state = jobs_quota_state(api->jobs, api_flow(request), limited.quota);
    if (state.per_minute == 0)
        return;
    snprintf(text, sizeof text, "\"jobs\";q=%u;w=60", state.per_minute);
    http_set_header(request, "RateLimit-Policy", text);
    snprintf(text, sizeof text, "\"jobs\";r=%u;t=%u", state.left, state.full_s);
    http_set_header(request, "RateLimit", text);
    snprintf(text, sizeof text, "%u", state.next_s);
    if (refused && state.next_s > 0)
        http_set_header(request, "Retry-After", text);
}
