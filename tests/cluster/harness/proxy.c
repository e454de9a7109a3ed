#include "proxy.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <base/test.h>

#include "http_fragment.h"

struct link {
    struct proxy *proxy;
    struct link *next;
    pthread_t thread;
    int client, server; /* -1: closed */
};

struct proxy {
    int fd;
    uint16_t port, upstream;
    pthread_t thread;
    pthread_mutex_t lock; /* guards all below */
    struct nash_rng rng;
    struct proxy_faults faults;
    struct link *links; /* all connections, including closed ones */
    bool down, stopping;
    _Atomic unsigned harm, lies;
};

/* The fault that is applied to one request. */
enum harm { NONE, DELAY, CUT_REQUEST, CUT_ANSWER, HALF_CLOSE, DUPLICATE, REORDER, LIE, HARMS };

static enum harm choose(struct proxy *proxy, uint32_t *chance)
{
    pthread_mutex_lock(&proxy->lock);
    const struct proxy_faults *f = &proxy->faults;
    const unsigned share[HARMS] = {[DELAY] = f->delay,
                                   [CUT_REQUEST] = f->cut_request,
                                   [CUT_ANSWER] = f->cut_answer,
                                   [HALF_CLOSE] = f->half_close,
                                   [DUPLICATE] = f->duplicate,
                                   [REORDER] = f->reorder,
                                   [LIE] = f->lie};
    unsigned number = (unsigned)nash_rng_below(&proxy->rng, 1000);
    unsigned delay_ms = f->delay_ms;
    *chance = (uint32_t)nash_rng_below(&proxy->rng, UINT32_MAX);
    pthread_mutex_unlock(&proxy->lock);
    enum harm harm = HARMS - 1;
    for (; harm > NONE && number >= share[harm]; harm--)
        number -= share[harm];
    if (harm == DELAY && delay_ms > 0)
        *chance %= delay_ms;
    return harm;
}

static int connect_to(uint16_t port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&at, sizeof at) != 0) {
        close(fd);
        return -1;
    }
    if (fd >= 0)
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    return fd;
}

/* Waits for an answer of the server. Returns false if the client closes the connection before. */
static bool await_answer(struct link *link)
{
    struct pollfd fds[] = {{.fd = link->server, .events = POLLIN}, {.fd = link->client, .events = POLLRDHUP}};
    return poll(fds, 2, -1) > 0 && fds[1].revents == 0;
}

static bool hand_on(struct link *link, const struct fragment *request, struct fragment *answer)
{
    return fragment_send(request, request->len, link->server) && await_answer(link) &&
           fragment_read(answer, link->server);
}

/* Forwards one request and its answer. Returns false if the connection has ended. */
static bool relay(struct link *link, struct fragment *request, struct fragment *answer)
{
    uint32_t chance;
    struct proxy *proxy = link->proxy;
    if (!fragment_read(request, link->client))
        return false;
    enum harm harm = choose(proxy, &chance);
    proxy->harm += harm != NONE;
    if (harm == DELAY)
        nanosleep(&(struct timespec){.tv_sec = chance / 1000, .tv_nsec = chance % 1000 * 1000000L}, NULL);
    if (harm == CUT_REQUEST)
        return false;
    if (harm == REORDER)
        fragment_reverse(request);
    if (harm == LIE)
        proxy->lies += fragment_lie(request, chance);
    if (!hand_on(link, request, answer) || (harm == DUPLICATE && !hand_on(link, request, answer)))
        return false;
    if (harm == REORDER)
        fragment_reverse(answer);
    if (harm == LIE)
        proxy->lies += fragment_lie(answer, chance);
    bool cut = harm == CUT_ANSWER || harm == HALF_CLOSE;
    if (!fragment_send(answer, cut ? answer->len / 2 : answer->len, link->client))
        return false;
    if (harm == HALF_CLOSE) {
        shutdown(link->client, SHUT_WR);
        fragment_read(request, link->client);
    }
    return !cut;
}

static void *run_link(void *context)
{
    struct link *link = context;
    struct fragment request = {0}, answer = {0};
    while (relay(link, &request, &answer))
        continue;
    fragment_free(&request);
    fragment_free(&answer);
    pthread_mutex_lock(&link->proxy->lock);
    close(link->client);
    close(link->server);
    link->client = link->server = -1;
    pthread_mutex_unlock(&link->proxy->lock);
    return NULL;
}

/* Cuts all open connections. The caller holds the lock. */
static void cut_all(struct proxy *proxy)
{
    for (struct link *link = proxy->links; link != NULL; link = link->next)
        if (link->client >= 0) {
            shutdown(link->client, SHUT_RDWR);
            shutdown(link->server, SHUT_RDWR);
        }
}

static void begin_link(struct proxy *proxy, int client)
{
    pthread_mutex_lock(&proxy->lock);
    int server = proxy->down || proxy->stopping ? -1 : connect_to(proxy->upstream);
    struct link *link = server >= 0 ? calloc(1, sizeof *link) : NULL;
    if (link != NULL) {
        setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
        *link = (struct link){.proxy = proxy, .next = proxy->links, .client = client, .server = server};
        if (pthread_create(&link->thread, NULL, run_link, link) == 0) {
            proxy->links = link;
            client = server = -1;
        } else {
            free(link);
        }
    }
    pthread_mutex_unlock(&proxy->lock);
    if (client >= 0)
        close(client);
    if (server >= 0)
        close(server);
}

static void *run(void *context)
{
    struct proxy *proxy = context;
    for (int client; (client = accept4(proxy->fd, NULL, NULL, SOCK_CLOEXEC)) >= 0;)
        begin_link(proxy, client);
    return NULL;
}

struct proxy *proxy_start(uint16_t upstream, uint64_t seed)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    struct proxy *proxy = calloc(1, sizeof *proxy);
    assert_non_null(proxy);
    nash_rng_seed(&proxy->rng, seed);
    pthread_mutex_init(&proxy->lock, NULL);
    proxy->upstream = upstream;
    proxy->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(proxy->fd, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(proxy->fd, 64), 0);
    assert_int_equal(getsockname(proxy->fd, (struct sockaddr *)&at, &size), 0);
    proxy->port = ntohs(at.sin_port);
    assert_int_equal(pthread_create(&proxy->thread, NULL, run, proxy), 0);
    return proxy;
}

uint16_t proxy_port(const struct proxy *proxy)
{
    return proxy->port;
}

void proxy_upstream(struct proxy *proxy, uint16_t upstream)
{
    pthread_mutex_lock(&proxy->lock);
    proxy->upstream = upstream;
    pthread_mutex_unlock(&proxy->lock);
}

void proxy_set(struct proxy *proxy, const struct proxy_faults *faults)
{
    pthread_mutex_lock(&proxy->lock);
    proxy->faults = *faults;
    pthread_mutex_unlock(&proxy->lock);
}

void proxy_down(struct proxy *proxy, bool down)
{
    pthread_mutex_lock(&proxy->lock);
    proxy->down = down;
    if (down)
        cut_all(proxy);
    pthread_mutex_unlock(&proxy->lock);
}

unsigned proxy_harm(const struct proxy *proxy)
{
    return proxy->harm;
}

unsigned proxy_lies(const struct proxy *proxy)
{
    return proxy->lies;
}

void proxy_stop(struct proxy *proxy)
{
    pthread_mutex_lock(&proxy->lock);
    proxy->stopping = true;
    cut_all(proxy);
    pthread_mutex_unlock(&proxy->lock);
    shutdown(proxy->fd, SHUT_RDWR);
    pthread_join(proxy->thread, NULL);
    close(proxy->fd);
    for (struct link *link = proxy->links, *next; link != NULL; link = next) {
        next = link->next;
        pthread_join(link->thread, NULL);
        free(link);
    }
    free(proxy);
}
