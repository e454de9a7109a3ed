/* Seats of the programs that measure strength: an engine with its settings, as text.
 *
 *     uct:iterations=1000,plain=1    resistance    dqn:net=FILE    dqn+search:simulations=800
 *
 * Keys: iterations, nodes, exploration, rave, plain, simulations, and net, a file with a play net; and those of
 * tuning.h. */
#ifndef BENCH_HEX_SEAT_H
#define BENCH_HEX_SEAT_H

#include <solvers/hex/engines/settings.h>

/* Reads a seat; ends the program with a message if the text is none. */
void seat_read(const char *text, struct hex_player *player);

#endif
