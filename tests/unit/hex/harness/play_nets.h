/* Play nets and positions for tests. */
#ifndef HEX_HARNESS_PLAY_NETS_H
#define HEX_HARNESS_PLAY_NETS_H

#include <nash/rng.h>
#include <solvers/hex/net/play_net.h>

/* Writes the wire form of a net with random weights, hex_play_net_bytes(), whose activations take all values. */
void play_net_random(struct nash_rng *rng, const struct hex_net_shape *shape, uint8_t *bytes);
/* Writes the hash after bytes were changed. */
void play_net_sign(uint8_t *bytes, size_t len);
/* Returns a shape of up to these layers and channels; a full head is of rows by cols. */
struct hex_net_shape play_net_shape_random(struct nash_rng *rng, unsigned layers, unsigned channels, unsigned rows,
                                           unsigned cols);
/* Returns a position with random stones; nobody need have won it. */
struct hex_position play_net_position(struct nash_rng *rng, unsigned rows, unsigned cols);

#endif
