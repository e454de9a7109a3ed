/* Games that a net learns from. */
#include "game.h"

#include <string.h>

#include <base/little_endian.h>

void hex_train_game_begin(struct hex_train_game *game, unsigned size, struct hex_position *position)
{
    game->size = (uint8_t)size;
    game->winner = HEX_EMPTY;
    game->opening = game->plies = 0;
    hex_board_init(&position->board, size, size);
    position->to_move = HEX_BLACK;
}

void hex_train_game_play(struct hex_train_game *game, struct hex_position *position, unsigned cell)
{
    hex_board_set(&position->board, cell, position->to_move);
    game->move[game->plies++] = (uint16_t)cell;
    game->winner = (uint8_t)hex_winner(&position->board);
    position->to_move = hex_other(position->to_move);
}

void hex_train_game_open(struct hex_train_game *game, struct hex_position *position, struct nash_rng *rng)
{
    uint64_t skip = nash_rng_below(rng, hex_cells(&position->board) - position->board.stones);
    unsigned cell = 0;
    while (position->board.cell[cell] != HEX_EMPTY || skip--)
        cell++;
    hex_train_game_play(game, position, cell);
    game->opening = game->plies;
}

void hex_train_game_note(struct hex_train_game *game, const struct hex_position *position, const float *weight,
                         const struct hex_opinion *opinion)
{
    const struct hex_board *board = &position->board;
    unsigned cells = hex_cells(board);
    struct hex_targets targets = hex_game_targets(game, game->plies);
    float most = 0;
    for (unsigned i = 0; i < cells; i++)
        most = weight[i] > most ? weight[i] : most;
    for (unsigned i = 0; i < cells; i++) {
        unsigned seen = hex_seen_cell(game->size, position->to_move, i);
        bool known = opinion->measure == HEX_MEASURE_WIN_RATE && board->cell[i] == HEX_EMPTY &&
                     opinion->value[i] >= 0 && (opinion->visits[i] > 0 || opinion->proof[i] != HEX_UNKNOWN);
        targets.share[seen] = most > 0 ? (uint8_t)(weight[i] / most * (float)HEX_SHARE_MAX + 0.5f) : 0;
        targets.rate[seen] = known ? (uint8_t)(1.5f + 254.0f * opinion->value[i]) : 0;
    }
    float rate = opinion->win_rate >= 0 ? opinion->win_rate : 0.5f;
    if (opinion->winner != HEX_EMPTY)
        rate = opinion->winner == position->to_move ? 1 : 0;
    game->value[game->plies] = (uint16_t)(rate * (float)HEX_VALUE_MAX + 0.5f);
}

float hex_opinion_weights(const struct hex_opinion *opinion, unsigned cells, float weight[HEX_CELLS_MAX])
{
    float sum = 0;
    bool won = opinion->move >= 0 && opinion->proof[opinion->move] == HEX_WINS;
    for (unsigned i = 0; i < cells; i++) {
        weight[i] = won ? i == (unsigned)opinion->move : opinion->proof[i] == HEX_LOSES ? 0 : (float)opinion->visits[i];
        sum += weight[i];
    }
    if (sum > 0)
        return sum;
    for (unsigned i = 0; i < cells; i++) { /* all moves lose */
        weight[i] = i == (unsigned)opinion->move ? 1 : (float)opinion->visits[i];
        sum += weight[i];
    }
    return sum;
}

unsigned hex_weights_draw(const float *weight, float sum, unsigned cells, struct nash_rng *rng)
{
    float left = (float)nash_rng_unit(rng) * sum;
    unsigned last = 0;
    for (unsigned i = 0; i < cells; i++) {
        if (weight[i] <= 0)
            continue;
        last = i;
        left -= weight[i];
        if (left < 0)
            break;
    }
    return last;
}

size_t hex_train_game_bytes(unsigned size, unsigned opening, unsigned plies)
{
    size_t cells = (size_t)size * size;
    return HEX_TRAIN_GAME_HEAD + 2 * (size_t)plies + (2 + 2 * cells) * (plies - opening);
}

size_t hex_train_game_write(const struct hex_train_game *game, uint8_t *out)
{
    size_t cells = (size_t)game->size * game->size;
    uint8_t *at = bytes_put(bytes_put(out, 2, game->size), 2, game->opening);
    at = bytes_put(at, 2, game->plies);
    for (unsigned ply = 0; ply < game->plies; ply++)
        at = bytes_put(at, 2, game->move[ply]);
    for (unsigned ply = game->opening; ply < game->plies; ply++) {
        at = bytes_put(at, 2, game->value[ply]);
        memcpy(at, hex_game_targets(game, ply).share, 2 * cells);
        at += 2 * cells;
    }
    return (size_t)(at - out);
}

/* Returns whether the targets of a position are such that hex_train_game_note() writes: occupied cells have none, and
 * the largest share is HEX_SHARE_MAX. */
static bool targets_are_possible(const struct hex_targets *targets, const struct hex_position *position)
{
    const struct hex_board *board = &position->board;
    unsigned most = 0;
    for (unsigned i = 0; i < hex_cells(board); i++) {
        unsigned seen = hex_seen_cell(board->rows, position->to_move, i);
        if (board->cell[i] != HEX_EMPTY && (targets->share[seen] || targets->rate[seen]))
            return false;
        most = targets->share[seen] > most ? targets->share[seen] : most;
    }
    return most == HEX_SHARE_MAX;
}

/* Checks the targets of a game that is read, by playing it again. */
static bool all_targets_are_possible(const struct hex_train_game *game)
{
    struct hex_position position;
    struct hex_train_game again;
    hex_train_game_begin(&again, game->size, &position);
    for (unsigned ply = 0; ply < game->plies; ply++) {
        struct hex_targets targets;
        if (ply >= game->opening) {
            targets = hex_game_targets(game, ply);
            if (!targets_are_possible(&targets, &position))
                return false;
        }
        hex_train_game_play(&again, &position, game->move[ply]);
    }
    return true;
}

/* Plays the moves of the game; returns what is wrong with them. */
static const char *moves_read(struct hex_train_game *game, unsigned plies, struct bytes_reader *reader)
{
    struct hex_position position;
    unsigned size = game->size, opening = game->opening;
    hex_train_game_begin(game, size, &position);
    for (unsigned ply = 0; ply < plies; ply++) {
        unsigned cell = (unsigned)bytes_next(reader, 2);
        if (reader->failed)
            return "its game is cut off";
        if (game->winner != HEX_EMPTY || cell >= size * size || position.board.cell[cell] != HEX_EMPTY)
            return "its game has an illegal move";
        hex_train_game_play(game, &position, cell);
    }
    game->opening = (uint16_t)opening;
    return game->winner == HEX_EMPTY ? "its game did not end" : NULL;
}

const char *hex_train_game_read(struct hex_train_game *game, unsigned size, const uint8_t *bytes, size_t len)
{
    struct bytes_reader reader = {.at = bytes, .left = len};
    size_t cells = (size_t)size * size;
    unsigned got = (unsigned)bytes_next(&reader, 2);
    game->size = (uint8_t)size;
    game->opening = (uint16_t)bytes_next(&reader, 2);
    unsigned plies = (unsigned)bytes_next(&reader, 2);
    if (reader.failed || got != size || plies > cells || game->opening >= plies)
        return "its game has another size";
    const char *why = moves_read(game, plies, &reader);
    for (unsigned ply = game->opening; !why && ply < plies; ply++) {
        game->value[ply] = (uint16_t)bytes_next(&reader, 2);
        const uint8_t *targets = bytes_skip(&reader, 2 * cells);
        if (targets)
            memcpy(hex_game_targets(game, ply).share, targets, 2 * cells);
    }
    if (!why && (reader.failed || reader.left != 0))
        why = "its game has another length";
    if (!why && !all_targets_are_possible(game))
        why = "its game has impossible targets";
    return why;
}
