/* The evaluation of play nets. Compiled without contraction to fused multiply-add. */
#include <string.h>

#include "play_layout.h"

const struct hex_net_shape *hex_play_net_shape(const struct hex_play_net *net)
{
    return &net->shape;
}

/* Where all lies in the workspace: the kinds of cells in a frame of stones, activations twice, sums. */
struct plan {
    unsigned rows, cols, reach;  /* reach: 2 with wide filters, else 1 */
    unsigned kinds_width, width; /* cells from a row to the next, in the frame and among activations */
    size_t cells;                /* of activations, padding included */
    size_t active[2], sums;      /* offsets in bytes; kinds are at 0 */
    size_t bytes;
};

static size_t round_up(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

static struct plan plan_of(const struct hex_net_shape *shape, unsigned rows, unsigned cols)
{
    struct plan plan = {.rows = rows, .cols = cols, .reach = 1};
    for (unsigned i = 0; i < shape->layers; i++)
        if (shape->wide[i])
            plan.reach = 2;
    plan.kinds_width = cols + 2 * plan.reach;
    plan.width = cols + plan.reach;
    plan.cells = (size_t)(rows + 2 * plan.reach) * plan.width + plan.reach;
    size_t sums = shape->head == HEX_HEAD_FULL ? play_outputs(shape) : rows * cols * PLAY_BLOCK;
    plan.active[0] = round_up((size_t)(rows + 2 * plan.reach) * plan.kinds_width);
    plan.active[1] = plan.active[0] + round_up(plan.cells * shape->channels);
    plan.sums = plan.active[1] + round_up(plan.cells * shape->channels);
    plan.bytes = plan.sums + round_up(sums * sizeof(int32_t));
    return plan;
}

size_t hex_play_net_workspace(const struct hex_net_shape *shape, unsigned rows, unsigned cols)
{
    return plan_of(shape, rows, cols).bytes;
}

/* The kinds of cells: those of PLAY_KINDS in the order of read_table() in play_wire.c. */
static uint8_t kind_of(unsigned planes)
{
    unsigned own = 1 + (planes >> HEX_PLANE_OWN_TOP & 3), opponent = 5 + (planes >> HEX_PLANE_OPPONENT_LEFT & 3);
    unsigned stone = planes >> HEX_PLANE_OWN & 1 ? own : opponent;
    return (uint8_t)(planes >> HEX_PLANE_EMPTY & 1 ? 0 : stone);
}

static void fill_kinds(const struct plan *plan, const struct hex_input *input, uint8_t *kinds)
{
    int reach = (int)plan->reach, rows = (int)plan->rows, cols = (int)plan->cols;
    size_t edge = (size_t)plan->reach * plan->kinds_width;
    memset(kinds, kind_of(hex_input_at(input, -1, 0)), edge);
    kinds += edge;
    for (int row = 0; row < rows; row++, kinds += plan->kinds_width) {
        memset(kinds, kind_of(hex_input_at(input, row, -1)), plan->reach);
        for (int col = 0; col < cols; col++)
            kinds[reach + col] = kind_of(input->cell[row * cols + col]);
        memset(kinds + reach + cols, kind_of(hex_input_at(input, row, cols)), plan->reach);
    }
    memset(kinds, kind_of(hex_input_at(input, rows, 0)), edge);
}

/* An evaluation that goes on. */
struct evaluation {
    const struct hex_play_net *net;
    struct plan plan;
    uint8_t *workspace;
    int32_t narrow[2][HEX_TAPS_NARROW], wide[2][HEX_TAPS_WIDE]; /* offsets of taps: in the frame, among activations */
};

static void plan_taps(struct evaluation *e)
{
    int width[2] = {(int)e->plan.kinds_width, (int)e->plan.width};
    for (unsigned i = 0; i < 2; i++) {
        int bytes = i ? PLAY_BLOCK : 1;
        for (unsigned t = 0; t < HEX_TAPS_NARROW; t++)
            e->narrow[i][t] = (hex_taps_narrow[t][0] * width[i] + hex_taps_narrow[t][1]) * bytes;
        for (unsigned t = 0; t < HEX_TAPS_WIDE && e->plan.reach == 2; t++)
            e->wide[i][t] = (hex_taps_wide[t][0] * width[i] + hex_taps_wide[t][1]) * bytes;
    }
}

/* Returns the activations of the first cell of the board. */
static uint8_t *board_cell(const struct evaluation *e, unsigned buffer)
{
    return e->workspace + e->plan.active[buffer] + (size_t)e->plan.reach * (e->plan.width + 1) * PLAY_BLOCK;
}

/* Returns where the results of a layer go: of its channels from `channel` on. */
static struct play_results results_of(const struct evaluation *e, unsigned index, unsigned channel, unsigned channels,
                                      uint8_t *out)
{
    const struct play_layer *layer = &e->net->layer[index];
    size_t plane = e->plan.cells * PLAY_BLOCK;
    out += channel / PLAY_BLOCK * plane;
    return (struct play_results){.blocks = channels / PLAY_BLOCK,
                                 .rows = e->plan.rows,
                                 .cols = e->plan.cols,
                                 .width = (size_t)e->plan.width * PLAY_BLOCK,
                                 .plane = plane,
                                 .scale = layer->scale + channel,
                                 .bias = layer->bias + channel,
                                 .skip = play_ends_pair(&e->net->shape, index) ? out : NULL,
                                 .skip_scale = layer->skip_scale,
                                 .out = out};
}

/* Evaluates the filters of a layer that have this many taps, for its channels from `channel` on. A pair ends in the
 * memory where it began: what went in is added there. */
static void evaluate_filters(const struct evaluation *e, unsigned index, bool wide, unsigned channel, unsigned channels)
{
    const struct play_layer *layer = &e->net->layer[index];
    unsigned taps = wide ? HEX_TAPS_WIDE : HEX_TAPS_NARROW;
    const int32_t *tap = wide ? e->wide[index > 0] : e->narrow[index > 0];
    struct play_results results = results_of(e, index, channel, channels, board_cell(e, index % 2));
    if (channels == 0)
        return;
    if (index == 0) {
        size_t frame = (size_t)e->plan.reach * (e->plan.kinds_width + 1);
        const struct play_first first = {.results = results,
                                         .kinds = e->workspace + frame,
                                         .kinds_width = e->plan.kinds_width,
                                         .taps = taps,
                                         .tap = tap,
                                         .table = wide ? layer->wide : layer->narrow};
        e->net->kernel->first(&first);
        return;
    }
    const struct play_convolution convolution = {.results = results,
                                                 .in = board_cell(e, (index + 1) % 2),
                                                 .width = results.width,
                                                 .plane = results.plane,
                                                 .blocks = e->net->shape.channels / PLAY_BLOCK,
                                                 .taps = taps,
                                                 .tap = tap,
                                                 .weights = wide ? layer->wide : layer->narrow};
    e->net->kernel->convolve(&convolution);
}

/* Returns the value: the mean of each channel, a hidden layer, one unit. Each sum has a fixed order. */
static float evaluate_value(const struct evaluation *e, const uint8_t *in)
{
    const struct play_board_head *head = &e->net->board;
    size_t width = (size_t)e->plan.width * PLAY_BLOCK, plane = e->plan.cells * PLAY_BLOCK;
    float scale = head->mean_scale / (float)(e->plan.rows * e->plan.cols), unit[HEX_NET_VALUE_UNITS];
    memcpy(unit, head->hidden_bias, sizeof unit);
    for (unsigned block = 0; block < e->net->shape.channels / PLAY_BLOCK; block++) {
        uint16_t sum[PLAY_BLOCK] = {0}; /* up to 361 * 127 */
        for (unsigned row = 0; row < e->plan.rows; row++)
            for (unsigned col = 0; col < e->plan.cols; col++)
                for (unsigned i = 0; i < PLAY_BLOCK; i++)
                    sum[i] = (uint16_t)(sum[i] + in[block * plane + row * width + col * PLAY_BLOCK + i]);
        for (unsigned i = 0; i < PLAY_BLOCK; i++) {
            const float *weights = head->hidden + (block * PLAY_BLOCK + i) * HEX_NET_VALUE_UNITS;
            float mean = (float)sum[i] * scale;
            for (unsigned k = 0; k < HEX_NET_VALUE_UNITS; k++)
                unit[k] += mean * weights[k];
        }
    }
    for (unsigned k = 0; k < HEX_NET_VALUE_UNITS; k++)
        unit[k] = (unit[k] > 0 ? unit[k] : 0) * head->value[k];
    for (unsigned half = HEX_NET_VALUE_UNITS / 2; half > 0; half /= 2)
        for (unsigned k = 0; k < half; k++)
            unit[k] += unit[k + half];
    return unit[0] + head->value_bias;
}

static void evaluate_board_head(const struct evaluation *e, const uint8_t *in, struct hex_net_output *output)
{
    const struct play_board_head *head = &e->net->board;
    static const int32_t here = 0;
    int32_t *sums = (int32_t *)(void *)(e->workspace + e->plan.sums);
    const struct play_convolution convolution = {
        .results = {.blocks = 1, .rows = e->plan.rows, .cols = e->plan.cols, .sums = sums},
        .in = in,
        .width = (size_t)e->plan.width * PLAY_BLOCK,
        .plane = e->plan.cells * PLAY_BLOCK,
        .blocks = e->net->shape.channels / PLAY_BLOCK,
        .taps = 1,
        .tap = &here,
        .weights = head->weights};
    e->net->kernel->convolve(&convolution);
    for (unsigned i = 0; i < e->plan.rows * e->plan.cols; i++, sums += PLAY_BLOCK) {
        output->policy[i] = (float)(256 * sums[0] + sums[1]) * head->policy_scale + head->policy_bias;
        output->q[i] = (float)(256 * sums[2] + sums[3]) * head->q_scale + head->q_bias;
    }
    output->value = evaluate_value(e, in);
}

/* The full head is a filter that sees all cells, with one result. */
static void evaluate_full_head(const struct evaluation *e, const uint8_t *in, const struct hex_input *input,
                               struct hex_net_output *output)
{
    int32_t tap[HEX_CELLS_MAX], *sums = (int32_t *)(void *)(e->workspace + e->plan.sums);
    unsigned cells = e->plan.rows * e->plan.cols;
    for (unsigned i = 0; i < cells; i++)
        tap[i] = (int32_t)((i / e->plan.cols * e->plan.width + i % e->plan.cols) * PLAY_BLOCK);
    const struct play_convolution convolution = {
        .results = {.blocks = play_outputs(&e->net->shape) / PLAY_BLOCK, .rows = 1, .cols = 1, .sums = sums},
        .in = in,
        .plane = e->plan.cells * PLAY_BLOCK,
        .blocks = e->net->shape.channels / PLAY_BLOCK,
        .taps = cells,
        .tap = tap,
        .weights = e->net->full.weights};
    e->net->kernel->convolve(&convolution);
    bool any = false;
    output->value = 0;
    for (unsigned i = 0; i < cells; i++) {
        float q = (float)sums[i] * e->net->full.scale[i] + e->net->full.bias[i];
        output->policy[i] = output->q[i] = q;
        if (input->cell[i] & 1 << HEX_PLANE_EMPTY && (!any || q > output->value)) {
            output->value = q;
            any = true;
        }
    }
}

void hex_play_net_evaluate(const struct hex_play_net *net, const struct hex_input *input, void *workspace,
                           struct hex_net_output *output)
{
    const struct hex_net_shape *shape = &net->shape;
    struct evaluation e = {.net = net, .plan = plan_of(shape, input->rows, input->cols), .workspace = workspace};
    plan_taps(&e);
    fill_kinds(&e.plan, input, e.workspace);
    memset(e.workspace + e.plan.active[0], 0, e.plan.sums - e.plan.active[0]);
    for (unsigned i = 0; i < shape->layers; i++) {
        unsigned wide = shape->wide[i], narrow = shape->channels - wide;
        evaluate_filters(&e, i, false, 0, narrow);
        evaluate_filters(&e, i, true, narrow, wide);
    }
    const uint8_t *last = board_cell(&e, (shape->layers - 1U) % 2);
    if (shape->head == HEX_HEAD_FULL)
        evaluate_full_head(&e, last, input, output);
    else
        evaluate_board_head(&e, last, output);
}
