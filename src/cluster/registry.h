/* The registry: the list of members, the game that has each of them, and the games that wait for members. */
#ifndef CLUSTER_REGISTRY_H
#define CLUSTER_REGISTRY_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <store/job.h>

#include "cluster.h"
#include "inbox.h"
#include "member.h"

enum {
    REGISTRY_MEMBERS_MAX = 1024, /* members in the list of those that joined */
    REGISTRY_UNREAD_MAX = 256,   /* messages of one member that its game has not read; one more ends the member */
    REGISTRY_LACKS_MAX = 8       /* capacity of `lacks` of a member */
};

/* The registry's data of a member. cluster->lock guards all fields. */
struct registry_entry {
    struct member *member;
    struct registry_entry *next, **link; /* links of the list cluster->joined; `link` is NULL if not listed */
    struct registry_entry *idle_next,
        **idle_link;           /* links of a list of idle members; `idle_link` is NULL if not in one */
    char owner[JOB_OWNER_MAX]; /* the name of the key that has invited it; "" = none */
    struct inbox *inbox;       /* inbox of the game that has the member; NULL: idle */
    bool gone;                 /* member_gone() was called */
    const char *quarantined;   /* reason of the quarantine: no game takes the member any more; NULL: not quarantined */
    bool silent;               /* the member lost its lease: no game takes it before it sends something */
    unsigned unread;           /* inbox messages that its game has not read */
    uint32_t lacks[REGISTRY_LACKS_MAX]; /* ring of the `needs` of games for which it is unable */
    unsigned lacking;                   /* number of `needs` ever written to the ring */
    int64_t joined_ms;                  /* wall clock */
    uint64_t games;                     /* number of times a game took the member */
};

/* Members that joined and that a game may take, the longest idle first. */
struct idle_list {
    struct registry_entry *first, **end;
};

struct cluster_game;

enum { REGISTRY_NAMES_MAX = 64 }; /* capacity of cluster->joiner */

struct cluster {
    struct cluster_options options;
    struct cluster_peers peers; /* all functions NULL: there are no peers */
    char instance[33];          /* 32 hex digits, see cluster_instance() */

    _Atomic unsigned references; /* one for cluster_stop(), one for the executor, one for each member */
    struct compute *compute;     /* threads of the shards of this server */
    pthread_mutex_t lock;
    struct registry_entry *joined, **joined_end; /* members that joined, oldest first */
    struct idle_list idle_phones, idle_servers;
    unsigned count;  /* members in `joined` */
    uint64_t number; /* number given to the newest member */
    char joiner[REGISTRY_NAMES_MAX]
               [MEMBER_NAME_MAX]; /* ring of the names of servers that joined; requests may name one that is away */
    unsigned joiners;             /* names ever written to the ring */
    struct inbox *waiting, **waiting_end; /* games that wait for members, the longest waiting first */
    struct cluster_game *games;           /* games being played */
    uint32_t last_game;                   /* number given to the newest game */
    struct executor *executor;            /* created by cluster_start(), then owned by src/jobs */
};

struct cluster *cluster_ref(struct cluster *cluster);
void cluster_unref(struct cluster *cluster);

/* Sets the owner of a member that has joined. */
void registry_set_owner(struct member *member, const char *owner);

/* Frees a member without calling its transport. */
void registry_member_free(struct member *member);

/* Takes a member for the game with this inbox, and returns it with a reference; NULL if there is none. requested_member
 * is "local", "phone" (a phone that joined, or else a server that joined), or a URL (a server that joined by this name,
 * or else a peer). */
struct member *registry_take(struct cluster *cluster, const char *requested_member, struct inbox *inbox);

/* Sets how many more members the game waits for; 0 = it no longer waits. Each member that joins for it arrives in the
 * inbox as INBOX_MEMBER_JOINED. */
void registry_want(struct cluster *cluster, struct inbox *inbox, unsigned count);

/* Changes what the members of the game must be able to do. */
void registry_need(struct cluster *cluster, struct inbox *inbox, uint32_t needs);

/* Why a game gives a member back. */
enum registry_reason {
    REGISTRY_NOT_NEEDED,
    REGISTRY_SILENT,
    REGISTRY_UNABLE /* no game with the same inbox->needs takes it again */
};

/* Gives the member back and drops the game's reference. */
void registry_release(struct member *member, enum registry_reason why);

/* Excludes the member from all games. Called before the member is given back. `why` must be a string constant, because
 * the pointer is kept. */
void registry_quarantine(struct member *member, const char *why);
/* Returns why the member is quarantined; NULL if it is not. */
const char *registry_quarantined(const struct member *member);
/* Returns whether member_gone() was called. */
bool registry_is_gone(const struct member *member);

/* Counts one message of the member as read. */
void registry_message_read(struct member *member);

#endif
