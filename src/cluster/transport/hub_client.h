/* Hub clients: a server that may not be reachable from outside (NAT, a firewall) offers its shards to a hub (--join
 * URL). Each shard has a thread. It registers with the peer key, then posts its answers and gets the next messages by
 * the same request, which the hub keeps open until there are some. After a failure it tries again, at growing intervals
 * and without end; its session makes it the same member again. */
#ifndef CLUSTER_TRANSPORT_HUB_CLIENT_H
#define CLUSTER_TRANSPORT_HUB_CLIENT_H

#include <nash/status.h>

struct cluster_program;
struct hub_clients;

struct hub_client_options {
    const char *const *urls;                       /* of hubs, NULL-terminated */
    const char *key;                               /* the peer key */
    const char *instance;                          /* ours */
    const char *name;                              /* of this server, as the hub shows it */
    unsigned shards;                               /* offered to each hub; 1..16 */
    const struct cluster_program *const *programs; /* NULL = all of program.c */
};

/* Strings live as long as the clients. Returns NULL if a URL is malformed, or there is no key or no thread. */
struct hub_clients *hub_clients_start(const struct hub_client_options *options, struct nash_error *error);
/* Ends all requests, and unregisters where the hub still answers. */
void hub_clients_stop(struct hub_clients *joins);

#endif
