#include "hub_client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/log.h>
#include <base/secret.h>
#include <cluster/member.h>
#include <nash/json.h>
#include <nash/jsonw.h>

#include "compute.h"
#include "hub_client_internal.h"

/* ---- requests, which end when the server stops ---- */

bool hub_client_is_stopping(const struct hub_client *client)
{
    return atomic_load(&client->clients->stopping);
}

/* Performs one request while there is no other. leaving: also when the server stops. */
static CURLcode client_perform(struct hub_client *client, bool leaving)
{
    CURL *easy = client->request[0].http.easy;
    CURLcode code = CURLE_ABORTED_BY_CALLBACK;
    int running = 1, left;
    if (curl_multi_add_handle(client->multi, easy) != CURLM_OK)
        return CURLE_OUT_OF_MEMORY;
    while (running > 0 && (leaving || !hub_client_is_stopping(client))) {
        if (curl_multi_perform(client->multi, &running) != CURLM_OK)
            break;
        if (running > 0)
            curl_multi_poll(client->multi, NULL, 0, POLL_MS, NULL);
    }
    const CURLMsg *message = curl_multi_info_read(client->multi, &left);
    if (message != NULL && message->msg == CURLMSG_DONE)
        code = message->data.result;
    curl_multi_remove_handle(client->multi, easy);
    return code;
}

void hub_client_failed(struct hub_client *client, const char *why)
{
    if (hub_client_is_stopping(client))
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
    if (!hub_client_is_stopping(client))
        curl_multi_poll(client->multi, NULL, 0, (int)ms, NULL);
}

/* ---- registration ---- */

/* Returns the part of the compute threads that each of the shards offered to a hub may use. */
static unsigned cores_of_each(const struct hub_clients *clients)
{
    unsigned cores = (compute_threads(clients->compute) + clients->options.shards - 1) / clients->options.shards;
    return cores < MEMBER_CAPACITY_MAX ? cores : MEMBER_CAPACITY_MAX;
}

static void write_registration(const struct hub_client *client, struct nash_buf *out)
{
    struct nash_jsonw json = NASH_JSONW(out);
    nash_jsonw_object(&json);
    nash_jsonw_kstring(&json, "kind", "server");
    nash_jsonw_kstring(&json, "name", client->clients->options.name);
    nash_jsonw_kint(&json, "version", MESSAGE_VERSION);
    nash_jsonw_kuint(&json, "cores", cores_of_each(client->clients));
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
    const struct nash_buf *answer = &client->request[0].http.answer;
    cJSON *json = cJSON_ParseWithLength(answer->data, answer->len);
    bool good = text_member(json, "member", client->member, sizeof client->member) && is_plain(client->member) &&
                text_member(json, "session", client->session, sizeof client->session) && is_plain(client->session);
    cJSON_Delete(json);
    return good;
}

bool hub_client_is_unknown(long status)
{
    return status == 401 || status == 403 || status == 404 || status == 410;
}

static bool client_set_session(struct hub_client *client)
{
    bool good = true;
    for (unsigned i = 0; i < REQUESTS; i++)
        good = good && http_client_set_bearer(&client->request[i].http, MESSAGE_LIST_TYPE, client->session);
    return good;
}

static bool client_register(struct hub_client *client)
{
    char url[HTTP_CLIENT_URL_MAX + 32], why[HTTP_CLIENT_WHY_MAX] = "out of memory";
    struct http_client *http = &client->request[0].http;
    struct nash_buf body = NASH_BUF_INIT(0);
    long status = 0;
    write_registration(client, &body);
    snprintf(url, sizeof url, "%s/v1/shards/members", client->hub);
    bool sent = !body.failed && http_client_set_bearer(http, "application/json", client->clients->options.key);
    if (sent)
        http_client_prepare(http, "POST", url, body.data, body.len, REGISTER_MS, 1 << 16);
    bool bad = !sent || http_client_failed(http, client_perform(client, false), "application/json", &status, why);
    nash_buf_free(&body);
    if (!bad && !read_registration(client)) {
        snprintf(why, sizeof why, "its answer is not a registration");
    } else if (!bad && client_set_session(client)) {
        snprintf(client->url, sizeof client->url, "%s/%s/messages", url, client->member);
        log_info("joined", "hub=%s member=%s", client->hub, client->member);
        return true;
    }
    if (hub_client_is_unknown(status) && client->session[0] != '\0') { /* register as a new member */
        client->session[0] = '\0';
        return client_register(client);
    }
    client->gave_up = strcmp(why, "it is this server itself") == 0;
    hub_client_failed(client, why);
    return false;
}

static void client_unregister(struct hub_client *client)
{
    char url[sizeof client->url];
    size_t len = strlen(client->url) - (sizeof "/messages" - 1);
    snprintf(url, sizeof url, "%.*s", (int)len, client->url);
    http_client_prepare(&client->request[0].http, "DELETE", url, NULL, 0, LEAVE_MS, 1 << 16);
    client_perform(client, true);
}

static void *client_main(void *context)
{
    struct hub_client *client = context;
    while (!hub_client_is_stopping(client) && !client->gave_up) {
        if (!client->registered && !(client->registered = client_register(client)))
            client_back_off(client);
        else if (!hub_client_play(client))
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
    pthread_mutex_init(&client->lock, NULL);
    pthread_cond_init(&client->calm, NULL);
    client->multi = curl_multi_init();
    bool good = client->multi != NULL && compute_ready(clients->compute) &&
                hub_client_make_crew(client, cores_of_each(clients));
    for (unsigned i = 0; i < REQUESTS; i++)
        good = good && http_client_init(&client->request[i].http, clients->options.key, clients->options.instance);
    return good && pthread_create(&client->thread, NULL, client_main, client) == 0;
}

static void hub_client_free(struct hub_client *client)
{
    hub_client_end_crew(client);
    for (unsigned i = 0; i < REQUESTS; i++) {
        http_client_free(&client->request[i].http);
        nash_buf_free(&client->request[i].answers);
    }
    if (client->multi != NULL)
        curl_multi_cleanup(client->multi);
    nash_buf_free(&client->answers);
    pthread_cond_destroy(&client->calm);
    pthread_mutex_destroy(&client->lock);
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
    if (clients != NULL) {
        clients->client = calloc((size_t)hubs * options->shards + 1, sizeof *clients->client);
        clients->own = options->compute == NULL ? compute_new(0) : NULL;
        clients->compute = options->compute != NULL ? options->compute : clients->own;
    }
    if (clients == NULL || clients->client == NULL || clients->compute == NULL) {
        if (clients != NULL)
            free(clients->client);
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
    compute_free(clients->own);
    free(clients->client);
    free(clients);
}
