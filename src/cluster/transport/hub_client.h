/* Hub clients: a server that may not be reachable from outside (NAT, a firewall) offers its shards to a hub (--join
 * URL). Each shard has a thread, which registers with the peer key and the number of processors, and then posts the
 * shard's answers; the compute threads carry out its messages. The reply to such a POST has the next messages; the hub
 * delays it until there are some. After a failure the thread tries again, at
 * growing intervals and without end; by its session the shard becomes the same member again. */
#ifndef CLUSTER_TRANSPORT_HUB_CLIENT_H
#define CLUSTER_TRANSPORT_HUB_CLIENT_H

#include <nash/status.h>

struct cluster_program;
struct compute;
struct hub_clients;

struct hub_client_options {
    const char *const *urls;                       /* URLs of hubs, NULL-terminated */
    const char *key;                               /* the peer key */
    const char *instance;                          /* instance of this server, see cluster_instance() */
    const char *name;                              /* name of this server, as the hub shows it */
    unsigned shards;                               /* number of shards offered to each hub; 1..16 */
    const struct cluster_program *const *programs; /* NULL = the programs of program.c */
    struct compute *compute; /* threads of this server, which outlive the clients; NULL = threads of their own */
};

/* The strings of the options must outlive the clients. Returns NULL if a URL is malformed or given twice, if the key is
 * missing, or if there is no memory or thread. */
struct hub_clients *hub_clients_start(const struct hub_client_options *options, struct nash_error *error);
/* Ends all requests, and unregisters at each hub that still answers. */
void hub_clients_stop(struct hub_clients *joins);

#endif
