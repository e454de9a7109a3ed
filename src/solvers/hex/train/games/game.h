/* A finished game that a net learns from: its moves, and what a search found before each of them.
 *
 * The bytes of a game, little-endian, for members of a cluster: u8 size, u8 0, u16 opening, u16 plies, [plies] u16
 * move, and for each ply from `opening` on: u16 value, [cells] u8 shares, [cells] u8 win rates. */
#ifndef HEX_TRAIN_GAME_H
#define HEX_TRAIN_GAME_H

#include <nash/rng.h>
#include <solvers/hex/engines/engine.h>

enum { HEX_TRAIN_GAME_HEAD = 6, HEX_SHARE_MAX = 255, HEX_VALUE_MAX = 65535 };

struct hex_train_game {
    uint8_t size;
    uint8_t winner;   /* enum hex_color */
    uint16_t opening; /* moves[0..opening-1] were not searched, and are not learnt */
    uint16_t plies;
    uint16_t move[HEX_CELLS_MAX];  /* cells of the board */
    uint16_t value[HEX_CELLS_MAX]; /* of a ply: win rate of its side, in 1 / HEX_VALUE_MAX */
    uint8_t *target;               /* [plies - opening][2][cells], owned by the caller; NULL: none */
};

/* Targets of a ply, for each cell as the side to move sees it: the share of the move among all, 0 to HEX_SHARE_MAX, of
 * which the most frequent move has the largest; and its win rate as 1 + 254 * rate, 0: unknown. */
struct hex_targets {
    uint8_t *share, *rate; /* [cells] */
};

static inline size_t hex_train_game_targets(unsigned size)
{
    size_t cells = (size_t)size * size;
    return cells * cells * 2;
}
static inline struct hex_targets hex_game_targets(const struct hex_train_game *game, unsigned ply)
{
    size_t cells = (size_t)game->size * game->size;
    uint8_t *at = game->target + (ply - game->opening) * cells * 2U;
    return (struct hex_targets){.share = at, .rate = at + cells};
}

/* Returns the cell as the side to move sees it: a board with White to move is mirrored. It is its own inverse. */
static inline unsigned hex_seen_cell(unsigned size, enum hex_color to_move, unsigned cell)
{
    return to_move == HEX_WHITE ? cell % size * size + cell / size : cell;
}

/* Begins a game on an empty board. */
void hex_train_game_begin(struct hex_train_game *game, unsigned size, struct hex_position *position);
/* Plays a move, and sets the winner if it ends the game. */
void hex_train_game_play(struct hex_train_game *game, struct hex_position *position, unsigned cell);
/* Plays a move of the opening on a random empty cell; the game goes on. */
void hex_train_game_open(struct hex_train_game *game, struct hex_position *position, struct nash_rng *rng);
/* Writes the targets of the position before the next move, from the weights of moves (>= 0, by cells of the board) and
 * the opinion: its win rate, and the values of visited moves if they are win rates. */
void hex_train_game_note(struct hex_train_game *game, const struct hex_position *position, const float *weight,
                         const struct hex_opinion *opinion);

/* Writes the weights of a searched position: the visits of moves that are not proved lost, or the move that wins.
 * Returns their sum, positive. */
float hex_opinion_weights(const struct hex_opinion *opinion, unsigned cells, float weight[HEX_CELLS_MAX]);
/* Returns a cell drawn in proportion to the weights. */
unsigned hex_weights_draw(const float *weight, float sum, unsigned cells, struct nash_rng *rng);

/* Returns the bytes of a game of so many plies, and the most of any game. */
size_t hex_train_game_bytes(unsigned size, unsigned opening, unsigned plies);
size_t hex_train_game_write(const struct hex_train_game *game, uint8_t *out);
/* Reads a game, whose target is set and large enough, and plays its moves again. Returns what is wrong, a constant, or
 * NULL. */
const char *hex_train_game_read(struct hex_train_game *game, unsigned size, const uint8_t *bytes, size_t len);

#endif
