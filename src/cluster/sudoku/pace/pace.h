/* The pace of a game: which members a round waits for, for how long, and whether rounds are shared at all.
 *
 * All functions are pure: they receive measurements and times, and decide. No clock is read and nothing is sent, so
 * that tables of cases test them. The trajectory of a game does not depend on any decision made here.
 *
 * A member is in the *front* if rounds wait for its part. Otherwise it is in the *rear*: the hub computes its part, and
 * the member confirms committed ticks later, several messages in flight, while nothing waits for it.
 *
 * A game is *shared* while members compute the parts of rounds, and *led* while the hub plays all players itself and
 * members only confirm. Both are measured on the game itself, in committed ticks a second, at its beginning and again
 * at growing intervals; the faster one goes on. */
#ifndef CLUSTER_SUDOKU_PACE_PACE_H
#define CLUSTER_SUDOKU_PACE_PACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PACE_MEMBERS_MAX = 49, /* SUDOKU_SHARDS_MAX */
    PACE_RECENT = 8,       /* requests of a member that decide whether it is late */
    PACE_OPEN_MAX = 16     /* messages in flight to a member in the rear */
};

enum pace_play { PACE_SHARE, PACE_LEAD };
enum pace_wish { PACE_MEASURED, PACE_ALWAYS_SHARE, PACE_ALWAYS_LEAD };

struct pace_member {
    bool present;                     /* false: the hub plays the partition */
    bool rear;                        /* no round waits for the member */
    uint32_t trip_us[PACE_RECENT];    /* ring: times from request to answer, in the front */
    unsigned trips;                   /* number of times ever added */
    uint8_t late[PACE_RECENT];        /* ring: how late the last requests were; 0 = on time */
    unsigned requests;                /* number of requests ever counted */
    unsigned on_time;                 /* requests answered on time since the last late one */
    int64_t rear_trip_ns;             /* moving average of the trips in the rear; 0 = none yet */
    int64_t latency_ns;               /* about the shortest recent trip; 0 = unknown */
    int64_t retry_ns, retry_after_ns; /* in the rear: when it is tried in the front again; the delay of the next time */
};

/* Ticks committed in a time; old ones count less and less. before: ticks a second as measured the last time. */
struct pace_rate {
    double ticks, ns, before;
};

struct pace {
    unsigned partitions;
    enum pace_wish wish;
    struct pace_member member[PACE_MEMBERS_MAX];
    enum pace_play play;
    bool trial;                   /* `play` is being measured, and is not yet decided on */
    unsigned trial_rounds;        /* rounds of this trial, shared */
    double trial_ns;              /* time of this trial */
    struct pace_rate shared, led; /* rates in the two ways to play */
    int64_t next_trial_ns, trial_after_ns;
    bool idle_round;                  /* no member was on time in the last shared round */
    double ticks_a_round;             /* moving average of the ticks that a shared round commits */
    uint64_t shared_ticks, led_ticks; /* of the whole game */
    int64_t cut_ns, cut_every_ns;     /* the last window for the rear; moving average of the time between two */
};

/* Begins a game of so many partitions, without members. It is shared at first, unless it is always led. */
void pace_init(struct pace *pace, unsigned partitions, enum pace_wish wish);

/* Partition i has a new member, in the front; or the hub plays it from now on. */
void pace_join(struct pace *pace, unsigned i);
void pace_leave(struct pace *pace, unsigned i);

/* ---- measurements ---- */

/* The member of partition i answered a request after `trip_ns`. rear: the request was one to confirm. */
void pace_answered(struct pace *pace, unsigned i, int64_t trip_ns, bool rear, int64_t now_ns);

/* The member of partition i answered a message that needs no computing after `trip_ns`. */
void pace_echo(struct pace *pace, unsigned i, int64_t trip_ns);

/* The member of partition i has not answered a request of the front yet, `age_ns` after it. Called when the hub
 * computes the part, and once a round while the request stays open. */
void pace_late(struct pace *pace, unsigned i, int64_t age_ns, int64_t now_ns);

/* A shared round has committed `ticks` after `took_ns`; `answers` of its parts came from members. */
void pace_round(struct pace *pace, uint32_t ticks, int64_t took_ns, unsigned answers, int64_t now_ns);

/* The hub has played `ticks` of all players in `took_ns`. */
void pace_led(struct pace *pace, uint64_t ticks, int64_t took_ns, int64_t now_ns);

/* A window for the rear ends now. */
void pace_cut(struct pace *pace, int64_t now_ns);

/* ---- decisions ---- */

/* Returns whether the next ticks are shared or led; whether rounds wait for the member of partition i. */
enum pace_play pace_play(const struct pace *pace);
bool pace_is_front(const struct pace *pace, unsigned i);

/* Moves members whose delay is over from the rear to the front, where the first late answer sends them back. */
void pace_retry(struct pace *pace, int64_t now_ns);

/* Returns the time after which the hub computes a part itself: a small multiple of the median trip of the front. */
int64_t pace_hedge_ns(const struct pace *pace);

/* Returns the ticks of the next shared round. */
uint32_t pace_window(const struct pace *pace);

/* Returns the number of messages that may be in flight to the member of partition i in the rear. */
unsigned pace_open_max(const struct pace *pace, unsigned i);

/* ---- for the report ---- */

/* Return committed ticks a second; 0 if not measured. */
double pace_shared_rate(const struct pace *pace);
double pace_led_rate(const struct pace *pace);

/* Returns the median over the members of their median trips in the front, in ns; 0 if unknown. */
int64_t pace_trip_ns(const struct pace *pace);

/* Writes one sentence that says why the game was shared or led as it was. */
void pace_reason(const struct pace *pace, char *out, size_t room);

#endif
