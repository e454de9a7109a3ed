/* Plays one game. */
#include "game.h"

#include <string.h>

#include <nash/rng.h>

const char *const hex_ending_names[HEX_ENDINGS] = {[HEX_CONNECTED] = "connected",
                                                   [HEX_NO_MOVE] = "no move within the budget",
                                                   [HEX_ILLEGAL_MOVE] = "illegal move",
                                                   [HEX_OUT_OF_MEMORY] = "out of memory",
                                                   [HEX_TOO_LARGE] = "board too large for the engine",
                                                   [HEX_FAULT] = "fault of the engine"};

bool hex_move_apply(struct hex_position *position, const struct hex_rules *rules, unsigned plies, unsigned move)
{
    struct hex_board *board = &position->board;
    if (move == HEX_SWAP) {
        unsigned stone = 0;
        if (!rules->swap || plies != 1 || board->stones != 1 || board->rows != board->cols)
            return false;
        while (board->cell[stone] == HEX_EMPTY)
            stone++;
        hex_board_set(board, stone, HEX_EMPTY);
        hex_board_set(board, stone % board->cols * board->cols + stone / board->cols, HEX_WHITE);
    } else {
        if (move >= hex_cells(board) || board->cell[move] != HEX_EMPTY)
            return false;
        hex_board_set(board, move, position->to_move);
    }
    position->to_move = hex_other(position->to_move);
    return true;
}

static enum hex_ending ending_of(enum nash_status status)
{
    return status == NASH_NOMEM ? HEX_OUT_OF_MEMORY : status == NASH_TOO_LARGE ? HEX_TOO_LARGE : HEX_FAULT;
}

static size_t player_memory(const struct hex_rules *rules, const struct hex_player *player)
{
    size_t bytes = HEX_GAME_MEMORY;
    if (player->engine->memory)
        bytes = player->engine->memory(rules->rows, rules->cols, &player->settings);
    return bytes < HEX_GAME_MEMORY ? bytes : HEX_GAME_MEMORY;
}

size_t hex_game_memory(const struct hex_rules *rules)
{
    const struct hex_player anyway = {.engine = &hex_engine_resistance}; /* hex_opinion_play_anyway() */
    size_t most = player_memory(rules, &anyway);
    for (unsigned i = 0; i < 2; i++) {
        size_t bytes = player_memory(rules, &rules->player[i]);
        most = bytes > most ? bytes : most;
    }
    return most;
}

enum hex_ending hex_engine_move(const struct hex_player *player, const struct hex_position *position, bool may_swap,
                                uint64_t seed, struct nash_arena *arena, struct nash_run *run, uint64_t *nodes,
                                unsigned *move)
{
    struct nash_run own = *run;
    struct nash_error error = {0};
    struct hex_opinion opinion;
    struct nash_arena_mark mark = nash_arena_mark(arena);
    own.arena = arena;
    own.seed = seed;
    own.node_limit = 0; /* the nodes of a job are counted between moves */
    own.nodes = 0;
    own.clock_in = 0;
    own.progress = NULL;
    own.emit = NULL;
    hex_opinion_clear(&opinion);
    enum nash_status status = player->engine->think(position, &player->settings, &own, &opinion, &error);
    run->stopped = own.stopped;
    run->last_check = own.last_check;
    run->spent = own.spent;
    run->nodes += opinion.nodes;
    *nodes += opinion.nodes;
    if (status != NASH_OK)
        return ending_of(status);
    nash_arena_release(arena, mark);
    if (opinion.move < 0 &&
        opinion.winner == hex_other(position->to_move)) /* all moves lose, if the other side sees it */
        hex_opinion_play_anyway(&opinion, position, &player->settings, arena);
    if (may_swap && hex_opinion_swaps(&opinion, HEX_WHITE))
        *move = HEX_SWAP;
    else if (opinion.move < 0)
        return HEX_NO_MOVE;
    else
        *move = (unsigned)opinion.move;
    return HEX_CONNECTED;
}

bool hex_game_play(const struct hex_rules *rules, struct hex_game *game, void *block, struct nash_run *run,
                   unsigned check)
{
    struct hex_position position = {.to_move = HEX_BLACK};
    struct nash_rng rng;
    size_t bytes = hex_game_memory(rules);
    hex_board_init(&position.board, rules->rows, rules->cols);
    nash_rng_seed(&rng, game->seed);
    for (game->plies = 0; game->plies < game->opening; game->plies++)
        hex_move_apply(&position, rules, game->plies, game->move[game->plies]);
    game->nodes[0] = game->nodes[1] = 0;
    game->cpu_ns[0] = game->cpu_ns[1] = 0;
    game->ending = HEX_CONNECTED;
    while ((game->winner = hex_winner(&position.board)) == HEX_EMPTY) {
        unsigned engine = hex_game_engine(game, position.to_move), move = 0;
        bool may_swap = rules->swap && game->plies == 1 && rules->rows == rules->cols;
        run->clock_in = 0; /* moves are few and long: each poll reads the clock */
        if (nash_stop(run, check))
            return false;
        int64_t begun = rules->cpu_ns ? rules->cpu_ns() : 0;
        game->ending = hex_engine_move(&rules->player[engine], &position, may_swap, nash_rng_next(&rng),
                                       nash_arena_in(block, bytes), run, &game->nodes[engine], &move);
        game->cpu_ns[engine] += rules->cpu_ns ? rules->cpu_ns() - begun : 0;
        if (run->stopped)
            return false;
        if (game->ending == HEX_CONNECTED && !hex_move_apply(&position, rules, game->plies, move))
            game->ending = HEX_ILLEGAL_MOVE;
        if (game->ending != HEX_CONNECTED) {
            game->winner = hex_other(position.to_move);
            return true;
        }
        game->move[game->plies++] = (uint16_t)move;
    }
    return true;
}
