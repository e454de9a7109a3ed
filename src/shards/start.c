/* The shards as a whole: start and stop. */
#include <stdlib.h>

#include <base/secret.h>

#include "executor.h"
#include "roster.h"

enum { LEASE_MS_DEFAULT = 1000, GAMES_DEFAULT = 8, INSTANCE_BYTES = 16 };

struct shards *shards_ref(struct shards *shards)
{
    atomic_fetch_add_explicit(&shards->references, 1, memory_order_relaxed);
    return shards;
}

void shards_unref(struct shards *shards)
{
    if (shards == NULL || atomic_fetch_sub_explicit(&shards->references, 1, memory_order_acq_rel) != 1)
        return;
    pthread_cond_destroy(&shards->calm);
    pthread_mutex_destroy(&shards->lock);
    free(shards);
}

static void make_instance(char *hex)
{
    uint8_t random[INSTANCE_BYTES];
    secret_random(random, sizeof random);
    hex_encode(hex, random, sizeof random);
}

struct shards *shards_start(const struct shards_options *options, struct nash_error *error)
{
    struct shards *shards = calloc(1, sizeof *shards);
    if (shards == NULL) {
        nash_fail(error, NASH_NOMEM, "", "no memory for the shards");
        return NULL;
    }
    shards->options = *options;
    if (shards->options.lease_ms == 0)
        shards->options.lease_ms = LEASE_MS_DEFAULT;
    if (shards->options.games == 0)
        shards->options.games = GAMES_DEFAULT;
    atomic_init(&shards->references, 1);
    pthread_mutex_init(&shards->lock, NULL);
    pthread_cond_init(&shards->calm, NULL);
    shards->joined_end = &shards->joined;
    shards->waiting_end = &shards->waiting;
    make_instance(shards->instance);
    shards->executor = conductor_new(shards);
    if (shards->executor != NULL)
        return shards;
    nash_fail(error, NASH_NOMEM, "", "no memory for the shards");
    shards_unref(shards);
    return NULL;
}

void shards_use_peers(struct shards *shards, const struct shards_peers *peers)
{
    shards->peers = *peers;
}

struct executor *shards_executor(struct shards *shards)
{
    return shards->executor;
}

void shards_stop(struct shards *shards)
{
    if (shards == NULL)
        return;
    pthread_mutex_lock(&shards->lock);
    while (shards->joined != NULL) {
        struct member *member = member_ref(shards->joined->member);
        pthread_mutex_unlock(&shards->lock);
        member_gone(member, "the server goes down");
        member_unref(member);
        pthread_mutex_lock(&shards->lock);
    }
    while (shards->threads > 0)
        pthread_cond_wait(&shards->calm, &shards->lock);
    pthread_mutex_unlock(&shards->lock);
    shards_unref(shards);
}

const char *shards_instance(const struct shards *shards)
{
    return shards->instance;
}

uint32_t shards_lease_ms(const struct shards *shards)
{
    return shards->options.lease_ms;
}
