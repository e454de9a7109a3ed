/* Seats: the other end of a peer. A hub that has the peer key posts messages to a seat here; a seat is one shard. The
 * rounds are played by a small pool of threads, so that whoever asks never blocks; what is posted to one seat is played
 * in order. A seat ends by DELETE or after 30 s of silence. */
#ifndef SHARDS_SEAT_H
#define SHARDS_SEAT_H

#include <stdbool.h>
#include <stddef.h>

#include <base/bytes.h>
#include <nash/status.h>

enum { SEAT_ID_MAX = 64, SEATS_MAX = 64, SEAT_IDLE_MS = 30000 };

struct seats;

struct seats_options {
    const char *key;      /* the peer key; NULL: nobody gets a seat */
    const char *instance; /* ours: who comes with it is ourselves */
    unsigned seats;       /* at most; 0 = SEATS_MAX */
    unsigned threads;     /* 0 = one a processor */
    unsigned idle_ms;     /* 0 = SEAT_IDLE_MS */
};

/* Strings live as long as the seats. No thread runs before the first seat. */
struct seats *seats_new(const struct seats_options *options);
/* Nobody asks any more, no call is left. */
void seats_free(struct seats *seats);

const char *seats_key(const struct seats *seats);
const char *seats_instance(const struct seats *seats);
unsigned seats_count(struct seats *seats);

/* Messages one after the other for the seat of this id, which is made when there is none. hub: the instance of who
 * asks, NULL = unknown. done(context) comes once, from a thread of the pool or from here; it must be short and call
 * nothing here. The caller gets the call and ends it by seat_call_drop(). NULL: *error has the status and problem type
 * "invalid-request", "conflict", "other-protocol", "busy", "out-of-memory"; done() does not come then. */
struct seat_call;
struct seat_call *seats_ask(struct seats *seats, const char *id, const char *hub, const void *messages, size_t len,
                            void (*done)(void *context), void *context, struct nash_error *error);
/* The answers, one after the other; NULL: not done yet, or (over) memory ran out. The call's, until it is dropped. */
struct bytes *seat_call_answers(struct seat_call *call, bool *over);
/* The caller has what it wanted, or left: done() is not called after this returns. */
void seat_call_drop(struct seat_call *call);

/* The seat ends; what is under way is not answered any more. False: there is none. */
bool seats_end(struct seats *seats, const char *id);

#endif
