/* Members across a network that can do anything to messages: one thread that delivers them late, twice, out of order or
 * not at all, and members that freeze, go, or lie. Everything by a seed; the machine's timing decides the rest. */
#ifndef NET_H
#define NET_H

#include <stdbool.h>
#include <stdint.h>

#include <shards/shards.h>

struct net;

/* What is wrong with a member. */
enum net_lie {
    NET_HONEST,
    NET_RANDOM_LETTERS, /* plays other letters than the draw says, all of them allowed */
    NET_KEEPS_BACK,     /* leaves a change out */
    NET_WRONG_OWNER,    /* changes a cell of another band */
    NET_IMMUTABLE,      /* changes a clue */
    NET_STALE_EPOCH,    /* answers with an epoch of before */
    NET_REPLAYS,        /* says again what it said to an earlier round */
    NET_FALSE_SOLUTION, /* of replicas: says it is solved, and it is not */
    NET_GARBAGE,        /* bytes */
    NET_SCRAMBLES,      /* some bytes of an answer are others, behind a head that is right */
    NET_LIES
};

struct net_member {
    const char *name;
    enum net_lie lie;
    unsigned lies_of_100;   /* so many of its answers */
    unsigned delay_us;      /* a message takes 0 to twice as long */
    unsigned lost_of_1000;  /* so many messages never come */
    unsigned twice_of_1000; /* come twice, the second time late */
    unsigned freezes_at;    /* after so many messages it says nothing any more; 0 = never */
    unsigned goes_at;       /* the connection is cut, and it is known */
    bool server;            /* MEMBER_SERVER instead of MEMBER_PHONE */
};

struct net *net_new(struct shards *shards, uint64_t seed);
/* Joins now. */
void net_join(struct net *net, const struct net_member *member);
/* Ends the thread; members are gone. */
void net_free(struct net *net);
/* Has somebody lied, in an answer that was delivered? */
bool net_has_lied(struct net *net, const char *name);

#endif
