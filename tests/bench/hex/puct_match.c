/* Games of PUCT with some settings against others or against UCT, from every opening class in turn, each played by both
 * sides.
 *
 *     puct_match SIZE GAMES NET SETTINGS SETTINGS
 *
 * NET is a file with a play net, or default. SETTINGS is a list name=value,...: simulations, exploration, reduction,
 * connect, settle, turn; "" for the defaults; uct=N for UCT with so many iterations, plain=N for the plain one. Prints
 * the games that the first settings win, with Wilson's 95 % interval, and the CPU time of a move of each side. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <solvers/hex/puct/puct.h>
#include <solvers/hex/uct/uct.h>

#include "../cost.h"

enum { ARENA = 1 << 30, CHECK = 1 };

struct side {
    struct hex_puct_options options;
    struct hex_uct_options uct; /* iterations 0: PUCT */
    struct hex_puct *puct;
    double us;
    unsigned moves;
};

static void read_settings(const char *list, struct side *side)
{
    char text[200];
    snprintf(text, sizeof text, "%s", list);
    side->options = hex_puct_defaults();
    for (char *part = strtok(text, ","); part; part = strtok(NULL, ",")) {
        char *equal = strchr(part, '=');
        if (!equal)
            exit(2);
        double value = atof(equal + 1);
        *equal = '\0';
        if (!strcmp(part, "simulations"))
            side->options.simulations = (uint32_t)value;
        else if (!strcmp(part, "exploration"))
            side->options.exploration = (float)value;
        else if (!strcmp(part, "reduction"))
            side->options.reduction = (float)value;
        else if (!strcmp(part, "connect"))
            side->options.connect = (uint32_t)value;
        else if (!strcmp(part, "settle"))
            side->options.settle = value != 0;
        else if (!strcmp(part, "turn"))
            side->options.turn = value != 0;
        else if (!strcmp(part, "uct") || !strcmp(part, "plain")) {
            side->uct = part[0] == 'u' ? hex_uct_defaults() : hex_uct_plain();
            side->uct.iterations = (uint64_t)value;
        } else
            exit(2);
    }
}

static struct hex_play_net *read_net(const char *path, struct nash_arena *arena)
{
    enum { NET_MAX = 32 << 20 };
    uint8_t *bytes = nash_arena_alloc(arena, NET_MAX);
    size_t len = hex_default_net_len;
    struct hex_net_shape shape;
    if (!bytes)
        exit(1);
    if (strcmp(path, "default") == 0) {
        memcpy(bytes, hex_default_net, len);
    } else {
        FILE *file = fopen(path, "rb");
        len = file ? fread(bytes, 1, NET_MAX, file) : 0;
    }
    const char *wrong = hex_play_net_peek(bytes, len, &shape);
    struct hex_play_net *net = wrong ? NULL : nash_arena_alloc_raw(arena, hex_play_net_memory(&shape), 64);
    if (!wrong)
        wrong = net ? hex_play_net_read(bytes, len, net) : "out of memory";
    if (wrong) {
        fprintf(stderr, "%s: %s\n", path, wrong);
        exit(1);
    }
    return net;
}

static unsigned move_of(struct side *side, const struct hex_position *position, uint64_t seed, struct nash_arena *arena)
{
    static struct hex_opinion opinion;
    struct nash_run run = {.arena = arena, .seed = seed};
    hex_opinion_clear(&opinion);
    double start = cpu_us();
    if (side->uct.iterations)
        hex_uct_variant(&position->board, false)->think(position, &side->uct, &run, &opinion, NULL);
    else
        hex_puct_search(side->puct, position, &side->options, NULL, &run, CHECK, &opinion);
    side->us += cpu_us() - start;
    side->moves++;
    return (unsigned)opinion.move;
}

/* Returns the winner. players[color] moves for the color. */
static enum hex_color play(unsigned size, unsigned opening, struct side *players[3], uint64_t seed,
                           struct nash_arena *arena)
{
    struct hex_position p = {.to_move = HEX_WHITE};
    hex_board_init(&p.board, size, size);
    hex_board_set(&p.board, opening, HEX_BLACK);
    while (hex_winner(&p.board) == HEX_EMPTY) {
        hex_board_set(&p.board, move_of(players[p.to_move], &p, seed * 1000 + p.board.stones, arena), p.to_move);
        p.to_move = hex_other(p.to_move);
    }
    return hex_winner(&p.board);
}

int main(int argc, char **argv)
{
    if (argc != 6)
        return 2;
    unsigned size = (unsigned)atoi(argv[1]), games = (unsigned)atoi(argv[2]), wins = 0;
    struct nash_arena *arena = nash_arena_new(ARENA);
    struct hex_play_net *net = read_net(argv[3], arena);
    struct side sides[2] = {0};
    for (unsigned i = 0; i < 2; i++) {
        read_settings(argv[4 + i], &sides[i]);
        sides[i].puct = hex_puct_new(arena, net, size, size, sides[i].options.simulations);
    }
    for (unsigned g = 0; g < games; g++) {
        unsigned opening = g / 2 * 17 % (size * size); /* spreads over the board */
        struct side *players[3] = {NULL, &sides[g % 2], &sides[1 - g % 2]};
        wins += players[play(size, opening, players, g, arena)] == &sides[0];
    }
    double n = games, p = wins / n, z = 1.96, mid = (p + z * z / (2 * n)) / (1 + z * z / n);
    double half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    printf("%ux%u [%s] v [%s]: %u of %u = %.0f %% [%.0f-%.0f]; CPU ms a move %.2f and %.2f\n", size, size, argv[4],
           argv[5], wins, games, 100 * p, 100 * (mid - half), 100 * (mid + half), sides[0].us / 1e3 / sides[0].moves,
           sides[1].us / 1e3 / sides[1].moves);
    nash_arena_free(arena);
    return 0;
}
