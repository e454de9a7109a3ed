/* The functions of a variant that its files share. */
#ifndef HEX_NET_F32_PART_H
#define HEX_NET_F32_PART_H

#include "product.h"
#include "variant.h"

/* The bits of an input with its edges: a cell and all taps around it. */
enum { NET_EDGE = 2, NET_SEEN_STRIDE = HEX_SIZE_MAX + 2 * NET_EDGE };
struct net_seen {
    uint8_t cell[NET_SEEN_STRIDE * NET_SEEN_STRIDE];
};
static inline void net_see(const struct hex_input *input, struct net_seen *seen)
{
    for (int row = -NET_EDGE; row < input->rows + NET_EDGE; row++)
        for (int col = -NET_EDGE; col < input->cols + NET_EDGE; col++)
            seen->cell[(row + NET_EDGE) * NET_SEEN_STRIDE + col + NET_EDGE] = hex_input_at(input, row, col);
}
static inline const uint8_t *net_seen_cell(const struct net_seen *seen, unsigned row, unsigned col)
{
    return &seen->cell[(row + NET_EDGE) * NET_SEEN_STRIDE + col + NET_EDGE];
}

/* The filters of one diameter, for a product with a grid. */
struct net_filters {
    const int8_t (*tap)[2];
    const int *distance;
    unsigned taps, ins, outs;
    const float *weight;
};
/* Writes the grid of a board, `outs` channels of each cell: the sum over the filters. first: see net_product. */
void NET_NAME(net_convolve)(const struct net_layout *layout, const struct net_filters *filters, const float *x,
                            const float *first, float *y);

/* Evaluates the layers and the head. Those of boards are written for one board after the other. */
void NET_NAME(net_head_weights)(const struct net_layout *layout, const float *weight, float *workspace);
void NET_NAME(net_head_forward)(const struct net_layout *layout, const float *weight, const struct hex_input *input,
                                unsigned board, float *workspace, struct hex_net_output *output);
void NET_NAME(net_full_forward)(const struct net_layout *layout, const float *weight, const struct hex_input *input,
                                float *workspace, struct hex_net_output *output);

/* Adds the gradient of the head, and writes the derivatives by the last layer's grids of a block of boards. */
void NET_NAME(net_head_backward)(const struct net_layout *layout, const float *weight,
                                 const struct hex_net_output *derivative, unsigned board, const float *workspace,
                                 float *gradient, float *grid);
/* The full head: its gradient from all boards, then the grids block by block. */
void NET_NAME(net_full_gradient)(const struct net_layout *layout, const struct hex_input *input,
                                 const struct hex_net_output *derivative, float *workspace, float *gradient);
void NET_NAME(net_full_backward)(const struct net_layout *layout, unsigned board, unsigned boards, float *workspace,
                                 float *grid);

#endif
