/* How many won openings of one stone an engine keeps won against exact play.
 *
 *     kept SIZE GAMES SEAT OPENINGS.json [NODES [SEED]]
 *
 * OPENINGS.json says which first stones win: {"7":{"winning":["a4",...],"losing":["a1",...]}}. GAMES games begin with
 * each of them. The engine of the seat (see seat.h) plays the side that wins: Black after a winning stone, else White.
 * Its opponent plays by "exact": where that proves within NODES positions (20,000) that the opponent wins, the opening
 * was not kept. Otherwise it makes the game hard: in the first game from an opening by the move of "resistance", in
 * further ones by that of "uct" with 3,000 iterations. Prints the games kept won and the openings kept won in all
 * games, with Wilson's 95 % intervals, and the number of positions without a proof. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nash/rng.h>
#include <solvers/hex/match/game.h>
#include <solvers/hex/match/statistics.h>

#include "../cost.h"
#include "seat.h"

enum { NODES = 20000, ITERATIONS = 3000, CACHE = 1 << 16, FILE_MAX = 1 << 16 };

static const size_t arena_bytes = (size_t)1 << 29;

/* The winner of a position, by its stones. */
struct proof {
    uint64_t key; /* 0: none */
    enum hex_color winner;
};

struct kept {
    unsigned size, games;
    struct hex_player player;
    uint64_t nodes, seed;
    struct nash_arena *arena;
    struct proof cache[CACHE];
    unsigned played, won, openings, whole, unproved; /* unproved: positions */
    double player_us, exact_us;
    uint64_t moves; /* of the player */
};

static void think(struct kept *k, const struct hex_engine *engine, const struct hex_settings *settings,
                  const struct hex_position *position, uint64_t seed, struct hex_opinion *opinion)
{
    struct nash_run run = {.arena = k->arena, .seed = seed};
    struct nash_error error = {0};
    nash_arena_reset(k->arena, arena_bytes);
    hex_opinion_clear(opinion);
    if (engine->think(position, settings, &run, opinion, &error) != NASH_OK) {
        fprintf(stderr, "%s: %s\n", engine->name, error.detail);
        exit(1);
    }
}

/* Returns the winner as "exact" proves it, else HEX_EMPTY. */
static enum hex_color prove(struct kept *k, const struct hex_position *position)
{
    static struct hex_opinion opinion;
    struct hex_settings settings = hex_settings_default();
    uint64_t key = 1;
    for (unsigned i = 0; i < hex_cells(&position->board); i++)
        key = (key * 3 + position->board.cell[i]) * UINT64_C(0x9e3779b97f4a7c15) + (key >> 29);
    struct proof *proof = &k->cache[key >> 40 & (CACHE - 1)];
    if (proof->key == key)
        return proof->winner;
    double begun = cpu_us();
    settings.nodes = k->nodes;
    think(k, &hex_engine_exact, &settings, position, 0, &opinion);
    k->exact_us += cpu_us() - begun;
    k->unproved += opinion.winner == HEX_EMPTY;
    *proof = (struct proof){key, opinion.winner};
    return opinion.winner;
}

/* Returns the move of the opponent. */
static unsigned stubborn_move(struct kept *k, const struct hex_position *position, unsigned game, uint64_t seed)
{
    static struct hex_opinion opinion;
    struct hex_settings settings = hex_settings_default();
    settings.iterations = ITERATIONS;
    think(k, game == 0 ? &hex_engine_resistance : &hex_engine_uct, &settings, position, seed, &opinion);
    return (unsigned)opinion.move;
}

static unsigned player_move(struct kept *k, const struct hex_position *position, uint64_t seed)
{
    unsigned move = 0;
    uint64_t nodes = 0;
    struct nash_run run = {0};
    double begun = cpu_us();
    nash_arena_reset(k->arena, arena_bytes);
    enum hex_ending ending = hex_engine_move(&k->player, position, false, seed, k->arena, &run, &nodes, &move);
    k->player_us += cpu_us() - begun;
    k->moves++;
    if (ending == HEX_CONNECTED)
        return move;
    fprintf(stderr, "the engine failed: %s\n", hex_ending_names[ending]);
    exit(1);
}

/* Returns whether the player keeps its win. */
static bool play(struct kept *k, unsigned stone, enum hex_color side, unsigned game)
{
    struct hex_position position = {.to_move = HEX_WHITE};
    struct nash_rng rng;
    nash_rng_seed(&rng, k->seed * 10007 + stone * 101 + game);
    hex_board_init(&position.board, k->size, k->size);
    hex_board_set(&position.board, stone, HEX_BLACK);
    while (hex_winner(&position.board) == HEX_EMPTY) {
        unsigned move;
        uint64_t seed = nash_rng_next(&rng);
        if (position.to_move == side)
            move = player_move(k, &position, seed);
        else if (position.board.stones > 1 && prove(k, &position) == position.to_move)
            return false;
        else
            move = stubborn_move(k, &position, game, seed);
        hex_board_set(&position.board, move, position.to_move);
        position.to_move = hex_other(position.to_move);
    }
    return hex_winner(&position.board) == side;
}

static void play_openings(struct kept *k, const cJSON *stones, enum hex_color side)
{
    const cJSON *stone;
    struct hex_board board;
    hex_board_init(&board, k->size, k->size);
    cJSON_ArrayForEach(stone, stones)
    {
        unsigned cell = 0, won = 0;
        if (!hex_cell_read(&board, stone->valuestring, strlen(stone->valuestring), &cell))
            exit(1);
        for (unsigned game = 0; game < k->games; game++)
            won += play(k, cell, side, game);
        printf("%s %s: %u of %u\n", stone->valuestring, side == HEX_BLACK ? "wins" : "loses", won, k->games);
        fflush(stdout);
        k->played += k->games;
        k->won += won;
        k->openings++;
        k->whole += won == k->games;
    }
}

static cJSON *read_openings(const char *name, unsigned size)
{
    static char text[FILE_MAX];
    char key[8];
    FILE *file = fopen(name, "r");
    if (!file)
        return NULL;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    snprintf(key, sizeof key, "%u", size);
    cJSON *all = cJSON_Parse(text), *of_size = cJSON_DetachItemFromObjectCaseSensitive(all, key);
    cJSON_Delete(all);
    return of_size;
}

static void print_share(const char *title, unsigned won, unsigned of)
{
    struct hex_interval interval = hex_wilson(won, of);
    printf("%s %u of %u = %.1f %% [%.1f, %.1f]", title, won, of, 100.0 * won / of, 100 * interval.low,
           100 * interval.high);
}

int main(int argc, char **argv)
{
    static struct kept k;
    if (argc < 5 || argc > 7)
        return 2;
    k.size = (unsigned)atoi(argv[1]);
    k.games = (unsigned)atoi(argv[2]);
    seat_read(argv[3], &k.player);
    k.nodes = argc > 5 ? strtoull(argv[5], NULL, 10) : NODES;
    k.seed = argc > 6 ? strtoull(argv[6], NULL, 10) : 1;
    k.arena = nash_arena_new(arena_bytes);
    cJSON *openings = read_openings(argv[4], k.size);
    if (!openings || !k.arena) {
        fprintf(stderr, "%s has no openings of %ux%u\n", argv[4], k.size, k.size);
        return 1;
    }
    play_openings(&k, cJSON_GetObjectItemCaseSensitive(openings, "winning"), HEX_BLACK);
    play_openings(&k, cJSON_GetObjectItemCaseSensitive(openings, "losing"), HEX_WHITE);
    printf("%ux%u, %s:", k.size, k.size, argv[3]);
    print_share(" games kept won", k.won, k.played);
    print_share("; openings", k.whole, k.openings);
    printf("; without a proof %u positions; CPU ms a move %.3f, s of exact %.1f\n", k.unproved,
           k.moves ? k.player_us / 1e3 / (double)k.moves : 0, k.exact_us / 1e6);
    cJSON_Delete(openings);
    nash_arena_free(k.arena);
    return 0;
}
