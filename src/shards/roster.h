/* Who is there to play, who plays in which game, and which games wait for somebody. */
#ifndef SHARDS_ROSTER_H
#define SHARDS_ROSTER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "inbox.h"
#include "member.h"
#include "shards.h"

enum {
    ROSTER_MEMBERS_MAX = 1024, /* joined at once */
    ROSTER_UNREAD_MAX = 256    /* messages of one member that its game has not read */
};

/* The roster's part of a member. All under shards->lock. */
struct roster_entry {
    struct member *member;
    struct roster_entry *next, **link; /* among those who joined; link NULL: opened for a game, or gone */
    struct inbox *inbox;               /* of the game that has it; NULL: idle */
    bool gone;
    const char *caught; /* lying, how: no game takes it any more; NULL: it was not */
    bool silent;        /* it lost its lease: no game takes it before it says something */
    unsigned unread;    /* letters on their way */
    int64_t joined_ms;
    uint64_t games;
};

struct conduct; /* a game under way: conduct.h */

enum { ROSTER_NAMES = 64 }; /* of servers that joined: the last so many are remembered */

struct shards {
    struct shards_options options;
    struct shards_peers peers; /* functions NULL: none */
    char instance[33];

    _Atomic unsigned references; /* its owner's, and each member's */
    pthread_mutex_t lock;
    pthread_cond_t calm; /* `threads` is 0 */
    unsigned threads;    /* of local shards */
    struct roster_entry *joined, **joined_end;
    unsigned count;
    uint64_t number; /* of the last member */
    char joiner[ROSTER_NAMES]
               [MEMBER_NAME_MAX]; /* names of servers that joined, a ring: they may be away for a moment */
    unsigned joiners;             /* names ever written */
    struct inbox *waiting, **waiting_end;
    struct conduct *games;     /* being led */
    uint32_t game;             /* number of the last one */
    struct executor *executor; /* made at the start, jobs' from then on */
};

struct shards *shards_ref(struct shards *shards);
void shards_unref(struct shards *shards);

/* A member for a wish of a request: "local", "phone" (whoever joined: a phone, or else a server), or a URL (who joined
 * by this name, or else a peer). It belongs to the inbox's game from now on, with a reference. NULL: nobody is there.
 */
struct member *roster_take(struct shards *shards, const char *wish, struct inbox *inbox);

/* How many more of those who join the game wants: each comes as LETTER_JOINED. 0: it waits no longer. */
void roster_want(struct shards *shards, struct inbox *inbox, unsigned count);

/* Why a game gives a member back. */
enum roster_why { ROSTER_NOT_NEEDED, ROSTER_SILENT };

/* The game needs it no longer, or cannot use it. Drops the game's reference. */
void roster_give_back(struct member *member, enum roster_why why);

/* A thread of a local shard begins, or ends and touches nothing more; shards_stop() waits for them. */
void roster_thread_begins(struct shards *shards);
void roster_thread_ends(struct shards *shards);

/* It was caught, and is not taken any more, by any game. `why` is kept as it is: a text of the program. Before it is
 * given back. */
void roster_ban(struct member *member, const char *why);
/* Why; NULL: it was not. */
const char *roster_caught(const struct member *member);
/* member_gone() was called, by whomever. */
bool roster_is_gone(const struct member *member);

/* One letter of the member has been read. */
void roster_read(struct member *member);

#endif
