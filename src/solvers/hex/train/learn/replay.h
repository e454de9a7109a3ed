/* The positions that a net learns from: a ring of records, for boards of one size.
 *
 * A record has the stones as bits, as the side to move sees them, own ones and the opponent's; u16 cell played, u16
 * plies left in the game with this one, u16 value, u8 1 if the side won, u8 0; and with `targets` a share and a win
 * rate for each cell (game.h). Records of a game lie behind each other, so that the position n plies later is found. */
#ifndef HEX_TRAIN_REPLAY_H
#define HEX_TRAIN_REPLAY_H

#include <solvers/hex/net/input.h>
#include <solvers/hex/train/games/game.h>

struct hex_replay {
    uint8_t size;
    bool targets;
    uint32_t room, count, next; /* records; next: where the next one goes */
    uint64_t total;             /* records ever added */
    uint8_t *record;            /* [room] of hex_replay_record() bytes, owned by the caller */
};

struct hex_sample {
    unsigned cell, left;
    float outcome;               /* 1: the side to move won, else -1 */
    float value;                 /* of the search, -1 to 1 */
    const uint8_t *share, *rate; /* [cells] in the record, not turned; NULL: it has none */
    bool turned;                 /* input and cell are */
};

size_t hex_replay_record(unsigned size, bool targets);

/* Adds the positions of a finished game. */
void hex_replay_add(struct hex_replay *replay, const struct hex_train_game *game);
/* Returns a record at random among the last `window` ones. */
uint32_t hex_replay_pick(const struct hex_replay *replay, uint32_t window, struct nash_rng *rng);
/* Reads a record; turned: by 180 degrees. */
void hex_replay_read(const struct hex_replay *replay, uint32_t index, bool turned, struct hex_input *input,
                     struct hex_sample *sample);
/* Returns whether the bytes of a record can be read safely: of a checkpoint that others may have written. */
bool hex_replay_is_valid(const struct hex_replay *replay, uint32_t index);
/* Returns the record `plies` later. sample->left must be larger than that. */
static inline uint32_t hex_replay_later(const struct hex_replay *replay, uint32_t index, unsigned plies)
{
    return (uint32_t)((index + (uint64_t)plies) % replay->room);
}

#endif
