/* Members on a simulated network. One thread delivers messages late, twice, out of order or not at all; members freeze,
 * leave or send false answers. A seed determines all faults; only the machine's timing varies. */
#ifndef TEST_CLUSTER_NET_H
#define TEST_CLUSTER_NET_H

#include <stdbool.h>
#include <stdint.h>

#include <cluster/cluster.h>

#include "lie.h"

struct net;

struct net_member {
    const char *name;
    enum net_lie lie;
    unsigned lies_of_100;   /* percentage of its answers that are falsified */
    unsigned delay_us;      /* mean delay of a message, which takes 0 to 2 * delay_us */
    unsigned least_us;      /* added to the delay of every message */
    unsigned slow_of_1000;  /* per mille of messages that take ten times as long */
    unsigned lost_of_1000;  /* per mille of messages that are lost */
    unsigned twice_of_1000; /* per mille of messages that are delivered twice, the second time late */
    unsigned freezes_at;    /* number of received messages after which the member stops answering; 0 = never */
    unsigned goes_at;       /* number of received messages after which its connection is cut; 0 = never */
    bool server;            /* MEMBER_SERVER instead of MEMBER_PHONE */
};

struct net *net_new(struct cluster *cluster, uint64_t seed);
/* Adds a member to the net and joins it to the cluster. */
void net_join(struct net *net, const struct net_member *member);
/* Ends the thread and frees the net with its members. */
void net_free(struct net *net);
/* Returns whether a false answer of this member was delivered. */
bool net_has_lied(struct net *net, const char *name);

#endif
