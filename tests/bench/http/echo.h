/* The baseline: libmicrohttpd used in the plainest way, without the features of a service. */
#ifndef BENCH_ECHO_H
#define BENCH_ECHO_H

#include <stdint.h>

/* Serves GET (a fixed JSON text of 70 bytes) and POST (its body) on a free loopback port from a thread of its own,
 * until the process ends. Returns the port, 0 on failure. */
uint16_t echo_start(void);

#endif
