/* Joining: this server, which perhaps nobody can call (NAT, a firewall), offers its shards to a hub (--join URL). One
 * thread a seat: it registers with the peer key, then posts its answers and gets the next messages by the same request,
 * which the hub keeps open until there are some. Whatever fails is tried again, ever more slowly, for ever; its session
 * makes it the same member again. */
#ifndef SHARDS_JOIN_H
#define SHARDS_JOIN_H

#include <nash/status.h>

struct joins;

struct join_options {
    const char *const *urls; /* of hubs, NULL-terminated */
    const char *key;         /* the peer key */
    const char *instance;    /* ours */
    const char *name;        /* as the hub shall show this server */
    unsigned seats;          /* offered to each hub; 1..16 */
};

/* Strings live as long as the joins. NULL: a URL is malformed, there is no key, or no thread. */
struct joins *joins_start(const struct join_options *options, struct nash_error *error);
/* Leaves: what is under way is cut, members are taken off the hubs' lists where they still answer. */
void joins_stop(struct joins *joins);

#endif
