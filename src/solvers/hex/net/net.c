/* Networks in f32: the choice of the variant, and the weights at the beginning. */
#include "net.h"

#include <math.h>
#include <string.h>

#include "f32/variant.h"

const struct hex_net_variant *hex_net_variant(unsigned index)
{
    const struct hex_net_variant *able[3];
    unsigned count = 0;
#if NET_X86
    if (__builtin_cpu_supports("avx512f"))
        able[count++] = &hex_net_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        able[count++] = &hex_net_avx2;
#endif
    able[count++] = &hex_net_plain;
    return index < count ? able[index] : NULL;
}

float *hex_net_tensor_at(const struct hex_net *net, const char *name)
{
    struct hex_tensor tensor;
    for (unsigned i = 0; hex_net_tensor(&net->shape, i, &tensor); i++)
        if (strcmp(tensor.name, name) == 0)
            return net->weight + tensor.offset;
    return NULL;
}

size_t hex_net_workspace(const struct hex_net_shape *shape, unsigned rows, unsigned cols, unsigned batch, bool training)
{
    struct net_layout layout;
    net_layout_init(&layout, shape, rows, cols, batch);
    return (training ? layout.training_floats : layout.forward_floats) * sizeof(float);
}

void hex_net_forward(const struct hex_net *net, const struct hex_input *input, unsigned batch, void *workspace,
                     struct hex_net_output *output)
{
    struct net_layout layout;
    net_layout_init(&layout, &net->shape, input->rows, input->cols, batch);
    hex_net_variant(0)->forward(&layout, net->weight, input, workspace, output);
}

void hex_net_backward(const struct hex_net *net, const struct hex_input *input, unsigned batch, void *workspace,
                      const struct hex_net_output *derivative, float *gradient)
{
    struct net_layout layout;
    net_layout_init(&layout, &net->shape, input->rows, input->cols, batch);
    hex_net_variant(0)->backward(&layout, net->weight, input, workspace, derivative, gradient);
}

void hex_net_activations(const struct hex_net_shape *shape, const struct hex_input *input, unsigned batch,
                         const void *workspace, unsigned layer, unsigned board, float *out)
{
    struct net_layout layout;
    net_layout_init(&layout, shape, input->rows, input->cols, batch);
    const float *grid = (const float *)workspace + layout.activation[layer] + board * layout.board;
    for (unsigned row = 0; row < layout.rows; row++) {
        size_t floats = (size_t)layout.cols * layout.channels;
        memcpy(out + row * floats, grid + net_cell(&layout, row, 0), floats * sizeof *out);
    }
}

/* Returns a number of the standard normal distribution by Irwin and Hall: the sum of 12 uniform ones. It needs no
 * function of a C library, so that it is the same everywhere. */
static float random_normal(struct nash_rng *rng)
{
    double sum = -6;
    for (unsigned i = 0; i < 12; i++)
        sum += nash_rng_unit(rng);
    return (float)sum;
}

void hex_net_init(struct hex_net *net, struct nash_rng *rng)
{
    struct net_layout layout;
    net_layout_init(&layout, &net->shape, net->shape.rows, net->shape.cols, 0);
    memset(net->weight, 0, layout.weights * sizeof *net->weight);
    for (unsigned i = 0; i < net->shape.layers; i++) {
        const struct net_conv *conv = &layout.conv[i];
        float half = net_pair_second(&layout, i) ? 0.5f : 1.0f;
        float narrow = half * sqrtf(2.0f / (float)(HEX_TAPS_NARROW * conv->ins));
        float wide = half * sqrtf(2.0f / (float)(HEX_TAPS_WIDE * conv->ins));
        for (size_t at = conv->narrow; at < conv->wide; at++)
            net->weight[at] = narrow * random_normal(rng);
        for (size_t at = conv->wide; at < conv->bias; at++)
            net->weight[at] = wide * random_normal(rng);
    }
    if (net->shape.head == HEX_HEAD_FULL)
        return;
    float hidden = sqrtf(2.0f / (float)net->shape.channels);
    for (size_t at = layout.hidden_weight; at < layout.hidden_bias; at++)
        net->weight[at] = hidden * random_normal(rng);
}
