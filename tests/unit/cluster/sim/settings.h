/* The settings of simulated games. They determine everything: what one game drew from its seed can be changed and
 * played again. */
#ifndef TEST_CLUSTER_SIM_SETTINGS_H
#define TEST_CLUSTER_SIM_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "../harness/lie.h"

enum { SIM_MEMBERS_MAX = 8, SIM_PARTITIONS_MAX = 5 };

/* A member that joins. Its messages are numbered from 1, as it receives them. */
struct sim_member {
    bool server; /* a server that joined, requested by its name; else a phone */
    enum net_lie lie;
    unsigned lies_of_100; /* percentage of its answers that are falsified */
    unsigned joins_ms;    /* after the beginning of the game; 0 = before it, as servers must */
    unsigned compute_us;  /* time that it takes for a message */
    unsigned late_us;     /* added to the latency of its messages */
    unsigned freezes_at;  /* number of the message with which it stops for a while; 0 = never */
    unsigned freeze_ms;   /* how long; then it answers all it has received meanwhile */
    unsigned goes_at;     /* number of the message with which its connection is cut; 0 = never */
    unsigned back_ms;     /* time after which it joins again; 0 = it stays away */
};

struct sim_settings {
    uint64_t seed;
    /* the game */
    unsigned box_rows, box_cols, fixed, updates, restarts; /* fixed: percentage of given cells */
    unsigned games;                                        /* games at the same time, which share the members */
    bool token, propagate;                                 /* token: the mode, else exact */
    unsigned pace;                                         /* 0: measured, 1: always shared, 2: always led */
    int audit;                                             /* percentage; -1: the default of each kind of member */
    unsigned wait_ms, lease_ms, timeout_ms;
    unsigned partitions, local; /* local: partitions requested for local threads; the others for phones or servers */
    unsigned local_us;          /* time that a local thread takes for a message; 0 = 5 */
    unsigned hub_us;            /* time that passes at the hub between two reads of the clock */
    /* the network */
    unsigned latency_us, jitter_us; /* of a message: latency + 0 to jitter */
    unsigned spike_of_1000;         /* per mille of messages that take ten times that */
    unsigned lost_of_1000;
    unsigned twice_of_1000; /* per mille of messages that are delivered twice */
    bool in_order;          /* a message does not overtake an earlier one, as in a stream */
    unsigned members;
    struct sim_member member[SIM_MEMBERS_MAX];
};

/* Draws the settings of game number `seed`. */
void sim_draw(struct sim_settings *settings, uint64_t seed);
/* Prints the settings in a line. */
void sim_print(const struct sim_settings *settings);
/* Removes fault number `number`, from 0, from the settings, or makes the game smaller. Returns false if there is no
 * such fault; the settings are unchanged then. *more: whether there are higher numbers. */
bool sim_simplify(struct sim_settings *settings, unsigned number, bool *more);
/* Writes the name of member i, such as "phone 1" or "http://server-2", into name[32]. */
char *sim_member_name(const struct sim_settings *settings, unsigned i, char *name);

#endif
