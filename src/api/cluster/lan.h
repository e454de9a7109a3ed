/* The address of this machine in the local network, for the links of invitations. */
#ifndef API_LAN_H
#define API_LAN_H

#include <stdbool.h>

struct http_request;

enum {
    LAN_ADDRESS_MAX = 16, /* bytes of an IPv4 address as text, with its NUL */
    LAN_URL_MAX = 300     /* bytes of the address of a server, with its NUL */
};

/* Writes the IPv4 address of an interface that is up, preferring a physical network to those of containers and virtual
 * machines. Returns false if there is no such interface. */
bool lan_address(char out[LAN_ADDRESS_MAX]);

/* Returns whether "host", "host:port" or "[::1]:port" is a loopback address. */
bool lan_is_loopback(const char *authority);

/* Writes the address under which other machines open the page of this server, without a slash at its end: --public-url,
 * else the Host of the request. The machine that opens a link is another one than that which requested it, and the host
 * localhost would lead it to itself; so an address of the local network replaces such a host, unless the server listens
 * on loopback only. Returns false if only this machine can open it. */
bool lan_url(struct http_request *request, char out[LAN_URL_MAX]);

#endif
