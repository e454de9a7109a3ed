#include "member.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include <base/clock.h>

#include "registry.h"

const char *member_kind_name(enum member_kind kind)
{
    static const char *const name[] = {
        [MEMBER_LOCAL] = "local", [MEMBER_PEER] = "peer", [MEMBER_SERVER] = "server", [MEMBER_PHONE] = "phone"};
    return name[kind];
}

struct member *member_ref(struct member *member)
{
    atomic_fetch_add_explicit(&member->references, 1, memory_order_relaxed);
    return member;
}

void registry_member_free(struct member *member)
{
    struct cluster *cluster = member->cluster;
    free(member->entry);
    free(member);
    cluster_unref(cluster);
}

void member_unref(struct member *member)
{
    if (member == NULL || atomic_fetch_sub_explicit(&member->references, 1, memory_order_acq_rel) != 1)
        return;
    member->transport->free(member);
    registry_member_free(member);
}

struct member *member_new(struct cluster *cluster, enum member_kind kind, const char *name,
                          const struct member_transport *transport, void *own)
{
    struct member *member = calloc(1, sizeof *member);
    struct registry_entry *entry = calloc(1, sizeof *entry);
    if (member == NULL || entry == NULL) {
        free(member);
        free(entry);
        return NULL;
    }
    *entry = (struct registry_entry){.member = member, .joined_ms = clock_wall_ms()};
    member->transport = transport;
    member->kind = kind;
    snprintf(member->name, sizeof member->name, "%s", name);
    member->own = own;
    member->cluster = cluster_ref(cluster);
    member->entry = entry;
    atomic_init(&member->references, 1);
    atomic_init(&member->capacity, 1);
    pthread_mutex_lock(&cluster->lock);
    member->number = ++cluster->number;
    pthread_mutex_unlock(&cluster->lock);
    return member;
}

void member_set_capacity(struct member *member, unsigned capacity)
{
    capacity = capacity < 1 ? 1 : capacity < MEMBER_CAPACITY_MAX ? capacity : MEMBER_CAPACITY_MAX;
    atomic_store_explicit(&member->capacity, capacity, memory_order_relaxed);
}
