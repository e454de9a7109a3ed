/* The address of this machine in the local network, for the link of an invitation. */
#ifndef API_LAN_H
#define API_LAN_H

#include <stdbool.h>

enum { LAN_ADDRESS_MAX = 16 }; /* bytes of an IPv4 address as text, with its NUL */

/* Writes the IPv4 address of an interface that is up, preferring a physical network to those of containers and virtual
 * machines. Returns false if there is no such interface. */
bool lan_address(char out[LAN_ADDRESS_MAX]);

/* Returns whether "host", "host:port" or "[::1]:port" is a loopback address. */
bool lan_is_loopback(const char *authority);

#endif
