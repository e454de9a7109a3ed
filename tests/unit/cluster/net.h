/* Members on a simulated network. One thread delivers messages late, twice, out of order or not at all; members freeze,
 * leave or send false answers. A seed determines all faults; only the machine's timing varies. */
#ifndef TEST_CLUSTER_NET_H
#define TEST_CLUSTER_NET_H

#include <stdbool.h>
#include <stdint.h>

#include <cluster/cluster.h>

struct net;

/* How a member falsifies its answers. */
enum net_lie {
    NET_HONEST,
    NET_RANDOM_VALUES,  /* the last change has another value than the one drawn */
    NET_KEEPS_BACK,     /* the last change is left out */
    NET_WRONG_OWNER,    /* a change is moved to a cell of another partition */
    NET_IMMUTABLE,      /* a change is moved to the first cell of the partition, which may be a clue */
    NET_STALE_EPOCH,    /* the epoch is one too small */
    NET_REPLAYS,        /* the first answer is sent again */
    NET_FALSE_SOLUTION, /* in the mode replicas: values with conflicts are sent as a solution */
    NET_GARBAGE,        /* all bytes are random */
    NET_SCRAMBLES,      /* up to three bits of the body are changed */
    NET_LIES
};

struct net_member {
    const char *name;
    enum net_lie lie;
    unsigned lies_of_100;   /* percentage of its answers that are falsified */
    unsigned delay_us;      /* mean delay of a message, which takes 0 to 2 * delay_us */
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
