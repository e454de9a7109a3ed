/* Playouts and iterations per second of UCT on empty boards, by process CPU time: the best of several passes. */
#include <stdio.h>
#include <stdlib.h>

#include <solvers/hex/uct/uct.h>

#include "../cost.h"

enum { PASSES = 3, ARENA = 1 << 30 };

static double playout_rate(const struct hex_uct_variant *variant, const struct hex_position *position, bool pairs)
{
    double best = 0;
    for (unsigned i = 0; i < PASSES; i++) {
        double start = cpu_us();
        variant->playouts(position, pairs, i, 1000000, NULL);
        double rate = 1e6 / (cpu_us() - start);
        best = rate > best ? rate : best;
    }
    return best;
}

static double iteration_rate(const struct hex_uct_variant *variant, const struct hex_position *position,
                             uint64_t iterations)
{
    struct nash_arena *arena = nash_arena_new(ARENA);
    struct hex_uct_options options = hex_uct_defaults();
    double best = 0;
    options.iterations = iterations;
    for (unsigned i = 0; i < PASSES; i++) {
        static struct hex_opinion opinion;
        struct nash_run run = {.arena = arena, .seed = i};
        nash_arena_reset(arena, ARENA);
        hex_opinion_clear(&opinion);
        double start = cpu_us();
        if (variant->think(position, &options, &run, &opinion, NULL) != NASH_OK)
            abort();
        double rate = (double)opinion.nodes / (cpu_us() - start);
        best = rate > best ? rate : best;
    }
    nash_arena_free(arena);
    return best;
}

int main(void)
{
    static const unsigned sizes[] = {7, 9, 11, 13, 19};
    printf("millions per second    playouts  with pairs | iterations of 10,000   100,000\n");
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (unsigned plain = 0; plain < 2; plain++) {
            struct hex_position position = {.to_move = HEX_BLACK};
            hex_board_init(&position.board, sizes[i], sizes[i]);
            const struct hex_uct_variant *variant = hex_uct_variant(&position.board, plain);
            printf("%2ux%-2u %-5s %18.2f %11.2f | %20.3f %9.3f\n", sizes[i], sizes[i], variant->name,
                   playout_rate(variant, &position, false), playout_rate(variant, &position, true),
                   iteration_rate(variant, &position, 10000), iteration_rate(variant, &position, 100000));
            fflush(stdout);
        }
    return 0;
}
