/* A network in f32: forward, backward, and the weights at the beginning. For training; play uses play_net.h.
 *
 * All results are the same bits on every machine and in every variant of the code: each sum has a fixed order, each of
 * its steps is one fused multiply-add (fmaf), and no other contraction is allowed. Variants differ in the width of
 * their vectors only, and are chosen at run time. */
#ifndef HEX_NET_NET_H
#define HEX_NET_NET_H

#include <nash/rng.h>

#include "input.h"
#include "shape.h"

struct hex_net {
    struct hex_net_shape shape;
    float *weight; /* [hex_net_weights()], aligned to 64, owned by the caller */
};

/* Sets the weights at the beginning: normal by He et al. (2015), half of it in the second layer of a pair; biases and
 * the last layers of the heads 0. */
void hex_net_init(struct hex_net *net, struct nash_rng *rng);

/* Returns the weights of a tensor that the shape has, by its name. */
float *hex_net_tensor_at(const struct hex_net *net, const char *name);

/* Returns the bytes of a workspace, aligned to 64, for up to `batch` inputs of one size. training: backward() follows.
 */
size_t hex_net_workspace(const struct hex_net_shape *shape, unsigned rows, unsigned cols, unsigned batch,
                         bool training);

/* Evaluates batch inputs, all of one size. The workspace then holds what backward() needs. */
void hex_net_forward(const struct hex_net *net, const struct hex_input *input, unsigned batch, void *workspace,
                     struct hex_net_output *output);
/* Writes the gradient of the loss by the weights, given its derivatives by the outputs of the last forward(), whose
 * inputs it needs again: those of occupied cells must be 0. gradient: [hex_net_weights()], overwritten. */
void hex_net_backward(const struct hex_net *net, const struct hex_input *input, unsigned batch, void *workspace,
                      const struct hex_net_output *derivative, float *gradient);

/* Writes what a layer (from 0) gave for one of the boards of the last forward(): [cells][channels], after the ReLU. */
void hex_net_activations(const struct hex_net_shape *shape, const struct hex_input *input, unsigned batch,
                         const void *workspace, unsigned layer, unsigned board, float *out);

#endif
