/* Where others reach this machine: an address of the local network, for the link a phone is shown. */
#ifndef API_LAN_H
#define API_LAN_H

#include <stdbool.h>

enum { LAN_ADDRESS_MAX = 16 };

/* The IPv4 address of an interface that is up, one that looks like a real network before one of containers or virtual
 * machines. False: there is none but loopback. */
bool lan_address(char out[LAN_ADDRESS_MAX]);

/* Is "host", "host:port" or "[::1]:port" this machine's own loopback? */
bool lan_is_loopback(const char *authority);

#endif
