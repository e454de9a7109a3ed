/* GET /v1/shards: who could play, who plays. And what the other resources of shards need: whose session it is. */
#include <string.h>
#include <strings.h>

#include <api/shards.h>

void api_shards(struct http_request *request)
{
    if (!api_query_only(request, (const char *const[]){NULL}) || !api_accepts_or_406(request, "application/json"))
        return;
    struct nash_buf page = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&page);
    shards_write(api_of(request)->shards, &json);
    api_reply_json(request, 200, &page);
    nash_buf_free(&page);
}

const char *api_bearer(const struct http_request *request)
{
    const char *text = http_header(request, "Authorization");
    if (text == NULL || strncasecmp(text, "Bearer ", 7) != 0)
        return NULL;
    return text + 7 + strspn(text + 7, " ");
}

void api_challenge(struct http_request *request)
{
    http_set_header(request, "WWW-Authenticate", "Bearer realm=\"nashd shards\"");
}

struct guest *api_guest_of(struct http_request *request, const char *session)
{
    struct guest *guest =
        session != NULL ? joined_find(api_of(request)->joined, http_param(request, "id"), session) : NULL;
    if (guest != NULL)
        return guest;
    api_challenge(request);
    http_problem_text(
        request, 401, "session-unknown",
        "This needs the session that POST /v1/shards/members gave this member. It ends with the server, or "
        "when nobody came for too long: join again by a new invitation.");
    return NULL;
}

struct guest *api_find_guest(struct http_request *request)
{
    return api_guest_of(request, api_bearer(request));
}
