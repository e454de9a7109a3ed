/* A shard in a thread of this server. The thread carries out the messages of a queue and delivers the answers to the
 * game.
 *
 * The thread and the game each hold a reference to the member; the last to drop its reference frees it. */
#include "local.h"

#include <pthread.h>
#include <stdlib.h>

#include <base/bytes.h>
#include <cluster/envelope.h>
#include <cluster/member.h>
#include <cluster/program.h>
#include <cluster/registry.h>

enum { QUEUE_MAX = 64 };

struct local {
    pthread_mutex_t lock;
    pthread_cond_t come;
    struct bytes *queue[QUEUE_MAX]; /* ring of messages, a reference each */
    unsigned first, count;          /* index of the oldest message; number of messages */
    bool ended;                     /* the game has given the member back */
    struct shard_host *host;
    uint8_t answer[MESSAGE_MAX];
};

static void local_send(struct member *member, struct bytes *message)
{
    struct local *local = member->own;
    pthread_mutex_lock(&local->lock);
    bool full = local->count == QUEUE_MAX;
    if (!full && !local->ended)
        local->queue[(local->first + local->count++) % QUEUE_MAX] = bytes_ref(message);
    pthread_cond_signal(&local->come);
    pthread_mutex_unlock(&local->lock);
    if (full)
        member_gone(member, "it cannot keep up");
}

static void local_release(struct member *member)
{
    struct local *local = member->own;
    pthread_mutex_lock(&local->lock);
    local->ended = true;
    pthread_cond_signal(&local->come);
    pthread_mutex_unlock(&local->lock);
}

static void local_free(struct member *member)
{
    struct local *local = member->own;
    for (; local->count > 0; local->count--)
        bytes_unref(local->queue[local->first++ % QUEUE_MAX]);
    pthread_cond_destroy(&local->come);
    pthread_mutex_destroy(&local->lock);
    shard_host_free(local->host);
    free(local);
}

static const struct member_transport local_transport = {
    .send = local_send, .release = local_release, .free = local_free};

/* Waits for a message. Returns NULL when the game is over. */
static struct bytes *next_message(struct local *local)
{
    struct bytes *message = NULL;
    pthread_mutex_lock(&local->lock);
    while (local->count == 0 && !local->ended)
        pthread_cond_wait(&local->come, &local->lock);
    if (!local->ended) {
        message = local->queue[local->first];
        local->first = (local->first + 1) % QUEUE_MAX;
        local->count--;
    }
    pthread_mutex_unlock(&local->lock);
    return message;
}

static void *local_main(void *context)
{
    struct member *member = context;
    struct local *local = member->own;
    for (struct bytes *message; (message = next_message(local)) != NULL;) {
        size_t len = shard_host_take(local->host, (const uint8_t *)message->data, message->len, local->answer,
                                     sizeof local->answer);
        bytes_unref(message);
        if (len > 0)
            member_received(member, local->answer, len);
    }
    struct cluster *cluster = cluster_ref(member->cluster);
    member_unref(member);
    registry_thread_ends(cluster);
    cluster_unref(cluster);
    return NULL;
}

static struct local *local_new(const struct cluster *cluster)
{
    struct local *local = calloc(1, sizeof *local);
    if (local == NULL || (local->host = shard_host_new(cluster->options.programs)) == NULL) {
        free(local);
        return NULL;
    }
    pthread_mutex_init(&local->lock, NULL);
    pthread_cond_init(&local->come, NULL);
    return local;
}

/* Starts the thread, which is not joined: it ends after release(), and cluster_stop() waits for all of them. */
static bool begin(struct member *member)
{
    pthread_attr_t detached;
    pthread_t thread;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    member_ref(member);
    registry_thread_begins(member->cluster);
    bool begun = pthread_create(&thread, &detached, local_main, member) == 0;
    pthread_attr_destroy(&detached);
    if (!begun) {
        registry_thread_ends(member->cluster);
        member_unref(member);
    }
    return begun;
}

struct member *local_open(struct cluster *cluster)
{
    struct local *local = local_new(cluster);
    struct member *member = local != NULL ? member_new(cluster, MEMBER_LOCAL, "local", &local_transport, local) : NULL;
    if (member != NULL && begin(member))
        return member;
    if (member != NULL) {
        member_unref(member); /* frees `local` too */
    } else if (local != NULL) {
        shard_host_free(local->host);
        free(local);
    }
    return NULL;
}
