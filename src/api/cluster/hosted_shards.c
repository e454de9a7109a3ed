/* POST and DELETE /v1/shards/seats/{id}: a hub sends messages to a shard that this server hosts, or ends the shard.
 * Both require the peer key; API keys are not accepted. The threads of the hosted shards play the rounds while the
 * request waits. */
#include <stdio.h>
#include <stdlib.h>

#include <api/negotiation.h>
#include <cluster/transport/hosted_shard.h>
#include <cluster/transport/key.h>
#include <cluster/transport/message_list.h>

#include "member_auth.h"

/* A request that waits for the answers of its shard. */
struct shard_request {
    struct http_request *request;
    struct hosted_call *call;
};

enum { SHARD_WAIT_MS = 60000 }; /* time limit for the shard to answer */

/* Checks the peer key; false after replying 401 or 403. */
static bool check_peer_key(struct http_request *request)
{
    const char *key = hosted_shards_key(api_of(request)->hosted_shards);
    api_add_instance(request);
    if (key == NULL) {
        http_problem_text(request, 403, "forbidden",
                          "this server hosts no shards for other servers; start it with --peer-key FILE to allow it");
        return false;
    }
    if (peer_key_bears(key, http_header(request, "Authorization")))
        return true;
    api_challenge(request);
    http_problem_text(request, 401, "unauthorized",
                      "the peer key is missing or not the one of this server; start both servers with the same "
                      "--peer-key FILE");
    return false;
}

void api_hosted_shard_head(struct http_request *request)
{
    if (check_peer_key(request))
        http_body_limit(request, MESSAGE_LIST_MAX);
}

static void shard_request_close(void *user)
{
    struct shard_request *waiting = user;
    hosted_call_drop(waiting->call);
    free(waiting);
}

static void shard_request_wake(void *context)
{
    http_wake(((struct shard_request *)context)->request);
}

static void reply_answers(struct http_request *request, bool timed_out)
{
    bool over;
    struct shard_request *waiting = http_user(request);
    struct bytes *answers = hosted_call_answers(waiting->call, &over);
    if (answers != NULL)
        http_reply_bytes(request, 200, MESSAGE_LIST_TYPE, answers);
    else if (over || timed_out || http_stopping(request))
        http_problem_text(request, 503, http_stopping(request) ? "draining" : "unavailable",
                          "the shard has ended, or this server is too busy to play it");
    else
        http_wait(request, SHARD_WAIT_MS, reply_answers);
}

void api_hosted_shard_post(struct http_request *request)
{
    struct nash_error error;
    size_t len;
    if (!api_content_is(request, MESSAGE_LIST_TYPE)) {
        http_problem_text(request, 415, "unsupported-media-type", "unsupported Content-Type; expected %s",
                          MESSAGE_LIST_TYPE);
        return;
    }
    struct shard_request *waiting = calloc(1, sizeof *waiting);
    if (waiting == NULL) {
        api_reply_no_memory(request, "this request");
        return;
    }
    const char *body = http_body(request, &len);
    char cores[12];
    snprintf(cores, sizeof cores, "%u", hosted_shards_cores(api_of(request)->hosted_shards));
    http_set_header(request, CLUSTER_CORES_HEADER, cores);
    waiting->request = request;
    waiting->call = hosted_shards_submit(api_of(request)->hosted_shards, http_param(request, "id"),
                                         http_header(request, CLUSTER_INSTANCE_HEADER), body, len, shard_request_wake,
                                         waiting, &error);
    if (waiting->call == NULL) {
        free(waiting);
        http_problem(request, 0, &error);
        return;
    }
    http_set_user(request, waiting, shard_request_close);
    http_wait(request, SHARD_WAIT_MS, reply_answers);
}

void api_hosted_shard_delete(struct http_request *request)
{
    if (hosted_shards_end(api_of(request)->hosted_shards, http_param(request, "id")))
        http_reply(request, 204, NULL, NULL, 0);
    else
        http_problem_text(request, 404, "not-found", "unknown shard; a shard without requests ends after 30 s");
}
