/* Games between two settings of UCT on one board, from every opening class in turn, each played by both sides.
 *
 *     uct_match SIZE GAMES SETTINGS SETTINGS
 *
 * SETTINGS is a list name=value,...: iterations, exploration, bias, rave, proofs, pairs, priors, prior, pcount,
 * expand, connect; "" for the defaults. plain=1 as the first one sets all others to hex_uct_plain(). Prints the games
 * that the first settings win, with Wilson's 95 % interval, and the CPU time of each side.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <solvers/hex/uct/uct.h>

#include "../cost.h"

enum { ARENA = 1 << 30 };

static void read_settings(char *text, struct hex_uct_options *o)
{
    for (char *part = strtok(text, ","); part; part = strtok(NULL, ",")) {
        char *equal = strchr(part, '=');
        if (!equal)
            exit(2);
        double value = atof(equal + 1);
        *equal = '\0';
        if (!strcmp(part, "plain"))
            *o = hex_uct_plain();
        else if (!strcmp(part, "iterations"))
            o->iterations = (uint64_t)value;
        else if (!strcmp(part, "exploration"))
            o->exploration = (float)value;
        else if (!strcmp(part, "bias"))
            o->rave_bias = (float)value;
        else if (!strcmp(part, "rave"))
            o->rave = value != 0;
        else if (!strcmp(part, "proofs"))
            o->proofs = value != 0;
        else if (!strcmp(part, "pairs"))
            o->pairs = value != 0;
        else if (!strcmp(part, "priors"))
            o->priors = value != 0;
        else if (!strcmp(part, "prior"))
            o->prior_weight = (float)value;
        else if (!strcmp(part, "pcount"))
            o->prior_count = (uint32_t)value;
        else if (!strcmp(part, "connect"))
            o->connect = (uint32_t)value;
        else if (!strcmp(part, "expand"))
            o->expand = (uint32_t)value;
        else
            exit(2);
    }
}

struct side {
    struct hex_uct_options options;
    double us;
    uint64_t iterations;
};

/* Returns the winner. players[color] moves for the color. */
static enum hex_color play(unsigned size, unsigned opening, struct side *players[3], uint64_t seed,
                           struct nash_arena *arena)
{
    struct hex_position p = {.to_move = HEX_WHITE};
    hex_board_init(&p.board, size, size);
    hex_board_set(&p.board, opening, HEX_BLACK);
    while (hex_winner(&p.board) == HEX_EMPTY) {
        static struct hex_opinion opinion;
        struct side *player = players[p.to_move];
        struct nash_run run = {.arena = arena, .seed = seed * 1000 + p.board.stones};
        hex_opinion_clear(&opinion);
        double start = cpu_us();
        if (hex_uct_variant(&p.board, false)->think(&p, &player->options, &run, &opinion, NULL) != NASH_OK)
            abort();
        player->us += cpu_us() - start;
        player->iterations += opinion.nodes;
        if (opinion.winner != HEX_EMPTY && getenv("ADJUDICATE"))
            return opinion.winner;
        hex_board_set(&p.board, (unsigned)opinion.move, p.to_move);
        p.to_move = hex_other(p.to_move);
    }
    return hex_winner(&p.board);
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    unsigned size = (unsigned)atoi(argv[1]), games = (unsigned)atoi(argv[2]), wins = 0;
    struct side sides[2] = {{hex_uct_defaults(), 0, 0}, {hex_uct_defaults(), 0, 0}};
    struct nash_arena *arena = nash_arena_new(ARENA);
    char first[200], second[200];
    snprintf(first, sizeof first, "%s", argv[3]);
    snprintf(second, sizeof second, "%s", argv[4]);
    read_settings(first, &sides[0].options);
    read_settings(second, &sides[1].options);
    for (unsigned g = 0; g < games; g++) {
        unsigned opening = g / 2 * 17 % (size * size); /* spreads over the board */
        struct side *players[3] = {NULL, &sides[g % 2], &sides[1 - g % 2]};
        enum hex_color winner = play(size, opening, players, g, arena);
        wins += players[winner] == &sides[0];
        if (g % 10 == 9)
            fprintf(stderr, "%s: %u of %u\n", argv[3], wins, g + 1);
    }
    double n = games, p = wins / n, z = 1.96, mid = (p + z * z / (2 * n)) / (1 + z * z / n);
    double half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    printf("%ux%u [%s] v [%s]: %u of %u = %.0f %% [%.0f-%.0f]; CPU s %.1f and %.1f, k iterations/s %.0f and %.0f\n",
           size, size, argv[3], argv[4], wins, games, 100 * p, 100 * (mid - half), 100 * (mid + half),
           sides[0].us / 1e6, sides[1].us / 1e6, (double)sides[0].iterations / sides[0].us * 1e3,
           (double)sides[1].iterations / sides[1].us * 1e3);
    nash_arena_free(arena);
    return 0;
}
