/* Start and stop of the cluster. */
#include <stdlib.h>

#include <base/clock.h>
#include <base/secret.h>
#include <cluster/transport/compute.h>
#include <cluster/transport/local.h>

#include "executor.h"
#include "registry.h"

enum { LEASE_MS_DEFAULT = 1000, GAMES_DEFAULT = 256, INSTANCE_BYTES = 16 };

struct cluster *cluster_ref(struct cluster *cluster)
{
    atomic_fetch_add_explicit(&cluster->references, 1, memory_order_relaxed);
    return cluster;
}

void cluster_unref(struct cluster *cluster)
{
    if (cluster == NULL || atomic_fetch_sub_explicit(&cluster->references, 1, memory_order_acq_rel) != 1)
        return;
    pthread_mutex_destroy(&cluster->lock);
    free(cluster);
}

static void make_instance(char *hex)
{
    uint8_t random[INSTANCE_BYTES];
    secret_random(random, sizeof random);
    hex_encode(hex, random, sizeof random);
}

struct cluster *cluster_start(const struct cluster_options *options, struct nash_error *error)
{
    struct cluster *cluster = calloc(1, sizeof *cluster);
    if (cluster == NULL) {
        nash_fail(error, NASH_NOMEM, "", "no memory for the shards");
        return NULL;
    }
    cluster->options = *options;
    if (cluster->options.lease_ms == 0)
        cluster->options.lease_ms = LEASE_MS_DEFAULT;
    if (cluster->options.games == 0)
        cluster->options.games = GAMES_DEFAULT;
    if (cluster->options.clock == NULL)
        cluster->options.clock = clock_mono_ns;
    if (cluster->options.open_local == NULL)
        cluster->options.open_local = local_open;
    atomic_init(&cluster->references, 1);
    pthread_mutex_init(&cluster->lock, NULL);
    cluster->joined_end = &cluster->joined;
    cluster->waiting_end = &cluster->waiting;
    cluster->idle_phones.end = &cluster->idle_phones.first;
    cluster->idle_servers.end = &cluster->idle_servers.first;
    make_instance(cluster->instance);
    cluster->compute = compute_new(cluster->options.threads);
    cluster->executor = cluster->compute != NULL ? coordinator_executor_new(cluster) : NULL;
    if (cluster->executor != NULL)
        return cluster;
    compute_free(cluster->compute);
    nash_fail(error, NASH_NOMEM, "", "no memory for the shards");
    cluster_unref(cluster);
    return NULL;
}

void cluster_use_peers(struct cluster *cluster, const struct cluster_peers *peers)
{
    cluster->peers = *peers;
}

struct executor *cluster_executor(struct cluster *cluster)
{
    return cluster->executor;
}

void cluster_stop(struct cluster *cluster)
{
    if (cluster == NULL)
        return;
    pthread_mutex_lock(&cluster->lock);
    while (cluster->joined != NULL) {
        struct member *member = member_ref(cluster->joined->member);
        pthread_mutex_unlock(&cluster->lock);
        member_gone(member, "the server goes down");
        member_unref(member);
        pthread_mutex_lock(&cluster->lock);
    }
    pthread_mutex_unlock(&cluster->lock);
    compute_free(cluster->compute);
    cluster_unref(cluster);
}

int64_t cluster_now(const struct cluster *cluster)
{
    return cluster->options.clock();
}

const char *cluster_instance(const struct cluster *cluster)
{
    return cluster->instance;
}

uint32_t cluster_lease_ms(const struct cluster *cluster)
{
    return cluster->options.lease_ms;
}

struct compute *cluster_compute(struct cluster *cluster)
{
    return cluster->compute;
}
