/* Members on a simulated network. One thread delivers messages late, twice, out of order or not at all; members freeze,
 * leave or lie. All of it follows from a seed, but for the machine's timing. */
#ifndef TEST_CLUSTER_NET_H
#define TEST_CLUSTER_NET_H

#include <stdbool.h>
#include <stdint.h>

#include <cluster/cluster.h>

struct net;

/* What is wrong with a member's answers. */
enum net_lie {
    NET_HONEST,
    NET_RANDOM_VALUES,  /* values other than those drawn, all of them allowed */
    NET_KEEPS_BACK,     /* a change is left out */
    NET_WRONG_OWNER,    /* a change of a cell in another partition */
    NET_IMMUTABLE,      /* a change of a clue */
    NET_STALE_EPOCH,    /* an earlier epoch */
    NET_REPLAYS,        /* the answer to an earlier round again */
    NET_FALSE_SOLUTION, /* of replicas: a solution that is none */
    NET_GARBAGE,        /* random bytes */
    NET_SCRAMBLES,      /* some bytes of the body are changed */
    NET_LIES
};

struct net_member {
    const char *name;
    enum net_lie lie;
    unsigned lies_of_100;   /* percent of its answers */
    unsigned delay_us;      /* a message takes 0 to twice as long */
    unsigned lost_of_1000;  /* per mille of messages that are lost */
    unsigned twice_of_1000; /* per mille that come twice, the second time late */
    unsigned freezes_at;    /* after so many messages it answers nothing; 0 = never */
    unsigned goes_at;       /* after so many messages the connection is cut, and the member gone; 0 = never */
    bool server;            /* MEMBER_SERVER instead of MEMBER_PHONE */
};

struct net *net_new(struct cluster *cluster, uint64_t seed);
/* The member joins. */
void net_join(struct net *net, const struct net_member *member);
/* Ends the thread; the members are gone. */
void net_free(struct net *net);
/* Returns whether a false answer of this member was delivered. */
bool net_has_lied(struct net *net, const char *name);

#endif
