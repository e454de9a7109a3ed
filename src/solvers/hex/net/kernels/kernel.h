/* The loops of play nets. One source, kernel.c, is built once for each instruction set; all builds give the same bits.
 * Freestanding.
 *
 * Activations of a layer lie in blocks of 16 channels: in a block each cell has 16 bytes, one for each channel. Rows of
 * cells share their padding: the cells behind the end of a row are also those before the next one, so a filter reads
 * each of its taps at a fixed distance. Padding is 0 and never written. */
#ifndef HEX_NET_KERNELS_KERNEL_H
#define HEX_NET_KERNELS_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PLAY_BLOCK = 16, /* channels of a block */
    PLAY_ACTIVE_MAX = 127,
    PLAY_KINDS = 9,       /* kinds of cells that the first layer tells apart */
    PLAY_PACKED_BYTES = 2 /* of a packed weight, at most */
};

/* Where the results of some blocks of channels go, and how sums become activations: sum * scale + bias + skip *
 * skip_scale, rounded to the nearest integer, to even between two, and clamped to 0 to 127. */
struct play_results {
    unsigned blocks;
    unsigned rows, cols;
    size_t width, plane;       /* bytes from a row to the next, and from a block to the next, of out and skip */
    const float *scale, *bias; /* [blocks * 16] */
    const uint8_t *skip;       /* NULL, or activations like those of out; may be out itself */
    float skip_scale;
    uint8_t *out;  /* the first cell of the board in the first block; NULL: sums are wanted */
    int32_t *sums; /* [rows * cols][blocks * 16] */
};

/* A convolution of activations. */
struct play_convolution {
    struct play_results results;
    const uint8_t *in; /* the first cell of the board in the first block */
    size_t width, plane;
    unsigned blocks, taps; /* blocks of the input */
    const int32_t *tap;    /* [taps] bytes from a cell to the one that the tap sees */
    const void *weights;   /* packed by the same kernel */
};

/* The first layer: each tap adds a row of its table, by the kind of the cell that it sees. */
struct play_first {
    struct play_results results;
    const uint8_t *kinds; /* of cells: the first one of the board; row by row, kinds_width bytes each */
    size_t kinds_width;
    unsigned taps;
    const int32_t *tap;   /* [taps] in cells */
    const int16_t *table; /* [taps][PLAY_KINDS][blocks * 16]; no sum leaves 16 bits */
};

struct play_kernel {
    const char *name;
    bool (*runs)(void); /* whether this machine has its instructions */
    /* Arranges weights [taps][ins][outs] of up to 127 for convolve(): packed[taps * ins * outs * PLAY_PACKED_BYTES],
     * aligned to 64. */
    void (*pack)(const int8_t *weights, unsigned taps, unsigned ins, unsigned outs, void *packed);
    void (*convolve)(const struct play_convolution *convolution);
    void (*first)(const struct play_first *first);
};

/* The kernels of this build, the fastest first; NULL behind the last one. */
extern const struct play_kernel *const play_kernels[];

#endif
