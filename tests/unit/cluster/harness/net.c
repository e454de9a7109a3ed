#include "net.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <base/bytes.h>
#include <base/clock.h>
#include <cluster/member.h>
#include <cluster/program.h>
#include <cluster/sudoku/shard/protocol.h>
#include <cluster/sudoku/shard/shard.h>
#include <cluster/unit_farm/protocol.h>
#include <nash/rng.h>

enum { NODES_MAX = 1024 };

struct node {
    struct net *net;
    struct net_member is;
    struct member *member;
    void *memory;
    struct shard *shard;      /* of games of one trajectory */
    struct shard_host *units; /* of work in units */
    struct liar liar;
    unsigned heard; /* number of messages that the shard has received */
    bool cut;       /* the connection is cut */
};

/* A message in transit, to the node's shard or from the shard to the hub. */
struct packet {
    struct packet *next;
    struct node *node;
    struct bytes *message;
    bool to_hub;
    int64_t at_ns;
};

struct net {
    struct cluster *cluster;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    struct packet *first; /* list of messages in transit, sorted by time of delivery */
    struct nash_rng rng;
    struct node *node[NODES_MAX];
    unsigned nodes;
    bool ended;
    uint8_t answer[MESSAGE_MAX];
};

static bool chance(struct net *net, unsigned of, unsigned all)
{
    return nash_rng_below(&net->rng, all) < of;
}

/* ---- under the lock ---- */

static void put(struct net *net, struct node *node, struct bytes *message, bool to_hub, unsigned times)
{
    struct packet *packet = malloc(sizeof *packet), **at = &net->first;
    int64_t delay_us = (int64_t)nash_rng_below(&net->rng, 2 * node->is.delay_us + 1) + node->is.least_us;
    if (node->is.slow_of_1000 > 0 && chance(net, node->is.slow_of_1000, 1000)) /* draws nothing for other members */
        delay_us *= 10;
    *packet = (struct packet){.node = node,
                              .message = bytes_ref(message),
                              .to_hub = to_hub,
                              .at_ns = clock_mono_ns() + delay_us * (int64_t)times * 1000};
    while (*at != NULL && (*at)->at_ns <= packet->at_ns)
        at = &(*at)->next;
    packet->next = *at;
    *at = packet;
    pthread_cond_signal(&net->wake);
}

static void post(struct net *net, struct node *node, struct bytes *message, bool to_hub)
{
    if (node->cut || chance(net, node->is.lost_of_1000, 1000))
        return;
    put(net, node, message, to_hub, 1);
    if (chance(net, node->is.twice_of_1000, 1000))
        put(net, node, message, to_hub, 5);
}

/* ---- the thread ---- */

static size_t node_take(struct node *node, const uint8_t *message, size_t len)
{
    struct net *net = node->net;
    return message_u16(message + 2) == FARM_PROTOCOL
               ? shard_host_take(node->units, message, len, net->answer, sizeof net->answer)
               : shard_take(node->shard, message, len, net->answer, sizeof net->answer);
}

/* Delivers a message. The caller does not hold the lock. */
static void deliver(struct net *net, struct packet *packet)
{
    struct node *node = packet->node;
    if (packet->to_hub) {
        member_received(node->member, packet->message->data, packet->message->len);
        return;
    }
    node->heard++;
    if (node->is.goes_at > 0 && node->heard >= node->is.goes_at) {
        pthread_mutex_lock(&net->lock);
        node->cut = true;
        pthread_mutex_unlock(&net->lock);
        member_gone(node->member, "cut");
        return;
    }
    if (node->is.freezes_at > 0 && node->heard >= node->is.freezes_at)
        return;
    size_t len = node_take(node, (const uint8_t *)packet->message->data, packet->message->len);
    if (len == 0)
        return;
    pthread_mutex_lock(&net->lock);
    struct bytes *said = liar_answer(&node->liar, node->shard, &net->rng, net->answer, len);
    post(net, node, said, true);
    pthread_mutex_unlock(&net->lock);
    bytes_unref(said);
}

static void packet_free(struct packet *packet)
{
    bytes_unref(packet->message);
    free(packet);
}

static void *net_main(void *context)
{
    struct net *net = context;
    pthread_mutex_lock(&net->lock);
    while (!net->ended) {
        struct packet *packet = net->first;
        int64_t now_ns = clock_mono_ns();
        if (packet == NULL) {
            pthread_cond_wait(&net->wake, &net->lock);
        } else if (packet->at_ns > now_ns) {
            struct timespec at = {.tv_sec = packet->at_ns / 1000000000, .tv_nsec = packet->at_ns % 1000000000};
            pthread_cond_timedwait(&net->wake, &net->lock, &at);
        } else {
            net->first = packet->next;
            pthread_mutex_unlock(&net->lock);
            deliver(net, packet);
            packet_free(packet);
            pthread_mutex_lock(&net->lock);
        }
    }
    pthread_mutex_unlock(&net->lock);
    return NULL;
}

/* ---- the transport ---- */

static void transport_send(struct member *member, struct bytes *message)
{
    struct node *node = member->own;
    pthread_mutex_lock(&node->net->lock);
    post(node->net, node, message, false);
    pthread_mutex_unlock(&node->net->lock);
}

static void transport_release(struct member *member)
{
    (void)member;
}

static void transport_free(struct member *member)
{
    (void)member; /* the net owns the node and frees it later */
}

static const struct member_transport net_way = {
    .send = transport_send, .release = transport_release, .free = transport_free};

/* ---- for tests ---- */

struct net *net_new(struct cluster *cluster, uint64_t seed)
{
    struct net *net = calloc(1, sizeof *net);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&net->lock, NULL);
    pthread_cond_init(&net->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    net->cluster = cluster;
    nash_rng_seed(&net->rng, seed);
    pthread_create(&net->thread, NULL, net_main, net);
    return net;
}

void net_join(struct net *net, const struct net_member *member)
{
    struct node *node = calloc(1, sizeof *node);
    node->net = net;
    node->is = *member;
    node->liar = (struct liar){.lie = member->lie, .lies_of_100 = member->lies_of_100};
    node->memory = aligned_alloc(64, (shard_bytes() + 63) / 64 * 64);
    node->shard = shard_init(node->memory);
    node->units = shard_host_new(NULL, NULL);
    pthread_mutex_lock(&net->lock);
    net->node[net->nodes++] = node;
    /* A game may send to the member before member_join() returns; the lock delays its messages until then. */
    node->member =
        member_join(net->cluster, member->server ? MEMBER_SERVER : MEMBER_PHONE, member->name, &net_way, node);
    pthread_mutex_unlock(&net->lock);
}

bool net_has_lied(struct net *net, const char *name)
{
    bool lied = false;
    pthread_mutex_lock(&net->lock);
    for (unsigned i = 0; i < net->nodes; i++)
        lied = lied || (strcmp(net->node[i]->is.name, name) == 0 && net->node[i]->liar.lied);
    pthread_mutex_unlock(&net->lock);
    return lied;
}

void net_free(struct net *net)
{
    pthread_mutex_lock(&net->lock);
    net->ended = true;
    pthread_cond_signal(&net->wake);
    pthread_mutex_unlock(&net->lock);
    pthread_join(net->thread, NULL);
    for (struct packet *packet = net->first, *next; packet != NULL; packet = next) {
        next = packet->next;
        packet_free(packet);
    }
    for (unsigned i = 0; i < net->nodes; i++) {
        struct node *node = net->node[i];
        member_gone(node->member, "the test is over");
        member_unref(node->member);
        liar_release(&node->liar);
        shard_host_free(node->units);
        free(node->memory);
        free(node);
    }
    pthread_cond_destroy(&net->wake);
    pthread_mutex_destroy(&net->lock);
    free(net);
}
