/* Inferior cells: cells whose owner is known before they are played, and moves that need not be tried. Freestanding.
 *
 * A cell is dead if its colour cannot change the winner, however the other empty cells are filled. That is so when the
 * ring of its six neighbours never splits into two or more Black arcs. A pair of cells is captured by a side if its
 * reply in either cell makes an intruding stone in the other dead; both then count as stones of that side. Filling
 * such cells keeps the winner with either side to move (Bjornsson, Hayward, Johanson and van Rijswijck, 2006).
 *
 * Compiled for each HEX_WORDS; the functions have names with HEX_SIZED(). */
#ifndef HEX_INFERIOR_INFERIOR_H
#define HEX_INFERIOR_INFERIOR_H

#include <solvers/hex/board/board.h>
#include <solvers/hex/board/set.h>

enum { HEX_RING_CODES = 729 }; /* 3^6: the colours of six neighbours */

/* The neighbours of each cell in circular order. Off the board lies a stone of the edge's owner: cell number `cells`
 * is Black's, `cells` + 1 is White's. */
struct hex_rings {
    uint8_t rows, cols;
    uint16_t cells;
    uint16_t at[HEX_CELLS_MAX][HEX_NEIGHBOURS];
    bool dead[HEX_RING_CODES];
};

/* A board with some of its empty cells filled. */
struct hex_filled {
    uint8_t cell[HEX_CELLS_MAX + 2]; /* enum hex_color, the two edges last */
    struct hex_set dead;             /* filled because their colour does not matter */
    struct hex_set captured[3];      /* [color]: filled for this side, which must be able to reply in them */
};

#define hex_rings_init     HEX_SIZED(hex_rings_init)
#define hex_filled_init    HEX_SIZED(hex_filled_init)
#define hex_fill           HEX_SIZED(hex_fill)
#define hex_filled_play    HEX_SIZED(hex_filled_play)
#define hex_vulnerable     HEX_SIZED(hex_vulnerable)
#define hex_inferior_moves HEX_SIZED(hex_inferior_moves)

void hex_rings_init(struct hex_rings *rings, unsigned rows, unsigned cols);
/* Copies the stones of a board and fills its inferior cells. */
void hex_filled_init(const struct hex_rings *rings, const struct hex_board *board, struct hex_filled *filled);
/* Fills inferior cells to a fixed point. Only cells of `changed` and what follows from them are examined. */
void hex_fill(const struct hex_rings *rings, struct hex_filled *filled, struct hex_set changed);
/* Puts a stone on an empty cell of a filled board and fills what follows. */
void hex_filled_play(const struct hex_rings *rings, struct hex_filled *filled, unsigned cell, enum hex_color color);

/* Returns the moves of `mover` that one reply makes dead. If a move of `mover` wins then one that is not vulnerable
 * wins; if all are vulnerable, all win or none. killer[cell] is that reply. */
struct hex_set hex_vulnerable(const struct hex_rings *rings, const struct hex_filled *filled, enum hex_color mover,
                              uint16_t killer[HEX_CELLS_MAX]);

/* Returns moves of `mover` that need not be tried: the vulnerable ones, and those that another move captures. At least
 * one move of each non-empty set of equals is left, so that a winning move is left if there is one. */
struct hex_set hex_inferior_moves(const struct hex_rings *rings, const struct hex_filled *filled, enum hex_color mover);

#endif
