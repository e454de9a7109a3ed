/* Games between two engines, from all openings of one stone that are no rotations of each other, each with both colors
 * in turn.
 *
 *     strength SIZE GAMES SEAT SEAT [SEED]
 *
 * Prints the games that the first seat wins, in all and by color, with Wilson's 95 % intervals, and the processor time
 * of a move of both. The games are the same on every machine. See seat.h for seats. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <base/clock.h>
#include <solvers/hex/match/match.h>
#include <solvers/hex/match/unit.h>

#include "seat.h"

enum { ARENA = 64 << 20 };

static void print_wins(const char *title, unsigned wins, unsigned games)
{
    struct hex_interval interval = hex_wilson(wins, games);
    printf("%s %u of %u = %.1f %% [%.1f, %.1f]", title, wins, games, 100.0 * wins / games, 100 * interval.low,
           100 * interval.high);
}

static double cpu_ms(const struct hex_match_answer *answer, unsigned engine)
{
    return answer->moves[engine] ? (double)answer->cpu_ns[engine] / 1e6 / (double)answer->moves[engine] : 0;
}

static void print_match(const struct hex_match *match, const struct hex_match_answer *a, char **seats)
{
    printf("%ux%u, %s against %s:", match->rules.rows, match->rules.cols, seats[0], seats[1]);
    print_wins("", hex_match_wins(a, 0), a->games);
    print_wins("; as black", a->wins[0][0], a->black[0]);
    print_wins("; as white", a->wins[0][1], a->games - a->black[0]);
    printf("; failures %u and %u; CPU ms a move %.3f and %.3f, s in all %.1f and %.1f\n", a->failures[0],
           a->failures[1], cpu_ms(a, 0), cpu_ms(a, 1), (double)a->cpu_ns[0] / 1e9, (double)a->cpu_ns[1] / 1e9);
}

int main(int argc, char **argv)
{
    if (argc < 5 || argc > 6)
        return 2;
    unsigned size = (unsigned)atoi(argv[1]);
    uint64_t seed = argc > 5 ? strtoull(argv[5], NULL, 10) : 1;
    struct nash_arena *arena = nash_arena_new(ARENA);
    struct hex_match match = {.games = (unsigned)atoi(argv[2])};
    match.rules = (struct hex_rules){.rows = (uint8_t)size, .cols = (uint8_t)size, .cpu_ns = clock_cpu_ns};
    match.first = match.games / 2;
    for (unsigned i = 0; i < 2; i++)
        seat_read(argv[3 + i], &match.rules.player[i]);
    match.openings = (hex_openings_default(&match.rules, arena, &match.opening) + 1) / 2; /* then come rotations */
    struct hex_match_answer *answer = hex_match_answer_new(&match, arena);
    struct hex_game *game = NASH_NEW(arena, struct hex_game, 1);
    void *block = hex_unit_block_new(hex_game_memory(&match.rules));
    if (!match.openings || !match.games || !answer || !game || !block)
        return 1;
    for (bool more = true; more;) {
        struct nash_run run = {0};
        hex_match_prepare(&match, seed, answer->games, game);
        hex_game_play(&match.rules, game, block, &run, HEX_CHECK_MATCH);
        more = hex_match_add(&match, answer, game);
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "%u of %u\r", hex_match_wins(answer, 0), answer->games);
    }
    print_match(&match, answer, argv + 3);
    hex_unit_block_free(block);
    nash_arena_free(arena);
    return 0;
}
