/* What joined.c, guest.c and guest_name.c share: see joined.h. */
#ifndef SHARDS_GUEST_H
#define SHARDS_GUEST_H

#include <pthread.h>
#include <stdatomic.h>

#include "joined.h"
#include "message.h"

enum {
    GUEST_LETTERS = 64,  /* that wait for one guest; more, and it counts as gone */
    GUEST_NAME_MAX = 48, /* bytes of what it calls itself */
    GUEST_NAME_ROOM = GUEST_NAME_MAX + 1
};

/* Under joined->lock, save what never changes. */
struct guest {
    struct joined *joined; /* a reference */
    struct guest *next;
    _Atomic unsigned references;
    uint64_t number;
    char secret[GUEST_SECRET];
    enum member_kind kind;
    char name[MEMBER_NAME_MAX];

    struct member *member; /* while somebody is there, or was a moment ago; a reference */
    uint64_t stay;         /* counts the times it became a member; what an earlier member is sent is dropped */
    bool joining, gone;
    const char *caught; /* lying, how; NULL: it was not */
    bool asked;         /* by this game, in this epoch */
    uint32_t game, epoch;

    struct guest_line line;
    void *line_context; /* NULL: none */
    struct guest_waiter *waiter;
    struct bytes *letter[GUEST_LETTERS];
    unsigned first, count;
    int64_t seen_ns; /* when somebody was there last; while there is a line or a waiter, that is now */
};

struct joined {
    struct shards *shards;
    struct joined_options options;
    _Atomic unsigned references; /* its owner's and each guest's */
    pthread_mutex_t lock;
    pthread_cond_t change; /* a guest came or nobody is there for one any more; or the end */
    struct guest *guests;  /* a reference each */
    unsigned count;
    uint64_t number;
    bool running, end;
    pthread_t clock;
};

void joined_unref(struct joined *joined);

/* guest.c */
bool guest_is_there(const struct guest *guest); /* under the lock */
void guest_seen(struct guest *guest);           /* under the lock */
/* Closes its line and wakes who waits. Under the lock. */
void guest_end_ways(struct guest *guest, unsigned code, const char *why);
/* It is no member any more, and keeps its session. Without the lock. */
void guest_away(struct guest *guest, const char *why);

/* guest_name.c: at most GUEST_NAME_MAX bytes, maybe none */
void guest_name_clean(char out[GUEST_NAME_ROOM], const char *text);

#endif
