/* The inbox of a game: a queue of what comes from its members, emptied by the game's thread. */
#ifndef CLUSTER_INBOX_H
#define CLUSTER_INBOX_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <base/bytes.h>

struct member;

enum inbox_type {
    INBOX_RECEIVED,     /* a message */
    INBOX_MEMBER_GONE,  /* the member will send nothing more; `message` is the reason, as text */
    INBOX_MEMBER_JOINED /* a member that the game waited for belongs to it from now on */
};

struct inbox_message {
    struct inbox_message *next;
    enum inbox_type type;
    struct member *member; /* a reference */
    struct bytes *message; /* a reference; NULL of INBOX_MEMBER_JOINED */
    int64_t at_ns;         /* when it came; CLOCK_MONOTONIC */
};

struct inbox {
    pthread_mutex_t lock;
    pthread_cond_t came;
    struct inbox_message *first, **end;
    /* For the registry, under cluster->lock. */
    struct inbox *next_waiting, **waiting; /* in the list of games that wait for members; waiting NULL: not in it */
    unsigned wanted;                       /* members */
};

void inbox_init(struct inbox *inbox);
/* Drops what is in it. */
void inbox_release(struct inbox *inbox);
/* Takes the references of `received` over. */
void inbox_put(struct inbox *inbox, struct inbox_message *received);
/* Returns the next one, which inbox_message_free() frees; NULL if none comes before the deadline (0 = does not wait).
 */
struct inbox_message *inbox_pop(struct inbox *inbox, int64_t deadline_ns);

/* Returns NULL when out of memory. Takes a new reference to the member and takes the message's over. */
struct inbox_message *inbox_message_new(enum inbox_type type, struct member *member, struct bytes *message);
void inbox_message_free(struct inbox_message *received);

#endif
