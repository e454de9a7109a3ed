/* Play nets for the conversations of units.c. */
#ifndef CONFORM_UNITS_NET_H
#define CONFORM_UNITS_NET_H

#include <stddef.h>
#include <stdint.h>

enum { CONFORM_NET_MAX = 60000 };

/* Writes the wire form of a random play net for boards of all sizes; returns its length, 0 if it is too long. */
size_t conform_net(uint64_t seed, uint8_t net[CONFORM_NET_MAX]);

#endif
