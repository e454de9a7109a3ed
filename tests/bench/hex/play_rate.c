/* Evaluations of play nets per second and core, by process CPU time: the best of several passes, one evaluation at a
 * time, for every kernel of this machine. */
#include <stdio.h>
#include <stdlib.h>

#include <solvers/hex/net/play_layout.h>

#include "../../unit/hex/harness/play_nets.h"
#include "../cost.h"

enum { PASSES = 3, POSITIONS = 64 };

static void *memory_new(size_t bytes)
{
    void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!memory)
        abort();
    return memory;
}

static double input_us(const struct hex_position *positions)
{
    static struct hex_input input;
    double best = 1e9;
    for (unsigned pass = 0; pass < PASSES; pass++) {
        double start = cpu_us();
        for (unsigned i = 0; i < 1000 * POSITIONS; i++)
            hex_input_of(&positions[i % POSITIONS], &input);
        double us = (cpu_us() - start) / (1000 * POSITIONS);
        best = us < best ? us : best;
    }
    return best;
}

static double evaluations(const struct play_kernel *kernel, const struct hex_net_shape *shape, const uint8_t *bytes,
                          const struct hex_input *inputs)
{
    static struct hex_net_output output;
    struct hex_play_net *net = memory_new(hex_play_net_memory(shape));
    if (hex_play_net_read_for(kernel, bytes, hex_play_net_bytes(shape), net))
        abort();
    void *workspace = memory_new(hex_play_net_workspace(shape, inputs->rows, inputs->cols));
    uint64_t products = hex_net_products(shape, inputs->rows, inputs->cols),
             count = 1 + UINT64_C(8000000000) / products;
    double best = 0;
    for (unsigned pass = 0; pass < PASSES; pass++) {
        double start = cpu_us();
        for (uint64_t i = 0; i < count; i++)
            hex_play_net_evaluate(net, &inputs[i % POSITIONS], workspace, &output);
        double rate = (double)count * 1e6 / (cpu_us() - start);
        best = rate > best ? rate : best;
    }
    free(workspace);
    free(net);
    return best;
}

static void measure(const char *name, const struct hex_net_shape *shape, unsigned size)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 1);
    static struct hex_position positions[POSITIONS];
    static struct hex_input inputs[POSITIONS];
    for (unsigned i = 0; i < POSITIONS; i++) {
        positions[i] = play_net_position(&rng, size, size);
        hex_input_of(&positions[i], &inputs[i]);
    }
    uint8_t *bytes = memory_new(hex_play_net_bytes(shape));
    play_net_random(&rng, shape, bytes);
    double products = (double)hex_net_products(shape, size, size);
    printf("%-22s %2ux%-2u %9.2f M products, input %.2f us\n", name, size, size, products / 1e6, input_us(positions));
    for (const struct play_kernel *const *kernel = play_kernels; *kernel; kernel++)
        if ((*kernel)->runs()) {
            double rate = evaluations(*kernel, shape, bytes, inputs);
            printf("    %-8s %10.0f evaluations/s %8.1f G products/s\n", (*kernel)->name, rate, rate * products / 1e9);
            fflush(stdout);
        }
    free(bytes);
}

int main(void)
{
    const struct hex_net_shape small = {.layers = 5, .channels = 32, .residual = true};
    const struct hex_net_shape large = {.layers = 7, .channels = 64, .residual = true};
    const struct hex_net_shape seed = {
        .layers = 10, .channels = 128, .wide = {80, 64, 48, 32, 16}, .head = HEX_HEAD_FULL, .rows = 11, .cols = 11};
    measure("5 layers x 32", &small, 7);
    measure("5 layers x 32", &small, 9);
    measure("5 layers x 32", &small, 11);
    measure("7 layers x 64", &large, 7);
    measure("7 layers x 64", &large, 11);
    measure("the seed's 10 x 128", &seed, 11);
    return 0;
}
