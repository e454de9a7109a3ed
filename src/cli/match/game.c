/* Plays one game. Seeds are those of a match over HTTP, so that two engines of ours play the same games here. */
#include "game.h"

#include <cli/interrupt.h>
#include <string.h>

#include <base/clock.h>
#include <nash/rng.h>

/* A game that ended by a resignation or a failure is looked at within this limit. */
enum { PROOF_NODES = 1000 };

const char *const match_ending_names[] = {[MATCH_CONNECTED] = "connected",
                                          [MATCH_ADJUDICATED] = "adjudicated",
                                          [MATCH_RESIGNED] = "resigned",
                                          [MATCH_FAILED] = "failed",
                                          [MATCH_HANGS] = "timeout"};

/* Returns the winner that "exact" proves within so many positions, or HEX_EMPTY. */
static enum hex_color prove(const struct hex_position *position, uint64_t nodes, void *block)
{
    struct hex_settings settings = hex_settings_default();
    struct nash_run run = {.arena = nash_arena_in(block, HEX_GAME_MEMORY), .cancel = &interrupted};
    struct hex_opinion opinion;
    settings.nodes = nodes;
    hex_opinion_clear(&opinion);
    if (hex_engine_exact.think(position, &settings, &run, &opinion, NULL) != NASH_OK)
        return HEX_EMPTY;
    return opinion.winner;
}

/* Lets an engine of ours choose the move. */
static enum seat_status engine_move(struct seat *seat, const struct hex_position *position, bool may_swap,
                                    uint64_t seed, void *block, struct match_game *game, struct hex_move *move)
{
    struct nash_run run = {.cancel = &interrupted};
    struct nash_arena *arena = nash_arena_in(block, HEX_GAME_MEMORY);
    uint64_t *nodes = &game->game.nodes[seat->label[0] - 'a'];
    unsigned cell = 0;
    int64_t begun = clock_cpu_ns();
    enum hex_ending ending = hex_engine_move(&seat->player, position, may_swap, seed, arena, &run, nodes, &cell);
    seat->cpu_s += (double)(clock_cpu_ns() - begun) * 1e-9;
    *move = (struct hex_move){.color = (uint8_t)position->to_move};
    if (run.stopped)
        return SEAT_INTERRUPTED;
    if (ending != HEX_CONNECTED) {
        nash_buf_puts(&game->why, hex_ending_names[ending]);
        return SEAT_FAILED;
    }
    move->action = cell == HEX_SWAP ? HEX_SWAP_PIECES : HEX_PLACE;
    move->cell = cell == HEX_SWAP ? 0 : (uint16_t)cell;
    return SEAT_MOVED;
}

/* Makes a move of the rules and of the record. */
static bool make_move(struct hex_play *play, struct match_game *game, struct hex_move move)
{
    struct nash_error error;
    if (hex_play_move(play, move, &error) == NASH_OK)
        return hex_record_add(&game->record, move, &error) == NASH_OK;
    nash_buf_puts(&game->why, "illegal ");
    nash_buf_puts(&game->why, error.detail);
    return false;
}

static void make_opening(struct hex_play *play, struct match_game *game)
{
    for (unsigned i = 0; i < game->game.opening; i++) {
        unsigned cell = game->game.move[i];
        struct hex_move move = {.color = (uint8_t)play->position.to_move,
                                .action = cell == HEX_SWAP ? HEX_SWAP_PIECES : HEX_PLACE,
                                .cell = cell == HEX_SWAP ? 0 : (uint16_t)cell};
        make_move(play, game, move);
    }
}

/* Requests a move and makes it. Returns how the seat moved; an illegal move is a failure. */
static enum seat_status play_move(struct seat *seat, struct hex_play *play, uint64_t seed, void *block,
                                  struct match_game *game)
{
    const struct hex_position *position = &play->position;
    bool may_swap = seat->swap && game->record.moves == 1 && position->board.rows == position->board.cols;
    struct hex_move move;
    seat->moves++;
    enum seat_status status = seat->command == NULL ? engine_move(seat, position, may_swap, seed, block, game, &move)
                                                    : seat_genmove(seat, &game->record, &position->board,
                                                                   position->to_move, may_swap, &move, &game->why);
    if (status == SEAT_MOVED && !make_move(play, game, move)) {
        seat_close(seat);
        return SEAT_FAILED;
    }
    return status;
}

/* Plays until there is a winner. Returns false after a signal. */
static bool play_moves(struct match_arguments *arguments, struct hex_play *play, void *block, struct match_game *game)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, game->game.seed);
    while (!play->over) {
        enum hex_color color = play->position.to_move;
        struct seat *seat = &arguments->seat[hex_game_engine(&game->game, color)];
        uint64_t seed = nash_rng_next(&rng);
        if (arguments->adjudicate > 0 &&
            (game->game.winner = prove(&play->position, arguments->adjudicate, block)) != HEX_EMPTY) {
            game->ending = MATCH_ADJUDICATED;
            return true;
        }
        enum seat_status status = interrupted ? SEAT_INTERRUPTED : play_move(seat, play, seed, block, game);
        if (status == SEAT_MOVED)
            continue;
        game->ending = status == SEAT_RESIGNED ? MATCH_RESIGNED : status == SEAT_HANGS ? MATCH_HANGS : MATCH_FAILED;
        game->game.winner = hex_other(color);
        if (status != SEAT_INTERRUPTED)
            game->proved = prove(&play->position, PROOF_NODES, block);
        return !interrupted;
    }
    game->ending = MATCH_CONNECTED;
    game->game.winner = play->winner;
    return true;
}

static void begin_record(const struct match_arguments *arguments, struct match_game *game)
{
    const struct seat *black = &arguments->seat[game->game.black], *white = &arguments->seat[1 - game->game.black];
    hex_record_init(&game->record, arguments->match->rules.rows, arguments->match->rules.cols);
    memcpy(game->record.black, black->name, sizeof game->record.black);
    memcpy(game->record.white, white->name, sizeof game->record.white);
}

bool match_play(struct match_arguments *arguments, unsigned number, void *block, struct match_game *game)
{
    static const char how[] = {[MATCH_CONNECTED] = 0,
                               [MATCH_ADJUDICATED] = 0,
                               [MATCH_RESIGNED] = 'R',
                               [MATCH_FAILED] = 'F',
                               [MATCH_HANGS] = 'T'};
    struct hex_play play = {.any_order = false};
    game->why = NASH_BUF_INIT(0);
    game->proved = HEX_EMPTY;
    hex_match_prepare(arguments->match, arguments->seed, number, &game->game);
    begin_record(arguments, game);
    hex_play_begin(&play, &game->record);
    make_opening(&play, game);
    for (unsigned i = 0; i < 2; i++)
        seat_begin(&arguments->seat[i]);
    if (!play_moves(arguments, &play, block, game))
        return false;
    game->game.plies = (uint16_t)game->record.moves;
    game->game.ending = game->ending == MATCH_FAILED || game->ending == MATCH_HANGS ? HEX_FAULT : HEX_CONNECTED;
    game->record.winner = game->game.winner;
    game->record.how = how[game->ending];
    return true;
}
