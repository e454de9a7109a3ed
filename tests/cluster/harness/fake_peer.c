#include "fake_peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <base/test.h>

/* Waits until the client closes the connection or the fake peer is stopped. */
static void linger(struct fake_peer *peer, int fd)
{
    char rest[4096];
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    while (!peer->stopping)
        if (poll(&wait, 1, 10) > 0 && recv(fd, rest, sizeof rest, 0) <= 0)
            return;
}

static void serve(struct fake_peer *peer, int fd)
{
    char head[8192];
    if (recv(fd, head, sizeof head, 0) <= 0)
        return;
    peer->requests++;
    if (peer->silent) {
        linger(peer, fd);
        return;
    }
    do {
        if (peer->answer == NULL || send(fd, peer->answer, peer->len, MSG_NOSIGNAL) < 0)
            return;
    } while (peer->endless && !peer->stopping);
    shutdown(fd, SHUT_WR);
    linger(peer, fd);
}

static void *run(void *context)
{
    struct fake_peer *peer = context;
    while (!peer->stopping) {
        struct pollfd wait = {.fd = peer->fd, .events = POLLIN};
        if (poll(&wait, 1, 10) <= 0)
            continue;
        int fd = accept4(peer->fd, NULL, NULL, SOCK_CLOEXEC);
        if (fd < 0)
            continue;
        serve(peer, fd);
        close(fd);
    }
    return NULL;
}

void fake_peer_start(struct fake_peer *peer, const void *answer, size_t len)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    peer->answer = answer;
    peer->len = len;
    peer->requests = 0;
    peer->stopping = false;
    peer->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(peer->fd >= 0);
    assert_int_equal(bind(peer->fd, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(peer->fd, 16), 0);
    assert_int_equal(getsockname(peer->fd, (struct sockaddr *)&at, &size), 0);
    peer->port = ntohs(at.sin_port);
    assert_int_equal(pthread_create(&peer->thread, NULL, run, peer), 0);
}

void fake_peer_stop(struct fake_peer *peer)
{
    peer->stopping = true;
    pthread_join(peer->thread, NULL);
    close(peer->fd);
}
