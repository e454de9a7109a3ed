/* The inbox of a game: a queue of the messages and events of its members, which the game's step() reads. */
#ifndef CLUSTER_INBOX_H
#define CLUSTER_INBOX_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <base/bytes.h>

struct cluster_host;
struct member;

enum inbox_type {
    INBOX_RECEIVED,     /* the member sent `message` */
    INBOX_MEMBER_GONE,  /* the member will send nothing more; `message` is the reason, as text */
    INBOX_MEMBER_JOINED /* a member that the game waited for belongs to it from now on */
};

struct inbox_message {
    struct inbox_message *next;
    enum inbox_type type;
    struct member *member; /* a reference */
    struct bytes *message; /* a reference; NULL with INBOX_MEMBER_JOINED */
    int64_t at_ns;         /* time of arrival, set by the registry; the cluster's clock */
};

struct inbox {
    pthread_mutex_t lock;
    pthread_cond_t came;
    struct inbox_message *first, **end;
    struct cluster_host *host; /* woken by each message; NULL: nothing is woken */
    /* Used by the registry, under cluster->lock. */
    struct inbox *next_waiting, **waiting; /* links of the list cluster->waiting; `waiting` is NULL if not listed */
    unsigned wanted;                       /* number of members that the game still waits for */
    uint32_t needs;                        /* what its members must be able to do, set by the game; 0 = what all can */
};

void inbox_init(struct inbox *inbox);
/* Frees the messages that are left. */
void inbox_release(struct inbox *inbox);
/* Appends `received`, takes ownership of it and wakes the game's host. */
void inbox_put(struct inbox *inbox, struct inbox_message *received);
/* Removes and returns the oldest message, which the caller frees with inbox_message_free(). Waits until deadline_ns
 * (CLOCK_MONOTONIC; 0 = does not wait, as games require) and then returns NULL. */
struct inbox_message *inbox_pop(struct inbox *inbox, int64_t deadline_ns);

/* Takes a new reference to the member, and takes over the caller's reference to the message. Returns NULL when out of
 * memory; the reference to the message is then still the caller's. */
struct inbox_message *inbox_message_new(enum inbox_type type, struct member *member, struct bytes *message);
void inbox_message_free(struct inbox_message *received);

#endif
