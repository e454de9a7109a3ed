/* A network for play: 8-bit weights and activations, 32-bit sums. Freestanding.
 *
 * Integer sums have no order, so the same network gives the same bits with AVX-512 VNNI, AVX2, NEON, WebAssembly and
 * portable C: matches and games of a training can be repeated on any machine. Activations are 0 to 127, because the
 * AVX2 instruction for products of bytes saturates beyond; weights are -127 to 127 with a scale for each output
 * channel. Between layers a sum becomes an activation by one multiplication and one addition in float, rounded to
 * nearest: both are exact in IEEE 754.
 *
 * The bytes of a play net, little-endian: "nashhex1", u32 length of the rest, the shape, for each layer its weights,
 * scales and biases, the heads, and the first 8 bytes of the SHA-256 of all before. */
#ifndef HEX_NET_PLAY_NET_H
#define HEX_NET_PLAY_NET_H

#include "input.h"
#include "shape.h"

enum { HEX_NET_DIGEST = 8 }; /* bytes of the hash, the last ones */

/* In memory of the caller, aligned to 64, laid out for the fastest kernel of this machine. It must not be moved. */
struct hex_play_net;

/* Returns the bytes of the memory of a play net, and of its wire form. */
size_t hex_play_net_memory(const struct hex_net_shape *shape);
size_t hex_play_net_bytes(const struct hex_net_shape *shape);

/* Reads the shape of a wire form, and checks that its length fits, so that memory can be made. Returns why the bytes
 * are no play net, a constant; NULL: *shape is set. */
const char *hex_play_net_peek(const uint8_t *bytes, size_t len, struct hex_net_shape *shape);
/* Reads a wire form into hex_play_net_memory() bytes: checks its hash, and all scales (finite, positive). Returns why
 * not, or NULL. */
const char *hex_play_net_read(const uint8_t *bytes, size_t len, struct hex_play_net *net);

const struct hex_net_shape *hex_play_net_shape(const struct hex_play_net *net);

/* Returns the bytes of the workspace of one evaluation, aligned to 64. */
size_t hex_play_net_workspace(const struct hex_net_shape *shape, unsigned rows, unsigned cols);
/* Evaluates one input; one of a size that a full head does not fit is an error of the caller. */
void hex_play_net_evaluate(const struct hex_play_net *net, const struct hex_input *input, void *workspace,
                           struct hex_net_output *output);

/* ---- quantize.c: not in browsers ---- */

struct hex_net;
struct nash_arena;
/* Writes the wire form of a network, [hex_play_net_bytes()]. The scale of a layer's activations is set by the largest
 * ones that the given inputs cause, of one or more sizes. Returns false without memory. */
bool hex_play_net_quantize(const struct hex_net *net, const struct hex_input *inputs, unsigned count,
                           struct nash_arena *arena, uint8_t *bytes);

/* Returns the bytes of arena that it takes for inputs of square boards of these sizes. */
size_t hex_play_net_quantize_memory(const struct hex_net_shape *shape, const uint8_t *size, unsigned sizes);

/* ---- the default network: default.net ---- */
extern const uint8_t hex_default_net[];
extern const size_t hex_default_net_len;

#endif
