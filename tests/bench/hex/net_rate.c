/* Rates of networks in f32, by process CPU time of one core: forward() and forward() with backward(), the best of
 * several passes, for each variant of the code; with the products a second, and the instructions of one input.
 *
 *   build-gcc/tests/bench/hex/bench_net_rate [VARIANT] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include <solvers/hex/net/f32/variant.h>

#include "../cost.h"

enum { BATCH = 64, PASSES = 3 };

static const struct bench_net {
    const char *name;
    unsigned size;
    struct hex_net_shape shape;
} nets[] = {
    {"5 x 32, pairs", 7, {.layers = 5, .channels = 32, .residual = true}},
    {"5 x 32, pairs", 11, {.layers = 5, .channels = 32, .residual = true}},
    {"7 x 64, pairs", 11, {.layers = 7, .channels = 64, .residual = true}},
    {"NeuroHex",
     11,
     {.layers = 10, .channels = 128, .wide = {80, 64, 48, 32, 16}, .head = HEX_HEAD_FULL, .rows = 11, .cols = 11}},
};

static void *aligned_memory(size_t bytes)
{
    void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!memory)
        abort();
    memset(memory, 0, bytes);
    return memory;
}

/* Boards with random stones, without the planes of connections. */
static void random_inputs(struct hex_input *input, unsigned count, unsigned size, struct nash_rng *rng)
{
    for (unsigned b = 0; b < count; b++) {
        input[b] = (struct hex_input){.rows = (uint8_t)size, .cols = (uint8_t)size};
        for (unsigned i = 0; i < size * size; i++)
            input[b].cell[i] = (uint8_t)(1U << (nash_rng_below(rng, 3)));
    }
}

struct rate {
    double evaluations, samples; /* a second */
    double instructions[2];      /* of one input; < 0: not counted */
};

static double count_instructions(int counter)
{
    uint64_t count = 0;
    return counter >= 0 && read(counter, &count, sizeof count) == sizeof count ? (double)count : -1;
}

static struct rate measure(const struct bench_net *bench, const struct hex_net_variant *variant, int counter)
{
    static struct hex_input input[BATCH];
    static struct hex_net_output output[BATCH], derivative[BATCH];
    struct nash_rng rng;
    nash_rng_seed(&rng, 1);
    struct hex_net net = {.shape = bench->shape};
    struct net_layout layout;
    net_layout_init(&layout, &net.shape, bench->size, bench->size, BATCH);
    net.weight = aligned_memory(layout.weights * sizeof(float));
    float *gradient = aligned_memory(layout.weights * sizeof(float));
    float *workspace = aligned_memory(layout.training_floats * sizeof(float));
    hex_net_init(&net, &rng);
    random_inputs(input, BATCH, bench->size, &rng);
    for (unsigned b = 0; b < BATCH; b++)
        derivative[b].q[b % (bench->size * bench->size)] = 1;
    struct rate rate = {0};
    bool slow = strcmp(variant->name, "plain") == 0;
    uint64_t products = hex_net_products(&net.shape, bench->size, bench->size);
    unsigned rounds = 1 + (unsigned)((slow ? 5e7 : 4e10) / ((double)products * BATCH));
    for (unsigned pass = 0; pass < (slow ? 1 : PASSES); pass++)
        for (unsigned training = 0; training < 2; training++) {
            double before = count_instructions(counter), start = cpu_us();
            for (unsigned i = 0; i < rounds; i++) {
                variant->forward(&layout, net.weight, input, workspace, output);
                if (training)
                    variant->backward(&layout, net.weight, input, workspace, derivative, gradient);
            }
            double inputs = (double)rounds * BATCH, found = inputs * 1e6 / (cpu_us() - start);
            double *best = training ? &rate.samples : &rate.evaluations;
            *best = found > *best ? found : *best;
            rate.instructions[training] = before < 0 ? -1 : (count_instructions(counter) - before) / inputs;
        }
    free(net.weight);
    free(gradient);
    free(workspace);
    return rate;
}

int main(int count, char **argument)
{
    int counter = instruction_counter();
    if (counter >= 0)
        ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
    printf("batch %u                        evaluations/s  samples/s  products/ns  training%s\n", (unsigned)BATCH,
           counter >= 0 ? "  instructions of both" : "");
    for (unsigned n = 0; n < sizeof nets / sizeof *nets; n++) {
        double fastest = 0;
        for (unsigned v = 0; hex_net_variant(v); v++) {
            const struct hex_net_variant *variant = hex_net_variant(v);
            if (count > 1 && strcmp(argument[1], variant->name) != 0)
                continue;
            struct rate rate = measure(&nets[n], variant, counter);
            fastest = v == 0 ? rate.evaluations : fastest;
            double products = (double)hex_net_products(&nets[n].shape, nets[n].size, nets[n].size) / 1e9;
            printf("%-14s %2ux%-2u %-7s %14.0f %10.0f %12.1f %9.1f", nets[n].name, nets[n].size, nets[n].size,
                   variant->name, rate.evaluations, rate.samples, rate.evaluations * products,
                   3 * rate.samples * products);
            if (counter >= 0)
                printf("  %10.0f %10.0f", rate.instructions[0], rate.instructions[1]);
            if (v > 0 && fastest > 0)
                printf("   %.1f times slower", fastest / rate.evaluations);
            printf("\n");
            fflush(stdout);
        }
    }
    return 0;
}
