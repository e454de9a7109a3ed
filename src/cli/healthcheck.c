/* nashd --healthcheck URL: requests the URL and succeeds if the status is 200. For containers whose images have no
 * curl. A URL without a path stands for /healthz. */
#include <errno.h>
#include <netdb.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "commands.h"

enum { TIMEOUT_S = 5 };

/* The parts of "http://HOST:PORT/PATH". */
struct address {
    char host[256], port[8], path[512];
};

static bool address_read(const char *url, struct address *address)
{
    if (strncmp(url, "http://", 7) != 0)
        return false;
    url += 7;
    bool bracket = *url == '[';
    size_t host = bracket ? strcspn(++url, "]") : strcspn(url, ":/");
    if (host == 0 || host >= sizeof address->host)
        return false;
    snprintf(address->host, sizeof address->host, "%.*s", (int)host, url);
    url += host;
    if (bracket && *url++ != ']')
        return false;
    snprintf(address->port, sizeof address->port, "80");
    if (*url == ':') {
        size_t digits = strspn(++url, "0123456789");
        if (digits == 0 || digits >= sizeof address->port)
            return false;
        snprintf(address->port, sizeof address->port, "%.*s", (int)digits, url);
        url += digits;
    }
    if (*url != '\0' && *url != '/')
        return false;
    int len = snprintf(address->path, sizeof address->path, "%s", url[0] != '\0' && url[1] != '\0' ? url : "/healthz");
    return len < (int)sizeof address->path && strpbrk(address->path, " \r\n") == NULL;
}

/* Returns a connected socket, or -1 with errno set. */
static int connect_to(const struct address *address)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    const struct timeval timeout = {.tv_sec = TIMEOUT_S};
    if (getaddrinfo(address->host, address->port, &hints, &found) != 0)
        return -1;
    int fd = -1;
    for (struct addrinfo *one = found; one != NULL && fd < 0; one = one->ai_next) {
        fd = socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC, one->ai_protocol);
        if (fd < 0)
            continue;
        setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
        if (connect(fd, one->ai_addr, one->ai_addrlen) != 0) {
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(found);
    return fd;
}

/* Sends the request and reads the status line of the reply. Returns false if there is none. */
static bool request_status(int fd, const struct address *address, char *line, size_t size)
{
    char text[1024];
    int len = snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: %s:%s\r\nConnection: close\r\n\r\n", address->path,
                       address->host, address->port);
    size_t got = 0;
    if (send(fd, text, (size_t)len, MSG_NOSIGNAL) != len)
        return false;
    while (got + 1 < size && memchr(line, '\n', got) == NULL) {
        ssize_t count = recv(fd, line + got, size - 1 - got, 0);
        if (count <= 0)
            break;
        got += (size_t)count;
    }
    line[got] = '\0';
    line[strcspn(line, "\r\n")] = '\0';
    return strncmp(line, "HTTP/1.1 ", 9) == 0;
}

int command_healthcheck(int argc, char **argv)
{
    struct address address;
    char line[128];
    if (argc != 1 || !address_read(argv[0], &address)) {
        fputs("usage: nashd --healthcheck http://HOST:PORT[/PATH]\n", stderr);
        return COMMAND_USAGE;
    }
    int fd = connect_to(&address);
    if (fd < 0) {
        fprintf(stderr, "nashd --healthcheck: cannot connect to %s: %s\n", argv[0], strerror(errno));
        return COMMAND_FAILED;
    }
    bool answered = request_status(fd, &address, line, sizeof line);
    close(fd);
    if (answered && strncmp(line + 9, "200", 3) == 0)
        return COMMAND_DONE;
    fprintf(stderr, "nashd --healthcheck: %s\n", answered ? line : "no answer");
    return COMMAND_FAILED;
}
