/* The ring of positions. */
#include "replay.h"

#include <string.h>

#include <base/little_endian.h>

enum { NUMBERS = 8 };

static size_t stone_bytes(unsigned size)
{
    return ((size_t)size * size + 7) / 8;
}

size_t hex_replay_record(unsigned size, bool targets)
{
    return 2 * stone_bytes(size) + NUMBERS + (targets ? 2 * (size_t)size * size : 0);
}

static void record_write(const struct hex_replay *replay, uint8_t *record, const struct hex_train_game *game,
                         const struct hex_position *position, unsigned ply)
{
    unsigned size = replay->size, cells = size * size;
    size_t stones = stone_bytes(size);
    memset(record, 0, 2 * stones);
    for (unsigned i = 0; i < cells; i++) {
        unsigned color = position->board.cell[i], seen = hex_seen_cell(size, position->to_move, i);
        if (color != HEX_EMPTY)
            record[(color == position->to_move ? 0 : stones) + seen / 8] |= (uint8_t)(1U << seen % 8);
    }
    uint8_t *at = bytes_put(record + 2 * stones, 2, hex_seen_cell(size, position->to_move, game->move[ply]));
    at = bytes_put(bytes_put(at, 2, game->plies - ply), 2, game->value[ply]);
    at = bytes_put(at, 2, game->winner == position->to_move);
    if (replay->targets && game->target)
        memcpy(at, hex_game_targets(game, ply).share, 2 * (size_t)cells);
    else if (replay->targets)
        memset(at, 0, 2 * (size_t)cells);
}

void hex_replay_add(struct hex_replay *replay, const struct hex_train_game *game)
{
    struct hex_train_game again = {0}; /* its moves only */
    struct hex_position position;
    hex_train_game_begin(&again, game->size, &position);
    for (unsigned ply = 0; ply < game->plies; ply++) {
        if (ply >= game->opening) {
            record_write(replay, replay->record + replay->next * hex_replay_record(replay->size, replay->targets), game,
                         &position, ply);
            replay->next = (replay->next + 1) % replay->room;
            replay->count += replay->count < replay->room;
            replay->total++;
        }
        hex_board_set(&position.board, game->move[ply], position.to_move);
        position.to_move = hex_other(position.to_move);
    }
}

uint32_t hex_replay_pick(const struct hex_replay *replay, uint32_t window, struct nash_rng *rng)
{
    uint32_t among = window < replay->count ? window : replay->count;
    uint32_t back = 1 + (uint32_t)nash_rng_below(rng, among);
    return replay->next >= back ? replay->next - back : replay->next + replay->room - back;
}

static bool bit_of(const uint8_t *bits, unsigned index)
{
    return bits[index / 8] >> index % 8 & 1;
}

void hex_replay_read(const struct hex_replay *replay, uint32_t index, bool turned, struct hex_input *input,
                     struct hex_sample *sample)
{
    unsigned size = replay->size, cells = size * size;
    size_t stones = stone_bytes(size);
    const uint8_t *record = replay->record + index * hex_replay_record(size, replay->targets);
    const uint8_t *at = record + 2 * stones;
    struct hex_position position = {.to_move = HEX_BLACK};
    hex_board_init(&position.board, size, size);
    for (unsigned i = 0; i < cells; i++) {
        unsigned from = turned ? cells - 1 - i : i;
        unsigned color = bit_of(record, from) ? HEX_BLACK : bit_of(record + stones, from) ? HEX_WHITE : HEX_EMPTY;
        position.board.cell[i] = (uint8_t)color;
        position.board.stones = (uint16_t)(position.board.stones + (color != HEX_EMPTY));
    }
    hex_input_of(&position, input);
    unsigned cell = (unsigned)bytes_get(at, 2);
    *sample = (struct hex_sample){.cell = turned ? cells - 1 - cell : cell,
                                  .left = (unsigned)bytes_get(at + 2, 2),
                                  .value = (float)bytes_get(at + 4, 2) * (2.0f / HEX_VALUE_MAX) - 1,
                                  .outcome = bytes_get(at + 6, 2) ? 1 : -1,
                                  .share = replay->targets ? at + NUMBERS : NULL,
                                  .rate = replay->targets ? at + NUMBERS + cells : NULL,
                                  .turned = turned};
}

/* Returns whether record `left` plies before the end of its game is followed by the rest of it. */
static bool is_followed(const struct hex_replay *replay, uint32_t index, unsigned left)
{
    uint32_t after = (index + 1) % replay->room;
    size_t bytes = hex_replay_record(replay->size, replay->targets);
    return left == 1 || (after != replay->next && after < replay->count &&
                         bytes_get(replay->record + after * bytes + 2 * stone_bytes(replay->size) + 2, 2) == left - 1);
}

/* The cell must be an empty one, and no stone may lie on another. */
bool hex_replay_is_valid(const struct hex_replay *replay, uint32_t index)
{
    size_t stones = stone_bytes(replay->size);
    unsigned cells = (unsigned)replay->size * replay->size;
    const uint8_t *record = replay->record + index * hex_replay_record(replay->size, replay->targets);
    unsigned cell = (unsigned)bytes_get(record + 2 * stones, 2), left = (unsigned)bytes_get(record + 2 * stones + 2, 2);
    for (size_t i = 0; i < stones; i++)
        if (record[i] & record[stones + i])
            return false;
    return cell < cells && left >= 1 && left <= cells && !bit_of(record, cell) && !bit_of(record + stones, cell) &&
           is_followed(replay, index, left);
}
