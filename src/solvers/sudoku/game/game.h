/* Sudoku as a potential game (Wei, Shang, Yu, CN 105488318 A).
 *
 * A player is an open cell; its strategies are values. Its utility is minus the number of cells with the same value in
 * its row, its column and its box, the three counted apart (a neighbour in row and box counts twice), and
 *
 *     Phi = 1/2 sum U_i = -(pairs of equal values in a row + in a column + in a box)
 *
 * changes by exactly the change of the moving player's utility (paragraph 0007): an exact potential game. Phi is 0
 * exactly at solutions; a Nash equilibrium with Phi < 0 is none. README.md says why this is freestanding C. */
#ifndef SUDOKU_GAME_GAME_H
#define SUDOKU_GAME_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GAME_SIDE_MAX = 49,
    GAME_CELLS_MAX = GAME_SIDE_MAX * GAME_SIDE_MAX,
    GAME_LANES = 64 /* bytes of a row of counts: one for each value, 0 from `side` on */
};

/* The part that does not change during a game. */
struct game_rules {
    uint32_t side;               /* N, 4..49 */
    uint32_t cells;              /* N squared, row by row */
    uint32_t players;            /* cells with more than one strategy */
    uint8_t row[GAME_CELLS_MAX]; /* [cell] 0..N-1 */
    uint8_t column[GAME_CELLS_MAX];
    uint8_t box[GAME_CELLS_MAX];      /* a rectangle or an irregular region */
    uint64_t allowed[GAME_CELLS_MAX]; /* [cell] strategies A_i, bit v for value v; one bit = immutable; never 0 */
    uint16_t player[GAME_CELLS_MAX];  /* [number of a player] its cell, ascending */
};

/* The part that changes. */
struct game_state {
    uint32_t conflicts;            /* -Phi */
    uint8_t value[GAME_CELLS_MAX]; /* [cell] 0..N-1 */
    /* [unit][value] how often the value stands in the unit */
    _Alignas(64) uint8_t in_row[GAME_SIDE_MAX][GAME_LANES];
    _Alignas(64) uint8_t in_column[GAME_SIDE_MAX][GAME_LANES];
    _Alignas(64) uint8_t in_box[GAME_SIDE_MAX][GAME_LANES];
};

/* One change of a strategy, as sent between shards: 8 bytes, little-endian, in this order. */
struct game_event {
    uint32_t at; /* tick, counted from the beginning of its window */
    uint16_t cell;
    uint8_t from, to; /* values; `from` is the old one, which receivers compare before they set `to` */
};

/* Sets up rows, columns and rectangular boxes of a side, and the players of `allowed` (a mask for each cell). False: a
 * mask is empty or has a value beyond the side, or the box does not fit. For irregular regions set rules->box
 * afterwards: `side` regions of `side` cells each. */
bool game_rules_init(struct game_rules *rules, uint32_t side, uint32_t box_rows, uint32_t box_cols,
                     const uint64_t *allowed);

/* Sets the state to these values, one for each cell. False: one is not allowed. */
bool game_begin(struct game_state *state, const struct game_rules *rules, const uint8_t *values);

/* Returns the cost -U_i that `cell` would have with `value`, all other cells unchanged. */
static inline uint32_t game_cost(const struct game_state *s, const struct game_rules *r, uint32_t cell, uint32_t value)
{
    uint32_t sum = (uint32_t)s->in_row[r->row[cell]][value] + s->in_column[r->column[cell]][value] +
                   s->in_box[r->box[cell]][value];
    return s->value[cell] == value ? sum - 3 : sum;
}

/* Sets `cell` to `value` and updates counts and conflicts. */
static inline void game_change(struct game_state *s, const struct game_rules *r, uint32_t cell, uint32_t value)
{
    uint8_t *row = s->in_row[r->row[cell]], *column = s->in_column[r->column[cell]], *box = s->in_box[r->box[cell]];
    uint32_t old = s->value[cell];
    row[old]--;
    column[old]--;
    box[old]--;
    s->conflicts -= (uint32_t)row[old] + column[old] + box[old];
    s->conflicts += (uint32_t)row[value] + column[value] + box[value];
    row[value]++;
    column[value]++;
    box[value]++;
    s->value[cell] = (uint8_t)value;
}

/* True when no player gains by a change of its own. */
bool game_is_nash(const struct game_state *state, const struct game_rules *rules);

/* The hash of a trajectory: every change in order, each as 12 bytes: its absolute tick (8, little-endian), cell (2),
 * from, to. Two lanes of FNV-1a (basis 811c9dc5 and c59d1c81, prime 01000193, 32 bits), the second one rotated left by
 * 5 bits before each byte. Written lane[0] first, 16 hex digits. */
struct game_hash {
    uint32_t lane[2];
};
void game_hash_init(struct game_hash *hash);
void game_hash_add(struct game_hash *hash, uint64_t tick, const struct game_event *event);

#endif
