/* An independent network for tests: slow, in double, by the names of its tensors. */
#ifndef TEST_HEX_NET_H
#define TEST_HEX_NET_H

#include <solvers/hex/net/net.h>

struct test_output {
    double policy[HEX_CELLS_MAX], q[HEX_CELLS_MAX], value;
};

/* Evaluates an input. weight: [hex_net_weights()] */
void test_net_forward(const struct hex_net_shape *shape, const double *weight, const struct hex_input *input,
                      struct test_output *output);
/* Returns the tensor of this name; fails the test if there is none. */
struct hex_tensor test_net_tensor(const struct hex_net_shape *shape, const char *name);

/* Makes a network whose weights are all random, those that have to be 0 apart. The caller frees net.weight. */
struct hex_net test_net_random(const struct hex_net_shape *shape, struct nash_rng *rng);
/* Makes the input of a random position. */
struct hex_input test_input_random(unsigned rows, unsigned cols, struct nash_rng *rng);
/* Returns zeroed memory, aligned to 64, of exactly this size. */
void *test_net_memory(size_t bytes);

#endif
