/* The head of boards: two numbers of each cell, and the value of the board. */
#include <math.h>
#include <string.h>

#include "part.h"

/* Writes the weights of the cells as a matrix, for net_product(). */
void NET_NAME(net_head_weights)(const struct net_layout *layout, const float *weight, float *workspace)
{
    float *head = workspace + layout->head;
    memset(head, 0, (layout->channels + 1) * NET_HEAD * sizeof *head);
    for (unsigned c = 0; c < layout->channels; c++) {
        head[c * NET_HEAD] = weight[layout->policy_weight + c];
        head[c * NET_HEAD + 1] = weight[layout->q_weight + c];
    }
    head[layout->channels * NET_HEAD] = weight[layout->policy_bias];
    head[layout->channels * NET_HEAD + 1] = weight[layout->q_bias];
}

static void cells_forward(const struct net_layout *layout, const float *x, float *head, struct hex_net_output *output)
{
    static const int here = 0;
    const float *bias = head + layout->channels * NET_HEAD;
    float *cells = head + (layout->channels + 1) * NET_HEAD;
    for (unsigned row = 0; row < layout->rows; row++) {
        struct net_product product = {.x = x + net_cell(layout, row, 0),
                                      .x_step = layout->channels,
                                      .tap = &here,
                                      .taps = 1,
                                      .ins = layout->channels,
                                      .outs = NET_HEAD,
                                      .pixels = layout->cols,
                                      .weight = head,
                                      .first = bias,
                                      .y = cells + row * layout->cols * NET_HEAD,
                                      .y_step = NET_HEAD};
        NET_NAME(net_product)(&product);
    }
    for (unsigned i = 0; i < layout->rows * layout->cols; i++) {
        output->policy[i] = cells[i * NET_HEAD];
        output->q[i] = cells[i * NET_HEAD + 1];
    }
}

/* Writes the mean of each channel over all cells. */
static void channel_means(const struct net_layout *layout, const float *x, float *mean)
{
    float cells = (float)(layout->rows * layout->cols);
    for (unsigned c = 0; c < layout->channels; c += VEC_LANES) {
        vec sum = vec_all(0);
        for (unsigned row = 0; row < layout->rows; row++)
            for (unsigned col = 0; col < layout->cols; col++)
                sum = vec_add(sum, vec_load(x + net_cell(layout, row, col) + c));
        vec_store(mean + c, sum);
    }
    for (unsigned c = 0; c < layout->channels; c++)
        mean[c] /= cells;
}

void NET_NAME(net_head_forward)(const struct net_layout *layout, const float *weight, const struct hex_input *input,
                                unsigned board, float *workspace, struct hex_net_output *output)
{
    (void)input;
    static const int here = 0;
    const float *x = workspace + layout->activation[layout->shape->layers - 1] + board * layout->board;
    cells_forward(layout, x, workspace + layout->head, output);
    float *mean = workspace + layout->mean + board * layout->channels;
    float *hidden = workspace + layout->hidden + board * HEX_NET_VALUE_UNITS;
    channel_means(layout, x, mean);
    struct net_product product = {.x = mean,
                                  .tap = &here,
                                  .taps = 1,
                                  .ins = layout->channels,
                                  .outs = HEX_NET_VALUE_UNITS,
                                  .pixels = 1,
                                  .weight = weight + layout->hidden_weight,
                                  .first = weight + layout->hidden_bias,
                                  .y = hidden};
    NET_NAME(net_product)(&product);
    float value = weight[layout->value_bias];
    for (unsigned i = 0; i < HEX_NET_VALUE_UNITS; i++) {
        hidden[i] = hidden[i] > 0 ? hidden[i] : 0;
        value = fmaf(hidden[i], weight[layout->value_weight + i], value);
    }
    output->value = value;
}

/* Adds the gradient of the value's layers; writes the derivatives by the means, divided by the number of cells. */
static void value_backward(const struct net_layout *layout, const float *weight, float derivative, const float *mean,
                           const float *hidden, float *gradient, float *by_cell)
{
    float by_hidden[HEX_NET_VALUE_UNITS], cells = (float)(layout->rows * layout->cols);
    gradient[layout->value_bias] += derivative;
    for (unsigned i = 0; i < HEX_NET_VALUE_UNITS; i++) {
        gradient[layout->value_weight + i] = fmaf(hidden[i], derivative, gradient[layout->value_weight + i]);
        by_hidden[i] = hidden[i] > 0 ? weight[layout->value_weight + i] * derivative : 0;
        gradient[layout->hidden_bias + i] += by_hidden[i];
    }
    for (unsigned c = 0; c < layout->channels; c++) {
        const float *row = weight + layout->hidden_weight + c * HEX_NET_VALUE_UNITS;
        float *to = gradient + layout->hidden_weight + c * HEX_NET_VALUE_UNITS, sum = 0;
        for (unsigned i = 0; i < HEX_NET_VALUE_UNITS; i++) {
            to[i] = fmaf(mean[c], by_hidden[i], to[i]);
            sum = fmaf(row[i], by_hidden[i], sum);
        }
        by_cell[c] = sum / cells;
    }
}

void NET_NAME(net_head_backward)(const struct net_layout *layout, const float *weight,
                                 const struct hex_net_output *derivative, unsigned board, const float *workspace,
                                 float *gradient, float *grid)
{
    const float *x = workspace + layout->activation[layout->shape->layers - 1] + board * layout->board;
    float by_cell[HEX_NET_CHANNELS_MAX];
    value_backward(layout, weight, derivative->value, workspace + layout->mean + board * layout->channels,
                   workspace + layout->hidden + board * HEX_NET_VALUE_UNITS, gradient, by_cell);
    const float *policy_weight = weight + layout->policy_weight, *q_weight = weight + layout->q_weight;
    float *policy_gradient = gradient + layout->policy_weight, *q_gradient = gradient + layout->q_weight;
    for (unsigned row = 0, i = 0; row < layout->rows; row++)
        for (unsigned col = 0; col < layout->cols; col++, i++) {
            size_t at = net_cell(layout, row, col);
            vec policy = vec_all(derivative->policy[i]), q = vec_all(derivative->q[i]);
            gradient[layout->policy_bias] += derivative->policy[i];
            gradient[layout->q_bias] += derivative->q[i];
            for (unsigned c = 0; c < layout->channels; c += VEC_LANES) {
                vec a = vec_load(x + at + c);
                vec_store(policy_gradient + c, vec_fma(a, policy, vec_load(policy_gradient + c)));
                vec_store(q_gradient + c, vec_fma(a, q, vec_load(q_gradient + c)));
                vec d = vec_fma(policy, vec_load(policy_weight + c), vec_load(by_cell + c));
                vec_store(grid + at + c, vec_fma(q, vec_load(q_weight + c), d));
            }
        }
}
