#include "hub_client.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/log.h>
#include <base/secret.h>
#include <cluster/program.h>
#include <nash/json.h>
#include <nash/jsonw.h>

#include "http_client.h"
#include "message_list.h"

enum {
    REGISTER_MS = 10000, /* time limit of a registration */
    POLL_MS = 40000,     /* time limit of a POST; a hub answers within 20 s, with messages or without */
    LEAVE_MS = 1000,     /* time limit of the DELETE at the end */
    REST_MS = 250,       /* unit of the delay after a failure; it doubles with each failure in a row */
    REST_MAX_MS = 10000,
    MEMBER_MAX = 64,
    SESSION_MAX = 128
};

/* One shard offered to one hub, and its thread. */
struct hub_client {
    struct hub_clients *clients;
    char hub[HTTP_CLIENT_URL_MAX];
    pthread_t thread;
    CURLM *multi; /* has only the request of `http`; curl_multi_wakeup() interrupts a wait for it */
    struct http_client http;
    struct shard_host *host;
    uint8_t *scratch;                                /* [MESSAGE_MAX] */
    char member[MEMBER_MAX], session[SESSION_MAX];   /* id and secret from the hub; session "": not registered yet */
    char url[HTTP_CLIENT_URL_MAX + MEMBER_MAX + 64]; /* to which messages are posted */
    struct nash_buf answers;                         /* answers to be posted next */
    bool registered, gave_up;                        /* gave_up: the hub is this server itself */
    unsigned failures;                               /* failures since the last success */
    char why[HTTP_CLIENT_WHY_MAX];                   /* reason of the last failure */
};

struct hub_clients {
    struct hub_client_options options;
    struct hub_client *client;
    unsigned count;
    _Atomic bool stopping;
};

/* ---- requests, which end when the server stops ---- */

static CURLcode client_perform(struct hub_client *client, bool leaving)
{
    CURLcode code = CURLE_ABORTED_BY_CALLBACK;
    int running = 1, left;
    if (curl_multi_add_handle(client->multi, client->http.easy) != CURLM_OK)
        return CURLE_OUT_OF_MEMORY;
    while (running > 0 && (leaving || !atomic_load(&client->clients->stopping))) {
        if (curl_multi_perform(client->multi, &running) != CURLM_OK)
            break;
        if (running > 0)
            curl_multi_poll(client->multi, NULL, 0, POLL_MS, NULL);
    }
    const CURLMsg *message = curl_multi_info_read(client->multi, &left);
    if (message != NULL && message->msg == CURLMSG_DONE)
        code = message->data.result;
    curl_multi_remove_handle(client->multi, client->http.easy);
    return code;
}

static void client_failed(struct hub_client *client, const char *why)
{
    if (atomic_load(&client->clients->stopping))
        return;
    if (client->failures++ == 0 || strcmp(why, client->why) != 0)
        log_warn("cannot join", "%s: %s", client->hub, why);
    snprintf(client->why, sizeof client->why, "%s", why);
}

/* Waits before the next try: longer each time, with a random part so that shards do not retry at once. */
static void client_back_off(struct hub_client *client)
{
    uint8_t random;
    unsigned ms = (unsigned)REST_MS << (client->failures < 7 ? client->failures : 7);
    secret_random(&random, sizeof random);
    ms = ms < REST_MAX_MS ? ms : REST_MAX_MS;
    ms -= ms / 4 * random / 255;
    if (!atomic_load(&client->clients->stopping))
        curl_multi_poll(client->multi, NULL, 0, (int)ms, NULL);
}

/* ---- registration ---- */

static void write_registration(const struct hub_client *client, struct nash_buf *out)
{
    struct nash_jsonw json = NASH_JSONW(out);
    nash_jsonw_object(&json);
    nash_jsonw_kstring(&json, "kind", "server");
    nash_jsonw_kstring(&json, "name", client->clients->options.name);
    nash_jsonw_kint(&json, "version", MESSAGE_VERSION);
    nash_jsonw_kstring(&json, "instance", client->clients->options.instance);
    if (client->session[0] != '\0')
        nash_jsonw_kstring(&json, "session", client->session);
    nash_jsonw_object_end(&json);
}

static bool text_member(const cJSON *json, const char *name, char *out, size_t room)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsString(item) && item->valuestring[0] != '\0' && strlen(item->valuestring) < room &&
           snprintf(out, room, "%s", item->valuestring) > 0;
}

/* Returns whether the id is safe in a path. */
static bool is_plain(const char *id)
{
    return id[strspn(id, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_")] == '\0';
}

static bool read_registration(struct hub_client *client)
{
    cJSON *json = cJSON_ParseWithLength(client->http.answer.data, client->http.answer.len);
    bool good = text_member(json, "member", client->member, sizeof client->member) && is_plain(client->member) &&
                text_member(json, "session", client->session, sizeof client->session) && is_plain(client->session);
    cJSON_Delete(json);
    return good;
}

/* Returns whether the HTTP status means that the hub has no such session any more. */
static bool is_unknown(long status)
{
    return status == 401 || status == 403 || status == 404 || status == 410;
}

static bool client_register(struct hub_client *client)
{
    char url[HTTP_CLIENT_URL_MAX + 32], why[HTTP_CLIENT_WHY_MAX] = "out of memory";
    struct nash_buf body = NASH_BUF_INIT(0);
    long status = 0;
    write_registration(client, &body);
    snprintf(url, sizeof url, "%s/v1/shards/members", client->hub);
    bool sent = !body.failed && http_client_set_bearer(&client->http, "application/json", client->clients->options.key);
    if (sent)
        http_client_prepare(&client->http, "POST", url, body.data, body.len, REGISTER_MS, 1 << 16);
    bool bad =
        !sent || http_client_failed(&client->http, client_perform(client, false), "application/json", &status, why);
    nash_buf_free(&body);
    if (!bad && !read_registration(client)) {
        snprintf(why, sizeof why, "its answer is not a registration");
    } else if (!bad && http_client_set_bearer(&client->http, MESSAGE_LIST_TYPE, client->session)) {
        snprintf(client->url, sizeof client->url, "%s/%s/messages", url, client->member);
        log_info("joined", "hub=%s member=%s", client->hub, client->member);
        return true;
    }
    if (is_unknown(status) && client->session[0] != '\0') { /* register as a new member */
        client->session[0] = '\0';
        return client_register(client);
    }
    client->gave_up = strcmp(why, "it is this server itself") == 0;
    client_failed(client, why);
    return false;
}

/* ---- playing ---- */

/* Carries out the messages of the hub; the answers go with the next POST. Returns false, with the reason, if the reply
 * is not a message list. */
static bool client_play(struct hub_client *client, char why[HTTP_CLIENT_WHY_MAX])
{
    const struct nash_buf *asked = &client->http.answer;
    struct message_list_reader reader = {.at = (const uint8_t *)asked->data, .left = asked->len};
    const uint8_t *message;
    size_t len;
    enum message_list_item next;
    while ((next = message_list_next(&reader, &message, &len)) == MESSAGE_LIST_MESSAGE) {
        if (client->answers.len + MESSAGE_MAX > MESSAGE_LIST_MAX)
            return true; /* a correct game never sends so many requests; the rest is dropped as if lost */
        nash_buf_add(&client->answers, client->scratch,
                     shard_host_take(client->host, message, len, client->scratch, MESSAGE_MAX));
    }
    if (next == MESSAGE_LIST_OTHER_VERSION)
        snprintf(why, HTTP_CLIENT_WHY_MAX, "speaks protocol %u, not %d", reader.version, MESSAGE_VERSION);
    else if (next == MESSAGE_LIST_BROKEN)
        snprintf(why, HTTP_CLIENT_WHY_MAX, "its answer is not a list of messages");
    return next == MESSAGE_LIST_END;
}

/* Posts the answers and carries out the messages that come back. After a failure the same answers are posted again; the
 * hub drops those that it received before. */
static bool client_exchange(struct hub_client *client)
{
    char why[HTTP_CLIENT_WHY_MAX];
    long status;
    http_client_prepare(&client->http, "POST", client->url, client->answers.data, client->answers.len, POLL_MS,
                        MESSAGE_LIST_ANSWER_MAX);
    bool good = !http_client_failed(&client->http, client_perform(client, false), MESSAGE_LIST_TYPE, &status, why);
    if (good) {
        nash_buf_reset(&client->answers);
        good = client_play(client, why);
        client->failures = good ? 0 : client->failures;
    } else if (status == 409) { /* the partition has gone to another member */
        nash_buf_reset(&client->answers);
        return true;
    } else if (is_unknown(status)) { /* register again, at once after the first failure */
        nash_buf_reset(&client->answers);
        client->registered = false;
        if (client->failures++ == 0)
            return true;
    }
    if (!good)
        client_failed(client, why);
    return good;
}

static void client_unregister(struct hub_client *client)
{
    char url[sizeof client->url];
    size_t len = strlen(client->url) - (sizeof "/messages" - 1);
    snprintf(url, sizeof url, "%.*s", (int)len, client->url);
    http_client_prepare(&client->http, "DELETE", url, NULL, 0, LEAVE_MS, 1 << 16);
    client_perform(client, true);
}

static void *client_main(void *context)
{
    struct hub_client *client = context;
    while (!atomic_load(&client->clients->stopping) && !client->gave_up) {
        if (!client->registered && !(client->registered = client_register(client)))
            client_back_off(client);
        else if (!client_exchange(client))
            client_back_off(client);
    }
    if (client->registered)
        client_unregister(client);
    return NULL;
}

/* ---- start and stop ---- */

static bool hub_client_init(struct hub_client *client, struct hub_clients *clients, const char *hub)
{
    client->clients = clients;
    memcpy(client->hub, hub, sizeof client->hub);
    client->host = shard_host_new(clients->options.programs);
    client->scratch = aligned_alloc(64, MESSAGE_MAX);
    client->multi = curl_multi_init();
    return client->host != NULL && client->scratch != NULL && client->multi != NULL &&
           http_client_init(&client->http, clients->options.key, clients->options.instance) &&
           pthread_create(&client->thread, NULL, client_main, client) == 0;
}

static void hub_client_free(struct hub_client *client)
{
    http_client_free(&client->http);
    if (client->multi != NULL)
        curl_multi_cleanup(client->multi);
    nash_buf_free(&client->answers);
    free(client->scratch);
    shard_host_free(client->host);
}

static enum nash_status clients_add_hub(struct hub_clients *clients, const char *url, struct nash_error *error)
{
    char hub[HTTP_CLIENT_URL_MAX];
    struct nash_error why;
    if (http_client_url(url, hub, &why) != NASH_OK)
        return nash_fail(error, NASH_INVALID, "", "--join %s", why.detail);
    for (unsigned i = 0; i < clients->count; i++)
        if (strcmp(clients->client[i].hub, hub) == 0)
            return nash_fail(error, NASH_INVALID, "",
                             "--join %s is given twice; use --join-seats N to offer more shards", hub);
    for (unsigned i = 0; i < clients->options.shards; i++, clients->count++)
        if (!hub_client_init(&clients->client[clients->count], clients, hub)) {
            hub_client_free(&clients->client[clients->count]);
            return nash_fail(error, NASH_NOMEM, "", "--join %s: no memory, or no thread", hub);
        }
    return NASH_OK;
}

struct hub_clients *hub_clients_start(const struct hub_client_options *options, struct nash_error *error)
{
    struct hub_clients *clients = calloc(1, sizeof *clients);
    unsigned hubs = 0;
    while (options->urls != NULL && options->urls[hubs] != NULL)
        hubs++;
    if (clients != NULL)
        clients->client = calloc((size_t)hubs * options->shards + 1, sizeof *clients->client);
    if (clients == NULL || clients->client == NULL) {
        free(clients);
        nash_fail(error, NASH_NOMEM, "", "no memory to join hubs");
        return NULL;
    }
    clients->options = *options;
    enum nash_status status = NASH_OK;
    if (hubs > 0 && options->key == NULL)
        status = nash_fail(error, NASH_INVALID, "", "--join needs --peer-key FILE with the hub's secret");
    for (unsigned i = 0; i < hubs && status == NASH_OK; i++)
        status = clients_add_hub(clients, options->urls[i], error);
    if (status == NASH_OK)
        return clients;
    hub_clients_stop(clients);
    return NULL;
}

void hub_clients_stop(struct hub_clients *clients)
{
    if (clients == NULL)
        return;
    atomic_store(&clients->stopping, true);
    for (unsigned i = 0; i < clients->count; i++)
        curl_multi_wakeup(clients->client[i].multi);
    for (unsigned i = 0; i < clients->count; i++) {
        pthread_join(clients->client[i].thread, NULL);
        hub_client_free(&clients->client[i]);
    }
    free(clients->client);
    free(clients);
}
