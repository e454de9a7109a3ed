#include <stdio.h>
#include <string.h>
#include <sys/un.h>

#include <nash/json.h>

#include "listen.h"

static enum nash_status parse_unix(const char *path, struct http_listen *listen, struct nash_error *error)
{
    size_t most = sizeof((struct sockaddr_un *)NULL)->sun_path - 1;
    if (path[0] == '\0' || strlen(path) > most)
        return nash_fail(error, NASH_INVALID, "", "unix:%s: expected a path of 1 to %zu bytes", path, most);
    listen->is_unix = true;
    snprintf(listen->host, sizeof listen->host, "%s", path);
    return NASH_OK;
}

enum nash_status http_listen_parse(const char *text, struct http_listen *listen, struct nash_error *error)
{
    const char *colon = strrchr(text, ':');
    size_t len = colon != NULL ? (size_t)(colon - text) : 0;
    bool brackets = len > 2 && text[0] == '[' && text[len - 1] == ']';
    int64_t port;
    *listen = (struct http_listen){0};
    if (strncmp(text, "unix:", 5) == 0)
        return parse_unix(text + 5, listen, error);
    if (len == 0 || len >= HTTP_HOST_MAX || !nash_parse_int64(colon + 1, strlen(colon + 1), &port) || port < 0 ||
        port > UINT16_MAX)
        return nash_fail(error, NASH_INVALID, "",
                         "%s: expected HOST:PORT, such as 127.0.0.1:8080 or [::1]:0, or unix:PATH", text);
    snprintf(listen->host, sizeof listen->host, "%.*s", (int)(brackets ? len - 2 : len), brackets ? text + 1 : text);
    if (strcmp(listen->host, "localhost") == 0)
        snprintf(listen->host, sizeof listen->host, "127.0.0.1");
    listen->port = (uint16_t)port;
    return NASH_OK;
}

bool http_listen_is_local(const struct http_listen *listen)
{
    return listen->is_unix || strncmp(listen->host, "127.", 4) == 0 || strcmp(listen->host, "::1") == 0;
}
