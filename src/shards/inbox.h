/* What comes to one game from its members: a queue that the game's thread empties. */
#ifndef SHARDS_INBOX_H
#define SHARDS_INBOX_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <base/bytes.h>

struct member;

enum letter_type {
    LETTER_SAID,  /* a message */
    LETTER_GONE,  /* the member will say no more; message: why, as text */
    LETTER_JOINED /* somebody the game waited for: from now on it is the game's */
};

struct letter {
    struct letter *next;
    enum letter_type type;
    struct member *member; /* a reference */
    struct bytes *message; /* a reference; NULL of LETTER_JOINED */
    int64_t at_ns;         /* when it came, CLOCK_MONOTONIC */
};

struct inbox {
    pthread_mutex_t lock;
    pthread_cond_t came;
    struct letter *first, **end;
    /* The roster's, under its lock. */
    struct inbox *next_waiting, **waiting; /* among the games that wait for members; waiting NULL: it does not */
    unsigned wanted;                       /* how many */
};

void inbox_init(struct inbox *inbox);
/* Drops what is in it. */
void inbox_release(struct inbox *inbox);
/* Takes the references of `letter` over. */
void inbox_put(struct inbox *inbox, struct letter *letter);
/* The next letter, to be freed by letter_free(); NULL: none came before the deadline; 0 = without waiting. */
struct letter *inbox_take(struct inbox *inbox, int64_t deadline_ns);

/* NULL: out of memory. Takes a reference of its own to the member; the message's is taken over. */
struct letter *letter_new(enum letter_type type, struct member *member, struct bytes *message);
void letter_free(struct letter *letter);

#endif
