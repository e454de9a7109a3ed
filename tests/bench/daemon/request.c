#include "request.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static void die(const char *why)
{
    fprintf(stderr, "benchmark: %s\n", why);
    exit(1);
}

void text_post(struct text *text, const char *path, const char *body, size_t len)
{
    text->len = (size_t)snprintf(text->data, sizeof text->data,
                                 "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                                 "Content-Length: %zu\r\n\r\n%.*s",
                                 path, len, (int)len, body);
}

void text_get(struct text *text, const char *path, const char *field)
{
    text->len =
        (size_t)snprintf(text->data, sizeof text->data, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n%s\r\n", path, field);
}

const char *text_fresh(void *context, uint64_t number, size_t *len)
{
    static struct text text;
    static uint64_t asked;
    char body[128];
    (void)context;
    (void)number;
    int count = snprintf(body, sizeof body, "{\"puzzle\":\"12343412.....321\",\"solutions\":%llu}",
                         (unsigned long long)++asked);
    text_post(&text, "/v1/sudoku", body, (size_t)count);
    *len = text.len;
    return text.data;
}

/* Returns whether the reply is complete. */
static bool is_whole(const char *reply, size_t got)
{
    const char *end = strstr(reply, "\r\n\r\n"), *length = strstr(reply, "\r\nContent-Length: ");
    return end != NULL && length != NULL && got >= (size_t)(end + 4 - reply) + strtoul(length + 18, NULL, 10);
}

void text_ask(uint16_t port, const struct text *request, char *reply, size_t size)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    const struct timeval patience = {.tv_sec = 20};
    size_t got = 0;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0 ||
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) != 0 ||
        send(fd, request->data, request->len, MSG_NOSIGNAL) != (ssize_t)request->len)
        die("a single request failed");
    reply[0] = '\0';
    for (ssize_t count; !is_whole(reply, got) && (count = recv(fd, reply + got, size - 1 - got, 0)) > 0;) {
        got += (size_t)count;
        reply[got] = '\0';
    }
    close(fd);
    if (strncmp(reply, "HTTP/1.1 200", 12) != 0)
        die(got > 0 ? reply : "a single request had no reply");
}
