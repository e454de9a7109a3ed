/* The registry: which members there are, which game has each, and which games wait for one. */
#ifndef CLUSTER_REGISTRY_H
#define CLUSTER_REGISTRY_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "cluster.h"
#include "inbox.h"
#include "member.h"

enum {
    REGISTRY_MEMBERS_MAX = 1024, /* that joined, at once */
    REGISTRY_UNREAD_MAX = 256    /* messages of one member that its game has not read */
};

/* The registry's part of a member. All under cluster->lock. */
struct registry_entry {
    struct member *member;
    struct registry_entry *next, **link; /* in the list of members that joined; link NULL: opened for a game, or gone */
    struct inbox *inbox;                 /* of the game that has it; NULL: idle */
    bool gone;
    const char *quarantined; /* how it was caught lying: no game takes it any more; NULL: it was not */
    bool silent;             /* it lost its lease: no game takes it before it sends something */
    unsigned unread;         /* inbox messages that its game has not read */
    int64_t joined_ms;
    uint64_t games;
};

struct cluster_game;

enum { REGISTRY_NAMES_MAX = 64 }; /* servers that joined, whose names are remembered */

struct cluster {
    struct cluster_options options;
    struct cluster_peers peers; /* functions NULL: none */
    char instance[33];

    _Atomic unsigned references; /* the owner's and each member's */
    pthread_mutex_t lock;
    pthread_cond_t calm; /* signals that `threads` is 0 */
    unsigned threads;    /* of local shards */
    struct registry_entry *joined, **joined_end;
    unsigned count;
    uint64_t number; /* of the last member */
    char joiner[REGISTRY_NAMES_MAX]
               [MEMBER_NAME_MAX]; /* a ring of names of servers that joined: they may be away for a moment */
    unsigned joiners;             /* names ever written */
    struct inbox *waiting, **waiting_end;
    struct cluster_game *games; /* being played */
    uint32_t last_game;         /* number of the last one */
    struct executor *executor;  /* made at the start; owned by jobs from then on */
};

struct cluster *cluster_ref(struct cluster *cluster);
void cluster_unref(struct cluster *cluster);

/* Takes a member for the game with this inbox, with a reference. requested_member is "local", "phone" (a phone that
 * joined, or else a server), or a URL (a server that joined by this name, or else a peer). Returns NULL if there is
 * none. */
struct member *registry_take(struct cluster *cluster, const char *requested_member, struct inbox *inbox);

/* Sets how many more members that join the game wants; each comes as INBOX_MEMBER_JOINED. 0 = it waits no longer. */
void registry_want(struct cluster *cluster, struct inbox *inbox, unsigned count);

/* Why a game gives a member back. */
enum registry_reason { REGISTRY_NOT_NEEDED, REGISTRY_SILENT };

/* Gives the member back and drops the game's reference. */
void registry_release(struct member *member, enum registry_reason why);

/* Count the threads of local shards, for which cluster_stop() waits. A thread touches nothing after it has ended. */
void registry_thread_begins(struct cluster *cluster);
void registry_thread_ends(struct cluster *cluster);

/* Excludes the member from all games, before it is given back. Keeps the pointer `why`: a string constant. */
void registry_quarantine(struct member *member, const char *why);
/* Returns why the member is quarantined; NULL if it is not. */
const char *registry_quarantined(const struct member *member);
/* Returns whether member_gone() was called. */
bool registry_is_gone(const struct member *member);

/* Counts one message of the member as read. */
void registry_message_read(struct member *member);

#endif
