/* The full head: each output sees all cells. Boards take the place of pixels, cells that of taps. */
#include <string.h>

#include "part.h"

static unsigned best_cell(const struct net_layout *layout, const struct hex_input *input, const float *q)
{
    unsigned cells = layout->rows * layout->cols, best = cells;
    for (unsigned i = 0; i < cells; i++)
        if (input->cell[i] & 1 << HEX_PLANE_EMPTY && (best == cells || q[i] > q[best]))
            best = i;
    return best;
}

void NET_NAME(net_full_forward)(const struct net_layout *layout, const float *weight, const struct hex_input *input,
                                float *workspace, struct hex_net_output *output)
{
    unsigned cells = layout->rows * layout->cols;
    int distance[HEX_CELLS_MAX];
    size_t first = net_cell(layout, 0, 0);
    for (unsigned i = 0; i < cells; i++)
        distance[i] = (int)(net_cell(layout, i / layout->cols, i % layout->cols) - first);
    struct net_product product = {.x = workspace + layout->activation[layout->shape->layers - 1] + first,
                                  .x_step = layout->board,
                                  .tap = distance,
                                  .taps = cells,
                                  .ins = layout->channels,
                                  .outs = layout->full_outs,
                                  .pixels = layout->batch,
                                  .weight = weight + layout->full_weight,
                                  .first = weight + layout->full_bias,
                                  .y = workspace + layout->full,
                                  .y_step = layout->full_outs};
    NET_NAME(net_product)(&product);
    for (unsigned b = 0; b < layout->batch; b++) {
        const float *q = workspace + layout->full + b * layout->full_outs;
        memcpy(output[b].policy, q, cells * sizeof *q);
        memcpy(output[b].q, q, cells * sizeof *q);
        unsigned best = best_cell(layout, &input[b], q);
        output[b].value = best < cells ? q[best] : 0;
    }
}

/* Replaces the outputs in the workspace by the derivatives by them. */
static void outputs_replace(const struct net_layout *layout, const struct hex_input *input,
                            const struct hex_net_output *derivative, float *workspace)
{
    unsigned cells = layout->rows * layout->cols;
    for (unsigned b = 0; b < layout->batch; b++) {
        float *q = workspace + layout->full + b * layout->full_outs;
        unsigned best = best_cell(layout, &input[b], q);
        for (unsigned i = 0; i < cells; i++)
            q[i] = derivative[b].q[i] + derivative[b].policy[i] + (i == best ? derivative[b].value : 0);
        for (unsigned i = cells; i < layout->full_outs; i++)
            q[i] = 0;
    }
}

void NET_NAME(net_full_gradient)(const struct net_layout *layout, const struct hex_input *input,
                                 const struct hex_net_output *derivative, float *workspace, float *gradient)
{
    outputs_replace(layout, input, derivative, workspace);
    const float *by_output = workspace + layout->full;
    for (unsigned b = 0; b < layout->batch; b++)
        for (unsigned i = 0; i < layout->full_outs; i++)
            gradient[layout->full_bias + i] += by_output[b * layout->full_outs + i];
    for (unsigned i = 0; i < layout->rows * layout->cols; i++) {
        struct net_outer outer = {.x = workspace + layout->activation[layout->shape->layers - 1] +
                                       net_cell(layout, i / layout->cols, i % layout->cols),
                                  .x_step = layout->board,
                                  .y = by_output,
                                  .y_step = layout->full_outs,
                                  .rows = 1,
                                  .cols = layout->batch,
                                  .ins = layout->channels,
                                  .outs = layout->full_outs,
                                  .gradient = gradient + layout->full_weight +
                                              (size_t)i * layout->channels * layout->full_outs};
        NET_NAME(net_outer)(&outer);
    }
}

void NET_NAME(net_full_backward)(const struct net_layout *layout, unsigned board, unsigned boards, float *workspace,
                                 float *grid)
{
    static const int here = 0;
    static const float zero[HEX_NET_CHANNELS_MAX];
    for (unsigned i = 0; i < layout->rows * layout->cols; i++) {
        struct net_product product = {.x = workspace + layout->full + board * layout->full_outs,
                                      .x_step = layout->full_outs,
                                      .tap = &here,
                                      .taps = 1,
                                      .ins = layout->full_outs,
                                      .outs = layout->channels,
                                      .pixels = boards,
                                      .weight = workspace + layout->transposed + layout->full_weight +
                                                (size_t)i * layout->channels * layout->full_outs,
                                      .first = zero,
                                      .y = grid + net_cell(layout, i / layout->cols, i % layout->cols),
                                      .y_step = layout->board};
        NET_NAME(net_product)(&product);
    }
}
