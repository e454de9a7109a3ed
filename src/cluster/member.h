/* A member: a place where a shard can be played, as games see it. Each transport (a thread of this server, a peer over
 * HTTP, a session) implements struct member_transport.
 *
 * A member that is taken belongs to one game at a time; its messages and its end go to that game's inbox. Members are
 * counted: each kept pointer is a reference. */
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

enum { MEMBER_NAME_MAX = 128 };

struct member;

struct member_transport {
    /* Sends one message. Never blocks; from any thread; the caller holds no lock. If the message cannot be sent the
     * member ends: member_gone() follows, from another thread or after this call has returned. */
    void (*send)(struct member *member, struct bytes *message);
    /* The game has given the member back: drops what is under way. A local shard or one at a peer ends with this.
     * Called once for each time the member was taken, even if it is gone, from the game's thread without a lock. */
    void (*release)(struct member *member);
    /* Frees the transport's part, when the last reference is gone. */
    void (*free)(struct member *member);
};

struct member {
    const struct member_transport *transport;
    enum member_kind kind;
    char name[MEMBER_NAME_MAX]; /* as results name it: "local", "http://10.0.0.7:8080", "phone 3" */
    uint64_t number;            /* unique in this process */
    void *own;                  /* the transport's part */
    struct cluster *cluster;
    /* For the registry. */
    struct registry_entry *entry;
    _Atomic unsigned references;
};

/* Returns "local", "peer", "server" or "phone". */
const char *member_kind_name(enum member_kind kind);

struct member *member_ref(struct member *member);
void member_unref(struct member *member);

/* ---- called by transports, from any thread, without a lock that send() or release() takes ---- */

/* Delivers a message of the member to its game; copies it. Dropped if no game has the member. A member that sends far
 * more than it was asked for ends. */
void member_received(struct member *member, const void *message, size_t len);
/* The member is reachable again: if it lost its partition by silence it may be given one again. */
void member_alive(struct member *member);
/* The member will send nothing more: "closed", "timed out", "answered 401", … The registry drops its reference. Further
 * calls do nothing. */
void member_gone(struct member *member, const char *why);

/* ---- called by transports that open a member for one game: local_open(), peer_open() ---- */

/* Returns a member that is not listed; the game that opened it gets the reference. NULL: out of memory (`own` stays the
 * caller's). */
struct member *member_new(struct cluster *cluster, enum member_kind kind, const char *name,
                          const struct member_transport *transport, void *own);

/* ---- called by sessions ---- */

/* Returns a new, idle member in the registry, with a reference for the caller. A game that waits for one of its kind
 * takes it. NULL: out of memory, or there are too many. */
struct member *member_join(struct cluster *cluster, enum member_kind kind, const char *name,
                           const struct member_transport *transport, void *own);

#endif
