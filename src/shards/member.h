/* A member: somewhere a shard can be played. What the coordinator sees of it; the ways to reach one (a thread here, a
 * peer over HTTP, somebody who joined) each bring a `struct member_way`.
 *
 * Messages are as message.h has them. A member that is taken belongs to one game at a time; its answers and its end
 * come to that game. Counted: whoever keeps a pointer keeps a reference. */
#ifndef SHARDS_MEMBER_H
#define SHARDS_MEMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <base/bytes.h>

enum member_kind {
    MEMBER_LOCAL,  /* a thread of this server */
    MEMBER_PEER,   /* another nashd that we call (--peer) */
    MEMBER_SERVER, /* another nashd that called us (--join) */
    MEMBER_PHONE   /* a browser that joined */
};

enum { MEMBER_NAME_MAX = 128 };

struct member;

struct member_way {
    /* Sends one message; never blocks, any thread, no lock of the caller's is taken. What cannot be sent ends the
     * member (member_gone() later, from another thread or after this call has returned). */
    void (*send)(struct member *member, struct bytes *message);
    /* The game has given it back: forget what is under way. A local or a peer's seat ends with this. Once for each time
     * it was taken, also when it is gone; from the game's thread, no lock is taken. */
    void (*release)(struct member *member);
    /* The last reference is gone: frees the way's own part. */
    void (*free)(struct member *member);
};

struct member {
    const struct member_way *way;
    enum member_kind kind;
    char name[MEMBER_NAME_MAX]; /* "local", "http://10.0.0.7:8080", "phone 3": as results name it */
    uint64_t number;            /* unique in this process */
    void *own;                  /* the way's */
    struct shards *shards;
    /* The rest is the roster's. */
    struct roster_entry *entry;
    _Atomic unsigned references;
};

/* "local", "peer", "server", "phone". */
const char *member_kind_name(enum member_kind kind);

struct member *member_ref(struct member *member);
void member_unref(struct member *member);

/* ---- called by a way, from any thread, holding no lock that send() or release() takes ---- */

/* A message from the member; copied. Dropped while no game has it. Who says far more than it was asked is gone. */
void member_said(struct member *member, const void *message, size_t len);
/* It has come back, though it has said nothing yet: who lost its band by silence may be given one again. */
void member_awake(struct member *member);
/* It will say no more: "closed", "timed out", "answered 401", … The roster drops its reference. Idempotent. */
void member_gone(struct member *member, const char *why);

/* ---- called by a way that is opened for one game: local_open(), peer_open() ---- */

/* A member that is not in the roster's list; the game that opened it gets the reference. NULL: out of memory (then
 * `own` stays the caller's). */
struct member *member_new(struct shards *shards, enum member_kind kind, const char *name, const struct member_way *way,
                          void *own);

/* ---- called by a way that lets members join ---- */

/* A new member in the roster, idle; the caller gets a reference. A game that waits for one of its kind takes it. NULL:
 * out of memory, or there are too many. */
struct member *member_join(struct shards *shards, enum member_kind kind, const char *name, const struct member_way *way,
                           void *own);

#endif
