/* Sudoku as a potential game (Wei, Shang, Yu, CN 105488318 A).
 *
 * A player is an open cell, its strategies are letters. Its utility is minus the number of cells with the same letter
 * in its row, in its column and in its box, the three counted apart (a neighbour in row and box counts twice), and
 *
 *     Phi = 1/2 sum U_i = -(pairs of equal letters in a row + in a column + in a box)
 *
 * changes by exactly what the moving player's utility changes by (paragraph 0007): an exact potential game. Phi = 0
 * just at solutions; a Nash equilibrium with Phi < 0 is none.
 *
 * All of this folder's engines play on these two structs. The folder is freestanding: no header of libc (memcpy,
 * memmove and memset as the compiler's builtins), no allocation, integers only, so that the very same kernel runs in
 * the server, in a peer and as WebAssembly in a phone, and comes to the very same trajectory. */
#ifndef SUDOKU_GAME_GAME_H
#define SUDOKU_GAME_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GAME_SIDE_MAX = 49,
    GAME_CELLS_MAX = GAME_SIDE_MAX * GAME_SIDE_MAX,
    GAME_LANES = 64 /* a row of counts: one byte a letter, zero beyond the side */
};

/* What stays as it is while a game is played. */
struct game_rules {
    uint32_t side;               /* N, 4..49 */
    uint32_t cells;              /* N squared, row by row */
    uint32_t players;            /* cells with more than one strategy */
    uint8_t row[GAME_CELLS_MAX]; /* of each cell, 0..N-1 */
    uint8_t column[GAME_CELLS_MAX];
    uint8_t box[GAME_CELLS_MAX];      /* a rectangle or an irregular region */
    uint64_t allowed[GAME_CELLS_MAX]; /* A_i: bit v for letter v; one bit = immutable; never 0 */
    uint16_t player[GAME_CELLS_MAX];  /* the cells of the players, ascending */
};

/* Where it stands. */
struct game_state {
    uint32_t conflicts;             /* -Phi */
    uint8_t letter[GAME_CELLS_MAX]; /* 0..N-1 */
    /* How often a letter stands in each unit. */
    _Alignas(64) uint8_t in_row[GAME_SIDE_MAX][GAME_LANES];
    _Alignas(64) uint8_t in_column[GAME_SIDE_MAX][GAME_LANES];
    _Alignas(64) uint8_t in_box[GAME_SIDE_MAX][GAME_LANES];
};

/* One change of a strategy, as it travels: 8 bytes, little-endian, in this order. */
struct game_event {
    uint32_t at; /* tick, counted from the beginning of the window it belongs to */
    uint16_t cell;
    uint8_t from, to; /* letters; from is what stood there: compare and set */
};

/* Rows, columns and rectangular boxes of a side, and the players of `allowed` (cells masks). False: a mask is empty or
 * has a letter beyond the side, or the box does not fit. For irregular regions set rules->box afterwards: side regions
 * of side cells each. */
bool game_rules_init(struct game_rules *rules, uint32_t side, uint32_t box_rows, uint32_t box_cols,
                     const uint64_t *allowed);

/* The state with these letters (cells of them, each allowed: false if not). */
bool game_begin(struct game_state *state, const struct game_rules *rules, const uint8_t *letters);

/* -U_i if `cell` played `letter` and all others stayed. */
static inline uint32_t game_cost(const struct game_state *s, const struct game_rules *r, uint32_t cell, uint32_t letter)
{
    uint32_t sum = (uint32_t)s->in_row[r->row[cell]][letter] + s->in_column[r->column[cell]][letter] +
                   s->in_box[r->box[cell]][letter];
    return s->letter[cell] == letter ? sum - 3 : sum;
}

/* `cell` plays `letter` from now on. Counts and conflicts follow. */
static inline void game_change(struct game_state *s, const struct game_rules *r, uint32_t cell, uint32_t letter)
{
    uint8_t *row = s->in_row[r->row[cell]], *column = s->in_column[r->column[cell]], *box = s->in_box[r->box[cell]];
    uint32_t old = s->letter[cell];
    row[old]--;
    column[old]--;
    box[old]--;
    s->conflicts -= (uint32_t)row[old] + column[old] + box[old];
    s->conflicts += (uint32_t)row[letter] + column[letter] + box[letter];
    row[letter]++;
    column[letter]++;
    box[letter]++;
    s->letter[cell] = (uint8_t)letter;
}

/* Does no player gain by a change of its own? */
bool game_is_nash(const struct game_state *state, const struct game_rules *rules);

/* The trajectory's name: a hash over every change in order, each as 12 bytes: its absolute tick (8, little-endian),
 * cell (2), from, to. Two lanes of FNV-1a (basis 811c9dc5 and c59d1c81, prime 01000193, 32 bits), the second one turned
 * left by 5 bits before each byte; written lane[0] first, 16 hex digits. */
struct game_hash {
    uint32_t lane[2];
};
void game_hash_init(struct game_hash *hash);
void game_hash_add(struct game_hash *hash, uint64_t tick, const struct game_event *event);

#endif
