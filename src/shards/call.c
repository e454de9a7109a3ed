#include "call.h"

#include <cjson/cJSON.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "parcel.h"

enum { HEADER_ROOM = 512 };

static void curl_begin(void)
{
    curl_global_init(CURL_GLOBAL_DEFAULT);
}

/* ---- URLs ---- */

/* One part of a URL into out, "" when it is not there. */
static bool part_of(CURLU *parsed, CURLUPart part, char *out, size_t room, unsigned flags)
{
    char *text = NULL;
    out[0] = '\0';
    if (curl_url_get(parsed, part, &text, flags) != CURLUE_OK)
        return true;
    bool fits = (size_t)snprintf(out, room, "%s", text) < room;
    curl_free(text);
    return fits;
}

/* Host and scheme come lower-case from curl but for the host, a default port goes. */
static bool normal_form(CURLU *parsed, char out[CALL_URL_MAX])
{
    char scheme[8], host[CALL_URL_MAX], port[8], path[CALL_URL_MAX], rest[CALL_URL_MAX];
    if (!part_of(parsed, CURLUPART_SCHEME, scheme, sizeof scheme, 0) ||
        !part_of(parsed, CURLUPART_HOST, host, sizeof host, 0) ||
        !part_of(parsed, CURLUPART_PORT, port, sizeof port, CURLU_NO_DEFAULT_PORT) ||
        !part_of(parsed, CURLUPART_PATH, path, sizeof path, 0))
        return false;
    if (strcmp(scheme, "http") != 0 && strcmp(scheme, "https") != 0)
        return false;
    static const CURLUPart refused[] = {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_QUERY, CURLUPART_FRAGMENT};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        if (!part_of(parsed, refused[i], rest, sizeof rest, 0) || rest[0] != '\0')
            return false;
    for (char *c = host; *c != '\0'; c++)
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c | 0x20) : *c;
    size_t len = strlen(path);
    while (len > 0 && path[len - 1] == '/')
        path[--len] = '\0';
    return snprintf(out, CALL_URL_MAX, "%s://%s%s%s%s", scheme, host, port[0] != '\0' ? ":" : "", port, path) <
           CALL_URL_MAX;
}

enum nash_status call_url(const char *url, char out[CALL_URL_MAX], struct nash_error *error)
{
    CURLU *parsed = curl_url();
    bool good = parsed != NULL && curl_url_set(parsed, CURLUPART_URL, url, 0) == CURLUE_OK && normal_form(parsed, out);
    curl_url_cleanup(parsed);
    return good ? NASH_OK
                : nash_fail(error, NASH_INVALID, "",
                            "%.200s: write http://HOST:PORT or https://HOST, at most %d characters, without user, "
                            "query and fragment",
                            url, CALL_URL_MAX - 1);
}

/* ---- the request ---- */

static size_t take_answer(char *data, size_t one, size_t count, void *context)
{
    struct call *call = context;
    size_t len = one * count, before = call->answer.len;
    nash_buf_add(&call->answer, data, len);
    if (!call->answer.failed)
        return len;
    call->too_long = before + len > call->answer.cap;
    return 0;
}

static bool add_header(struct curl_slist **list, const char *name, const char *value)
{
    char line[HEADER_ROOM];
    snprintf(line, sizeof line, "%s: %s", name, value);
    struct curl_slist *longer = curl_slist_append(*list, line);
    if (longer != NULL)
        *list = longer;
    return longer != NULL;
}

bool call_bearer(struct call *call, const char *type, const char *secret)
{
    char bearer[HEADER_ROOM - 32], version[12];
    struct curl_slist *list = NULL;
    snprintf(bearer, sizeof bearer, "Bearer %s", secret != NULL ? secret : "");
    snprintf(version, sizeof version, "%d", MESSAGE_VERSION);
    bool good = add_header(&list, "Content-Type", type) && add_header(&list, PARCEL_INSTANCE, call->instance) &&
                add_header(&list, PARCEL_PROTOCOL, version) && add_header(&list, "Expect", "") &&
                (secret == NULL || add_header(&list, "Authorization", bearer));
    if (!good) {
        curl_slist_free_all(list);
        return false;
    }
    curl_easy_setopt(call->easy, CURLOPT_HTTPHEADER, list);
    curl_slist_free_all(call->headers);
    call->headers = list;
    return true;
}

bool call_init(struct call *call, const char *key, const char *instance)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, curl_begin);
    *call = (struct call){.easy = curl_easy_init(), .instance = instance};
    if (call->easy == NULL || !call_bearer(call, PARCEL_TYPE, key)) {
        call_free(call);
        return false;
    }
    curl_easy_setopt(call->easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(call->easy, CURLOPT_PROXY, "");
    curl_easy_setopt(call->easy, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(call->easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(call->easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(call->easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(call->easy, CURLOPT_TCP_NODELAY, 1L);
    curl_easy_setopt(call->easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CALL_CONNECT_MS);
    curl_easy_setopt(call->easy, CURLOPT_USERAGENT, "nashd");
    curl_easy_setopt(call->easy, CURLOPT_PRIVATE, call);
    curl_easy_setopt(call->easy, CURLOPT_WRITEFUNCTION, take_answer);
    curl_easy_setopt(call->easy, CURLOPT_WRITEDATA, call);
    return true;
}

void call_free(struct call *call)
{
    curl_easy_cleanup(call->easy);
    curl_slist_free_all(call->headers);
    nash_buf_free(&call->answer);
    *call = (struct call){0};
}

void call_prepare(struct call *call, const char *method, const char *url, const void *body, size_t len, long timeout_ms,
                  size_t answer_max)
{
    nash_buf_reset(&call->answer);
    call->answer.cap = answer_max;
    call->too_long = false;
    curl_easy_setopt(call->easy, CURLOPT_URL, url);
    curl_easy_setopt(call->easy, CURLOPT_TIMEOUT_MS, timeout_ms);
    curl_easy_setopt(call->easy, CURLOPT_POST, 1L);
    curl_easy_setopt(call->easy, CURLOPT_CUSTOMREQUEST, strcmp(method, "POST") == 0 ? NULL : method);
    curl_easy_setopt(call->easy, CURLOPT_POSTFIELDS, len > 0 ? body : "");
    curl_easy_setopt(call->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)len);
}

/* ---- how it went ---- */

static const char *cut_words(CURLcode code)
{
    switch (code) {
    case CURLE_OPERATION_TIMEDOUT:
        return "timed out";
    case CURLE_COULDNT_CONNECT:
        return "nobody answers there";
    case CURLE_COULDNT_RESOLVE_HOST:
        return "its name is not known";
    case CURLE_PEER_FAILED_VERIFICATION:
        return "its certificate is not trusted";
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_PARTIAL_FILE:
        return "it cut the connection";
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY:
        return "it does not speak HTTP";
    default:
        return curl_easy_strerror(code);
    }
}

/* "refused: 422: why", as the problem says it: foreign text, so only what is plain of it. */
static void refusal(const struct call *call, long status, char why[CALL_WHY_MAX])
{
    cJSON *problem = call->answer.len > 0 ? cJSON_ParseWithLength(call->answer.data, call->answer.len) : NULL;
    const cJSON *detail = cJSON_GetObjectItemCaseSensitive(problem, "detail");
    snprintf(why, CALL_WHY_MAX, "refused: %ld%s%s", status, cJSON_IsString(detail) ? ": " : "",
             cJSON_IsString(detail) ? detail->valuestring : "");
    for (char *c = why; *c != '\0'; c++)
        *c = *c < ' ' || *c > '~' ? '?' : *c;
    cJSON_Delete(problem);
}

/* A header of the answer; NULL when it has none. */
static const char *header(const struct call *call, const char *name)
{
    struct curl_header *found;
    return curl_easy_header(call->easy, name, 0, CURLH_HEADER, -1, &found) == CURLHE_OK ? found->value : NULL;
}

static bool has_type(const char *given, const char *type)
{
    size_t len = strlen(type);
    return given != NULL && strncasecmp(given, type, len) == 0 && strchr("; \t", given[len]) != NULL;
}

bool call_failed(const struct call *call, CURLcode code, const char *type, long *status, char why[CALL_WHY_MAX])
{
    long answered = 0;
    curl_easy_getinfo(call->easy, CURLINFO_RESPONSE_CODE, &answered);
    if (status != NULL)
        *status = answered;
    const char *instance = header(call, PARCEL_INSTANCE), *protocol = header(call, PARCEL_PROTOCOL);
    const char *given = header(call, "Content-Type");
    if (instance != NULL && strcmp(instance, call->instance) == 0)
        snprintf(why, CALL_WHY_MAX, "it is this server itself");
    else if (protocol != NULL && atoi(protocol) != MESSAGE_VERSION)
        snprintf(why, CALL_WHY_MAX, "speaks protocol %d, not %d", atoi(protocol), MESSAGE_VERSION);
    else if (call->too_long)
        snprintf(why, CALL_WHY_MAX, "its answer is longer than %zu bytes", call->answer.cap);
    else if (code != CURLE_OK)
        snprintf(why, CALL_WHY_MAX, "%s", cut_words(code));
    else if (answered >= 300 && answered < 400)
        snprintf(why, CALL_WHY_MAX, "it redirects, which is not followed: %ld", answered);
    else if (answered == 401 || answered == 403)
        snprintf(why, CALL_WHY_MAX, "refused: %ld: %s", answered,
                 answered == 401 ? "it has another peer key" : "it was started without a peer key");
    else if (answered < 200 || answered > 299)
        refusal(call, answered, why);
    else if (!has_type(given, type))
        snprintf(why, CALL_WHY_MAX, "answered %.40s instead of messages", given != NULL ? given : "nothing");
    else
        return false;
    return true;
}
