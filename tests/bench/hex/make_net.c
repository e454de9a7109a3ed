/* Writes a play net whose weights are those at the beginning of a training: make_net LAYERS CHANNELS SEED FILE. The
 * layers are residual and the head is that of boards; its logits are 0. */
#include <stdio.h>
#include <stdlib.h>

#include <nash/arena.h>
#include <solvers/hex/net/net.h>
#include <solvers/hex/net/play_net.h>

#include "../../unit/hex/harness/play_nets.h"

enum { INPUTS = 64, SIZE = 7, ARENA = 64 << 20 };

int main(int argc, char **argv)
{
    static struct hex_input inputs[INPUTS];
    if (argc != 5)
        return fprintf(stderr, "usage: make_net LAYERS CHANNELS SEED FILE\n"), 2;
    struct hex_net net = {.shape = {.layers = (uint16_t)strtoul(argv[1], NULL, 10),
                                    .channels = (uint16_t)strtoul(argv[2], NULL, 10),
                                    .residual = true}};
    const char *wrong = hex_net_shape_wrong(&net.shape);
    if (wrong)
        return fprintf(stderr, "make_net: %s\n", wrong), 2;
    struct nash_arena *arena = nash_arena_new(ARENA);
    struct nash_rng rng;
    nash_rng_seed(&rng, strtoull(argv[3], NULL, 10));
    net.weight = nash_arena_alloc_raw(arena, hex_net_weights(&net.shape) * sizeof(float), 64);
    uint8_t *bytes = nash_arena_alloc(arena, hex_play_net_bytes(&net.shape));
    if (!net.weight || !bytes)
        return fprintf(stderr, "make_net: no memory\n"), 1;
    hex_net_init(&net, &rng);
    for (unsigned i = 0; i < INPUTS; i++) {
        struct hex_position position = play_net_position(&rng, SIZE, SIZE);
        hex_input_of(&position, &inputs[i]);
    }
    FILE *file = fopen(argv[4], "wb");
    if (!file || !hex_play_net_quantize(&net, inputs, INPUTS, arena, bytes) ||
        fwrite(bytes, hex_play_net_bytes(&net.shape), 1, file) != 1 || fclose(file) != 0)
        return fprintf(stderr, "make_net: cannot write %s\n", argv[4]), 1;
    nash_arena_free(arena);
    return 0;
}
