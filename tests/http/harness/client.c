/* The raw client parses replies itself (RFC 9112) and shares no code with the server or libcurl. */
#include "client.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

void reply_free(struct reply *reply)
{
    free(reply->head);
    free(reply->body);
    *reply = (struct reply){0};
}

static const char *find_header(const char *head, const char *name, size_t *len)
{
    size_t name_len = strlen(name);
    for (const char *line = head != NULL ? strstr(head, "\r\n") : NULL; line != NULL; line = strstr(line, "\r\n")) {
        line += 2;
        if (strncasecmp(line, name, name_len) != 0 || line[name_len] != ':')
            continue;
        const char *value = line + name_len + 1 + strspn(line + name_len + 1, " \t");
        *len = strcspn(value, "\r\n");
        return value;
    }
    return NULL;
}

const char *reply_header(const struct reply *reply, const char *name)
{
    static char values[8][512];
    static unsigned next;
    size_t len = 0;
    const char *value = find_header(reply->head, name, &len);
    if (value == NULL)
        return NULL;
    char *out = values[next++ % 8];
    snprintf(out, sizeof values[0], "%.*s", (int)len, value);
    return out;
}

const char *reply_problem(const struct reply *reply)
{
    static char type[64];
    const char *media = reply_header(reply, "Content-Type");
    type[0] = '\0';
    if (media != NULL && strcmp(media, "application/problem+json") == 0 && reply->body != NULL)
        sscanf(reply->body, "{\"type\":\"/problems/%63[^\"]", type);
    return type;
}

/* ---- libcurl ---- */

struct text {
    char *data;
    size_t len;
};

static size_t append(char *data, size_t size, size_t count, void *pointer)
{
    struct text *text = pointer;
    size_t more = size * count;
    char *grown = realloc(text->data, text->len + more + 1);
    if (grown == NULL)
        return 0;
    memcpy(grown + text->len, data, more);
    text->data = grown;
    text->len += more;
    grown[text->len] = '\0';
    return more;
}

static size_t append_head(char *data, size_t size, size_t count, void *pointer)
{
    struct text *text = pointer;
    if (size * count > 5 && memcmp(data, "HTTP/", 5) == 0)
        text->len = 0; /* a new status line: discard the head of an interim reply */
    return append(data, size, count, pointer);
}

struct reply client_call(uint16_t port, const char *method, const char *path, const char *const *headers,
                         const void *body, size_t len)
{
    struct text head = {0}, got = {0};
    struct curl_slist *list = NULL;
    struct reply reply = {0};
    char url[2048];
    long status = 0;
    CURL *curl = curl_easy_init();
    if (curl == NULL)
        return reply;
    snprintf(url, sizeof url, "http://127.0.0.1:%u%s", port, path);
    for (; headers != NULL && *headers != NULL; headers++)
        list = curl_slist_append(list, *headers);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)CLIENT_PATIENCE_MS);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, list);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, append);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &got);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, append_head);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, &head);
    if (body != NULL) {
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)len);
    }
    if (strcmp(method, "HEAD") == 0)
        curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
    curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, method);
    CURLcode result = curl_easy_perform(curl);
    if (result == CURLE_OK || result == CURLE_SEND_ERROR)
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    else
        fprintf(stderr, "%s %s: %s\n", method, path, curl_easy_strerror(result));
    reply = (struct reply){.status = (int)status, .head = head.data, .body = got.data, .len = got.len};
    curl_slist_free_all(list);
    curl_easy_cleanup(curl);
    return reply;
}

struct reply client_get(uint16_t port, const char *path)
{
    return client_call(port, "GET", path, NULL, NULL, 0);
}

struct reply client_post(uint16_t port, const char *path, const char *type, const char *body)
{
    char line[128];
    snprintf(line, sizeof line, "Content-Type: %s", type);
    const char *const headers[] = {line, NULL};
    return client_call(port, "POST", path, headers, body, strlen(body));
}

/* ---- raw sockets ---- */

bool raw_open(struct raw *raw, uint16_t port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    int on = 1;
    *raw = (struct raw){.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (raw->fd < 0)
        return false;
    if (connect(raw->fd, (struct sockaddr *)&address, sizeof address) != 0) {
        raw_close(raw);
        return false;
    }
    setsockopt(raw->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return true;
}

void raw_close(struct raw *raw)
{
    if (raw->fd >= 0)
        close(raw->fd);
    free(raw->data);
    *raw = (struct raw){.fd = -1};
}

bool raw_send(struct raw *raw, const void *data, size_t len)
{
    const char *at = data;
    while (len > 0) {
        ssize_t sent = send(raw->fd, at, len, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        at += sent;
        len -= (size_t)sent;
    }
    return true;
}

bool raw_text(struct raw *raw, const char *text)
{
    return raw_send(raw, text, strlen(text));
}

/* Waits up to `ms` for bytes and reads those available; returns false if none arrived. */
static bool read_more(struct raw *raw, int ms)
{
    struct pollfd fd = {.fd = raw->fd, .events = POLLIN};
    if (raw->closed || poll(&fd, 1, ms) <= 0)
        return false;
    if (raw->room - raw->len < 65536 + 1) {
        char *grown = realloc(raw->data, 2 * raw->room + 65536 + 1);
        if (grown == NULL)
            return false;
        raw->data = grown;
        raw->room = 2 * raw->room + 65536 + 1;
    }
    ssize_t got = recv(raw->fd, raw->data + raw->len, 65536, 0);
    if (got <= 0) {
        raw->closed = true;
        return false;
    }
    raw->len += (size_t)got;
    raw->data[raw->len] = '\0';
    return true;
}

static char *take(struct raw *raw, size_t len)
{
    char *copy = malloc(len + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, raw->data, len);
    copy[len] = '\0';
    memmove(raw->data, raw->data + len, raw->len - len + 1);
    raw->len -= len;
    return copy;
}

/* Returns the offset of the end of the line that begins at `from`, or -1 if the stream ends before it. */
static ssize_t line_end(struct raw *raw, size_t from)
{
    for (;;) {
        char *end = raw->len > from ? memmem(raw->data + from, raw->len - from, "\r\n", 2) : NULL;
        if (end != NULL)
            return end - raw->data;
        if (!read_more(raw, CLIENT_PATIENCE_MS))
            return -1;
    }
}

static bool need(struct raw *raw, size_t len)
{
    while (raw->len < len)
        if (!read_more(raw, CLIENT_PATIENCE_MS))
            return false;
    return true;
}

static bool take_chunks(struct raw *raw, struct reply *reply)
{
    for (;;) {
        ssize_t end = line_end(raw, 0);
        if (end < 0)
            return false;
        size_t size = strtoul(raw->data, NULL, 16);
        free(take(raw, (size_t)end + 2));
        if (!need(raw, size + 2))
            return false;
        char *grown = realloc(reply->body, reply->len + size + 1);
        if (grown == NULL)
            return false;
        memcpy(grown + reply->len, raw->data, size);
        reply->body = grown;
        reply->len += size;
        grown[reply->len] = '\0';
        free(take(raw, size + 2));
        if (size == 0)
            return true;
    }
}

struct reply raw_reply(struct raw *raw, bool is_head)
{
    struct reply reply = {0};
    size_t from = 0, length_len = 0;
    ssize_t end;
    while ((end = line_end(raw, from)) > 0 && (size_t)end != from)
        from = (size_t)end + 2;
    if (end < 0)
        return reply;
    reply.head = take(raw, from + 2);
    if (reply.head == NULL || sscanf(reply.head, "HTTP/1.1 %d", &reply.status) != 1)
        return reply;
    const char *length = find_header(reply.head, "Content-Length", &length_len);
    bool good = true;
    if (is_head || reply.status < 200 || reply.status == 204 || reply.status == 304) {
        reply.body = strdup("");
    } else if (length != NULL) {
        reply.len = strtoul(length, NULL, 10);
        good = need(raw, reply.len);
        reply.body = good ? (reply.len > 0 ? take(raw, reply.len) : strdup("")) : NULL;
    } else if (find_header(reply.head, "Transfer-Encoding", &length_len) != NULL) {
        good = take_chunks(raw, &reply);
    } else {
        while (read_more(raw, CLIENT_PATIENCE_MS))
            ;
        reply.len = raw->len;
        reply.body = raw->len > 0 ? take(raw, raw->len) : strdup("");
    }
    if (!good)
        reply.status = 0;
    return reply;
}

struct reply raw_ask(uint16_t port, const char *text)
{
    struct reply reply = {0};
    struct raw raw;
    if (!raw_open(&raw, port))
        return reply;
    if (raw_text(&raw, text))
        reply = raw_reply(&raw, false);
    raw_close(&raw);
    return reply;
}

bool raw_wait_for(struct raw *raw, const char *text)
{
    while (raw->len == 0 || memmem(raw->data, raw->len, text, strlen(text)) == NULL)
        if (!read_more(raw, CLIENT_PATIENCE_MS))
            return false;
    return true;
}

bool raw_take(struct raw *raw, void *out, size_t len)
{
    if (!need(raw, len))
        return false;
    if (len > 0) {
        memcpy(out, raw->data, len);
        memmove(raw->data, raw->data + len, raw->len - len + 1);
        raw->len -= len;
    }
    return true;
}

bool raw_closed_within(struct raw *raw, int ms)
{
    while (read_more(raw, ms))
        raw->len = 0;
    return raw->closed;
}
