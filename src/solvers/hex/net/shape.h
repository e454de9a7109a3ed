/* The architecture of a network: how many layers of which filters, and what follows them. Freestanding.
 *
 * Each layer is a hexagonal convolution and a ReLU. A filter of diameter 3 sees a cell and its six neighbours (7 taps),
 * one of diameter 5 also the cells two steps away (19 taps). Of the channels of a layer the first `channels - wide`
 * have diameter 3, the rest diameter 5 (NeuroHex: Young, Vasan and Hayward 2016). The head of the boards is fully
 * convolutional, so that one network fits every size; the full head is the seed's: one fully connected layer over all
 * cells of one size. */
#ifndef HEX_NET_SHAPE_H
#define HEX_NET_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HEX_NET_LAYERS_MAX = 24,
    HEX_NET_CHANNELS_MAX = 256,
    HEX_NET_CHANNELS_STEP = 16, /* channels and wide are multiples of it */
    HEX_NET_VALUE_UNITS = 32    /* hidden units of the value head */
};

enum hex_net_head {
    HEX_HEAD_BOARD, /* per cell a policy logit and a Q logit by 1x1 convolutions; a value from the mean over all cells,
                       by a hidden layer of HEX_NET_VALUE_UNITS with ReLU */
    HEX_HEAD_FULL   /* per cell a Q logit by one fully connected layer; no policy, no value */
};

/* Cells that a filter sees, as rows down and columns right of its own: its weights are in this order. Tap `taps - 1 -
 * i` is opposite to tap i. */
enum { HEX_TAPS_NARROW = 7, HEX_TAPS_WIDE = 19 };
extern const int8_t hex_taps_narrow[HEX_TAPS_NARROW][2], hex_taps_wide[HEX_TAPS_WIDE][2];

struct hex_net_shape {
    uint16_t layers;                   /* 1 to HEX_NET_LAYERS_MAX */
    uint16_t channels;                 /* of every layer; the first one reads HEX_PLANES planes */
    uint16_t wide[HEX_NET_LAYERS_MAX]; /* of these, with diameter 5 */
    bool residual;      /* layers 2 and 3, 4 and 5, ... are pairs: what goes in is added before the last ReLU. A last
                           layer without another is no pair */
    uint8_t head;       /* enum hex_net_head */
    uint8_t rows, cols; /* HEX_HEAD_FULL: the board, as the side to move sees it; else 0 */
};

/* A tensor among the weights of a network: floats in row-major order. In the order of their offsets:
 *
 *   convN.narrow [7][in][channels - wide]    convN.wide [19][in][wide]    convN.bias [channels]        of each layer N
 *   board: value.hidden.weight [channels][32]    value.hidden.bias [32]
 *          policy.weight [channels]    q.weight [channels]    value.weight [32]
 *          policy.bias [1]    q.bias [1]    value.bias [1]
 *   full:  full.weight [cells][channels][outputs]    full.bias [outputs]
 *
 * N counts from 1. The first layer has HEX_PLANES inputs. The outputs of a full head are its cells, and more up to the
 * next multiple of 16, whose weights stay 0. A tensor without elements is left out. */
enum { HEX_TENSOR_NAME_MAX = 24 };
struct hex_tensor {
    char name[HEX_TENSOR_NAME_MAX]; /* "conv1.narrow", "conv1.wide", "conv1.bias", "policy.weight", ... */
    size_t offset;                  /* in floats */
    unsigned dims, size[3];         /* the value of unused sizes is 1 */
};

/* Returns why the shape is impossible, a constant; NULL: it is possible. */
const char *hex_net_shape_wrong(const struct hex_net_shape *shape);
bool hex_net_shape_equal(const struct hex_net_shape *a, const struct hex_net_shape *b);
/* Returns the number of weights. */
size_t hex_net_weights(const struct hex_net_shape *shape);
/* Describes tensor `index`, in the order of their offsets. Returns false from the last one on. */
bool hex_net_tensor(const struct hex_net_shape *shape, unsigned index, struct hex_tensor *tensor);
/* Returns multiplications of one evaluation. */
uint64_t hex_net_products(const struct hex_net_shape *shape, unsigned rows, unsigned cols);

#endif
