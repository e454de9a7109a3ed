#include "http_client.h"

#include <cjson/cJSON.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "message_list.h"

enum { HEADER_ROOM = 512 };

static void curl_init_once(void)
{
    curl_global_init(CURL_GLOBAL_DEFAULT);
}

/* ---- URLs ---- */

/* Copies one part of a URL into out; "" if it is absent. Returns false if it does not fit. */
static bool url_part(CURLU *parsed, CURLUPart part, char *out, size_t room, unsigned flags)
{
    char *text = NULL;
    out[0] = '\0';
    if (curl_url_get(parsed, part, &text, flags) != CURLUE_OK)
        return true;
    bool fits = (size_t)snprintf(out, room, "%s", text) < room;
    curl_free(text);
    return fits;
}

/* Lower-cases the host (curl does the scheme), and drops the default port and slashes at the end. Returns false if the
 * URL is not allowed or too long. */
static bool url_normalize(CURLU *parsed, char out[HTTP_CLIENT_URL_MAX])
{
    char scheme[8], host[HTTP_CLIENT_URL_MAX], port[8], path[HTTP_CLIENT_URL_MAX], rest[HTTP_CLIENT_URL_MAX];
    if (!url_part(parsed, CURLUPART_SCHEME, scheme, sizeof scheme, 0) ||
        !url_part(parsed, CURLUPART_HOST, host, sizeof host, 0) ||
        !url_part(parsed, CURLUPART_PORT, port, sizeof port, CURLU_NO_DEFAULT_PORT) ||
        !url_part(parsed, CURLUPART_PATH, path, sizeof path, 0))
        return false;
    if (strcmp(scheme, "http") != 0 && strcmp(scheme, "https") != 0)
        return false;
    static const CURLUPart refused[] = {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_QUERY, CURLUPART_FRAGMENT};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        if (!url_part(parsed, refused[i], rest, sizeof rest, 0) || rest[0] != '\0')
            return false;
    for (char *c = host; *c != '\0'; c++)
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c | 0x20) : *c;
    size_t len = strlen(path);
    while (len > 0 && path[len - 1] == '/')
        path[--len] = '\0';
    return snprintf(out, HTTP_CLIENT_URL_MAX, "%s://%s%s%s%s", scheme, host, port[0] != '\0' ? ":" : "", port, path) <
           HTTP_CLIENT_URL_MAX;
}

enum nash_status http_client_url(const char *url, char out[HTTP_CLIENT_URL_MAX], struct nash_error *error)
{
    CURLU *parsed = curl_url();
    bool good =
        parsed != NULL && curl_url_set(parsed, CURLUPART_URL, url, 0) == CURLUE_OK && url_normalize(parsed, out);
    curl_url_cleanup(parsed);
    return good ? NASH_OK
                : nash_fail(error, NASH_INVALID, "",
                            "%.200s: write http://HOST:PORT or https://HOST, at most %d characters, without user, "
                            "query and fragment",
                            url, HTTP_CLIENT_URL_MAX - 1);
}

/* ---- the request ---- */

static size_t client_receive(char *data, size_t one, size_t count, void *context)
{
    struct http_client *client = context;
    size_t len = one * count, before = client->answer.len;
    nash_buf_add(&client->answer, data, len);
    if (!client->answer.failed)
        return len;
    client->too_long = before + len > client->answer.cap;
    return 0;
}

static bool headers_add(struct curl_slist **list, const char *name, const char *value)
{
    char line[HEADER_ROOM];
    snprintf(line, sizeof line, "%s: %s", name, value);
    struct curl_slist *longer = curl_slist_append(*list, line);
    if (longer != NULL)
        *list = longer;
    return longer != NULL;
}

bool http_client_set_bearer(struct http_client *client, const char *type, const char *secret)
{
    char bearer[HEADER_ROOM - 32], version[12];
    struct curl_slist *list = NULL;
    snprintf(bearer, sizeof bearer, "Bearer %s", secret != NULL ? secret : "");
    snprintf(version, sizeof version, "%d", MESSAGE_VERSION);
    bool good = headers_add(&list, "Content-Type", type) &&
                headers_add(&list, CLUSTER_INSTANCE_HEADER, client->instance) &&
                headers_add(&list, CLUSTER_PROTOCOL_HEADER, version) && headers_add(&list, "Expect", "") &&
                (secret == NULL || headers_add(&list, "Authorization", bearer));
    if (!good) {
        curl_slist_free_all(list);
        return false;
    }
    curl_easy_setopt(client->easy, CURLOPT_HTTPHEADER, list);
    curl_slist_free_all(client->headers);
    client->headers = list;
    return true;
}

bool http_client_init(struct http_client *client, const char *key, const char *instance)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, curl_init_once);
    *client = (struct http_client){.easy = curl_easy_init(), .instance = instance};
    if (client->easy == NULL || !http_client_set_bearer(client, MESSAGE_LIST_TYPE, key)) {
        http_client_free(client);
        return false;
    }
    curl_easy_setopt(client->easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(client->easy, CURLOPT_PROXY, "");
    curl_easy_setopt(client->easy, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(client->easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(client->easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(client->easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(client->easy, CURLOPT_TCP_NODELAY, 1L);
    curl_easy_setopt(client->easy, CURLOPT_CONNECTTIMEOUT_MS, (long)HTTP_CLIENT_CONNECT_MS);
    curl_easy_setopt(client->easy, CURLOPT_USERAGENT, "nashd");
    curl_easy_setopt(client->easy, CURLOPT_PRIVATE, client);
    curl_easy_setopt(client->easy, CURLOPT_WRITEFUNCTION, client_receive);
    curl_easy_setopt(client->easy, CURLOPT_WRITEDATA, client);
    return true;
}

void http_client_free(struct http_client *client)
{
    curl_easy_cleanup(client->easy);
    curl_slist_free_all(client->headers);
    nash_buf_free(&client->answer);
    *client = (struct http_client){0};
}

void http_client_prepare(struct http_client *client, const char *method, const char *url, const void *body, size_t len,
                         long timeout_ms, size_t answer_max)
{
    nash_buf_reset(&client->answer);
    client->answer.cap = answer_max;
    client->too_long = false;
    curl_easy_setopt(client->easy, CURLOPT_URL, url);
    curl_easy_setopt(client->easy, CURLOPT_TIMEOUT_MS, timeout_ms);
    curl_easy_setopt(client->easy, CURLOPT_POST, 1L);
    curl_easy_setopt(client->easy, CURLOPT_CUSTOMREQUEST, strcmp(method, "POST") == 0 ? NULL : method);
    curl_easy_setopt(client->easy, CURLOPT_POSTFIELDS, len > 0 ? body : "");
    curl_easy_setopt(client->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)len);
}

/* ---- the result ---- */

static const char *curl_failure_text(CURLcode code)
{
    switch (code) {
    case CURLE_OPERATION_TIMEDOUT:
        return "timed out";
    case CURLE_COULDNT_CONNECT:
        return "the connection was refused";
    case CURLE_COULDNT_RESOLVE_HOST:
        return "its host name cannot be resolved";
    case CURLE_PEER_FAILED_VERIFICATION:
        return "its certificate is not trusted";
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_PARTIAL_FILE:
        return "it closed the connection";
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY:
        return "its reply is not HTTP";
    default:
        return curl_easy_strerror(code);
    }
}

/* Writes "refused: 422: detail" of the problem document. The detail is foreign text: only printable ASCII is kept. */
static void refusal_text(const struct http_client *client, long status, char why[HTTP_CLIENT_WHY_MAX])
{
    cJSON *problem = client->answer.len > 0 ? cJSON_ParseWithLength(client->answer.data, client->answer.len) : NULL;
    const cJSON *detail = cJSON_GetObjectItemCaseSensitive(problem, "detail");
    snprintf(why, HTTP_CLIENT_WHY_MAX, "refused: %ld%s%s", status, cJSON_IsString(detail) ? ": " : "",
             cJSON_IsString(detail) ? detail->valuestring : "");
    for (char *c = why; *c != '\0'; c++)
        *c = *c < ' ' || *c > '~' ? '?' : *c;
    cJSON_Delete(problem);
}

const char *http_client_header(const struct http_client *client, const char *name)
{
    struct curl_header *found;
    return curl_easy_header(client->easy, name, 0, CURLH_HEADER, -1, &found) == CURLHE_OK ? found->value : NULL;
}

static bool is_content_type(const char *given, const char *type)
{
    size_t len = strlen(type);
    return given != NULL && strncasecmp(given, type, len) == 0 && strchr("; \t", given[len]) != NULL;
}

bool http_client_failed(const struct http_client *client, CURLcode code, const char *type, long *status,
                        char why[HTTP_CLIENT_WHY_MAX])
{
    long answered = 0;
    curl_easy_getinfo(client->easy, CURLINFO_RESPONSE_CODE, &answered);
    if (status != NULL)
        *status = answered;
    const char *instance = http_client_header(client, CLUSTER_INSTANCE_HEADER),
               *protocol = http_client_header(client, CLUSTER_PROTOCOL_HEADER);
    const char *given = http_client_header(client, "Content-Type");
    if (instance != NULL && strcmp(instance, client->instance) == 0)
        snprintf(why, HTTP_CLIENT_WHY_MAX, "it is this server itself");
    else if (protocol != NULL && atoi(protocol) != MESSAGE_VERSION)
        snprintf(why, HTTP_CLIENT_WHY_MAX, "speaks protocol %d, not %d", atoi(protocol), MESSAGE_VERSION);
    else if (client->too_long)
        snprintf(why, HTTP_CLIENT_WHY_MAX, "its answer is longer than %zu bytes", client->answer.cap);
    else if (code != CURLE_OK)
        snprintf(why, HTTP_CLIENT_WHY_MAX, "%s", curl_failure_text(code));
    else if (answered >= 300 && answered < 400)
        snprintf(why, HTTP_CLIENT_WHY_MAX, "it redirects, which is not followed: %ld", answered);
    else if (answered == 401 || answered == 403)
        snprintf(why, HTTP_CLIENT_WHY_MAX, "refused: %ld: %s", answered,
                 answered == 401 ? "it has another peer key" : "it was started without a peer key");
    else if (answered < 200 || answered > 299)
        refusal_text(client, answered, why);
    else if (!is_content_type(given, type))
        snprintf(why, HTTP_CLIENT_WHY_MAX, "answered %.40s instead of messages", given != NULL ? given : "nothing");
    else
        return false;
    return true;
}
