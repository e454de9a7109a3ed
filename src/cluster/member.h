/* A member: anything that can play a shard. Each transport (a thread of this server, a peer over HTTP, a session)
 * implements struct member_transport.
 *
 * A member belongs to at most one game at a time, which takes it and gives it back; its messages and the notice of its
 * end go to that game's inbox. Members are reference-counted: every stored pointer holds a reference. */
#ifndef CLUSTER_MEMBER_H
#define CLUSTER_MEMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <base/bytes.h>

enum member_kind {
    MEMBER_LOCAL,  /* a thread of this server */
    MEMBER_PEER,   /* another nashd that this one calls (--peer) */
    MEMBER_SERVER, /* another nashd that called this one (--join) */
    MEMBER_PHONE   /* a browser that joined */
};

enum {
    MEMBER_NAME_MAX = 128,
    MEMBER_CAPACITY_MAX = 256 /* processors of a machine that are counted */
};

struct member;

struct member_transport {
    /* Sends one message. Never blocks. Called from any thread, without a lock. If the message cannot be sent, the
     * member ends: member_gone() is called, from another thread or after this call has returned. */
    void (*send)(struct member *member, struct bytes *message);
    /* Called after the game has given the member back: drops messages under way, and ends a local shard or a shard at a
     * peer. Called once for each time the member was taken, even if it is gone, from the game's thread without a lock.
     */
    void (*release)(struct member *member);
    /* Frees member->own, when the last reference is dropped. */
    void (*free)(struct member *member);
};

struct member {
    const struct member_transport *transport;
    enum member_kind kind;
    char name[MEMBER_NAME_MAX]; /* its name in results: "local", "http://10.0.0.7:8080", "phone 3" */
    uint64_t number;            /* unique in this process */
    _Atomic unsigned capacity;  /* units that it can work on at the same time, at least 1; see member_set_capacity() */
    void *own;                  /* data of the transport */
    struct cluster *cluster;
    /* Used by the registry only. */
    struct registry_entry *entry;
    _Atomic unsigned references;
};

/* Returns "local", "peer", "server" or "phone". */
const char *member_kind_name(enum member_kind kind);

struct member *member_ref(struct member *member);
void member_unref(struct member *member);

/* ---- called by transports, from any thread, without a lock that send() or release() takes ---- */

/* Delivers a copy of the message to the inbox of the game that has the member; drops it if no game has the member.
 * Calls member_gone() if REGISTRY_UNREAD_MAX messages of the member are unread already. */
void member_received(struct member *member, const void *message, size_t len);
/* Sets the member's capacity, which is 1 at first; clamps it to 1..MEMBER_CAPACITY_MAX. A session calls it directly
 * after member_join(), a transport when it learns how many processors the machine has; a game may read either value. */
void member_set_capacity(struct member *member, unsigned capacity);
/* Notes that the member is reachable again. A member that lost its partition by silence may be taken again. */
void member_alive(struct member *member);
/* Ends the member, which will send nothing more; `why` is "closed", "timed out", "answered 401", … The registry drops
 * its reference. Further calls do nothing. */
void member_gone(struct member *member, const char *why);

/* ---- called by transports that open a member for one game: local_open(), peer_open() ---- */

/* Returns a new member that is not in the registry's list, with a reference for the game that opens it. Returns NULL
 * when out of memory; `own` is then still the caller's. */
struct member *member_new(struct cluster *cluster, enum member_kind kind, const char *name,
                          const struct member_transport *transport, void *own);

/* ---- called by sessions ---- */

/* Returns a new member in the registry's list, with a reference for the caller. The game that has waited longest for a
 * member, if any, receives it at once. Returns NULL when out of memory, or if there are REGISTRY_MEMBERS_MAX members;
 * `own` is then still the caller's. */
struct member *member_join(struct cluster *cluster, enum member_kind kind, const char *name,
                           const struct member_transport *transport, void *own);

#endif
