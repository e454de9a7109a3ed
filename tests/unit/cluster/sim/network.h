/* The members of a simulated cluster, and the network between them and the hub. */
#ifndef TEST_CLUSTER_SIM_NETWORK_H
#define TEST_CLUSTER_SIM_NETWORK_H

#include <cluster/cluster.h>
#include <cluster/envelope.h>

#include "events.h"
#include "settings.h"

enum { SIM_LIES_MAX = 256 }; /* more of one member are not counted */

struct network {
    const struct sim_settings *settings;
    struct cluster *cluster;
    struct events events;
    struct node *joined[SIM_MEMBERS_MAX]; /* each with a reference to its member; NULL: away */
    unsigned lies[SIM_MEMBERS_MAX];       /* falsified answers of the member that were delivered during a game */
    int64_t lie_ns[SIM_MEMBERS_MAX][SIM_LIES_MAX]; /* when each of them was */
    uint64_t delivered;                            /* events */
    uint8_t answer[MESSAGE_MAX];
};

/* Starts a cluster with the clock of events.h, and adds the members of the settings. Only one network is open at a
 * time. */
void network_open(struct network *network, const struct sim_settings *settings);
/* Carries out the first event; there must be one. */
void network_deliver(struct network *network);
/* Ends all members and the cluster. Their games must be over. */
void network_close(struct network *network);

#endif
