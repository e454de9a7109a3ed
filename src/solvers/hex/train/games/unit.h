/* Games of a training as units of a farm: bytes of tasks, units and answers, and the member's side. A member plays each
 * game as the trainer itself would, so that answers are the same everywhere. Freestanding.
 *
 *   task    u8 enum hex_mentor; NONE: the net plays. u8 sizes, [4] u8 size, unused ones 0. u64 seed of the training.
 *           Of the mentor: u32 iterations. Of the net: u32 simulations, u32 bits of the noise, u32 bits of the
 *           exploration, u16 hot plies, the wire form of the net
 *   unit    u64 number of the game; its size and its seed follow from it
 *   answer  u64 evaluations or playouts, of the mentor resistance moves; the game as in game.h
 *
 * Integers are little-endian. */
#ifndef HEX_TRAIN_UNIT_H
#define HEX_TRAIN_UNIT_H

#include <solvers/hex/train/config.h>

#include "game.h"

struct hex_train_order;

enum {
    HEX_TRAIN_TASK_HEAD = 28,       /* bytes before the net */
    HEX_TRAIN_TASK_MAX = 256 << 10, /* as FARM_TASK_MAX */
    HEX_TRAIN_UNIT = 8,
    HEX_TRAIN_ANSWER_HEAD = 8,
    HEX_TRAIN_SHARED_SIZE_MAX = 13, /* rows of a board: an answer of a larger one may exceed FARM_ANSWER_MAX */
    HEX_TRAIN_ANSWER_MAX = 64 << 10 /* as FARM_ANSWER_MAX */
};

/* ---- the hub's side ---- */

/* Returns the bytes of the largest task of a training. */
size_t hex_train_task_bytes(const struct hex_train_config *config);
/* Writes the task of an order; returns its length. */
size_t hex_train_task_write(const struct hex_train_config *config, const struct hex_train_order *order, uint8_t *out);
void hex_train_unit_write(uint64_t number, uint8_t out[HEX_TRAIN_UNIT]);
/* Reads an answer to a unit: plays its moves again, which must be legal and end the game, the first ones by chance as
 * the seed of the game says. game->target is set and has hex_train_game_targets() bytes. Returns what is wrong, a
 * constant; NULL: nothing. That the mentor or the net plays the other moves is not checked. */
const char *hex_train_answer_read(const struct hex_train_config *config, const uint8_t *unit, size_t unit_len,
                                  const uint8_t *answer, size_t len, struct hex_train_game *game);
uint64_t hex_train_answer_nodes(const uint8_t *answer, size_t len); /* 0: it is too short */
/* Returns the memory that a member needs for a game of any size of the training. */
size_t hex_train_game_memory(const struct hex_train_config *config, bool mentor);

/* ---- the member's side: functions of a struct farm_work (cluster/unit_farm/work.h) ---- */

size_t hex_train_unit_bytes(void);
bool hex_train_unit_open(void *memory, const uint8_t *task, size_t len);
bool hex_train_unit_reserve(void *memory);
size_t hex_train_unit_run(void *memory, const uint8_t *unit, size_t len, uint8_t *answer);
void hex_train_unit_on_stop(void *memory, _Atomic int *stop);

#endif
