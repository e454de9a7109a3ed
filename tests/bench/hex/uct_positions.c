/* Positions of self-play for uct_learn: UCT with default settings plays itself from random starts.
 *
 *     uct_positions SIZE GAMES ITERATIONS SEED > FILE
 *
 * Writes one line a move: size, side to move, the stones (b, w, . by cell), the last two moves (-1: none), and
 * cell:visits of each move with at least 1 % of the visits. Decided positions are left out, and end a game. */
#include <stdio.h>
#include <stdlib.h>

#include <nash/rng.h>
#include <solvers/hex/uct/uct.h>

enum { ARENA = 1 << 30, START_STONES_MAX = 4 };

static void write_position(const struct hex_position *p, int last, int before, const struct hex_opinion *opinion)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < hex_cells(&p->board); i++)
        sum += opinion->visits[i];
    printf("%u %c ", p->board.rows, ".bw"[p->to_move]);
    for (unsigned i = 0; i < hex_cells(&p->board); i++)
        putchar(".bw"[p->board.cell[i]]);
    printf(" %d %d", last, before);
    for (unsigned i = 0; i < hex_cells(&p->board); i++)
        if (opinion->visits[i] * UINT64_C(100) >= sum)
            printf(" %u:%u", i, opinion->visits[i]);
    putchar('\n');
}

/* Plays one game from 1 to START_STONES_MAX random stones until it is decided. */
static void play(unsigned size, uint64_t iterations, uint64_t seed, struct nash_arena *arena)
{
    struct hex_position p = {.to_move = HEX_BLACK};
    struct nash_rng rng;
    int last = -1, before = -1;
    nash_rng_seed(&rng, seed);
    hex_board_init(&p.board, size, size);
    unsigned start = 1 + (unsigned)nash_rng_below(&rng, START_STONES_MAX);
    while (hex_winner(&p.board) == HEX_EMPTY) {
        static struct hex_opinion opinion;
        unsigned move = (unsigned)nash_rng_below(&rng, size * size);
        if (p.board.stones < start) {
            if (p.board.cell[move] != HEX_EMPTY)
                continue;
        } else {
            struct hex_uct_options options = hex_uct_defaults();
            struct nash_run run = {.arena = arena, .seed = seed * 1000 + p.board.stones};
            options.iterations = iterations;
            hex_opinion_clear(&opinion);
            if (hex_uct_variant(&p.board, false)->think(&p, &options, &run, &opinion, NULL) != NASH_OK)
                abort();
            if (opinion.winner != HEX_EMPTY)
                return;
            write_position(&p, last, before, &opinion);
            move = (unsigned)opinion.move;
        }
        hex_board_set(&p.board, move, p.to_move);
        p.to_move = hex_other(p.to_move);
        before = last;
        last = (int)move;
    }
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    struct nash_arena *arena = nash_arena_new(ARENA);
    uint64_t seed = strtoull(argv[4], NULL, 10);
    for (unsigned g = 0; g < (unsigned)atoi(argv[2]); g++)
        play((unsigned)atoi(argv[1]), strtoull(argv[3], NULL, 10), seed + g, arena);
    nash_arena_free(arena);
    return 0;
}
